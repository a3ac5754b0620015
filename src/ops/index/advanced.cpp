// index and index_put: integers and masks beside full slices. A mask stands for the indices of its true elements, one
// tensor for each of its dims.
#include <algorithm>

#include "ops/index/few.h"
#include "ops/index/index.h"
#include "ops/index/walk.h"
#include "ops/structural/copy.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "tensor/kept.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

namespace {

class Advanced {
 public:
  // t and the indices outlive it.
  Advanced(const Tensor &t, IndexList indices) : self_(&t) {
    check_count(t, indices);
    int32_t dim = 0;
    for (const Tensor *const index : indices) {
      if (index == nullptr) {
        ++dim;
      } else if (index->dtype() == DType::Bool) {
        dim += add_mask(*index, dim);
      } else {
        check_index_dtype(*index);
        check_same_device(t, *index);
        held_.push_back({index, dim++, true});
      }
    }
    find_shape();
  }

  const Tensor &self() const { return *self_; }
  Dims shape() const { return shape_; }

  void check_values() {
    for (const Held &held : held_) {
      if (!held.is_given) continue;
      counts_back_ |= check_indices(*held.index, self_->sizes()[static_cast<size_t>(held.dim)], &held.dim);
    }
  }
  void check_apart_from(const Tensor &written, IndexList indices) const {
    for (const Tensor *const index : indices) {
      if (index != nullptr) check_apart(written, *index, "an index");
    }
  }

  // The index into the first dim, where there is no other, or NULL.
  const Tensor *only_index() const {
    const bool is_only = held_.size() == 1 && held_[0].is_given && held_[0].dim == 0;
    return is_only ? held_[0].index : nullptr;
  }

  // A copy of self that is read faster, or NULL.
  Ref<Tensor> turned_self() const {
    return held_.size() == 1 ? turned(*self_, held_[0].dim, held_[0].index->numel()) : nullptr;
  }

  // The walk over self, or a copy of it, and `data`, which has the shape of the result.
  IndexWalk walk(const char *name, const Tensor &self, const Tensor &data) const {
    IndexWalk walk(name, self, data.data());
    for (const auto &[index, dim, is_given] : held_) {
      const int64_t size = self.sizes()[static_cast<size_t>(dim)];
      walk.add_index(index->data(), index->dtype(), size, step_of(self, dim), counts_back_);
    }
    const auto ndim = static_cast<int32_t>(shape_.size());
    int32_t sliced = self.ndim();
    for (int32_t r = ndim; r-- > 0;) {
      int64_t steps[kMaxDims], own = 0;
      std::fill_n(steps, held_.size(), 0);
      const int32_t along = r - at_;
      if (along >= 0 && along < index_shape_.size()) {
        for (int64_t k = 0; k < held_.size(); ++k) {
          const Tensor &index = *held_[k].index;
          const int32_t own_dim = along - static_cast<int32_t>(index_shape_.size()) + index.ndim();
          steps[k] = own_dim < 0 || index.sizes()[static_cast<size_t>(own_dim)] == 1 ? 0 : step_of(index, own_dim);
        }
      } else {
        while (is_held(--sliced)) {
        }
        own = step_of(self, sliced);
      }
      walk.add_dim(shape_[r], step_of(data, r), own, {steps, static_cast<size_t>(held_.size())});
    }
    return walk;
  }

 private:
  static void check_count(const Tensor &t, IndexList indices) {
    int64_t wanted = 0;
    for (const Tensor *const index : indices) {
      wanted += index == nullptr || index->dtype() != DType::Bool ? 1 : index->ndim();
    }
    if (wanted > t.ndim()) {
      fail(CT_ERROR_INDEX, "too many indices: a tensor of ", t.ndim(), " dims takes as many, got ", wanted);
    }
  }

  // Adds a mask at that dim, and returns how many dims the mask stands for.
  int32_t add_mask(const Tensor &mask, int32_t dim) {
    if (self_->is_meta() || mask.is_meta()) {
      fail(CT_ERROR_UNSUPPORTED, "a mask as an index: how much a meta tensor selects is not known");
    }
    const Tensor *whole = &mask;
    if (mask.ndim() == 0) {  // of a dim that it brings along
      check_ndim(int64_t{self_->ndim()} + 1);
      self_ = made_.keep(unsqueeze(*self_, dim));
      whole = made_.keep(unsqueeze(mask, 0));
    }
    for (int32_t d = 0; d < mask.ndim(); ++d) {
      const int64_t size = mask.sizes()[static_cast<size_t>(d)];
      if (size == self_->sizes()[static_cast<size_t>(dim) + static_cast<size_t>(d)]) continue;
      fail(CT_ERROR_SHAPE, "a mask of shape ", mask.sizes(), " does not fit dims from ", dim, " on of shape ",
           self_->sizes());
    }
    const Ref<Tensor> places = nonzero(*whole);
    for (int32_t d = 0; d < whole->ndim(); ++d) held_.push_back({made_.keep(select(*places, 1, d)), dim + d, false});
    return whole->ndim();
  }

