#include "expr/jit/known.h"

#include "kernels/lists/elementwise.h"

namespace ct::jit {

using kernels::Elementwise;

namespace {

bool converts(DType to, DType from) {
  if (to == from) return is_plain(to);
  return is_float(to) && (is_plain(from) || from == DType::UInt8 || from == DType::Bool);
}

bool find_float(Elementwise op, Known *known) {
  switch (op) {
#define CT_FOUND(op, what) \
  case Elementwise::op:    \
    *known = {What::what}; \
    return true;
    CT_FOUND(add, Add)
    CT_FOUND(sub, Sub)
    CT_FOUND(mul, Mul)
    CT_FOUND(div, Div)
    CT_FOUND(neg, Neg)
    CT_FOUND(abs, Abs)
    CT_FOUND(square, Square)
    CT_FOUND(sqrt, Sqrt)
    CT_FOUND(rsqrt, Rsqrt)
    CT_FOUND(reciprocal, Reciprocal)
    CT_FOUND(relu, Relu)
    CT_FOUND(maximum, Maximum)
    CT_FOUND(minimum, Minimum)
    CT_FOUND(clamp_min, Maximum)
    CT_FOUND(clamp_max, Minimum)
    CT_FOUND(fmax, FMax)
    CT_FOUND(fmin, FMin)
    CT_FOUND(clamp, Clamp)
    CT_FOUND(where, Where)
    CT_FOUND(positive, Copy)
#undef CT_FOUND
    default:
      return false;
  }
}

bool find_comparison(Elementwise op, Known *known) {
  static constexpr uint8_t kPredicates[] = {0, 4, 17, 18, 30, 29};  // ordered and quiet; "not equal" is unordered
  if (op < Elementwise::eq || op > Elementwise::ge) return false;
  *known = {What::Compare, kPredicates[static_cast<int>(op) - static_cast<int>(Elementwise::eq)]};
  return true;
}

}  // namespace

bool find(const TileInstruction &instruction, Known *known) {
  const auto reads = static_cast<DType>(instruction.reads), writes = static_cast<DType>(instruction.writes);
  if (instruction.what == TileInstruction::What::Store) {
    *known = {What::Store};
    return instruction.itemsize == 4 || instruction.itemsize == 8;
  }
  if (instruction.what != TileInstruction::What::Loop || instruction.op == TileInstruction::kUnknown) return false;
  if (instruction.op == TileInstruction::kConversion) {
    *known = {reads == writes ? What::Copy : What::Convert};
    return converts(writes, reads);
  }
  if (!is_float(reads)) return false;
  const auto op = static_cast<Elementwise>(instruction.op);
  if (writes == DType::Bool) return find_comparison(op, known);
  return writes == reads && find_float(op, known);
}

}  // namespace ct::jit
