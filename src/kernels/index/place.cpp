// From indices to offsets: what every indexing op begins with, and the search for an index that is out of range.
#include "kernels/index/place.h"

#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// The type of an index. Most have 64 or 32 bits; the others share loops.
template <class I>
struct IndexAs {
  CT_INLINE int64_t size() const { return sizeof(I); }
  CT_INLINE int64_t load(const char *from) const { return load_element<I>(from); }
};
struct OtherIndex {
  DType dtype;

  CT_INLINE int64_t size() const { return 0; }  // their loops take any distance
  CT_INLINE int64_t load(const char *from) const {
    switch (dtype) {
      case DType::Int8:
        return load_element<int8_t>(from);  // NOLINT(bugprone-signed-char-misuse): int8_t is a number here
      case DType::Int16:
        return load_element<int16_t>(from);
      case DType::UInt16:
        return load_element<uint16_t>(from);
      case DType::UInt32:
        return load_element<uint32_t>(from);
      default:
        return load_element<uint8_t>(from);
    }
  }
};
template <class F>
CT_INLINE void with_index(DType dtype, F f) {
  switch (dtype) {
    case DType::Int64:
    case DType::UInt64:  // what is beyond int64 is out of range, too
      return f(IndexAs<int64_t>{});
    case DType::Int32:
      return f(IndexAs<int32_t>{});
    default:
      return f(OtherIndex{dtype});
  }
}

// sets: the offsets have not been written yet, and `base` is what they begin with. is_short: size and step have 32
// bits, so products by an index that is not negative can be computed from 32 bits.
template <bool sets, bool is_short, class Index>
CT_INLINE void add_dense(Index how, int64_t *offsets, const char *from, int64_t n, int64_t base, int64_t size,
                         int64_t step) {
  CT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) {
    int64_t index = how.load(from + i * how.size());
    index += index >> 63 & size;
    const int64_t own =
        is_short
            ? static_cast<int64_t>(static_cast<uint64_t>(static_cast<uint32_t>(index)) * static_cast<uint32_t>(step))
            : index * step;
    offsets[i] = (sets ? base : offsets[i]) + own;
  }
}

template <class Index>
CT_INLINE void add_row(Index how, int64_t *offsets, const char *from, int64_t stride, int64_t n, int64_t size,
                       int64_t step) {
  if (how.size() != 0 && stride == how.size()) {
    return add_dense<false, false>(how, offsets, from, n, 0, size, step);
  }
  CT_ROLLED
  for (int64_t i = 0; i < n; ++i) {
    const int64_t index = how.load(from + i * stride);
    offsets[i] += (index + (index >> 63 & size)) * step;
  }
}

// Whether one of n indices that lie side by side is outside. The sign of either difference tells, also where it wraps.
template <class Index>
CT_INLINE bool has_outside(Index how, const char *from, int64_t n, int64_t low, int64_t size) {
  uint64_t signs = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t index = how.load(from + i * how.size());
    signs |= static_cast<uint64_t>(index - low) | static_cast<uint64_t>(size - 1 - index);
  }
  return signs >> 63 != 0;
}

template <class Index>
CT_INLINE int64_t first_outside_of_row(Index how, const char *from, int64_t stride, int64_t n, int64_t low,
                                       int64_t size) {
  const auto range = static_cast<uint64_t>(size) - static_cast<uint64_t>(low);
  const bool is_dense = how.size() != 0 && stride == how.size();
  int64_t i = 0;
  if (is_dense) {
    // Registers that each lie in two cache lines take twice as long, so all blocks but the first begin with a line.
    const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(from) % kCacheLine) / how.size();
    int64_t block = kIndexBlock - beyond < n ? kIndexBlock - beyond : n;
    while (i < n && !has_outside(how, from + i * stride, block, low, size)) {
      i += block;
      block = i + kIndexBlock < n ? kIndexBlock : n - i;
    }
  }
  for (; i < n; ++i) {
    if (static_cast<uint64_t>(how.load(from + i * stride)) - static_cast<uint64_t>(low) >= range) return i;
  }
  return -1;
}

