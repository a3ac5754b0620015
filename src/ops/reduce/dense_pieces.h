// A reduction's piece as what its kernels take: dense runs, and dense columns side by side. What lies otherwise is
// copied to blocks in the cache first. How all is cut follows from the piece's sizes and strides.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "kernels/table.h"
#include "runtime/api.h"
#include "runtime/kernel_table.h"
#include "tensor/dtype.h"

namespace ct {

// Of real elements, which lie as `stored` at the piece's operand `from`, plus `offset` bytes, and are handed on as
// `dtype`.
//   run(i, at, n)                     n elements, into accumulator i of the piece
//   columns(i, count, at, step, rows) rows of `count` elements, into as many accumulators from i on
template <class Run, class Columns>
void reduce_dense(const ct_loop &piece, int32_t from, int64_t offset, DType stored, DType dtype, Run &&run,
                  Columns &&columns) {
  constexpr int64_t kBytes = int64_t{16} << 10;
  constexpr int64_t kColumns = 512;  // that are copied together: memory is read along rows
  constexpr int64_t kShort = 32;     // elements of a run that is not worth a call
  constexpr int64_t kFew = 256;      // elements of a run that is worth a copy, if others go with it
  struct Dim {
    int64_t size, step;
    int64_t distance() const { return step == 0 ? INT64_MAX : std::abs(step); }
  };
  const int64_t size = dtype_size(dtype), dense = stored == dtype ? size : INT64_MIN, outer = piece.noperands;
  const char *const at = piece.data[from] + offset;
  const Dim dims[] = {{piece.size0, piece.strides[from]}, {piece.size1, piece.strides[outer + from]}};
  alignas(64) char block[kBytes];
  const auto copied = [&](const char *source, Dim inside, Dim across) -> const char * {
    char *const data[] = {block, const_cast<char *>(source)};
    const int64_t steps[] = {size, inside.step, size * inside.size, across.step};
    convert_kernel(dtype, stored)(data, steps, inside.size, across.size, kernels::Traffic::Cached);
    return block;
  };
  const auto one = [&](int64_t i, const char *source, Dim dim) {
    if (dim.step == dense || (dim.size == 1 && stored == dtype)) return run(i, source, dim.size);
    for (int64_t k = 0; k < dim.size; k += kBytes / size) {
      const int64_t n = std::min(kBytes / size, dim.size - k);
      run(i, copied(source + k * dim.step, {n, dim.step}, {1, 0}), n);
    }
  };
  if (piece.strides[0] == 0 && piece.strides[outer] == 0) {  // one accumulator
    const bool turned = dims[0].size == 1 || (dims[1].size > 1 && dims[1].distance() < dims[0].distance());
    const Dim &along = dims[turned ? 1 : 0], &others = dims[turned ? 0 : 1];
    if (along.step == dense && others.step == along.size * size) return run(0, at, along.size * others.size);
    const int64_t rows = along.size < kFew ? kBytes / (size * along.size) : 1;
    for (int64_t k = 0; k < others.size; k += rows) {
      const int64_t n = std::min(rows, others.size - k);
      const char *const source = at + k * others.step;
      if (n == 1) {
        one(0, source, along);
      } else {  // fewer calls, and a sum of fewer terms
        run(0, copied(source, along, {n, others.step}), n * along.size);
      }
    }
    return;
  }
  const bool kept_inner = piece.strides[0] != 0;
  const Dim &kept = dims[kept_inner ? 0 : 1], &reduced = dims[kept_inner ? 1 : 0];
  if (reduced.size >= kShort && kept.distance() >= reduced.distance()) {
    for (int64_t i = 0; i < kept.size; ++i) one(i, at + i * kept.step, reduced);
  } else if (kept.step == dense) {
    columns(0, kept.size, at, reduced.step, reduced.size);
  } else {
    for (int64_t i = 0; i < kept.size; i += kColumns) {
      const int64_t n = std::min(kColumns, kept.size - i), most = kBytes / (size * n);
      for (int64_t k = 0; k < reduced.size; k += most) {
        const int64_t rows = std::min(most, reduced.size - k);
        const char *const source = at + i * kept.step + k * reduced.step;
        columns(i, n, copied(source, {n, kept.step}, {rows, reduced.step}), n * size, rows);
      }
    }
  }
}

}  // namespace ct
