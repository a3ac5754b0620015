// From an op's body to its kernels. A body is a struct template over the element it computes in, with a static apply():
//   vector bodies take and give Vec<T> (any T but Bool): the end of a row goes through the same vectors, in a block
//   element bodies take and give elements, in loops that the compiler turns into vectors: for ops that are exact
// A body with kSignless gives signed and unsigned integers the same bits, so they share a kernel. Halves are widened to
// float and rounded once, at the end. A body with kCopies gives back what it gets.
#pragma once

#include <cstdint>

#include "kernels/copy/convert.inl.h"
#include "kernels/elementwise/vector_rows.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_INLINE Bool truth(bool value) { return {static_cast<uint8_t>(value)}; }

// "or" and "and" of bools are their sum and product.
CT_INLINE Bool operator|(Bool a, Bool b) { return truth((a.byte | b.byte) != 0); }
CT_INLINE Bool operator+(Bool a, Bool b) { return a | b; }
CT_INLINE Bool operator&(Bool a, Bool b) { return truth((a.byte != 0) & (b.byte != 0)); }
CT_INLINE Bool operator*(Bool a, Bool b) { return a & b; }
CT_INLINE Bool operator^(Bool a, Bool b) { return truth((a.byte != 0) != (b.byte != 0)); }
CT_INLINE Bool operator~(Bool a) { return truth(a.byte == 0); }

// A body takes single elements of Bool, and registers of all other types.
template <class T>
using Lanes = If<kSame<T, Bool>, Bool, Vec<T>>;

// A body that gives signed and unsigned integers the same bits. X is what it takes.
#define CT_SIGNLESS_BODY(Body, result, ...)                  \
  template <class T>                                         \
  struct Body {                                              \
    static constexpr bool kSignless = true;                  \
    using X = Lanes<T>;                                      \
    static CT_INLINE X apply(__VA_ARGS__) { return result; } \
  };

#define CT_BODY(Body, result, ...)                           \
  template <class T>                                         \
  struct Body {                                              \
    using X = Lanes<T>;                                      \
    static CT_INLINE X apply(__VA_ARGS__) { return result; } \
  };

template <class T>
CT_INLINE Vec<T> from_0_to_6(Vec<T> a) {  // NaN stays NaN
  const Vec<T> six = Vec<T>::splat(T(6));
  const Vec<T> low = select(a.v < Vec<T>{}.v, Vec<T>{}, a);
  return select(low.v > six.v, six, low);
}

template <class T>
struct Identity {
  static constexpr bool kCopies = true;
};

template <class First, class Result, class... Others>
void takes_first(Result (*)(First, Others...));
// Whether the body takes elements, not registers.
template <class Body, class W>
inline constexpr bool kByElement = requires {
  takes_first<W>(&Body::apply);
};

// Describes Rows, a struct of row functions, to the driver. Out and In are its operands' types in memory.
template <class Rows, int options, class Out, class... In>
constexpr RowLoop row_loop() {
  RowLoop loop{&Rows::row, 1 + sizeof...(In), {operand<Out>(), operand<In>()...}, options};
  loop.knows_non_temporal = requires { requires Rows::kKnowsNonTemporal; };
  constexpr bool kAsItIs = (kSame<Wide<Out>, Out> && ... && kSame<Wide<In>, In>);
  if constexpr (kAsItIs && requires { &Rows::rows; }) {
    loop.rows = &Rows::rows;
    if constexpr (Rows::kHasNonTemporalRows) loop.non_temporal_rows = &Rows::non_temporal_rows;
  }
  return loop;
}
template <class Rows, int options, class Out, class... In>
void run_op(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  static constexpr RowLoop kLoop = row_loop<Rows, options, Out, In...>();
  run(kLoop, data, strides, size0, size1, traffic);
}

// The element of a body's result.
template <class T>
struct ElementIn {
  using Type = T;
};
template <class T>
struct ElementIn<Vec<T>> {
  using Type = T;
};

// The kernels of ops with this many inputs and options. A vector body has one loop, whichever inputs stay in place. A
// result has the inputs' dtype, or the dtype of its parts, or is a bool, as the body says.
template <int inputs, int options>
struct Op {
  template <template <class> class Body>
  class Kind {
    template <class T, int>
    using Each = T;
    template <class T, class W, int... K, int... J>
    static constexpr Loop loop_of(Indices<K...>, Indices<J...>) {
      using B = Body<W>;
      constexpr bool kElements = kByElement<B, W>;
      using X = If<kElements, W, Vec<W>>;
      using O = typename OptionOf<B, W>::Type;
      using R = typename ElementIn<decltype(B::apply(Each<X, K>{}..., Each<If<kElements, O, Vec<O>>, J>{}...))>::Type;
      using Out = If<kSame<R, W>, T, If<kSame<R, Real<W>>, Real<T>, R>>;
      using Rows = If<kElements, ElementRow<B, options, R, Each<W, K>...>, VectorRow<B, W, R, inputs, options>>;
      return &run_op<Rows, options, Out, Each<T, K>...>;
    }

   public:
    template <class T>
    static constexpr Loop loop = loop_of<T, Wide<T>>(Iota<inputs>{}, Iota<options>{});
  };
};

// Listed<op> has the inputs, the options and the dtypes that the list of ops gives it.
template <Elementwise>
struct Listed;
#define CT_ONE(...) +1
#define CT_NONE(...)
#define CT_LISTED(name, inputs, kind, dtypes, ...)                                               \
  template <>                                                                                    \
  struct Listed<Elementwise::name>                                                               \
      : Op<CT_PARAMETERS_##inputs(CT_ONE, CT_NONE), 0 CT_PARAMETERS_##inputs(CT_NONE, CT_ONE)> { \
    static constexpr uint32_t kDTypes = dtypes;                                                  \
  };
