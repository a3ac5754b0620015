// Text of a tensor as PyTorch prints it, without the heap: the elements shown are walked once to choose a notation,
// once to find the column's width, and once to write. Numbers go through std::to_chars, so the host's locale does not
// matter.
#include "tensor/print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "runtime/function_ref.h"
#include "tensor/scalar.h"

namespace ct {
namespace {

// PyTorch's default print options.
constexpr int kPrecision = 4;
constexpr int64_t kThreshold = 1000;  // more elements than this: only the edges of each dim
constexpr int64_t kEdgeItems = 3;
// PyTorch has no such limit: it prints a tensor with many dims of size 2, say, as a whole. This one is as much as the
// edges of seven dims.
constexpr int64_t kMostShown = 100'000;
constexpr int64_t kLineWidth = 80;
constexpr std::string_view kPrefix = "tensor(";
constexpr auto kIndent = static_cast<int64_t>(kPrefix.size());

// Writes what fits and counts the rest.
class Writer {
 public:
  Writer(char *buffer, int64_t capacity) : buffer_(buffer), room_(capacity > 0 ? capacity - 1 : 0) {}

  void put(std::string_view text) {
    const auto size = static_cast<int64_t>(text.size());
    const int64_t fits = std::clamp<int64_t>(room_ - length_, 0, size);
    if (fits > 0) std::memcpy(buffer_ + length_, text.data(), static_cast<size_t>(fits));
    length_ += size;
    const size_t newline = text.rfind('\n');
    column_ = newline == text.npos ? column_ + size : size - static_cast<int64_t>(newline) - 1;
  }
  void spaces(int64_t count) {
    for (; count > 0; --count) put(" ");
  }
  template <class... Args>
  void number(Args... args) {
    char text[64];
    put({text, static_cast<size_t>(std::to_chars(text, text + sizeof(text), args...).ptr - text)});
  }
  int64_t column() const { return column_; }
  int64_t length() const { return length_; }

 private:
  char *buffer_;
  int64_t room_, length_ = 0, column_ = 0;
};

// One column of numbers: real numbers, or the real or imaginary parts of complex ones.
class Format {
 public:
  explicit Format(DType dtype) : dtype_(dtype), floating_(is_floating(dtype) || is_complex(dtype)) {}

  // First walk: every value that will be shown.
  void see(double value) {
    if (!std::isfinite(value) || value == 0) return;
    smallest_ = std::min(smallest_, std::fabs(value));
    largest_ = std::max(largest_, std::fabs(value));
    if (value != std::ceil(value)) whole_ = false;
  }
  void choose() {
    scientific_ = largest_ > 0 && (largest_ / smallest_ > 1000 || largest_ > 1e8 || (!whole_ && smallest_ < 1e-4));
  }
  // Second walk. Zeros, NaN and infinities do not widen a column of floats.
  void measure(const Scalar &value, double part) {
    if (floating_ && (!std::isfinite(part) || part == 0)) return;
    width_ = std::max(width_, length(value, part));
  }

  int64_t width() const { return width_; }
  int64_t length(const Scalar &value, double part) const {
    Writer ruler(nullptr, 0);
    write(ruler, value, part);
    return ruler.length();
  }
  void write(Writer &out, const Scalar &value, double part) const {
    if (dtype_ == DType::Bool) {
      out.put(value.i != 0 ? "True" : "False");
    } else if (dtype_ == DType::UInt64) {
      out.number(static_cast<uint64_t>(value.i));
    } else if (!floating_) {
      out.number(value.i);
    } else if (std::isnan(part)) {
      out.put("nan");
    } else if (std::isinf(part)) {
      out.put(part < 0 ? "-inf" : "inf");
    } else if (scientific_) {
      out.number(part, std::chars_format::scientific, kPrecision);
    } else if (whole_) {
      out.number(part, std::chars_format::fixed, 0);
      out.put(".");
    } else {
      out.number(part, std::chars_format::fixed, kPrecision);
    }
  }

 private:
  DType dtype_;
  bool floating_, whole_ = true, scientific_ = false;
  double smallest_ = HUGE_VAL, largest_ = 0;
  int64_t width_ = 1;
};

// The elements of a tensor that are shown, and their text.
class Body {
 public:
  explicit Body(const Tensor &t) : t_(t), complex_(is_complex(t.dtype())), re_(t.dtype()), im_(t.dtype()) {
    choose_edges();
    walk(0, t.data(), [this](const Scalar &value) {
      re_.see(value.re);
      im_.see(value.im);
    });
    re_.choose();
    im_.choose();
    walk(0, t.data(), [this](const Scalar &value) {
      re_.measure(value, value.re);
      im_.measure(value, value.im);
    });
  }

  void write(Writer &out) const { write(out, 0, t_.data(), kIndent); }

 private:
  // How many items of a dim are shown from its beginning and from its end.
  struct Edges {
    int64_t first, last;
  };

