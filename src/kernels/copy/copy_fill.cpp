// Moves elements unchanged, by their size: copy, and fill, which is a copy of one element that stays in place.
#include "kernels/copy/interleave.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/strided_rows.inl.h"
#include "kernels/copy/transpose.h"
#include "kernels/elementwise/driver.h"
#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// From this many bytes on, stores that stay within cache lines gain more than it costs to align them. Zen 3; rows of 72
// to 504 bytes.
constexpr int64_t kShortCopy = 8 * kVecBytes;
// A first-level cache holds both sides of a copy of kNearCopy bytes. glibc's memcpy uses one instruction for 4 KiB and
// more, which is faster beyond that cache and slower within it; it copies shorter rows as copy_near does.
constexpr int64_t kNearCopy = int64_t{16} << 10, kNearRow = int64_t{4} << 10;

int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }

template <class T>
void fill_row(char *to, int64_t stride, T value, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  if (stride == kSize) {
    CT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) store_element(to + i * kSize, value);
  } else {
    for (int64_t i = 0; i < n; ++i) store_element(to + i * stride, value);
  }
}

// Copies by whole registers, all but the first and the last aligned in the target. There are at least two; source and
// target are disjoint or the same.
void copy_near(char *to, const char *from, int64_t nbytes) {
  using V = Vec<uint8_t>;
  const V last = V::load(from + nbytes - kVecBytes);
  V::load(from).store(to);
  int64_t i = kVecBytes - static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % kVecBytes);
  for (; i + 4 * kVecBytes <= nbytes; i += 4 * kVecBytes) {
    const char *const at = from + i;
    const V a = V::load(at), b = V::load(at + kVecBytes), c = V::load(at + 2 * kVecBytes),
            d = V::load(at + 3 * kVecBytes);
    a.store(to + i);
    b.store(to + i + kVecBytes);
    c.store(to + i + 2 * kVecBytes);
    d.store(to + i + 3 * kVecBytes);
  }
  for (; i < nbytes - kVecBytes; i += kVecBytes) V::load(from + i).store(to + i);
  last.store(to + nbytes - kVecBytes);
}

// Whether a target begins less than a line beyond its source, give or take whole pages: glibc's one instruction then
// takes fifteen times as long (Zen 4).
bool is_just_beyond(const char *to, const char *from) {
  constexpr uint64_t kPage = 4096;
  return (reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from) - 1) % kPage < kCacheLine - 1;
}

// Copies any length from kShortCopy on.
void copy_long(char *to, const char *from, int64_t nbytes, bool is_near) {
  if (is_near || is_just_beyond(to, from)) return copy_near(to, from, nbytes);
  __builtin_memmove(to, from, static_cast<uint64_t>(nbytes));  // memmove, because source and target may be the same
}

// It begins on a cache line: across two lines, so short a loop takes half as long again.
template <class T>
__attribute__((aligned(kCacheLine))) CT_NOINLINE void copy_elements(char *to, const char *from, int64_t to_stride,
                                                                    int64_t from_stride, int64_t n) {
  CT_UNROLL(8)
  for (int64_t i = 0; i < n; ++i) store_element(to + i * to_stride, load_element<T>(from + i * from_stride));
}

template <class T>
void copy_row(char *to, const char *from, int64_t to_stride, int64_t from_stride, int64_t n, bool is_near) {
  constexpr int64_t kSize = sizeof(T);
  if (to_stride == kSize && from_stride == kSize && n * kSize >= kShortCopy) {
    copy_long(to, from, n * kSize, is_near);
  } else if (to_stride == kSize && from_stride == kSize) {
    copy_short(to, from, n * kSize);
  } else if (from_stride == 0) {
    fill_row(to, to_stride, load_element<T>(from), n);
  } else {
    copy_elements<T>(to, from, to_stride, from_stride, n);
  }
}

