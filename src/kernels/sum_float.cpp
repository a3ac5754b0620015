// Sums of floating-point and complex elements. Every ISA adds in the same order, whatever its registers: a run goes to
// 256 bytes of virtual lanes, at most 32 elements a lane one after the other; such leaves are added in pairs, the pairs
// in pairs, and so on (the error grows with the logarithm of the length), and at last the lanes by halves. Halves are
// added in float. Nothing depends on addresses.
#include "kernels/convert.inl.h"
#include "kernels/sum.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kLeafRows = 32;
constexpr int64_t kLaneBytes = 256;

// Where the first of two subtrees ends: the largest number of whole leaves, a power of two, that leaves something.
CT_INLINE int64_t split(int64_t rows) {
  return kLeafRows << (63 - __builtin_clzll(static_cast<uint64_t>((rows - 1) / kLeafRows)));
}

template <class T>
struct PartsOf {
  using Stored = T;
  static constexpr int64_t kCount = 1;
};
template <class R>
struct PartsOf<Complex<R>> {
  using Stored = R;
  static constexpr int64_t kCount = 2;
};

template <class T>
struct FloatSum {
  using Stored = typename PartsOf<T>::Stored;  // the reals in memory
  using Real = Wide<Stored>;                   // the reals that are added
  using V = Vec<Real>;
  static constexpr int64_t kParts = PartsOf<T>::kCount;
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int64_t kReal = sizeof(Real);
  static constexpr int64_t kLanes = kLaneBytes / kReal;
  static constexpr int64_t kLeaf = kLeafRows * kLanes;  // reals
  static constexpr int64_t kStrip = 4096 / kReal;       // reals: columns that go down the rows together
  static constexpr int64_t kBand = 128;                 // reals: columns that are gathered together

  // n0 × n1 elements as dense reals: in place if they are that already, else in the block.
  CT_NOINLINE static const char *reals(char *block, const char *from, const Dim &inner, const Dim &outer) {
    const bool dense = inner.from == kSize && (outer.size == 1 || outer.from == inner.size * kSize);
    if constexpr (kSame<Stored, Real>) {
      if (dense) return from;
      gather(block, from, kSize, inner.from, inner.size, outer.from, outer.size);
    } else {
      alignas(64) char narrow[kLeaf * sizeof(Stored)];
      if (!dense) gather(narrow, from, kSize, inner.from, inner.size, outer.from, outer.size);
      const char *const in = dense ? from : narrow;
      convert_row<Real, Stored>(block, &in, inner.size * outer.size * kParts, 0);
    }
    return block;
  }

  // A run of elements: those of the inner dim, over and over.
  struct Run {
    const char *from;
    const Dim &inner, &outer;
    Traffic traffic;

    // What is added lies in memory as it is, from `from` on.
    bool is_in_place() const {
      return kSame<Stored, Real> && inner.from == kSize && (outer.size == 1 || outer.from == inner.size * kSize);
    }

    // `count` of them from the one numbered `first` on: the end of a row, whole rows, the beginning of one.
    const char *reals(char *block, int64_t first, int64_t count) const {
      if (is_in_place()) return from + first * kSize;
      int64_t j = first / inner.size;
      int64_t i = first - j * inner.size;
      for (int64_t done = 0; done < count;) {
        const int64_t left = count - done;
        const int64_t rows = i == 0 && left >= inner.size ? left / inner.size : 1;
        const int64_t in_row = inner.size - i;
        const int64_t n = rows > 1 || in_row < left ? in_row : left;
        char *const to = block + done * kParts * kReal;
        const char *const piece = FloatSum::reals(to, from + i * inner.from + j * outer.from, Dim{n, 0, inner.from},
                                                  Dim{rows, 0, outer.from});
        done += n * rows;
        if (done == count && to == block) return piece;
        if (piece != to) __builtin_memcpy(to, piece, static_cast<uint64_t>(n * rows * kParts * kReal));
        j += rows;
        i = 0;
      }
      return block;
    }
  };

  // As many lanes as are added together in registers.
  static constexpr int64_t kRegisters = kLaneBytes / kVecBytes < 8 ? kLaneBytes / kVecBytes : 8;
  static CT_INLINE void add_row(V *sums, const char *at) {
#pragma GCC unroll 8
    for (int64_t k = 0; k < kRegisters; ++k) sums[k] = sums[k] + V::load(at + k * kVecBytes);
  }
  // Into the second-level cache: this far ahead, lines would be gone from the first again.
  static CT_INLINE void fetch(const char *at) {
    constexpr int64_t kAhead = 4096;  // bytes
#pragma GCC unroll 8
    for (int64_t i = 0; i < kRegisters * kVecBytes; i += 64) __builtin_prefetch(at + kAhead + i, 0, 2);
  }
  static CT_INLINE void store(Real *lanes, const V *sums) {
    char *const to = reinterpret_cast<char *>(lanes);
#pragma GCC unroll 8
    for (int64_t k = 0; k < kRegisters; ++k) sums[k].store(to + k * kVecBytes);
  }

