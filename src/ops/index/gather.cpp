// Ops that read by index: index_select, gather and take_along_dim, take.
#include <algorithm>

#include "kernels/tuning.h"
#include "ops/index/few.h"
#include "ops/index/flat.h"
#include "ops/index/index.h"
#include "ops/index/walk.h"
#include "ops/structural/copy.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "tensor/overlap.h"
#include "tensor/views.h"

namespace ct {

namespace {

// What all reading ops share: their output is fresh, or shares no memory with their inputs.
struct Reads {
  const Tensor &t, &index;
  const Tensor *const inputs_[2] = {&t, &index};
  std::span<const Tensor *const> inputs() const { return inputs_; }

  void set(Output &output, Dims sizes) const {
    check_index_dtype(index);
    check_same_device(t, index);
    output.set_raw_contiguous(sizes, t.dtype(), t.is_meta());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_apart(output.get(), t, "t");
    check_apart(output.get(), index, "index");
  }
};

struct IndexSelect : Reads {
  const int32_t wanted_dim;
  int32_t dim = 0;

  void meta(Output &output) {
    dim = wrap_dim(wanted_dim, t.ndim());
    check_index_dtype(index);
    if (index.ndim() > 1) {
      fail(CT_ERROR_SHAPE, "index_select: index must have one dim or none, got shape ", index.sizes());
    }
    if (t.ndim() == 0 && index.numel() != 1) {
      fail(CT_ERROR_SHAPE, "index_select: a tensor without dims takes one index, got ", index.numel());
    }
    DimVec sizes(t.sizes());
    if (t.ndim() > 0) sizes[dim] = index.numel();
    set(output, sizes);
  }

  void impl(Output &output) const {
    Tensor &out = output.get();
    if (out.is_meta() || (dim == 0 && gather_few(t, size_of(t, 0), index, out))) return;
    const bool counts_back = check_indices(index, size_of(t, dim), &dim);
    const Ref<Tensor> copied = turned(t, dim, index.numel());
    const Tensor &from = copied ? *copied : t;
    IndexWalk walk("index_select", from, out.data());
    walk.add_index(index.data(), index.dtype(), size_of(t, dim), step_of(from, dim), counts_back);
    const int64_t none = 0;
    const int64_t own = step_of(index, 0);
    for (int32_t d = t.ndim(); d-- > 0;) {
      const bool is_dim = d == dim;
      walk.add_dim(out.sizes()[static_cast<size_t>(d)], step_of(out, d), is_dim ? 0 : step_of(from, d),
                   {is_dim ? &own : &none, 1});
    }
    if (t.ndim() == 0) walk.add_dim(1, 0, 0, {&none, 1});
    walk.gather(out);
  }
};

struct Gather : Reads {
  const int32_t wanted_dim;
  const char *const name;
  int32_t dim = 0;

  void meta(Output &output) {
    dim = wrap_dim(wanted_dim, t.ndim());
    check_index_dtype(index);
    if (std::max(t.ndim(), 1) != std::max(index.ndim(), 1)) {
      fail(CT_ERROR_SHAPE, name, ": index must have as many dims as t, got shapes ", index.sizes(), " and ", t.sizes());
    }
    for (int32_t d = 0; d < index.ndim() && index.numel() != 0; ++d) {
      if (d == dim || size_of(index, d) <= size_of(t, d)) continue;
      fail(CT_ERROR_SHAPE, name, ": index of shape ", index.sizes(), " is larger than t of shape ", t.sizes(),
           " in dim ", d);
    }
    set(output, index.sizes());
  }

  void impl(Output &output) const {
    Tensor &out = output.get();
    if (out.is_meta() || (t.ndim() <= 1 && gather_few(t, t.numel(), index, out))) return;
    const Ref<Tensor> copied = evened(index, index.sizes());
    const Tensor &by = copied ? *copied : index;
    const bool counts_back = check_indices(by, size_of(t, dim), &dim);
    IndexWalk walk(name, t, out.data());
    walk.add_index(by.data(), by.dtype(), size_of(t, dim), step_of(t, dim), counts_back);
    for (int32_t d = by.ndim(); d-- > 0;) {
      const int64_t own = step_of(by, d);
      walk.add_dim(size_of(by, d), step_of(out, d), d == dim ? 0 : step_of(t, d), {&own, 1});
    }
    walk.gather(out);
  }
};

struct Take : Reads {
  void meta(Output &output) const { set(output, index.sizes()); }

