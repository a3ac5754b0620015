// The settings of a property test: how many cases, which and how many threads, which ISA.
#pragma once

#include <ctensor.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace property {

// The number of cases for each (op, dtype). CT_TEST_CASES lowers it for builds with sanitizers.
inline int64_t cases(int64_t full) {
  static const char *wanted = std::getenv("CT_TEST_CASES");
  if (wanted == nullptr) return full;
  return std::max<int64_t>(1, full * std::strtoll(wanted, nullptr, 10) / 2000);
}

constexpr int32_t kThreads[] = {1, 2, 7};

// CT_TEST_POOL=<n> gives the library a pool of n threads of its own.
inline bool choose_threads() {
  const char *wanted = std::getenv("CT_TEST_POOL");
  return wanted == nullptr || ct_set_thread_pool(std::atoi(wanted), nullptr) == CT_OK;
}

inline void use_threads(int32_t count) { ASSERT_EQ(ct_set_num_threads(count, nullptr), CT_OK); }

// Whether the machine runs the ISA that CTENSOR_ISA names. Where it does not, Meson counts the test as skipped.
inline bool runs_wanted_isa() {
  const char *wanted = std::getenv("CTENSOR_ISA");
  return wanted == nullptr || wanted[0] == '\0' || std::string(wanted) == ct_isa();
}
constexpr int kSkipped = 77;

}  // namespace property
