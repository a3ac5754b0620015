// Neighbouring accumulators together, down the reduced dim, strip by strip: leaves of some rows, and the tree in which
// these meet.
#pragma once

#include "kernels/reduce/dense_rows.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct Columns : DenseRows<A> {
  using Base = DenseRows<A>;
  using Base::join, Base::accumulate, Base::add_rows, Base::begin, Base::add_near_rows, Base::is_far,
      Base::add_far_rows;
  using Base::kSize, Base::kLane, Base::kMayNotFit, Base::kSettles, Base::kColumns, Base::kBand, Base::kColumnTrees,
      Base::kHasLeaves, Base::kStrip, Base::kInPlace, Base::kWideStrip, Base::kTogether;
  using typename Base::Lane, typename Base::Column, typename Base::V;

  static constexpr int64_t kStripRegisters = kStrip / kColumns;
  // Doubles of narrower numbers: what a longer chain rounds is not seen.
  static constexpr bool kHasRoom = kInPlace && !kHasLeaves && sizeof(Real<Lane>) == 8;

  // columns take up to kColumnRows rows.
  CT_NOINLINE static void add_leaf(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                   Traffic traffic) {
    if (kept.from == kSize) {
      if (!kInPlace && is_far(reduced, traffic)) {
        return add_far_rows(reinterpret_cast<char *>(columns), from, reduced.from, reduced.size, kept.size, traffic);
      }
      if (traffic == Traffic::NonTemporal) return add_near_rows(columns, from, reduced.from, reduced.size, kept.size);
      return add_rows(columns, from, reduced.from, reduced.size, kept.size, kTogether);
    }
    alignas(64) char block[kLeafRows * kBand * kSize];
    for (int64_t row = 0; row < reduced.size; row += kLeafRows) {
      const int64_t rows = reduced.size - row < kLeafRows ? reduced.size - row : kLeafRows;
      gather(block, from + row * reduced.from, kSize, kept.from, kept.size, reduced.from, rows);
      add_rows(columns, block, kept.size * kSize, rows, kept.size, kTogether);
    }
  }

  // columns = up to kChainRows rows: leaves of kColumnRows, one after the other.
  CT_NOINLINE static void add_column_chain(Column *columns, Column *leaf, const char *from, const Dim &kept,
                                           const Dim &reduced, Traffic traffic) {
    for (int64_t row = 0; row < reduced.size; row += A::kColumnRows) {
      const int64_t left = reduced.size - row;
      const Dim rows{left < A::kColumnRows ? left : A::kColumnRows, 0, reduced.from};
      Column *const own = row == 0 ? columns : leaf;
      begin(own, kept.size);
      add_leaf(own, from + row * reduced.from, kept, rows, traffic);
      if (row != 0) join(columns, leaf, kept.size);
    }
  }

  // columns = the tree of rows whose leaves are such chains.
  CT_NOINLINE static void add_column_tree(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                          Traffic traffic) {
    Column others[kStripRegisters + 1];
    if (reduced.size <= kChainRows) return add_column_chain(columns, others, from, kept, reduced, traffic);
    // The first of two subtrees has the largest number of whole leaves, a power of two, that leaves something.
    const auto leaves = static_cast<uint64_t>((reduced.size - 1) / kChainRows);
    const int64_t first = kChainRows << (63 - __builtin_clzll(leaves));
    add_column_tree(columns, from, kept, Dim{first, 0, reduced.from}, traffic);
    add_column_tree(others, from + first * reduced.from, kept, Dim{reduced.size - first, 0, reduced.from}, traffic);
    join(columns, others, kept.size);
  }

  // What did not fit, column by column.
  static void take_again(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    if constexpr (kMayNotFit) Columns<typename A::Careful>::columns(to, from, kept, reduced, traffic);
  }

  CT_NOINLINE static void end_columns(const Column *columns, char *to, const char *from, const Dim &kept,
                                      const Dim &reduced, Traffic traffic) {
    constexpr int64_t kSome = 8 * kColumns;
    for (int64_t i = 0; i < kept.size; i += kSome) {
      alignas(64) Lane lanes[kSome];  // written up to the end of a register
      const int64_t n = kept.size - i < kSome ? kept.size - i : kSome;
      for (int64_t k = 0; k < n; k += kColumns) A::end_column(columns[(i + k) / kColumns], reduced.size, lanes + k);
      accumulate(
          to + i * kept.to, kept.to, lanes, n, [&](int64_t k, int64_t some) __attribute__((always_inline)) {
            take_again(to + (i + k) * kept.to, from + (i + k) * kept.from, Dim{some, kept.to, kept.from}, reduced,
                       traffic);
          });
    }
  }

  // All of so many columns, or accumulators that hold what columns would.
  static bool are_settled(const char *held, int64_t count) {
    for (int64_t i = 0; i < count; i += kColumns, held += sizeof(V)) {
      const int64_t n = count - i < kColumns ? count - i : kColumns;
      alignas(64) char bits[kVecBytes];
      A::settled(n < kColumns ? V::load(held, n) : V::load(held)).store(bits);
      for (int64_t k = 0; k < n * kLane; ++k) {
        if (bits[k] == 0) return false;
      }
    }
    return true;
  }

  // add(from, rows): all rows, or where columns may settle, more and more of them, until all have. held: what they
  // hold.
  template <class Add>
  static CT_INLINE void add_rows_of(const void *held, const char *from, const Dim &kept, const Dim &reduced, Add add) {
    if constexpr (!kSettles) {
      add(from, reduced);
    } else {
      constexpr int64_t kBytes = int64_t{64} << 10;
      int64_t together = kBytes / (kept.size * kSize);
      if (together < kLeafRows) together = kLeafRows;
      for (int64_t row = 0; row < reduced.size; row += together, together *= 2) {
        const int64_t left = reduced.size - row;
        if (row > 0 && are_settled(static_cast<const char *>(held), kept.size)) return;
        add(from + row * reduced.from, Dim{left < together ? left : together, 0, reduced.from});
      }
    }
  }
  // columns = rows in any order.
  static CT_INLINE void add_in_any_order(Column *columns, const char *from, const Dim &kept, const Dim &reduced,
                                         Traffic traffic) {
    begin(columns, kept.size);
    add_rows_of(columns, from, kept, reduced,
                [&](const char *at, const Dim &rows) { add_leaf(columns, at, kept, rows, traffic); });
  }

  // Rows into the accumulators: up to kColumnRows, or the tree of any number.
  CT_NOINLINE static void add_columns(char *to, const char *from, const Dim &kept, const Dim &reduced,
                                      Traffic traffic) {
    Column columns[kStripRegisters + 1];
    if constexpr (kColumnTrees) {
      add_column_tree(columns, from, kept, reduced, traffic);
    } else {
      add_in_any_order(columns, from, kept, reduced, traffic);
    }
    end_columns(columns, to, from, kept, reduced, traffic);
  }
  // The same of a wide strip, up to kColumnRows.
  CT_NOINLINE static void add_wide_columns(char *to, const char *from, const Dim &kept, const Dim &reduced,
                                           Traffic traffic) {
    Column columns[kWideStrip / kColumns + 1];
    add_in_any_order(columns, from, kept, reduced, traffic);
    end_columns(columns, to, from, kept, reduced, traffic);
  }

  CT_NOINLINE static void columns(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    const bool is_dense = kept.from == kSize;
    const bool far = is_dense && is_far(reduced, traffic) && (!kColumnTrees || kHasRoom || reduced.size <= kChainRows);
    bool wide = false;
    auto *add = &add_columns;
    if constexpr (kInPlace) {
      const bool is_row = is_dense && reduced.size == 1;
      if ((far || is_row) && kept.to == kLane) {
        return add_rows_of(to, from, kept, reduced, [&](const char *at, const Dim &rows) {
          add_far_rows(to, at, rows.from, rows.size, kept.size, traffic);
        });
      }
    } else {
      wide = far && traffic == Traffic::NonTemporal && kept.size > kStrip;
      if (wide) add = &add_wide_columns;
    }
    // Few rows that are gathered leave room for more columns.
    const int64_t width = wide ? kWideStrip : is_dense ? kStrip : reduced.size <= kLeafRows / 4 ? 4 * kBand : kBand;
    const int64_t together = kColumnTrees ? reduced.size : A::kColumnRows;
    for (int64_t i = 0; i < kept.size; i += width) {
      const Dim strip{kept.size - i < width ? kept.size - i : width, kept.to, kept.from};
      for (int64_t row = 0; row < reduced.size; row += together) {
        const int64_t left = reduced.size - row;
        const Dim rows{left < together ? left : together, 0, reduced.from};
        add(to + i * kept.to, from + i * kept.from + row * reduced.from, strip, rows, traffic);
      }
    }
  }
};

}  // namespace
}  // namespace ct::kernels::CT_ISA