CT_ELEMENTWISE_OPS(CT_LISTED)
#undef CT_LISTED
#undef CT_NONE
#undef CT_ONE

// Ops of two inputs have a loop for each input that may stay in place. Halves are converted in registers on ISAs that
// have instructions for that, as those with kHasFma do.
template <template <class> class Body, class W>
using BinaryRows = If<kByElement<Body<W>, W>, ElementRow<Body<W>, 0, W, W, W>, BinaryVectorRow<Body<W>, W>>;
template <template <class> class Body, class T, class A, class B>
constexpr Loop binary_loop() {
  constexpr bool kIsHalf = kSame<T, Half> || kSame<T, BFloat16>;
  if constexpr (kIsHalf && kHasFma && !kByElement<Body<Wide<T>>, Wide<T>>) {
    using Rows = HalvesRow<Body<float>, T, A, B>;
    return &run_op<Rows, 0, uint16_t, If<kSame<A, float>, float, uint16_t>, If<kSame<B, float>, float, uint16_t>>;
  } else {
    return &run_op<BinaryRows<Body, Wide<T>>, 0, T, A, B>;
  }
}
template <template <class> class Body>
struct Binary {
  template <class T>
  static constexpr Loop loop = binary_loop<Body, T, T, T>();
};

// Adds the kernels for a half beside a number that PyTorch does not round to a half.
template <template <class> class Body>
struct BesideFloat32 : Binary<Body> {
  template <class T>
  static constexpr Loop beside = binary_loop<Body, T, T, float>();
};

// Ops of one input that are a few instructions, so that conversions of halves by way of buffers would take most of the
// time.
template <template <class> class Body>
struct Brief {
  template <class T>
  static constexpr Loop loop = [] {
    if constexpr ((kSame<T, Half> || kSame<T, BFloat16>)&&kHasFma) {
      return &run_op<HalfRow<Body<float>, T>, 0, uint16_t, uint16_t>;
    } else {
      return Op<1, 0>::Kind<Body>::template loop<T>;
    }
  }();
};

// Calls a kernel with its two inputs exchanged.
template <Loop loop>
void exchanged(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  char *const other_data[] = {data[0], data[2], data[1]};
  const int64_t other_strides[] = {strides[0], strides[2], strides[1], strides[3], strides[5], strides[4]};
  loop(other_data, other_strides, size0, size1, traffic);
}

// A kernel of a PairTable.
template <class Body, class T, int inputs>
void run_pair(char *const *data, const int64_t *strides, int64_t n, int64_t, Traffic) {
  unsigned scalars = 0;
  for (int k = 0; k < inputs; ++k) scalars |= (strides[1 + k] == 0 ? 1U : 0U) << k;
  VectorRow<Body, T, T, inputs, 0>::row(data[0], data + 1, n, scalars);
}

enum Modes { kFast = 1, kDeterministic = 2, kBothModes = 3 };

// Registers the kernels of one op for all of its dtypes. Kind<Body>::loop<T> is the one for elements of type T.
template <Elementwise op, template <class> class Body,
          template <template <class> class> class Kind = Listed<op>::template Kind>
void register_op(OpLoops &loops, Modes modes = kBothModes) {
  const auto put = [&](DType dtype, Loop loop, bool one_form = false) {
    if (one_form || (modes & kFast) != 0) loops.loops[0][static_cast<int>(dtype)] = loop;
    if ((modes & kDeterministic) != 0) loops.loops[1][static_cast<int>(dtype)] = loop;
  };
#define CT_REGISTER(dtype, element, wide)                                                                \
  if constexpr ((Listed<op>::kDTypes & dtype_bit(DType::dtype)) != 0) {                                  \
    constexpr bool kSignless = requires { Body<wide>::kSignless; };                                      \
    constexpr bool kOneForm = requires { requires Body<wide>::kOneForm; };                               \
    if constexpr (requires { Body<wide>::kElsewhere; }) {                                                \
    } else if constexpr (requires { Body<wide>::kCopies; }) {                                            \
      put(DType::dtype, copy_loop(sizeof(element)));                                                     \
    } else {                                                                                             \
      put(DType::dtype, Kind<Body>::template loop<If<kSignless, Unsigned<element>, element>>, kOneForm); \
    }                                                                                                    \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
  if constexpr (requires { Kind<Body>::template beside<Half>; }) {
    loops.beside_float32[0] = Kind<Body>::template beside<Half>;
    loops.beside_float32[1] = Kind<Body>::template beside<BFloat16>;
  }
}

// Registers an op of this unit by (op, body), or by (op, body, kind) where the list does not say what kind it is.
#define CT_REGISTER_OP(op, ...) \
  void register_##op(OpLoops &loops) { register_op<Elementwise::op, __VA_ARGS__>(loops); }
// An op whose body is one expression.
#define CT_OP(op, Body, result, ...) \
  namespace {                        \
  CT_BODY(Body, result, __VA_ARGS__) \
  }                                  \
  CT_REGISTER_OP(op, Body)
#define CT_SIGNLESS_OP(op, Body, result, ...) \
  namespace {                                 \
  CT_SIGNLESS_BODY(Body, result, __VA_ARGS__) \
  }                                           \
  CT_REGISTER_OP(op, Body)

}  // namespace
}  // namespace ct::kernels::CT_ISA
