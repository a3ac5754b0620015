// Ops that a mask decides: nonzero, masked_select, masked_scatter. How much there is of a result is counted first,
// chunk by chunk, so that threads know where theirs goes.
#include <algorithm>
#include <bit>

#include "iter/config.h"
#include "kernels/tuning.h"
#include "ops/index/index.h"
#include "ops/index/walk.h"
#include "ops/structural/copy.h"
#include "ops/structured.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

namespace {

constexpr int64_t kMaskBlock = 1024;  // elements that become a mask at a time
constexpr int64_t kSelectPs = 500;    // an element

// A tensor whose elements lie side by side: t, which must outlive it, or a copy of t broadcast to `sizes`. It holds no
// reference to t, because counting takes longer than much of what a small call does.
class Dense {
 public:
  Dense(const Tensor &t, Dims sizes) : tensor_(&t) {
    if (t.is_contiguous() && same_dims(t.sizes(), sizes)) return;
    copy_ = contiguous(*with_sizes(t, sizes), MemoryFormat::Contiguous);
    tensor_ = copy_.get();
  }
  Dense(const Dense &) = delete;
  Dense &operator=(const Dense &) = delete;
  const Tensor &operator*() const { return *tensor_; }
  const Tensor *operator->() const { return tensor_; }

 private:
  Ref<Tensor> copy_;
  const Tensor *tensor_;
};

// The elements of a dense tensor as a mask, piece by piece.
class Mask {
 public:
  explicit Mask(const Tensor &t)
      : data_(t.data()),
        itemsize_(t.itemsize()),
        count_(t.numel()),
        convert_(t.dtype() == DType::Bool ? nullptr : convert_kernel(DType::Bool, t.dtype())) {}

  int64_t count() const { return count_; }
  // take(mask, first, n) for blocks of [begin, end).
  template <class Take>
  void each(int64_t begin, int64_t end, Take take) const {
    if (convert_ == nullptr) return take(data_ + begin, begin, end - begin);
    char block[kMaskBlock];
    for (int64_t i = begin; i < end; i += kMaskBlock) {
      const int64_t n = std::min(kMaskBlock, end - i);
      char *const data[] = {block, data_ + i * itemsize_};
      const int64_t strides[] = {1, itemsize_, 0, 0};
      convert_(data, strides, n, 1, kernels::Traffic::Cached);
      take(static_cast<const char *>(block), i, n);
    }
  }

 private:
  char *data_;
  int64_t itemsize_, count_;
  kernels::Loop convert_;
};

// How many elements are true in each chunk, and in all chunks before it.
class Selected {
 public:
  Selected(const char *name, const Mask &mask, int64_t bytes)
      : name_(name),
        mask_(mask),
        threads_(grain_of(mask.count(), {bytes, kSelectPs}) < mask.count()),
        chunks_(threads_ ? divide_up(mask.count(), kSelectChunk) : 1),
        scratch_(chunks_ > kFewChunks ? chunks_ * int64_t{sizeof(int64_t)} : 0),
        before_(chunks_ > kFewChunks ? scratch_.data<int64_t>() : few_) {
    each([&](int64_t chunk, int64_t begin, int64_t end) {
      const auto count = kernel_table<kernels::SelectTable>().count;
      int64_t sum = 0;
      mask_.each(begin, end, [&](const char *bytes_of, int64_t, int64_t n) { sum += count(bytes_of, n); });
      before_[chunk] = sum;
    });
    for (int64_t chunk = 0; chunk < chunks_; ++chunk) {
      const int64_t own = before_[chunk];
      before_[chunk] = total_;
      total_ += own;
    }
  }

  int64_t total() const { return total_; }
  int64_t before(int64_t chunk) const { return before_[chunk]; }
  // Calls body(chunk, begin, end) for every chunk.
  template <class Body>
  void each(Body body) const {
    const int64_t size = threads_ ? kSelectChunk : mask_.count();
    auto task = [&](int64_t chunk, int32_t) -> ct_status {
      body(chunk, chunk * size, std::min((chunk + 1) * size, mask_.count()));
      return CT_OK;
    };
    const ct_status status = threads_ ? parallel_run(chunks_, task) : serial_run(chunks_, task);
    if (status != CT_OK) fail(status, name_, ": the executor failed");
  }

 private:
  static constexpr int64_t kFewChunks = 4;

