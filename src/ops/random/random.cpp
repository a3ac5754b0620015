// Filling a tensor of any layout with random numbers, piece by piece: the position of an element says which words it is
// made of, so neither threads nor layouts have a say.
#include "ops/random/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "iter/for_each.h"
#include "kernels/buffer.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
#include "tensor/scalar.h"

namespace ct {

namespace {

using kernels::kRandomGroup;

constexpr int64_t kBlockBytes = 16, kGroupBlocks = kRandomGroup / kBlockBytes;
constexpr int64_t kScratchBlocks = 512;  // made at a time, so that they stay in the nearest cache

// How numbers are made: a block gives `per_block` numbers of a dtype, each written over the words it is made of, or
// before them.
struct Numbers {
  DType dtype;
  int64_t per_block;
  int64_t element_ps;
  FunctionRef<void(char *data, int64_t groups)> make;
};

class Filling {
 public:
  Filling(const RandomBlocks &blocks, const Numbers &numbers, const Tensor &out)
      : blocks_(blocks),
        numbers_(numbers),
        itemsize_(out.itemsize()),
        size_(dtype_size(numbers.dtype)),
        convert_(convert_kernel(out.dtype(), numbers.dtype)),
        in_place_(out.dtype() == numbers.dtype && size_ * numbers.per_block == kBlockBytes) {}

  void write(const ct_loop &piece) const {
    const int64_t n = piece.size0, fits = kScratchBlocks * numbers_.per_block;
    // A segment makes whole groups of dense numbers right where they belong.
    if (n >= fits || (in_place_ && piece.size1 == 1 && piece.strides[0] == itemsize_)) {
      for (int64_t row = 0; row < piece.size1; ++row) {
        char *const to = piece.data[0] + row * piece.strides[1];
        segment(to, piece.strides[0], piece.begin + row * n, n);
      }
      return;
    }
    const int64_t together = fits / std::max<int64_t>(n, 1);
    for (int64_t row = 0; row < piece.size1; row += together) {
      const int64_t rows = std::min(together, piece.size1 - row);
      block(piece.data[0] + row * piece.strides[1], piece.strides[0], n, piece.strides[1], rows, piece.begin + row * n);
    }
  }

 private:
  void segment(char *to, int64_t stride, int64_t position, int64_t n) const {
    const int64_t most = kScratchBlocks * numbers_.per_block;
    while (n > 0) {
      // At the beginning of a block, whole groups are made right where they belong.
      const int64_t groups = n / (kGroupBlocks * numbers_.per_block);
      if (in_place_ && stride == itemsize_ && groups > 0 && position % numbers_.per_block == 0) {
        const int64_t count = std::min(groups, kScratchBlocks / kGroupBlocks);
        blocks_.words(to, position / numbers_.per_block, count);
        numbers_.make(to, count);
        const int64_t made = count * kGroupBlocks * numbers_.per_block;
        to += made * stride;
        position += made;
        n -= made;
        continue;
      }
      const int64_t count =
          std::min(in_place_ ? kGroupBlocks * numbers_.per_block - position % numbers_.per_block : most, n);
      block(to, stride, count, 0, 1, position);
      to += count * stride;
      position += count;
      n -= count;
    }
  }

  // n0 * n1 numbers from a position on.
  void block(char *to, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1, int64_t position) const {
    const Buffer<char, (kScratchBlocks + 2 * kGroupBlocks) * kBlockBytes> scratch;
    const int64_t before = position % numbers_.per_block;
    const int64_t groups = divide_up(before + n0 * n1, kGroupBlocks * numbers_.per_block);
    blocks_.words(scratch, position / numbers_.per_block, groups);
    numbers_.make(scratch, groups);
    char *const data[] = {to, scratch + before * size_};
    const int64_t strides[] = {stride0, size_, stride1, size_ * n0};
    convert_(data, strides, n0, n1, kernels::Traffic::Cached);
  }