  // lanes = the sum of up to 32 rows of lanes, the last of which may be short.
  CT_NOINLINE static void add_leaf(Real *lanes, const Run &run, int64_t first, int64_t count) {
    alignas(64) char block[kLeaf * kReal];
    const char *const from = run.reals(block, first / kParts, count / kParts);
    const int64_t rows = count / kLanes;
    const int64_t rest = count % kLanes;
    for (int64_t lane = 0; lane < kLanes; lane += kRegisters * V::kLanes) {
      V sums[kRegisters] = {};
      const char *at = from + lane * kReal;
      for (int64_t row = 0; row < rows; ++row, at += kLaneBytes) add_row(sums, at);
      if (rest > lane) {
#pragma GCC unroll 8
        for (int64_t k = 0; k < kRegisters; ++k) {
          const int64_t left = rest - lane - k * V::kLanes;
          if (left >= V::kLanes) {
            sums[k] = sums[k] + V::load(at + k * kVecBytes);
          } else if (left > 0) {
            sums[k] = sums[k] + V::load(at + k * kVecBytes, left);
          }
        }
      }
      store(lanes + lane, sums);
    }
  }

  static void add(Real *to, const Real *from, int64_t count) {
    CT_INDEPENDENT
    for (int64_t i = 0; i < count; ++i) to[i] += from[i];
  }

  // The tree of add_tree over whole leaves that lie side by side, written out: calls and mispredicted ends of loops
  // cost time even beside memory in L2. The rows of a leaf stay a loop: when each of its loads was an instruction
  // of its own, the processor fetched nothing ahead, and memory beyond the caches was read far below its speed.
  template <int64_t leaves, Traffic traffic>
  static CT_INLINE void add_leaves(Real *lanes, const char *from) {
    if constexpr (leaves > 1) {
      alignas(64) Real others[kLanes];
      add_leaves<leaves / 2, traffic>(lanes, from);
      add_leaves<leaves / 2, traffic>(others, from + leaves / 2 * kLeaf * kReal);
      add(lanes, others, kLanes);
    } else {
      for (int64_t lane = 0; lane < kLanes; lane += kRegisters * V::kLanes) {
        V sums[kRegisters] = {};
        const char *at = from + lane * kReal;
        CT_ROLLED
        for (int64_t row = 0; row < kLeafRows; ++row, at += kLaneBytes) {
          if constexpr (traffic == Traffic::Streamed) fetch(at);
          add_row(sums, at);
        }
        store(lanes + lane, sums);
      }
    }
  }
  static constexpr int64_t kGrove = 16;  // leaves
  template <Traffic traffic>
  CT_NOINLINE static void add_grove(Real *lanes, const char *from) {
    add_leaves<kGrove, traffic>(lanes, from);
  }

  // lanes = the sum of count reals of the run, from `first` on.
  CT_NOINLINE static void add_tree(Real *lanes, const Run &run, int64_t first, int64_t count) {
    if (count <= kLeaf) return add_leaf(lanes, run, first, count);
    if (count == kGrove * kLeaf && run.is_in_place()) {
      const char *const from = run.from + first * kReal;
      return run.traffic == Traffic::Cached ? add_grove<Traffic::Cached>(lanes, from)
                                            : add_grove<Traffic::Streamed>(lanes, from);
    }
    const int64_t half = split((count + kLanes - 1) / kLanes) * kLanes;
    alignas(64) Real others[kLanes];
    add_tree(lanes, run, first, half);
    add_tree(others, run, first + half, count - half);
    add(lanes, others, kLanes);
  }

  static void accumulate(char *to, const Real *sums) {
    for (int64_t part = 0; part < kParts; ++part) {
      store_element(to + part * kReal, load_element<Real>(to + part * kReal) + sums[part]);
    }
  }

  // The lanes by halves, down to one number. Lanes past `count` are zero and are skipped.
  template <int64_t width = kLanes / 2>
  static CT_INLINE void fold(Real *lanes, int64_t count) {
    constexpr int kNumbers = static_cast<int>(width * kReal < kVecBytes ? width : V::kLanes);
    using Numbers = typename NativeVector<Real, kNumbers>::Type;
    char *const low = reinterpret_cast<char *>(lanes);
    if (width < count) {
#pragma GCC unroll 8
      for (int64_t i = 0; i < width * kReal; i += kNumbers * kReal) {
        store_element(low + i, load_element<Numbers>(low + i) + load_element<Numbers>(low + width * kReal + i));
      }
    }
    if constexpr (width > kParts) fold<width / 2>(lanes, count);
  }

