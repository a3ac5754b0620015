// neg, add, sub, mul, add_scaled, sub_scaled, addcmul. Integers wrap (-fwrapv); add is "or" and mul is "and" for bool.
#include "kernels/elementwise/adaptors.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_SIGNLESS_BODY(Add, a + b, X a, X b)
CT_SIGNLESS_BODY(Sub, a - b, X a, X b)
CT_SIGNLESS_BODY(Mul, (a * b), X a, X b)

// Computes two ops in one pass. The second takes the result of the first as its operand k.
template <class First, class Second, int k>
struct Both {
  template <class V>
  static CT_INLINE V apply(V a, V b, V c) {
    const V first = First::apply(a, b);
    return k == 0 ? Second::apply(first, c) : Second::apply(c, first);
  }
};
template <class T, template <class> class First, template <class> class Second>
void add_pairs(PairTable &table) {
  using B = Binary<First>;
  const auto add = [&](int k, Loop both) {
    table.add({B::template loop<T>, Binary<Second>::template loop<T>, both, k});
  };
  add(0, &run_pair<Both<First<T>, Second<T>, 0>, T, 3>);
  add(1, &run_pair<Both<First<T>, Second<T>, 1>, T, 3>);
}
template <class T, template <class> class First>
void add_pairs(PairTable &table) {
  add_pairs<T, First, Add>(table);
  add_pairs<T, First, Sub>(table);
  add_pairs<T, First, Mul>(table);
}
template <class T>
void add_pairs(PairTable &table) {
  add_pairs<T, Add>(table);
  add_pairs<T, Sub>(table);
  add_pairs<T, Mul>(table);
}

}  // namespace

void register_pairs_of_sums(PairTable &table) {
  add_pairs<float>(table);
  add_pairs<double>(table);
}

namespace {
CT_SIGNLESS_BODY(Neg, -a, X a)
}
CT_REGISTER_OP(neg, Neg, Brief)
CT_SIGNLESS_OP(add_scaled, AddScaled, a + alpha * b, X a, X b, X alpha)
CT_SIGNLESS_OP(sub_scaled, SubScaled, a - alpha * b, X a, X b, X alpha)
CT_SIGNLESS_OP(addcmul, AddCMul, t + value * a * b, X t, X a, X b, X value)
CT_REGISTER_OP(add, Add, Binary)
CT_REGISTER_OP(sub, Sub, Binary)
CT_REGISTER_OP(mul, Mul, BesideFloat32)

}  // namespace ct::kernels::CT_ISA
