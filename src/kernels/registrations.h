// What each unit of an ISA puts into the table.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"
#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

// What a unit offers besides the elementwise ops, in the order in which they fill the table.
#define CT_UNITS(X)       \
  X(compensated)          \
  X(convert)              \
  X(fill)                 \
  X(transpose)            \
  X(reduce_min_max)       \
  X(reduce_moments)       \
  X(reduce_sum)           \
  X(reduce_sum_integer)   \
  X(reduce_truth)         \
  X(scan_columns)         \
  X(scan_contiguous)      \
  X(softmax_columns)      \
  X(softmax_contiguous)   \
  X(argreduce_columns)    \
  X(argreduce_contiguous) \
  X(any_zero)

#define CT_DECLARE(name, ...) void register_##name(Table &table);
CT_ELEMENTWISE_OPS(CT_DECLARE)
CT_UNITS(CT_DECLARE)
#undef CT_DECLARE

Loop copy_loop(int64_t element_size);

}  // namespace ct::kernels::CT_ISA
