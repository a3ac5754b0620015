// Entry points of the iterator: building, looking at it, walking it with a callback or a cursor.
#include "iter/iterator.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>

#include "capi/entry_points.h"
#include "iter/cursor.h"
#include "iter/for_each.h"
#include "iter/reduce.h"
#include "runtime/allocator.h"
#include "runtime/ref.h"
#include "tensor/scalar.h"

using namespace ct;

namespace {

// What a ct_iter handle is: an iterator that its cursors keep alive. Immutable once built.
struct IteratorHandle final : RefCounted<IteratorHandle> {
  Iterator iterator;

  static void dispose(IteratorHandle *handle) noexcept { destroy(handle); }
};

IteratorHandle *unwrap(const ct_iter *it) { return reinterpret_cast<IteratorHandle *>(const_cast<ct_iter *>(it)); }
const Iterator &iterator(const ct_iter *it) { return unwrap(need(it, "it"))->iterator; }

// Before a loop, which may stop halfway.
void count_writes(const Iterator &it) {
  for (int32_t k = 0; k < it.noutputs(); ++k) count_write(*it.operand(k).tensor);
}

struct CursorHandle {
  CursorHandle(IteratorHandle *it, int64_t begin, int64_t end)
      : kept(Ref<IteratorHandle>::share(it)), cursor(it->iterator, begin, end) {}

  Ref<IteratorHandle> kept;  // the cursor points into its iterator
  Cursor cursor;
};

CursorHandle *unwrap(ct_iter_cursor *cursor) { return reinterpret_cast<CursorHandle *>(cursor); }

struct Preset {
  const char *name;
  uint32_t flags;
  int32_t min_outputs, max_outputs, min_inputs, max_inputs;
};

constexpr Preset kPresets[] = {
    {"CT_ITER_CUSTOM", 0, 0, kMaxOperands, 0, kMaxOperands},
    {"CT_ITER_UNARY", iter_flags::kUnary, 1, 1, 1, 1},
    {"CT_ITER_UNARY_FLOAT", iter_flags::kUnaryFloat, 1, 1, 1, 1},
    {"CT_ITER_BINARY", iter_flags::kBinary, 1, 1, 2, 2},
    {"CT_ITER_BINARY_FLOAT", iter_flags::kBinaryFloat, 1, 1, 2, 2},
    {"CT_ITER_COMPARISON", iter_flags::kComparison, 1, 1, 2, 2},
    {"CT_ITER_TERNARY", iter_flags::kTernary, 1, 1, 3, 3},
    {"CT_ITER_NULLARY", iter_flags::kNullary, 1, 1, 0, 0},
    {"CT_ITER_REDUCE", iter_flags::kReduce, 1, 2, 1, 1},
};

// This runs before the arrays are read: they may be shorter than a wrong count says.
void check_arity(const Preset &preset, const ct_iter_config &c) {
  if (c.noutputs < preset.min_outputs || c.noutputs > preset.max_outputs || c.ninputs < preset.min_inputs ||
      c.ninputs > preset.max_inputs) {
    fail(CT_ERROR_INVALID, preset.name, " takes ", preset.min_outputs, " to ", preset.max_outputs, " outputs and ",
         preset.min_inputs, " to ", preset.max_inputs, " inputs, got ", c.noutputs, " and ", c.ninputs);
  }
}

SmallVec<DType, 4> dtypes_or_none(const ct_dtype *dtypes, int32_t count) {
  SmallVec<DType, 4> checked;
  for (int32_t k = 0; k < count && dtypes != nullptr; ++k) checked.push_back(dtype_or_undefined(dtypes[k]));
  return checked;
}

Ref<IteratorHandle> build_iterator(const ct_iter_config *given) {
  const ct_iter_config &c = known_struct(given, "config");
  if (c.preset >= std::size(kPresets)) fail(CT_ERROR_INVALID, "config->preset is unknown: ", int64_t{c.preset});
  const Preset &preset = kPresets[c.preset];
  check_arity(preset, c);
  if (c.ninputs > 0) need(c.inputs, "config->inputs");
  SmallVec<Tensor *, 4> outputs;
  for (int32_t k = 0; k < c.noutputs; ++k) {
    Tensor *const output = c.outputs == nullptr ? nullptr : ct::unwrap(c.outputs[k]);
    if (output != nullptr && output->is_deferred()) refuse_deferred("an entry of config->outputs");
    outputs.push_back(output);
  }
  SmallVec<const Tensor *, 4> inputs;
  for (int32_t k = 0; k < c.ninputs; ++k) {
    const Tensor &input = tensor(c.inputs[k], "an entry of config->inputs");
    if (input.is_deferred()) refuse_deferred("an entry of config->inputs");
    inputs.push_back(&input);
  }
  SmallVec<DType, 4> output_dtypes = dtypes_or_none(c.output_dtypes, c.noutputs);
  const SmallVec<DType, 4> input_dtypes = dtypes_or_none(c.input_dtypes, c.ninputs);

  if (c.static_sizes == nullptr && (c.static_ndim != 0 || c.nsquash != 0)) {
    fail(CT_ERROR_INVALID, "config->static_sizes is NULL, but static_ndim is ", c.static_ndim, " and nsquash ",
         c.nsquash);
  }
  if (c.nsquash > kMaxDims) fail(CT_ERROR_INVALID, "config->nsquash is ", c.nsquash, ", more than ", kMaxDims);
  IterConfig config;
  config.flags = c.flags | preset.flags;
  config.squash_dims = array(c.squash_dims, c.nsquash, "config->squash_dims");
  config.has_static_sizes = c.static_sizes != nullptr;
  if (config.has_static_sizes) config.static_sizes = dims(c.static_sizes, c.static_ndim, "config->static_sizes");
  config.static_dtype = dtype_or_undefined(c.static_dtype);
  // PyTorch's comparison: a fresh output is bool; a given bool one is written as it is, without a cast; any other makes
  // the loop write the common dtype.
  if (c.preset == CT_ITER_COMPARISON) {
    if (outputs[0] != nullptr && outputs[0]->dtype() != DType::Bool) {
      config.flags |= iter_flags::kCastToOutputs;
    } else {
      output_dtypes.resize(1, DType::Undefined);
      if (output_dtypes[0] == DType::Undefined) output_dtypes[0] = DType::Bool;
    }
  }
  // Two outputs, values and indices say, keep their own dtypes.
  if (c.preset == CT_ITER_REDUCE && outputs.size() > 1) {
    config.flags = (config.flags & ~iter_flags::kPromoteInputs) | iter_flags::kNoSameDTypeCheck;
  }
  config.outputs = outputs;
  config.inputs = inputs;
  config.output_dtypes = output_dtypes;
  config.input_dtypes = input_dtypes;
  auto handle = Ref<IteratorHandle>::adopt(make<IteratorHandle>());
  handle->iterator.build(config);
  return handle;
}

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
    count_writes(self);
    body.check(for_each(self, body, grain_size));
  });
}

