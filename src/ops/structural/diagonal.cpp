// Triangles and diagonals of matrices.
#include <algorithm>
#include <cstring>
#include <optional>

#include "iter/odometer.h"
#include "iter/traffic.h"
#include "kernels/tuning.h"
#include "ops/structural/copy.h"
#include "ops/structural/fill.h"
#include "ops/structural/output_of.h"
#include "ops/structural/rearrange.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

namespace {

// tril and triu, row by row: part of a row is copied, the rest becomes zeros. Only zeros are written in place, and
// where the input's rows lie across its memory: then the rectangle that holds all that stays has been copied at once.
struct Triangle : OneInput {
  const int64_t diagonal;
  const bool upper;

  void meta(Output &output) {
    if (input.ndim() < 2) {
      fail(CT_ERROR_SHAPE, upper ? "triu" : "tril", ": input tensor must have at least 2 dimensions, got sizes ",
           input.sizes());
    }
    if (output.given() == nullptr) return output.set_contiguous(input.sizes(), input.dtype(), input.is_meta());
    const auto check = [&] {
      check_no_internal_overlap(*output.given());
      check_no_partial_overlap(*output.given(), input);
    };
    check();
    output.set_raw_strided(input.sizes(), contiguous_strides(input.sizes()), input.dtype(), input.is_meta());
    check();
  }

  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const int64_t itemsize = out.itemsize(), bytes = out.numel() * itemsize, last = out.ndim() - 1;
    const int64_t columns = out.sizes()[last], rows = out.numel() / columns;
    const bool in_place = overlap(out, input) == Overlap::Full;
    const bool by_rows = in_place || columns == 1 || input.strides()[last] == 1;
    if (!by_rows) copy_kept(out);
    const bool copies = by_rows && !in_place;
    if (is_small(out) && (!copies || input.is_contiguous())) return mask(out, copies ? input : out);
    std::optional<Workspace> workspace;  // zeros want none, so that nothing fails after that copy
    if (copies) workspace.emplace();
    const int64_t grain = std::max<int64_t>(grain_of(out.numel(), {bytes, 0}) / columns, 1);
    const kernels::Traffic whole = copies ? traffic(2 * bytes) : kernels::Traffic::Cached;
    const auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
      run_rows(out, begin, end, copies, whole);
      return CT_OK;
    };
    const ct_status status = parallel_ranges(rows, grain, {}, range);
    if (status != CT_OK) fail(status, "the executor failed");
  }

 private:
  // Whether there are many small matrices, one after the other in memory.
  static bool is_small(const Tensor &out) {
    const int64_t last = out.ndim() - 1, matrix = out.sizes()[last - 1] * out.sizes()[last];
    return matrix * out.itemsize() <= kMostTriangleMask && out.numel() >= kFewestMasked * matrix && out.is_contiguous();
  }

  // Copies all of them through a mask of bytes that repeats the triangle.
  void mask(const Tensor &out, const Tensor &from) const {
    const int64_t last = out.ndim() - 1, rows = out.sizes()[last - 1], columns = out.sizes()[last];
    const int64_t matrix = rows * columns * out.itemsize(), count = out.numel() / (rows * columns);
    const int64_t together = std::min(kMostTriangleMask / matrix, count);
    alignas(kCacheLine) char mask[kMostTriangleMask];
    const int64_t shift = std::clamp(diagonal, -rows, columns);
    for (int64_t row = 0; row < rows; ++row) {
      const int64_t change = std::clamp<int64_t>(row + shift + (upper ? 0 : 1), 0, columns) * out.itemsize();
      char *const to = mask + row * columns * out.itemsize();
      std::memset(to, upper ? 0 : -1, static_cast<size_t>(change));
      std::memset(to + change, upper ? -1 : 0, static_cast<size_t>(columns * out.itemsize() - change));
    }
    for (int64_t k = 1; k < together; ++k) std::memcpy(mask + k * matrix, mask, static_cast<size_t>(matrix));
    const kernels::Loop both = kernels_of_op<kernels::Elementwise::bitwise_and>.loop(DType::UInt8);
    const auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
      for (int64_t at = begin; at < end; at += together) {
        char *const data[] = {out.data() + at * matrix, from.data() + at * matrix, mask};
        const int64_t strides[] = {1, 1, 1, 0, 0, 0};
        both(data, strides, std::min(together, end - at) * matrix, 1, kernels::Traffic::Cached);
      }
      return CT_OK;
    };
    const ct_status status = parallel_ranges(count, grain_of(count, {out.numel() * out.itemsize(), 0}), {}, range);
    if (status != CT_OK) fail(status, "the executor failed");
  }

  // Copies the rows and columns in which something stays.
  void copy_kept(const Tensor &out) const {
    const int32_t last = out.ndim() - 1;
    const int64_t columns = out.sizes()[last], rows = out.sizes()[last - 1];
    const int64_t shift = std::clamp(diagonal, -rows, columns);
    const int64_t row = upper ? 0 : std::max<int64_t>(-shift, 0), column = upper ? std::max<int64_t>(shift, 0) : 0;
    const int64_t height = (upper ? std::min(rows, columns - shift) : rows) - row;
    const int64_t width = (upper ? columns : std::min(columns, rows + shift)) - column;
    if (height <= 0 || width <= 0) return;
    const auto kept = [&](const Tensor &t) { return narrow(*narrow(t, last - 1, row, height), last, column, width); };
    const Ref<Tensor> to = kept(out);
    copy(*to, *kept(input));
  }

  // Some rows at once: first the columns that all of them copy, then those in which all have zeros, then those that the
  // diagonal goes through, which are copied and filled with zeros row by row. Where the diagonal goes through short
  // rows, they consist of the last kind alone.
  void run_rows(const Tensor &out, int64_t begin, int64_t end, bool copies, kernels::Traffic whole) const {
    const int32_t last = out.ndim() - 1;
    const int64_t itemsize = out.itemsize(), columns = out.sizes()[last], rows = out.sizes()[last - 1];
    const int64_t to_step = out.strides()[last] * itemsize, from_step = input.strides()[last] * itemsize;
    const int64_t to_row = out.strides()[last - 1] * itemsize, from_row = input.strides()[last - 1] * itemsize;
    const bool is_dense = to_step == itemsize, is_short = is_dense && columns * itemsize < kShortTriangleRow;
    const int64_t together =
        is_short ? std::max<int64_t>(kTriangleRowBytes / (columns * itemsize), 1) : kLongTriangleRows;
    const kernels::Loop move = fill_kernel(itemsize);  // a fill is a copy of an element that stays in place
    alignas(16) char zero[16] = {};
    int64_t turning[kMaxDims];
    std::reverse_copy(out.sizes().begin(), out.sizes().end() - 1, turning);
    Odometer at({turning, static_cast<size_t>(last)}, begin);
    char *to = out.data();
    const char *from = input.data();
    const auto advance = [&](int64_t d, int64_t by) {
      to += by * out.strides()[last - 1 - d] * itemsize;
      from += by * input.strides()[last - 1 - d] * itemsize;
    };
    for (int32_t d = 0; d < last; ++d) advance(d, at[d]);
    const auto plane = [&](const char *source, int64_t step, int64_t row, int64_t start, int64_t stop, int64_t n) {
      if (start >= stop) return;
      char *const data[] = {to + start * to_step, const_cast<char *>(source) + start * step};
      const int64_t strides[] = {to_step, step, to_row, row};
      const bool is_long = is_dense && (stop - start) * itemsize >= kNonTemporalRow;
      const bool is_one = stop - start == columns && to_row == columns * to_step && row == columns * step;
      move(data, strides, is_one ? n * columns : stop - start, is_one ? 1 : n,
           is_long ? whole : kernels::Traffic::Cached);
    };
    const auto copy_plane = [&](int64_t start, int64_t stop, int64_t n) {
      if (copies) plane(from, from_step, from_row, start, stop, n);
    };
    const auto clear = [&](int64_t row, int64_t start, int64_t stop) {
      char *const first = to + row * to_row + start * to_step;
      if (is_dense) {
        std::memset(first, 0, static_cast<size_t>((stop - start) * itemsize));
      } else {
        for (int64_t i = 0; i < stop - start; ++i) std::memset(first + i * to_step, 0, static_cast<size_t>(itemsize));
      }
    };
    const int64_t first = std::clamp(diagonal, -rows - 1, columns) + (upper ? 0 : 1);  // of the row 0: where it changes
    for (int64_t row = begin, n = 0; row < end; row += n, at.advance(advance, n)) {
      n = std::min({together, rows - at[0], end - row});
      if (n > columns) {  // rows before, on and beyond the diagonal go by themselves
        const int64_t on = 1 - first - at[0], beyond = columns - first - at[0];
        n = std::min(n, on > 0 ? on : beyond > 0 ? beyond : n);
      }
      const auto change = [&](int64_t i) { return std::clamp<int64_t>(first + at[0] + i, 0, columns); };
      const bool is_whole = is_short && change(0) != change(n - 1);
      const int64_t low = is_whole ? 0 : change(0), high = is_whole ? columns : change(n - 1);
      copy_plane(low, high, n);
      if (upper) {
        plane(zero, 0, 0, 0, low, n);
        copy_plane(high, columns, n);
      } else {
        copy_plane(0, low, n);
        plane(zero, 0, 0, high, columns, n);
      }
      for (int64_t i = 0; i < n && low != high; ++i) upper ? clear(i, low, change(i)) : clear(i, change(i), high);
    }
  }
};

