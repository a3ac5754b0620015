// Calls of the library, which release Python's lock if there is much to do, and write to a new or a given result.
#pragma once
#include "arguments.hpp"

// Other Python threads run while a call computes on this many elements or more. For fewer, releasing and taking the
// lock would take longer than the call, as bench/gil.py shows.
constexpr int64_t kManyElements = 4096;
class Unlocked {
 public:
  explicit Unlocked(bool really) : state_(really ? PyEval_SaveThread() : nullptr) {}
  Unlocked(const Unlocked &) = delete;
  ~Unlocked() {
    if (state_ != nullptr) PyEval_RestoreThread(state_);
  }

 private:
  PyThreadState *state_;
};
inline bool many(const ct_tensor *t) { return ct_tensor_numel(t) >= kManyElements; }

// How many elements an argument has, by which convert_all() tells whether to release the lock.
inline int64_t size_of(const Operand &operand) { return operand.p == nullptr ? 0 : ct_tensor_numel(operand.p); }
inline int64_t size_of(const Tensors &tensors) {
  int64_t sum = 0;
  for (int32_t i = 0; i < tensors.count(); i++) {
    if (tensors.data()[i] != nullptr) sum += ct_tensor_numel(tensors.data()[i]);
  }
  return sum;
}
template <class T>
int64_t size_of(const T &) {
  return 0;
}
template <class... Args>
bool convert_all(Args &...args) {
  (args.convert(), ...);
  int64_t most = 0;
  ((most = size_of(args) > most ? size_of(args) : most), ...);
  return most >= kManyElements;
}
template <class F>
void run(bool unlock, const char *function, F f) {  // function: as check() takes it
  CtError error;
  ct_status status;
  {
    Unlocked unlocked(unlock);
    status = f(error);
  }
  check(status, error, function);
}
template <class F>
void run(bool unlock, F f) {
  run(unlock, nullptr, f);
}
template <class Call>
TensorResult fresh(bool unlock, Call call) {
  ct_tensor *made = nullptr;
  run(unlock, [&](ct_error *e) { return call(&made, e); });
  return {wrap(made)};
}
template <class Fresh, class Into>
TensorResult fresh_or_into(bool unlock, const Out &out, Fresh call, Into into) {
  if (out.object.is_none()) return fresh(unlock, call);
  ct_tensor *given = tensor_of(out.object);
  run(unlock || many(given), [&](ct_error *e) { return into(given, e); });
  return {nb::borrow(out.object)};
}
template <class Fresh, class Into>
TensorPair pair_or_into(bool unlock, const OutPair &out, Fresh fresh, Into into) {
  if (out.object.is_none()) {
    ct_tensor *first = nullptr, *second = nullptr;
    run(unlock, [&](ct_error *e) { return fresh(&first, &second, e); });
    Held other(second);
    nb::object one = wrap(first);
    return {nb::steal(PyTuple_Pack(2, one.ptr(), wrap(other.take()).ptr()))};
  }
  ct_tensor *first = tensor_of(PyTuple_GetItem(out.object.ptr(), 0));
  ct_tensor *second = tensor_of(PyTuple_GetItem(out.object.ptr(), 1));
  run(unlock, [&](ct_error *e) { return into(first, second, e); });
  return {nb::borrow(out.object)};
}
