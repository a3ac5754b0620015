// The reductions, one result at a time.
#include "reductions.h"

#include <algorithm>
#include <cmath>

#include "evaluate.h"

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

// The product and how far from it rounding may lead; nothing is promised where a part of it may over- or underflow.
static Expected prod(const std::vector<Value> &values, ct_dtype from, ct_dtype to) {
  const std::vector<Value> factors = converted(values, from, to);
  if (!is_floating(to)) {
    uint64_t product = 1;  // of bools, too, as of integers
    for (const Value &v : factors) product *= static_cast<uint64_t>(v.integer);
    return exactly(convert(of_integer(static_cast<Wide>(product)), CT_UINT64, to));
  }
  const Format computes = info(to).computes;
  const auto most = static_cast<long double>(computes.max_exponent - computes.digits - 2);
  long double up = 0, down = 0, re = 1, im = 0;
  bool finite = true, zero = false;
  for (const Value &v : factors) {
    const long double size = std::hypot(v.re, v.im);
    finite = finite && std::isfinite(size);
    zero = zero || size == 0;
    if (size != 0 && std::isfinite(size)) (size > 1 ? up : down) += std::fabs(std::log2(size));
    const long double next = is_complex(to) ? re * v.re - im * v.im : re * v.re;  // an infinity times no im is NaN
    im = is_complex(to) ? re * v.im + im * v.re : 0;
    re = next;
  }
  if (up > most || down > most) return {{}, {}, true};
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

size_t first_extreme(const std::vector<Value> &values, ct_dtype dtype, bool largest) {
  size_t found = 0;
  for (size_t i = 0; i < values.size() && !is_nan(values[found]); ++i) {
    const Value &small = largest ? values[found] : values[i], &large = largest ? values[i] : values[found];
    if (is_nan(values[i]) || (is_floating(dtype) ? small.re < large.re : small.integer < large.integer)) found = i;
  }
  return found;
}

template <bool largest>
static Expected extreme(const std::vector<Value> &values, ct_dtype from, ct_dtype) {
  const Value &found = values[first_extreme(values, from, largest)];
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
  if (op.rule != ResultRule::Float && !op.accepts(input)) return std::nullopt;
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
  }
  return std::nullopt;
}

}  // namespace reference
