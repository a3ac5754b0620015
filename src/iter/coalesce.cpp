// Step: neighbouring dims become one where every operand steps through them evenly.
#include "iter/build.h"

namespace ct {

void IteratorBuild::coalesce() noexcept {
  const auto ndim = static_cast<int32_t>(it.sizes_.size());
  if (ndim <= 1) return;
  DimVec &sizes = it.sizes_;
  const auto merges = [&](int32_t inner, int32_t outer) {
    if (sizes[inner] == 1 || sizes[outer] == 1) return true;
    for (int64_t k = 0; k < operands.size(); ++k) {
      int64_t reach;  // the strides of empty tensors may be anything
      if (__builtin_mul_overflow(sizes[inner], strides_of(k)[inner], &reach) || reach != strides_of(k)[outer]) {
        return false;
      }
    }
    return true;
  };
  const auto take_strides = [&](int32_t to, int32_t from) {
    for (int64_t k = 0; k < operands.size(); ++k) strides_of(k)[to] = strides_of(k)[from];
  };
  int32_t last = 0;
  for (int32_t d = 1; d < ndim; ++d) {
    if (merges(last, d)) {
      if (sizes[last] == 1) take_strides(last, d);
      sizes[last] *= sizes[d];
    } else if (++last != d) {
      take_strides(last, d);
      sizes[last] = sizes[d];
    }
  }
  sizes.resize(last + 1);
}

}  // namespace ct