// to's neighbours lie along dim 0, from's along dim 1. Large copies come as blocks of a transposition instead
// (iter/copy_plan.h), so stores are non-temporal here only where rows are interleaved. Returns false, and does nothing,
// where elements lie apart on either side, and the input stays near, or rows are so few that each is prefetched.
bool copy_columns(char *to, const char *from, int64_t *strides, int64_t size0, int64_t size1, int size,
                  Traffic traffic) {
  if (strides[0] == size && strides[3] == -size) {  // from is read forwards, and to written from its last row on
    to += (size1 - 1) * strides[2];
    from += (size1 - 1) * strides[3];
    strides[2] = -strides[2];
    strides[3] = size;
  }
  if (strides[0] != size || strides[3] != size) {
    const int64_t reach = magnitude(strides[1]) * size0 + magnitude(strides[3]) * size1;
    if (size0 < kDriverShortRow || reach <= kOwnCacheBytes) return false;
    char *const data[] = {to, const_cast<char *>(from)};
    const Operand operand{static_cast<uint8_t>(size)};
    run({nullptr, 2, {operand, operand}}, data, strides, size0, size1, traffic);
    return true;
  }
  if (traffic == Traffic::NonTemporal && stream_interleaved(to, strides[2], from, strides[1], size0, size1, size)) {
    stream_fence();
  } else {
    transpose(to, strides[2], from, strides[1], size0, size1, size, traffic);
  }
  return true;
}

// Copies rows of whole lines by non-temporal stores. A long row prefetches what follows shortly in it, a short one the
// next row.
void stream_lines(char *to, const char *from, int64_t to_stride, int64_t from_stride, int64_t nbytes, int64_t rows) {
  constexpr int64_t kLead = int64_t{16} << 10;  // about what memory answers at a time
  const int64_t lead = nbytes >= 2 * kLead ? kLead : nbytes;
  for (int64_t j = 0; j < rows; ++j, to += to_stride, from += from_stride) {
    for (int64_t i = 0; i < nbytes; i += kCacheLine) {
      __builtin_prefetch(i + lead < nbytes ? from + i + lead : from + from_stride + (i + lead - nbytes));
      stream_line(to + i, from + i);
    }
  }
}

// Prefetches the lines that a row shares with others. It is inlined, because GCC takes a function that only prefetches
// for one that does nothing.
CT_INLINE void prefetch_ends(const char *row, int64_t nbytes) {
  if (reinterpret_cast<uintptr_t>(row) % kCacheLine != 0) __builtin_prefetch(row, 1, 3);
  if (reinterpret_cast<uintptr_t>(row + nbytes) % kCacheLine != 0) __builtin_prefetch(row + nbytes, 1, 3);
}

// Copies rows that begin and end anywhere, by non-temporal stores except at their ends. The ends are prefetched some
// rows ahead, because a store that waits for its line holds up all stores after it.
void stream_rows(char *to, const char *from, int64_t to_stride, int64_t from_stride, int64_t nbytes, int64_t rows) {
  constexpr int64_t kLead = 4;
  for (int64_t j = 0; j < kLead && j < rows; ++j) prefetch_ends(to + j * to_stride, nbytes);
  for (int64_t j = 0; j < rows; ++j) {
    if (j + kLead < rows) prefetch_ends(to + (j + kLead) * to_stride, nbytes);
    const char *const row = from + j * from_stride;
    stream_row(to + j * to_stride, row, nbytes, {1, {row + from_stride}, {kCacheLine}});
  }
}

// Fills a dense row with one element: by one line over and over, if `to` is aligned to the element.
template <class T>
void stream_fill(char *to, T value, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  alignas(kCacheLine) char block[kCacheLine];
  fill_row(block, kSize, value, kCacheLine / kSize);
  int64_t i = 0;
  for (; i < n && before_line(to + i * kSize) != 0; ++i) store_element(to + i * kSize, value);
  for (; i + kCacheLine / kSize <= n; i += kCacheLine / kSize) stream_line(to + i * kSize, block);
  for (; i < n; ++i) store_element(to + i * kSize, value);
}

// Repeats one row; each copy takes as much as is there already.
void repeat_row(char *to, const char *from, int64_t nbytes, int64_t rows) {
  copy_short(to, from, nbytes);
  for (int64_t done = nbytes, end = nbytes * rows; done < end; done *= 2) {
    const int64_t more = done < end - done ? done : end - done;
    more < kShortCopy ? copy_short(to + done, to, more) : copy_long(to + done, to, more, more <= kNearCopy);
  }
}

