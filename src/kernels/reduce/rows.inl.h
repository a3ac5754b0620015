// Each accumulator takes the elements of its own row. Long rows go one by one; short ones share the work at their ends.
#pragma once

#include "kernels/buffer.h"
#include "kernels/copy/deinterleave.inl.h"
#include "kernels/copy/tile.inl.h"
#include "kernels/copy/transpose.h"
#include "kernels/reduce/columns.inl.h"
#include "kernels/reduce/contiguous.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct Rows {
  using L = Lanes<A>;
  using C = Contiguous<A>;
  using Lane = typename L::Lane;
  using Column = typename L::Column;
  using V = typename L::V;

  // How many lanes a short row has.
  static constexpr int64_t kShort = kShortLaneBytes / static_cast<int64_t>(sizeof(Real<Lane>));
  static constexpr int64_t kShortRegisters = kShort / V::kLanes;
  static constexpr int64_t kShortRow = kLeafElements * kShortRegisters * L::kStep;
  static constexpr int64_t kBatch = 64;  // short rows whose lanes are folded together
  // Lanes are folded within registers only where registers are the widest, because of the size of the code, and only
  // where lanes are not narrow, because a register has many of those.
  static constexpr bool kFoldsAcross = kRegisterIsLine && sizeof(Real<Lane>) >= 4;

  template <int n, int row>
  static CT_INLINE V add_picked(V sum, const V *parts) {
    sum = A::add_register(sum, pick_across<n, row, 1>(parts[0], parts, Iota<V::kLanes>{}));
    if constexpr (row + 1 < n) {
      return add_picked<n, row + 1>(sum, parts);
    } else {
      return sum;
    }
  }
  // Adds contiguous rows of n elements, deinterleaved in registers, to contiguous accumulators: as many rows as fill
  // whole registers. Returns how many these are.
  template <int n>
  CT_NOINLINE static int64_t add_few(char *to, const char *from, int64_t count, int64_t ahead) {
    int64_t i = 0;
    CT_ROLLED
    for (; i + V::kLanes <= count; i += V::kLanes, from += n * kVecBytes) {
      if (ahead != 0) prefetch<n * kVecBytes>(from + ahead);
      V parts[n];
      CT_UNROLL(4)
      for (int64_t k = 0; k < n; ++k) parts[k] = V::load(from + k * kVecBytes);
      A::combine(V::load(to + i * L::kLane), add_picked<n, 0>(A::begin(), parts)).store(to + i * L::kLane);
    }
    return i;
  }
  static int64_t add_few(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if (reduced.from != L::kSize || kept.from != reduced.size * L::kSize || kept.to != L::kLane) return 0;
    const int64_t ahead = traffic == Traffic::NonTemporal ? kReduceLookAhead : 0;
    if (reduced.size == 2) return add_few<2>(to, from, kept.size, ahead);
    if (reduced.size == 3) return add_few<3>(to, from, kept.size, ahead);
    if (reduced.size == 4) return add_few<4>(to, from, kept.size, ahead);
    return 0;
  }

  // Adds dense rows, transposed in registers, as many at a time as fill lines or columns. A register may read on into
  // the rows after its own, so the last rows are left out. Returns how many rows are done.
  CT_NOINLINE static int64_t add_tiles(char *to, const char *from, const Dim &kept, const Dim &reduced,
                                       Traffic traffic) {
    using T = Tile<L::kSize>;
    constexpr int64_t kTogether = T::kRows > L::kColumns ? T::kRows : L::kColumns, kPitch = kTogether * L::kSize;
    const Buffer<char, (kReduceTransposed + T::kColumns) * kPitch> block;
    alignas(kCacheLine) Lane lanes[kTogether];
    const int64_t row = kept.from;
    const int64_t read = (reduced.size + T::kColumns - 1) / T::kColumns * kVecBytes;  // bytes of the last row
    int64_t i = 0;
    for (; (kept.size - i - kTogether + 1) * row >= read; i += kTogether) {
      const char *const at = from + i * row;
      for (int64_t j = 0; j < reduced.size; j += T::kColumns) {
        for (int64_t k = 0; k < kTogether; k += T::kRows) {
          T::template transpose<Line, Traffic::Cached>(block + j * kPitch + k * L::kSize, at + k * row + j * L::kSize,
                                                       EvenRows{kPitch, row});
        }
      }
      for (int64_t k = 0; k < kTogether; k += L::kColumns) {
        Column column = A::begin_column();
        CT_ROLLED
        for (int64_t j = 0; j < reduced.size; ++j) {
          column = A::add_column(column, block + j * kPitch + k * L::kSize);
        }
        A::end_column(column, reduced.size, lanes + k);
      }
      L::accumulate(
          to + i * kept.to, kept.to, lanes, kTogether, [&](int64_t k, int64_t some) __attribute__((always_inline)) {
            Columns<A>::take_again(to + (i + k) * kept.to, at + k * row, Dim{some, kept.to, row}, reduced, traffic);
          });
    }
    return i;
  }

  // Whether the beginning of a row absorbs the rest; if so, `lanes` hold the beginning.
  static CT_INLINE bool absorbs_early(Lane *lanes, const char *at, int64_t count) {
    if constexpr (!L::kAbsorbs) {
      return false;
    } else {
      if (count < 16 * kShort) return false;
      V parts[kShortRegisters];
      CT_UNROLL(4)
      for (int64_t k = 0; k < kShortRegisters; ++k) {
        parts[k] = A::add(A::begin(), at + k * L::kStepBytes);
        parts[k].store(reinterpret_cast<char *>(lanes + k * V::kLanes));
      }
      return L::is_absorbed(parts, kShortRegisters);
    }
  }

  // Each of many rows gets a few lanes; then the lanes of all rows are folded side by side.
  CT_NOINLINE static void short_rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    const Buffer<Lane, kBatch * kShort> lanes, folded;
    for (int64_t j = 0; j < kept.size; j += kBatch) {
      const int64_t n = kept.size - j < kBatch ? kept.size - j : kBatch;
      const char *at = from + j * kept.from;
      // Early ends are looked for up to the first row that is read to its end: later gaps would break the order in
      // which memory is read.
      int64_t row = 0;
      for (; row < n && absorbs_early(lanes + row * kShort, at, reduced.size); ++row) at += kept.from;
      C::template add_segments<kShortRegisters>(lanes + row * kShort, at, reduced.size, kept.from, n - row);
      if constexpr (kFoldsAcross) {
        L::template fold_rows<kShortRegisters>(folded, lanes, n);
      } else {
        transpose(folded.bytes(), kBatch * L::kLane, lanes.bytes(), kShort * L::kLane, n, kShort, L::kLane,
                  Traffic::Cached);
        for (int64_t half = kShort / 2; half > 0; half /= 2) {
          for (int64_t i = 0; i < half; ++i)
            L::join(folded + i * kBatch, folded + i * kBatch, folded + (i + half) * kBatch, n);
        }
      }
      L::accumulate(
          to + j * kept.to, kept.to, folded, n, [&](int64_t i, int64_t some) __attribute__((always_inline)) {
            Columns<A>::take_again(to + (j + i) * kept.to, from + (j + i) * kept.from, Dim{some, kept.to, kept.from},
                                   reduced, traffic);
          });
    }
  }

  // As many rows go together as a register has lanes: they share the end of a row, where each operation waits for the
  // one before.
  CT_NOINLINE static void long_rows(char *to, const char *from, const Dim &kept, const Dim &reduced) {
    const Dim once{1, 0, 0};
    const auto row = [&](int64_t j) __attribute__((always_inline)) {
      C::all(to + j * kept.to, from + j * kept.from, reduced, once);
    };
    int64_t j = 0;
    if constexpr (kFoldsAcross && !L::kAbsorbs) {
      alignas(kCacheLine) Lane lanes[V::kLanes * L::kLanes], folded[V::kLanes];
      for (; j + V::kLanes <= kept.size; j += V::kLanes) {
        const char *const at = from + j * kept.from;
        for (int64_t k = 0; k < V::kLanes; ++k) {
          C::add_all(lanes + k * L::kLanes, {at + k * kept.from, reduced, once, L::kSize}, reduced.size);
        }
        L::template fold_rows<L::kAll>(folded, lanes, V::kLanes);
        L::accumulate(
            to + j * kept.to, kept.to, folded, V::kLanes, [&](int64_t i, int64_t some) __attribute__((always_inline)) {
              for (int64_t k = 0; k < some; ++k) row(j + i + k);
            });
      }
    }
    for (; j < kept.size; ++j) row(j);
  }

  static void rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if (reduced.size <= kLeafElements) {
      int64_t done = 0;
      if constexpr (requires(V sum) { A::add_register(sum, sum); }) done = add_few(to, from, kept, reduced, traffic);
      if constexpr (A::kColumnRows >= kLeafElements) {
        const bool is_dense = reduced.from == L::kSize && kept.from == reduced.size * L::kSize;
        if (done == 0 && is_dense && reduced.size > 1 && reduced.size <= kReduceTransposed)
          done = add_tiles(to, from, kept, reduced, traffic);
      }
      if (done == kept.size) return;
      return Columns<A>::columns(to + done * kept.to, from + done * kept.from,
                                 Dim{kept.size - done, kept.to, kept.from}, reduced, traffic);
    }
    if (reduced.from == L::kSize && reduced.size <= kShortRow) return short_rows(to, from, kept, reduced, traffic);
    long_rows(to, from, kept, reduced);
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
