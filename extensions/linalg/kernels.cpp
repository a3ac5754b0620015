// The kernels of one instruction set, CT_LINALG_ISA.
#include "kernels.h"

#include "vectors.inl.h"

namespace ct_linalg::CT_LINALG_ISA {

namespace {

// ---- tiles ----

// How far ahead of a packed block panels are prefetched, along k. Sapphire Rapids; tools/bench_linalg.py matmul of 1024
// and 2048.
constexpr int64_t kAheadOfA = 32, kAheadOfB = 16;
constexpr int64_t kRowsTogether = 16;  // that are packed all along; the same cases

// Computes kTall rows and kWide vectors of c in registers. kStatic: a lies in a panel of kTall rows.
template <class N, class V, int kTall, int kWide, bool kStatic>
CT_INLINE void block(const Tile &t, int64_t row, int64_t column) {
  using Part = typename N::Part;
  constexpr int kStep = sizeof(V) / sizeof(Part), kParts = N::kParts;
  const int64_t a_row = (kStatic || t.packed_a ? 1 : t.a_row) * kParts;
  const int64_t a_col = (kStatic || t.packed_a ? kTall : t.a_col) * kParts;
  const int64_t b_row = t.packed_b ? kWide * kStep : t.b_row * kParts;
  const auto *a = static_cast<const Part *>(t.a) + row * (t.packed_a ? t.k : t.a_row) * kParts;
  const auto *b = static_cast<const Part *>(t.b) + column * (t.packed_b ? t.k : 1) * kParts;
  const auto for_each = [c = static_cast<Part *>(t.c) + (row * t.c_row + column) * kParts,
                         c_row = t.c_row * kParts](auto &&body) CT_INLINE_LAMBDA {
#pragma GCC unroll 16
    for (int i = 0; i < kTall; ++i) {
#pragma GCC unroll 2
      for (int j = 0; j < kWide; ++j) body(i, j, c + i * c_row + j * kStep);
    }
  };
  if constexpr (kStatic) {  // long enough for c to come meanwhile
    for_each([](int, int, Part *to) CT_INLINE_LAMBDA { __builtin_prefetch(to, 1); });
  }
  typename N::template Accumulator<V> accumulators[kTall][kWide];
  // A row's address is that of every third row plus 0, 1 or 2 strides, which needs no further registers.
  constexpr int kThirds = (kTall + 2) / 3;
  const Part *thirds[kThirds];
  for (int i = 0; i < kThirds; ++i) thirds[i] = a + 3 * i * a_row;
  for (int64_t k = t.k; k > 0; --k, b += b_row) {
    V of_b[kWide];
#pragma GCC unroll 2
    for (int j = 0; j < kWide; ++j) of_b[j] = load<V>(b + j * kStep);
    if constexpr (kStatic) {  // panels lie behind the first cache
#pragma GCC unroll 2
      for (int j = 0; j < kWide; ++j) __builtin_prefetch(b + kAheadOfB * b_row + j * kStep);
      __builtin_prefetch(thirds[0] + kAheadOfA * a_col);
    }
#pragma GCC unroll 16
    for (int i = 0; i < kTall; ++i) {
#pragma GCC unroll 2
      for (int j = 0; j < kWide; ++j) accumulators[i][j].add(thirds[i / 3] + i % 3 * a_row, of_b[j]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < kThirds; ++i) {
      thirds[i] += a_col;
      if constexpr (!kStatic) __asm__("" : "+r"(thirds[i]));  // else the compiler would take a register for each row
    }
  }
  V results[kTall][kWide];
  for_each([&](int i, int j, Part *) CT_INLINE_LAMBDA { results[i][j] = accumulators[i][j].result(); });
  if (t.alpha != nullptr) {
    const auto *const alpha = static_cast<const Part *>(t.alpha);
    for_each([&](int i, int j, Part *) CT_INLINE_LAMBDA { results[i][j] = N::scaled(alpha, results[i][j]); });
  }
  if (t.accumulate) {
    for_each([&](int i, int j, Part *to) CT_INLINE_LAMBDA { results[i][j] = N::join(load<V>(to), results[i][j]); });
  }
  for_each([&](int i, int j, Part *to) CT_INLINE_LAMBDA { store(to, results[i][j]); });
}

template <class N>
constexpr int kNumberBytes = static_cast<int>(sizeof(typename N::Part)) * N::kParts;

// How many rows the first blocks have: as many as there are registers for. Integers have lower blocks only, which takes
// less code.
template <class N>
constexpr int kTallest = N::kFloat ? kRows / N::kParts : 4;
constexpr int lower(int height) { return height > 8 ? 8 : height > 4 ? 4 : height > 2 ? 2 : height / 2; }

// Prefetches the next rows of a while the first columns are computed, and b of the next product while the last columns
// are. Both may lie in memory, and no processor foresees the many short lines that a block reads at a time.
template <class N, int kTall, int kColumns>
CT_INLINE void prefetch_ahead(const Tile &t, int64_t row, int64_t column) {
  constexpr int64_t kBytes = kNumberBytes<N>;
  const int64_t next = row + kTall;
  if (column == 0) {
    const char *a = static_cast<const char *>(t.a) + (next < t.m ? next * t.a_row : t.a_next) * kBytes;
    for (int i = 0; i < kTall; ++i, a += t.a_row * kBytes) {
      for (int64_t at = 0; at < t.k * kBytes; at += 64) __builtin_prefetch(a + at);
    }
  }
  if (column + kColumns >= t.n) {
    const char *b = static_cast<const char *>(t.b) + (t.b_next + row * t.b_row) * kBytes;
    for (int64_t k = row; k < next && k < t.k; ++k, b += t.b_row * kBytes) {
      for (int64_t at = 0; at < t.n * kBytes; at += 64) __builtin_prefetch(b + at, 0, 2);
    }
  }
}

// Computes rows from `row` on in blocks of kTall, as many as there are. Not inlined, because the compiler would prepare
// for blocks of all heights in advance, which takes longer than a small product.
template <class N, class V, int kTall, int kWide, bool kStatic>
__attribute__((noinline)) int64_t blocks(const Tile &t, int64_t row, int64_t column) {
  constexpr int kColumns = kWide * static_cast<int>(sizeof(V)) / kNumberBytes<N>;
  for (; row + kTall <= t.m; row += kTall) {
    if (!kStatic && t.prefetch) prefetch_ahead<N, kTall, kColumns>(t, row, column);
    block<N, V, kTall, kWide, kStatic>(t, row, column);
  }
  return row;
}
// The same, and then the remaining rows in lower blocks.
template <class N, class V, int kTall, int kWide, bool kStatic>
CT_INLINE void rows(const Tile &t, int64_t row, int64_t column) {
  if (row + kTall <= t.m) row = blocks<N, V, kTall, kWide, kStatic>(t, row, column);
  if constexpr (lower(kTall) > 0) rows<N, V, lower(kTall), kWide, kStatic>(t, row, column);
}
template <class N, class V, int kWide>
void column_of_blocks(const Tile &t, int64_t column) {
  if (N::kFloat && t.packed_a) {
    rows<N, V, kTallest<N>, kWide, N::kFloat>(t, 0, column);
  } else {
    rows<N, V, kTallest<N>, kWide, false>(t, 0, column);
  }
}

// Computes columns from `column` on: in vectors of that many bytes, then in narrower ones, down to single numbers.
template <class N, int kBytes>
CT_INLINE void columns(const Tile &t, int64_t column) {
  constexpr int kAtATime = kBytes / kNumberBytes<N>;
  using V = Vec<typename N::Part, kBytes>;
  if constexpr (kBytes == kVecBytes) {
    for (; column + 2 * kAtATime <= t.n; column += 2 * kAtATime) column_of_blocks<N, V, 2>(t, column);
  }
  for (; column + kAtATime <= t.n; column += kAtATime) column_of_blocks<N, V, 1>(t, column);
  if constexpr (kBytes > 16) {
    columns<N, kBytes / 2>(t, column);
  } else if constexpr (kBytes > kNumberBytes<N>) {
    columns<N, kNumberBytes<N>>(t, column);
  }
}

// ---- packing ----

// The height of the next block of rows, and the width of the next one of columns, where so many are left.
template <class N>
int64_t height_of(int64_t left) {
  int height = kTallest<N>;
  while (height > left) height = lower(height);
  return height;
}
template <class N>
constexpr int64_t kWidest = 2 * kVecBytes / kNumberBytes<N>;
template <class N>
int64_t width_of(int64_t left) {
  int64_t width = kWidest<N>;
  while (width > left && width * kNumberBytes < N >> 16) width /= 2;
  return width > left ? 1 : width;
}

template <int kBytes>
struct BitsOf {
  using Type = std::conditional_t<
      kBytes == 1, uint8_t,
      std::conditional_t<kBytes == 2, uint16_t, std::conditional_t<kBytes == 4, uint32_t, uint64_t>>>;
};

// A panel of `width` lines, of which each `step` numbers lies beside the one before, k numbers long.
template <class Number>
struct Panel {
  int64_t width, k;
  const Number *from;
  int64_t step, k_step;
  Number *to;
};

// 4 numbers of 4 lines, exchanged.
template <class Bits>
CT_INLINE void transpose_four(const Bits *from, int64_t step, Bits *to, int64_t width) {
  using V = Vec<Bits, 4 * sizeof(Bits)>;
  const V a = load<V>(from), b = load<V>(from + step), c = load<V>(from + 2 * step), d = load<V>(from + 3 * step);
  const V ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const V AB = __builtin_shufflevector(a, b, 2, 6, 3, 7), CD = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  store(to, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
  store(to + width, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
  store(to + 2 * width, __builtin_shufflevector(AB, CD, 0, 1, 4, 5));
  store(to + 3 * width, __builtin_shufflevector(AB, CD, 2, 3, 6, 7));
}

// kWidth: the usual width of a panel, which the compiler then knows, or 0 for other widths.
template <class Number, int64_t kWidth>
CT_INLINE void pack_panel(const Panel<Number> &p) {
  const int64_t width = kWidth > 0 ? kWidth : p.width;
  if (p.step == 1) {
    for (int64_t k = 0; k < p.k; ++k) {
      __builtin_memcpy(p.to + k * width, p.from + k * p.k_step, sizeof(Number) * static_cast<uint64_t>(width));
    }
    return;
  }
  int64_t done = 0;
  if constexpr (sizeof(Number) >= 4 && sizeof(Number) <= 8) {
    using Bits = typename BitsOf<sizeof(Number)>::Type;
    if (p.k_step == 1 && width % 4 == 0) {
      for (; done + 4 <= p.k; done += 4) {
        for (int64_t i = 0; i < width; i += 4) {
          transpose_four(reinterpret_cast<const Bits *>(p.from + i * p.step + done), p.step,
                         reinterpret_cast<Bits *>(p.to + done * width + i), width);
        }
      }
    }
  }
  for (; done < p.k; ++done) {
    for (int64_t i = 0; i < width; ++i) p.to[done * width + i] = p.from[i * p.step + done * p.k_step];
  }
}

template <class N>
void pack(const Pack &p) {
  struct __attribute__((may_alias)) Number {
    typename N::Part parts[N::kParts];
  };
  const auto *from = static_cast<const Number *>(p.from);
  auto *to = static_cast<Number *>(p.to);
  // Where neighbours of a line lie next to each other, a few lines are read as a whole, which a processor's prefetching
  // can follow.
  const int64_t deep = p.step == 1 ? kRowsTogether : p.k;
  for (int64_t k = 0; k < p.k; k += deep) {
    const int64_t some = k + deep < p.k ? deep : p.k - k;
    for (int64_t width, at = 0; at < p.across; at += width) {
      width = p.tall ? height_of<N>(p.across - at) : width_of<N>(p.across - at);
      const Panel<Number> panel = {width,  some,     from + at * p.step + k * p.k_step,
                                   p.step, p.k_step, to + at * p.k + k * width};
      if (width == kTallest<N>) {
        pack_panel<Number, kTallest<N>>(panel);
      } else if (width == kWidest<N>) {
        pack_panel<Number, kWidest<N>>(panel);
      } else {
        pack_panel<Number, 0>(panel);
      }
    }
  }
}

// ---- products ----

// Multiplies a row by kDeep rows of b, and adds that to c where `adds` says so; in vectors of that many bytes, then in
// narrower ones.
template <class N, int kBytes, int kDeep>
CT_INLINE void some_rows(const Tile &t, int64_t first, bool adds, int64_t column) {
  using Part = typename N::Part;
  using V = Vec<Part, kBytes>;
  constexpr int kParts = N::kParts, kAtATime = kBytes / kNumberBytes<N>;
  Part numbers[kDeep][kParts];
#pragma GCC unroll 8
  for (int i = 0; i < kDeep; ++i) {
    __builtin_memcpy(numbers[i], static_cast<const Part *>(t.a) + (first + i) * t.a_col * kParts, sizeof numbers[i]);
  }
  const auto *const b = static_cast<const Part *>(t.b) + first * t.b_row * kParts;
  auto *const c = static_cast<Part *>(t.c);
  const int64_t b_row = t.b_row * kParts;
  for (; column + kAtATime <= t.n; column += kAtATime) {
    typename N::template Accumulator<V> accumulator;
#pragma GCC unroll 8
    for (int i = 0; i < kDeep; ++i) accumulator.add(numbers[i], load<V>(b + i * b_row + column * kParts));
    V result = accumulator.result();
    if (t.alpha != nullptr) result = N::scaled(static_cast<const Part *>(t.alpha), result);
    store(c + column * kParts, adds ? N::join(load<V>(c + column * kParts), result) : result);
  }
  if constexpr (kBytes > 16) {
    some_rows<N, kBytes / 2, kDeep>(t, first, adds, column);
  } else if constexpr (kBytes > kNumberBytes<N>) {
    some_rows<N, kNumberBytes<N>, kDeep>(t, first, adds, column);
  }
}

// Computes one row of c by reading the rows of b one after the other, in the order of memory.
template <class N>
void one_row(const Tile &t) {
  int64_t k = 0;
  for (; k + 8 <= t.k; k += 8) some_rows<N, kVecBytes, 8>(t, k, t.accumulate || k > 0, 0);
  for (; k < t.k; ++k) some_rows<N, kVecBytes, 1>(t, k, t.accumulate || k > 0, 0);
}

template <class N>
void tile(const Tile &given) {
  using Part = typename N::Part;
  Tile t = given;
  const bool packs = !given.packed_b && given.b_col != 1;
  const auto *b = static_cast<const Part *>(given.b);
  for (int64_t i = 0; i < given.count; ++i) {
    if (packs) {
      pack<N>({false, t.n, t.k, b, t.b_col, t.b_row, t.scratch});
      t.b = t.scratch;
      t.packed_b = true;
    } else {
      t.b = b;
    }
    if (t.m == 1 && !t.packed_a && !t.packed_b) {
      one_row<N>(t);
    } else {
      columns<N, kVecBytes>(t, 0);
    }
    t.a = static_cast<const Part *>(t.a) + t.a_next * N::kParts;
    t.c = static_cast<Part *>(t.c) + t.c_next * N::kParts;
    b += t.b_next * N::kParts;
  }
}

// ---- dot products ----

// Computes kRows dot products. Where that is more than one, they share y.
template <class T, int kRows>
CT_INLINE void dot_plain(const T *x, int64_t x_row, const T *y, int64_t k, T *out, int64_t out_row) {
  using V = Vec<T, kVecBytes>;
  constexpr int kLanes = kVecBytes / static_cast<int>(sizeof(T)), kAtATime = kRows == 1 ? 4 : 2;
  V sums[kRows][kAtATime] = {};
  int64_t i = 0;
  for (; i + kAtATime * kLanes <= k; i += kAtATime * kLanes) {
#pragma GCC unroll 4
    for (int j = 0; j < kAtATime; ++j) {
      const V of_y = load<V>(y + i + j * kLanes);
#pragma GCC unroll 4
      for (int r = 0; r < kRows; ++r)
        sums[r][j] = sum(sums[r][j], product(load<V>(x + r * x_row + i + j * kLanes), of_y));
    }
  }
  for (; i + kLanes <= k; i += kLanes) {
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) sums[r][0] = sum(sums[r][0], product(load<V>(x + r * x_row + i), load<V>(y + i)));
  }
  for (int r = 0; r < kRows; ++r) {
    for (int j = 1; j < kAtATime; ++j) sums[r][0] = sum(sums[r][0], sums[r][j]);
    T all = total<kLanes>(sums[r][0]);
    for (int64_t l = i; l < k; ++l) all = sum(all, product(x[r * x_row + l], y[l]));
    store(out + r * out_row, all);
  }
}

template <class T>
void dots_plain(const Dots &d) {
  const T *x = static_cast<const T *>(d.a), *y = static_cast<const T *>(d.b);
  T *out = static_cast<T *>(d.out);
  int64_t row = 0;
  const auto step = [&](int64_t rows) CT_INLINE_LAMBDA {
    row += rows;
    x += rows * d.a_next;
    y += rows * d.b_next;
    out += rows * d.out_next;
  };
  if (d.b_next == 0) {
    for (; row + 4 <= d.count; step(4)) dot_plain<T, 4>(x, d.a_next, y, d.k, out, d.out_next);
  }
  for (; row < d.count; step(1)) dot_plain<T, 1>(x, 0, y, d.k, out, 0);
}

void dots_truth(const Dots &d) {
  for (int64_t row = 0; row < d.count; ++row) {
    const auto *const x = static_cast<const uint8_t *>(d.a) + row * d.a_next, *const y =
                                                                                  static_cast<const uint8_t *>(d.b) +
                                                                                  row * d.b_next;
    uint8_t any = 0;
    for (int64_t i = 0; i < d.k; ++i) any = static_cast<uint8_t>(any | (x[i] & y[i]));
    store(static_cast<uint8_t *>(d.out) + row * d.out_next, any);
  }
}

template <class R>
CT_INLINE void dot_complex(const R *x, const R *y, int64_t k, bool conj, R *to) {
  using N = Complex<R>;
  using V = Vec<R, kVecBytes>;
  constexpr int kLanes = kVecBytes / static_cast<int>(sizeof(R));
  V straight[2] = {}, crossed[2] = {};  // re re and im im in turn; re im and im re
  const int64_t parts = 2 * k;
  int64_t i = 0;
  for (; i + 2 * kLanes <= parts; i += 2 * kLanes) {
#pragma GCC unroll 2
    for (int j = 0; j < 2; ++j) {
      const V of_x = load<V>(x + i + j * kLanes), of_y = load<V>(y + i + j * kLanes);
      straight[j] += of_x * of_y;
      crossed[j] += of_x * N::exchanged(of_y);
    }
  }
  const V all_straight = straight[0] + straight[1], all_crossed = crossed[0] + crossed[1];
  R re_re = 0, im_im = 0, re_im = 0, im_re = 0;
  for (int lane = 0; lane < kLanes; lane += 2) {
    re_re += all_straight[lane];
    im_im += all_straight[lane + 1];
    re_im += all_crossed[lane];
    im_re += all_crossed[lane + 1];
  }
  for (; i < parts; i += 2) {
    re_re += x[i] * y[i];
    im_im += x[i + 1] * y[i + 1];
    re_im += x[i] * y[i + 1];
    im_re += x[i + 1] * y[i];
  }
  to[0] = conj ? re_re + im_im : re_re - im_im;
  to[1] = conj ? re_im - im_re : re_im + im_re;
}

template <class R>
void dots_complex(const Dots &d) {
  for (int64_t row = 0; row < d.count; ++row) {
    dot_complex(static_cast<const R *>(d.a) + 2 * row * d.a_next, static_cast<const R *>(d.b) + 2 * row * d.b_next, d.k,
                d.conj, static_cast<R *>(d.out) + 2 * row * d.out_next);
  }
}

}  // namespace

// In the order of Kind.
extern const Kernels table;
const Kernels table = {
    {tile<Plain<float>>, tile<Plain<double>>, tile<Complex<float>>, tile<Complex<double>>, tile<Plain<uint8_t>>,
     tile<Plain<uint16_t>>, tile<Plain<uint32_t>>, tile<Plain<uint64_t>>, tile<Truth>},
    {pack<Plain<float>>, pack<Plain<double>>, pack<Complex<float>>, pack<Complex<double>>, pack<Plain<uint8_t>>,
     pack<Plain<uint16_t>>, pack<Plain<uint32_t>>, pack<Plain<uint64_t>>, pack<Truth>},
    {dots_plain<float>, dots_plain<double>, dots_complex<float>, dots_complex<double>, dots_plain<uint8_t>,
     dots_plain<uint16_t>, dots_plain<uint32_t>, dots_plain<uint64_t>, dots_truth},
};

}  // namespace ct_linalg::CT_LINALG_ISA
