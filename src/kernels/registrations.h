// What each unit of an ISA puts into the table.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"
#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

#define CT_DECLARE(name, inputs, kind, dtypes, doc) void register_##name(Table &table);
CT_ELEMENTWISE_OPS(CT_DECLARE)
#undef CT_DECLARE

void register_compensated(Table &table);
void register_convert(Table &table);  // after this, equal dtypes hold the copy
void register_fill(Table &table);
void register_turn(Table &table);
void register_reduce_extremes(Table &table);
void register_reduce_moments(Table &table);
void register_reduce_product(Table &table);
void register_reduce_squares(Table &table);
void register_reduce_sum(Table &table);
void register_reduce_sum_integer(Table &table);
void register_reduce_truth(Table &table);
void register_scans(Table &table);
void register_softmax(Table &table);
void register_argreduce_columns(Table &table);
void register_argreduce_contiguous(Table &table);
void register_any_zero(Table &table);

Loop copy_loop(int64_t element_size);

}  // namespace ct::kernels::CT_ISA
