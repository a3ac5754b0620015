// What a property test runs with: how many cases, on how many threads, on which ISA.
#pragma once

#include <ctensor.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace property {

// Cases of each (op, dtype); CT_TEST_CASES sets another number than the full one, for builds with sanitizers.
inline int64_t cases(int64_t full) {
  static const char *wanted = std::getenv("CT_TEST_CASES");
  if (wanted == nullptr) return full;
  return std::max<int64_t>(1, full * std::strtoll(wanted, nullptr, 10) / 2000);
}

constexpr int32_t kThreads[] = {1, 2, 7};

inline void use_threads(int32_t count) { ASSERT_EQ(ct_set_num_threads(count, nullptr), CT_OK); }

// CTENSOR_ISA was set and the machine runs it: otherwise Meson's "skipped".
inline bool runs_wanted_isa() {
  const char *wanted = std::getenv("CTENSOR_ISA");
  return wanted == nullptr || wanted[0] == '\0' || std::string(wanted) == ct_isa();
}
constexpr int kSkipped = 77;

}  // namespace property
