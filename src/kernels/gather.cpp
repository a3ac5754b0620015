// Between strided places and dense blocks.
#include "kernels/gather.h"

#include "kernels/steps.inl.h"
#include "kernels/tiny_rows.h"
#include "kernels/transpose.h"

namespace ct::kernels::CT_ISA {
namespace {

// To every second place. How many were stored: never the last, behind whose place there may be nothing.
template <int size>
CT_INLINE int64_t store_most_apart(char *to, const char *from, int64_t n, int64_t ahead) {
  int64_t i = 0;
  if constexpr (kStoresApart && size <= 8) {
    constexpr int64_t kCount = kVecBytes / 2 / size;
    for (; i + kCount < n; i += kCount) {
      if (ahead != 0) __builtin_prefetch(to + 2 * i * size + ahead, 1, 3);
      store_apart<size>(to + 2 * i * size, from + i * size);
    }
  }
  return i;
}

template <int size>
void move_elements(char *to, const char *from, int64_t to0, int64_t from0, int64_t n0, int64_t to1, int64_t from1,
                   int64_t n1, int64_t ahead) {
  using T = Bits<char[size]>;
  for (int64_t j = 0; j < n1; ++j) {
    char *row = to + j * to1;
    const char *source = from + j * from1;
    if (to0 == size && from0 == size) {
      CT_INDEPENDENT
      for (int64_t i = 0; i < n0; ++i) store_element(row + i * size, load_element<T>(source + i * size));
    } else if (to0 != size || !copy_stepped_rows<T, true>(row, 0, source, from0, 0, n0, 1, Traffic::Cached, ahead)) {
      int64_t i = to0 == 2 * size && from0 == size ? store_most_apart<size>(row, source, n0, ahead) : 0;
      for (; i < n0; ++i) store_element(row + i * to0, load_element<T>(source + i * from0));
    }
  }
}

using MoveElements = void (*)(char *, const char *, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
constexpr MoveElements kMoveElements[] = {move_elements<1>, move_elements<2>, move_elements<4>, move_elements<8>,
                                          move_elements<16>};

MoveElements mover(int size) { return kMoveElements[__builtin_ctz(static_cast<unsigned>(size))]; }

// Neighbours along dim 1, enough of them that moving one by one costs more than setting a transpose up.
bool is_column_order(int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  return stride1 == size && stride0 != size && n1 > 1 && n0 * n1 >= 64;
}

}  // namespace

void gather_ahead(char *block, const char *from, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1,
                  Traffic traffic, int64_t ahead) {
  if (is_column_order(size, stride0, n0, stride1, n1)) {
    return transpose(block, n0 * size, from, stride0, n0, n1, size, {Traffic::Cached, traffic});
  }
  mover(size)(block, from, size, stride0, n0, n0 * size, stride1, n1, ahead);
}

void scatter_ahead(char *to, const char *block, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1,
                   int64_t ahead) {
  if (is_column_order(size, stride0, n0, stride1, n1)) {
    return transpose(to, stride0, block, n0 * size, n1, n0, size, {Traffic::Cached, Traffic::Cached});
  }
  mover(size)(to, block, stride0, size, n0, stride1, n0 * size, n1, ahead);
}

void gather(char *block, const char *from, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1,
            Traffic traffic) {
  gather_ahead(block, from, size, stride0, n0, stride1, n1, traffic, 0);
}

void scatter(char *to, const char *block, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  scatter_ahead(to, block, size, stride0, n0, stride1, n1, 0);
}

// As many at a time as a block takes. The next ones are fetched while these are added, when memory would have nothing
// to do.
void add_tiny_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t count, int64_t n,
                   int64_t size, Traffic traffic, AddTurned add) {
  constexpr int64_t kBlock = kTinyRow * kTinyBand;
  alignas(kLine) char block[kBlock + kTinyBand];
  const int64_t row_bytes = n * size, band = kTinyBand / size, most = kBlock / row_bytes / band * band;
  const bool fetches = traffic == Traffic::Streamed && from_stride == row_bytes;
  for (int64_t j = 0; j < count; j += most) {
    const int64_t rows = count - j < most ? count - j : most;
    gather(block, from + j * from_stride, static_cast<int>(size), from_stride, rows, size, n, traffic);
    for (int64_t i = 0; i < rows; i += band) {
      const int64_t some = rows - i < band ? rows - i : band;
      const char *const next = from + (j + i + most) * from_stride;
      for (int64_t k = 0; fetches && k < some * row_bytes; k += kLine) __builtin_prefetch(next + k, 0, 2);
      add(to + (j + i) * to_stride, to_stride, block + i * size, rows * size, n, some);
    }
  }
}

}  // namespace ct::kernels::CT_ISA
