#include "interchange/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string_view>

#include "runtime/error.h"
#include "runtime/scratch.h"
#include "tensor/borrow.h"

namespace ct {

namespace {

static_assert(std::endian::native == std::endian::little);

// Longer headers are refused. The longest one that 64 dims take is a fortieth of this.
constexpr int64_t kMostHeader = int64_t{64} << 10;

struct Descriptor {
  const char *text;  // without the order of its bytes
  DType dtype;
};
constexpr Descriptor kDescriptors[] = {
    {"b1", DType::Bool},    {"u1", DType::UInt8},     {"i1", DType::Int8},        {"i2", DType::Int16},
    {"i4", DType::Int32},   {"i8", DType::Int64},     {"f2", DType::Float16},     {"f4", DType::Float32},
    {"f8", DType::Float64}, {"c8", DType::Complex64}, {"c16", DType::Complex128}, {"u2", DType::UInt16},
    {"u4", DType::UInt32},  {"u8", DType::UInt64},
};

// Reads the dict that a header consists of, in Python's notation.
class Dict {
 public:
  Dict(std::string_view text, const char *name, int64_t begin) : text_(text), name_(name), begin_(begin) {}

  NpyHeader parse() {
    NpyHeader header{};
    bool has_descr = false, has_order = false, has_shape = false;
    want('{');
    while (!take('}')) {
      const std::string_view key = string();
      want(':');
      if (key == "descr" && !has_descr) {
        has_descr = true;
        descr(&header);
      } else if (key == "fortran_order" && !has_order) {
        has_order = true;
        header.fortran = boolean();
      } else if (key == "shape" && !has_shape) {
        has_shape = true;
        shape(&header.sizes);
      } else {
        refuse("the keys descr, fortran_order and shape, each once");
      }
      if (!take(',') && !is_next('}')) refuse("',' or '}'");
    }
    skip();
    if (at_ != text_.size()) refuse("the end of the header");
    if (!has_descr || !has_order || !has_shape) refuse("the keys descr, fortran_order and shape");
    return header;
  }

 private:
  [[noreturn]] void refuse(const char *expected) const {
    fail(CT_ERROR_FORMAT, name_, ": byte ", begin_ + static_cast<int64_t>(at_), " of an npy header is not ", expected);
  }
  void skip() {
    while (at_ < text_.size() && std::string_view(" \t\n\r\f\v").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool is_next(char c) {
    skip();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    const bool taken = is_next(c);
    at_ += taken ? 1 : 0;
    return taken;
  }
  void want(char c) {
    const char expected[] = {'\'', c, '\'', '\0'};
    if (!take(c)) refuse(expected);
  }
  std::string_view string() {
    const char quote = is_next('"') ? '"' : '\'';
    if (!take(quote)) refuse("a string");
    const size_t end = text_.find(quote, at_), begin = at_;
    if (end == std::string_view::npos || end - begin > 64) refuse("a short string");
    at_ = end + 1;
    return text_.substr(begin, end - begin);
  }
  bool boolean() {
    skip();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return word == "True";
      }
    }
    refuse("True or False");
  }
  void descr(NpyHeader *header) {
    if (is_next('[')) fail(CT_ERROR_DTYPE, name_, ": its elements are structures, which no dtype is");
    const std::string_view text = string();
    const bool has_order = !text.empty() && std::string_view("<>|=").find(text[0]) != std::string_view::npos;
    const std::string_view kind = text.substr(has_order ? 1 : 0);
    for (const Descriptor &known : kDescriptors) {
      if (kind != known.text) continue;
      header->dtype = known.dtype;
      header->swapped = text[0] == '>' && dtype_size(known.dtype) > 1;
      return;
    }
    char shown[72] = {};
    for (size_t i = 0; i < text.size(); ++i) shown[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    fail(CT_ERROR_DTYPE, name_, ": the descriptor '", static_cast<const char *>(shown), "' is that of no dtype here");
  }
  void shape(DimVec *sizes) {
    want('(');
    while (!take(')')) {
      int64_t size = 0;
      skip();
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), size);
      if (error != std::errc{} || size < 0) refuse("a size");
      at_ = static_cast<size_t>(end - text_.data());
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers so
      if (sizes->size() == kMaxDims) fail(CT_ERROR_FORMAT, name_, ": has more than ", kMaxDims, " dims");
      sizes->push_back(size);
      if (!take(',') && !is_next(')')) refuse("',' or ')'");
    }
  }

