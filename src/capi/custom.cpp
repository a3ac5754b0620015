// Entry points for ops that are written over the public header: running them, and what their callbacks use.
#include "ops/custom.h"

#include <atomic>

#include "capi/guard.h"
#include "runtime/cost.h"
#include "runtime/threads.h"

using namespace ct;

namespace {

constexpr uint32_t kOpFlags = CT_OP_ANY_STRIDES | CT_OP_IN_PLACE;

CustomOutputs *unwrap(ct_op_outputs *outputs) { return reinterpret_cast<CustomOutputs *>(outputs); }

// Of the library or of the caller.
bool is_status(ct_status status) {
  return (status <= CT_OK && status >= CT_ERROR_INTERNAL) || status <= CT_STATUS_USER;
}

[[noreturn]] void refuse_status(const char *who, ct_status status) {
  fail(CT_ERROR_INVALID, who, " returned ", status, ", which is no status");
}

// Calls a callback with an error of its own, and throws what it fails with.
template <class F>
void call(const char *who, F callback) {
  ct_error said = {};
  // A C++ caller's exception ends here, before it meets tensors that are half made.
  const ct_status status = [&]() noexcept -> ct_status {
    try {
      return callback(&said);
    } catch (...) {
      return ct_error_set(CT_ERROR_INTERNAL, "a callback threw an exception", &said);
    }
  }();
  if (status == CT_OK) return;
  if (!is_status(status)) refuse_status(who, status);
  if (said.code != status || said.message[0] == '\0') {
    fail(status, who, " failed with status ", status, ", ", ct_status_name(status));
  }
  Message message;
  message.append(said.message);
  throw_error(status, message);
}

const ct_op &check_op(const ct_op *given) {
  const ct_op &op = known_struct(given, "op");
  need(op.name, "op->name");
  need(op.meta, "op->meta");
  need(op.impl, "op->impl");
  if ((op.flags & ~kOpFlags) != 0) fail(CT_ERROR_INVALID, "op->flags has unknown bits: ", int64_t{op.flags});
  return op;
}

void run(const ct_op &op, const ct_tensor *const *inputs, int32_t ninputs, ct_tensor **outputs, int32_t noutputs) {
  if (noutputs < 1 || noutputs > CustomOutputs::kMost) {
    fail(CT_ERROR_INVALID, "an op has 1 to ", CustomOutputs::kMost, " outputs, got ", noutputs);
  }
  need(outputs, "outputs");
  Tensor *given[CustomOutputs::kMost];
  for (int32_t k = 0; k < noutputs; ++k) {
    given[k] = outputs[k] == nullptr ? nullptr : &tensor(outputs[k], "an entry of outputs");
  }
  const TensorList read(inputs, ninputs, "inputs");
  const std::span<const Tensor *const> tensors = read;
  const auto *const handles = reinterpret_cast<const ct_tensor *const *>(tensors.data());
  CustomOutputs made(tensors, {given, static_cast<size_t>(noutputs)}, (op.flags & CT_OP_ANY_STRIDES) != 0,
                     (op.flags & CT_OP_IN_PLACE) != 0);

  call("meta", [&](ct_error *error) {
    return op.meta(handles, ninputs, reinterpret_cast<ct_op_outputs *>(&made), op.user_data, error);
  });
  made.check_all_set();
  if (made.anything_to_compute()) {
    ct_tensor *written[CustomOutputs::kMost];
    for (int32_t k = 0; k < noutputs; ++k) {
      written[k] = reinterpret_cast<ct_tensor *>(&made.get(k));
      if (given[k] != nullptr) count_write(*given[k]);  // impl may stop halfway
    }
    call("impl", [&](ct_error *error) { return op.impl(handles, ninputs, written, noutputs, op.user_data, error); });
  }
  Ref<Tensor> results[CustomOutputs::kMost];
  made.finish(results);
  for (int32_t k = 0; k < noutputs; ++k) {
    if (given[k] == nullptr) outputs[k] = reinterpret_cast<ct_tensor *>(results[k].detach());
  }
}

}  // namespace

extern "C" {

ct_status ct_op_run(const ct_op *op, const ct_tensor *const *inputs, int32_t ninputs, ct_tensor **outputs,
                    int32_t noutputs, ct_error *error) {
  const ct_status status = guarded("ct_op_run", error, [&] { check_op(op); });
  if (status != CT_OK) return status;
  return guarded(op->name, error, [&] { run(*op, inputs, ninputs, outputs, noutputs); });
}

ct_status ct_op_set_output(ct_op_outputs *outputs, int32_t index, const int64_t *sizes, int32_t ndim,
                           const int64_t *strides, ct_dtype dtype, ct_error *error) {
  return guarded(nullptr, error, [&] {
    need(outputs, "outputs");
    const Dims of = dims(sizes, ndim, "sizes"), steps = strides == nullptr ? Dims() : dims(strides, ndim, "strides");
    unwrap(outputs)->set(index, of, strides == nullptr ? nullptr : &steps, check_dtype(dtype));
  });
}

ct_status ct_parallel_for(int64_t count, int64_t item_ps, ct_range_fn fn, void *user_data, ct_error *error) {
  return guarded("ct_parallel_for", error, [&] {
    need(fn, "fn");
    if (count < 0) fail(CT_ERROR_INVALID, "count is negative: ", count);
    if (item_ps < 0) fail(CT_ERROR_INVALID, "item_ps is negative: ", item_ps);
    if (count == 0) return;
    std::atomic<bool> stopped{false};
    const auto range = [&](int64_t begin, int64_t end, int32_t worker) noexcept -> ct_status {
      ct_status status = CT_OK;
      try {
        status = fn(begin, end, worker, user_data);
      } catch (...) {  // a C++ caller's exception must not meet the threads' runtime
        status = CT_ERROR_INTERNAL;
      }
      if (status != CT_OK) stopped.store(true, std::memory_order_relaxed);
      return status;
    };
    const int64_t grain = item_ps == 0 ? 1 : grain_of(count, {0, item_ps});
    const ct_status status = parallel_ranges(count, grain, {}, range);
    if (status == CT_OK) return;
    if (!stopped.load(std::memory_order_relaxed)) fail(status, "the executor failed");
    if (!is_status(status)) refuse_status("fn", status);
    fail(status, "stopped by fn with status ", status, ", ", ct_status_name(status));
  });
}

ct_status ct_error_set(ct_status status, const char *message, ct_error *error) {
  return status == CT_OK ? status : report(error, nullptr, status, message == nullptr ? "" : message);
}

}  // extern "C"
