// Ops along one dim whose output has as many elements as the input.
#include <cmath>
#include <complex>

#include "evaluate.h"
#include "totals.h"

namespace reference {

namespace {

constexpr long double kNaN = std::numeric_limits<long double>::quiet_NaN();

// Bounds of a result that was accumulated in double and rounded to the dtype, by way of single for halves.
Expected accumulated(ct_dtype to, long double low, long double high) {
  const Format computes = info(to).computes;
  // the sign of a zero is not promised
  return open_zeros(round_bounds(to, {of_float(round_to(computes, low)), of_float(round_to(computes, high)), false}));
}

Expected both_parts(const Expected &re, const Expected &im) {
  return {of_float(re.low.re, im.low.re), of_float(re.high.re, im.high.re), re.any || im.any};
}

const long double kEpsilon = std::ldexp(1.0L, -52);

struct RunningSum {
  Total total;
  long double count = 0;

  void add(long double x) {
    count += 1;
    total.add(x);
  }
  Expected get(ct_dtype to) const {
    const long double exact = total.get(), error = count * kEpsilon * total.magnitude;
    if (std::isnan(exact)) return exactly(of_float(exact));
    if (total.magnitude * 1.01L >= max_finite(kDouble)) return {{}, {}, true};
    if (std::isinf(exact)) return exactly(of_float(exact));
    return accumulated(to, exact - error, exact + error);
  }
};

std::vector<Expected> cumsum(const std::vector<Value> &line, ct_dtype from, ct_dtype to) {
  std::vector<Expected> result;
  RunningSum re, im;
  Wide total = 0;
  for (const Value &value : line) {
    const Value converted = convert(value, from, to);
    if (!is_floating(to)) {
      total = convert(of_integer(total + converted.integer), CT_INT64, CT_UINT64).integer;
      result.push_back(exactly(convert(of_integer(total), CT_INT64, to)));
      continue;
    }
    re.add(converted.re);
    im.add(converted.im);
    result.push_back(is_complex(to) ? both_parts(re.get(to), im.get(to)) : re.get(to));
  }
  return result;
}

// Sequential, in double: a product that has become 0, infinite or NaN stays so. Once it comes near the ends of the
// range of double, nothing is promised.
std::vector<Expected> cumprod(const std::vector<Value> &line, ct_dtype from, ct_dtype to) {
  std::vector<Expected> result;
  std::complex<long double> product = 1;
  long double count = 0;
  bool any = false;
  Wide total = 1;
  for (const Value &value : line) {
    const Value converted = convert(value, from, to);
    if (!is_floating(to)) {
      total = convert(of_integer(static_cast<Wide>(static_cast<unsigned __int128>(total) *
                                                   static_cast<unsigned __int128>(converted.integer))),
                      CT_INT64, CT_UINT64)
                  .integer;
      result.push_back(exactly(convert(of_integer(total), CT_INT64, to)));
      continue;
    }
    const std::complex<long double> x(converted.re, converted.im);
    count += 1;
    if (is_complex(to)) {
      product = {product.real() * x.real() - product.imag() * x.imag(),
                 product.real() * x.imag() + product.imag() * x.real()};
    } else {
      product *= x.real();
    }
    // a real product needs no square root
    const auto size = [&] { return product.imag() == 0 ? std::fabs(product.real()) : std::abs(product); };
    long double magnitude = size();
    if (!is_complex(to) && magnitude > 0x1p1030L) product = std::copysign(kInfinity, product.real());
    if (!is_complex(to) && magnitude < 0x1p-1080L) product = 0;
    const bool absorbed = product == 0.0L || (!is_complex(to) && !std::isfinite(product.real()));
    any |= !absorbed && !(magnitude > 0x1p-960L && magnitude < 0x1p960L);
    if (any) {
      result.push_back({{}, {}, true});
    } else if (!std::isfinite(product.real())) {
      result.push_back(exactly(of_float(product.real())));
    } else {
      magnitude = size();
      const long double error = 4 * count * kEpsilon * magnitude;
      const Expected re = accumulated(to, product.real() - error, product.real() + error);
      const Expected im = accumulated(to, product.imag() - error, product.imag() + error);
      result.push_back(is_complex(to) ? both_parts(re, im) : re);
    }
  }
  return result;
}

// ---- softmax ----

struct Line {
  std::vector<long double> x, powers;  // powers: e^(x - largest)
  long double largest = -kInfinity, sum = 0;
  bool nan = false;

  Line(const std::vector<Value> &line, ct_dtype from, ct_dtype to) {
    for (const Value &value : line) {
      x.push_back(convert(value, from, to).re);
      nan |= std::isnan(x.back()) || x.back() == kInfinity;
      largest = std::max(largest, x.back());
    }
    nan |= largest == -kInfinity;
    for (const long double one : x) sum += powers.emplace_back(std::exp(one - largest));
  }
};

// The exponent x - largest is rounded, and the exponential turns that into a relative error that grows with the
// exponent.
std::vector<Expected> softmax(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  const Line line(values, from, to);
  const long double tiny = std::ldexp(8.0L, info(to).computes.min_exponent);
  const long double sums = 64 + 2 * std::log2(static_cast<long double>(line.x.size()));
  std::vector<Expected> result;
  for (size_t i = 0; i < line.x.size(); ++i) {
    if (line.nan) {
      result.push_back(exactly(of_float(kNaN)));
      continue;
    }
    const long double down = std::min(line.largest - line.x[i], 2000.0L);
    const long double exact = line.powers[i] / line.sum, error = (sums + down) * epsilon(to) * exact;
    result.push_back(accumulated(to, std::max(exact - error - tiny, 0.0L), exact + error + tiny));
  }
  return result;
}

std::vector<Expected> log_softmax(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  const Line line(values, from, to);
  const long double log_sum = std::log(line.sum), sums = 80 + 2 * std::log2(static_cast<long double>(line.x.size()));
  std::vector<Expected> result;
  for (const long double x : line.x) {
    if (line.nan) {
      result.push_back(exactly(of_float(kNaN)));
      continue;
    }
    if (x == -kInfinity) {
      result.push_back(exactly(of_float(-kInfinity)));
      continue;
    }
    const long double exact = x - line.largest - log_sum;
    const long double error = (sums + 2 * (line.largest - x) + log_sum) * epsilon(to);
    result.push_back(accumulated(to, exact - error, exact + error));
  }
  return result;
}

}  // namespace

const std::vector<AlongRule> &scans() {
  static const std::vector<AlongRule> all = {{"cumsum", cumsum}, {"cumprod", cumprod}};
  return all;
}

const std::vector<AlongRule> &softmaxes() {
  static const std::vector<AlongRule> all = {{"softmax", softmax}, {"log_softmax", log_softmax}};
  return all;
}

}  // namespace reference