  void impl(Output &output) const {
    Tensor &out = output.get();
    if (out.is_meta() || gather_few(t, t.numel(), index, out)) return;
    const bool counts_back = check_indices(index, t.numel(), nullptr);
    if (index.numel() == 0) return;
    // To copy t then takes less than to find where each index lies.
    const bool is_copied =
        !even_step(t).has_value() && t.numel() * t.itemsize() <= kCopiedForIndex * index.numel() * kIndexBytes;
    const Ref<Tensor> copied = is_copied ? contiguous(t, MemoryFormat::Contiguous) : nullptr;
    const Tensor &from = copied ? *copied : t;
    const FlatIndex flat(from, index, counts_back);
    IndexWalk walk("take", from, out.data());
    flat.add_to(walk);
    for (int32_t d = index.ndim(); d-- > 0;) {
      walk.add_dim(size_of(index, d), step_of(out, d), 0, {&flat.strides()[static_cast<size_t>(d)], 1});
    }
    walk.gather(out);
  }
};

// t and the index, broadcast against each other along all dims but one.
struct Broadcast {
  Broadcast(const Tensor &t, const Tensor &index, int32_t wanted_dim) : dim(wrap_dim(wanted_dim, t.ndim())) {
    check_index_dtype(index);
    if (t.ndim() != index.ndim()) {
      fail(CT_ERROR_SHAPE, "take_along_dim: index must have as many dims as t, got shapes ", index.sizes(), " and ",
           t.sizes());
    }
    DimVec t_sizes(t.sizes()), index_sizes(index.sizes());
    for (int32_t d = 0; d < t.ndim(); ++d) {
      if (d == dim || t_sizes[d] == index_sizes[d]) continue;
      if (t_sizes[d] != 1 && index_sizes[d] != 1) {
        fail(CT_ERROR_SHAPE, "take_along_dim: shapes ", t.sizes(), " and ", index.sizes(), " do not broadcast in dim ",
             d);
      }
      t_sizes[d] = index_sizes[d] = t_sizes[d] == 1 ? index_sizes[d] : t_sizes[d];
    }
    from = with_sizes(t, t_sizes);
    by = with_sizes(index, index_sizes);
  }

  int32_t dim;
  Ref<Tensor> from, by;
};

}  // namespace

// ---- both forms ----

Ref<Tensor> index_select(const Tensor &t, int32_t dim, const Tensor &index) {
  return functional(IndexSelect{{t, index}, dim});
}
void index_select_out(const Tensor &t, int32_t dim, const Tensor &index, Tensor &out) {
  into(IndexSelect{{t, index}, dim}, out);
}

Ref<Tensor> gather(const Tensor &t, int32_t dim, const Tensor &index) {
  return functional(Gather{{t, index}, dim, "gather"});
}
void gather_out(const Tensor &t, int32_t dim, const Tensor &index, Tensor &out) {
  into(Gather{{t, index}, dim, "gather"}, out);
}

Ref<Tensor> take_along_dim(const Tensor &t, const Tensor &index, int32_t dim) {
  const Broadcast both(t, index, dim);
  return functional(Gather{{*both.from, *both.by}, both.dim, "take_along_dim"});
}
void take_along_dim_out(const Tensor &t, const Tensor &index, int32_t dim, Tensor &out) {
  const Broadcast both(t, index, dim);
  into(Gather{{*both.from, *both.by}, both.dim, "take_along_dim"}, out);
}

Ref<Tensor> take(const Tensor &t, const Tensor &index) { return functional(Take{{t, index}}); }
void take_out(const Tensor &t, const Tensor &index, Tensor &out) { into(Take{{t, index}}, out); }

}  // namespace ct
