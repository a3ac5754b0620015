// repeat_interleave: every slice along a dim, as many times as a tensor says.
#include <algorithm>

#include "kernels/tuning.h"
#include "ops/index/index.h"
#include "ops/index/walk.h"
#include "ops/structural/copy.h"
#include "ops/structural/output_of.h"
#include "runtime/error.h"
#include "runtime/scratch.h"
#include "tensor/views.h"

namespace ct {

using namespace kernels;

namespace {

// Neighbours with equal counts form a run. Long slices, and long runs of single elements, are boxes that are copied;
// else there is an index for each slice of the output, and the slices are gathered.
class RepeatInterleave {
 public:
  RepeatInterleave(const Tensor &t, const Tensor &counts, int32_t along)
      : input_(t), repeats_(counts), dim_(along), stride_(counts.numel() == 1 ? 0 : counts.strides()[0]) {}

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    if (repeats_.dtype() != DType::Int64) {
      fail(CT_ERROR_DTYPE, "repeat_interleave: repeats must be int64, got ", dtype_name(repeats_.dtype()));
    }
    if (repeats_.ndim() > 1) {
      fail(CT_ERROR_SHAPE, "repeat_interleave: repeats must be 0-dim or 1-dim, got sizes ", repeats_.sizes());
    }
    if (repeats_.is_meta()) {
      fail(CT_ERROR_INVALID, "repeat_interleave: repeats is a meta tensor: it has no data, and the result's size is ",
           "its sum, sizes ", repeats_.sizes());
    }
    at_ = wrap_dim(dim_, input_.ndim());
    const int64_t size = size_of(input_, at_);
    if (repeats_.ndim() == 1 && repeats_.numel() != 1 && repeats_.numel() != size) {
      fail(CT_ERROR_SHAPE, "repeat_interleave: repeats must have the same size as input along dim ", at_, ": got ",
           repeats_.numel(), " and ", size);
    }
    DimVec sizes(input_.sizes());
    if (sizes.empty()) sizes.push_back(1);
    sizes[at_] = repeats_.numel() == 1 ? times_all(size) : sum();
    set_contiguous_apart(output, sizes, input_, &repeats_);
  }

  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    int64_t slice = 1;  // elements that are repeated together
    for (int32_t d = at_ + 1; d < out.ndim(); ++d) slice *= out.sizes()[d];
    const bool has_long_runs = changes_ < kFewestRuns || out.sizes()[at_] / changes_ >= kSlicesOfRun;
    slice >= kLongSlice || (slice == 1 && has_long_runs) ? copy(out) : gather(out);
  }

 private:
  struct Run {
    int64_t from, count, times, to;
  };

  static void check_times(int64_t times, int64_t i) {
    if (times < 0) fail(CT_ERROR_INVALID, "repeat_interleave: repeats can not be negative, got ", times, " at ", i);
  }
  int64_t times_all(int64_t size) const {
    const int64_t times = times_of(0);
    check_times(times, 0);
    int64_t total = 0;
    if (__builtin_mul_overflow(size, times, &total)) {
      fail(CT_ERROR_SHAPE, "repeat_interleave: the size of dim ", at_, ", ", size, ", overflows when repeated ", times,
           " times");
    }
    return total;
  }
  int64_t sum() {
    int64_t total = 0, before = -1;
    for (int64_t i = 0; i < repeats_.numel(); ++i) {
      const int64_t times = times_of(i);
      check_times(times, i);
      if (__builtin_add_overflow(total, times, &total)) {
        fail(CT_ERROR_SHAPE, "repeat_interleave: the size of dim ", at_, " overflows at repeats[", i, "], ", times);
      }
      changes_ += times != before ? 1 : 0;
      before = times;
    }
    return total;
  }
  int64_t times_of(int64_t i) const { return reinterpret_cast<const int64_t *>(repeats_.data())[i * stride_]; }

  void copy(Tensor &out) const {
    SmallVec<Run, 8> runs;
    if (repeats_.numel() == 1) {
      runs.push_back({0, size_of(input_, at_), times_of(0), 0});
    } else {
      int64_t to = 0;
      for (int64_t i = 0; i < repeats_.numel(); ++i) {
        const int64_t times = times_of(i);
        if (times != 0) {
          if (runs.empty() || runs.back().times != times || runs.back().from + runs.back().count != i) {
            runs.push_back({i, 0, times, to});
          }
          ++runs.back().count;
        }
        to += times;
      }
    }
    const int64_t row = out.numel() / out.sizes()[at_];
    const auto numel = [&](int64_t i) { return runs[i].count * runs[i].times * row; };
    const auto describe = [&](int64_t i, Box &box) {
      const Run &run = runs[i];
      const int64_t to = step_along(out, at_);
      box.begin(out.data() + run.to * to, input_);
      box.data[1] += run.from * step_of(input_, at_);
      for (int32_t d = out.ndim() - 1; d >= 0; --d) {
        if (d != at_) box.add(out.sizes()[d], step_along(out, d), step_along(input_, d));
      }
      box.add(run.times, to, 0);
      box.add(run.count, to * run.times, step_of(input_, at_));
    };
    copy_boxes(out, {runs.size(), numel, describe});
  }

  void gather(Tensor &out) const {
    constexpr int64_t kAtOnce = 4;  // stores, at least, so that small counts need no branch
    const Ref<Tensor> copied = turned(input_, at_, out.sizes()[at_]);
    const Tensor &from = copied ? *copied : input_;
    const int64_t size = size_of(input_, at_);
    const Scratch scratch((out.sizes()[at_] + kAtOnce) * int64_t{sizeof(int64_t)});
    auto *to = scratch.data<int64_t>();
    for (int64_t i = 0; i < size; ++i) {
      const int64_t times = times_of(i);
      int64_t k = 0;
      do {
        std::fill_n(to + k, kAtOnce, i);
        k += kAtOnce;
      } while (k < times);
      to += times;
    }
    IndexWalk walk("repeat_interleave", from, out.data());
    walk.add_index(scratch.data(), DType::Int64, size, step_of(from, at_), false);
    for (int32_t d = out.ndim(); d-- > 0;) {
      const int64_t own = d == at_ ? int64_t{sizeof(int64_t)} : 0;
      walk.add_dim(out.sizes()[d], step_along(out, d), d == at_ ? 0 : step_of(from, d), {&own, 1});
    }
    walk.gather(out);
  }

  const Tensor &input_, &repeats_;
  const Tensor *const inputs_[2] = {&input_, &repeats_};
  const int32_t dim_;
  const int64_t stride_;  // of the counts, in elements
  int32_t at_ = 0;
  int64_t changes_ = 0;  // how often the count is another than that of the slice before
};

}  // namespace

Ref<Tensor> repeat_interleave(const Tensor &t, const Tensor &repeats, std::optional<int32_t> dim) {
  const Ref<Tensor> flat = dim.has_value() ? nullptr : flatten(t, 0, -1);
  return functional(RepeatInterleave(flat ? *flat : t, repeats, dim.value_or(0)));
}
void repeat_interleave_into(const Tensor &t, const Tensor &repeats, std::optional<int32_t> dim, Tensor &out) {
  const Tensor *const inputs[] = {&t, &repeats};
  check_apart(out, inputs);
  const Ref<Tensor> flat = dim.has_value() ? nullptr : flatten(t, 0, -1);
  into(RepeatInterleave(flat ? *flat : t, repeats, dim.value_or(0)), out);
}

}  // namespace ct
