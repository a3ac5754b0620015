// The public header as the library's own units see it: its functions get default visibility, everything else is
// hidden by -fvisibility=hidden. Every room includes this, never <ctensor.h> itself.
#pragma once

#pragma GCC visibility push(default)
#include <ctensor.h>
#pragma GCC visibility pop
