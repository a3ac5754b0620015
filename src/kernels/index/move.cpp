// Moving elements by index: one walk over positions for all ops, and the moves of gathers and of scatters that replace.
#include "kernels/copy/non_temporal.h"
#include "kernels/index/place.h"
#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// Prefetches a slice. It is inlined, because GCC takes a function that only prefetches for one that does nothing.
template <int writes>
CT_INLINE void prefetch_slice(const char *slice, int64_t nbytes) {
  for (int64_t i = 0; i < nbytes; i += kCacheLine) __builtin_prefetch(slice + i, writes, 3);
}

// Moves dense slices as bytes. A short one is two registers of one length, and each length has a loop of its own.
template <bool gathers>
void dense_slices(const IndexedPiece &piece, char *data, const int64_t *places, const int64_t *offsets, int64_t n,
                  int64_t nbytes) {
  char *const indexed = piece.indexed;
  const int64_t fetched = nbytes < kMostSliceAhead ? nbytes : kMostSliceAhead;
  // The loads of some slices of more than a line are under way at once without that; stores wait for their lines.
  const bool prefetches = piece.is_far && (!gathers || nbytes <= kCacheLine);
  int64_t ahead = prefetches ? kSlicesAhead / nbytes : 0;
  if (prefetches && ahead < 1) ahead = 1;
  if (ahead > kMostSlicesAhead) ahead = kMostSlicesAhead;
  for (int64_t i = 0; i < ahead && i < n; ++i) prefetch_slice<gathers ? 0 : 1>(indexed + offsets[i], fetched);
  const bool streams = gathers && piece.traffic == Traffic::NonTemporal && nbytes >= kCacheLine;
  const auto each = [&](auto copy) __attribute__((always_inline)) {
    for (int64_t i = 0; i < n; ++i) {
      if (ahead != 0 && i + ahead < n) prefetch_slice<gathers ? 0 : 1>(indexed + offsets[i + ahead], fetched);
      char *const to = gathers ? data + places[i] : indexed + offsets[i];
      copy(to, gathers ? indexed + offsets[i] : data + places[i]);
    }
  };
  if (streams) {
    each([=](char *to, const char *from) { stream_row(to, from, nbytes, {}); });
    stream_fence();
  } else if (nbytes >= kShortSlice * kVecBytes) {
    each([=](char *to, const char *from) { __builtin_memcpy(to, from, static_cast<uint64_t>(nbytes)); });
  } else if (nbytes > 64 || nbytes < 2) {
    each([=](char *to, const char *from) __attribute__((always_inline)) { copy_short(to, from, nbytes); });
  } else {
    with_half(
        nbytes, [&]<int half>(Indices<half>) __attribute__((always_inline)) {
          each([=](char *to, const char *from) __attribute__((always_inline)) { copy_twice<half>(to, from, nbytes); });
        });
  }
}

template <class T, bool gathers>
struct Move {
  static constexpr int64_t kSize = sizeof(T);
  static constexpr bool kJoins = false;

  static CT_INLINE void one(char *data, char *indexed) {
    gathers ? store_element(data, load_element<T>(indexed)) : store_element(indexed, load_element<T>(data));
  }

  static void elements(char *data, int64_t step, char *indexed, const int64_t *offsets, int64_t n, bool is_far) {
    int64_t i = 0;
    // A store that waits for its cache line holds up everything after it, which a load does not. So lines are loaded
    // first.
    if (!gathers && is_far) {
      for (; i + kScatteredAhead < n; ++i) {
        __builtin_prefetch(indexed + offsets[i + kScatteredAhead], 1, 3);
        one(data + i * step, indexed + offsets[i]);
      }
    }
    if (gathers && step == kSize) {
      for (; i + 4 <= n; i += 4) {
        const T a = load_element<T>(indexed + offsets[i]), b = load_element<T>(indexed + offsets[i + 1]),
                c = load_element<T>(indexed + offsets[i + 2]), d = load_element<T>(indexed + offsets[i + 3]);
        char *const to = data + i * kSize;
        store_element(to, a);
        store_element(to + kSize, b);
        store_element(to + 2 * kSize, c);
        store_element(to + 3 * kSize, d);
      }
    }
    CT_UNROLL(4)
    for (; i < n; ++i) one(data + i * step, indexed + offsets[i]);
  }

