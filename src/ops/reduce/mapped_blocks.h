// Reductions of what a elementwise kernel makes of the input: block by block, in the cache.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "kernels/table.h"
#include "runtime/api.h"
#include "tensor/dtype.h"

namespace ct {

// Of a reduction's piece: `map(data, strides, size0, size1)` fills blocks, operand 0, with what it makes of the
// `inputs` operands from number `from` on; `take` brings each to accumulator number `to`. How blocks are cut follows
// from the piece's sizes and strides.
template <int32_t inputs, class Map>
void reduce_mapped(const ct_loop &piece, int32_t to, int32_t from, DType mapped, kernels::Reduce take, Map &&map) {
  constexpr int64_t kBytes = int64_t{16} << 10;
  constexpr int64_t kColumns = 128;  // of many rows, so that few blocks meet in an accumulator
  const int64_t size = dtype_size(mapped);
  const int64_t *const strides0 = piece.strides, *const strides1 = piece.strides + piece.noperands;
  const bool turned = piece.size0 == 1 ||
                      (strides1[from] != 0 && piece.size1 > 1 && std::abs(strides1[from]) < std::abs(strides0[from]));
  const int64_t *const inner = turned ? strides1 : strides0, *const outer = turned ? strides0 : strides1;
  const int64_t inner_size = turned ? piece.size1 : piece.size0, outer_size = turned ? piece.size0 : piece.size1;

  alignas(64) char block[kBytes];
  const int64_t n0 = std::min(inner[to] != 0 && outer[to] == 0 ? kColumns : kBytes / size, inner_size);
  const int64_t n1 = std::min(kBytes / size / n0, outer_size);
  for (int64_t j = 0; j < outer_size; j += n1) {
    for (int64_t i = 0; i < inner_size; i += n0) {
      const int64_t count0 = std::min(n0, inner_size - i), count1 = std::min(n1, outer_size - j);
      char *data[1 + inputs] = {block};
      int64_t strides[2 * (1 + inputs)];
      strides[0] = size;
      strides[1 + inputs] = size * count0;
      for (int32_t k = 0; k < inputs; ++k) {
        data[1 + k] = piece.data[from + k] + i * inner[from + k] + j * outer[from + k];
        strides[1 + k] = inner[from + k];
        strides[2 + inputs + k] = outer[from + k];
      }
      map(data, strides, count0, count1);
      char *const taken[] = {piece.data[to] + i * inner[to] + j * outer[to], block};
      const int64_t steps[] = {inner[to], size, outer[to], size * count0};
      take(taken, steps, count0, count1, kernels::Traffic::Cached);
    }
  }
}

}  // namespace ct
