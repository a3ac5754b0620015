/* The build translates this to Zig. */
#include <png.h>