  static void direct(const DirectRows &rows) { each_row<Move>(rows); }
  template <class At>
  static CT_INLINE void row(char *data, int64_t step, At at, int64_t n, bool is_far) {
    int64_t i = 0;
    if (is_far) {
      for (; i + kScatteredAhead < n; ++i) {
        __builtin_prefetch(at(i + kScatteredAhead), gathers ? 0 : 1, 3);
        one(data + i * step, at(i));
      }
    }
    if (gathers && step == kSize) {
      for (; i + 8 <= n; i += 8) {
        char *const to = data + i * kSize;
        for (int64_t k = 0; k < 8; ++k) one(to + k * kSize, at(i + k));
      }
    }
    CT_UNROLL(8)
    for (; i < n; ++i) one(data + i * step, at(i));
  }

  static void slices(const IndexedPiece &piece, char *data, const int64_t *places, const int64_t *offsets, int64_t n) {
    const int64_t size = piece.sizes[2], data_step = piece.data_strides[2], step = piece.indexed_strides[2];
    if (size == 1) {
      int64_t i = 0;
      for (; !gathers && piece.is_far && i + kScatteredAhead < n; ++i) {
        __builtin_prefetch(piece.indexed + offsets[i + kScatteredAhead], 1, 3);
        one(data + places[i], piece.indexed + offsets[i]);
      }
      for (; i < n; ++i) one(data + places[i], piece.indexed + offsets[i]);
      return;
    }
    if (data_step == kSize && step == kSize) {
      return dense_slices<gathers>(piece, data, places, offsets, n, size * kSize);
    }
    for (int64_t i = 0; i < n; ++i) {
      char *const here = data + places[i], *const there = piece.indexed + offsets[i];
      if (!gathers && data_step == 0 && step == kSize) {
        const T value = load_element<T>(here);
        CT_INDEPENDENT
        for (int64_t j = 0; j < size; ++j) store_element(there + j * kSize, value);
      } else {
        for (int64_t j = 0; j < size; ++j) one(here + j * data_step, there + j * step);
      }
    }
  }

  static constexpr IndexedMove kMove = {&elements, &slices, &direct, kSize, kJoins};
};

// Whether what the indices of one element of all slices name lies beyond the core's own cache.
bool is_far_apart(const IndexedPiece &piece) {
  int64_t reach = 0;
  for (int64_t k = 0; k < piece.count; ++k) {
    const IndexOf &index = piece.indices[k];
    if (index.size == 0) return piece.is_far;  // offsets
    reach += index.size * (index.step < 0 ? -index.step : index.step);
  }
  return piece.is_far && reach > kOwnCacheBytes;
}

// Whether loops can read the indices where they are: there is one kind of them, they lie side by side, and every
// position is taken. What is gathered for many elements of a slice is better made into offsets once, unless rows that
// lie far away would be read again for every block of them.
bool is_direct(const IndexedPiece &piece, const IndexedMove &move) {
  if (move.direct == nullptr || piece.count != 1 || piece.by_slices || piece.high != kAllOffsets) return false;
  if (piece.pattern != nullptr) return false;
  const IndexOf &only = piece.indices[0];
  constexpr int64_t kWidth = sizeof(int64_t);
  if (only.dtype != DType::Int64 || only.strides[0] != kWidth) return false;
  if (only.step != move.size || piece.indexed_strides[0] != 0) {
    if (!is_far_apart(piece) || piece.sizes[0] < kIndexBlock || piece.sizes[2] != 1) return false;
    if (piece.indexed_strides[0] != 0) return true;
  }
  // Each row begins anew, and it prefetches its own elements alone. So rows that are very short, or short with elements
  // that lie far away, are better made into offsets, of many rows at a time.
  if (piece.sizes[1] > 1 && piece.sizes[0] < (is_far_apart(piece) ? 2 * kScatteredAhead : kShortIndexRow)) return false;
  const bool is_read_again = piece.is_far && piece.sizes[0] > kIndexBlock;
  if (piece.sizes[2] > 1 && !move.joins && !is_read_again) return false;
  // Rows have elements of their own, so neighbours in short ones meet a few times at most.
  if (!move.joins || (piece.sizes[1] > 1 && piece.sizes[0] <= kNeighboursAsked)) return true;
  const auto at = [&](int64_t i) __attribute__((always_inline)) { return place_at(only.data, i, only.size); };
  return !meet_often(piece.sizes[0], at);
}