  const char *name_;
  const Mask &mask_;
  bool threads_;
  int64_t chunks_;
  Scratch scratch_;
  int64_t few_[kFewChunks];
  int64_t *before_;
  int64_t total_ = 0;
};

void refuse_meta(const Tensor &t, const char *name) {
  if (t.is_meta()) fail(CT_ERROR_UNSUPPORTED, name, ": how much a meta tensor selects is not known");
}

// Writes positions, counted in row-major order, as indices into each dim.
void write_places(int64_t *to, const int64_t *positions, int64_t count, Dims sizes) {
  const auto ndim = static_cast<int64_t>(sizes.size());
  if (ndim == 1) return static_cast<void>(std::copy_n(positions, count, to));
  if (ndim == 0 || count == 0) return;
  const int64_t inner = sizes.back();
  // The row of the previous position.
  int64_t row_begin = -1, row_end = -1;
  int64_t at[kMaxDims];
  for (int64_t i = 0; i < count; ++i, to += ndim) {
    const int64_t position = positions[i];
    if (position >= row_end) {
      int64_t row = position / inner;
      row_begin = row * inner;
      row_end = row_begin + inner;
      for (int64_t d = ndim - 1; d-- > 0;) {
        const int64_t size = sizes[static_cast<size_t>(d)];
        const int64_t above = row / size;
        at[d] = row - above * size;
        row = above;
      }
    }
    for (int64_t d = 0; d < ndim - 1; ++d) to[d] = at[d];
    to[ndim - 1] = position - row_begin;
  }
}

struct Nonzero : OneInput {
  const Mask &mask;
  const Selected &selected;

  void meta(Output &output) const {
    const int64_t sizes[] = {selected.total(), input.ndim()};
    output.set_contiguous(sizes, DType::Int64);
    if (output.given() == nullptr) return;
    check_no_internal_overlap(*output.given());
    check_apart(*output.given(), input, "t");
  }
  void impl(Output &output) const {
    const int64_t ndim = input.ndim();
    if (output.get().numel() == 0) return;
    auto *const data = reinterpret_cast<int64_t *>(output.get().data());
    const auto positions = kernel_table<kernels::SelectTable>().positions;
    selected.each([&](int64_t chunk, int64_t begin, int64_t end) {
      int64_t *to = data + selected.before(chunk) * ndim;
      mask.each(begin, end, [&](const char *bytes, int64_t first, int64_t n) {
        if (ndim == 1) {
          to += positions(to, bytes, n, first);
          return;
        }
        int64_t block[kMaskBlock / 2];
        for (int64_t i = 0; i < n; i += kMaskBlock / 2) {
          const int64_t found = positions(block, bytes + i, std::min(kMaskBlock / 2, n - i), first + i);
          write_places(to, block, found, input.sizes());
          to += found * ndim;
        }
      });
    });
  }
};

template <class Run>
auto with_nonzero(const Tensor &t, Run run) {
  refuse_meta(t, "nonzero");
  const Workspace workspace;
  const Dense dense(t, t.sizes());
  const Mask mask(*dense);
  const Selected selected("nonzero", mask, dense->numel() * dense->itemsize());
  return run(Nonzero{{t}, mask, selected});
}

void check_mask(const Tensor &mask) {
  if (mask.dtype() == DType::Bool) return;
  fail(CT_ERROR_DTYPE, "a mask must be bool, got a tensor of dtype ", dtype_name(mask.dtype()));
}

DimVec common_shape(const char *name, const Tensor &t, const Tensor &mask) {
  const int32_t ndim = std::max(t.ndim(), mask.ndim());
  DimVec shape(ndim);
  for (int32_t d = 0; d < ndim; ++d) {
    const int32_t own = d - (ndim - t.ndim()), of_mask = d - (ndim - mask.ndim());
    const int64_t a = own < 0 ? 1 : t.sizes()[static_cast<size_t>(own)];
    const int64_t b = of_mask < 0 ? 1 : mask.sizes()[static_cast<size_t>(of_mask)];
    if (a != b && a != 1 && b != 1) {
      fail(CT_ERROR_SHAPE, name, ": t of shape ", t.sizes(), " and mask of shape ", mask.sizes(), " do not broadcast");
    }
    shape[d] = a == 1 ? b : a;
  }
  return shape;
}

struct MaskedSelect {
  const Tensor &t, &mask_tensor;
  const Tensor &dense;
  const Mask &mask;
  const Selected &selected;
  const Tensor *const inputs_[2] = {&t, &mask_tensor};
  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) const {
    const int64_t sizes[] = {selected.total()};
    output.set_contiguous(sizes, t.dtype());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(*output.given());
    check_apart(*output.given(), t, "t");
    check_apart(*output.given(), mask_tensor, "mask");
  }
  void impl(Output &output) const {
    const int64_t size = t.itemsize();
    char *const data = output.get().data();
    if (selected.total() == 0) return;
    const auto compress = kernel_table<kernels::SelectTable>().compress[std::countr_zero(static_cast<uint64_t>(size))];
    selected.each([&](int64_t chunk, int64_t begin, int64_t end) {
      mask.each(begin, end, [&](const char *bytes, int64_t first, int64_t n) {
        compress(data + selected.before(chunk) * size, dense.data() + first * size, bytes, n);
      });
    });
  }
};

