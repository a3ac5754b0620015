#include "samples.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bench {

namespace {

constexpr int kSamples = 2000;

template <class T>
double read_as(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return static_cast<double>(value);
}

double half_value(uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  double value = exponent == 0    ? std::ldexp(fraction, -24)
                 : exponent == 31 ? (fraction != 0 ? std::nan("") : INFINITY)
                                  : std::ldexp(fraction + 1024, exponent - 25);
  return (bits >> 15) != 0 ? -value : value;
}

double bfloat_value(uint16_t bits) {
  const uint32_t wide = uint32_t{bits} << 16;
  float value;
  std::memcpy(&value, &wide, sizeof value);
  return static_cast<double>(value);
}

double load(const char *memory, int64_t at, ct_dtype dtype) {
  const char *element = memory + at * ct_dtype_size(dtype);
  switch (dtype) {
    case CT_BOOL:
    case CT_UINT8:
      return read_as<uint8_t>(element);
    case CT_INT32:
      return read_as<int32_t>(element);
    case CT_INT64:
      return read_as<int64_t>(element);
    case CT_FLOAT16:
      return half_value(static_cast<uint16_t>(read_as<uint16_t>(element)));
    case CT_BFLOAT16:
      return bfloat_value(static_cast<uint16_t>(read_as<uint16_t>(element)));
    case CT_FLOAT32:
      return read_as<float>(element);
    case CT_FLOAT64:
    case CT_COMPLEX128:  // its real part
      return read_as<double>(element);
    default:
      std::fprintf(stderr, "bench: no samples of %s\n", ct_dtype_name(dtype));
      std::exit(1);
  }
}

// How far the conversion to a dtype may move a value that is in its range.
double tolerance(ct_dtype dtype, double value) {
  switch (dtype) {
    case CT_FLOAT16:
      return std::abs(value) * 0x1p-11 + 0x1p-25;
    case CT_BFLOAT16:
      return std::abs(value) * 0x1p-8;
    case CT_FLOAT32:
      return std::abs(value) * 0x1p-24;
    default:
      return 0;
  }
}

bool is_integer(ct_dtype dtype) { return dtype == CT_UINT8 || dtype == CT_INT32 || dtype == CT_INT64; }

// All bits of an integer, which a double does not hold.
uint64_t load_bits(const char *memory, int64_t at, ct_dtype dtype) {
  if (dtype != CT_INT64) return static_cast<uint64_t>(static_cast<int64_t>(load(memory, at, dtype)));
  uint64_t bits;
  std::memcpy(&bits, memory + at * 8, sizeof bits);
  return bits;
}
double wrapped(ct_dtype dtype, uint64_t bits) {
  if (dtype == CT_UINT8) return static_cast<uint8_t>(bits);
  return dtype == CT_INT32 ? static_cast<double>(static_cast<int32_t>(bits))
                           : static_cast<double>(static_cast<int64_t>(bits));
}

double converted(ct_dtype dtype, const char *from, int64_t at, ct_dtype from_dtype) {
  if (is_integer(dtype) && is_integer(from_dtype)) return wrapped(dtype, load_bits(from, at, from_dtype));
  const double value = load(from, at, from_dtype);
  if (dtype == CT_BOOL) return value != 0 ? 1 : 0;
  return is_integer(dtype) ? std::trunc(value) : value;
}

double added_or_multiplied(const Case &c, const char *from, int64_t from_at, int64_t second_at) {
  if (is_integer(c.to.dtype)) {
    const uint64_t a = load_bits(from, from_at, c.from.dtype), b = load_bits(from, second_at, c.second.dtype);
    return wrapped(c.to.dtype, c.op == Op::kAdd ? a + b : a * b);
  }
  const double a = load(from, from_at, c.from.dtype), b = load(from, second_at, c.second.dtype);
  return c.op == Op::kAdd ? a + b : a * b;
}

// The reduction of the elements of `from` that begin at `at`.
double reduced(const Case &c, const char *from, int64_t at) {
  Sizes sizes, strides;
  for (size_t d = 0; d < c.from.sizes.size(); d++) {
    if (!c.dims.empty() && std::find(c.dims.begin(), c.dims.end(), static_cast<int32_t>(d)) == c.dims.end()) continue;
    sizes.push_back(c.from.sizes[d]);
    strides.push_back(c.from.strides[d]);
  }
  const int64_t count = numel(sizes);
  double sum = 0, squares = 0, exponentials = 0, most = -INFINITY;
  int64_t most_at = 0;
  bool all = true;
  for (int64_t i = 0; i < count; i++) {
    int64_t place = at;
    int64_t rest = i;
    for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d]) place += rest % sizes[d] * strides[d];
    const double value = load(from, place, c.from.dtype);
    sum += value;
    squares += value * value;
    if (c.op == Op::kLogSumExp) exponentials += std::exp(value);
    if (value > most) most = value, most_at = i;
    all = all && value != 0;
  }
  if (c.op == Op::kAmax) return most;
  if (c.op == Op::kArgmax) return static_cast<double>(most_at);
  if (c.op == Op::kAll) return all ? 1 : 0;
  if (c.op == Op::kLogSumExp) return std::log(exponentials);
  const auto n = static_cast<double>(count);
  if (c.op == Op::kNorm) return std::sqrt(squares);
  if (c.op == Op::kVar) return (squares - sum / n * sum) / (n - 1);
  return c.op == Op::kMean ? sum / static_cast<double>(count) : sum;
}

