// A sum of doubles without any rounding: a fixed-point number as wide as the range of doubles.
#pragma once

#include <cstdint>

namespace ct {

class BigSum {
 public:
  void add(const double *values, int64_t count, int64_t stride);
  void add(const BigSum &other);
  // Rounded to nearest, ties to even, to so many digits, of which the last counts 2^least or more. The first digit is 0
  // only below 2^least times 2^digits. NaN and infinities come out as plain additions give them.
  double rounded(int digits, int least) const;

 private:
  static constexpr int kDigits = 68, kBits = 32;
  static constexpr int kLeast = -1074;                // the first bit counts 2^kLeast
  static constexpr int64_t kMost = int64_t{1} << 29;  // additions before carries must be passed on

  void carry();

  int64_t digits_[kDigits] = {};
  int64_t added_ = 0;
  bool nan_ = false, plus_ = false, minus_ = false;  // what else has been added
};

}  // namespace ct
