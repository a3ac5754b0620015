// Helpers for evaluating ops: sets of dtypes, arithmetic in the format that a dtype is computed in, and bounds.
#pragma once

#include <algorithm>
#include <cmath>

#include "ops.h"

namespace reference {

inline const long double kInfinity = std::numeric_limits<long double>::infinity();

inline bool is_number(ct_dtype d) { return d != CT_BOOL; }
inline bool is_any(ct_dtype) { return true; }
inline bool is_floating(ct_dtype d) { return is_float(d) || is_complex(d); }
inline bool is_real(ct_dtype d) { return !is_complex(d); }
inline bool is_real_number(ct_dtype d) { return is_integer(d) || is_float(d); }

// IEEE arithmetic in the format that the dtype computes in, then one rounding to the dtype itself.
template <class F>
Value float_op(ct_dtype dtype, const Value &a, const Value &b, F f) {
  long double result = 0;
  if (info(dtype).computes.digits == kDouble.digits) {
    result = f(static_cast<double>(a.re), static_cast<double>(b.re));
  } else {
    result = f(static_cast<float>(a.re), static_cast<float>(b.re));
  }
  return of_float(round_to(info(dtype).format, result));
}

inline Value wrapped(ct_dtype dtype, Wide integer) { return convert(of_integer(integer), CT_INT64, dtype); }

inline bool is_finite(const Value &v) { return std::isfinite(v.re) && std::isfinite(v.im); }

// ---- bounds ----

inline Expected round_bounds(ct_dtype dtype, const Expected &exact) {
  Expected rounded = exact;
  const Format format = info(dtype).format;
  for (Value *bound : {&rounded.low, &rounded.high}) {
    bound->re = round_to(format, bound->re);
    if (is_complex(dtype)) bound->im = round_to(format, bound->im);
  }
  return rounded;
}

// A complex result whose parts err by at most `error` each, if nothing overflows on the way.
inline Expected complex_within(ct_dtype dtype, long double re, long double im, long double error, long double largest) {
  const Format computes = info(dtype).computes;
  if (!(largest < max_finite(computes))) return {{}, {}, true};
  error += 2 * ulp(computes, 0x1p-16000L);  // results near zero are subnormal
  return round_bounds(dtype, {of_float(re - error, im - error), of_float(re + error, im + error), false});
}

inline long double epsilon(ct_dtype dtype) { return std::ldexp(1.0L, 1 - info(dtype).computes.digits); }

// Within some ULPs of the exact value in the format that computes, then rounded to the dtype.
inline Expected within_ulps(ct_dtype d, long double exact, long double ulps) {
  if (!std::isfinite(exact)) return exactly(of_float(exact));
  const Format computes = info(d).computes;
  const long double error = ulps * ulp(computes, exact);
  const auto inwards = [&](long double bound, int direction) {  // the nearest number of the format inside the bounds
    long double number = round_to(computes, bound);
    if (direction > 0 ? number < bound : number > bound) {
      number = round_to(computes, number + static_cast<long double>(direction) * ulp(computes, bound));
    }
    return number;
  };
  long double low = inwards(exact - error, 1);
  long double high = inwards(exact + error, -1);
  if (exact > max_finite(computes)) high = kInfinity;
  if (exact - error > max_finite(computes)) low = kInfinity;
  return round_bounds(d, {of_float(low), of_float(high), false});
}

Expected floor_divide(ct_dtype d, const Value *v);

// The evaluators of each file; ops() puts them together.
std::vector<Op> exact_ops();
std::vector<Op> math_ops();

}  // namespace reference
