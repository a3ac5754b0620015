// DTypes: names, sizes, the promotion table, categories of operands, casting rules.
#include "tensor/dtype.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tensor/tensor.h"
#include "tensor_expect.h"

namespace ct {
namespace {

DType d(const std::string &name) { return dtype_from_name(name.c_str()); }

DType all(int i) { return static_cast<DType>(i); }

TEST(DType, NamesAndSizes) {
  const struct {
    DType dtype;
    const char *name, *short_name;
    int64_t size;
  } rows[] = {
      {DType::Bool, "bool", "bool", 1},
      {DType::UInt8, "uint8", "u8", 1},
      {DType::Int8, "int8", "i8", 1},
      {DType::Int16, "int16", "i16", 2},
      {DType::Int32, "int32", "i32", 4},
      {DType::Int64, "int64", "i64", 8},
      {DType::Float16, "float16", "f16", 2},
      {DType::Float32, "float32", "f32", 4},
      {DType::Float64, "float64", "f64", 8},
      {DType::Complex32, "complex32", "c32", 4},
      {DType::Complex64, "complex64", "c64", 8},
      {DType::Complex128, "complex128", "c128", 16},
      {DType::BFloat16, "bfloat16", "bf16", 2},
      {DType::UInt16, "uint16", "u16", 2},
      {DType::UInt32, "uint32", "u32", 4},
      {DType::UInt64, "uint64", "u64", 8},
  };
  for (const auto &row : rows) {
    EXPECT_STREQ(dtype_name(row.dtype), row.name);
    EXPECT_EQ(dtype_from_name(row.name), row.dtype);
    EXPECT_EQ(dtype_from_name(row.short_name), row.dtype);
    EXPECT_EQ(dtype_size(row.dtype), row.size);
    EXPECT_EQ(check_dtype(static_cast<ct_dtype>(row.dtype)), row.dtype);
  }
  EXPECT_EQ(dtype_from_name("float"), DType::Undefined);
  EXPECT_EQ(dtype_from_name("undefined"), DType::Undefined);
  EXPECT_EQ(dtype_from_name(nullptr), DType::Undefined);
  EXPECT_STREQ(dtype_name(DType::Undefined), "undefined");
  EXPECT_EQ(dtype_name(all(17)), nullptr);
  EXPECT_EQ(dtype_size(all(17)), 0);
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "out dtype is undefined", check_dtype(0, "out dtype"));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "dtype 17", check_dtype(17));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "4294967295", check_dtype(UINT32_MAX));
}

TEST(DType, KindsArePartition) {
  for (int i = 1; i < kNumDTypes; ++i) {
    const DType dtype = all(i);
    EXPECT_EQ((dtype == DType::Bool) + is_integral(dtype) + is_floating(dtype) + is_complex(dtype), 1) << i;
  }
  EXPECT_EQ(real_of(DType::Complex32), DType::Float16);
  EXPECT_EQ(real_of(DType::Complex128), DType::Float64);
  EXPECT_EQ(real_of(DType::Int8), DType::Int8);
  EXPECT_EQ(complex_of(DType::Float16), DType::Complex32);
  EXPECT_EQ(complex_of(DType::BFloat16), DType::Complex64);
  EXPECT_EQ(complex_of(DType::Float64), DType::Complex128);
}

// Rows and columns are in the order of the first row: the twelve dtypes of PyTorch 1.13 with its results, then ours.
constexpr const char *kOrder = "bool u8 i8 i16 i32 i64 u16 u32 u64 f16 bf16 f32 f64 c32 c64 c128";
constexpr const char *kTable[] = {
    "bool u8 i8 i16 i32 i64 u16 u32 u64 f16 bf16 f32 f64 c32 c64 c128",
    "u8 u8 i16 i16 i32 i64 u16 u32 u64 f16 bf16 f32 f64 c32 c64 c128",
    "i8 i16 i8 i16 i32 i64 i32 i64 - f16 bf16 f32 f64 c32 c64 c128",
    "i16 i16 i16 i16 i32 i64 i32 i64 - f16 bf16 f32 f64 c32 c64 c128",
    "i32 i32 i32 i32 i32 i64 i32 i64 - f16 bf16 f32 f64 c32 c64 c128",
    "i64 i64 i64 i64 i64 i64 i64 i64 - f16 bf16 f32 f64 c32 c64 c128",
    "u16 u16 i32 i32 i32 i64 u16 u32 u64 f16 bf16 f32 f64 c32 c64 c128",
    "u32 u32 i64 i64 i64 i64 u32 u32 u64 f16 bf16 f32 f64 c32 c64 c128",
    "u64 u64 - - - - u64 u64 u64 f16 bf16 f32 f64 c32 c64 c128",
    "f16 f16 f16 f16 f16 f16 f16 f16 f16 f16 f32 f32 f64 c32 c64 c128",
    "bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32 bf16 f32 f64 c64 c64 c128",
    "f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f64 c64 c64 c128",
    "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128 c128",
    "c32 c32 c32 c32 c32 c32 c32 c32 c32 c32 c64 c64 c128 c32 c64 c128",
    "c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c128 c64 c64 c128",
    "c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128",
};

