// full and its relatives: an allocation and a fill.
#include "ops/structural/factory.h"

#include "ops/structural/copy.h"
#include "ops/structural/fill.h"

namespace ct {

Ref<Tensor> full(Dims sizes, const Scalar &value, DType dtype) {
  const DType result = dtype == DType::Undefined ? value.dtype : dtype;
  check_fits(value, result);
  Ref<Tensor> t = Tensor::create(sizes, result);
  fill(*t, value);
  return t;
}

Ref<Tensor> full_like(const Tensor &like, const Scalar &value, DType dtype, MemoryFormat format) {
  const DType result = dtype == DType::Undefined ? like.dtype() : dtype;
  check_fits(value, result);
  if (like.is_deferred()) return repeated_like(like, *full({}, value, result), format);
  Ref<Tensor> t = empty_like(like, dtype, format);
  fill(*t, value);
  return t;
}

}  // namespace ct
