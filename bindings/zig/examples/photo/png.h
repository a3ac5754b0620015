/* What the build translates to Zig. */
#include <png.h>
