// eq, ne, lt, le, gt, ge, logical_and, logical_or, logical_xor, isclose, where, masked_fill.
#include "kernels/elementwise/adaptors.inl.h"
#include "kernels/math/magnitude.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

CT_INLINE Bool truth(bool value) { return {static_cast<uint8_t>(value)}; }

template <class T>
struct Eq {
  static constexpr bool kSignless = true;
  static CT_INLINE Bool apply(T a, T b) {
    if constexpr (kIsComplex<T>) {
      return truth((a.re == b.re) & (a.im == b.im));
    } else if constexpr (kSame<T, Bool>) {
      return truth((a.byte != 0) == (b.byte != 0));
    } else {
      return truth(a == b);
    }
  }
};

template <class T>
struct Ne {
  static constexpr bool kSignless = true;
  static CT_INLINE Bool apply(T a, T b) { return truth(Eq<T>::apply(a, b).byte == 0); }
};

template <class T>
struct Le {
  static CT_INLINE Bool apply(T a, T b) {
    if constexpr (kSame<T, Bool>) {
      return truth((a.byte == 0) | (b.byte != 0));
    } else {
      return truth(a <= b);
    }
  }
};

template <class>
struct LogicalAnd {
  static CT_INLINE Bool apply(Bool a, Bool b) { return truth((a.byte != 0) & (b.byte != 0)); }
};
template <class>
struct LogicalOr {
  static CT_INLINE Bool apply(Bool a, Bool b) { return truth((a.byte | b.byte) != 0); }
};
template <class>
struct LogicalXor {
  static CT_INLINE Bool apply(Bool a, Bool b) { return truth((a.byte != 0) != (b.byte != 0)); }
};

// Ops on the truth of each element. Inputs become bools first, so one row function serves every dtype.
template <class Body>
struct Truths {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using Memory = typename Choose<kSame<T, BFloat16>, Half, Unsigned<T>>::Type;
    constexpr Operand kOperand{sizeof(T), kForm<Bool, Memory>};
    static constexpr RowLoop kLoop{&BinaryElementRow<Body, Bool, Bool>::row, 3, {{1}, kOperand, kOperand}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};
template <template <class> class Op>
struct TruthsOf : Truths<Op<Bool>> {};

template <class T>
struct Lt {
  static CT_INLINE Bool apply(T a, T b) {
    if constexpr (kSame<T, Bool>) {
      return truth((a.byte == 0) & (b.byte != 0));
    } else {
      return truth(a < b);
    }
  }
};

// Elements are chosen as bits, so there is one kernel for each size. in[0] is the condition.
template <class T>
struct WhereRow {
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *condition, const char *a, const char *b, int64_t n) {
    constexpr int64_t kSize = sizeof(T);
    const T first = load_element<T>(a);
    const T second = load_element<T>(b);
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const T x = (scalars & 2) != 0 ? first : load_element<T>(a + i * kSize);
      const T y = (scalars & 4) != 0 ? second : load_element<T>(b + i * kSize);
      if constexpr (kIsComplex<T>) {
        store_element(out + i * kSize, T{condition[i] != 0 ? x.re : y.re, condition[i] != 0 ? x.im : y.im});
      } else {
        store_element(out + i * kSize, condition[i] != 0 ? x : y);
      }
    }
  }
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    if (scalars == 0) {
      loop<0>(out, in[0], in[1], in[2], n);
    } else if (scalars == 1) {
      __builtin_memmove(out, *in[0] != 0 ? in[1] : in[2], static_cast<uint64_t>(n) * sizeof(T));
    } else if (scalars == 2) {
      loop<2>(out, in[0], in[1], in[2], n);
    } else {
      loop<4>(out, in[0], in[1], in[2], n);
    }
  }
};

