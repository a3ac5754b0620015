// neg, add, sub, mul, add_scaled, sub_scaled, addcmul. Integers wrap (-fwrapv); add is "or" and mul is "and" for bool.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_SIGNLESS_BODY(Add, a + b, X a, X b)
CT_SIGNLESS_BODY(Sub, a - b, X a, X b)
CT_SIGNLESS_BODY(Mul, (a * b), X a, X b)

}  // namespace

CT_SIGNLESS_OP(neg, Neg, -a, X a)
CT_SIGNLESS_OP(add_scaled, AddScaled, a + alpha * b, X a, X b, X alpha)
CT_SIGNLESS_OP(sub_scaled, SubScaled, a - alpha * b, X a, X b, X alpha)
CT_SIGNLESS_OP(addcmul, AddCMul, t + value * a * b, X t, X a, X b, X value)
CT_REGISTER_OP(add, Add, Binary)
CT_REGISTER_OP(sub, Sub, Binary)
CT_REGISTER_OP(mul, Mul, BesideFloat32)

}  // namespace ct::kernels::CT_ISA
