// Entry points of the iterator: building, looking at it, walking it with a callback.
#include "iter/iterator.h"

#include <atomic>

#include "capi/entry_points.h"
#include "capi/iterator_handle.h"
#include "iter/for_each.h"
#include "iter/reduce.h"
#include "tensor/scalar.h"

using namespace ct;

namespace {

// A caller's loop. CT_OK goes on, a status <= CT_STATUS_USER stops and comes back, anything else stops and is an error
// of its own, because one of the library's statuses would be misleading here.
class CallerLoop {
 public:
  CallerLoop(ct_loop_fn loop, void *user_data) : loop_(loop), user_data_(user_data) {}

  ct_status operator()(const ct_loop &piece) {
    const ct_status status = call(piece);
    if (status != CT_OK) stopped_.store(true, std::memory_order_relaxed);
    return status;
  }

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // Throws unless the walk returned CT_OK.
  void check(ct_status status) const {
    if (status == CT_OK) return;
    if (!stopped()) fail(status, "the executor failed");
    if (status <= CT_STATUS_USER) fail(status, "stopped by the loop with status ", status);
    fail(CT_ERROR_INVALID, "the loop returned ", status, ", which is neither CT_OK nor at most CT_STATUS_USER (",
         int32_t{CT_STATUS_USER}, ")");
  }

 private:
  // A C++ caller's exception must not meet the threads' runtime; it ends here.
  ct_status call(const ct_loop &piece) noexcept {
    try {
      return loop_(&piece, user_data_);
    } catch (...) {
      return CT_ERROR_INTERNAL;
    }
  }

  ct_loop_fn loop_;
  void *user_data_;
  std::atomic<bool> stopped_{false};
};

bool has_operand(const ct_iter *it, int32_t operand) {
  return it != nullptr && operand >= 0 && operand < unwrap(it)->iterator.noperands();
}

}  // namespace

extern "C" {

ct_status ct_iter_build(const ct_iter_config *config, ct_iter **out, ct_error *error) {
  return guarded("ct_iter_build", error, [&] {
    *need(out, "out") = nullptr;
    *out = reinterpret_cast<ct_iter *>(build_iterator(config).detach());
  });
}

void ct_iter_release(ct_iter *it) {
  if (it != nullptr) unwrap(it)->release();
}

CT_GETTER(int32_t, ct_iter_ndim, ct_iter, -1, iterator.ndim())
CT_GETTER(int64_t, ct_iter_numel, ct_iter, 0, iterator.numel())
CT_GETTER(int32_t, ct_iter_noperands, ct_iter, 0, iterator.noperands())
CT_GETTER(const int64_t *, ct_iter_sizes, ct_iter, nullptr, iterator.sizes().data())
CT_GETTER(int32_t, ct_iter_broadcast_ndim, ct_iter, -1, iterator.shape().size())
CT_GETTER(const int64_t *, ct_iter_broadcast_sizes, ct_iter, nullptr, iterator.shape().data())
CT_GETTER(const int32_t *, ct_iter_permutation, ct_iter, nullptr, iterator.perm().data())
CT_GETTER(ct_dtype, ct_iter_common_dtype, ct_iter, ct_dtype{CT_UNDEFINED}, iterator.common_dtype())

const int64_t *ct_iter_strides(const ct_iter *it, int32_t operand) {
  return has_operand(it, operand) ? unwrap(it)->iterator.strides(operand).data() : nullptr;
}

ct_dtype ct_iter_dtype(const ct_iter *it, int32_t operand) {
  return has_operand(it, operand) ? static_cast<ct_dtype>(unwrap(it)->iterator.operand(operand).dtype)
                                  : static_cast<ct_dtype>(CT_UNDEFINED);
}

ct_status ct_iter_operand(const ct_iter *it, int32_t operand, ct_tensor **out, ct_error *error) {
  return making("ct_iter_operand", out, error, [&] {
    const Iterator &self = iterator(it);
    if (operand < 0 || operand >= self.noperands()) {
      fail(CT_ERROR_INDEX, "operand ", operand, " is not within [0, ", self.noperands(), ")");
    }
    return Ref<Tensor>::share(self.operand(operand).tensor);
  });
}

ct_status ct_iter_for_each(const ct_iter *it, ct_loop_fn loop, void *user_data, int64_t grain_size, ct_error *error) {
  return guarded("ct_iter_for_each", error, [&] {
    const Iterator &self = iterator(it);
    CallerLoop body(need(loop, "loop"), user_data);
    if (grain_size < 0) fail(CT_ERROR_INVALID, "grain_size is negative: ", grain_size);
    body.check(for_each(self, body, grain_size));
  });
}

ct_status ct_iter_serial_for_each(const ct_iter *it, int64_t begin, int64_t end, ct_loop_fn loop, void *user_data,
                                  ct_error *error) {
  return guarded("ct_iter_serial_for_each", error, [&] {
    const Iterator &self = iterator(it);
    CallerLoop body(need(loop, "loop"), user_data);
    body.check(serial_for_each(self, begin, end, body));
  });
}

ct_status ct_iter_reduce(const ct_iter *it, const ct_iter_reduction *reduction, ct_error *error) {
  return guarded("ct_iter_reduce", error, [&] {
    const Iterator &self = iterator(it);
    const ct_iter_reduction &given = known_struct(reduction, "reduction");
    if (!self.is_reduction()) fail(CT_ERROR_INVALID, "the iterator was built without CT_ITER_REDUCTION");
    CallerLoop loop(need(given.loop, "reduction->loop"), given.user_data);
    CallerLoop combine(need(given.combine, "reduction->combine"), given.user_data);
    SmallVec<Scalar, 2> identities;
    for (const ct_scalar &identity : array(given.identities, self.noutputs(), "reduction->identities")) {
      identities.push_back(Scalar::from_api(&identity, "reduction->identities"));
    }
    const DType accumulator = dtype_or_undefined(given.accumulator);
    const ct_status status = reduce(self, Reduction{accumulator, loop, combine, identities});
    (loop.stopped() ? loop : combine).check(status);
  });
}

}  // extern "C"
