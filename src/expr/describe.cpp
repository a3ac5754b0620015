#include "expr/describe.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

namespace ct {

namespace {

class Text {
 public:
  Text(char *buffer, int64_t capacity) : buffer_(buffer), room_(std::max<int64_t>(capacity - 1, 0)) {}

  Text &operator<<(std::string_view text) {
    const auto size = static_cast<int64_t>(text.size());
    if (length_ < room_) {
      std::memcpy(buffer_ + length_, text.data(), static_cast<size_t>(std::min(size, room_ - length_)));
    }
    length_ += size;
    return *this;
  }
  Text &operator<<(int64_t number) {
    char digits[24];
    const std::to_chars_result end = std::to_chars(digits, digits + sizeof(digits), number);
    return *this << std::string_view(digits, static_cast<size_t>(end.ptr - digits));
  }
  int64_t end(int64_t capacity) {
    if (capacity > 0) buffer_[std::min(length_, room_)] = '\0';
    return length_ + 1;
  }

 private:
  char *buffer_;
  int64_t room_, length_ = 0;
};

}  // namespace

int64_t describe(const Program &program, char *buffer, int64_t capacity) {
  Text text(buffer, capacity);
  for (int64_t p = 0; p < program.npasses(); ++p) {
    const TilePass &pass = program.pass(p);
    const Program::PassText &said = program.text(p);
    text << "pass " << p + 1 << ": [";
    for (int32_t d = 0; d < said.ndim; ++d) text << (d == 0 ? "" : ", ") << program.number(said.first_size + d);
    text << "] in tiles of " << (pass.planes ? program.number(pass.sizes) * pass.tile : pass.tile) << ", reads "
         << said.read << " bytes, writes " << said.written;
    if (pass.divides >= 0) text << ", looks for zeros to divide by";
    text << (said.nops == 0 ? "\n  copies\n" : "\n ");
    for (int32_t k = 0; k < said.nops; ++k) text << " " << program.op_name(said.ops + k);
    if (said.nops != 0) text << "\n";
  }
  return text.end(capacity);
}

}  // namespace ct
