// Packs strided elements into a dense block, and unpacks them.
#include "kernels/copy/strided_rows.inl.h"
#include "kernels/copy/transpose.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, int step>
void pack_steps(char *to, const char *from, int64_t n, int64_t ahead, int64_t) {
  Steps<T, step>::template copy<true>(to, from, n, ahead);
}
// The loops of a few instructions each begin with a line of the cache: across two lines they take half as long again.
template <class T>
__attribute__((aligned(kCacheLine))) void pack_elements(char *to, const char *from, int64_t n, int64_t,
                                                        int64_t stride) {
  for (int64_t i = 0; i < n; ++i) {
    store_element(to + i * static_cast<int64_t>(sizeof(T)), load_element<T>(from + i * stride));
  }
}
template <class T>
__attribute__((aligned(kCacheLine))) void unpack_elements(char *to, const char *from, int64_t n, int64_t,
                                                          int64_t stride) {
  for (int64_t i = 0; i < n; ++i) {
    store_element(to + i * stride, load_element<T>(from + i * static_cast<int64_t>(sizeof(T))));
  }
}
// To every second place.
template <class T>
void unpack_steps(char *to, const char *from, int64_t n, int64_t ahead, int64_t stride) {
  constexpr int64_t kSize = sizeof(T), kCount = kVecBytes / 2 / kSize;
  int64_t i = 0;
  for (; i + kCount <= n; i += kCount) {
    __builtin_prefetch(to + 2 * i * kSize + ahead, 1, 3);
    store_apart<kSize>(to + 2 * i * kSize, from + i * kSize);
  }
  if (i < n) __builtin_prefetch(to + 2 * i * kSize + ahead, 1, 3);
  unpack_elements<T>(to + 2 * i * kSize, from + i * kSize, n - i, 0, stride);
}

template <int size>
MoveRow pack_of_size(int64_t stride) {
  using T = Bits<char[size]>;
  if constexpr (size <= 8) {
    if (stride == 2 * size) return &pack_steps<T, 2>;
    if (stride == 4 * size) return &pack_steps<T, 4>;
    if (stride == -size) return &pack_steps<T, -1>;
  }
  return &pack_elements<T>;
}
template <int size>
MoveRow unpack_of_size(int64_t stride) {
  using T = Bits<char[size]>;
  if constexpr (kStoresApart && size <= 8) {
    if (stride == 2 * size) return &unpack_steps<T>;
  }
  return &unpack_elements<T>;
}

template <int size>
void move_elements(char *to, const char *from, int64_t to0, int64_t from0, int64_t n0, int64_t to1, int64_t from1,
                   int64_t n1) {
  using T = Bits<char[size]>;
  const bool gathers = to0 == size, is_dense = gathers && from0 == size;
  const MoveRow move = gathers ? pack_of_size<size>(from0) : unpack_of_size<size>(to0);
  const int64_t stride = gathers ? from0 : to0;
  for (int64_t j = 0; j < n1; ++j) {
    char *row = to + j * to1;
    const char *source = from + j * from1;
    if (is_dense) {
      CT_INDEPENDENT
      for (int64_t i = 0; i < n0; ++i) store_element(row + i * size, load_element<T>(source + i * size));
    } else {
      move(row, source, n0, 0, stride);
    }
  }
}

// Neighbours along dim 1, enough of them that moving one by one costs more than setting a transpose up.
bool is_column_order(int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  return stride1 == size && stride0 != size && n1 > 1 && n0 * n1 >= 64;
}

}  // namespace

MoveRow gather_of(int size, int64_t stride) {
  MoveRow move = nullptr;
  with_size(size, [&]<int of>() { move = pack_of_size<of>(stride); });
  return move;
}
MoveRow scatter_of(int size, int64_t stride) {
  MoveRow move = nullptr;
  with_size(size, [&]<int of>() { move = unpack_of_size<of>(stride); });
  return move;
}

void gather(char *block, const char *from, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1,
            Traffic traffic) {
  if (is_column_order(size, stride0, n0, stride1, n1)) {
    return transpose(block, n0 * size, from, stride0, n0, n1, size, traffic);
  }
  with_size(size, [&]<int of>() { move_elements<of>(block, from, size, stride0, n0, n0 * size, stride1, n1); });
}

void scatter(char *to, const char *block, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  if (is_column_order(size, stride0, n0, stride1, n1)) {
    return transpose(to, stride0, block, n0 * size, n1, n0, size, Traffic::Cached);
  }
  with_size(size, [&]<int of>() { move_elements<of>(to, block, stride0, size, n0, stride1, n0 * size, n1); });
}

}  // namespace ct::kernels::CT_ISA
