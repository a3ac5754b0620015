// Transpositions of segments that are longer than an element, or whose length in bytes is not a power of two.
#include "kernels/copy/block_prefetch.inl.h"
#include "kernels/copy/line_writer.inl.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/transpose.h"

namespace ct::kernels::CT_ISA {
namespace {

template <int at_least>
void pack_segments_of(char *to, int64_t step, const char *from, const int64_t *rows, int64_t n, int64_t unit) {
  for (int64_t i = 0; i < n; ++i, to += step) {
    if constexpr (at_least == 0) {
      copy_small(to, from + rows[i], unit);
    } else if constexpr (at_least <= 32) {
      if constexpr (at_least >= 16) __builtin_prefetch(to + kRowsAhead, 1, 3);
      copy_twice<at_least>(to, from + rows[i], unit);
    } else {
      copy_short(to, from + rows[i], unit);
    }
  }
}

// nbytes is more than `half` and at most twice as much. is_one: it is exactly twice as much, which is one register.
template <int half, bool is_one>
void copy_rows_of(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t nbytes, int64_t n) {
  struct Whole {
    char bytes[2 * half];
  };
  for (int64_t i = 0; i < n; ++i, to += to_step, from += from_step) {
    if constexpr (is_one) {
      store_element(to, load_element<Whole>(from));
    } else {
      copy_twice<half>(to, from, nbytes);
    }
  }
}
template <int half>
void copy_rows_from(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t nbytes, int64_t n) {
  if constexpr (2 * half < kCacheLine) {
    if (nbytes > 2 * half) return copy_rows_from<2 * half>(to, to_step, from, from_step, nbytes, n);
  }
  (nbytes == 2 * half ? copy_rows_of<half, true> : copy_rows_of<half, false>)(to, to_step, from, from_step, nbytes, n);
}

}  // namespace

void copy_short_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t nbytes, int64_t n) {
  copy_rows_from<1>(to, to_step, from, from_step, nbytes, n);
}

void pack_segments(char *to, int64_t step, const char *from, const int64_t *rows, int64_t n, int64_t unit) {
  if (unit < 2) return pack_segments_of<0>(to, step, from, rows, n, unit);
  if (unit > 64) return pack_segments_of<64>(to, step, from, rows, n, unit);
  with_half(unit, [=]<int half>(Indices<half>) { pack_segments_of<half>(to, step, from, rows, n, unit); });
}

void transpose_segments(char *to, const char *from, const char *next, const TransposeBlock &block, Traffic stores) {
  const int64_t unit = block.unit;
  alignas(kCacheLine) char buffer[kCacheLine + max_transposed_row(kCacheLine) + 2 * kCacheLine];
  char *const staged = buffer + kCacheLine;
  BlockPrefetch prefetch(next, block, block.n1);
  LineWriter writer(to, block, stores);
  for (int64_t j = 0; j < block.n1; ++j) {
    const char *const source = from + j * unit;
    prefetch.step();
    if (stores == Traffic::Cached) {
      pack_segments(to + block.to_rows[j], unit, source, block.from_rows, block.n0, unit);
      continue;
    }
    writer.prefetch_ends(j, j + 1);
    pack_segments(staged, unit, source, block.from_rows, block.n0, unit);
    int64_t missing = block.after * unit < kCacheLine ? block.after * unit : kCacheLine;  // to fill the last line
    char *end = staged + block.n0 * unit;
    for (int64_t i = block.n0; missing > 0; ++i, end += unit, missing -= unit) {
      copy_small(end, source + block.from_rows[i], missing < unit ? missing : unit);
    }
    writer.take(staged, j, j + 1);
  }
}

}  // namespace ct::kernels::CT_ISA
