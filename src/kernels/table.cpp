// Puts an ISA's tables together. Each has a function of its own, which alone reaches its kernels: the linker leaves out
// what nobody calls.
#include "kernels/table.h"

#include "kernels/registrations.h"
#include "kernels/sort/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Table, auto... put_into>
const Table &built() noexcept {
  static const Table table = [] {
    Table empty{};
    (put_into(empty), ...);
    return empty;
  }();
  return table;
}

}  // namespace

template <class Table>
const Table &table() noexcept;

#define CT_OP_TABLE(name, ...)                                    \
  template <>                                                     \
  const OpTable<Elementwise::name> &table() noexcept {            \
    return built<OpTable<Elementwise::name>, &register_##name>(); \
  }
CT_ELEMENTWISE_OPS(CT_OP_TABLE)
#undef CT_OP_TABLE

#define CT_TABLE(Table, ...)            \
  template <>                           \
  const Table &table() noexcept {       \
    return built<Table, __VA_ARGS__>(); \
  }
CT_TABLE(AccumulateTable, &register_accumulate)
CT_TABLE(AnyZeroTable, &register_any_zero)
CT_TABLE(ArgreduceTable, &register_argreduce_columns, &register_argreduce_contiguous)
CT_TABLE(CompensatedTable, &register_compensated)
CT_TABLE(ConvertTable, &register_convert)
CT_TABLE(FenceTable, &register_fence)
CT_TABLE(FillTable, &register_fill)
CT_TABLE(IndexTable, &register_index_move, &register_index_place)
CT_TABLE(KeyTable, &register_keys)
CT_TABLE(MomentsTable, &register_reduce_moments)
CT_TABLE(PairTable, &register_choices, &register_pairs_of_sums)
CT_TABLE(RandomTable, &register_random)
CT_TABLE(ReduceTable, &register_reduce_min_max, &register_reduce_sum, &register_reduce_sum_integer,
         &register_reduce_truth)
CT_TABLE(ScanTable, &register_scan_columns, &register_scan_few_columns, &register_scan_contiguous)
CT_TABLE(SearchTable, &register_search, &register_key_columns)
CT_TABLE(SelectTable, &register_select)
CT_TABLE(SoftmaxTable, &register_softmax_columns, &register_softmax_contiguous)
CT_TABLE(SortTable, &register_sort)
CT_TABLE(TransposeTable, &register_transpose)
#undef CT_TABLE

}  // namespace ct::kernels::CT_ISA
