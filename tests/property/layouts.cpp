// Random shapes, layouts and values.
#include "layouts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace property {

// ---- shapes ----

Sizes random_sizes(Random &random, int64_t max_numel) {
  static const std::vector<int64_t> ndims = {0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8};
  const int64_t ndim = random.pick(ndims);
  if (ndim == 2 && max_numel >= 2000 && random.chance(40)) {  // many rows of whole cache lines
    const int64_t size = 16 * random.between(1, 12), other = random.between(1, max_numel / size);
    return random.chance(50) ? Sizes{size, other} : Sizes{other, size};
  }
  Sizes sizes;
  int64_t left = max_numel;
  for (int64_t dim = 0; dim < ndim; ++dim) {
    const int64_t largest = std::max<int64_t>(1, ndim - dim == 1 ? left : std::min<int64_t>(left, ndim < 3 ? 40 : 9));
    int64_t size = random.chance(18) ? 1 : random.between(1, largest);
    if (random.chance(2)) size = 0;
    sizes.push_back(size);
    left /= std::max<int64_t>(size, 1);
  }
  for (size_t i = sizes.size(); i > 1; --i) {
    std::swap(sizes[i - 1], sizes[static_cast<size_t>(random.between(0, static_cast<int64_t>(i) - 1))]);
  }
  return sizes;
}

Sizes random_operand_sizes(Random &random, const Sizes &shape) {
  if (random.chance(55)) return shape;
  if (random.chance(10)) return {};
  Sizes sizes(shape.begin() + random.between(0, random.chance(50) ? 0 : static_cast<int64_t>(shape.size())),
              shape.end());
  for (int64_t &size : sizes) {
    if (random.chance(35)) size = 1;
  }
  return sizes;
}

// ---- layouts ----

static std::vector<size_t> random_order(Random &random, size_t ndim) {  // dims, fastest first
  std::vector<size_t> order;
  for (size_t dim = ndim; dim-- > 0;) order.push_back(dim);
  if ((ndim == 4 || ndim == 5) && random.chance(30)) {  // channels-last
    order.erase(std::find(order.begin(), order.end(), size_t{1}));
    order.insert(order.begin(), 1);
  } else if (random.chance(50)) {
    for (size_t i = ndim; i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<size_t>(random.between(0, static_cast<int64_t>(i) - 1))]);
    }
  }
  return order;
}

Layout random_layout(Random &random, const Sizes &sizes, bool may_repeat) {
  Layout layout{sizes, Sizes(sizes.size(), 0)};
  const bool gaps = random.chance(40), reversed = random.chance(25), odd_ones = random.chance(20);
  const bool repeats = may_repeat && random.chance(20);
  // Gaps of many dims multiply. A small operand may be spread wide, but a large one only over a few times its size.
  const int64_t numel = reference::numel(sizes), most = std::max<int64_t>(4 * numel, int64_t{1} << 18);
  int64_t next = 1, dense = 1;
  for (const size_t dim : random_order(random, sizes.size())) {
    if (gaps && random.chance(50)) {
      const int64_t wider = next * random.between(1, 3) + random.between(0, 3);
      if (wider * (numel / dense) <= most) next = wider;
    }
    dense *= std::max<int64_t>(sizes[dim], 1);
    int64_t &stride = layout.strides[dim];
    stride = next;
    if (repeats && random.chance(40)) {
      stride = 0;
      continue;
    }
    next *= std::max<int64_t>(sizes[dim], 1);
    if (reversed && random.chance(50)) stride = -stride;
    if (odd_ones && sizes[dim] == 1) stride = random.between(0, 2 * next);  // never multiplied by more than 0
  }
  return layout;
}

// ---- values ----

static long double any_magnitude(Random &random, reference::Format format) {
  const auto significand = static_cast<long double>(random.bits() >> 11);
  const int64_t exponent = random.between(format.min_exponent - format.digits, format.max_exponent - 1);
  const long double x = reference::round_to(format, std::ldexp(significand, static_cast<int>(exponent) - 53));
  return random.chance(50) ? -x : x;
}

