// The header as this library's own units see it: its functions are visible, all else is hidden.
#pragma once

#include <mpi.h>

#pragma GCC visibility push(default)
#include <ctensor_mpi.h>
#pragma GCC visibility pop