// One or many matrices of zeros with the input's last dim on a diagonal.
struct DiagEmbed : OneInput {
  const int64_t offset;
  int32_t dim1, dim2;

  void meta(Output &output) {
    const int32_t ndim = check_ndim(int64_t{input.ndim()} + 1);
    if (input.ndim() == 0) fail(CT_ERROR_SHAPE, "diag_embed: the tensor has no dim to lay on a diagonal, got 0-dim");
    const int32_t given1 = dim1, given2 = dim2;
    dim1 = wrap_dim(dim1, ndim);
    dim2 = wrap_dim(dim2, ndim);
    if (dim1 == dim2) {
      fail(CT_ERROR_INDEX, "diagonal dimensions cannot be identical ", given1, ", ", given2, ", sizes ", input.sizes());
    }
    int64_t size = 0;
    if (offset == INT64_MIN || __builtin_add_overflow(input.sizes().back(), offset < 0 ? -offset : offset, &size)) {
      fail(CT_ERROR_SHAPE, "diag_embed: a matrix with diagonal ", offset, " is too large, sizes ", input.sizes());
    }
    DimVec sizes;
    for (int32_t d = 0, next = 0; d < ndim; ++d) {
      sizes.push_back(d == dim1 || d == dim2 ? size : input.sizes()[next++]);
    }
    set_contiguous_apart(output, sizes, input);
    if (!output.get().is_meta()) place = diagonal(output.get(), offset, dim1, dim2);
  }