  CT_NOINLINE static void all(char *to, const char *from, const Dim &inner, const Dim &outer, Traffic traffic) {
    alignas(64) Real lanes[kLanes];
    const int64_t count = inner.size * outer.size * kParts;
    add_tree(lanes, Run{from, inner, outer, traffic}, 0, count);
    fold(lanes, count);
    accumulate(to, lanes);
  }

  static void rows(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic traffic) {
    for (int64_t j = 0; j < kept.size; ++j) all(to + j * kept.to, from + j * kept.from, reduced, Dim{1, 0, 0}, traffic);
  }

  // sums = the sum of up to 32 dense rows of count reals.
  CT_NOINLINE static void add_rows(Real *sums, const char *from, int64_t stride, int64_t rows, int64_t count) {
    constexpr int64_t kRegisters = 4;
    char *const to = reinterpret_cast<char *>(sums);
    int64_t i = 0;
    for (; i + kRegisters * V::kLanes <= count; i += kRegisters * V::kLanes) {
      V part[kRegisters] = {};
      for (int64_t row = 0; row < rows; ++row) {
        const char *at = from + row * stride + i * kReal;
#pragma GCC unroll 4
        for (int64_t k = 0; k < kRegisters; ++k) part[k] = part[k] + V::load(at + k * kVecBytes);
      }
#pragma GCC unroll 4
      for (int64_t k = 0; k < kRegisters; ++k) part[k].store(to + i * kReal + k * kVecBytes);
    }
    for (; i < count; i += V::kLanes) {
      const int64_t n = count - i < V::kLanes ? count - i : V::kLanes;
      V part{};
      for (int64_t row = 0; row < rows; ++row) {
        const char *at = from + row * stride + i * kReal;
        part = part + (n == V::kLanes ? V::load(at) : V::load(at, n));
      }
      part.store(to + i * kReal, n);
    }
  }

  CT_NOINLINE static void add_column_leaf(Real *sums, const char *from, const Dim &kept, const Dim &reduced) {
    if (kSame<Stored, Real> && kept.from == kSize) {
      return add_rows(sums, from, reduced.from, reduced.size, kept.size * kParts);
    }
    alignas(64) char block[kLeafRows * kBand * kReal];
    constexpr int64_t kColumns = kBand / kParts;
    for (int64_t i = 0; i < kept.size; i += kColumns) {
      const int64_t n = kept.size - i < kColumns ? kept.size - i : kColumns;
      for (int64_t row = 0; row < reduced.size; ++row) {
        const char *const at = from + i * kept.from + row * reduced.from;
        reals(block + row * kBand * kReal, at, Dim{n, 0, kept.from}, Dim{1, 0, 0});
      }
      add_rows(sums + i * kParts, block, kBand * kReal, reduced.size, n * kParts);
    }
  }

  CT_NOINLINE static void add_column_tree(Real *sums, const char *from, const Dim &kept, const Dim &reduced) {
    if (reduced.size <= kLeafRows) return add_column_leaf(sums, from, kept, reduced);
    const int64_t half = split(reduced.size);
    Real others[kStrip];
    add_column_tree(sums, from, kept, Dim{half, 0, reduced.from});
    add_column_tree(others, from + half * reduced.from, kept, Dim{reduced.size - half, 0, reduced.from});
    add(sums, others, kept.size * kParts);
  }

  CT_NOINLINE static void columns(char *to, const char *from, const Dim &kept, const Dim &reduced, Traffic) {
    alignas(64) Real sums[kStrip];
    constexpr int64_t kColumns = kStrip / kParts;
    for (int64_t i = 0; i < kept.size; i += kColumns) {
      const int64_t n = kept.size - i < kColumns ? kept.size - i : kColumns;
      add_column_tree(sums, from + i * kept.from, Dim{n, kept.to, kept.from}, reduced);
      for (int64_t k = 0; k < n; ++k) accumulate(to + (i + k) * kept.to, sums + k * kParts);
    }
  }
};

}  // namespace

void register_sum_float(Table &table) {
#define CT_REGISTER(dtype, element, wide)                                \
  if constexpr (kIsComplex<wide> || kIsFloat<wide>) {                    \
    table.sum[static_cast<int>(DType::dtype)] = &sum<FloatSum<element>>; \
  }
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
