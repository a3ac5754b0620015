// Tests of the oracle itself, without the library: it must agree with PyTorch's golden vectors.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "layouts.h"
#include "ops.h"

namespace reference {
namespace {

using nlohmann::json;

template <class Check>
void for_each_row(const std::string &file, Check &&check) {
  std::ifstream lines(std::string(CONFORMANCE_DIR) + "/" + file);
  int64_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    SCOPED_TRACE(line);
    check(json::parse(line));
  }
  EXPECT_GT(rows, 0) << file;
}

ct_dtype dtype_of(const json &name) { return dtype_by_short_name(name.get<std::string>().c_str()); }
Laid laid(const json &layout) { return {layout["sizes"].get<Sizes>(), layout["strides"].get<Sizes>()}; }

TEST(Oracle, Promotion) {
  for (const char *file : {"promotion.jsonl", "own_promotion.jsonl"}) {
    for_each_row(file, [](const json &row) {
      const Typed a{dtype_of(row["a"]), row["a_dim"] == 0, false};
      Typed b{CT_COMPLEX128, true, true};
      if (!row.contains("scalar")) {
        b = {dtype_of(row["b"]), row["b_dim"] == 0, false};
      } else if (row["scalar"] != "complex") {
        b.dtype = row["scalar"] == "bool" ? CT_BOOL : row["scalar"] == "int" ? CT_INT64 : CT_FLOAT64;
      }
      const auto result = result_type({a, b});
      EXPECT_EQ(result.has_value(), row.contains("result"));
      if (result) {
        EXPECT_EQ(*result, dtype_of(row["result"]));
      }
    });
  }
}

TEST(Oracle, CanCast) {
  for (const char *file : {"can_cast.jsonl", "own_can_cast.jsonl"}) {
    for_each_row(file, [](const json &row) {
      EXPECT_EQ(can_cast(dtype_of(row["from"]), dtype_of(row["to"])), row["can_cast"].get<bool>());
    });
  }
}

TEST(Oracle, OpDTypes) {
  for_each_row("op_dtypes.jsonl", [](const json &row) {
    for (const Op &op : ops()) {
      if (row["op"] != op.name) continue;
      std::vector<Typed> inputs = {{dtype_of(row["in"]), false, false}};
      if (row.contains("in2")) inputs.push_back({dtype_of(row["in2"]), false, false});
      const auto found = op_dtypes(op, inputs);
      EXPECT_EQ(found.has_value(), row.contains("out"));
      if (found) {
        EXPECT_EQ(found->result, dtype_of(row["out"]));
      }
    }
    if (row["op"] == "sum") {
      EXPECT_EQ(sum_dtype(dtype_of(row["in"])), dtype_of(row["out"]));
    }
  });
}

TEST(Oracle, Strides) {
  const auto check = [](const json &row) {
    std::vector<Laid> operands;
    if (row.contains("inputs")) {
      for (const json &input : row["inputs"]) operands.push_back(laid(input));
    } else {
      operands = {laid(row["a"]), laid(row["b"])};
    }
    std::vector<Sizes> shapes;
    for (const Laid &operand : operands) shapes.push_back(operand.sizes);
    const auto shape = broadcast(shapes);
    ASSERT_EQ(shape.has_value(), row.contains("out"));
    if (!shape) return;
    EXPECT_EQ(*shape, laid(row["out"]).sizes);
    EXPECT_EQ(elementwise_strides(operands, *shape), laid(row["out"]).strides);
  };
  for_each_row("binary_strides.jsonl", check);
  for_each_row("own_binary_strides.jsonl", check);
  for_each_row("ternary_strides.jsonl", check);
  for_each_row("seed_examples.jsonl", check);
}

TEST(Oracle, Layout) {
  for (const char *file : {"layout.jsonl", "own_layout.jsonl"}) {
    for_each_row(file, [](const json &row) {
      const Laid t = laid(row);
      EXPECT_EQ(is_contiguous(t.sizes, t.strides), row["is_contiguous"].get<bool>());
      EXPECT_EQ(is_channels_last(t.sizes, t.strides),
                row["is_channels_last"].get<bool>() || row["is_channels_last_3d"].get<bool>());
      EXPECT_EQ(dense_strides_like(t.sizes, t.strides), row["clone_preserve_strides"].get<Sizes>());
      EXPECT_EQ(contiguous_strides(t.sizes), row["clone_contiguous"].get<Sizes>());
      for (const char *name : {"clone_channels_last", "clone_channels_last_3d"}) {
        if (row.contains(name)) {
          EXPECT_EQ(channels_last_strides(t.sizes), row[name].get<Sizes>());
        }
      }
    });
  }
}

TEST(Oracle, Casts) {
  for_each_row("casts.jsonl", [](const json &row) {
    const ct_dtype from = dtype_of(row["from"]), to = dtype_of(row["to"]);
    if (row.contains("bits")) {
      const auto bits = row["bits"].get<uint64_t>();
      const Value got = convert(load(from, &bits), from, to);
      uint64_t got_bits = 0;
      store(to, got, &got_bits);
      if (row["nan"].get<bool>()) {
        EXPECT_TRUE(std::isnan(got.re));
      } else {
        EXPECT_EQ(got_bits, row["to_bits"].get<uint64_t>());
      }
      return;
    }
    const Value got = convert(of_integer(row["value"].get<int64_t>()), CT_INT64, to);
    const json &expected = row["to_value"];
    if (expected.is_string()) {
      const auto text = expected.get<std::string>();
      EXPECT_EQ(got.re, std::strtod(text.c_str() + (text[0] == '(' ? 1 : 0), nullptr));
    } else {
      EXPECT_EQ(got.integer, expected.is_boolean() ? Wide{expected.get<bool>()} : Wide{expected.get<int64_t>()});
    }
  });
}

// Rounding compared with the hardware's, on bits of every kind.
TEST(Oracle, RoundsAsTheHardware) {
  property::Random random(7);
  for (int i = 0; i < 1000000; ++i) {
    const uint64_t bits = random.bits();
    double wide = 0;
    std::memcpy(&wide, &bits, sizeof wide);
    float narrow = 0;
    const auto top = static_cast<uint32_t>(bits >> 32U);
    std::memcpy(&narrow, &top, sizeof narrow);
    ASSERT_TRUE(same(CT_FLOAT64, load(CT_FLOAT64, &bits), of_float(wide)));
    ASSERT_TRUE(same(CT_FLOAT32, load(CT_FLOAT32, &top), of_float(narrow)));
    uint64_t stored = 0;
    store(CT_FLOAT64, of_float(wide), &stored);
    if (!std::isnan(wide)) {
      ASSERT_EQ(stored, bits);
    }
    const double near =
        std::ldexp(std::copysign(1.0 + std::fabs(std::sin(wide)), wide), static_cast<int>(bits % 300) - 160);
    for (const double x : {wide, near}) {
      ASSERT_TRUE(same(CT_FLOAT32, of_float(round_by_hand(kSingle, x)), of_float(static_cast<float>(x)))) << x;
    }
    const long double wider = static_cast<long double>(near) * (1 + 0x1p-56L * static_cast<long double>(bits >> 55U));
    ASSERT_TRUE(same(CT_FLOAT64, of_float(round_by_hand(kDouble, wider)), of_float(static_cast<double>(wider))));
  }
}

}  // namespace
}  // namespace reference
