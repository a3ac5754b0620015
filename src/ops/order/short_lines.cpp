#include "ops/order/short_lines.h"

namespace ct {

void ShortLines::gather(char *to, const Block &block, const int64_t *places) const {
  int64_t indices[kWidth];
  for (int64_t k = 0; k < block.count; ++k) indices[k] = places[k] * block.count + k;
  keys_.gather(to, block.elements, indices, block.count);
}

void ShortLines::put_values(const Block &block, int64_t row, int64_t rows) const {
  const int64_t first = row * block.count, count = rows * block.count;
  if (!block.lossy) {
    keys_.decode(block.spare, block.keys + first * keys_.size, count);
  } else {
    int64_t places[kWidth];
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t k = 0; k < block.count; ++k) places[k] = place(block, row + r, k);
      gather(block.spare + r * block.count * keys_.itemsize, block, places);
    }
  }
  lines_.put_rows(keys_.dtype, keys_.dtype, block.spare, block.first, block.count, 0, rows, false);
}

void ShortLines::put_places(const Block &block, int64_t row, int64_t rows) const {
  const DType dtype = keys_.size == 8 ? DType::Int64 : DType::Int32;
  lines_.put_rows(DType::Int64, dtype, block.places + row * block.count * keys_.size, block.first, block.count, 0, rows,
                  true);
}

void ShortLines::put_picked(const Block &block, const int64_t *rows, bool with_places) const {
  int64_t places[kWidth];
  for (int64_t k = 0; k < block.count; ++k) places[k] = place(block, rows[k], k);
  gather(block.spare, block, places);
  lines_.put_rows(keys_.dtype, keys_.dtype, block.spare, block.first, block.count, 0, 1, false);
  if (!with_places) return;
  lines_.put_rows(DType::Int64, DType::Int64, reinterpret_cast<const char *>(places), block.first, block.count, 0, 1,
                  true);
}

int64_t ShortLines::numbers(const Block &block, int64_t column) const {
  int64_t n = lines_.size();
  while (n > 0 && key(block, n - 1, column) == keys_.nan) --n;
  return n;
}

}  // namespace ct
