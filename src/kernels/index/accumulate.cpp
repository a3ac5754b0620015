// Scatters that join elements with those that are there. Positions are taken in order, and each result is rounded to
// the dtype, so the bits are the same whichever thread works on the other elements.
#include "kernels/index/one.inl.h"
#include "kernels/index/place.h"
#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// kIsFrequent: worth a loop for each dtype that reads the indices where they are; else there is none.
struct Add {
  static constexpr bool kIsFrequent = true;
  template <class T>
  static CT_INLINE T apply(T a, T b) {
    return static_cast<T>(a + b);
  }
  template <class R>
  static CT_INLINE Complex<R> apply(Complex<R> a, Complex<R> b) {
    return {a.re + b.re, a.im + b.im};
  }
  template <class T>
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a + b;
  }
  static CT_INLINE Bool apply(Bool a, Bool b) { return {static_cast<uint8_t>((a.byte | b.byte) != 0)}; }
};
struct Multiply {
  static constexpr bool kIsFrequent = false;
  template <class T>
  static CT_INLINE T apply(T a, T b) {
    return static_cast<T>(a * b);
  }
  template <class R>
  static CT_INLINE Complex<R> apply(Complex<R> a, Complex<R> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  template <class T>
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a * b;
  }
  static CT_INLINE Bool apply(Bool a, Bool b) { return {static_cast<uint8_t>(a.byte != 0 && b.byte != 0)}; }
};
// NaN wins.
struct Least {
  static constexpr bool kIsFrequent = false;
  template <class T>
  static CT_INLINE T apply(T a, T b) {
    return a <= b || a != a ? a : b;
  }
  template <class T>
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    return select((a.v <= b.v) | (a.v != a.v), a, b);
  }
};
struct Greatest {
  static constexpr bool kIsFrequent = false;
  template <class T>
  static CT_INLINE T apply(T a, T b) {
    return a >= b || a != a ? a : b;
  }
  template <class T>
  static CT_INLINE Vec<T> apply(Vec<T> a, Vec<T> b) {
    return select((a.v >= b.v) | (a.v != a.v), a, b);
  }
};

// It is not inlined into the loops of every dtype.
CT_NOINLINE bool offsets_meet_often(const int64_t *offsets, int64_t n) {
  return meet_often(
      n, [=](int64_t i) __attribute__((always_inline)) { return offsets[i]; });
}

template <class T>
CT_INLINE Vec<float> load_floats(const char *from) {
  if constexpr (kSame<T, Half>) return load_half(from);
  return load_bfloat16(from);
}
template <class T>
CT_INLINE void store_halves(char *to, Vec<float> low, Vec<float> high) {
  if constexpr (kSame<T, Half>) {
    to_halves(low, high).store(to);
  } else {
    bfloat16s<Rounding::kAll>(low, high).store(to);
  }
}

template <class Op, class T>
struct Accumulate {
  static constexpr int64_t kSize = sizeof(T);
  static constexpr bool kJoins = true;

  static CT_INLINE void one(char *to, const char *from) {
    store_one<T>(to, Op::apply(load_one<T>(to), load_one<T>(from)));
  }

  // For loops that are rare. It is not inlined, so that the compiler makes no vector loop of them.
  CT_NOINLINE static void one_apart(char *to, const char *from) { one(to, from); }

  // Registers of elements, as they lie in memory. Bool and complex elements go one by one.
  static constexpr bool kHalves = kSame<T, Half> || kSame<T, BFloat16>;
  static constexpr bool kHasRegisters = kHalves || kIsFloat<T> || kIsInteger<T>;
  using V = Vec<typename Choose<kHalves, uint16_t, typename Choose<kHasRegisters, T, uint8_t>::Type>::Type>;
  static CT_INLINE V join(V a, V b) {
    if constexpr (kHalves) {
      constexpr int64_t kHalf = kVecBytes / 2;
      alignas(kVecBytes) char first[kVecBytes], second[kVecBytes];
      a.store(first);
      b.store(second);
      store_halves<T>(first, Op::apply(load_floats<T>(first), load_floats<T>(second)),
                      Op::apply(load_floats<T>(first + kHalf), load_floats<T>(second + kHalf)));
      return V::load(first);
    } else {
      return Op::apply(a, b);
    }
  }

  // For elements that are dense on both sides.
  static CT_INLINE void dense(char *to, const char *from, int64_t n) {
    int64_t i = 0;
    if constexpr (kHasRegisters) {
      for (; i + V::kLanes <= n; i += V::kLanes) {
        join(V::load(to + i * kSize), V::load(from + i * kSize)).store(to + i * kSize);
      }
      if (i == n) return;
      return join(V::load(to + i * kSize, n - i), V::load(from + i * kSize, n - i)).store(to + i * kSize, n - i);
    }
    for (; i < n; ++i) one_apart(to + i * kSize, from + i * kSize);
  }

