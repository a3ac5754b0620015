// A piece of a reduction in blocks that stay in the cache: what a kernel makes of the input, and what is copied or
// converted before it is reduced. How a piece is cut follows from its sizes and strides alone, because it decides bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "kernels/buffer.h"
#include "kernels/reduce/order.h"
#include "ops/reduce/run_reduction.h"
#include "runtime/kernel_table.h"
#include "tensor/dtype.h"

namespace ct {

// So many elements of a computed input are taken at a time; a segment may be cut after them.
constexpr int64_t kComputedSegment = 4096;

// The source of a piece whose input is computed, else NULL.
inline const kernels::Computed *computed_of(const ct_loop &piece, int32_t input) {
  const bool is_computed = piece.strides[input] == kernels::kComputed;
  return is_computed ? reinterpret_cast<const kernels::Computed *>(piece.data[input]) : nullptr;
}

// Reduces map(elements) instead of the elements: `map(data, strides, size0, size1)` fills a block, its operand 0, from
// the piece's operand `from`, and `take` reduces the block into accumulator `to`.
template <class Map>
void reduce_mapped(const ct_loop &piece, int32_t to, int32_t from, DType mapped, kernels::Reduce take, Map &&map) {
  using namespace kernels::order;
  const int64_t size = dtype_size(mapped);
  const int64_t *const strides0 = piece.strides, *const strides1 = piece.strides + piece.noperands;
  const bool swapped = piece.size0 == 1 ||
                       (strides1[from] != 0 && piece.size1 > 1 && std::abs(strides1[from]) < std::abs(strides0[from]));
  const int64_t *const inner = swapped ? strides1 : strides0, *const outer = swapped ? strides0 : strides1;
  const int64_t inner_size = swapped ? piece.size1 : piece.size0, outer_size = swapped ? piece.size0 : piece.size1;

  const Buffer<char, kReduceBlockBytes> block;
  const kernels::Computed *const computed = computed_of(piece, from);
  const int64_t step = computed != nullptr ? computed->itemsize : inner[from];
  const int64_t most = computed != nullptr ? kernels::Computed::kMostBytes / step : inner_size;  // of NaNs that count
  const int64_t n0 =
      std::min({inner[to] != 0 && outer[to] == 0 ? kMappedColumns : kReduceBlockBytes / size, inner_size, most});
  const int64_t n1 = std::min(kReduceBlockBytes / size / n0, outer_size);
  for (int64_t j = 0; j < outer_size; j += n1) {
    for (int64_t i = 0; i < inner_size; i += n0) {
      const int64_t count0 = std::min(n0, inner_size - i), count1 = std::min(n1, outer_size - j);
      char *const data[] = {block, computed != nullptr ? const_cast<char *>(computed->at(i, count0))
                                                       : piece.data[from] + i * step + j * outer[from]};
      const int64_t strides[] = {size, step, size * count0, outer[from]};
      map(data, strides, count0, count1);
      char *const taken[] = {piece.data[to] + i * inner[to] + j * outer[to], block};
      const int64_t steps[] = {inner[to], size, outer[to], size * count0};
      take(taken, steps, count0, count1, kernels::Traffic::Cached);
    }
  }
}

// Replaces `count` numbers by their roots, or by quotients by the one at `by`. Done one by one, that would take a tenth
// as long as the reduction itself.
template <kernels::Elementwise op>
void finish_many(DType dtype, char *values, int64_t count, void *by = nullptr) {
  char *const data[] = {values, values, static_cast<char *>(by)};
  const int64_t size = dtype_size(dtype), strides[] = {size, size, 0, 0, 0, 0};
  kernels_of_op<op>.loop(dtype)(data, strides, count, 1, kernels::Traffic::Cached);
}

// A piece as kernels of few forms take it: contiguous segments, and contiguous columns side by side. What lies
// otherwise is copied to blocks first. Of elements it takes the part `offset` bytes from their beginning, of that
// dtype.
//   segment(i, at, n)                 n numbers, into accumulator i of the piece
//   columns(i, count, at, step, rows) rows of `count` numbers, into as many accumulators from i on
template <class Segment, class Columns>
void reduce_part(const ct_loop &piece, int32_t from, int64_t offset, DType dtype, Segment &&segment,
                 Columns &&columns) {
  using namespace kernels::order;
  struct Dim {
    int64_t size, step;
    int64_t distance() const { return step == 0 ? INT64_MAX : std::abs(step); }
  };
  const int64_t size = dtype_size(dtype), outer = piece.noperands;
  const char *const at = piece.data[from] + offset;
  const Dim dims[] = {{piece.size0, piece.strides[from]}, {piece.size1, piece.strides[outer + from]}};
  const Buffer<char, kReduceBlockBytes> block;
  const auto copied = [&](const char *source, Dim inside, Dim across) -> const char * {
    char *const data[] = {block, const_cast<char *>(source)};
    const int64_t steps[] = {size, inside.step, size * inside.size, across.step};
    convert_kernel(dtype, dtype)(data, steps, inside.size, across.size, kernels::Traffic::Cached);
    return block;
  };
  const auto one = [&](int64_t i, const char *source, Dim dim) {
    if (dim.step == size || dim.size == 1) return segment(i, source, dim.size);
    for (int64_t k = 0; k < dim.size; k += kReduceBlockBytes / size) {
      const int64_t n = std::min(kReduceBlockBytes / size, dim.size - k);
      segment(i, copied(source + k * dim.step, {n, dim.step}, {1, 0}), n);
    }
  };
  if (const kernels::Computed *const computed = computed_of(piece, from)) {
    // Kernels continue where the last segment ended. Parts of elements are copied in blocks of as many.
    const int64_t step = computed->itemsize, most = step == size ? kComputedSegment : kReduceBlockBytes / size;
    for (int64_t k = 0; k < piece.size0; k += most) {
      const int64_t n = std::min(most, piece.size0 - k);
      one(0, computed->at(k, n) + offset, {n, step});
    }
    return;
  }
  if (piece.strides[0] == 0 && piece.strides[outer] == 0) {  // all elements go into one accumulator
    const bool swapped = dims[0].size == 1 || (dims[1].size > 1 && dims[1].distance() < dims[0].distance());
    const Dim &along = dims[swapped ? 1 : 0], &others = dims[swapped ? 0 : 1];
    if (along.step == size && others.step == along.size * size) return segment(0, at, along.size * others.size);
    const int64_t rows = along.size < kCopiedSegment ? kReduceBlockBytes / (size * along.size) : 1;
    for (int64_t k = 0; k < others.size; k += rows) {
      const int64_t n = std::min(rows, others.size - k);
      const char *const source = at + k * others.step;
      if (n == 1) {
        one(0, source, along);
      } else {  // fewer calls, and a sum of fewer terms
        segment(0, copied(source, along, {n, others.step}), n * along.size);
      }
    }
    return;
  }
  const bool kept_inner = piece.strides[0] != 0;
  const Dim &kept = dims[kept_inner ? 0 : 1], &reduced = dims[kept_inner ? 1 : 0];
  if (reduced.size >= kShortSegment && kept.distance() >= reduced.distance()) {
    for (int64_t i = 0; i < kept.size; ++i) one(i, at + i * kept.step, reduced);
  } else if (kept.step == size) {
    columns(0, kept.size, at, reduced.step, reduced.size);
  } else {
    for (int64_t i = 0; i < kept.size; i += kCopiedColumns) {
      const int64_t n = std::min(kCopiedColumns, kept.size - i), most = kReduceBlockBytes / (size * n);
      for (int64_t k = 0; k < reduced.size; k += most) {
        const int64_t rows = std::min(most, reduced.size - k);
        const char *const source = at + i * kept.step + k * reduced.step;
        columns(i, n, copied(source, {n, kept.step}, {rows, reduced.step}), n * size, rows);
      }
    }
  }
}

// A reduction into arrays of doubles, as many as there are identities. Each real part of elements has accumulators of
// its own there, which alternate. Arrays begin where a function is to go on:
//   segment(to, at, n)                 n numbers, into one accumulator
//   columns(to, count, at, step, rows) rows of `count` numbers, into as many accumulators, `parts` apart
//   combine(into, from, n)             n accumulators, of equally many elements each
//   finish(all, n)                     what becomes of the accumulators of n outputs
// computed: NULL, or what gives the input's elements; then segments may be cut after any kComputedSegment of them.
template <size_t arrays, class Segment, class Columns, class Combine, class Finish>
void reduce_in_doubles(const char *name, std::span<Tensor *const> outputs, const Tensor &input, uint64_t reduced,
                       bool keepdim, DType read, const Scalar (&identities)[arrays], int64_t element_ps,
                       const Segment &segment, const Columns &columns, const Combine &combine, const Finish &finish,
                       const ComputedInput *computed = nullptr) {
  const DType real = real_of(read), one = is_complex(read) ? DType::Complex128 : DType::Float64;
  const int64_t parts = is_complex(read) ? 2 : 1;
  const auto arrays_of = [](const ct_loop &piece, size_t first, size_t apart, int64_t i) {
    std::array<double *, arrays> all;
    for (size_t k = 0; k < arrays; ++k) all[k] = reinterpret_cast<double *>(piece.data[first + k * apart]) + i;
    return all;
  };
  auto loop = always_ok([&](const ct_loop &piece) {
    for (int64_t part = 0; part < parts; ++part) {
      reduce_part(
          piece, arrays, part * dtype_size(real), real,
          [&](int64_t i, const char *at, int64_t n) { segment(arrays_of(piece, 0, 1, i * parts + part), at, n); },
          [&](int64_t i, int64_t count, const char *at, int64_t step, int64_t rows) {
            columns(arrays_of(piece, 0, 1, i * parts + part), count, at, step, rows);
          });
    }
  });
  auto join = always_ok([&](const ct_loop &piece) {
    combine(arrays_of(piece, 0, 2, 0), arrays_of(piece, 1, 2, 0), piece.size0 * parts);
  });
  auto last = always_ok([&](const ct_loop &piece) { finish(arrays_of(piece, 0, 1, 0), piece.size0); });
  const LoopRef finished = last;
  std::array<DType, arrays> held;
  held.fill(one);
  run_reduction(name, outputs, input, reduced, keepdim, read,
                {one, loop, join, identities, element_ps, &finished, held, nullptr, computed, parts == 1});
}

}  // namespace ct
