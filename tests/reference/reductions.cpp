// The reductions, one result at a time.
#include "reductions.h"

#include <algorithm>
#include <cmath>

#include "evaluate.h"
#include "totals.h"

namespace reference {

static bool is_nan(const Value &v) { return std::isnan(v.re) || std::isnan(v.im); }
static bool is_true(const Value &v) { return v.integer != 0 || v.re != 0 || v.im != 0; }

static std::vector<Value> converted(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  std::vector<Value> all;
  all.reserve(values.size());
  for (const Value &v : values) all.push_back(convert(v, from, to));
  return all;
}

static Expected nansum(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  std::vector<Value> numbers = converted(values, from, to);
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), is_nan), numbers.end());
  return sum(numbers, to, to);
}

static Expected mean(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  if (values.empty()) {
    const long double nan = std::numeric_limits<long double>::quiet_NaN();
    return exactly(of_float(nan, is_complex(to) ? nan : 0));
  }
  return sum(values, from, to, static_cast<long double>(values.size()));
}

static Expected nanmean(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  std::vector<Value> numbers = converted(values, from, to);
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), is_nan), numbers.end());
  return mean(numbers, to, to);
}

static const long double kDoubleEpsilon = std::ldexp(1.0L, -52);
static const long double kNan = std::numeric_limits<long double>::quiet_NaN();

static Expected count_nonzero(const std::vector<Value> &values, ct_dtype from, ct_dtype to);

static long double size_of(const Value &v) { return v.im == 0 ? std::fabs(v.re) : std::hypot(v.re, v.im); }
// Powers that tests take often, because std::pow would take most of their time.
static long double power_of(long double x, long double p) {
  return p == 2 ? x * x : p == 3 ? x * x * x : std::pow(x, p);
}

// Computed from the elements divided by the one that counts most, so that no power that matters overflows or
// underflows. Nothing is promised where complex numbers are not finite, or where magnitudes of subnormal ones are added
// without powers.
static Expected norm_of(const std::vector<Value> &values, ct_dtype from, ct_dtype to, long double p) {
  if (p == 0) {
    const Expected count = count_nonzero(values, from, to);
    return exactly(convert(count.low, CT_INT64, to));
  }
  const bool nan = std::any_of(values.begin(), values.end(), is_nan);
  const bool finite = std::all_of(values.begin(), values.end(), is_finite);
  if (!finite && is_complex(from)) return {{}, {}, true};
  if (nan) return exactly(of_float(kNan));
  const Format format = info(to).computes;
  const bool powers = std::fabs(p) > 1 && !std::isinf(p);
  long double sum = 0, most = 0, least = kInfinity;
  for (const Value &v : values) {
    const long double size = size_of(v);
    most = std::max(most, size);
    least = std::min(least, size);
    // The size of a subnormal complex number is off by some of its ULPs.
    if (is_complex(from) && !powers && size != 0 && std::ilogb(size) < format.min_exponent) return {{}, {}, true};
  }
  const long double unit = p > 0 ? most : least;
  long double exact = values.empty() ? 0 : unit;
  if (std::isfinite(p) && std::isfinite(unit) && unit != 0) {
    for (const Value &v : values) sum += power_of(size_of(v) / unit, p);
    exact = unit * std::pow(sum, 1 / p);
  }
  if (std::isinf(p) && !is_complex(from)) return exactly(convert(of_float(exact), from, to));
  if (!std::isfinite(exact)) return exactly(of_float(exact));
  const long double n = std::log2(static_cast<long double>(values.size()) + 1) * 2 + 24;
  const long double relative = epsilon(to) * (std::isinf(p) ? 4 : 4 + n / std::fabs(p));
  const long double error = exact * relative + (exact == 0 ? 0 : 2 * ulp(info(to).computes, exact));
  return round_bounds(to, {of_float(exact - error), of_float(exact + error), false});
}
template <int twice_p>
static Expected norm(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  return norm_of(values, from, to, static_cast<long double>(twice_p) / 2);
}
template <bool largest>
static Expected norm_of_one(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  return norm_of(values, from, to, largest ? kInfinity : -kInfinity);
}

// The exact sum of doubles: what an addition loses is added to the smaller terms (Shewchuk's growing expansion).
struct ExactTotal {
  std::vector<double> terms;
  NotFinite others;

