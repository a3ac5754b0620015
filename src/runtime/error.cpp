// Messages: text that fits a ct_error, built without allocating.
#include "runtime/error.h"

#include <charconv>
#include <cstring>
#include <string_view>

namespace ct {

namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";  // "…"

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Unlike printf, to_chars knows no locale: a number has the same text in every process.
template <class... Args>
void append_number(Message *message, Args... args) noexcept {
  char text[32];
  *std::to_chars(text, text + sizeof(text) - 1, args...).ptr = '\0';
  message->append(text);
}

// Appends no more than the text has room for: a caller's wrong count may be of far more values than there are.
template <class T>
void append_list(Message *message, std::span<const T> values) noexcept {
  message->append("[");
  for (size_t i = 0; i < values.size() && !message->is_full(); ++i) {
    if (i != 0) message->append(", ");
    message->append(values[i]);
  }
  message->append("]");
}

}  // namespace

void Message::append(const char *text) noexcept {
  if (full_) return;
  if (text == nullptr) text = "(null)";
  const auto length = static_cast<int64_t>(std::strlen(text));
  const int room = capacity_ - 1 - length_;
  full_ = length > room;
  std::memcpy(text_ + length_, text, static_cast<size_t>(full_ ? room + 1 : length));
  length_ += static_cast<int>(length);
  if (!full_) return;
  const std::string_view mark = capacity_ > static_cast<int>(kEllipsis.size()) ? kEllipsis : "";
  length_ = capacity_ - 1 - static_cast<int>(mark.size());
  while (length_ > 0 && continues_character(text_[length_])) --length_;  // there starts the first character that is cut
  std::memcpy(text_ + length_, mark.data(), mark.size());
  length_ += static_cast<int>(mark.size());
  text_[length_] = '\0';
}

void Message::append(int64_t value) noexcept { append_number(this, value); }
void Message::append(uint64_t value) noexcept { append_number(this, value); }
void Message::append(double value) noexcept { append_number(this, value, std::chars_format::general, 6); }
void Message::append(std::span<const int64_t> sizes) noexcept { append_list(this, sizes); }
void Message::append(std::span<const int32_t> dims) noexcept { append_list(this, dims); }

void throw_error(ct_status status, const Message &message) { throw Error{status, message}; }

}  // namespace ct
