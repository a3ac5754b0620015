// Which kernels the source files of an ISA put into which table.
#pragma once

#include <cstdint>

#include "kernels/lists/elementwise.h"
#include "kernels/table.h"

namespace ct::kernels::CT_ISA {

#define CT_DECLARE_OP(name, ...) void register_##name(OpLoops &loops);
CT_ELEMENTWISE_OPS(CT_DECLARE_OP)
#undef CT_DECLARE_OP
void register_any_zero(AnyZeroTable &table);
void register_accumulate(AccumulateTable &table);
void register_argreduce_columns(ArgreduceTable &table);
void register_argreduce_contiguous(ArgreduceTable &table);
void register_compensated(CompensatedTable &table);
void register_convert(ConvertTable &table);
void register_fence(FenceTable &table);
void register_fill(FillTable &table);
void register_index_move(IndexTable &table);
void register_index_place(IndexTable &table);
void register_choices(PairTable &table);
void register_pairs_of_sums(PairTable &table);
void register_random(RandomTable &table);
void register_reduce_min_max(ReduceTable &table);
void register_reduce_moments(MomentsTable &table);
void register_reduce_sum(ReduceTable &table);
void register_reduce_sum_integer(ReduceTable &table);
void register_reduce_truth(ReduceTable &table);
void register_scan_columns(ScanTable &table);
void register_scan_few_columns(ScanTable &table);
void register_scan_contiguous(ScanTable &table);
void register_select(SelectTable &table);
void register_softmax_columns(SoftmaxTable &table);
void register_softmax_contiguous(SoftmaxTable &table);
void register_transpose(TransposeTable &table);

Loop copy_loop(int64_t element_size);

}  // namespace ct::kernels::CT_ISA