  void add(long double value) {
    if (others.take(value)) return;
    auto x = static_cast<double>(value);
    size_t left = 0;
    for (double y : terms) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const double high = x + y, low = y - (high - x);
      if (low != 0) terms[left++] = low;
      x = high;
    }
    terms.resize(left);
    terms.push_back(x);
  }
  // The terms do not overlap, and the last one is the largest. Their sum is rounded to odd in 64 bits, so that rounding
  // it to fewer than 62 digits is right.
  long double get() const {
    if (others.any()) return others.sum();
    long double sum = 0;
    size_t k = terms.size();
    while (k > 0) {
      const long double next = terms[--k], both = sum + next;
      const long double lost = next - (both - sum);
      sum = both;
      if (lost == 0) continue;
      int exponent = 0;
      const auto mantissa = static_cast<uint64_t>(std::ldexp(std::fabs(std::frexp(sum, &exponent)), 64));
      if (mantissa % 2 == 0) sum = std::nextafter(sum, (lost > 0) ? kInfinity : -kInfinity);
      break;
    }
    return sum;
  }
};
static Expected exact_sum(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  ExactTotal re, im;
  for (const Value &value : converted(values, from, to)) {
    re.add(value.re);
    im.add(value.im);
  }
  if (std::any_of(re.terms.begin(), re.terms.end(), [](double x) { return !std::isfinite(x); }) ||
      std::any_of(im.terms.begin(), im.terms.end(), [](double x) { return !std::isfinite(x); })) {
    return {{}, {}, true};  // only the oracle overflows
  }
  const Format format = info(to).format;
  return open_zeros(exactly(of_float(round_to(format, re.get()), round_to(format, im.get()))));
}

// Within a few roundings in twice the precision and one in the dtype; halves are rounded to single first.
static Expected compensated_sum(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  if (exact_sum(values, from, to).any) return {{}, {}, true};
  ExactTotal re, im;
  long double magnitude = 0;
  for (const Value &value : converted(values, from, to)) {
    re.add(value.re);
    im.add(value.im);
    for (const long double part : {value.re, value.im}) magnitude += std::isfinite(part) ? std::fabs(part) : 0;
  }
  if (magnitude >= max_finite(kDouble) / 4) return {{}, {}, true};  // partial sums may overflow
  const Format computes = info(to).computes;
  const long double error = magnitude * (computes == kDouble ? 0x1p-96L : 0x1p-48L);
  const auto bound = [&](long double exact, int direction) {
    if (!std::isfinite(exact)) return exact;
    const auto moved = static_cast<long double>(direction) * (error + std::fabs(exact) * 0x1p-52L) + exact;
    return round_to(computes, moved);
  };
  return open_zeros(round_bounds(to, {of_float(bound(re.get(), -1), bound(im.get(), -1)),
                                      of_float(bound(re.get(), 1), bound(im.get(), 1)), false}));
}

// NaN without elements, and where an element is not finite. Nothing is promised where squares overflow or underflow in
// double.
static Expected spread_of(const std::vector<Value> &values, ct_dtype to, long double correction, bool root) {
  const auto n = static_cast<long double>(values.size());
  const bool finite = std::all_of(values.begin(), values.end(), is_finite);
  if (values.empty() || !finite) return exactly(of_float(kNan));
  long double re = 0, im = 0, squares = 0, largest = 0, beyond = 0;
  // For float64 the errors do not grow with the mean: they are those of differences, here from the first element.
  const Value first = values[0];
  for (const Value &v : values) {
    re += (v.re - first.re) / n;
    im += (v.im - first.im) / n;
    beyond = std::max({beyond, std::fabs(v.re), std::fabs(v.im)});
    largest = std::max({largest, std::fabs(v.re - first.re), std::fabs(v.im - first.im)});
  }
  for (const Value &v : values) {
    const long double away[] = {v.re - first.re - re, v.im - first.im - im};
    squares += away[0] * away[0] + away[1] * away[1];
  }
  if (info(to).computes != kDouble) largest = beyond;
  if (beyond > 0x1p500L || (squares != 0 && squares < 0x1p-1000L)) return {{}, {}, true};
  const long double by = std::max(n - correction, 0.0L);
  const long double log = std::log2(n + 1) + std::min(n, 300.0L) + 8;  // the number of roundings in a row
  // The means err by a few roundings, whose effect grows with the deviations and with the numbers themselves.
  const long double means = kDoubleEpsilon * log * largest;
  const Format computes = info(to).computes;
  // Blocks of floats are added in single precision, and at most three bits cancel.
  const long double blocks = computes == kDouble ? 0 : 0x1p-18L;
  const long double error =
      (log * kDoubleEpsilon + blocks) * squares + n * means * means + 2 * means * std::sqrt(n * squares);
  const auto result = [&](long double sum) {
    return root ? std::sqrt(std::max(sum, 0.0L) / by) : std::max(sum, 0.0L) / by;
  };
  if (by == 0) {  // one element gives 0 / 0
    if (values.size() > 1 && squares <= error) return {{}, {}, true};
    return exactly(of_float(values.size() == 1 ? kNan : kInfinity));
  }
  const long double low = result(squares - error), high = result(squares + error);
  const long double ulps = 4 * kDoubleEpsilon;
  const Value least = of_float(round_to(computes, low - ulps * low));
  return open_zeros(round_bounds(to, {least, of_float(round_to(computes, high + ulps * high)), false}));
}
template <int twice_correction, bool root>
static Expected spread(const std::vector<Value> &values, ct_dtype, ct_dtype to) {
  return spread_of(values, to, static_cast<long double>(twice_correction) / 2, root);
}

