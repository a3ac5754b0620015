// A comparison writes its answers into a small block. The walk ends at the first block that holds a false one.
#include "ops/elementwise/equal.h"

#include <algorithm>

#include "iter/for_each.h"
#include "kernels/buffer.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

using kernels::Elementwise;

constexpr int64_t kBlock = 4096;  // answers, a byte each

bool all_true(const char *name, const OpKernels &op, const Tensor &a, const Tensor &b, std::span<char *const> options) {
  if (a.is_meta() || b.is_meta()) fail(CT_ERROR_INVALID, name, ": a meta tensor has no elements to compare");
  const Tensor *const inputs[] = {&a, &b};
  IterConfig config;
  config.flags = iter_flags::kNoSameDTypeCheck;
  config.inputs = inputs;
  config.borrows = true;
  Iterator it;
  it.build(config);
  constexpr ct_status found = 1;  // no status of a host's executor, which are at most CT_STATUS_USER
  const kernels::Loop compare = op.loop(a.dtype());
  const kernels::Any any_zero = kernel_table<kernels::AnyZeroTable>().any_zero[static_cast<int>(DType::UInt8)];
  const auto search = [&](const ct_loop &piece) -> ct_status {
    const Buffer<char, kBlock> answers;
    const int64_t *const of = piece.strides;
    const int64_t n0 = std::min(piece.size0, kBlock), n1 = std::min(kBlock / n0, piece.size1);
    const int64_t strides[] = {1, of[0], of[1], n0, of[2], of[3]}, dense[] = {1, 0};
    for (int64_t i1 = 0; i1 < piece.size1; i1 += n1) {
      for (int64_t i0 = 0; i0 < piece.size0; i0 += n0) {
        const int64_t now0 = std::min(n0, piece.size0 - i0), now1 = std::min(n1, piece.size1 - i1);
        char *data[3 + kernels::kMostOptions] = {answers, piece.data[0] + i0 * of[0] + i1 * of[2],
                                                 piece.data[1] + i0 * of[1] + i1 * of[3]};
        std::copy(options.begin(), options.end(), data + 3);
        compare(data, strides, now0, now1, kernels::Traffic::Cached);
        if (any_zero(answers, dense, now0 * now1, 1)) return found;
      }
    }
    return CT_OK;
  };
  const ct_status status = for_each(it, search, 0, 0);
  if (status != CT_OK && status != found) fail(status, name, ": the executor failed");
  return status == CT_OK;
}

}  // namespace

bool equal(const Tensor &a, const Tensor &b) {
  if (!same_dims(a.sizes(), b.sizes()) || a.dtype() != b.dtype()) return false;
  return all_true("equal", kernels_of_op<Elementwise::eq>, a, b, {});
}

bool allclose(const Tensor &a, const Tensor &b, const Options &options) {
  if (a.dtype() != b.dtype()) {
    fail(CT_ERROR_DTYPE, "allclose compares tensors of one dtype, got ", dtype_name(a.dtype()), " and ",
         dtype_name(b.dtype()));
  }
  OptionValues values;
  values.read(Elementwise::isclose, options, a.dtype());
  return all_true("allclose", kernels_of_op<Elementwise::isclose>, a, b, values.pointers());
}

}  // namespace ct
