// Reads golden vectors and makes tensors from them.
#pragma once

#include <ctensor.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "handles.h"

namespace conformance {

using nlohmann::json;
using reference::Error;
using reference::Handle;
using reference::Sizes;

// Runs check on every line of a file, prints how many there were, and fails when there was none.
template <class Check>
void for_each_row(const std::string &file, Check &&check) {
  std::ifstream lines(std::string(CONFORMANCE_DIR) + "/" + file);
  ASSERT_TRUE(lines) << file << " is missing";
  int64_t checked = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    SCOPED_TRACE(file + ": " + line);
    check(json::parse(line));
    ++checked;
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(checked, 0) << file << " holds no rows";
  std::printf("  %s: %lld rows\n", file.c_str(), static_cast<long long>(checked));
}

inline ct_dtype dtype_of(const json &name) {
  ct_dtype dtype = CT_UNDEFINED;
  EXPECT_EQ(ct_dtype_from_name(name.get<std::string>().c_str(), &dtype), CT_OK) << name;
  return dtype;
}

inline Sizes list(const json &numbers) { return numbers.get<Sizes>(); }

inline Handle tensor(const Sizes &sizes, const Sizes &strides, ct_dtype dtype = CT_FLOAT32, bool meta = false) {
  Handle out;
  Error error;
  const auto ndim = static_cast<int32_t>(sizes.size());
  const ct_status status =
      meta ? ct_tensor_create_meta(sizes.data(), ndim, strides.data(), dtype, out.receive(), &error)
           : ct_tensor_create_strided(sizes.data(), ndim, strides.data(), dtype, out.receive(), &error);
  EXPECT_EQ(status, CT_OK) << error.message;
  return out;
}
inline Handle tensor(const json &layout, ct_dtype dtype = CT_FLOAT32, bool meta = false) {
  return tensor(list(layout["sizes"]), list(layout["strides"]), dtype, meta);
}

inline void expect_layout(const ct_tensor *t, const json &layout) {
  ASSERT_NE(t, nullptr);
  EXPECT_EQ(reference::sizes_of(t), list(layout["sizes"]));
  EXPECT_EQ(reference::strides_of(t), list(layout["strides"]));
}

}  // namespace conformance