  std::string_view text_;
  const char *name_;
  int64_t begin_;
  size_t at_ = 0;
};

int64_t little_endian(const char *bytes, int count) {
  int64_t value = 0;
  for (int i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

int64_t npy_header_bytes(const char *prefix, int64_t available, const char *name, int64_t begin) {
  if (available < 10 || std::memcmp(prefix, kNpyMagic, sizeof kNpyMagic) != 0) {
    fail(CT_ERROR_FORMAT, name, ": byte ", begin, " does not begin an npy: expected \\x93NUMPY and a version");
  }
  const int major = static_cast<unsigned char>(prefix[6]), minor = static_cast<unsigned char>(prefix[7]);
  if (major < 1 || major > 3 || minor != 0) {
    fail(CT_ERROR_FORMAT, name, ": byte ", begin + 6, " says version ", major, ".", minor,
         " of npy, and 1.0, 2.0 and 3.0 are known");
  }
  const int count = major == 1 ? 2 : 4;
  if (available < 8 + count)
    fail(CT_ERROR_FORMAT, name, ": ends at byte ", begin + available, ", inside an npy header");
  const int64_t length = little_endian(prefix + 8, count), bytes = 8 + count + length;
  if (length > kMostHeader) {
    fail(CT_ERROR_FORMAT, name, ": byte ", begin + 8, " says that the npy header has ", length, " bytes, and ",
         kMostHeader, " are the most that is read");
  }
  if (bytes > available) {
    fail(CT_ERROR_FORMAT, name, ": ends at byte ", begin + available, ", and its npy header at byte ", begin + bytes);
  }
  return bytes;
}

NpyHeader parse_npy(const char *header, int64_t bytes, const char *name, int64_t begin) {
  const int64_t before = header[6] == 1 ? 10 : 12;
  NpyHeader parsed = Dict({header + before, static_cast<size_t>(bytes - before)}, name, begin + before).parse();
  int64_t numel = 1;
  bool fits = true;
  for (const int64_t size : parsed.sizes)
    fits = fits && !__builtin_mul_overflow(numel, std::max(size, int64_t{1}), &numel);
  fits = fits && !__builtin_mul_overflow(numel, dtype_size(parsed.dtype), &parsed.nbytes);
  if (!fits) {
    fail(CT_ERROR_FORMAT, name, ": byte ", begin + before, " begins an npy header of sizes ", parsed.sizes,
         ", which are more bytes than int64 counts");
  }
  if (std::find(parsed.sizes.begin(), parsed.sizes.end(), 0) != parsed.sizes.end()) parsed.nbytes = 0;
  return parsed;
}

Ref<Tensor> get_npy(const Bytes &bytes, int64_t begin, int64_t end) {
  char prefix[kNpyPrefix] = {};
  bytes.read(begin, std::min(kNpyPrefix, end - begin), prefix);
  const int64_t length = npy_header_bytes(prefix, end - begin, bytes.name(), begin), first = begin + length;
  const Scratch scratch(bytes.data() == nullptr ? length : 0);
  if (bytes.data() == nullptr) bytes.read(begin, length, scratch.data());
  const char *const header = bytes.data() == nullptr ? scratch.data() : bytes.data() + begin;
  const NpyHeader parsed = parse_npy(header, length, bytes.name(), begin);
  if (parsed.nbytes > end - first) {
    fail(CT_ERROR_FORMAT, bytes.name(), ": ends at byte ", end, ", and ", Dims(parsed.sizes), " of ",
         dtype_name(parsed.dtype), " at byte ", first, " are ", parsed.nbytes, " bytes");
  }
  if (!parsed.swapped && can_be_mapped(bytes, first, parsed.dtype)) {
    return mapped(bytes, first, parsed.sizes, parsed.dtype, parsed.fortran);
  }
  return read_npy(parsed, [&](char *to) { bytes.read(first, parsed.nbytes, to); });
}

int64_t write_npy_header(char *to, DType dtype, Dims sizes, bool fortran) {
  const char *kind = nullptr;
  for (const Descriptor &known : kDescriptors) {
    if (known.dtype == dtype) kind = known.text;
  }
  if (kind == nullptr) fail(CT_ERROR_DTYPE, "npy has no descriptor for ", dtype_name(dtype));
  char *at = to + 10;
  const auto put = [&](std::string_view text) { at = std::copy(text.begin(), text.end(), at); };
  put("{'descr': '");
  put(dtype_size(dtype) == 1 ? "|" : "<");
  put(kind);
  put("', 'fortran_order': ");
  put(fortran ? "True" : "False");
  put(", 'shape': (");
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (d > 0) put(", ");
    at = std::to_chars(at, at + 20, sizes[d]).ptr;
  }
  put(sizes.size() == 1 ? ",), }" : "), }");
  const int64_t bytes = (at - to + 1 + 63) / 64 * 64;
  std::fill(at, to + bytes - 1, ' ');
  to[bytes - 1] = '\n';
  std::copy(std::begin(kNpyMagic), std::end(kNpyMagic), to);
  to[6] = 1, to[7] = 0;
  to[8] = static_cast<char>((bytes - 10) & 0xff), to[9] = static_cast<char>((bytes - 10) >> 8);
  return bytes;
}

namespace {

DimVec fortran_strides(Dims sizes) {
  DimVec strides(static_cast<int64_t>(sizes.size()));
  int64_t step = 1;
  for (int64_t d = 0; d < strides.size(); ++d) {
    strides[d] = step;
    step *= std::max(sizes[static_cast<size_t>(d)], int64_t{1});
  }
  return strides;
}

}  // namespace

Ref<Tensor> new_tensor(Dims sizes, DType dtype, bool fortran) {
  return fortran ? Tensor::create(sizes, fortran_strides(sizes), dtype) : Tensor::create(sizes, dtype);
}

bool can_be_mapped(const Bytes &bytes, int64_t offset, DType dtype) noexcept {
  if (bytes.data() == nullptr) return false;
  return reinterpret_cast<uintptr_t>(bytes.data() + offset) % static_cast<uintptr_t>(dtype_size(real_of(dtype))) == 0;
}

Ref<Tensor> mapped(const Bytes &bytes, int64_t offset, Dims sizes, DType dtype, bool fortran) {
  bytes.retain();
  Loan loan([](void *of) { static_cast<const Bytes *>(of)->release(); }, const_cast<Bytes *>(&bytes));
  const DimVec strides = fortran ? fortran_strides(sizes) : contiguous_strides(sizes);
  return borrow(loan, const_cast<char *>(bytes.data() + offset), true, sizes, strides.data(), dtype);
}

}  // namespace ct
