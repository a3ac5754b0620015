// Entry points that exchange tensors with other libraries.
#include "capi/guard.h"
#include "interchange/dlpack.h"

using namespace ct;

namespace {

template <class Managed>
ct_status export_dlpack(const char *function, const ct_tensor *t, Managed **out, ct_error *error) {
  if (out == nullptr) return report(error, function, CT_ERROR_INVALID, "out is NULL");
  *out = nullptr;
  return guarded(function, error, [&] { *out = to_dlpack<Managed>(InMemory(t, "t")); });
}

template <class Managed>
ct_status import_dlpack(const char *function, Managed *managed, ct_tensor **out, ct_error *error) {
  Loan loan(managed == nullptr ? nullptr : delete_managed<Managed>, managed);
  return making(function, out, error, [&] { return from_dlpack(loan, *need(managed, "managed")); });
}

}  // namespace

extern "C" {

ct_status ct_to_dlpack(const ct_tensor *t, struct DLManagedTensorVersioned **out, ct_error *error) {
  return export_dlpack("ct_to_dlpack", t, out, error);
}

ct_status ct_to_dlpack_legacy(const ct_tensor *t, struct DLManagedTensor **out, ct_error *error) {
  return export_dlpack("ct_to_dlpack_legacy", t, out, error);
}

ct_status ct_from_dlpack(struct DLManagedTensorVersioned *managed, ct_tensor **out, ct_error *error) {
  return import_dlpack("ct_from_dlpack", managed, out, error);
}

ct_status ct_from_dlpack_legacy(struct DLManagedTensor *managed, ct_tensor **out, ct_error *error) {
  return import_dlpack("ct_from_dlpack_legacy", managed, out, error);
}

}  // extern "C"
