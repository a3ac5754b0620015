// Read once for all kernels of an ISA. No file relies on it: clang-tidy reads each one without.
#ifndef CT_KERNELS_VEC_PRECOMPILED_H
#define CT_KERNELS_VEC_PRECOMPILED_H

#include "kernels/elementwise/driver.h"
#include "kernels/vec/isa.h"

#endif
