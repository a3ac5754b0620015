// eq, lt and where.
#include "kernels/pointwise.inl.h"

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
struct Lt {
  static CT_INLINE Bool apply(T a, T b) {
    if constexpr (kSame<T, Bool>) {
      return truth((a.byte == 0) & (b.byte != 0));
    } else {
      return truth(a < b);
    }
  }
};

// Chosen by bits: one kernel an element size. in[0] is the condition.
template <class T>
struct WhereRow {
  template <unsigned scalars>
  static CT_INLINE void loop(char *out, const char *condition, const char *a, const char *b, int64_t n) {
    constexpr int64_t kSize = sizeof(T);
    const T first = load_element<T>(a);
    const T second = load_element<T>(b);
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) {
      const T x = scalars == 2 ? first : load_element<T>(a + i * kSize);
      const T y = scalars == 4 ? second : load_element<T>(b + i * kSize);
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
    constexpr Operand kOperand{static_cast<int>(sizeof(T)), nullptr};
    static constexpr RowLoop kLoop{&WhereRow<T>::row, 4, {kOperand, {1, nullptr}, kOperand, kOperand}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
};

template <class>
struct Where {};

}  // namespace

void register_eq(Table &table) { register_op<Pointwise::eq, Eq, Comparison>(table); }
void register_lt(Table &table) { register_op<Pointwise::lt, Lt, Comparison>(table); }
void register_where(Table &table) { register_op<Pointwise::where, Where, Selection>(table); }

}  // namespace ct::kernels::CT_ISA
