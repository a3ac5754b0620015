#include "iter/lines.h"

#include "iter/dims.h"

namespace ct {

Lines::Lines(const Tensor &out, const Tensor &in, int32_t dim, const Tensor *second)
    : to(out.data()), from(in.data()), beside((second != nullptr ? *second : out).data()) {
  DimList<3> dims;
  for (int32_t d = out.ndim() - 1; d >= 0; --d) {
    const Dim one{out.sizes()[d], out.strides()[d] * out.itemsize(), in.strides()[d] * in.itemsize(),
                  second != nullptr ? second->strides()[d] * second->itemsize() : 0};
    if (d != dim) {
      dims.add(one.size, {one.to, one.from, one.beside});
    } else if (one.size != 1) {
      along = one;
    }
  }
  char *data[] = {to, from, beside};
  dims.flip(0, data);
  to = data[0], from = data[1], beside = data[2];
  dims.sort(0);
  dims.coalesce();
  across = {dims.size(0), dims.stride(0, 0), dims.stride(1, 0), dims.stride(2, 0)};
  for (int32_t d = 1; d < dims.ndim(); ++d) {
    rest_sizes_.push_back(dims.size(d));
    for (int32_t k = 0; k < 3; ++k) rest_strides_[k].push_back(dims.stride(k, d));
    groups *= dims.size(d);
  }
}

void Lines::begins(int64_t first, int64_t count, int64_t *to_at, int64_t *from_at) const {
  Odometer at(rest_sizes_, first / across.size);
  int64_t to_group = at.offset(rest_strides_[0]), from_group = at.offset(rest_strides_[1]);
  const auto move = [&](int64_t d, int64_t by) {
    to_group += by * rest_strides_[0][d];
    from_group += by * rest_strides_[1][d];
  };
  for (int64_t i = 0, line = first % across.size; i < count; line = 0, at.advance(move)) {
    for (; line < across.size && i < count; ++line, ++i) {
      to_at[i] = to_group + line * across.to;
      from_at[i] = from_group + line * across.from;
    }
  }
}

}  // namespace ct