  void find_shape() {
    for (const Held &held : held_) broadcast(held.index->sizes());
    const bool are_adjacent = !held_.empty() && held_.back().dim - held_[0].dim + 1 == held_.size();
    at_ = are_adjacent ? held_[0].dim : 0;
    for (int32_t d = 0; d < self_->ndim(); ++d) {
      if (static_cast<int32_t>(shape_.size()) == at_) put_index_shape();
      if (!is_held(d)) shape_.push_back(self_->sizes()[static_cast<size_t>(d)]);
    }
    if (static_cast<int32_t>(shape_.size()) == at_) put_index_shape();
    check_ndim(shape_.size());
  }
  void put_index_shape() {
    if (is_put_) return;
    is_put_ = true;
    for (const int64_t size : index_shape_) shape_.push_back(size);
  }

  void broadcast(Dims sizes) {
    const auto ndim = static_cast<int64_t>(sizes.size());
    while (index_shape_.size() < ndim) index_shape_.insert(0, 1);
    for (int64_t d = 0; d < ndim; ++d) {
      int64_t &shared = index_shape_[index_shape_.size() - ndim + d];
      const int64_t size = sizes[static_cast<size_t>(d)];
      if (shared != size && shared != 1 && size != 1) {
        fail(CT_ERROR_SHAPE, "indices of shapes ", Dims(index_shape_), " and ", sizes, " do not broadcast");
      }
      if (shared == 1) shared = size;
    }
  }

  // Indices into a dim of self. Those that are given are checked, unlike those of a mask.
  struct Held {
    const Tensor *index;
    int32_t dim;
    bool is_given;
  };
  bool is_held(int32_t dim) const {
    return std::any_of(held_.begin(), held_.end(), [&](const Held &held) { return held.dim == dim; });
  }

  const Tensor *self_;
  SmallVec<Held, 4> held_;  // in the order of their dims; of other dims all is taken
  KeptTensors made_;
  DimVec index_shape_, shape_;
  int32_t at_ = 0;  // the dim of the result where those of the indices begin
  bool is_put_ = false;
  bool counts_back_ = false;  // an index is negative
};

struct Index {
  Advanced &advanced;
  const Tensor &t;
  IndexList indices;
  const Tensor *const inputs_[1] = {&t};
  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) const {
    output.set_raw_contiguous(advanced.shape(), t.dtype(), t.is_meta());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_apart(output.get(), t, "t");
    advanced.check_apart_from(output.get(), indices);
  }
  void impl(Output &output) const {
    Tensor &out = output.get();
    if (out.is_meta()) return;
    const Tensor &self = advanced.self();
    const Tensor *const only = advanced.only_index();
    if (only != nullptr && gather_few(self, self.sizes()[0], *only, out)) return;
    advanced.check_values();
    const Ref<Tensor> copied = advanced.turned_self();
    advanced.walk("index", copied ? *copied : self, out).gather(out);
  }
};

}  // namespace

Ref<Tensor> index(const Tensor &t, IndexList indices) {
  Advanced advanced(t, indices);
  return functional(Index{advanced, t, indices});
}

void index_out(const Tensor &t, IndexList indices, Tensor &out) {
  Advanced advanced(t, indices);
  into(Index{advanced, t, indices}, out);
}

void index_put(Tensor &t, IndexList indices, const Tensor &values, bool accumulate) {
  check_writable(t, "t");
  check_same_dtype(t, values, "values");
  check_same_device(t, values);
  Advanced advanced(t, indices);
  if (std::max<int64_t>(values.ndim(), 0) > static_cast<int64_t>(advanced.shape().size())) {
    fail(CT_ERROR_SHAPE, "index_put: values of shape ", values.sizes(), " do not broadcast to ", advanced.shape());
  }
  const Ref<Tensor> all = with_sizes(values, advanced.shape());
  check_no_internal_overlap(t);
  check_apart(t, values, "values");
  advanced.check_apart_from(t, indices);
  if (t.is_meta()) return;
  const Tensor *const only = advanced.only_index();
  if (!accumulate && only != nullptr && scatter_few(t, t.sizes()[0], *only, *all)) return;
  advanced.check_values();
  advanced.walk("index_put", advanced.self(), *all).scatter(accumulate ? Scatter::Add : Scatter::Replace, t.dtype());
}

}  // namespace ct
