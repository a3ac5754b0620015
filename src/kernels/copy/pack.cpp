// Packs strided elements into a dense block, and unpacks them.
#include "kernels/copy/interleave.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/strided_rows.inl.h"
#include "kernels/copy/transpose.h"
#include "kernels/registrations.h"
#include "kernels/tuning.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, int step>
void pack_steps(char *to, const char *from, int64_t n, int64_t ahead, int64_t) {
  Steps<T, step>::template copy<true>(to, from, n, ahead);
}
// Both loops have a few instructions and begin on a cache line: across two lines they take half as long again.
template <class T>
__attribute__((aligned(kCacheLine))) void pack_elements(char *to, const char *from, int64_t n, int64_t,
                                                        int64_t stride) {
  CT_UNROLL(4)
  for (int64_t i = 0; i < n; ++i) {
    store_element(to + i * static_cast<int64_t>(sizeof(T)), load_element<T>(from + i * stride));
  }
}
template <class T>
__attribute__((aligned(kCacheLine))) void unpack_elements(char *to, const char *from, int64_t n, int64_t,
                                                          int64_t stride) {
  CT_UNROLL(4)
  for (int64_t i = 0; i < n; ++i) {
    store_element(to + i * stride, load_element<T>(from + i * static_cast<int64_t>(sizeof(T))));
  }
}
// Unpacks to every second place.
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

template <class T, int step = 2>
MoveRow pack_backwards(int64_t stride) {
  if constexpr (step <= kMostBackwards<T>) {
    return stride == -step * static_cast<int>(sizeof(T)) ? &pack_steps<T, -step> : pack_backwards<T, step + 1>(stride);
  }
  return nullptr;
}

