// The header as this library's own units see it: its functions are visible, all else is hidden.
#pragma once

#pragma GCC visibility push(default)
#include <ctensor_linalg.h>
#pragma GCC visibility pop