static long double special_float(Random &random, reference::Format format) {
  const long double infinity = std::numeric_limits<long double>::infinity();
  const long double smallest = std::ldexp(1.0L, format.min_exponent - format.digits);
  const long double largest = reference::max_finite(format);
  static const std::vector<long double> halfway = {0.5L, 1.5L,  2.5L,  127.5L, 128.5L, 255.5L, 2049,     2051,
                                                   4098, 65504, 65519, 65520,  257,    259,    16777217, 16777219};
  static const std::vector<long double> edges = {127,
                                                 128,
                                                 255,
                                                 256,
                                                 32767,
                                                 32768,
                                                 65535,
                                                 65536,
                                                 2147483647,
                                                 2147483648.0L,
                                                 4294967295.0L,
                                                 4294967296.0L,
                                                 9223372036854775807.0L,
                                                 18446744073709551615.0L,
                                                 18446744073709551616.0L,
                                                 1e30L,
                                                 1e300L};
  long double x = 0;
  switch (random.between(0, 9)) {
    case 0:
      return std::numeric_limits<long double>::quiet_NaN();
    case 1:
      x = infinity;
      break;
    case 2:
      x = 0;
      break;
    case 3:
      x = smallest * static_cast<long double>(random.between(1, 9));
      break;
    case 4:
      x = largest;
      break;
    case 5:
      x = random.pick(halfway);
      break;
    case 6:
      x = random.pick(edges);
      break;
    case 7:
      x = static_cast<long double>(random.between(-300, 300));
      break;
    default:
      return any_magnitude(random, format);
  }
  x = reference::round_to(format, x);
  return random.chance(50) ? -x : x;
}

static long double random_float(Random &random, reference::Format format, Values values) {
  switch (values) {
    case Values::Small:
      return static_cast<long double>(random.between(-4, 4)) / 2;
    case Values::Wide:
      return any_magnitude(random, format);
    case Values::Special:
      return special_float(random, format);
    default:
      break;
  }
  const auto unit = static_cast<long double>(static_cast<int64_t>(random.bits())) / 0x1p63L;
  return reference::round_to(format, std::ldexp(unit, static_cast<int>(random.between(-3, 3))));
}

Value random_value(Random &random, ct_dtype dtype, Values values) {
  const reference::DTypeInfo &d = reference::info(dtype);
  switch (d.kind) {
    case reference::Kind::Bool:
      return reference::of_integer(random.between(0, 1));
    case reference::Kind::Float:
      return reference::of_float(random_float(random, d.format, values));
    case reference::Kind::Complex: {
      const long double re = random_float(random, d.format, values);
      return reference::of_float(re, random_float(random, d.format, values));
    }
    default:
      break;
  }
  reference::Wide integer = static_cast<int64_t>(random.bits());
  if (values == Values::Small) {
    integer = random.between(-4, 4);
  } else if (values == Values::Special && random.chance(40)) {
    const int shift = static_cast<int>(random.between(0, 63));
    integer = (reference::Wide{1} << shift) + random.between(-1, 1);
    if (random.chance(50)) integer = -integer;
  }
  return reference::convert(reference::of_integer(integer), CT_INT64, dtype);
}

// ---- operands ----

