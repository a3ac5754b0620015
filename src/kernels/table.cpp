// Puts an ISA's table together.
#include "kernels/table.h"

#include "kernels/registrations.h"

#define CT_NAME_TEXT(isa) #isa
#define CT_NAME(isa) CT_NAME_TEXT(isa)

namespace ct::kernels::CT_ISA {
namespace {

Table build() noexcept {
  Table table{};
  table.isa = CT_NAME(CT_ISA);
#define CT_REGISTER(name, inputs, kind, dtypes, doc) register_##name(table);
  CT_ELEMENTWISE_OPS(CT_REGISTER)
#undef CT_REGISTER
  register_compensated(table);
  register_convert(table);
  register_fill(table);
  register_turn(table);
  register_reduce_extremes(table);
  register_reduce_moments(table);
  register_reduce_product(table);
  register_reduce_squares(table);
  register_reduce_sum(table);
  register_reduce_sum_integer(table);
  register_reduce_truth(table);
  register_scans(table);
  register_softmax(table);
  register_argreduce_columns(table);
  register_argreduce_contiguous(table);
  register_any_zero(table);
  return table;
}

}  // namespace

const Table &table() noexcept;
const Table &table() noexcept {
  static const Table table = build();
  return table;
}

}  // namespace ct::kernels::CT_ISA
