// Turns failures into statuses and messages, and checks versioned structs.
#include "capi/guard.h"

#include <algorithm>
#include <exception>
#include <new>

namespace ct {

namespace {

constexpr char kEllipsis[] = "\xE2\x80\xA6";
constexpr size_t kEllipsisSize = sizeof(kEllipsis) - 1;
constexpr uint32_t kMaxStructSize = 4096;  // far more than any struct of the header: a larger size was never set

// Text that does not fit ends in "…", on a UTF-8 boundary.
void copy_text(char *to, size_t capacity, const char *text) {
  const size_t length = std::strlen(text);
  if (length < capacity) {
    std::memcpy(to, text, length + 1);
    return;
  }
  if (capacity == 0) return;
  size_t kept = capacity - 1;
  const bool has_ellipsis = kept >= kEllipsisSize;
  if (has_ellipsis) kept -= kEllipsisSize;
  while (kept > 0 && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) --kept;
  std::memcpy(to, text, kept);
  if (has_ellipsis) {
    std::memcpy(to + kept, kEllipsis, kEllipsisSize);
    kept += kEllipsisSize;
  }
  to[kept] = '\0';
}

}  // namespace

ct_status report(ct_error *error, const char *function, ct_status status, const char *text) noexcept {
  if (error == nullptr) return status;
  const size_t given = error->struct_size == 0 ? sizeof(ct_error) : error->struct_size;
  const size_t size = std::min(given, sizeof(ct_error));
  if (size >= offsetof(ct_error, code) + sizeof error->code) error->code = status;
  if (size > offsetof(ct_error, message)) {
    Message message;
    message.append(function);
    message.append(": ");
    message.append(text);
    copy_text(error->message, size - offsetof(ct_error, message), message.c_str());
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
