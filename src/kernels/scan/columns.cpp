// Scans down columns: each column goes one element after the other.
#include "kernels/scan/accumulate.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class A>
struct ScanColumns : Elements<A> {
  using E = Elements<A>;
  using E::kPair;
  using E::kSize;
  using typename E::S;
  using typename E::Stored;
  using typename E::V;
  static constexpr int64_t kHeldBytes = V::kLanes * E::kHeldSize;
  // How many registers are stored together: two of floats become one of halves.
  static constexpr int kPut = kIsHalf<Stored> ? 2 : 1;
  static constexpr bool kNonTemporal = !kIsComplex<Stored>;

  // Stores kPut registers.
  template <Traffic traffic>
  static CT_INLINE void store(char *to, const S *x) {
    if constexpr (kSame<Stored, BFloat16>) {
      // Where a sum of bfloat16s in double is NaN, it is one of the inputs' NaNs or the processor's own. As a float it
      // is quiet, and rounding cannot carry out of its lower half, which is empty.
      put<traffic>(to, bfloat16s<Rounding::kNumbers>(x[0], x[1]));
    } else if constexpr (kSame<Stored, Half>) {
      put<traffic>(to, to_halves(x[0], x[1]));
    } else if constexpr (kIsComplex<Stored>) {
      x->store(to);
    } else {
      put<traffic>(to, x[0]);
    }
  }

  // Adds a register of elements to what is held, in kPair registers.
  static CT_INLINE S add(V *sums, S x) {
    V elements[kPair];
    E::widen(elements, x);
    CT_UNROLL(2)
    for (int k = 0; k < kPair; ++k) sums[k] = A::combine(sums[k], elements[k]);
    return E::narrow(sums);
  }
  // Stores the first n elements of a register.
  static CT_INLINE void store(char *to, S x, int64_t n) {
    if constexpr (kIsHalf<Stored>) {
      alignas(kCacheLine) char block[kVecBytes];
      const S twice[] = {x, x};
      store<Traffic::Cached>(block, twice);
      copy_small(to, block, n * kSize);
    } else {
      n == S::kLanes ? x.store(to) : x.store(to, n);
    }
  }
  // Adds the last elements of a row, at most a register of them.
  CT_NOINLINE static void add_rest(char *to, const char *from, int64_t n, char *held) {
    V sums[kPair];
    CT_UNROLL(2)
    for (int k = 0; k < kPair; ++k) sums[k] = V::load(held + k * kHeldBytes);
    const S result = add(sums, n == S::kLanes ? load_wide<Stored>(from) : load_wide<Stored>(from, n));
    CT_UNROLL(2)
    for (int k = 0; k < kPair; ++k) sums[k].store(held + k * kHeldBytes);
    store(to, result, n);
  }

  // Adds several rows, for which what is held is read and written once. Prefetches `ahead` bytes beyond what is read,
  // or nothing where that is 0.
  template <Traffic traffic, int rows>
  static CT_INLINE void add_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t columns,
                                 char *held, int64_t ahead) {
    constexpr int64_t kLanes = S::kLanes, kStep = kPut * kLanes;
    int64_t i = 0;
    CT_ROLLED
    for (; i + kStep <= columns; i += kStep) {
      if (ahead != 0) {
        CT_UNROLL(4)
        for (int row = 0; row < rows; ++row) __builtin_prefetch(from + row * from_step + i * kSize + ahead, 0, 2);
      }
      char *const at = held + i * E::kHeldSize;
      V sums[kPut * kPair];
      CT_UNROLL(4)
      for (int k = 0; k < kPut * kPair; ++k) sums[k] = V::load(at + k * kHeldBytes);
      CT_UNROLL(4)
      for (int row = 0; row < rows; ++row) {
        S results[kPut];
        CT_UNROLL(2)
        for (int part = 0; part < kPut; ++part) {
          results[part] =
              add(sums + part * kPair, load_wide<Stored>(from + row * from_step + (i + part * kLanes) * kSize));
        }
        store<traffic>(to + row * to_step + i * kSize, results);
      }
      CT_UNROLL(4)
      for (int k = 0; k < kPut * kPair; ++k) sums[k].store(at + k * kHeldBytes);
    }
    for (; i < columns; i += kLanes) {
      const int64_t rest = columns - i < kLanes ? columns - i : kLanes;
      for (int row = 0; row < rows; ++row) {
        add_rest(to + row * to_step + i * kSize, from + row * from_step + i * kSize, rest, held + i * E::kHeldSize);
      }
    }
  }

  template <Traffic traffic>
  CT_NOINLINE static void go_down(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,
                                  int64_t columns, char *held, bool prefetches) {
    constexpr int64_t kTogether = kIsComplex<Stored> ? 1 : 4;
    // Rows that lie nearer stay in the first-level cache beside what is held, and the processor prefetches them itself.
    const bool apart = from_step > kScanAhead || from_step < -kScanAhead;
    const int64_t group = kTogether * columns * kSize;  // prefetched: the next group, or one after it
    const int64_t ahead = prefetches ? (kScanAhead + group - 1) / group * kTogether * from_step : 0;
    int64_t row = 0;
    for (; apart && row + kTogether <= rows; row += kTogether) {
      add_rows<traffic, kTogether>(to + row * to_step, to_step, from + row * from_step, from_step, columns, held,
                                   ahead);
    }
    for (; row < rows; ++row) {
      add_rows<traffic, 1>(to + row * to_step, to_step, from + row * from_step, from_step, columns, held, 0);
    }
  }

  static void columns(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows, int64_t columns,
                      char *held, Traffic traffic) {
    const auto beyond = reinterpret_cast<uintptr_t>(to) | static_cast<uintptr_t>(to_step);
    const bool from_memory = traffic == Traffic::NonTemporal;
    if constexpr (kNonTemporal) {
      if (from_memory && beyond % kVecBytes == 0) {
        go_down<Traffic::NonTemporal>(to, to_step, from, from_step, rows, columns, held, true);
        return stream_fence();
      }
    }
    go_down<Traffic::Cached>(to, to_step, from, from_step, rows, columns, held, from_memory);
  }

  static void put_into(Scan &scan) { scan.columns = &columns; }
};

}  // namespace

void register_scan_columns(ScanTable &table) {
  Scan *const sums = table.scan[static_cast<int>(ScanOp::cumsum)];
  register_scans<ScanColumns, Sum>(sums);
  ScanColumns<Sum<Half>>::put_into(sums[static_cast<int>(DType::Float16)]);
  ScanColumns<Sum<BFloat16>>::put_into(sums[static_cast<int>(DType::BFloat16)]);
  register_scans<ScanColumns, Product>(table.scan[static_cast<int>(ScanOp::cumprod)]);
}

}  // namespace ct::kernels::CT_ISA
