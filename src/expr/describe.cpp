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

// The bytes that a group of passes moves. What several of its passes touch counts once.
struct Moved {
  int64_t read = 0, written = 0, generated = 0;
};
Moved moved(const Program &program, const RowGroup &group) {
  Moved all;
  SmallVec<const Program::Operand *, 16> seen;
  for (int32_t p = group.first; p < group.first + group.count; ++p) {
    const TilePass &pass = program.pass(p);
    all.generated += pass.ngenerated;
    for (int32_t k = 0; k < pass.noperands; ++k) {
      const Program::Operand &operand = program.operand(pass.operands + k);
      const auto is_same = [&](const Program::Operand *other) {
        return other->kind == operand.kind && other->index == operand.index && other->constant == operand.constant &&
               other->offset == operand.offset;
      };
      if (program.is_in_scratch(operand) || std::any_of(seen.begin(), seen.end(), is_same)) continue;
      seen.push_back(&operand);
      // Outputs are listed first, so a temporary that first appears as operand 0 is made in this pass.
      const bool is_written =
          operand.kind == Source::Kind::Result || (operand.kind == Source::Kind::Temporary && k == 0);
      (is_written ? all.written : all.read) += operand.nbytes;
    }
  }
  return all;
}

}  // namespace

int64_t describe(const Program &program, char *buffer, int64_t capacity) {
  Text text(buffer, capacity);
  const auto say_ops = [&](const Program::PassText &of) {
    if (of.nops == 0) text << " copies";
    for (int32_t k = 0; k < of.nops; ++k) text << " " << program.op_name(of.ops + k);
  };
  const auto say_sizes = [&](const Program::PassText &of) {
    text << ": [";
    for (int32_t d = 0; d < of.ndim; ++d) text << (d == 0 ? "" : ", ") << program.number(of.first_size + d);
    text << "] ";
  };
  const auto say_generated = [&](int64_t steps) {
    if (steps > 0) text << steps << (steps == 1 ? " step" : " steps") << " in generated code, ";
  };
  const RowGroup *group = program.groups().begin();
  for (int32_t p = 0; p < program.npasses(); ++p) {
    const TilePass &pass = program.pass(p);
    const Program::PassText &said = program.text(p);
    if (group != program.groups().end() && group->first == p) {
      const Moved all = moved(program, *group);
      p += group->count - 1;
      text << "passes " << group->first + 1 << " to " << p + 1;
      say_sizes(said);
      text << "by " << group->block << " rows, ";
      say_generated(all.generated);
      text << "reads " << all.read << " bytes, writes " << all.written << "\n ";
      for (int32_t of = group->first; of <= p; ++of) {
        if (of != group->first) text << " |";
        say_ops(program.text(of));
      }
      text << "\n";
      ++group;
      continue;
    }
    text << "pass " << p + 1;
    say_sizes(said);
    if (pass.single >= 0) {
      text << "as an eager call, ";
    } else if (pass.reduction < 0 || pass.tile > 0) {
      text << (pass.packs == TilePass::Packs::No ? "in tiles of " : "in packed tiles of ")
           << (pass.planes ? program.number(pass.sizes) * pass.tile : pass.tile) << ", ";
    }
    say_generated(pass.ngenerated);
    text << "reads " << said.read << " bytes, writes " << said.written;
    if (pass.divides >= 0) text << ", looks for zeros to divide by";
    text << "\n ";
    say_ops(said);
    text << "\n";
  }
  return text.end(capacity);
}

}  // namespace ct