// Whether the rows of positions lie along the dim that is indexed, so that they name the same elements, column by
// column, and other columns other elements.
bool share_columns(const IndexedPiece &piece) {
  return piece.sizes[1] > 1 && piece.indexed_strides[1] == 0 && piece.indexed_strides[0] != 0 &&
         piece.pattern == nullptr;
}

// Calls body(bytes in `data`, bytes in `indexed`) for each element of dim 3: how far it lies from the first.
template <class Body>
CT_INLINE void each_repeat(const IndexedPiece &piece, Body body) {
  for (int64_t r = 0; r < piece.sizes[3]; ++r) body(r * piece.data_strides[3], r * piece.indexed_strides[3]);
}

void run_direct(const IndexedPiece &piece, const IndexedMove &move) {
  const IndexOf &only = piece.indices[0];
  const int64_t size = piece.sizes[0], slice = piece.sizes[2];
  // Indices that are read again for each element of a slice must stay in the core's cache, and so must the elements of
  // a column that all rows name.
  constexpr int64_t kMost = kOwnCacheBytes / 2 / int64_t{sizeof(int64_t)};
  int64_t columns = slice == 1 || size < kMost ? size : kMost;
  if (share_columns(piece)) {
    const int64_t most = kOwnCacheBytes / 2 / move.size / (only.size > 1 ? only.size : 1);
    columns = most > columns ? columns : most > kIndexBlock ? most : kIndexBlock;
  }
  // Rows go one by one where each is gone along several times.
  const int64_t together = slice == 1 ? piece.sizes[1] : 1;
  DirectRows rows{};
  rows.size = only.counts_back ? only.size : 0;
  rows.rows = together;
  rows.step = piece.data_strides[0];
  rows.indexed_step = piece.indexed_strides[0];
  rows.index_step = only.step;
  rows.data_row = piece.data_strides[1];
  rows.indexed_row = piece.indexed_strides[1];
  rows.index_row = only.strides[1];
  rows.is_far = is_far_apart(piece);
  for (int64_t j = 0; j < piece.sizes[1]; j += together) {
    for (int64_t i = 0; i < size; i += columns) {
      rows.indices = only.data + i * only.strides[0] + j * only.strides[1];
      rows.n = i + columns < size ? columns : size - i;
      each_repeat(
          piece, [&](int64_t data, int64_t indexed) __attribute__((always_inline)) {
            for (int64_t k = 0; k < slice; ++k) {
              rows.data = piece.data + data + i * rows.step + j * rows.data_row + k * piece.data_strides[2];
              rows.indexed =
                  piece.indexed + indexed + i * rows.indexed_step + j * rows.indexed_row + k * piece.indexed_strides[2];
              move.direct(rows);
            }
          });
    }
  }
}

// How far rows of n positions lie from the first. given: NULL, or how far the first row's do.
CT_INLINE void fill_places(int64_t *places, const int64_t *steps, int64_t n, int64_t rows,
                           const int64_t *given = nullptr) {
  for (int64_t row = 0; row < rows; ++row) {
    int64_t *const to = places + row * n;
    if (given != nullptr) {
      for (int64_t i = 0; i < n; ++i) to[i] = row * steps[1] + given[i];
    } else {
      for (int64_t i = 0; i < n; ++i) to[i] = row * steps[1] + i * steps[0];
    }
  }
}

