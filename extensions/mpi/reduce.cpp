// Combines elements of all ranks by the core's own ops, which serve as MPI's operators here.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "message.h"

namespace ct_mpi {

namespace {

constexpr size_t kOps = 6, kDtypes = 17;
constexpr const char *kNames[kOps] = {"sum", "prod", "min", "max", "all", "any"};

// The failure of an operator, since MPI gives it no way to report one.
thread_local ct_status operator_status = CT_OK;

ct_status combine(size_t op, const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error) {
  switch (op) {
    case CT_MPI_SUM:
      return ct_add_out(a, b, out, error);
    case CT_MPI_PROD:
      return ct_mul_out(a, b, out, error);
    case CT_MPI_MIN:
      return ct_minimum_out(a, b, out, error);
    case CT_MPI_MAX:
      return ct_maximum_out(a, b, out, error);
    case CT_MPI_ALL:
      return ct_logical_and_out(a, b, out, error);
    default:
      return ct_logical_or_out(a, b, out, error);
  }
}

template <size_t op, size_t dtype>
void operate(void *in, void *inout, int *count, MPI_Datatype *) {
  const int64_t size = *count;
  ct_tensor *a = nullptr, *b = nullptr;
  ct_status status = ct_tensor_from_data(in, &size, 1, nullptr, dtype, nullptr, nullptr, &a, nullptr);
  if (status == CT_OK) status = ct_tensor_from_data(inout, &size, 1, nullptr, dtype, nullptr, nullptr, &b, nullptr);
  if (status == CT_OK) status = combine(op, a, b, b, nullptr);
  ct_tensor_release(a);
  ct_tensor_release(b);
  if (status != CT_OK) operator_status = status;
}

template <size_t... i>
constexpr auto operators(std::index_sequence<i...>) {
  return std::to_array<MPI_User_function *>({operate<i / kDtypes, i % kDtypes>...});
}

MPI_Op operator_of(size_t op, ct_dtype dtype) {
  static constexpr auto functions = operators(std::make_index_sequence<kOps * kDtypes>());
  static std::mutex lock;
  static MPI_Op made[kOps * kDtypes];
  static bool is_made[kOps * kDtypes];
  const size_t index = op * kDtypes + dtype;
  const std::lock_guard guard(lock);
  if (!is_made[index]) {
    check(MPI_Op_create(functions[index], 1, &made[index]));
    is_made[index] = true;
  }
  return made[index];
}

Tensor allreduce(const ct_tensor *t, ct_mpi_op op, MPI_Comm user, const Out &to) {
  MPI_Comm comm = private_comm(user);
  Tensor from, out, result;
  agree(comm, [&]() -> Part {
    Tensor sent = check_input(t, "t");
    if (op >= kOps) fail(CT_ERROR_INVALID, "there is no op ", static_cast<int64_t>(op));
    to.check(sent, true);
    const bool is_logic = op == CT_MPI_ALL || op == CT_MPI_ANY;
    const ct_dtype before = ct_tensor_dtype(sent), dtype = is_logic ? ct_dtype{CT_BOOL} : before;
    if (ct_isdtype(before, CT_KIND_COMPLEX) && (op == CT_MPI_MIN || op == CT_MPI_MAX)) {
      fail(CT_ERROR_DTYPE, "complex numbers have no order, so there is no ", kNames[op], " of ", ct_dtype_name(before));
    }
    out = to.get(dtype, sizes(sent));
    if (before != dtype) sent = make(ct_to, sent.get(), dtype, ct_memory_format{CT_CONTIGUOUS}, false);
    result = is_contiguous(out) ? out : empty(sizes(sent), dtype);
    from = contiguous(sent);
    return {before, {sizes(sent).begin(), sizes(sent).end()}, kNames[op]};
  });
  if (ct_tensor_numel(out) == 0) return out;
  const ct_dtype dtype = ct_tensor_dtype(out);
  MPI_Op combined = operator_of(op, dtype);
  // MPI counts with ints, and an operator sees only base types, so elements are combined in parts.
  constexpr int64_t kMost = int64_t{1} << 30;
  char *const into = data_mut(result);
  const char *const data = static_cast<const char *>(ct_tensor_data(from));
  const int64_t itemsize = ct_dtype_size(dtype), numel = ct_tensor_numel(out);
  operator_status = CT_OK;
  for (int64_t i = 0; i < numel; i += kMost) {
    const void *const part = data == into ? MPI_IN_PLACE : data + i * itemsize;
    check(MPI_Allreduce(part, into + i * itemsize, static_cast<int>(std::min(kMost, numel - i)), base_type(dtype),
                        combined, comm));
  }
  if (operator_status != CT_OK) fail(operator_status, "the elements could not be combined");
  if (result.get() != out.get()) call(ct_copy, out.get(), result.get());
  return out;
}

}  // namespace

}  // namespace ct_mpi

using namespace ct_mpi;

extern "C" {

ct_status ct_mpi_allreduce(const ct_tensor *t, ct_mpi_op op, MPI_Comm comm, ct_tensor **out, ct_error *error) {
  return guarded("ct_mpi_allreduce", error, [&] {
    const Out to = Out::made(out);
    to.give(allreduce(t, op, comm, to));
  });
}
ct_status ct_mpi_allreduce_out(const ct_tensor *t, ct_mpi_op op, MPI_Comm comm, ct_tensor *out, ct_error *error) {
  return guarded("ct_mpi_allreduce_out", error, [&] { allreduce(t, op, comm, Out::into(out)); });
}

}  // extern "C"