template <class Run>
auto with_masked(const Tensor &t, const Tensor &mask, Run run) {
  check_mask(mask);
  check_same_device(t, mask);
  refuse_meta(t, "masked_select");
  const DimVec shape = common_shape("masked_select", t, mask);
  const Workspace workspace;
  const Dense dense(t, shape), dense_mask(mask, shape);
  const Mask bytes(*dense_mask);
  const Selected selected("masked_select", bytes, dense->numel() * (1 + t.itemsize()));
  return run(MaskedSelect{t, mask, *dense, bytes, selected});
}

struct MaskedScatter {
  const Tensor &t, &mask, &source;
  const Tensor *const inputs_[3] = {&t, &mask, &source};
  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) const {
    check_mask(mask);
    check_same_dtype(t, source, "source");
    check_same_device(t, mask);
    check_same_device(t, source);
    const DimVec shape = common_shape("masked_scatter", t, mask);
    output.set_raw_contiguous(shape, t.dtype(), t.is_meta());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_no_partial_overlap(output.get(), t);
    check_apart(output.get(), mask, "mask");
    check_apart(output.get(), source, "source");
  }
  // Into out where its elements lie side by side, else into a tensor whose elements do.
  void impl(Output &output) const {
    Tensor &out = output.get();
    if (out.is_meta()) return;
    const Workspace workspace;
    const Dense dense_mask(mask, out.sizes()), values(source, source.sizes());
    const Mask bytes(*dense_mask);
    const int64_t size = out.itemsize();
    const Selected selected("masked_scatter", bytes, out.numel() * (1 + size));
    if (source.numel() < selected.total()) {
      fail(CT_ERROR_SHAPE, "masked_scatter: the mask selects ", selected.total(), " elements, and source has ",
           source.numel());
    }
    const Ref<Tensor> made = out.is_contiguous() ? nullptr : Tensor::create(out.sizes(), out.dtype());
    Tensor &written = made ? *made : out;
    copy(written, t);
    char *const to = written.data();
    const char *const from = values->data();
    const auto spread = kernel_table<kernels::SelectTable>().spread[std::countr_zero(static_cast<uint64_t>(size))];
    selected.each([&](int64_t chunk, int64_t begin, int64_t end) {
      bytes.each(begin, end, [&](const char *part, int64_t first, int64_t n) {
        spread(to + first * size, from + selected.before(chunk) * size, part, n);
      });
    });
    if (made) copy(out, written);
  }
};

}  // namespace

Ref<Tensor> nonzero(const Tensor &t) {
  return with_nonzero(t, [](Nonzero op) { return functional(op); });
}
void nonzero_out(const Tensor &t, Tensor &out) {
  with_nonzero(t, [&](Nonzero op) { into(op, out); });
}

Ref<Tensor> masked_select(const Tensor &t, const Tensor &mask) {
  return with_masked(t, mask, [](MaskedSelect op) { return functional(op); });
}
void masked_select_out(const Tensor &t, const Tensor &mask, Tensor &out) {
  with_masked(t, mask, [&](MaskedSelect op) { into(op, out); });
}

Ref<Tensor> masked_scatter(const Tensor &t, const Tensor &mask, const Tensor &source) {
  return functional(MaskedScatter{t, mask, source});
}
void masked_scatter_out(const Tensor &t, const Tensor &mask, const Tensor &source, Tensor &out) {
  into(MaskedScatter{t, mask, source}, out);
}

}  // namespace ct
