// fill: one value everywhere.
#include "ops/structural/fill.h"

#include "iter/fast_path.h"
#include "iter/for_each.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"

namespace ct {

void fill(Tensor &dst, const Scalar &value) {
  check_writable(dst, "dst");
  check_fits(value, dst.dtype());
  alignas(16) char element[16];
  store_scalar(value, dst.dtype(), element);

  if (fast_fill(dst, element)) return;
  Tensor *output = &dst;
  IterConfig config;
  config.flags = iter_flags::kNullary;
  config.outputs = {&output, 1};
  config.borrows = true;
  Iterator it;
  it.build(config);

  const kernels::Loop kernel = fill_kernel(dst.itemsize());
  auto loop = [&](const ct_loop &piece) -> ct_status {
    char *const data[] = {piece.data[0], element};
    const int64_t strides[] = {piece.strides[0], 0, piece.strides[1], 0};
    kernel(data, strides, piece.size0, piece.size1, kernels::Traffic::Cached);
    return CT_OK;
  };
  const ct_status status = for_each(it, loop, 0, 0);
  if (status != CT_OK) fail(status, "fill: the executor failed");
}

}  // namespace ct