  void choose_edges() {
    int64_t shown = 1;
    for (int32_t d = 0; d < t_.ndim(); ++d) {
      const int64_t size = t_.sizes()[d];
      const bool cuts = t_.numel() > kThreshold && size > 2 * kEdgeItems;
      edges_[d] = cuts ? Edges{kEdgeItems, kEdgeItems} : Edges{size, 0};
      shown *= edges_[d].first + edges_[d].last;
    }
    for (int32_t d = 0; shown > kMostShown; ++d) {
      shown /= edges_[d].first + edges_[d].last;
      edges_[d] = {1, 0};
    }
  }
  bool cut(int32_t dim) const { return edges_[dim].first + edges_[dim].last < t_.sizes()[dim]; }
  const char *at(int32_t dim, const char *data, int64_t i) const {
    return data + i * t_.strides()[dim] * t_.itemsize();
  }
  // Calls visit(index) for the items that are shown of the beginning, then gap() if items are left out, then
  // visit(index) for those shown of the end.
  template <class Visit, class Gap>
  void for_shown(int32_t dim, Visit &&visit, Gap &&gap) const {
    const int64_t size = t_.sizes()[dim];
    for (int64_t i = 0; i < edges_[dim].first; ++i) visit(i);
    if (cut(dim)) gap();
    for (int64_t i = size - edges_[dim].last; i < size; ++i) visit(i);
  }

  void walk(int32_t dim, const char *data, FunctionRef<void(const Scalar &)> visit) const {
    if (dim == t_.ndim()) return visit(load_scalar(t_.dtype(), data));
    for_shown(
        dim, [&](int64_t i) { walk(dim + 1, at(dim, data, i), visit); }, [] {});
  }

  void write_element(Writer &out, const char *data) const {
    const Scalar value = load_scalar(t_.dtype(), data);
    out.spaces(re_.width() - re_.length(value, value.re));
    re_.write(out, value, value.re);
    if (!complex_) return;
    if (std::isnan(value.im) || !std::signbit(value.im)) out.put("+");
    im_.write(out, value, value.im);  // joined to the real part: not padded
    out.put("j");
  }

  void write(Writer &out, int32_t dim, const char *data, int64_t indent) const {
    const int32_t left = t_.ndim() - dim;
    if (left == 0) return write_element(out, data);
    // The width that PyTorch counts with: a comma, a space, and the j of a complex number, but not its inner sign.
    const int64_t item = re_.width() + 2 + (complex_ ? im_.width() + 1 : 0);
    const int64_t per_line = std::max<int64_t>(1, (kLineWidth - indent) / item);
    int64_t column = 0;  // items in this line of a vector; "..." is one of them
    const auto separate = [&] {
      if (left == 1 && ++column < per_line) return out.put(", ");
      column = 0;
      out.put(",");
      for (int32_t n = std::max(left - 1, 1); n > 0; --n) out.put("\n");
      out.spaces(indent + 1);
    };
    out.put("[");
    const auto item_at = [&](int64_t i) {
      if (i > 0) separate();
      write(out, dim + 1, at(dim, data, i), indent + 1);
    };
    for_shown(dim, item_at, [&] {
      separate();
      out.put(left == 1 ? " ..." : "...");
    });
    out.put("]");
  }

  const Tensor &t_;
  bool complex_;
  Edges edges_[kMaxDims];
  Format re_, im_;
};

void write_sizes(Writer &out, Dims sizes) {  // a Python tuple: (3,) with one element
  out.put("size=(");
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (d > 0) out.put(", ");
    out.number(sizes[d]);
  }
  out.put(sizes.size() == 1 ? ",)" : ")");
}

}  // namespace

int64_t to_string(const Tensor &t, char *buffer, int64_t capacity) {
  Writer out(buffer, capacity);
  out.put(kPrefix);
  const DType dtype = t.dtype();
  const bool shown = !t.is_meta() && t.numel() != 0;
  if (shown) {
    Body(t).write(out);
  } else {
    out.put(t.is_meta() ? "..." : "[]");
  }
  // PyTorch counts two columns more for the body's last line than it has; so its breaks fall where they do.
  int64_t column = out.column() + 2;
  // A suffix that would pass the line's width goes to the next one.
  const auto add = [&](auto write) {
    Writer ruler(nullptr, 0);
    write(ruler);
    const bool breaks = column + ruler.length() + 2 > kLineWidth;
    out.put(breaks ? ",\n" : ", ");
    if (breaks) out.spaces(kIndent);
    column = (breaks ? kIndent : column + 2) + ruler.length();
    write(out);
  };
  if (t.is_meta()) add([](Writer &to) { to.put("device='meta'"); });
  if (t.is_meta() || (!shown && t.ndim() != 1)) add([&](Writer &to) { write_sizes(to, t.sizes()); });
  // Where no element shows the kind, every dtype but the default one is named.
  const bool default_kind = dtype == DType::Complex64 || dtype == DType::Int64 || dtype == DType::Bool;
  if (dtype != DType::Float32 && !(shown && default_kind)) {
    add([&](Writer &to) {
      to.put("dtype=");
      to.put(dtype_name(dtype));
    });
  }
  out.put(")");
  if (capacity > 0) buffer[std::min(out.length(), capacity - 1)] = '\0';
  return out.length() + 1;
}

}  // namespace ct
