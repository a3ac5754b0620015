#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <numeric>

#include "cli.h"

namespace cli {

using ctensor::Tensor;

std::string printable(const std::string &text) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool c1 = c == 0xc2 && next >= 0x80 && next < 0xa0;  // UTF-8 of the control characters from 0x80 on
    made += c < ' ' || c == 0x7f || c1 ? '?' : text[i];
    i += c1 ? 1 : 0;
  }
  return made;
}

std::string shown(const std::string &name) { return name.empty() ? "(no name)" : printable(name); }

Integer integer_of(const Tensor &number) {
  return number.dtype() == ctensor::DType::UInt64 ? Integer{number.item<uint64_t>()} : Integer{number.item<int64_t>()};
}

std::string shape_of(const Tensor &t) {
  std::string text = "[";
  for (int32_t d = 0; d < t.ndim(); ++d) text += (d > 0 ? ", " : "") + std::to_string(t.size(d));
  return text + "]";
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string bytes_of(int64_t count) {
  const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(count);
  size_t unit = 0;
  for (; value >= 1024 && unit < 4; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return text;
}

Walk::Walk(const Options &options, int64_t bytes, std::string what)
    : shows_(!options.quiet && bytes >= int64_t{64} << 20 && isatty(STDERR_FILENO) != 0),
      bytes_(bytes),
      what_(std::move(what)) {}

Walk::~Walk() {
  if (shows_ && shown_ >= 0) std::fprintf(stderr, "\r\033[K");
}

void Walk::done(int64_t bytes) {
  done_ += bytes;
  const int64_t percent = bytes_ == 0 ? 100 : std::min<int64_t>(100, done_ * 100 / bytes_);
  if (!shows_ || percent == shown_) return;
  shown_ = percent;
  std::fprintf(stderr, "\r%s: %" PRId64 " %%", what_.c_str(), percent);
}

namespace {

constexpr int64_t kPiece = int64_t{1} << 22;  // elements; their doubles stay in the caches of most machines

// Puts dims in the order of memory, so that the elements of a dense tensor form one row without a copy.
Tensor in_a_row(const Tensor &t, const Tensor &like) {
  std::vector<int32_t> dims(static_cast<size_t>(t.ndim()));
  std::iota(dims.begin(), dims.end(), 0);
  std::stable_sort(dims.begin(), dims.end(), [&](int32_t a, int32_t b) { return like.stride(a) > like.stride(b); });
  return t.permute(dims).flatten();
}

}  // namespace

void Walk::over(const Tensor &t, const std::function<void(const Tensor &)> &piece) {
  const Tensor row = in_a_row(t, t);
  for (int64_t begin = 0; begin < row.numel(); begin += kPiece) {
    const Tensor part = row.narrow(0, begin, std::min(kPiece, row.numel() - begin));
    piece(part);
    done(part.nbytes());
  }
}

void Walk::over(const Tensor &a, const Tensor &b, const std::function<void(const Tensor &, const Tensor &)> &piece) {
  const Tensor first = in_a_row(a, a), second = in_a_row(b, a);
  for (int64_t begin = 0; begin < first.numel(); begin += kPiece) {
    const int64_t count = std::min(kPiece, first.numel() - begin);
    piece(first.narrow(0, begin, count), second.narrow(0, begin, count));
    done(count * a.itemsize());
  }
}

}  // namespace cli
