// Sums that err less than what they judge.
#pragma once

#include <cmath>
#include <limits>

namespace reference {

// What a sum has met that is not finite; it decides the sum, whatever the numbers are.
struct NotFinite {
  bool nan = false, plus = false, minus = false;

  // Whether x was one.
  bool take(long double x) {
    if (std::isfinite(x)) return false;
    nan |= std::isnan(x);
    plus |= x > 0;
    minus |= x < 0;
    return true;
  }
  bool any() const { return nan || plus || minus; }
  long double sum() const {
    if (nan || (plus && minus)) return std::numeric_limits<long double>::quiet_NaN();
    return plus ? std::numeric_limits<long double>::infinity() : -std::numeric_limits<long double>::infinity();
  }
};

// Neumaier's compensated sum, in long double.
struct Total {
  long double sum = 0, lost = 0, magnitude = 0;
  NotFinite others;

  void add(long double x) {
    if (others.take(x)) return;
    const long double next = sum + x;
    lost += std::fabs(sum) >= std::fabs(x) ? (sum - next) + x : (x - next) + sum;
    sum = next;
    magnitude += std::fabs(x);
  }
  long double get() const { return others.any() ? others.sum() : sum + lost; }
};

}  // namespace reference