template <int size>
MoveRow pack_of_size(int64_t stride) {
  using T = Bits<char[size]>;
  if constexpr (size <= 8) {
    if (stride == 2 * size) return &pack_steps<T, 2>;
    if (stride == 3 * size) return &pack_steps<T, 3>;
    if (stride == 4 * size) return &pack_steps<T, 4>;
    if (stride == 5 * size) return &pack_steps<T, 5>;
    if (stride == -size) return &pack_steps<T, -1>;
    if (const MoveRow move = pack_backwards<T>(stride)) return move;
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
  const bool gathers = to0 == size;
  const MoveRow move = gathers ? pack_of_size<size>(from0) : unpack_of_size<size>(to0);
  const int64_t stride = gathers ? from0 : to0, row = n0 * (stride < 0 ? -stride : stride);
  const int64_t ahead = gathers ? (kPackedAhead / row + 1) * from1 : 0;  // whole rows
  for (int64_t j = 0; j < n1; ++j) {
    move(to + j * to1, from + j * from1, n0, ahead, stride);
  }
}

// Whether neighbours lie along dim 1, so many that moving them one by one costs more than setting up a transpose.
bool is_column_order(int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  return stride1 == size && stride0 != size && n1 > 1 && n0 * n1 >= 64;
}

// Packs dense rows, or one element of each row n0 times, into a block by registers of `width` bytes. What these write
// beyond a row, the next row overwrites. The last rows go by elements, because nothing may be read or written beyond
// them.
template <class T, int width, bool repeats>
void pack_rows(char *to, const char *from, int64_t n0, int64_t stride1, int64_t n1) {
  constexpr int64_t kSize = sizeof(T), kRegister = width < kVecBytes ? width : kVecBytes;
  constexpr bool kByRegisters = !repeats || kSize <= 8;
  using E = If<repeats && kByRegisters, T, uint8_t>;
  using V = typename NativeVector<E, kRegister / sizeof(E)>::Type;
  const int64_t nbytes = n0 * kSize, step = repeats || nbytes < stride1 ? nbytes : stride1;
  const int64_t last = n1 - (kRegister - 2 + step) / step;
  int64_t j = 0;
  for (; kByRegisters && j < last; ++j, to += nbytes, from += stride1) {
    V row{};
    if constexpr (repeats && kByRegisters) row = V{} + load_element<T>(from);
    for (int64_t i = 0; i < nbytes; i += kRegister) {
      if constexpr (!repeats) __builtin_memcpy(&row, from + i, sizeof(row));
      __builtin_memcpy(to + i, &row, sizeof(row));
    }
  }
  for (; j < n1; ++j, to += nbytes, from += stride1) {
    for (int64_t i = 0; i < nbytes; i += kSize) store_element(to + i, load_element<T>(repeats ? from : from + i));
  }
}
// One element of each row, n0 times, where a row fits 8 bytes: a product repeats it in all of them.
template <class T>
void repeat_in_words(char *to, const char *from, int64_t n0, int64_t stride1, int64_t n1) {
  constexpr uint64_t kOnes = ~uint64_t{0} / static_cast<T>(~T{0});
  const int64_t nbytes = n0 * static_cast<int64_t>(sizeof(T)), last = n1 - 8 / nbytes;
  int64_t j = 0;
  for (; j < last; ++j, to += nbytes, from += stride1) {
    const uint64_t row = load_element<T>(from) * kOnes;
    __builtin_memcpy(to, &row, sizeof(row));
  }
  for (; j < n1; ++j, from += stride1) {
    for (int64_t i = 0; i < n0; ++i, to += sizeof(T)) store_element(to, load_element<T>(from));
  }
}

template <int size, bool repeats>
void pack_rows(char *to, const char *from, int64_t n0, int64_t stride1, int64_t n1) {
  using T = Bits<char[size]>;
  if constexpr (repeats && size <= 2) {
    if (n0 * size <= 8) return repeat_in_words<T>(to, from, n0, stride1, n1);
  }
  if (n0 * size <= 16) return pack_rows<T, 16, repeats>(to, from, n0, stride1, n1);
  if (n0 * size <= 32) return pack_rows<T, 32, repeats>(to, from, n0, stride1, n1);
  pack_rows<T, 64, repeats>(to, from, n0, stride1, n1);
}

CT_NOINLINE void copy_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t nbytes,
                           int64_t rows) {
  for (; rows > 0; --rows, to += to_stride, from += from_stride) copy_short(to, from, nbytes);
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
  if (stride0 == 0 && stride1 == size && repeat_elements(block, from, size, n0, n1)) return;
  if (stride0 != 0 && is_column_order(size, stride0, n0, stride1, n1)) {
    return transpose(block, n0 * size, from, stride0, n0, n1, size, traffic);
  }
  with_size(size, [&]<int of>() {
    if (stride0 == 0) return pack_rows<of, true>(block, from, n0, stride1, n1);
    if (stride0 == of && stride1 > 0 && n0 * of <= kCacheLine) {
      return pack_rows<of, false>(block, from, n0, stride1, n1);
    }
    if (stride0 == of) return copy_rows(block, n0 * of, from, stride1, n0 * of, n1);
    // The copy kernel has loops for short rows. It would turn rows that lie across one another.
    if (n0 * of <= kCacheLine && n1 > 1 && stride0 > of && stride0 <= kMostStep * of && stride1 > stride0) {
      char *const data[] = {block, const_cast<char *>(from)};
      const int64_t strides[] = {of, stride0, n0 * of, stride1};
      return copy_loop(of)(data, strides, n0, n1, Traffic::Cached);
    }
    if (n0 < kDriverShortRow && n1 >= n0) {  // too short for a call each
      return copy_apart<Bits<char[of]>>(block, of, n0 * of, from, stride0, stride1, n0, n1);
    }
    move_elements<of>(block, from, of, stride0, n0, n0 * of, stride1, n1);
  });
}

void scatter(char *to, const char *block, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  if (is_column_order(size, stride0, n0, stride1, n1)) {
    return transpose(to, stride0, block, n0 * size, n1, n0, size, Traffic::Cached);
  }
  with_size(size, [&]<int of>() {
    if (stride0 == of) {
      copy_rows(to, stride1, block, n0 * of, n0 * of, n1);
    } else if (n0 < kDriverShortRow && n1 >= n0) {
      copy_apart<Bits<char[of]>>(to, stride0, stride1, block, of, n0 * of, n0, n1);
    } else {
      move_elements<of>(to, block, stride0, of, n0, stride1, n0 * of, n1);
    }
  });
}

}  // namespace ct::kernels::CT_ISA