  // The same for many neighbours that meet in one slice, which fits a register and stays in it: loads of part of a
  // register wait until the store before them is done.
  static CT_INLINE void dense_meeting(char *indexed, const char *data, const int64_t *places, const int64_t *offsets,
                                      int64_t n, int64_t size) {
    int64_t here = offsets[0];
    V held = V::load(indexed + here, size);
    for (int64_t i = 0; i < n; ++i) {
      if (offsets[i] != here) {
        held.store(indexed + here, size);
        here = offsets[i];
        held = V::load(indexed + here, size);
      }
      held = join(held, V::load(data + places[i], size));
    }
    held.store(indexed + here, size);
  }

  // Neighbours stay in a register where many of them meet in one element.
  static void elements(char *data, int64_t step, char *indexed, const int64_t *offsets, int64_t n, bool is_far) {
    if (!offsets_meet_often(offsets, n)) {
      int64_t i = 0;
      for (; is_far && i + kScatteredAhead < n; ++i) {
        __builtin_prefetch(indexed + offsets[i + kScatteredAhead], 1, 3);
        one(indexed + offsets[i], data + i * step);
      }
      CT_UNROLL(4)
      for (; i < n; ++i) one(indexed + offsets[i], data + i * step);
      return;
    }
    int64_t here = offsets[0];
    auto held = load_one<T>(indexed + here);
    for (int64_t i = 0; i < n; ++i) {
      if (offsets[i] != here) {
        store_one<T>(indexed + here, held);
        here = offsets[i];
        held = load_one<T>(indexed + here);
      }
      held = rounded<T>(Op::apply(held, load_one<T>(data + i * step)));
    }
    store_one<T>(indexed + here, held);
  }

  static void slices(const IndexedPiece &piece, char *data, const int64_t *places, const int64_t *offsets, int64_t n) {
    const int64_t size = piece.sizes[2], data_step = piece.data_strides[2], step = piece.indexed_strides[2];
    const int64_t fetched = size * kSize < kMostSliceAhead ? size * kSize : kMostSliceAhead;
    int64_t ahead = piece.is_far && step == kSize ? kSlicesAhead / fetched : 0;
    if (ahead > kMostSlicesAhead) ahead = kMostSlicesAhead;
    if (size == 1) {
      int64_t i = 0;
      for (; piece.is_far && i + kScatteredAhead < n; ++i) {
        __builtin_prefetch(piece.indexed + offsets[i + kScatteredAhead], 1, 3);
        one(piece.indexed + offsets[i], data + places[i]);
      }
      for (; i < n; ++i) one(piece.indexed + offsets[i], data + places[i]);
      return;
    }
    if constexpr (kHasRegisters) {
      if (data_step == kSize && step == kSize && size < V::kLanes && offsets_meet_often(offsets, n)) {
        return dense_meeting(piece.indexed, data, places, offsets, n, size);
      }
    }
    for (int64_t i = 0; i < n; ++i) {
      char *const here = data + places[i], *const there = piece.indexed + offsets[i];
      if (ahead != 0 && i + ahead < n) {
        const char *const next = piece.indexed + offsets[i + ahead];
        for (int64_t j = 0; j < fetched; j += kCacheLine) __builtin_prefetch(next + j, 1, 3);
      }
      if (size <= kFewInSlice) {
        CT_ROLLED
        for (int64_t j = 0; j < size; ++j) one(there + j * step, here + j * data_step);
      } else if (data_step == kSize && step == kSize) {
        dense(there, here, size);
      } else {
        for (int64_t j = 0; j < size; ++j) one_apart(there + j * step, here + j * data_step);
      }
    }
  }

  static void direct(const DirectRows &rows) { each_row<Accumulate>(rows); }
  template <class At>
  static CT_INLINE void row(char *data, int64_t step, At at, int64_t n, bool is_far) {
    int64_t i = 0;
    if (is_far) {
      for (; i + kScatteredAhead < n; ++i) {
        __builtin_prefetch(at(i + kScatteredAhead), 1, 3);
        one(at(i), data + i * step);
      }
    }
    CT_UNROLL(4)
    for (; i < n; ++i) one(at(i), data + i * step);
  }
  static constexpr auto direct_if_frequent() {
    if constexpr (Op::kIsFrequent) return &direct;
    return decltype(IndexedMove::direct){};
  }

  static constexpr IndexedMove kMove = {&elements, &slices, direct_if_frequent(), kSize, kJoins};
};

template <class T>
void put(AccumulateTable &table, DType dtype) {
  using S = Unsigned<T>;  // sums and products have the same bits
  const auto at = [&](Scatter op) -> IndexedMove & {
    return table.accumulate[static_cast<int>(op)][static_cast<int>(dtype)];
  };
  at(Scatter::Add) = Accumulate<Add, S>::kMove;
  at(Scatter::Multiply) = Accumulate<Multiply, S>::kMove;
  if constexpr (kSame<T, Bool>) {
    at(Scatter::Greatest) = Accumulate<Add, S>::kMove;
    at(Scatter::Least) = Accumulate<Multiply, S>::kMove;
  } else if constexpr (!kIsComplex<T>) {
    at(Scatter::Greatest) = Accumulate<Greatest, T>::kMove;
    at(Scatter::Least) = Accumulate<Least, T>::kMove;
  }
}

}  // namespace

void register_accumulate(AccumulateTable &table) {
#define CT_REGISTER(dtype, element, wide) put<element>(table, DType::dtype);
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
