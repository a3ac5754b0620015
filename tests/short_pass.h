// How much of a test runs: CT_TEST_CASES=<n> of 2000 random cases. Builds with sanitizers and emulated processors,
// where everything takes many times as long, run fewer than half. Such a pass is short: tests that name their cases
// take some of them.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace tests {

inline int64_t number_of(const char *variable, int64_t otherwise) {
  const char *given = std::getenv(variable);
  return given == nullptr ? otherwise : std::strtoll(given, nullptr, 10);
}

inline bool is_short_pass() {
  static const bool is_short = number_of("CT_TEST_CASES", 2000) < 1000;
  return is_short;
}

// Whether a short pass leaves a case out: it takes every n-th, by a counter or by the case's own numbers.
inline bool leaves_out(int64_t turn, int64_t n) { return is_short_pass() && turn % n != 0; }

}  // namespace tests