int64_t first_outside(const IndexOf &index, int64_t n0, int64_t n1, int64_t low) {
  int64_t found = -1;
  with_index(
      index.dtype, [&](auto how) __attribute__((always_inline)) {
        for (int64_t j = 0; j < n1; ++j) {
          const int64_t i =
              first_outside_of_row(how, index.data + j * index.strides[1], index.strides[0], n0, low, index.size);
          if (i < 0) continue;
          found = j * n0 + i;
          return;
        }
      });
  return found;
}

// The most frequent case: one dense index of int64, whose dim a 32-bit integer can count.
bool is_plain(const IndexedPiece &piece) {
  if (piece.count != 1) return false;
  const IndexOf &only = piece.indices[0];
  return only.dtype == DType::Int64 && only.strides[0] == 8 && only.size > 0 && only.size >> 31 == 0 &&
         only.step >> 31 == 0;
}

}  // namespace

bool place_by_pattern(const IndexedPiece &piece, const int64_t *pattern, int64_t first0, int64_t n0, int64_t first1,
                      int64_t n1, int64_t *offsets) {
  const IndexOf &only = piece.indices[0];
  if (!is_plain(piece) || (n1 > 1 && only.strides[1] != n0 * only.strides[0])) return false;
  const char *const from = only.data + first0 * only.strides[0] + first1 * only.strides[1];
  const int64_t base = first0 * piece.indexed_strides[0] + first1 * piece.indexed_strides[1];
  add_dense<true, true>(IndexAs<int64_t>{}, offsets, from, n0 * n1, base, only.size, only.step);
  CT_INDEPENDENT
  for (int64_t i = 0; i < n0 * n1; ++i) offsets[i] += pattern[i];
  return true;
}

void place_indices(const IndexedPiece &piece, int64_t first0, int64_t n0, int64_t first1, int64_t n1,
                   int64_t *offsets) {
  const int64_t step0 = piece.indexed_strides[0], step1 = piece.indexed_strides[1];
  if (is_plain(piece)) {
    const IndexOf &only = piece.indices[0];
    for (int64_t j = 0; j < n1; ++j) {
      const char *const from = only.data + first0 * 8 + (first1 + j) * only.strides[1];
      int64_t *const row = offsets + j * n0;
      add_dense<true, true>(IndexAs<int64_t>{}, row, from, n0, (first1 + j) * step1 + first0 * step0, only.size,
                            only.step);
      if (step0 != 0) {
        for (int64_t i = 0; i < n0; ++i) row[i] += i * step0;
      }
      if (piece.pattern != nullptr) {
        for (int64_t i = 0; i < n0; ++i) row[i] += piece.pattern[first0 + i];
      }
    }
    return;
  }
  for (int64_t j = 0; j < n1; ++j) {
    const int64_t base = (first1 + j) * step1 + first0 * step0;
    int64_t *const row = offsets + j * n0;
    // Two loops: GCC makes of one that asks for the pattern masked loads, which take hundreds of cycles each where
    // there is none, because they touch no memory that is mapped.
    if (piece.pattern != nullptr) {
      for (int64_t i = 0; i < n0; ++i) row[i] = base + piece.pattern[first0 + i];
    } else {
      for (int64_t i = 0; i < n0; ++i) row[i] = base + i * step0;
    }
  }
  for (int64_t k = 0; k < piece.count; ++k) {
    const IndexOf &index = piece.indices[k];
    const char *const from = index.data + first0 * index.strides[0] + first1 * index.strides[1];
    const bool is_one_row = index.strides[1] == n0 * index.strides[0];
    const int64_t rows = is_one_row ? 1 : n1, n = is_one_row ? n0 * n1 : n0;
    with_index(
        index.dtype, [&](auto how) __attribute__((always_inline)) {
          for (int64_t j = 0; j < rows; ++j) {
            add_row(how, offsets + j * n, from + j * index.strides[1], index.strides[0], n, index.size, index.step);
          }
        });
  }
}

void register_index_place(IndexTable &table) {
  table.place = &place_indices;
  table.first_outside = &first_outside;
}

}  // namespace ct::kernels::CT_ISA
