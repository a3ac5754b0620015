// Scans a few columns side by side, in the order in which segments are scanned (contiguous.cpp). What are lanes there
// are rows here, of one register each, so that nothing is shuffled.
#include "kernels/scan/accumulate.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct ScanFewColumns : Elements<A> {
  using E = Elements<A>;
  using E::kHeldSize;
  using E::kPair;
  using E::kSize;
  using typename E::Held;
  using typename E::S;
  using typename E::V;
  static constexpr int kBlock = 8;                                 // what is scanned together
  static constexpr int kRows = E::kWidens && A::kByFours ? 4 : 1;  // that meet first, in one of those
  static constexpr int64_t kWhole = kBlock * kRows;

  // Up to V::kLanes elements.
  static CT_INLINE V load(const char *from, int64_t columns) {
    V wide[kPair];
    E::widen(wide, columns == S::kLanes ? S::load(from) : S::load(from, columns));
    return wide[0];
  }
  // in_place: the next row is loaded from behind `to`, and would wait for a store whose mask leaves out what lies
  // there.
  static CT_INLINE void store(char *to, V row, int64_t columns, bool in_place) {
    V wide[kPair] = {row};
    const S elements = E::narrow(wide);
    if (columns == S::kLanes) return elements.store(to);
    if (!kMasksStores || !in_place) return elements.store(to, columns);
    alignas(kVecBytes) char all[kVecBytes];
    elements.store(all);
    copy_small(to, all, columns * kSize);
  }

  static CT_INLINE V load_held(const char *from, int64_t columns) {
    alignas(kCacheLine) Held held[V::kLanes] = {};
    __builtin_memcpy(held, from, static_cast<uint64_t>(columns * kHeldSize));
    return V::load(reinterpret_cast<const char *>(held));
  }
  static CT_INLINE void store_held(char *to, V row, int64_t columns) {
    alignas(kCacheLine) Held held[V::kLanes];
    row.store(reinterpret_cast<char *>(held));
    __builtin_memcpy(to, held, static_cast<uint64_t>(columns * kHeldSize));
  }

  // Scans up to kWhole rows. whole: it is so many.
  template <bool whole>
  static CT_INLINE void scan_block(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                                   int64_t columns, V offset, V &local) {
    V first[kBlock][kRows], totals[kBlock];
    const bool in_place = kRows == 1 && to == from;  // else so many rows are loaded at once that it matters little
    const auto used = whole ? kBlock : static_cast<int>((rows + kRows - 1) / kRows);
    CT_ROLLED
    for (int k = 0; k < used; ++k) {
      CT_UNROLL(4)
      for (int r = 0; r < kRows; ++r, from += from_step) {
        if (!whole && k * kRows + r >= rows) break;
        const V row = load(from, columns);
        first[k][r] = r == 0 ? row : A::combine(first[k][r == 0 ? 0 : r - 1], row);
        totals[k] = first[k][r];
      }
    }
    CT_UNROLL(3)
    for (int by = 1; by < kBlock; by *= 2) {
      CT_UNROLL(8)
      for (int k = kBlock - 1; k >= by; --k) {
        if (whole || k < used) totals[k] = A::combine(totals[k - by], totals[k]);
      }
    }
    const V before = A::combine(offset, local);
    V own = before;
    CT_ROLLED
    for (int k = 0; k < used; ++k) {
      if constexpr (kRows == 1) {
        store(to, A::combine(offset, A::combine(local, totals[k])), columns, in_place);
        to += to_step;
      } else {
        const V total = A::combine(before, totals[k]);
        CT_UNROLL(4)
        for (int r = 0; r < kRows; ++r, to += to_step) {
          if (!whole && k * kRows + r >= rows) break;
          store(to, r + 1 == kRows ? total : A::combine(own, first[k][r]), columns, false);
        }
        own = total;
      }
    }
    local = A::combine(local, totals[used - 1]);
  }

  CT_NOINLINE static void go_down(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                                  int64_t columns, const char *offsets, char *locals) {
    const V offset = load_held(offsets, columns);
    V local = load_held(locals, columns);
    int64_t row = 0;
    for (; kIsFloat<Held> && row + kWhole <= rows; row += kWhole) {
      scan_block<true>(to + row * to_step, to_step, from + row * from_step, from_step, kWhole, columns, offset, local);
    }
    if (kIsFloat<Held> && row < rows) {
      scan_block<false>(to + row * to_step, to_step, from + row * from_step, from_step, rows - row, columns, offset,
                        local);
    }
    for (; !kIsFloat<Held> && row < rows; ++row) {  // integers wrap, in any order
      local = A::combine(local, load(from + row * from_step, columns));
      store(to + row * to_step, A::combine(offset, local), columns, to == from);
    }
    store_held(locals, local, columns);
  }

  static void few_columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                          const char *offsets, char *locals) {
    for (int64_t i = 0; i < columns; i += V::kLanes) {
      go_down(to + i * kSize, to_step, from + i * kSize, from_step, rows,
              columns - i < V::kLanes ? columns - i : V::kLanes, offsets + i * kHeldSize, locals + i * kHeldSize);
    }
  }

  static void put_into(Scan *scans, DType dtype) { scans[static_cast<int>(dtype)].few_columns = &few_columns; }
};

}  // namespace

// Products of floats go one by one where grouping could change them, and are left to lines.
void register_scan_few_columns(ScanTable &table) {
  Scan *const sums = table.scan[static_cast<int>(ScanOp::cumsum)];
  ScanFewColumns<Sum<int64_t>>::put_into(sums, DType::Int64);
  ScanFewColumns<Sum<float>>::put_into(sums, DType::Float32);
  ScanFewColumns<Sum<double>>::put_into(sums, DType::Float64);
  ScanFewColumns<Product<int64_t>>::put_into(table.scan[static_cast<int>(ScanOp::cumprod)], DType::Int64);
}

}  // namespace ct::kernels::CT_ISA