TEST(Promotion, Table) {
  std::istringstream rows(kOrder);
  std::string a, b, expected;
  for (int i = 0; rows >> a; ++i) {
    std::istringstream columns(kOrder), row(kTable[i]);
    while (columns >> b && row >> expected) {
      if (expected == "-") {
        EXPECT_CT_ERROR(CT_ERROR_DTYPE, dtype_name(d(a)), promote_types(d(a), d(b)));
        EXPECT_CT_ERROR(CT_ERROR_DTYPE, dtype_name(d(b)), promote_types(d(a), d(b)));
      } else {
        EXPECT_STREQ(dtype_name(promote_types(d(a), d(b))), dtype_name(d(expected))) << a << " " << b;
      }
    }
  }
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "undefined", promote_types(DType::Undefined, DType::Bool));
}

struct Operand {
  const char *dtype;
  int32_t ndim;
  bool wrapped = false;
};

DType result(std::initializer_list<Operand> operands) {
  ResultType type;
  for (const Operand &o : operands) type.add(d(o.dtype), o.ndim, o.wrapped);
  return type.get();
}

TEST(Promotion, NumbersHaveNoWidth) {
  EXPECT_EQ(result({{"u64", 0, true}, {"i64", 0, true}}), DType::UInt64);
  EXPECT_EQ(result({{"u64", 1}, {"i64", 0, true}, {"u64", 0, true}}), DType::UInt64);
  EXPECT_EQ(result({{"i64", 1}, {"i64", 0, true}, {"u64", 0, true}}), DType::Int64);
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "uint64", result({{"u64", 0}, {"i64", 0}}));
}

TEST(Promotion, Categories) {
  EXPECT_EQ(result({}), DType::Undefined);
  // A lower category raises the kind but not the width.
  EXPECT_EQ(result({{"f32", 1}, {"f64", 0}}), DType::Float32);
  EXPECT_EQ(result({{"f64", 0}, {"f32", 1}}), DType::Float32);
  EXPECT_EQ(result({{"u8", 1}, {"i64", 0, true}}), DType::UInt8);
  EXPECT_EQ(result({{"i32", 1}, {"f64", 0}}), DType::Float64);
  EXPECT_EQ(result({{"i64", 1}, {"f16", 0}}), DType::Float16);
  EXPECT_EQ(result({{"bool", 2}, {"u64", 0}}), DType::UInt64);
  EXPECT_EQ(result({{"u64", 2}, {"i64", 0}}), DType::UInt64);
  EXPECT_EQ(result({{"f16", 2}, {"c128", 0}}), DType::Complex32);
  EXPECT_EQ(result({{"bf16", 2}, {"c128", 0}}), DType::Complex64);
  EXPECT_EQ(result({{"i64", 2}, {"c128", 0}}), DType::Complex128);
  EXPECT_EQ(result({{"c64", 2}, {"f64", 0}}), DType::Complex64);
  // A 0-dim tensor goes before a wrapped number, and a number has the default precision.
  EXPECT_EQ(result({{"f16", 0}, {"f64", 0, true}}), DType::Float16);
  EXPECT_EQ(result({{"i32", 0}, {"f64", 0, true}}), DType::Float32);
  EXPECT_EQ(result({{"f64", 0}, {"c128", 0, true}}), DType::Complex128);
  EXPECT_EQ(result({{"f16", 3}, {"c128", 0, true}}), DType::Complex32);
  EXPECT_EQ(result({{"i64", 3}, {"c128", 0, true}}), DType::Complex64);
  EXPECT_EQ(result({{"bool", 0}, {"i64", 0, true}}), DType::Int64);
  EXPECT_EQ(result({{"f64", 0, true}, {"i64", 0, true}}), DType::Float32);
  // Within a category the table decides, and its refusals hold.
  EXPECT_EQ(result({{"u8", 1}, {"i8", 3}, {"f64", 0}}), DType::Float64);
  EXPECT_EQ(result({{"u8", 1}, {"i8", 3}, {"i64", 0}}), DType::Int16);
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "uint64 and int8", result({{"u64", 1}, {"i8", 2}}));
}

TEST(Promotion, ResultTypeOfTensors) {
  const Sizes one{1};
  const Ref<Tensor> a = Tensor::create(one, DType::Int16), number = Tensor::create(Dims{}, DType::Float64);
  const Tensor *both[] = {a.get(), number.get()};
  EXPECT_EQ(result_type(both), DType::Float64);
  number->set_wrapped_number(true);
  EXPECT_EQ(result_type(both), DType::Float32);
  EXPECT_EQ(result_type({}), DType::Undefined);
}

TEST(CanCast, KindsNeverGoDown) {
  for (int i = 1; i < kNumDTypes; ++i) {
    for (int j = 1; j < kNumDTypes; ++j) {
      const DType from = all(i), to = all(j);
      const bool refused = (is_complex(from) && !is_complex(to)) || (is_floating(from) && is_integral(to)) ||
                           (from != DType::Bool && to == DType::Bool);
      EXPECT_EQ(can_cast(from, to), !refused) << dtype_name(from) << " to " << dtype_name(to);
    }
  }
  EXPECT_FALSE(can_cast(DType::Undefined, DType::Float32));
  EXPECT_FALSE(can_cast(DType::Bool, DType::Undefined));
}

}  // namespace
}  // namespace ct
