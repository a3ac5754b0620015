#include "ops/reduce/big_sum.h"

#include <bit>
#include <cmath>
#include <limits>

#include "runtime/process.h"

namespace ct {

void BigSum::add(const double *values, int64_t count, int64_t stride) {
  for (int64_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<uint64_t>(values[i * stride]);
    const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
    const bool negative = bits >> 63 != 0;
    if (exponent == 0x7ff) {
      (mantissa != 0 ? nan_ : negative ? minus_ : plus_) = true;
      continue;
    }
    if (exponent != 0) mantissa |= uint64_t{1} << 52;
    const int position = exponent == 0 ? 0 : exponent - 1, digit = position / kBits, shift = position % kBits;
    constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;
    const uint64_t low = mantissa << shift, high = shift == 0 ? 0 : mantissa >> (64 - shift);
    const auto sign = negative ? int64_t{-1} : int64_t{1};
    digits_[digit] += sign * static_cast<int64_t>(low & kMask);
    digits_[digit + 1] += sign * static_cast<int64_t>(low >> kBits);
    digits_[digit + 2] += sign * static_cast<int64_t>(high);
    if (++added_ == kMost) carry();
  }
}

void BigSum::add(const BigSum &other) {
  BigSum more = other;
  more.carry();
  carry();
  for (int i = 0; i < kDigits; ++i) digits_[i] += more.digits_[i];
  ++added_;
  nan_ |= other.nan_;
  plus_ |= other.plus_;
  minus_ |= other.minus_;
}

// Afterwards all digits but the last are in [0, 2^32).
void BigSum::carry() {
  for (int i = 0; i + 1 < kDigits; ++i) {
    const int64_t over = digits_[i] >> kBits;
    digits_[i] -= over << kBits;
    digits_[i + 1] += over;
  }
  added_ = 0;
}

double BigSum::rounded(int digits, int least) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (nan_ || (plus_ && minus_)) return std::numeric_limits<double>::quiet_NaN();
  if (plus_ || minus_) return plus_ ? kInfinity : -kInfinity;
  BigSum all = *this;
  all.carry();
  const bool negative = all.digits_[kDigits - 1] < 0;
  if (negative) {
    for (int64_t &digit : all.digits_) digit = -digit;
    all.carry();
  }
  int top = kDigits - 1;
  while (top >= 0 && all.digits_[top] == 0) --top;
  if (top < 0) return 0;
  const auto bit = [&all](int position) -> uint64_t {
    return position < 0 ? 0 : static_cast<uint64_t>(all.digits_[position / kBits]) >> position % kBits & 1;
  };
  const int highest = top * kBits + std::bit_width(static_cast<uint64_t>(all.digits_[top])) - 1;
  int lowest = highest - digits + 1;
  if (lowest < least - kLeast) lowest = least - kLeast;
  uint64_t kept = 0;
  for (int position = highest; position >= lowest; --position) kept = kept << 1 | bit(position);
  bool beyond = false;  // what lies below half of the last digit
  for (int position = lowest - 2; position >= 0 && !beyond; --position) beyond = bit(position) != 0;
  if (bit(lowest - 1) != 0 && (beyond || (kept & 1) != 0)) ++kept;
  const KeepsErrno keeps_errno;
  const double result = std::ldexp(static_cast<double>(kept), lowest + kLeast);
  return negative ? -result : result;
}

}  // namespace ct
