// arange: integers exactly, floats as start + i * step in double, both rounded once to the dtype.
#include <algorithm>
#include <cmath>

#include "ops/structural/factory.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

namespace ct {

namespace {

constexpr int64_t kBlock = 256;  // elements converted at a time, on the stack

using Wide = __int128;  // holds every int64 and uint64 and their differences

bool is_integer(const Scalar &s) { return is_integer_like(s.dtype); }

double as_double(const Scalar &s) {
  if (s.dtype == DType::UInt64) return static_cast<double>(static_cast<uint64_t>(s.i));
  if (is_integer(s)) return static_cast<double>(s.i);
  if (is_complex(s.dtype) && s.im != 0)
    fail(CT_ERROR_INVALID, "arange takes real numbers, got ", s.re, " + ", s.im, "j");
  return s.re;
}

// Truncates a float, as PyTorch does for an integer dtype.
Wide as_integer(const Scalar &s) {
  if (s.dtype == DType::UInt64) return static_cast<uint64_t>(s.i);
  if (is_integer(s)) return s.i;
  const double value = as_double(s);
  if (!(value >= -0x1p63 && value < 0x1p63))
    fail(CT_ERROR_INVALID, value, " cannot be converted to int64 without overflow");
  return static_cast<int64_t>(value);
}

struct Range {
  const Scalar &start, &end, &step;
  double start_f = as_double(start), end_f = as_double(end), step_f = as_double(step);

  bool all_integers() const { return is_integer(start) && is_integer(end) && is_integer(step); }

  void check_step() const {
    if (!(step_f > 0 || step_f < 0)) fail(CT_ERROR_INVALID, "step must be a number other than 0, got ", step_f);
  }

  void check_finite() const {
    if (!std::isfinite(start_f) || !std::isfinite(end_f)) {
      fail(CT_ERROR_INVALID, "unsupported range: ", start_f, " -> ", end_f);
    }
  }

  int64_t count_of(bool fits, int64_t count) const {
    if (!fits) {
      fail(CT_ERROR_SHAPE, "invalid size, possible overflow? from ", start_f, " to ", end_f, " by ", step_f);
    }
    return count;
  }

  int64_t count_doubles() const {
    check_finite();
    check_step();
    const double count = std::max(std::ceil((end_f - start_f) / step_f), 0.0);  // a step that leads away gives none
    const bool fits = count < 0x1p63;
    return count_of(fits, fits ? static_cast<int64_t>(count) : 0);
  }

  int64_t count_integers() const {
    const Wide first = as_integer(start), last = as_integer(end), by = as_integer(step);
    check_step();
    const Wide count = by > 0 ? (last - first + by - 1) / by : (first - last - by - 1) / -by;
    return count_of(count <= INT64_MAX, static_cast<int64_t>(std::max<Wide>(count, 0)));
  }
};

// Computes value(i) for blocks of i and converts each block into the tensor.
template <class Value, class F>
void generate(Tensor &t, DType value_dtype, F value) {
  const kernels::Loop convert = convert_kernel(t.dtype(), value_dtype);
  const int64_t itemsize = t.itemsize();
  auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    for (; begin < end; begin += kBlock) {
      const int64_t n = std::min(kBlock, end - begin);
      Value block[kBlock];
      for (int64_t i = 0; i < n; ++i) block[i] = value(begin + i);
      char *const data[] = {t.data() + begin * itemsize, reinterpret_cast<char *>(block)};
      const int64_t strides[] = {itemsize, static_cast<int64_t>(sizeof(Value)), 0, 0};
      convert(data, strides, n, 1, kernels::Traffic::Cached);
    }
    return CT_OK;
  };
  constexpr int64_t element_ps = 300;  // a value and its conversion, by way of a block
  const int64_t grain = grain_of(t.numel(), {t.numel() * itemsize, element_ps});
  const ct_status status = parallel_ranges(t.numel(), grain, line_cuts(t.data(), itemsize), range);
  if (status != CT_OK) fail(status, "arange: the executor failed");
}

}  // namespace

Ref<Tensor> arange(const Scalar &start, const Scalar &end, const Scalar &step, DType dtype) {
  const Range range{start, end, step};
  const DType result = dtype != DType::Undefined ? dtype : range.all_integers() ? DType::Int64 : default_float();
  if (is_floating(result)) {
    const int64_t sizes[] = {range.count_doubles()};
    Ref<Tensor> t = Tensor::create(sizes, result);
    generate<double>(*t, DType::Float64,
                     [&](int64_t i) { return range.start_f + static_cast<double>(i) * range.step_f; });
    return t;
  }
  if (!is_integral(result)) fail(CT_ERROR_DTYPE, "arange does not support ", dtype_name(result));
  // With float arguments the range is counted as it is, and its elements are those of the truncated start and step.
  const int64_t sizes[] = {range.all_integers() ? range.count_integers() : range.count_doubles()};
  Ref<Tensor> t = Tensor::create(sizes, result);
  // Modulo 2^64, as the conversion to a narrower dtype wraps in any case.
  const auto first = static_cast<uint64_t>(as_integer(start)), by = static_cast<uint64_t>(as_integer(step));
  generate<uint64_t>(*t, result == DType::UInt64 ? DType::UInt64 : DType::Int64,
                     [=](int64_t i) { return first + static_cast<uint64_t>(i) * by; });
  return t;
}

}  // namespace ct