ct_status ct_iter_serial_for_each(const ct_iter *it, int64_t begin, int64_t end, ct_loop_fn loop, void *user_data,
                                  ct_error *error) {
  return guarded("ct_iter_serial_for_each", error, [&] {
    const Iterator &self = iterator(it);
    CallerLoop body(need(loop, "loop"), user_data);
    count_writes(self);
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
    count_writes(self);
    const ct_status status = reduce(self, Reduction{accumulator, loop, combine, identities});
    (loop.stopped() ? loop : combine).check(status);
  });
}

ct_status ct_iter_cursor_create(const ct_iter *it, int64_t begin, int64_t end, ct_iter_cursor **out, ct_error *error) {
  return guarded("ct_iter_cursor_create", error, [&] {
    *need(out, "out") = nullptr;
    *out = reinterpret_cast<ct_iter_cursor *>(make<CursorHandle>(unwrap(need(it, "it")), begin, end));
  });
}

bool ct_iter_cursor_next(ct_iter_cursor *cursor, ct_loop *piece) {
  if (cursor == nullptr || piece == nullptr) return false;
  ct_loop next;
  count_writes(unwrap(cursor)->kept->iterator);
  if (!unwrap(cursor)->cursor.next(&next)) return false;
  // An older caller's struct is smaller.
  const size_t size = piece->struct_size == 0 ? sizeof(ct_loop) : std::min<size_t>(piece->struct_size, sizeof(ct_loop));
  next.struct_size = static_cast<uint32_t>(size);
  std::memcpy(piece, &next, size);
  return true;
}

void ct_iter_cursor_release(ct_iter_cursor *cursor) {
  if (cursor != nullptr) destroy(unwrap(cursor));
}

}  // extern "C"