  void impl(Output &output) {
    if (output.get().is_meta()) return;
    const Workspace workspace;
    fill(output.get(), Scalar::of(int64_t{0}));
    copy_alone(*place, input);
  }

  Ref<Tensor> place{};
};

// One such matrix.
struct Diag : OneInput {
  const Ref<Tensor> of;

  void meta(Output &output) { set_contiguous_apart(output, of->sizes(), *of); }
  void impl(Output &output) {
    if (!output.get().is_meta()) copy(output.get(), *of);
  }
};

}  // namespace

Ref<Tensor> triangle(const Tensor &t, int64_t diagonal, bool upper) {
  return functional(Triangle{{t}, diagonal, upper});
}
void triangle_into(const Tensor &t, int64_t diagonal, bool upper, Tensor &out) {
  into(Triangle{{t}, diagonal, upper}, out);
}

static void check_diag(const Tensor &t) {
  if (t.ndim() == 1 || t.ndim() == 2) return;
  fail(CT_ERROR_SHAPE, "diag: supports 1D or 2D tensors. Got ", t.ndim(), "D, sizes ", t.sizes());
}

Ref<Tensor> diag(const Tensor &t, int64_t offset) {
  check_diag(t);
  if (t.ndim() == 1) return diag_embed(t, offset, 0, 1);
  return functional(Diag{{t}, diagonal(t, offset, 0, 1)});
}
void diag_into(const Tensor &t, int64_t offset, Tensor &out) {
  check_diag(t);
  if (t.ndim() == 1) return diag_embed_into(t, offset, 0, 1, out);
  into(Diag{{t}, diagonal(t, offset, 0, 1)}, out);
}

Ref<Tensor> diag_embed(const Tensor &t, int64_t offset, int32_t dim1, int32_t dim2) {
  return functional(DiagEmbed{{t}, offset, dim1, dim2});
}
void diag_embed_into(const Tensor &t, int64_t offset, int32_t dim1, int32_t dim2, Tensor &out) {
  into(DiagEmbed{{t}, offset, dim1, dim2}, out);
}

}  // namespace ct
