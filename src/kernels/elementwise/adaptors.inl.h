// From an op's body to its kernels. A body is a struct template over the element it computes in, with a static apply():
//   vector bodies take and give Vec<T> (any T but Bool): the remainder goes through the same vectors, padded
//   element bodies (kPerElement) take and give elements, in loops that the compiler turns into vectors: for ops that
//   are exact
// A body with kSignless gives signed and unsigned integers the same bits, so they share a kernel. Halves are widened to
// float and rounded once, at the end. A body with kCopies gives back what it gets.
#pragma once

#include <cstdint>

#include "kernels/copy/convert.inl.h"
#include "kernels/elementwise/vector_rows.inl.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

template <Elementwise>
inline constexpr uint32_t kDTypesOf = 0;
#define CT_DTYPES_OF(name, inputs, kind, dtypes, ...) \
  template <>                                         \
  inline constexpr uint32_t kDTypesOf<Elementwise::name> = dtypes;
CT_ELEMENTWISE_OPS(CT_DTYPES_OF)
#undef CT_DTYPES_OF

template <template <class> class Body, class W>
inline constexpr bool kByElement = kSame<W, Bool> || requires {
  Body<W>::kPerElement;
};

// What the driver is told of R, a struct of row functions.
template <class R>
constexpr RowLoop row_loop(uint8_t ninputs, Operand out, Operand a, Operand b = {}, Operand c = {},
                           uint8_t noptions = 0) {
  RowLoop loop{&R::row, static_cast<uint8_t>(ninputs + 1), {out, a, b, c}, noptions};
  constexpr bool kKnowsNonTemporal = requires { requires R::kKnowsNonTemporal; };
  loop.knows_non_temporal = kKnowsNonTemporal;
  const bool as_it_is = out.form() == Form::AsItIs && a.form() == Form::AsItIs && b.form() == Form::AsItIs;
  if constexpr (requires { &R::rows; }) {
    if (as_it_is) loop.rows = &R::rows;
  }
  if constexpr (requires { requires R::kHasNonTemporalRows; }) {
    if (as_it_is) loop.non_temporal_rows = &R::non_temporal_rows;
  }
  return loop;
}

// The usual call is one dense row of each operand, which the row function takes as it stands. An empty one is the
// driver's: row functions may load the first elements before they count.
template <class R>
CT_INLINE void run_rows_of(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
                           Traffic traffic) {
  bool dense = size0 > 0 && size1 == 1 && traffic == Traffic::Cached && loop.noptions == 0;
#pragma GCC unroll 4
  for (int k = 0; k < loop.noperands; ++k) {
    dense = dense && loop.operands[k].form() == Form::AsItIs && strides[k] == loop.operands[k].size();
  }
  if (dense) return R::row(data[0], data + 1, size0, 0);
  run(loop, data, strides, size0, size1, traffic);
}

// One of two row structs, by whether the body takes elements or registers.
template <template <class> class Body, class W, class OfElements, class OfRegisters>
using RowsOf = typename Choose<kByElement<Body, W>, OfElements, OfRegisters>::Type;

