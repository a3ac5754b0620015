#include "kernels/reduce/tiny_rows.h"

#include "kernels/reduce/order.h"
#include "kernels/tuning.h"
#include "kernels/vec/element.h"

namespace ct::kernels::CT_ISA {

// As many rows at a time as a block takes. The next block is prefetched while this one is added.
void add_tiny_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t count, int64_t n,
                   int64_t size, Traffic traffic, AddTransposed add) {
  constexpr int64_t kBlock = order::kLeafElements * kReducePackBytes;
  alignas(kCacheLine) char block[kBlock + kReducePackBytes];
  const int64_t row_bytes = n * size, band = kReducePackBytes / size, most = kBlock / row_bytes / band * band;
  const bool prefetches = traffic == Traffic::NonTemporal && from_stride == row_bytes;
  for (int64_t j = 0; j < count; j += most) {
    const int64_t rows = count - j < most ? count - j : most;
    gather(block, from + j * from_stride, static_cast<int>(size), from_stride, rows, size, n, traffic);
    for (int64_t i = 0; i < rows; i += band) {
      const int64_t some = rows - i < band ? rows - i : band;
      const char *const next = from + (j + i + most) * from_stride;
      for (int64_t k = 0; prefetches && k < some * row_bytes; k += kCacheLine) __builtin_prefetch(next + k, 0, 2);
      add(to + (j + i) * to_stride, to_stride, block + i * size, rows * size, n, some);
    }
  }
}

}  // namespace ct::kernels::CT_ISA
