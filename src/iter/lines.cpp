#include "iter/lines.h"

namespace ct {

Lines::Lines(const Tensor &out, const Tensor &in, int32_t dim, const Tensor *second)
    : to(out.data()), from(in.data()), beside((second != nullptr ? *second : out).data()) {
  SmallVec<Dim, kInline> dims;
  for (int32_t d = out.ndim() - 1; d >= 0; --d) {
    Dim one{out.sizes()[d], out.strides()[d] * out.itemsize(), in.strides()[d] * in.itemsize(),
            second != nullptr ? second->strides()[d] * second->itemsize() : 0};
    if (one.size == 1) continue;
    if (d == dim) {
      along = one;
      continue;
    }
    if (one.to < 0) {
      to += (one.size - 1) * one.to;
      from += (one.size - 1) * one.from;
      beside += (one.size - 1) * one.beside;
      one.to = -one.to;
      one.from = -one.from;
      one.beside = -one.beside;
    }
    int64_t at = dims.size();  // by stride; of equal ones, in order
    while (at > 0 && dims[at - 1].to > one.to) --at;
    dims.insert(at, one);
  }
  bool begun = false;
  for (const Dim &dim_after : dims) {
    Dim &last = rest.empty() ? across : rest.back();
    if (!begun) {
      across = dim_after;
      begun = true;
    } else if (last.to * last.size == dim_after.to && last.from * last.size == dim_after.from &&
               last.beside * last.size == dim_after.beside) {
      last.size *= dim_after.size;
    } else {
      rest.push_back(dim_after);
    }
  }
  for (const Dim &one : rest) groups *= one.size;
}

}  // namespace ct