template <class T>
void copy(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  constexpr int64_t kSize = sizeof(T);
  char *data0 = data[0];
  const char *data1 = data[1];
  int64_t s[4] = {strides[0], strides[1], strides[2], strides[3]};  // to and from, inner; to and from, outer
  // Registers pack what runs backwards.
  if (s[0] == -kSize) {
    data0 += (size0 - 1) * s[0];
    data1 += (size0 - 1) * s[1];
    s[0] = kSize;
    s[1] = -s[1];
  }
  const bool inner_dense = s[0] == kSize && s[1] == kSize;
  const bool outer_dense = s[2] == kSize && s[3] == kSize;
  const bool to_runs_outside = s[0] != kSize && magnitude(s[2]) < magnitude(s[0]);
  if (size1 > 1 && (size0 == 1 || (!inner_dense && (outer_dense || to_runs_outside)))) {
    const int64_t swapped[4] = {s[2], s[3], s[0], s[1]};
    __builtin_memcpy(s, swapped, sizeof(s));
    const int64_t size = size0;
    size0 = size1;
    size1 = size;
  }
  const bool packs_rows = s[0] == kSize && packs_steps(kSize, s[1], size0, size1);
  if (size0 > 1 && size1 > 1 && s[3] != 0 && magnitude(s[3]) < magnitude(s[1]) && !packs_rows) {
    if (copy_columns(data0, data1, s, size0, size1, kSize, traffic)) return;
  }
  if (s[3] < 0) {  // starts at the lowest address, since what is read ahead of need is what follows in memory
    data0 += (size1 - 1) * s[2];
    data1 += (size1 - 1) * s[3];
    s[2] = -s[2];
    s[3] = -s[3];
  }
  if (traffic == Traffic::NonTemporal && s[0] == kSize && s[1] == kSize) {
    const bool whole = size0 * kSize % kCacheLine == 0 && s[2] % kCacheLine == 0 &&
                       reinterpret_cast<uintptr_t>(data0) % kCacheLine == 0;
    (whole ? stream_lines : stream_rows)(data0, data1, s[2], s[3], size0 * kSize, size1);
    return stream_fence();
  }
  if (traffic == Traffic::Cached && size1 > 1 && s[0] == kSize && s[2] == size0 * kSize) {  // a block of short rows
    const int64_t nbytes = size0 * kSize;
    if (s[3] == 0 && s[1] == 0) return fill_row(data0, kSize, load_element<T>(data1), size0 * size1);
    if (s[3] == 0 && s[1] == kSize && nbytes <= kCacheLine) return repeat_row(data0, data1, nbytes, size1);
    if (s[1] == 0 ? nbytes <= 4 * kCacheLine : nbytes <= kCacheLine && s[1] == kSize && s[3] > 0) {
      return gather(data0, data1, kSize, s[1], size0, s[3], size1, traffic);
    }
  }
  if (s[0] == kSize && copy_stepped_rows<T>(data0, s[2], data1, s[1], s[3], size0, size1, traffic)) {
    if (traffic == Traffic::NonTemporal) stream_fence();
    return;
  }
  if (traffic == Traffic::NonTemporal && s[0] == kSize && s[1] == 0) {
    for (int64_t j = 0; j < size1; ++j) stream_fill(data0 + j * s[2], load_element<T>(data1 + j * s[3]), size0);
    return stream_fence();
  }
  if (size1 > 1 && s[0] == kSize && s[1] == kSize && size0 * kSize <= kCacheLine) {
    return copy_short_rows(data0, s[2], data1, s[3], size0 * kSize, size1);
  }
  if (s[0] != kSize && size0 < kDriverShortRow && size1 > 1) {
    return copy_apart<T>(data0, s[0], s[2], data1, s[1], s[3], size0, size1);
  }
  const bool is_near = size0 * kSize < kNearRow || size0 * size1 * kSize <= kNearCopy;
  for (int64_t j = 0; j < size1; ++j) copy_row<T>(data0 + j * s[2], data1 + j * s[3], s[0], s[1], size0, is_near);
}

}  // namespace

Loop copy_loop(int64_t element_size) {
  Loop loop = nullptr;
  with_size(element_size, [&]<int size>() { loop = &copy<Bits<char[size]>>; });
  return loop;
}

void register_fill(FillTable &table) {
  for (int k = 0; k < 5; ++k) table.fill[k] = copy_loop(1 << k);
}
void register_fence(FenceTable &table) {
  table.fence = [] { stream_fence(); };
  table.store = [](char *to, const char *from, int64_t nbytes) { stream_row(to, from, nbytes, {}); };
}

}  // namespace ct::kernels::CT_ISA
