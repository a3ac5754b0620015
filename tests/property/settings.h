// The settings of a property test: how many cases, which and how many threads, which ISA.
#pragma once

#include <ctensor.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "../short_pass.h"

namespace property {

using tests::is_short_pass;
using tests::leaves_out;
using tests::number_of;

// The number of cases for each (op, dtype). CT_TEST_CASES lowers it for builds with sanitizers, and CT_TEST_SHARE=<n>
// takes one random case in n, and all others.
inline int64_t cases(int64_t full) {
  static const int64_t wanted = number_of("CT_TEST_CASES", 2000), share = number_of("CT_TEST_SHARE", 1);
  return std::max<int64_t>(1, full * wanted / 2000 / share);
}

// Whether results are compared with the oracle's. compare_isas.py does so on one ISA alone, and compares the bits of
// the others with those.
inline bool asks_oracle() {
  static const bool asks = std::getenv("CT_WITHOUT_ORACLE") == nullptr;
  return asks;
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
