// The one error type. Inside the library C++ throws; capi/ is the only room that catches.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "runtime/api.h"

namespace ct {

// A bounded line of text, as long as ct_error's message. Appending past the end leaves "…" on a UTF-8 boundary, where
// there is room for it.
// Never allocates, so that it can describe a failed allocation.
class Message {
 public:
  static constexpr int kCapacity = sizeof(ct_error{}.message);

  explicit Message(int capacity = kCapacity) noexcept : capacity_(capacity) {}  // with the NUL

  void append(const char *text) noexcept;
  void append(int32_t value) noexcept { append(int64_t{value}); }
  void append(int64_t value) noexcept;
  void append(uint64_t value) noexcept;
  void append(double value) noexcept;
  void append(std::span<const int64_t> sizes) noexcept;  // [2, 3, 4]
  void append(std::span<const int32_t> dims) noexcept;

  bool is_full() const noexcept { return full_; }
  const char *c_str() const noexcept { return text_; }

 private:
  char text_[kCapacity] = {};
  int capacity_, length_ = 0;
  bool full_ = false;
};

struct Error {
  ct_status status;
  Message message;
};

[[noreturn]] void throw_error(ct_status status, const Message &message);

// Texts of any length are one type here, so that messages of the same form share their code.
template <class T>
using MessagePart =
    std::conditional_t<std::is_array_v<T>, const char *, std::conditional_t<std::is_class_v<T>, const T &, T>>;
template <class... Parts>
[[noreturn, gnu::cold, gnu::noinline]] void fail_with(ct_status status, Parts... parts) {
  Message message;
  (message.append(parts), ...);
  throw_error(status, message);
}
// fail(CT_ERROR_SHAPE, "expected ", 4, " dims, got ", sizes);
template <class... Parts>
[[noreturn, gnu::always_inline]] inline void fail(ct_status status, const Parts &...parts) {
  fail_with<MessagePart<Parts>...>(status, parts...);
}

}  // namespace ct
