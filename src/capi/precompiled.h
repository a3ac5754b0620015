// Read once for all of the library but its kernels. No file relies on it: clang-tidy reads each one without.
#ifndef CT_PRECOMPILED_H
#define CT_PRECOMPILED_H

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "iter/iterator.h"
#include "ops/structured.h"
#include "tensor/tensor.h"

#endif
