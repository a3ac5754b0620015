// A sum of doubles without any rounding: a number of fixed point that is as wide as doubles reach.
#pragma once

#include <cstdint>

namespace ct {

class BigSum {
 public:
  void add(const double *values, int64_t count, int64_t stride);
  void add(const BigSum &other);
  // To nearest, ties to even, with so many digits (of which the first is not 0 unless the result is below 2^least times
  // 2^digits), the last of which counts 2^least or more. NaN and infinities as plain additions give them.
  double rounded(int digits, int least) const;

 private:
  static constexpr int kDigits = 68, kBits = 32;
  static constexpr int kLeast = -1074;                // the first digit counts 2^kLeast
  static constexpr int64_t kMost = int64_t{1} << 29;  // additions before carries must go on

  void carry();

  int64_t digits_[kDigits] = {};
  int64_t added_ = 0;
  bool nan_ = false, plus_ = false, minus_ = false;  // what else has been added
};

}  // namespace ct