// Element `index` of the scan or softmax of the line along c.dims[0] that begins at `first`.
double along(const Case &c, const char *from, int64_t first, int64_t index) {
  const auto dim = static_cast<size_t>(c.dims[0]);
  double before = 0, all = 0;
  for (int64_t i = 0; i < (c.op == Op::kSoftmax ? c.from.sizes[dim] : index + 1); i++) {
    const double value = load(from, first + i * c.from.strides[dim], c.from.dtype);
    before += value;
    if (c.op == Op::kSoftmax) all += std::exp(value);
  }
  if (c.op == Op::kCumsum) return before;
  return std::exp(load(from, first + index * c.from.strides[dim], c.from.dtype)) / all;
}

bool is_drawn(Op op) { return op == Op::kUniform || op == Op::kNormal; }

// On one thread, by a call that no clock watches.
std::vector<char> drawn_once(const Case &c) {
  std::vector<char> bytes(static_cast<size_t>(extent(c.to)));
  ct_rng *rng = nullptr;
  ct_tensor *to = nullptr;
  const int32_t threads = ct_get_num_threads();
  ct_set_num_threads(1, nullptr);
  bool done = ct_rng_create(kSeed, &rng, nullptr) == CT_OK &&
              ct_tensor_from_data(bytes.data(), c.to.sizes.data(), static_cast<int32_t>(c.to.sizes.size()), nullptr,
                                  c.to.dtype, nullptr, nullptr, &to, nullptr) == CT_OK;
  done = done && (c.op == Op::kNormal ? ct_normal_out(rng, 0, 1, to, nullptr)
                                      : ct_uniform_out(rng, 0, 1, to, nullptr)) == CT_OK;
  ct_set_num_threads(threads, nullptr);
  ct_tensor_release(to);
  ct_rng_release(rng);
  if (!done) std::exit(1);
  return bytes;
}

}  // namespace

