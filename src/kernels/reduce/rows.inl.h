// An accumulator at a time, along its own elements: long rows one by one, short ones with their ends shared.
#pragma once

#include "kernels/copy/deinterleave.inl.h"
#include "kernels/copy/transpose.h"
#include "kernels/reduce/columns.inl.h"
#include "kernels/reduce/contiguous.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct Rows : Runs<A> {
  using Base = Runs<A>;
  using Base::join, Base::accumulate, Base::is_settled, Base::add_all, Base::all;
  using Base::kSize, Base::kLane, Base::kLanes, Base::kAll, Base::kStep, Base::kStepBytes, Base::kSettles,
      Base::kColumns, Base::kBand, Base::kRow, Base::kLeaf;
  using typename Base::Lane, typename Base::Column, typename Base::V;

  // Of short rows: as many lanes as the widest registers have.
  static constexpr int64_t kNarrow = 64 / static_cast<int64_t>(sizeof(Real<Lane>));
  static constexpr int64_t kNarrowRegisters = kNarrow / V::kLanes;
  static constexpr int64_t kNarrowLeaf = kLeafRows * kNarrowRegisters * kStep;
  static constexpr int64_t kBatch = 64;  // short rows whose lanes are folded together
  // In registers: the widest alone, for its size, and not of narrow lanes, which are many.
  static constexpr bool kFoldsAcross = kVecBytes == 64 && sizeof(Real<Lane>) >= 4;

  template <int n, int row>
  static CT_INLINE V add_picked(V run, const V *parts) {
    run = A::add_register(run, pick_across<n, row, 1>(parts[0], parts, Iota<V::kLanes>{}));
    if constexpr (row + 1 < n) {
      return add_picked<n, row + 1>(run, parts);
    } else {
      return run;
    }
  }
  // Dense rows of n elements into dense accumulators, as many as registers hold; their number.
  template <int n>
  CT_NOINLINE static int64_t add_few(char *to, const char *from, int64_t count, int64_t ahead) {
    int64_t i = 0;
    CT_ROLLED
    for (; i + V::kLanes <= count; i += V::kLanes, from += n * kVecBytes) {
      if (ahead != 0) fetch<n * kVecBytes>(from + ahead);
      V parts[n];
#pragma GCC unroll 4
      for (int64_t k = 0; k < n; ++k) parts[k] = V::load(from + k * kVecBytes);
      A::combine(V::load(to + i * kLane), add_picked<n, 0>(A::begin(), parts)).store(to + i * kLane);
    }
    return i;
  }
  static int64_t add_few(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if (reduced.from != kSize || kept.from != reduced.size * kSize || kept.to != kLane) return 0;
    const int64_t ahead = distance_ahead(reduced, kept, kSize, traffic);
    if (reduced.size == 2) return add_few<2>(to, from, kept.size, ahead);
    if (reduced.size == 3) return add_few<3>(to, from, kept.size, ahead);
    if (reduced.size == 4) return add_few<4>(to, from, kept.size, ahead);
    return 0;
  }

  // What a register of columns takes stays in one.
  CT_NOINLINE static void add_turned(char *to, int64_t to_stride, const char *at, int64_t step, int64_t rows,
                                     int64_t n) {
    static_assert(kBand % kColumns == 0);
    alignas(64) Lane lanes[kBand];
    for (int64_t k = 0; k < n; k += kColumns, at += kColumns * kSize) {
      Column column = A::begin_column();
      CT_ROLLED
      for (int64_t row = 0; row < rows; ++row) column = A::add_column(column, at + row * step);
      A::end_column(column, rows, lanes + k);
    }
    accumulate(to, to_stride, lanes, n);
  }

  // Whether a row's beginning settles it; if so, lanes = that.
  static CT_INLINE bool settles_early(Lane *lanes, const char *at, int64_t count) {
    if constexpr (!kSettles) {
      return false;
    } else {
      if (count < 16 * kNarrow) return false;
      V runs[kNarrowRegisters];
#pragma GCC unroll 4
      for (int64_t k = 0; k < kNarrowRegisters; ++k) {
        runs[k] = A::add(A::begin(), at + k * kStepBytes);
        runs[k].store(reinterpret_cast<char *>(lanes + k * V::kLanes));
      }
      return is_settled(runs, kNarrowRegisters);
    }
  }

  // Few lanes for each of many rows; then all rows' lanes are folded side by side.
  CT_NOINLINE static void short_rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    alignas(64) Lane lanes[kBatch * kNarrow], turned[kNarrow * kBatch];
    const int64_t ahead = distance_ahead(reduced, kept, kSize, traffic);
    for (int64_t j = 0; j < kept.size; j += kBatch) {
      const int64_t n = kept.size - j < kBatch ? kept.size - j : kBatch;
      const char *at = from + j * kept.from;
      int64_t row = 0;  // up to one that does not: what is left out breaks the order in which memory is read
      for (; row < n && settles_early(lanes + row * kNarrow, at, reduced.size); ++row) at += kept.from;
      Base::template add_dense<kNarrowRegisters>(lanes + row * kNarrow, at, reduced.size, ahead, kept.from, n - row);
      if constexpr (kFoldsAcross) {
        Base::template fold_rows_of<kNarrowRegisters>(turned, lanes, n);
      } else {
        transpose(reinterpret_cast<char *>(turned), kBatch * kLane, reinterpret_cast<const char *>(lanes),
                  kNarrow * kLane, n, kNarrow, kLane, Traffic::Cached);
        for (int64_t half = kNarrow / 2; half > 0; half /= 2) {
          for (int64_t i = 0; i < half; ++i) join(turned + i * kBatch, turned + (i + half) * kBatch, n);
        }
      }
      accumulate(
          to + j * kept.to, kept.to, turned, n, [&](int64_t i, int64_t some) __attribute__((always_inline)) {
            Columns<A>::take_again(to + (j + i) * kept.to, from + (j + i) * kept.from, Dim{some, kept.to, kept.from},
                                   reduced, traffic);
          });
    }
  }

  // As many at a time as a register has lanes: a row's end, where one operation waits for the one before, is theirs
  // together.
  CT_NOINLINE static void long_rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    const int64_t ahead = distance_ahead(reduced, kept, kSize, traffic);
    const Dim once{1, 0, 0};
    const auto row = [&](int64_t j) __attribute__((always_inline)) {
      all(to + j * kept.to, from + j * kept.from, reduced, once, ahead);
    };
    int64_t j = 0;
    if constexpr (kFoldsAcross && !kSettles) {
      alignas(64) Lane lanes[V::kLanes * kLanes], folded[V::kLanes];
      for (; j + V::kLanes <= kept.size; j += V::kLanes) {
        const char *const at = from + j * kept.from;
        if (reduced.from == kSize && reduced.size <= kLeaf) {
          Base::template add_dense<kAll>(lanes, at, reduced.size, ahead, kept.from, V::kLanes);
        } else {
          for (int64_t k = 0; k < V::kLanes; ++k) {
            add_all(lanes + k * kLanes, {at + k * kept.from, reduced, once}, reduced.size, ahead);
          }
        }
        Base::template fold_rows_of<kAll>(folded, lanes, V::kLanes);
        accumulate(
            to + j * kept.to, kept.to, folded, V::kLanes, [&](int64_t i, int64_t some) __attribute__((always_inline)) {
              for (int64_t k = 0; k < some; ++k) row(j + i + k);
            });
      }
    }
    for (; j < kept.size; ++j) {
      if (kSettles && ahead != 0) fetch<kRow * kSize>(from + (j + 8) * kept.from);  // of a row its beginning may do
      row(j);
    }
  }

  static void rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if constexpr (requires(V run) { A::add_register(run, run); }) {
      const int64_t done = add_few(to, from, kept, reduced, traffic);
      if (done == kept.size) return;
      if (done != 0) {
        return Columns<A>::columns(to + done * kept.to, from + done * kept.from,
                                   Dim{kept.size - done, kept.to, kept.from}, reduced, traffic);
      }
    }
    if constexpr (kSize >= 4) {  // of others the code would be long
      if (reduced.size <= kTinyRow && reduced.from == kSize) {
        return add_tiny_rows(to, kept.to, from, kept.from, kept.size, reduced.size, kSize, traffic, &add_turned);
      }
    }
    if (reduced.size <= kLeafRows) return Columns<A>::columns(to, from, kept, reduced, traffic);
    if (reduced.from == kSize && reduced.size <= kNarrowLeaf) return short_rows(to, from, kept, reduced, traffic);
    long_rows(to, from, kept, reduced, traffic);
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
