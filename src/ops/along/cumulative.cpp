// Scans that may begin with what they start from, as the Array API has them.
#include "ops/along/along.h"
#include "ops/structural/copy.h"
#include "ops/structural/fill.h"
#include "tensor/scalar.h"
#include "tensor/views.h"

namespace ct {

namespace {

Ref<Tensor> meta_like(const Tensor &t) { return Tensor::create(t.sizes(), t.dtype(), true); }

DimVec one_more(const Tensor &t, int32_t dim) {
  if (t.ndim() == 0) fail(CT_ERROR_SHAPE, "a tensor without dims has no room for an initial element");
  DimVec sizes(t.sizes());
  int64_t &size = sizes[static_cast<size_t>(wrap_dim(dim, t.ndim()))];
  if (size == INT64_MAX) fail(CT_ERROR_SHAPE, "one more than ", size, " elements do not fit int64");
  ++size;
  return sizes;
}

}  // namespace

Ref<Tensor> cumulative(ScanOp op, const Tensor &t, const AlongArgs &args, bool include_initial) {
  if (!include_initial) return scan(op, t, args);
  const DimVec sizes = one_more(t, args.dim);
  const DType dtype = scan(op, *meta_like(t), args)->dtype();  // which refuses what is wrong
  Ref<Tensor> out = Tensor::create(sizes, dtype, t.is_meta());
  if (t.is_meta()) return out;
  const int32_t dim = wrap_dim(args.dim, t.ndim());
  const Ref<Tensor> first = narrow(*out, dim, 0, 1), rest = narrow(*out, dim, 1, t.sizes()[static_cast<size_t>(dim)]);
  fill(*first, Scalar::of(int64_t{op == ScanOp::cumprod ? 1 : 0}));
  scan_out(op, t, {args.dim, dtype}, *rest);
  return out;
}

// out may be t, whose elements are read long after its first ones have been written: so by way of a fresh tensor.
void cumulative_out(ScanOp op, const Tensor &t, const AlongArgs &args, bool include_initial, Tensor &out) {
  if (!include_initial) return scan_out(op, t, args, out);
  const AlongArgs of_out{args.dim, args.dtype != DType::Undefined ? args.dtype : out.dtype()};
  const Tensor *const inputs[] = {&t};
  Output output(out, inputs);
  output.set_contiguous(one_more(t, args.dim), of_out.dtype, t.is_meta());
  check_no_internal_overlap(out);
  if (t.is_meta()) {
    scan(op, t, of_out);
  } else {
    copy(output.get(), *cumulative(op, t, of_out, true));
  }
  output.finish();
}

}  // namespace ct