static Expected logsumexp(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  const std::vector<Value> all = converted(values, from, to);
  if (std::any_of(all.begin(), all.end(), is_nan)) return exactly(of_float(kNan));
  long double largest = -kInfinity, sum = 0;
  for (const Value &v : all) largest = std::max(largest, v.re);
  if (std::isinf(largest)) return exactly(of_float(largest));
  for (const Value &v : all) sum += std::exp(v.re - largest);
  const long double exact = largest + std::log(sum), n = static_cast<long double>(all.size());
  // Each exponential errs by some ULPs, and elements far below the largest may be lost.
  const long double error = epsilon(to) * (8 + std::log2(n)) + ulp(info(to).computes, exact);
  return open_zeros(round_bounds(to, {of_float(exact - error), of_float(exact + error), false}));
}

// The product, and the error that rounding may cause. Nothing is promised where a partial product may overflow or
// underflow.
static Expected prod(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  const std::vector<Value> factors = converted(values, from, to);
  if (!is_floating(to)) {
    uint64_t product = 1;  // for bools, too, as for integers
    for (const Value &v : factors) product *= static_cast<uint64_t>(v.integer);
    return exactly(convert(of_integer(static_cast<Wide>(product)), CT_UINT64, to));
  }
  const Format computes = info(to).computes;
  const auto most = static_cast<long double>(computes.max_exponent - computes.digits - 2);
  long double up = 1, down = 1, re = 1, im = 0;  // up and down: of the numbers above 1, and of the others
  bool finite = true, zero = false;
  for (const Value &v : factors) {
    const long double size = size_of(v);
    finite = finite && std::isfinite(size);
    zero = zero || size == 0;
    if (size != 0 && std::isfinite(size)) (size > 1 ? up : down) *= size;
    const long double next =
        is_complex(to) ? re * v.re - im * v.im : re * v.re;  // infinity times an absent imaginary part would be NaN
    im = is_complex(to) ? re * v.im + im * v.re : 0;
    re = next;
  }
  if (std::log2(up) > most || -std::log2(down) > most) return {{}, {}, true};
  const long double nan = std::numeric_limits<long double>::quiet_NaN();
  if (!finite) {
    if (is_complex(to)) return {{}, {}, true};
    if (std::any_of(factors.begin(), factors.end(), is_nan) || zero) return exactly(of_float(nan));
    return exactly(of_float(re));
  }
  const auto n = static_cast<long double>(factors.size());
  const long double size = std::hypot(re, im), error = (is_complex(to) ? 4 : 1) * (n + 2) * epsilon(to) * size;
  Expected bounds = {of_float(re - error, im - error), of_float(re + error, im + error), false};
  return open_zeros(round_bounds(to, bounds));
}

size_t first_best(const std::vector<Value> &values, ct_dtype dtype, bool largest) {
  size_t found = 0;
  for (size_t i = 0; i < values.size() && !is_nan(values[found]); ++i) {
    const Value &small = largest ? values[found] : values[i], &large = largest ? values[i] : values[found];
    if (is_nan(values[i]) || (is_floating(dtype) ? small.re < large.re : small.integer < large.integer)) found = i;
  }
  return found;
}

template <bool largest>
static Expected extreme(const std::vector<Value> &values, ct_dtype from, ct_dtype) {
  const Value &found = values[first_best(values, from, largest)];
  return is_floating(from) ? open_zeros(exactly(found)) : exactly(found);
}

