// EXPECT_CT_ERROR(status, part of the message, expression), and vectors that compare with spans of sizes.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/error.h"

#define EXPECT_CT_ERROR(expected_status, part, expression)                                                \
  try {                                                                                                   \
    (void)(expression);                                                                                   \
    ADD_FAILURE() << #expression << " did not fail";                                                      \
  } catch (const ct::Error &error) {                                                                      \
    EXPECT_EQ(error.status, expected_status) << error.message.c_str();                                    \
    EXPECT_NE(std::string(error.message.c_str()).find(part), std::string::npos) << error.message.c_str(); \
  }

namespace ct {

using Sizes = std::vector<int64_t>;

inline Sizes to_vector(std::span<const int64_t> values) { return {values.begin(), values.end()}; }

}  // namespace ct
