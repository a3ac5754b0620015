// linspace and logspace: from both ends towards the middle, as PyTorch has it, in float64, rounded once to the dtype.
#include <algorithm>
#include <cmath>

#include "ops/structural/factory.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

constexpr int64_t kBlock = 256;  // elements converted at a time, on the stack

struct Line {
  double start, end, step;
  int64_t steps;

  Line(double from, double to, int64_t count) : start(from), end(to), steps(count) {
    const auto gaps = static_cast<double>(std::max<int64_t>(count - 1, 1));
    step = std::isinf(end - start) ? end / gaps - start / gaps : (end - start) / gaps;
  }
  double at(int64_t i) const {
    if (steps == 1 || i < steps / 2) return start + static_cast<double>(i) * step;
    return end - static_cast<double>(steps - 1 - i) * step;
  }
};

double real_part(const Scalar &s) {
  if (s.dtype == DType::UInt64) return static_cast<double>(static_cast<uint64_t>(s.i));
  return is_integer_like(s.dtype) ? static_cast<double>(s.i) : s.re;
}
double imaginary_part(const Scalar &s) { return is_complex(s.dtype) ? s.im : 0; }

DType dtype_of_line(const Scalar &start, const Scalar &end, DType dtype) {
  if (dtype != DType::Undefined) return dtype;
  return is_complex(start.dtype) || is_complex(end.dtype) ? DType::Complex64 : default_float();
}

void check_end(const char *op, const char *name, const Scalar &value, DType dtype) {
  if (!is_complex(dtype) && imaginary_part(value) != 0) {
    fail(CT_ERROR_INVALID, op, ": ", name, " is complex, but ", dtype_name(dtype), " is not");
  }
  if (is_integral(dtype)) check_fits(Scalar::of(std::trunc(real_part(value))), dtype);
}

void check_line(const char *op, int64_t steps, DType dtype) {
  if (steps < 0) fail(CT_ERROR_INVALID, op, ": steps must not be negative, got ", steps);
  if (dtype == DType::Bool) fail(CT_ERROR_DTYPE, op, " does not support bool");
}

// Lets fill(block, first, n) compute blocks of elements, each `parts` doubles, and converts them into t.
template <class Fill>
void generate(Tensor &t, int64_t parts, int64_t element_ps, Fill fill) {
  const kernels::Loop convert = convert_kernel(t.dtype(), parts == 2 ? DType::Complex128 : DType::Float64);
  const int64_t itemsize = t.itemsize();
  const auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    for (; begin < end; begin += kBlock) {
      const int64_t n = std::min(kBlock, end - begin);
      double block[2 * kBlock];
      fill(block, begin, n);
      char *const data[] = {t.data() + begin * itemsize, reinterpret_cast<char *>(block)};
      const int64_t strides[] = {itemsize, parts * 8, 0, 0};
      convert(data, strides, n, 1, kernels::Traffic::Cached);
    }
    return CT_OK;
  };
  const int64_t grain = grain_of(t.numel(), {t.numel() * itemsize, element_ps});
  const ct_status status = parallel_ranges(t.numel(), grain, line_cuts(t.data(), itemsize), range);
  if (status != CT_OK) fail(status, "the executor failed");
}

constexpr int64_t kLinePs = 500, kPowerPs = 5000;

}  // namespace

Ref<Tensor> linspace(const Scalar &start, const Scalar &end, int64_t steps, DType dtype) {
  const DType result = dtype_of_line(start, end, dtype);
  check_line("linspace", steps, result);
  check_end("linspace", "start", start, result);
  check_end("linspace", "end", end, result);
  Ref<Tensor> t = Tensor::create({&steps, 1}, result);
  const Line re(real_part(start), real_part(end), steps), im(imaginary_part(start), imaginary_part(end), steps);
  if (is_complex(result)) {
    generate(*t, 2, 2 * kLinePs, [&](double *block, int64_t first, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        block[2 * i] = re.at(first + i);
        block[2 * i + 1] = im.at(first + i);
      }
    });
  } else {
    generate(*t, 1, kLinePs, [&](double *block, int64_t first, int64_t n) {
      for (int64_t i = 0; i < n; ++i) block[i] = re.at(first + i);
    });
  }
  return t;
}

Ref<Tensor> logspace(const Scalar &start, const Scalar &end, int64_t steps, double base, DType dtype) {
  const DType result = dtype == DType::Undefined ? default_float() : dtype;
  check_line("logspace", steps, result);
  if (is_complex(result)) fail(CT_ERROR_DTYPE, "logspace does not support ", dtype_name(result));
  for (const Scalar *one : {&start, &end}) {
    if (imaginary_part(*one) != 0) {
      fail(CT_ERROR_INVALID, "logspace takes real numbers, got ", one->re, " + ", one->im, "j");
    }
  }
  Ref<Tensor> t = Tensor::create({&steps, 1}, result);
  const Line line(real_part(start), real_part(end), steps);
  const kernels::Loop power = kernels_of_op<kernels::Elementwise::pow>.loop(DType::Float64);
  const Workspace workspace;
  generate(*t, 1, kPowerPs, [&](double *block, int64_t first, int64_t n) {
    double exponents[kBlock], of = base;
    for (int64_t i = 0; i < n; ++i) exponents[i] = line.at(first + i);
    char *const data[] = {reinterpret_cast<char *>(block), reinterpret_cast<char *>(&of),
                          reinterpret_cast<char *>(exponents)};
    const int64_t strides[] = {8, 0, 8, 0, 0, 0};
    power(data, strides, n, 1, kernels::Traffic::Cached);
  });
  return t;
}

}  // namespace ct
