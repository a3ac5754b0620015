// Step: neighbouring dims become one where every operand steps through them evenly.
#include "iter/build.h"
#include "iter/dims.h"

namespace ct {

void IteratorBuild::coalesce() noexcept {
  const auto ndim = static_cast<int32_t>(it.sizes_.size());
  it.sizes_.resize(coalesce_dims(ndim, it.sizes_.data(), it.noperands(),
                                 [this](int32_t k, int32_t d) -> int64_t & { return strides_of(k)[d]; }));
}

}  // namespace ct