Samples::Samples(const Case &c, char *to, const char *from) : case_(c) {
  if (moves(c.op) || indexes(c.op)) return;  // tests compare these element by element
  const int64_t count = numel(c.to.sizes), each = is_reduction(c.op) ? numel(c.from.sizes) / count
                                                  : is_along(c.op)   ? c.from.sizes[static_cast<size_t>(c.dims[0])]
                                                                     : 1;
  const int64_t most = std::clamp<int64_t>((int64_t{1} << 22) / each, 1, std::min<int64_t>(kSamples, count));
  const std::vector<char> drawn = is_drawn(c.op) ? drawn_once(c) : std::vector<char>{};
  uint64_t state = 12345;
  for (int i = 0; i < (each > 1 ? most : kSamples); i++) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    int64_t index = i == 0   ? 0
                    : i == 1 ? count - 1
                             : static_cast<int64_t>((state >> 16) % static_cast<uint64_t>(count));
    int64_t on_line = 0, to_at = c.to.offset, from_at = c.from.offset, second_at = c.second.offset;
    for (size_t d = c.to.sizes.size();
         d-- > 0;) {  // a reduction over every dim has no dims here: it begins at the first element
      const int64_t place = index % c.to.sizes[d];
      index /= c.to.sizes[d];
      to_at += place * c.to.strides[d];
      if (is_along(c.op) && static_cast<int32_t>(d) == c.dims[0]) {
        on_line = place;
        continue;
      }
      from_at += place * c.from.strides[d];
      if (!c.second.strides.empty()) second_at += place * c.second.strides[d];
    }
    double value = 0;
    switch (c.op) {
      case Op::kCopy:
        value = converted(c.to.dtype, from, from_at, c.from.dtype);
        break;
      case Op::kDivide255:
        value = load(from, from_at, c.from.dtype) / 255;
        break;
      case Op::kAdd:
      case Op::kMul:
        value = added_or_multiplied(c, from, from_at, second_at);
        break;
      case Op::kFill:
        value = 1.5;
        break;
      case Op::kUniform:
      case Op::kNormal:
        value = load(drawn.data(), to_at, c.to.dtype);
        break;
      case Op::kSum:
      case Op::kMean:
      case Op::kAmax:
      case Op::kAll:
      case Op::kArgmax:
      case Op::kNorm:
      case Op::kVar:
      case Op::kLogSumExp:
      case Op::kSumCompensated:
      case Op::kSumExact:
        value = reduced(c, from, from_at);
        break;
      case Op::kCumsum:
      case Op::kSoftmax:
        value = along(c, from, from_at, on_line);
        break;
      case Op::kAddInPlace:
        value = load(to, to_at, c.to.dtype);
        break;
      case Op::kCat:
      case Op::kStack:
      case Op::kRepeat:
      case Op::kRoll:
      case Op::kPad:
      case Op::kTril:
      case Op::kIndexSelect:
      case Op::kGather:
      case Op::kTake:
      case Op::kIndexAdd:
      case Op::kScatterAdd:
      case Op::kMaskedSelect:
      case Op::kNonzero:
      case Op::kChain:
        break;  // compared with the eager calls, whole
    }
    samples_.push_back({to_at, value});
  }
  if (c.op == Op::kAddInPlace) return;
  const int64_t width = ct_dtype_size(c.to.dtype);
  for (const Sample &sample : samples_) std::memset(to + sample.at * width, 0xA5, static_cast<size_t>(width));
}

void Samples::check(const char *to) const {
  for (const Sample &sample : samples_) {
    const double value = load(to, sample.at, case_.to.dtype);
    // a float32 sum of many elements is exact to a few parts in a million
    const bool adds = case_.op == Op::kSum || case_.op == Op::kMean || case_.op >= Op::kNorm;
    // a result below the normal numbers of float32 may be 0
    const double allowed =
        tolerance(case_.to.dtype, sample.value) + (adds ? std::abs(sample.value) * 1e-5 + 0x1p-126 : 0);
    if (!(std::abs(value - sample.value) <= allowed)) {
      std::fprintf(stderr, "bench: %s: element %lld is %.9g and should be %.9g\n", case_.name.c_str(),
                   static_cast<long long>(sample.at), value, sample.value);
      std::exit(1);
    }
  }
}

}  // namespace bench
