// Golden vectors of dtypes: promotion, casting rules, result dtypes of ops, conversions bit by bit.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>

#include "calls.h"
#include "kernels/lists/argreduce.h"
#include "kernels/lists/reduce.h"
#include "kernels/lists/scan.h"
#include "vectors.h"

namespace conformance {
namespace {

Handle of_dim(ct_dtype dtype, int dim) {
  return tensor(dim == 0 ? Sizes{} : Sizes{3}, dim == 0 ? Sizes{} : Sizes{1}, dtype);
}

Handle python_scalar(const std::string &kind) {
  const ct_dtype dtype = kind == "bool"    ? CT_BOOL
                         : kind == "int"   ? CT_INT64
                         : kind == "float" ? CT_FLOAT64
                                           : CT_COMPLEX128;
  const ct_scalar value = {dtype, 0, 1, 1, 0};
  Handle out;
  EXPECT_EQ(ct_tensor_create_scalar(&value, true, out.receive(), nullptr), CT_OK) << kind;
  return out;
}

void check_promotion(const json &row) {
  const Handle a = of_dim(dtype_of(row["a"]), row["a_dim"]);
  const Handle b = row.contains("scalar") ? python_scalar(row["scalar"]) : of_dim(dtype_of(row["b"]), row["b_dim"]);
  for (const bool swapped : {false, true}) {
    const ct_tensor *tensors[] = {swapped ? b : a, swapped ? a : b};
    ct_dtype result = CT_UNDEFINED;
    Error error;
    const ct_status status = ct_result_type(tensors, 2, &result, &error);
    if (row.contains("error")) {
      EXPECT_EQ(status, CT_ERROR_DTYPE) << error.message;
    } else {
      ASSERT_EQ(status, CT_OK) << error.message;
      EXPECT_STREQ(ct_dtype_name(result), ct_dtype_name(dtype_of(row["result"])));
    }
    if (row.contains("scalar") || row["a_dim"] != row["b_dim"] || row["a_dim"] == 0) continue;
    result = CT_UNDEFINED;
    EXPECT_EQ(ct_promote_types(ct_tensor_dtype(tensors[0]), ct_tensor_dtype(tensors[1]), &result, &error), status);
    if (status == CT_OK) {
      EXPECT_EQ(result, dtype_of(row["result"]));
    }
  }
}

TEST(DTypes, Promotion) { for_each_row("promotion.jsonl", check_promotion); }
TEST(DTypes, PromotionOfUnsigned) { for_each_row("own_promotion.jsonl", check_promotion); }

void check_can_cast(const json &row) {
  EXPECT_EQ(ct_can_cast(dtype_of(row["from"]), dtype_of(row["to"])), row["can_cast"].get<bool>());
}

TEST(DTypes, CanCast) { for_each_row("can_cast.jsonl", check_can_cast); }
TEST(DTypes, CanCastOfUnsigned) { for_each_row("own_can_cast.jsonl", check_can_cast); }

// ---- result dtypes of ops ----

using Apply = std::function<ct_status(const ct_tensor *const *inputs, ct_tensor **out, ct_error *error)>;

TEST(DTypes, OfOps) {
  std::map<std::string, Apply> ops;
  for (const property::Call &call : property::calls()) {
    ops[call.name] = [&call](const ct_tensor *const *in, ct_tensor **out, ct_error *e) {
      return call.fresh(in, property::kNoOptions, out, e);
    };
  }
#define CT_OF_ONE(name, ...)                                                  \
  ops[#name] = [](const ct_tensor *const *in, ct_tensor **out, ct_error *e) { \
    return ct_##name(in[0], __VA_ARGS__, out, e);                             \
  };
#define CT_Typed(name) CT_OF_ONE(name, nullptr, 0, false, CT_UNDEFINED)
#define CT_Plain(name) CT_OF_ONE(name, nullptr, 0, false)
#define CT_REDUCTION(name, form, ...) CT_##form(name)
#define CT_One(name) CT_OF_ONE(name, nullptr, 0, nullptr, false)
#define CT_Index(name) CT_OF_ONE(name, CT_ALL_DIMS, false)
#define CT_TWO_OUTPUTS(name)
#define CT_Two CT_TWO_OUTPUTS
#define CT_Indexed CT_TWO_OUTPUTS
#define CT_Range CT_TWO_OUTPUTS
#define CT_SCAN(name, ...) CT_OF_ONE(name, 0, CT_UNDEFINED)
  CT_REDUCTIONS(CT_REDUCTION)
  CT_VARIANCES(CT_REDUCTION)
  CT_ARGREDUCES(CT_REDUCTION)
  CT_SCANS(CT_SCAN)
  std::map<std::string, int> checked;
  for_each_row("op_dtypes.jsonl", [&](const json &row) {
    const auto found = ops.find(row["op"]);
    ASSERT_NE(found, ops.end()) << "an op without code";
    ++checked[row["op"]];
    const int64_t sizes[] = {3};
    Handle a, b, out;
    ASSERT_EQ(ct_ones(sizes, 1, dtype_of(row["in"]), a.receive(), nullptr), CT_OK);
    if (row.contains("in2")) {
      ASSERT_EQ(ct_ones(sizes, 1, dtype_of(row["in2"]), b.receive(), nullptr), CT_OK);
    }
    Error error;
    const ct_tensor *inputs[] = {a, b};
    const ct_status status = found->second(inputs, out.receive(), &error);
    if (row.contains("error")) {
      EXPECT_EQ(status, CT_ERROR_DTYPE) << error.message;
      EXPECT_EQ(out.get(), nullptr);
    } else {
      ASSERT_EQ(status, CT_OK) << error.message;
      EXPECT_STREQ(ct_dtype_name(ct_tensor_dtype(out)), ct_dtype_name(dtype_of(row["out"])));
    }
  });
  for (const auto &[name, count] : checked) std::printf("  op_dtypes, %s: %d rows\n", name.c_str(), count);
}

// ---- conversions ----

bool is_nan(ct_dtype dtype, uint64_t bits) {
  const int fraction = dtype == CT_FLOAT32 ? 23 : dtype == CT_FLOAT16 ? 10 : 7;
  const int width = dtype == CT_FLOAT32 ? 32 : 16;
  const uint64_t magnitude = bits & ((uint64_t{1} << (width - 1)) - 1);
  return magnitude > (((uint64_t{1} << (width - 1 - fraction)) - 1) << fraction);
}

// A 1-D tensor with this element at both ends, so that both the vector body and the remainder convert it.
constexpr int64_t kRun = 67;

void convert_run(ct_dtype from, const void *element, ct_dtype to, const std::function<void(const char *)> &check) {
  const auto size = static_cast<size_t>(ct_dtype_size(from));
  std::vector<char> bytes(size * kRun);
  for (size_t i = 0; i < kRun; ++i) std::memcpy(bytes.data() + i * size, element, size);
  Handle source, out;
  Error error;
  const int64_t count = kRun;
  ASSERT_EQ(
      ct_tensor_from_const_data(bytes.data(), &count, 1, nullptr, from, nullptr, nullptr, source.receive(), &error),
      CT_OK)
      << error.message;
  ASSERT_EQ(ct_to(source, to, CT_PRESERVE, false, out.receive(), &error), CT_OK) << error.message;
  for (int64_t i = 0; i < kRun; ++i) check(static_cast<const char *>(ct_tensor_data(out)) + i * ct_dtype_size(to));
}

void check_bits(const json &row) {
  const ct_dtype from = dtype_of(row["from"]), to = dtype_of(row["to"]);
  const auto bits = row["bits"].get<uint64_t>(), expected = row["to_bits"].get<uint64_t>();
  convert_run(from, &bits, to, [&](const char *element) {  // little endian
    uint64_t got = 0;
    std::memcpy(&got, element, static_cast<size_t>(ct_dtype_size(to)));
    if (row["nan"].get<bool>()) {
      EXPECT_TRUE(is_nan(to, got)) << got;
    } else {
      EXPECT_EQ(got, expected);
    }
  });
}

void check_integer(const json &row) {
  const ct_dtype to = dtype_of(row["to"]);
  const auto value = row["value"].get<int64_t>();
  convert_run(CT_INT64, &value, to, [&](const char *element) {
    Handle one;
    ct_scalar got{};
    ASSERT_EQ(ct_tensor_from_const_data(element, nullptr, 0, nullptr, to, nullptr, nullptr, one.receive(), nullptr),
              CT_OK);
    ASSERT_EQ(ct_tensor_item(one, &got, nullptr), CT_OK);
    const json &expected = row["to_value"];
    if (expected.is_string()) {  // "127.0", "-inf", "(9.2e+18+0j)"
      const auto text = expected.get<std::string>();
      EXPECT_EQ(got.re, std::strtod(text.c_str() + (text[0] == '(' ? 1 : 0), nullptr));
      EXPECT_EQ(got.im, 0);
    } else {
      EXPECT_EQ(got.i, expected.is_boolean() ? int64_t{expected.get<bool>()} : expected.get<int64_t>());
    }
  });
}

TEST(DTypes, Casts) {
  for_each_row("casts.jsonl", [](const json &row) { row.contains("bits") ? check_bits(row) : check_integer(row); });
}

}  // namespace
}  // namespace conformance
