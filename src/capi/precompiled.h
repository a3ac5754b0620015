// The precompiled header of all units but the kernels. No file relies on it: clang-tidy reads each file without it.
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