template <template <class> class Body>
struct Unary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = RowsOf<Body, W, UnaryElementRow<Body<W>, W, W>, UnaryRow<Body<W>, W>>;
    static constexpr RowLoop kLoop = row_loop<R>(1, operand<T>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// Unary, with a bool for a result.
template <template <class> class Body>
struct Predicate {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = UnaryElementRow<Body<W>, W, Bool>;
    static constexpr RowLoop kLoop = row_loop<R>(1, operand<Bool>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// Unary, with a real result of a complex number.
template <template <class> class Body>
struct ToReal {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = UnaryElementRow<Body<W>, W, Wide<Real<T>>>;
    static constexpr RowLoop kLoop = row_loop<R>(1, operand<Real<T>>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// The same, a register at once.
template <template <class> class Body>
struct ToRealVectors {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = ToRealVectorRow<Body<W>, W, Wide<Real<T>>>;
    static constexpr RowLoop kLoop = row_loop<R>(1, operand<Real<T>>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

template <template <class> class Body>
struct Binary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = RowsOf<Body, W, BinaryElementRow<Body<W>, W, W>, BinaryVectorRow<Body<W>, W>>;
    static constexpr RowLoop kLoop = row_loop<R>(2, operand<T>(), operand<T>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// Binary, of halves and a float32 that stays in place.
template <template <class> class Body>
struct BesideFloat32 {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using R = RowsOf<Body, float, BinaryElementRow<Body<float>, float, float>, BinaryVectorRow<Body<float>, float>>;
    static constexpr RowLoop kLoop = row_loop<R>(2, operand<T>(), operand<T>(), operand<float>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// As Binary, in one loop for all that may stay in place.
template <template <class> class Body>
struct BinaryShared {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = RowsOf<Body, W, BinaryElementRow<Body<W>, W, W>, VectorRow<Body<W>, W, 2>>;
    static constexpr RowLoop kLoop = row_loop<R>(2, operand<T>(), operand<T>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// Binary, on the elements as they are in memory: halves are not widened.
template <template <class> class Body>
struct BinaryBits {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using R = BinaryElementRow<Body<T>, T, T>;
    static constexpr RowLoop kLoop = row_loop<R>(2, {sizeof(T)}, {sizeof(T)}, {sizeof(T)});
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// Binary, with a bool for a result.
template <template <class> class Body>
struct Comparison {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = BinaryElementRow<Body<W>, W, Bool>;
    static constexpr RowLoop kLoop = row_loop<R>(2, operand<Bool>(), operand<T>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

template <template <class> class Body>
struct Ternary {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    using R = RowsOf<Body, W, ElementRow<Body<W>, W, W, 3>, VectorRow<Body<W>, W, 3>>;
    static constexpr RowLoop kLoop = row_loop<R>(3, operand<T>(), operand<T>(), operand<T>(), operand<T>());
    run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
  }
};

// Any number of inputs, with options behind them.
template <int inputs, int options>
struct WithOptions {
  template <template <class> class Body>
  struct Kind {
    template <class T>
    static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
      using W = Wide<T>;
      using R = RowsOf<Body, W, ElementRow<Body<W>, W, W, inputs, options>, VectorRow<Body<W>, W, inputs, options>>;
      constexpr Operand kOf = operand<T>();
      static constexpr RowLoop kLoop = row_loop<R>(inputs, kOf, kOf, kOf, kOf, options);
      run_rows_of<R>(kLoop, data, strides, size0, size1, traffic);
    }
  };
};

// The same kernel with its two inputs exchanged.
template <Loop loop>
void exchanged(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  char *const other_data[] = {data[0], data[2], data[1]};
  const int64_t other_strides[] = {strides[0], strides[2], strides[1], strides[3], strides[5], strides[4]};
  loop(other_data, other_strides, size0, size1, traffic);
}

enum Modes { kFast = 1, kDeterministic = 2, kBothModes = 3 };

// Registers the kernels of one op for all of its dtypes. Kind is one of the above.
template <Elementwise op, template <class> class Body, template <template <class> class> class Kind>
void register_op(Table &table, Modes modes = kBothModes) {
  const auto put = [&](DType dtype, Loop loop, bool one_form = false) {
    if (one_form || (modes & kFast) != 0) table.elementwise[0][static_cast<int>(op)][static_cast<int>(dtype)] = loop;
    if ((modes & kDeterministic) != 0) table.elementwise[1][static_cast<int>(op)][static_cast<int>(dtype)] = loop;
  };
#define CT_REGISTER(dtype, element, wide)                                                                         \
  if constexpr ((kDTypesOf<op> & dtype_bit(DType::dtype)) != 0) {                                                 \
    constexpr bool kSignless = requires { Body<wide>::kSignless; };                                               \
    constexpr bool kOneForm = requires { requires Body<wide>::kOneForm; };                                        \
    if constexpr (requires { Body<wide>::kElsewhere; }) {                                                         \
    } else if constexpr (requires { Body<wide>::kCopies; }) {                                                     \
      put(DType::dtype, copy_loop(sizeof(element)));                                                              \
    } else {                                                                                                      \
      put(DType::dtype, &Kind<Body>::template loop<typename Choose<kSignless, Unsigned<element>, element>::Type>, \
          kOneForm);                                                                                              \
    }                                                                                                             \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

// Binary, and the kernels for a half beside a number that PyTorch does not round to a half.
template <Elementwise op, template <class> class Body>
void register_beside_float32(Table &table) {
  register_op<op, Body, Binary>(table);
  table.beside_float32[0][static_cast<int>(op)] = &BesideFloat32<Body>::template loop<Half>;
  table.beside_float32[1][static_cast<int>(op)] = &BesideFloat32<Body>::template loop<BFloat16>;
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