void run(const IndexedPiece &piece, const IndexedMove &move) {
  alignas(kCacheLine) int64_t offsets[kIndexBlock], places[kIndexBlock], pattern[kIndexBlock];
  const int64_t size0 = piece.sizes[0], size1 = piece.sizes[1];
  if (size0 <= 0 || size1 <= 0 || piece.sizes[2] <= 0 || piece.sizes[3] <= 0) return;
  if (is_direct(piece, move)) return run_direct(piece, move);
  const int64_t *const steps = piece.data_strides;
  const int64_t columns = size0 < kIndexBlock ? size0 : kIndexBlock;
  const int64_t rows = columns < size0 ? 1 : kIndexBlock / columns;
  const bool is_bounded = piece.high != kAllOffsets;
  const bool is_one_row = size1 == 1 || steps[1] == size0 * steps[0], is_far = is_far_apart(piece);
  // All blocks are alike, but the last may be the beginning of such a block.
  const bool has_pattern = rows > 1 && rows < size1;
  if (has_pattern) fill_places(pattern, piece.indexed_strides, columns, rows, piece.pattern);
  const bool goes_by_elements = !is_bounded && !piece.by_slices && (is_one_row || rows == 1);
  if (!goes_by_elements && !is_bounded) fill_places(places, steps, columns, rows < size1 ? rows : size1);
  // Block by block along a row, or down the rows that share columns.
  const bool goes_down = rows == 1 && share_columns(piece);
  const int64_t across = (size0 + columns - 1) / columns, down = (size1 + rows - 1) / rows;
  for (int64_t at = 0; at < across * down; ++at) {
    const int64_t i = (goes_down ? at / down : at % across) * columns;
    const int64_t j = (goes_down ? at % down : at / across) * rows;
    const int64_t n0 = i + columns < size0 ? columns : size0 - i, n1 = j + rows < size1 ? rows : size1 - j;
    int64_t n = n0 * n1;
    char *const data = piece.data + i * steps[0] + j * steps[1];
    if (!has_pattern || !place_by_pattern(piece, pattern, i, n0, j, n1, offsets)) {
      place_indices(piece, i, n0, j, n1, offsets);
    }
    if (goes_by_elements) {
      each_repeat(
          piece, [&](int64_t there, int64_t indexed) __attribute__((always_inline)) {
            for (int64_t k = 0; k < piece.sizes[2]; ++k) {
              move.elements(data + there + k * steps[2], steps[0],
                            piece.indexed + indexed + k * piece.indexed_strides[2], offsets, n, is_far);
            }
          });
      continue;
    }
    if (is_bounded) {
      fill_places(places, steps, n0, n1);
      n = keep_inside(offsets, places, n, piece.low, piece.high - piece.low);
    }
    if (n == 0) continue;
    // Elements of dim 3 go together as further positions, as many as a block holds.
    const int64_t repeats = piece.sizes[3], most = kIndexBlock / n, together = repeats < most ? repeats : most;
    for (int64_t k = n; k < together * n; ++k) {
      offsets[k] = offsets[k - n] + piece.indexed_strides[3];
      places[k] = places[k - n] + piece.data_strides[3];
    }
    for (int64_t r = 0; r < repeats; r += together) {
      IndexedPiece own = piece;
      own.indexed += r * piece.indexed_strides[3];
      const int64_t rest = repeats - r;
      move.slices(own, data + r * piece.data_strides[3], places, offsets, n * (rest < together ? rest : together));
    }
  }
}

}  // namespace

void register_index_move(IndexTable &table) {
  table.run = &run;
  for (int k = 0; k < 5; ++k) {
    with_size(1 << k, [&]<int size>() {
      using T = Bits<char[size]>;
      table.gather[k] = Move<T, true>::kMove;
      table.scatter[k] = Move<T, false>::kMove;
    });
  }
}

}  // namespace ct::kernels::CT_ISA
