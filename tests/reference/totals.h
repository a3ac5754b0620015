// Sums that are more exact than the sums that they check.
#pragma once

#include <cmath>
#include <limits>

namespace reference {

// The terms of a sum that are not finite. They decide the sum, whatever the other numbers are.
struct NotFinite {
  bool nan = false, plus = false, minus = false;

  // Returns whether x was one of them.
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