static Expected any(const std::vector<Value> &values, ct_dtype, ct_dtype) {
  return exactly(of_integer(std::any_of(values.begin(), values.end(), is_true)));
}
static Expected all(const std::vector<Value> &values, ct_dtype, ct_dtype) {
  return exactly(of_integer(std::all_of(values.begin(), values.end(), is_true)));
}
static Expected count_nonzero(const std::vector<Value> &values, ct_dtype, ct_dtype) {
  return exactly(of_integer(std::count_if(values.begin(), values.end(), is_true)));
}

static Expected plain_sum(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  return sum(values, from, to);
}

const std::vector<Reduction> &reductions() {
  static const std::vector<Reduction> list = {
      {"sum", ResultRule::Wide, is_any, true, plain_sum},
      {"nansum", ResultRule::Wide, is_real, true, nansum},
      {"mean", ResultRule::Float, is_floating, true, mean},
      {"nanmean", ResultRule::Float, is_float, true, nanmean},
      {"norm", ResultRule::Real, is_floating, true, norm<0>, 0},
      {"norm_1", ResultRule::Real, is_floating, true, norm<2>, 1},
      {"norm_2", ResultRule::Real, is_floating, true, norm<4>, 2},
      {"norm_3", ResultRule::Real, is_floating, true, norm<6>, 3},
      {"norm_0.5", ResultRule::Real, is_floating, true, norm<1>, 0.5},
      {"norm_-1", ResultRule::Real, is_floating, false, norm<-2>, -1},
      {"norm_-2", ResultRule::Real, is_floating, false, norm<-4>, -2},
      {"norm_2.5", ResultRule::Real, is_floating, true, norm<5>, 2.5},
      {"norm_40", ResultRule::Real, is_floating, true, norm<80>, 40},
      {"norm_inf", ResultRule::Real, is_floating, false, norm_of_one<true>, HUGE_VAL},
      {"norm_-inf", ResultRule::Real, is_floating, false, norm_of_one<false>, -HUGE_VAL},
      {"sum_compensated", ResultRule::Float, is_floating, true, compensated_sum},
      {"sum_exact", ResultRule::Float, is_floating, true, exact_sum},
      {"var", ResultRule::RealOnly, is_floating, true, spread<2, false>, 1},
      {"var_0", ResultRule::RealOnly, is_floating, true, spread<0, false>, 0},
      {"var_7", ResultRule::RealOnly, is_floating, true, spread<14, false>, 7},
      {"var_-2.5", ResultRule::RealOnly, is_floating, true, spread<-5, false>, -2.5},
      {"std", ResultRule::RealOnly, is_floating, true, spread<2, true>, 1},
      {"std_0", ResultRule::RealOnly, is_floating, true, spread<0, true>, 0},
      {"logsumexp", ResultRule::FloatOnly, is_real, true, logsumexp},
      {"prod", ResultRule::Wide, is_any, true, prod},
      {"amax", ResultRule::Same, is_real, false, extreme<true>},
      {"amin", ResultRule::Same, is_real, false, extreme<false>},
      {"any", ResultRule::Truth, is_any, true, any},
      {"all", ResultRule::Truth, is_any, true, all},
      {"count_nonzero", ResultRule::Count, is_any, true, count_nonzero},
  };
  return list;
}

std::optional<ct_dtype> reduced_dtype(const Reduction &op, ct_dtype input, ct_dtype asked) {
  if ((op.rule != ResultRule::Float || is_complex(input)) && !op.accepts(input)) return std::nullopt;
  if (asked != CT_UNDEFINED && !op.accepts(asked)) return std::nullopt;
  switch (op.rule) {
    case ResultRule::Wide:
      return asked != CT_UNDEFINED ? asked : sum_dtype(input);
    case ResultRule::Float:
      if (asked == CT_UNDEFINED && !op.accepts(input)) return std::nullopt;
      return asked != CT_UNDEFINED ? asked : input;
    case ResultRule::Same:
      return input;
    case ResultRule::Truth:
      return static_cast<ct_dtype>(input == CT_UINT8 ? CT_UINT8 : CT_BOOL);
    case ResultRule::Count:
      return static_cast<ct_dtype>(CT_INT64);
    case ResultRule::RealOnly:
      return real_of(input);
    case ResultRule::FloatOnly:
      return is_float(input) ? input : static_cast<ct_dtype>(CT_FLOAT32);
    case ResultRule::Real:
      if (asked == CT_UNDEFINED) return real_of(input);
      if (is_complex(asked) != is_complex(input) || promote(input, asked) != asked) return std::nullopt;
      return real_of(asked);
  }
  return std::nullopt;
}

}  // namespace reference
