// neg, add, sub, mul, add_scaled, sub_scaled, addcmul. Integers wrap (-fwrapv); add is "or" and mul is "and" for bool.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_SIGNLESS_BODY(Neg, -a, X a)
CT_SIGNLESS_BODY(Add, a + b, X a, X b)
CT_SIGNLESS_BODY(Sub, a - b, X a, X b)
CT_SIGNLESS_BODY(Mul, (a * b), X a, X b)
CT_SIGNLESS_BODY(AddScaled, a + alpha * b, X a, X b, X alpha)
CT_SIGNLESS_BODY(SubScaled, a - alpha * b, X a, X b, X alpha)
CT_SIGNLESS_BODY(AddCMul, t + value * a * b, X t, X a, X b, X value)

}  // namespace

void register_neg(OpLoops &loops) { register_op<Elementwise::neg, Neg, Unary>(loops); }
void register_add(OpLoops &loops) { register_op<Elementwise::add, Add, Binary>(loops); }
void register_sub(OpLoops &loops) { register_op<Elementwise::sub, Sub, Binary>(loops); }
void register_mul(OpLoops &loops) { register_beside_float32<Elementwise::mul, Mul>(loops); }
void register_add_scaled(OpLoops &loops) {
  register_op<Elementwise::add_scaled, AddScaled, Op<Itself, 2, 1>::Kind>(loops);
}
void register_sub_scaled(OpLoops &loops) {
  register_op<Elementwise::sub_scaled, SubScaled, Op<Itself, 2, 1>::Kind>(loops);
}
void register_addcmul(OpLoops &loops) { register_op<Elementwise::addcmul, AddCMul, Op<Itself, 3, 1>::Kind>(loops); }

}  // namespace ct::kernels::CT_ISA
