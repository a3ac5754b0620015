// eq, ne, lt, le, gt, ge, isclose, where, masked_fill.
#include "kernels/elementwise/adaptors.inl.h"
#include "kernels/math/magnitude.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct Eq {
  static constexpr bool kSignless = true;
  static CT_INLINE Bool apply(T a, T b) {
    if constexpr (kIsComplex<T>) {
      return truth((a.re == b.re) & (a.im == b.im));
    } else if constexpr (kSame<T, Bool>) {
      return ~(a ^ b);
    } else {
      return truth(a == b);
    }
  }
};

template <class T>
struct Ne {
  static constexpr bool kSignless = true;
  static CT_INLINE Bool apply(T a, T b) { return ~Eq<T>::apply(a, b); }
};

// Compares the parts of complex numbers side by side, and then joins the results of each pair. In one loop over
// elements, the compiler would pick parts one by one.
template <template <class> class Body>
struct OfParts {
  template <class R>
  struct Row {
    static void row(char *out, const char *const *in, int64_t n, unsigned scalars) {
      if (scalars != 0) return ElementRow<Body<Complex<R>>, 0, Bool, Complex<R>, Complex<R>>::row(out, in, n, scalars);
      constexpr int64_t kBlock = 512, kSize = sizeof(Complex<R>);
      constexpr bool kEqual = kSame<Body<R>, Eq<R>>;
      constexpr uint16_t kBoth = kEqual ? 0x0101 : 0;
      alignas(kVecBytes) char parts[2 * kBlock];
      for (int64_t done = 0, count; done < n; done += count) {
        count = n - done < kBlock ? n - done : kBlock;
        const char *const from[] = {in[0] + done * kSize, in[1] + done * kSize};
        ElementRow<Body<R>, 0, Bool, R, R>::row(parts, from, 2 * count, 0);
        CT_INDEPENDENT
        for (int64_t i = 0; i < count; ++i) {
          const bool same = load_element<uint16_t>(parts + 2 * i) == kBoth;
          store_element<Bool>(out + done + i, truth(same == kEqual));
        }
      }
    }
  };
  template <class T>
  static constexpr Loop loop_of() {
    if constexpr (kIsComplex<T>) {
      return &run_op<Row<decltype(Wide<T>::re)>, 0, Bool, T, T>;
    } else {
      return Op<2, 0>::Kind<Body>::template loop<T>;
    }
  }
  template <class T>
  static constexpr Loop loop = loop_of<T>();
};

#define CT_LESS(Body, sign, of_bools)       \
  template <class T>                        \
  struct Body {                             \
    static CT_INLINE Bool apply(T a, T b) { \
      if constexpr (kSame<T, Bool>)         \
        return of_bools;                    \
      else                                  \
        return truth(a sign b);             \
    }                                       \
  };
CT_LESS(Lt, <, ~a &b)
CT_LESS(Le, <=, ~a | b)
#undef CT_LESS

// Elements are chosen as bits, so there is one kernel for each size.
template <class T>
struct Where {
  static CT_INLINE T apply(Bool condition, T a, T b) {
    if constexpr (kIsComplex<T>) {
      return {condition.byte != 0 ? a.re : b.re, condition.byte != 0 ? a.im : b.im};
    } else {
      return condition.byte != 0 ? a : b;
    }
  }
};
template <class T>
struct Fill {
  static CT_INLINE T apply(T t, Bool mask, T value) { return Where<T>::apply(mask, value, t); }
};
template <template <class> class Body>
struct Selection {
  template <class T, class B = Bits<T>>
  static constexpr Loop loop = &run_op<ElementRow<Body<B>, 0, B, Bool, B, B>, 0, B, Bool, B, B>;
};
template <template <class> class Body>
struct Filling {
  template <class T, class B = Bits<T>>
  static constexpr Loop loop = &run_op<ElementRow<Body<B>, 1, B, B, Bool>, 1, B, B, Bool>;
};

// Integers and bools are subtracted exactly, and their distance is compared in double.
template <class T>
struct IsClose {
  using Option = Real<typename Choose<kIsFloat<Real<T>>, T, double>::Type>;
  static CT_INLINE Bool apply(T a, T b, Option rtol, Option atol, Option equal_nan) {
    constexpr Option kInfinity = static_cast<Option>(__builtin_inff());
    if constexpr (kSame<T, Bool>) {
      return IsClose<uint8_t>::apply(a.byte != 0, b.byte != 0, rtol, atol, equal_nan);
    } else if constexpr (kIsInteger<T>) {
      using U = Unsigned<T>;
      const T larger = a > b ? a : b;
      const T smaller = a > b ? b : a;
      const U distance = static_cast<U>(static_cast<U>(larger) - static_cast<U>(smaller));
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

template <template <class> class Body>
struct Exchanged {
  template <class T>
  static constexpr Loop loop = &exchanged<Op<2, 0>::Kind<Body>::template loop<T>>;
};

// A comparison and a choice by its result, in one pass.
#define CT_CHOICE(name, sign)                      \
  struct name {                                    \
    template <class V>                             \
    static CT_INLINE V apply(V a, V b, V c, V d) { \
      return select(a.v sign b.v, c, d);           \
    }                                              \
  };
CT_CHOICE(IfEq, ==)
CT_CHOICE(IfNe, !=)
CT_CHOICE(IfLt, <)
CT_CHOICE(IfLe, <=)
CT_CHOICE(IfGt, >)
CT_CHOICE(IfGe, >=)
#undef CT_CHOICE
template <class T>
void add_choices(PairTable &table) {
  const auto add = [&](Loop compares, Loop both) { table.add({compares, Selection<Where>::loop<T>, both, 0}); };
  add(Op<2, 0>::Kind<Eq>::loop<T>, &run_pair<IfEq, T, 4>);
  add(Op<2, 0>::Kind<Ne>::loop<T>, &run_pair<IfNe, T, 4>);
  add(Op<2, 0>::Kind<Lt>::loop<T>, &run_pair<IfLt, T, 4>);
  add(Op<2, 0>::Kind<Le>::loop<T>, &run_pair<IfLe, T, 4>);
  add(Exchanged<Lt>::loop<T>, &run_pair<IfGt, T, 4>);
  add(Exchanged<Le>::loop<T>, &run_pair<IfGe, T, 4>);
}

}  // namespace

void register_choices(PairTable &table) {
  add_choices<float>(table);
  add_choices<double>(table);
}

CT_REGISTER_OP(eq, Eq, OfParts)
CT_REGISTER_OP(ne, Ne, OfParts)
CT_REGISTER_OP(lt, Lt)
CT_REGISTER_OP(le, Le)
CT_REGISTER_OP(gt, Lt, Exchanged)
CT_REGISTER_OP(ge, Le, Exchanged)
CT_REGISTER_OP(where, Where, Selection)
CT_REGISTER_OP(masked_fill, Fill, Filling)
CT_REGISTER_OP(isclose, IsClose)

}  // namespace ct::kernels::CT_ISA
