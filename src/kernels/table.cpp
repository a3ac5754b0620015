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
#define CT_REGISTER(name, ...) register_##name(table);
  CT_ELEMENTWISE_OPS(CT_REGISTER)
  CT_UNITS(CT_REGISTER)
#undef CT_REGISTER
  return table;
}

}  // namespace

const Table &table() noexcept;
const Table &table() noexcept {
  static const Table table = build();
  return table;
}

}  // namespace ct::kernels::CT_ISA
