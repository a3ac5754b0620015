// A comparison writes its answers into a small block. The walk ends at the first block that holds a false one.
#include "ops/elementwise/equal.h"

#include <algorithm>

#include "iter/for_each.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

using kernels::Elementwise;

constexpr int64_t kBlock = 4096;  // answers, a byte each

class AllTrue {
 public:
  AllTrue(kernels::Loop kernel, std::span<char *const> options)
      : kernel_(kernel),
        any_zero_(kernel_table<kernels::AnyZeroTable>().any_zero[static_cast<int>(DType::UInt8)]),
        options_(options) {}

  bool operator()(const ct_loop &piece) const {
    const int64_t n0 = std::min(piece.size0, kBlock), n1 = std::min(kBlock / n0, piece.size1);
    for (int64_t i1 = 0; i1 < piece.size1; i1 += n1) {
      for (int64_t i0 = 0; i0 < piece.size0; i0 += n0) {
        if (!block(piece, i0, std::min(n0, piece.size0 - i0), i1, std::min(n1, piece.size1 - i1))) return false;
      }
    }
    return true;
  }

 private:
  bool block(const ct_loop &piece, int64_t i0, int64_t n0, int64_t i1, int64_t n1) const {
    alignas(64) char answers[kBlock];
    const int64_t *const strides = piece.strides;  // of the two inputs
    char *data[3 + kernels::kMostOptions] = {answers, piece.data[0] + i0 * strides[0] + i1 * strides[2],
                                             piece.data[1] + i0 * strides[1] + i1 * strides[3]};
    std::copy(options_.begin(), options_.end(), data + 3);
    const int64_t steps[] = {1, strides[0], strides[1], n0, strides[2], strides[3]};
    kernel_(data, steps, n0, n1, kernels::Traffic::Cached);
    const int64_t dense[] = {1, 0};
    return !any_zero_(answers, dense, n0 * n1, 1);
  }

  kernels::Loop kernel_;
  kernels::Any any_zero_;
  std::span<char *const> options_;
};

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
  const AllTrue all(op.loop(a.dtype()), options);
  const ct_status status = for_each(
      it, [&](const ct_loop &piece) -> ct_status { return all(piece) ? CT_OK : found; }, 0, 0);
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