Operand::Operand(Random &random, ct_dtype dtype, const Layout &layout, int64_t base_offset, Values values) {
  const int64_t itemsize = reference::info(dtype).size;
  int64_t lowest = 0, highest = 0;
  for (size_t dim = 0; dim < layout.sizes.size(); ++dim) {
    const int64_t reach = std::max<int64_t>(layout.sizes[dim] - 1, 0) * layout.strides[dim];
    (reach < 0 ? lowest : highest) += reach;
  }
  const int64_t half =
      reference::is_complex(dtype) && random.chance(30) ? itemsize / 2 : 0;  // C aligns a complex number like its parts
  const int64_t before = kGuard + base_offset * itemsize + half;
  block_size_ = before + (highest - lowest + 1) * itemsize + kGuard;
  memory_.resize(static_cast<size_t>(block_size_) + 64 + 8);
  block_ = memory_.data() + (64 - reinterpret_cast<uintptr_t>(memory_.data()) % 64) % 64;
  for (int64_t i = 0; i < block_size_; i += 8) {  // no byte is 0; memory_ has room for the last eight
    const uint64_t bytes = random.bits() | 0x0101010101010101U;
    std::memcpy(block_ + i, &bytes, sizeof bytes);
  }
  lowest_ = block_ + before;
  span_ = (highest - lowest + 1) * itemsize;
  array_ = {dtype, layout.sizes, layout.strides, lowest_ - lowest * itemsize};
  replace(random, values);
  reference::Error error;
  const ct_status status = ct_tensor_from_data(const_cast<char *>(array_.data), array_.sizes.data(),
                                               static_cast<int32_t>(array_.sizes.size()), array_.strides.data(), dtype,
                                               nullptr, nullptr, tensor_.receive(), &error);
  EXPECT_EQ(status, CT_OK) << error.message << " " << describe(array_);
}

std::unique_ptr<Operand> random_output(Random &random, ct_dtype dtype, const Sizes &sizes, reference::Handle *resized) {
  if (random.chance(70)) {
    return std::make_unique<Operand>(random, dtype, random_layout(random, sizes, false), random.offset(), Values::Wide);
  }
  const int64_t none = 0;
  EXPECT_EQ(ct_tensor_create(&none, 1, dtype, resized->receive(), nullptr), CT_OK);
  return nullptr;
}

void Operand::replace(Random &random, Values values) {
  if (values == Values::Unset) return remember();
  const int64_t itemsize = reference::info(array_.dtype).size, step = reference::row_step(array_.strides) * itemsize;
  const auto make = [&](char *element) {
    reference::store(array_.dtype, random_value(random, array_.dtype, values), element);
  };
  // The elements of a large operand are drawn from some thousands, because making each takes most of a test's time.
  constexpr int64_t kDrawn = 4096;
  std::vector<char> drawn(static_cast<size_t>(reference::numel(array_.sizes) > 2 * kDrawn ? kDrawn * itemsize : 0));
  for (size_t at = 0; at < drawn.size(); at += static_cast<size_t>(itemsize)) make(drawn.data() + at);
  reference::for_each_row(array_.sizes, [&](const Sizes &index, int64_t n) {
    char *element = const_cast<char *>(array_.data) + reference::offset_of(index, array_.strides) * itemsize;
    for (int64_t i = 0; i < n; ++i, element += step) {
      if (drawn.empty()) {
        make(element);
      } else {
        reference::copy_element(element, drawn.data() + random.between(0, kDrawn - 1) * itemsize, itemsize);
      }
    }
  });
  remember();
}

void Operand::take(const Operand &other) {
  std::memcpy(lowest_, other.lowest_, static_cast<size_t>(span_));
  remember();
}

void Operand::remember() { remembered_.assign(block_, block_ + block_size_); }

bool Operand::unchanged() const {
  return std::memcmp(remembered_.data(), block_, static_cast<size_t>(block_size_)) == 0;
}

bool Operand::surroundings_unchanged() const {
  const int64_t itemsize = reference::info(array_.dtype).size;
  std::vector<char> expected = remembered_;
  const int64_t step = reference::row_step(array_.strides) * itemsize;
  reference::for_each_row(array_.sizes, [&](const Sizes &index, int64_t n) {
    const char *const row = array_.data + reference::offset_of(index, array_.strides) * itemsize;
    for (int64_t i = 0; i < n; ++i) {
      reference::copy_element(expected.data() + (row + i * step - block_), row + i * step, itemsize);
    }
  });
  return std::memcmp(expected.data(), block_, static_cast<size_t>(block_size_)) == 0;
}

std::string describe(const Array &array) {
  const auto list = [](const Sizes &numbers) {
    std::string text = "[";
    for (const int64_t number : numbers) {
      if (text.size() > 1) text += ", ";
      text += std::to_string(number);
    }
    return text + "]";
  };
  return std::string(reference::info(array.dtype).short_name) + " " + list(array.sizes) + " @ " + list(array.strides);
}

}  // namespace property