  const RandomBlocks &blocks_;
  const Numbers &numbers_;
  int64_t itemsize_, size_;
  kernels::Loop convert_;
  bool in_place_;
};

void fill_with(Rng &rng, Tensor &out, const Numbers &numbers) {
  check_writable(out, "out");
  Tensor *output = &out;
  IterConfig config;
  config.flags = iter_flags::kNullary | iter_flags::kLinear;
  config.outputs = {&output, 1};
  config.borrows = true;
  Iterator it;
  it.build(config);
  if (out.is_meta() || out.numel() == 0) return;
  const Workspace workspace;
  RandomBlocks blocks(rng, divide_up(out.numel(), numbers.per_block));
  const Filling filling(blocks, numbers, out);
  const auto loop = [&](const ct_loop &piece) -> ct_status {
    filling.write(piece);
    return CT_OK;
  };
  const ct_status status = for_each(it, loop, 0, numbers.element_ps);
  if (status != CT_OK) fail(status, "random numbers: the executor failed");
  blocks.done();
}

bool is_double(DType dtype) { return dtype == DType::Float64; }

void check_float(DType dtype, const char *what) {
  if (!is_floating(dtype)) fail(CT_ERROR_DTYPE, what, " numbers are floats, got dtype ", dtype_name(dtype));
}

// The value that the dtype would hold. float32 and float64 need no kernel, which a small call would wait for.
double rounded(double value, DType dtype) {
  if (is_double(dtype)) return value;
  if (dtype == DType::Float32) return static_cast<double>(static_cast<float>(value));
  alignas(16) char element[16];
  store_scalar(Scalar::of(value), dtype, element);
  return load_scalar(dtype, element).re;
}
double finite(double value, DType dtype, const char *name) {
  const double held = rounded(value, dtype);
  if (!std::isfinite(held)) {
    fail(CT_ERROR_INVALID, name, " must be finite in ", dtype_name(dtype), ", got ", value);
  }
  return held;
}

// The largest number of a real float dtype below a finite one of it.
double next_below(double value, DType dtype) {
  if (is_double(dtype)) return std::nextafter(value, -HUGE_VAL);
  if (dtype == DType::Float32) return static_cast<double>(std::nextafter(static_cast<float>(value), -HUGE_VALF));
  alignas(16) char element[16] = {};
  store_scalar(Scalar::of(value), dtype, element);
  int64_t bits = 0;
  const auto nbytes = static_cast<size_t>(dtype_size(dtype));
  std::memcpy(&bits, element, nbytes);  // little-endian, as all of the library
  const int64_t sign = int64_t{1} << (8 * nbytes - 2) << 1;
  bits = value > 0 ? bits - 1 : value < 0 ? bits + 1 : sign + 1;
  std::memcpy(element, &bits, nbytes);
  return load_scalar(dtype, element).re;
}

kernels::UniformRange range_of(const Uniform &of, DType dtype) {
  check_float(dtype, "uniform");
  const double low = finite(of.low, dtype, "low"), high = finite(of.high, dtype, "high");
  if (low > high) fail(CT_ERROR_INVALID, "low must not be larger than high, got ", of.low, " and ", of.high);
  const DType computed = is_double(dtype) ? DType::Float64 : DType::Float32;
  const double span = rounded(high - low, computed);
  if (!std::isfinite(span)) {
    fail(CT_ERROR_INVALID, "high - low must be finite in ", dtype_name(computed), ", got ", of.low, " and ", of.high);
  }
  const int digits = is_double(dtype) ? 53 : dtype == DType::Float32 ? 24 : dtype == DType::Float16 ? 11 : 8;
  return {digits, low, span, low < high ? next_below(high, dtype) : high};
}

// Computes in float32 or in dtype, whichever is larger.
template <class F>
void fill_floats(Rng &rng, Tensor &out, int64_t element_ps, F make) {
  const bool wide = is_double(out.dtype());
  const kernels::RandomNumbers &kernel = kernel_table<kernels::RandomTable>().of[wide ? 1 : 0];
  const auto in_kernel = [&](char *data, int64_t groups) { make(kernel, data, groups); };
  const DType dtype = wide ? DType::Float64 : DType::Float32;
  fill_with(rng, out, {dtype, wide ? 2 : 4, element_ps * (wide ? 2 : 1), in_kernel});
}

// Picoseconds that it takes to compute an element, of float32.
constexpr int64_t kUniformPs = 400, kNormalPs = 800, kExponentialPs = 800, kIntegerPs = 1000;

}  // namespace

void check(const Uniform &of, DType dtype) { range_of(of, dtype); }

void check(const Normal &of, DType dtype) {
  check_float(dtype, "normal");
  finite(of.mean, dtype, "mean");
  finite(of.std, dtype, "std");
  if (of.std < 0) fail(CT_ERROR_INVALID, "std must not be negative, got ", of.std);
}

void check(const Exponential &of, DType dtype) {
  check_float(dtype, "exponential");
  const DType computed = is_double(dtype) ? DType::Float64 : DType::Float32;
  if (!(of.rate > 0) || !std::isfinite(of.rate) || !std::isfinite(rounded(1 / of.rate, computed))) {
    fail(CT_ERROR_INVALID, "rate must be above 0, and it and its inverse finite in ", dtype_name(computed), ", got ",
         of.rate);
  }
}

void check(const Integers &of, DType dtype) {
  if (!is_integral(dtype)) fail(CT_ERROR_DTYPE, "random integers have an integer dtype, got ", dtype_name(dtype));
  if (of.low >= of.high) fail(CT_ERROR_INVALID, "low must be less than high, got ", of.low, " and ", of.high);
  check_fits(Scalar::of(of.low), dtype);
  check_fits(Scalar::of(of.high - 1), dtype);
}

void check(const Bernoulli &of, DType) {
  if (!(of.p >= 0 && of.p <= 1)) fail(CT_ERROR_INVALID, "p must be between 0 and 1, got ", of.p);
}

void fill_random(Rng &rng, Tensor &out, const Uniform &of) {
  const kernels::UniformRange range = range_of(of, out.dtype());
  fill_floats(rng, out, kUniformPs, [&](const kernels::RandomNumbers &kernel, char *data, int64_t groups) {
    kernel.uniform(data, groups, range);
  });
}

void fill_random(Rng &rng, Tensor &out, const Normal &of) {
  const double mean = rounded(of.mean, out.dtype()), std = rounded(of.std, out.dtype());
  fill_floats(rng, out, kNormalPs, [&](const kernels::RandomNumbers &kernel, char *data, int64_t groups) {
    kernel.normal(data, groups, mean, std);
  });
}

void fill_random(Rng &rng, Tensor &out, const Exponential &of) {
  fill_floats(rng, out, kExponentialPs, [&](const kernels::RandomNumbers &kernel, char *data, int64_t groups) {
    kernel.exponential(data, groups, 1 / of.rate);
  });
}

namespace {
__extension__ typedef unsigned __int128 Product;

uint64_t scaled(uint64_t word, uint64_t n) { return static_cast<uint64_t>(static_cast<Product>(word) * n >> 64U); }
}  // namespace

// n times a random fraction of 64 bits, or of 128 where n has more than 32: the probabilities of the numbers differ by
// less than 2^-64.
void fill_random(Rng &rng, Tensor &out, const Integers &of) {
  const auto low = static_cast<uint64_t>(of.low), n = static_cast<uint64_t>(of.high) - low;
  const auto few = [&](char *data, int64_t groups) {
    auto *const x = reinterpret_cast<uint64_t *>(data);
    for (int64_t i = 0; i < groups * kRandomGroup / 8; ++i) x[i] = low + scaled(x[i], n);
  };
  const auto many = [&](char *data, int64_t groups) {
    auto *const x = reinterpret_cast<uint64_t *>(data);
    for (int64_t i = 0; i < groups * kGroupBlocks; ++i) {
      const Product product = static_cast<Product>(x[2 * i + 1]) * n + scaled(x[2 * i], n);
      x[i] = low + static_cast<uint64_t>(product >> 64U);
    }
  };
  if (n <= UINT32_MAX) {
    fill_with(rng, out, {DType::Int64, 2, kIntegerPs, few});
  } else {
    fill_with(rng, out, {DType::Int64, 1, 2 * kIntegerPs, many});
  }
}

// Whether a fraction of 64 bits is below p.
void fill_random(Rng &rng, Tensor &out, const Bernoulli &of) {
  const uint64_t last = of.p >= 1 ? UINT64_MAX : static_cast<uint64_t>(std::ceil(of.p * 0x1p64)) - 1;
  const bool never = of.p <= 0;
  const auto make = [&](char *data, int64_t groups) {
    for (int64_t i = 0; i < groups * kRandomGroup / 8; ++i) {
      uint64_t word = 0;
      std::memcpy(&word, data + 8 * i, 8);
      data[i] = static_cast<char>(word <= last && !never);
    }
  };
  fill_with(rng, out, {DType::Bool, 2, kIntegerPs, make});
}

}  // namespace ct
