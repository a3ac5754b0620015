// Turns failures into statuses and messages, and checks versioned structs.
#include "capi/guard.h"

#include <algorithm>
#include <exception>
#include <new>

namespace ct {

constexpr uint32_t kMaxStructSize = 4096;  // far more than any struct of the header: a larger size was never set

ct_status report(ct_error *error, const char *function, ct_status status, const char *text) noexcept {
  if (error == nullptr) return status;
  const size_t given = error->struct_size == 0 ? sizeof(ct_error) : error->struct_size;
  const size_t size = std::min(given, sizeof(ct_error));
  if (size >= offsetof(ct_error, code) + sizeof error->code) error->code = status;
  if (size > offsetof(ct_error, message)) {
    Message message(static_cast<int>(size - offsetof(ct_error, message)));
    if (function != nullptr) {
      message.append(function);
      message.append(": ");
    }
    message.append(text);
    std::memcpy(error->message, message.c_str(), std::strlen(message.c_str()) + 1);
  }
  return status;
}

ct_status report_current_exception(ct_error *error, const char *function) noexcept {
  try {
    throw;
  } catch (const Error &e) {
    return report(error, function, e.status, e.message.c_str());
  } catch (const std::bad_alloc &) {
    return report(error, function, CT_ERROR_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception &e) {
    return report(error, function, CT_ERROR_INTERNAL, e.what());
  } catch (...) {
    return report(error, function, CT_ERROR_INTERNAL, "an exception of unknown type");
  }
}

void refuse_deferred(const char *name) {
  fail(CT_ERROR_INVALID, name, " is deferred: it has no memory of its own; evaluate it first");
}

TensorLayouts::TensorLayouts(const ct_tensor *const *tensors, int32_t count, const char *name) {
  const auto given = array(tensors, count, name);
  tensors_.resize_unset(count);
  for (int32_t i = 0; i < count; ++i) {
    if (given[i] == nullptr) fail(CT_ERROR_INVALID, name, "[", i, "] is NULL");
    tensors_[i] = unwrap(given[i]);
  }
}

TensorList::TensorList(const ct_tensor *const *tensors, int32_t count, const char *name)
    : TensorLayouts(tensors, count, name) {
  int64_t deferred = 0;
  for (const Tensor *const t : tensors_) deferred += t->is_deferred() ? 1 : 0;
  if (deferred == 0) return;
  computed_.reserve(deferred);
  try {
    for (const Tensor *&t : tensors_) {
      if (!t->is_deferred()) continue;
      computed_.push_back(evaluated(*t).detach());
      t = computed_.back();
    }
  } catch (...) {
    for (Tensor *const computed : computed_) computed->release();
    throw;
  }
}

void check_struct_size(const void *value, uint32_t struct_size, size_t known_size, const char *name) {
  if (struct_size == 0) return;
  if (struct_size < known_size) {
    fail(CT_ERROR_INVALID, name, "->struct_size is ", int64_t{struct_size}, ", less than the first version's ",
         static_cast<int64_t>(known_size));
  }
  if (struct_size > kMaxStructSize) {
    fail(CT_ERROR_INVALID, name, "->struct_size is ", int64_t{struct_size}, ", more than any version's: is it set?");
  }
  const auto *bytes = static_cast<const unsigned char *>(value);
  for (size_t i = known_size; i < struct_size; ++i) {
    if (bytes[i] != 0) {
      fail(CT_ERROR_INVALID, name, " sets byte ", static_cast<int64_t>(i), ", but this version knows ",
           static_cast<int64_t>(known_size), " bytes of it");
    }
  }
}

}  // namespace ct
