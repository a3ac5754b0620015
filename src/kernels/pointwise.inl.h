// From an op's body to its kernels. A body is a struct template over the element it computes in, with a static apply():
//   vector bodies take and give Vec<T> (any T but Bool): the remainder goes through the same vectors, padded
//   element bodies (kPerElement) take and give elements, in loops that the compiler vectorises: for ops that are exact
// A body with kSignless gives signed and unsigned integers the same bits, so they share a kernel. Halves are widened to
// float and rounded once, at the end.
#pragma once

#include <cstdint>

#include "kernels/convert.inl.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Body, class T>
struct UnaryRow {
  static void row(char *out, const char *const *in, int64_t n, unsigned) {
    const char *a = in[0];
    using V = Vec<T>;
    constexpr int64_t kStep = V::kLanes;
    constexpr int64_t kSize = sizeof(T);
    int64_t i = 0;
    for (; i + kStep <= n; i += kStep) Body::apply(V::load(a + i * kSize)).store(out + i * kSize);
    if (i < n) Body::apply(V::load(a + i * kSize, n - i)).store(out + i * kSize, n - i);
  }
};

template <class Body, class T>
struct BinaryVectorRow {
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *a, const char *b, int64_t n) {
    using V = Vec<T>;
    constexpr int64_t kStep = V::kLanes;
    constexpr int64_t kSize = sizeof(T);
    V first{};
    V second{};
    if constexpr (scalars == 1) first = V::splat(a);
    if constexpr (scalars == 2) second = V::splat(b);
    int64_t i = 0;
    for (; i + kStep <= n; i += kStep) {
      if constexpr (scalars != 1) first = V::load(a + i * kSize);
      if constexpr (scalars != 2) second = V::load(b + i * kSize);
      Body::apply(first, second).store(out + i * kSize);
    }
    if (i == n) return;
    if constexpr (scalars != 1) first = V::load(a + i * kSize, n - i);
    if constexpr (scalars != 2) second = V::load(b + i * kSize, n - i);
    Body::apply(first, second).store(out + i * kSize, n - i);
  }
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    if (scalars == 0) {
      loop<0>(out, in[0], in[1], n);
    } else if (scalars == 1) {
      loop<1>(out, in[0], in[1], n);
    } else {
      loop<2>(out, in[0], in[1], n);
    }
  }
};

template <class Body, class T, class Result>
struct BinaryElementRow {
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *a, const char *b, int64_t n) {
    constexpr int64_t kSize = sizeof(T);
    const T first = load_element<T>(a);
    const T second = load_element<T>(b);
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const T x = scalars == 1 ? first : load_element<T>(a + i * kSize);
      const T y = scalars == 2 ? second : load_element<T>(b + i * kSize);
      store_element(out + i * static_cast<int64_t>(sizeof(Result)), Body::apply(x, y));
    }
  }
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    if (scalars == 0) {
      loop<0>(out, in[0], in[1], n);
    } else if (scalars == 1) {
      loop<1>(out, in[0], in[1], n);
    } else {
      loop<2>(out, in[0], in[1], n);
    }
  }
};

template <Pointwise>
inline constexpr uint32_t kDTypesOf = 0;
#define CT_DTYPES_OF(name, arity, kind, dtypes) \
  template <>                                   \
  inline constexpr uint32_t kDTypesOf<Pointwise::name> = dtypes;
CT_POINTWISE_OPS(CT_DTYPES_OF)
#undef CT_DTYPES_OF

template <template <class> class Body>
struct Unary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    static constexpr RowLoop kLoop{
        &UnaryRow<Body<Wide<T>>, Wide<T>>::row, 2, {output_operand<T>(), input_operand<T>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

template <template <class> class Body>
struct Binary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    constexpr bool kPerElement = kSame<T, Bool> || requires { Body<W>::kPerElement; };
    using Row = typename Choose<kPerElement, BinaryElementRow<Body<W>, W, W>, BinaryVectorRow<Body<W>, W>>::Type;
    static constexpr RowLoop kLoop{&Row::row, 3, {output_operand<T>(), input_operand<T>(), input_operand<T>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

template <template <class> class Body>
struct Comparison {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    static constexpr RowLoop kLoop{
        &BinaryElementRow<Body<W>, W, Bool>::row, 3, {output_operand<Bool>(), input_operand<T>(), input_operand<T>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

enum Modes { kFast = 1, kDeterministic = 2, kBothModes = 3 };

// What a unit calls for each of its ops: Kind is one of the above.
template <Pointwise op, template <class> class Body, template <template <class> class> class Kind>
void register_op(Table &table, Modes modes = kBothModes) {
  const auto put = [&](DType dtype, Loop loop) {
    if ((modes & kFast) != 0) table.pointwise[0][static_cast<int>(op)][static_cast<int>(dtype)] = loop;
    if ((modes & kDeterministic) != 0) table.pointwise[1][static_cast<int>(op)][static_cast<int>(dtype)] = loop;
  };
#define CT_REGISTER(dtype, element, wide)                                                                        \
  if constexpr ((kDTypesOf<op> & dtype_bit(DType::dtype)) != 0) {                                                \
    constexpr bool kSignless = requires { Body<wide>::kSignless; };                                              \
    put(DType::dtype, &Kind<Body>::template loop<typename Choose<kSignless, Unsigned<element>, element>::Type>); \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