template <template <class> class>
struct Selection {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    select_by_bits<Bits<T>>(data, strides, size0, size1, traffic);
  }

 private:
  template <class T>
  static void select_by_bits(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    constexpr Operand kOperand{sizeof(T)};
    static constexpr RowLoop kLoop{&WhereRow<T>::row, 4, {kOperand, {1}, kOperand, kOperand}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

template <class>
struct Where {};

// The value is an option: it follows t and the mask.
template <class T>
struct FillRow {
  static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
    constexpr int64_t kSize = sizeof(T);
    const char *const value = in[2];
    if (scalars == 2) {
      if (*in[1] == 0) return static_cast<void>(__builtin_memmove(out, in[0], static_cast<uint64_t>(n * kSize)));
      for (int64_t i = 0; i < n; ++i) store_element(out + i * kSize, load_element<T>(value));
    } else if (scalars == 1) {
      WhereRow<T>::template loop<6>(out, in[1], value, in[0], n);
    } else {
      WhereRow<T>::template loop<2>(out, in[1], value, in[0], n);
    }
  }
};

template <template <class> class>
struct Filling {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    fill_by_bits<Bits<T>>(data, strides, size0, size1, traffic);
  }

 private:
  template <class T>
  static void fill_by_bits(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    constexpr Operand kOperand{sizeof(T)};
    static constexpr RowLoop kLoop{&FillRow<T>::row, 3, {kOperand, kOperand, {1}}, 1};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

// Integers and bools are compared exactly, in double.
template <class T>
struct IsClose {
  using Option = Real<typename Choose<kIsFloat<Real<T>>, T, double>::Type>;
  static CT_INLINE Bool apply(T a, T b, Option rtol, Option atol, Option equal_nan) {
    constexpr Option kInfinity = static_cast<Option>(__builtin_inff());
    if constexpr (kSame<T, Bool>) {
      return IsClose<uint8_t>::apply(a.byte != 0, b.byte != 0, rtol, atol, equal_nan);
    } else if constexpr (kIsInteger<T>) {
      using U = Unsigned<T>;
      const U distance = a > b ? static_cast<U>(static_cast<U>(a) - static_cast<U>(b))
                               : static_cast<U>(static_cast<U>(b) - static_cast<U>(a));
      const double size = __builtin_fabs(static_cast<double>(b));
      return truth((a == b) | (static_cast<double>(distance) <= atol + rtol * size));
    } else if constexpr (kIsComplex<T>) {
      const Option distance = Abs<T>::apply({a.re - b.re, a.im - b.im});
      const bool equal = (a.re == b.re) & (a.im == b.im);
      const bool nan = (a.re != a.re) | (a.im != a.im);
      const bool nan_b = (b.re != b.re) | (b.im != b.im);
      return truth(equal | (nan & nan_b & (equal_nan != 0)) |
                   ((distance < kInfinity) & (distance <= atol + rtol * Abs<T>::apply(b))));
    } else {
      const Option distance = Abs<T>::apply(a - b);
      return truth((a == b) | ((a != a) & (b != b) & (equal_nan != 0)) |
                   ((distance < kInfinity) & (distance <= atol + rtol * Abs<T>::apply(b))));
    }
  }
};

// As Comparison, with options.
template <template <class> class Body>
struct Tolerant {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    using W = Wide<T>;
    static constexpr RowLoop kLoop{
        &ElementRow<Body<W>, W, Bool, 2, 3>::row, 3, {operand<Bool>(), operand<T>(), operand<T>()}, 3};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

template <template <class> class Body>
struct Exchanged {
  template <class T>
  static void loop(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
    exchanged<&Comparison<Body>::template loop<T>>(data, strides, size0, size1, traffic);
  }
};

}  // namespace

void register_eq(Table &table) { register_op<Elementwise::eq, Eq, Comparison>(table); }
void register_ne(Table &table) { register_op<Elementwise::ne, Ne, Comparison>(table); }
void register_lt(Table &table) { register_op<Elementwise::lt, Lt, Comparison>(table); }
void register_le(Table &table) { register_op<Elementwise::le, Le, Comparison>(table); }
void register_gt(Table &table) { register_op<Elementwise::gt, Lt, Exchanged>(table); }
void register_ge(Table &table) { register_op<Elementwise::ge, Le, Exchanged>(table); }
void register_logical_and(Table &table) { register_op<Elementwise::logical_and, LogicalAnd, TruthsOf>(table); }
void register_logical_or(Table &table) { register_op<Elementwise::logical_or, LogicalOr, TruthsOf>(table); }
void register_logical_xor(Table &table) { register_op<Elementwise::logical_xor, LogicalXor, TruthsOf>(table); }
void register_where(Table &table) { register_op<Elementwise::where, Where, Selection>(table); }
void register_masked_fill(Table &table) { register_op<Elementwise::masked_fill, Where, Filling>(table); }
void register_isclose(Table &table) { register_op<Elementwise::isclose, IsClose, Tolerant>(table); }

}  // namespace ct::kernels::CT_ISA
