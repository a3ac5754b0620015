// Scalars: their bytes in every dtype, and which values fit into which dtype.
#include "tensor/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "tensor/dtype.h"
#include "tensor_expect.h"

namespace ct {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Scalar complex_of(double re, double im) { return {DType::Complex128, 0, re, im}; }
Scalar unsigned_of(uint64_t value) { return {DType::UInt64, static_cast<int64_t>(value), 0, 0}; }

TEST(Scalar, FromApi) {
  ct_scalar given = {CT_BOOL, 0, 7, 0, 0};
  EXPECT_EQ(Scalar::from_api(&given, "value").i, 1);
  given = {CT_FLOAT16, 0, 7, 2.5, 3.0};
  const Scalar half = Scalar::from_api(&given, "value");
  EXPECT_EQ(half.dtype, DType::Float16);
  EXPECT_EQ(half.re, 2.5);
  EXPECT_EQ(half.im, 0);
  given = {CT_COMPLEX64, 0, 0, 2.5, 3.0};
  const ct_scalar back = Scalar::from_api(&given, "value").to_api();
  EXPECT_EQ(back.dtype, ct_dtype{CT_COMPLEX64});
  EXPECT_EQ(back.reserved, 0U);
  EXPECT_EQ(back.im, 3.0);
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "value is NULL", Scalar::from_api(nullptr, "value"));
  given.reserved = 1;
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "reserved", Scalar::from_api(&given, "value"));
  given = {17, 0, 0, 0, 0};
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "17", Scalar::from_api(&given, "value"));
  given.dtype = CT_UNDEFINED;
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "value is undefined", Scalar::from_api(&given, "value"));
}

TEST(Scalar, StoreAndLoadEveryDType) {
  for (int i = 1; i < kNumDTypes; ++i) {
    const auto dtype = static_cast<DType>(i);
    for (const int64_t value : {int64_t{0}, int64_t{1}, int64_t{100}}) {
      alignas(16) unsigned char element[32];
      std::memset(element, 0xAB, sizeof element);
      store_scalar(Scalar::of(value), dtype, element);
      for (int64_t byte = dtype_size(dtype); byte < 32; ++byte) ASSERT_EQ(element[byte], 0xAB) << dtype_name(dtype);
      const Scalar loaded = load_scalar(dtype, element);
      EXPECT_EQ(loaded.dtype, dtype);
      const int64_t expected = dtype == DType::Bool ? value != 0 : value;
      if (dtype == DType::Bool || is_integral(dtype)) {
        EXPECT_EQ(loaded.i, expected) << dtype_name(dtype);
      } else {
        EXPECT_EQ(loaded.re, static_cast<double>(expected)) << dtype_name(dtype);
        EXPECT_EQ(loaded.im, 0) << dtype_name(dtype);
      }
    }
  }
}

TEST(Scalar, ConvertsByTheTensorRules) {
  int8_t i8 = 0;
  store_scalar(Scalar::of(int64_t{300}), DType::Int8, &i8);
  EXPECT_EQ(i8, 44);  // integers wrap
  store_scalar(Scalar::of(300.7), DType::Int8, &i8);
  EXPECT_EQ(i8, 127);  // floats saturate
  store_scalar(Scalar::of(kNaN), DType::Int8, &i8);
  EXPECT_EQ(i8, 0);
  uint64_t u64 = 0;
  store_scalar(unsigned_of(UINT64_MAX), DType::UInt64, &u64);
  EXPECT_EQ(u64, UINT64_MAX);
  EXPECT_EQ(load_scalar(DType::UInt64, &u64).i, -1);
  double f64 = 0;
  store_scalar(unsigned_of(UINT64_MAX), DType::Float64, &f64);
  EXPECT_EQ(f64, 18446744073709551616.0);
  uint16_t bits = 0;
  store_scalar(Scalar::of(65519.0), DType::Float16, &bits);
  EXPECT_EQ(bits, 0x7bff);
  store_scalar(Scalar::of(1.0), DType::BFloat16, &bits);
  EXPECT_EQ(bits, 0x3f80);
  float c64[2] = {};
  store_scalar(complex_of(1.5, -2.0), DType::Complex64, c64);
  EXPECT_EQ(c64[0], 1.5F);
  EXPECT_EQ(c64[1], -2.0F);
  const Scalar back = load_scalar(DType::Complex64, c64);
  EXPECT_EQ(back.re, 1.5);
  EXPECT_EQ(back.im, -2.0);
  bool truth = false;
  store_scalar(complex_of(0, 1), DType::Bool, &truth);
  EXPECT_TRUE(truth);
}

TEST(Fits, Integers) {
  const struct {
    DType dtype;
    double lowest, highest;
  } rows[] = {{DType::UInt8, 0, 255},    {DType::Int8, -128, 127},         {DType::Int16, -32768, 32767},
              {DType::UInt16, 0, 65535}, {DType::UInt32, 0, 4294967295.0}, {DType::Int32, -2147483648.0, 2147483647.0}};
  for (const auto &row : rows) {
    const auto low = static_cast<int64_t>(row.lowest), high = static_cast<int64_t>(row.highest);
    EXPECT_TRUE(fits(Scalar::of(low), row.dtype) && fits(Scalar::of(row.lowest), row.dtype));
    EXPECT_TRUE(fits(Scalar::of(high), row.dtype) && fits(Scalar::of(row.highest), row.dtype));
    EXPECT_FALSE(fits(Scalar::of(low - 1), row.dtype) || fits(Scalar::of(row.lowest - 1), row.dtype));
    EXPECT_FALSE(fits(Scalar::of(high + 1), row.dtype) || fits(Scalar::of(row.highest + 1), row.dtype));
    EXPECT_FALSE(fits(unsigned_of(UINT64_MAX), row.dtype));
    EXPECT_FALSE(fits(Scalar::of(0.5), row.dtype));
    EXPECT_FALSE(fits(Scalar::of(kNaN), row.dtype) || fits(Scalar::of(-kInf), row.dtype));
    EXPECT_TRUE(fits(Scalar::of(-0.0), row.dtype));
    EXPECT_TRUE(fits(complex_of(3, 0), row.dtype));
    EXPECT_FALSE(fits(complex_of(3, 1), row.dtype) || fits(complex_of(3, kNaN), row.dtype));
  }
  EXPECT_TRUE(fits(Scalar::of(INT64_MIN), DType::Int64) && fits(Scalar::of(INT64_MAX), DType::Int64));
  EXPECT_TRUE(fits(Scalar::of(-9223372036854775808.0), DType::Int64));
  EXPECT_FALSE(fits(Scalar::of(9223372036854775808.0), DType::Int64));
  EXPECT_TRUE(fits(unsigned_of(INT64_MAX), DType::Int64));
  EXPECT_FALSE(fits(unsigned_of(uint64_t{1} << 63), DType::Int64));
  EXPECT_TRUE(fits(unsigned_of(UINT64_MAX), DType::UInt64) && fits(Scalar::of(9223372036854775808.0), DType::UInt64));
  EXPECT_FALSE(fits(Scalar::of(18446744073709551616.0), DType::UInt64));
  EXPECT_FALSE(fits(Scalar::of(int64_t{-1}), DType::UInt64));
}

TEST(Fits, FloatsAndBool) {
  EXPECT_TRUE(fits(Scalar::of(65504.0), DType::Float16) && fits(Scalar::of(int64_t{-65504}), DType::Float16));
  EXPECT_FALSE(fits(Scalar::of(65504.5), DType::Float16) || fits(Scalar::of(int64_t{-65505}), DType::Float16));
  EXPECT_FALSE(fits(unsigned_of(UINT64_MAX), DType::Float16));
  EXPECT_TRUE(fits(unsigned_of(UINT64_MAX), DType::BFloat16) && fits(Scalar::of(INT64_MIN), DType::Float32));
  const double f32_max = std::numeric_limits<float>::max();
  EXPECT_TRUE(fits(Scalar::of(f32_max), DType::Float32));
  EXPECT_FALSE(fits(Scalar::of(f32_max * (1 + 0x1p-26)), DType::Float32));  // although it rounds to the largest float32
  EXPECT_FALSE(fits(Scalar::of(f32_max * (1 + 0x1p-24)), DType::Float32));
  EXPECT_FALSE(fits(Scalar::of(f32_max), DType::BFloat16));  // rounds up to infinity
  EXPECT_TRUE(fits(Scalar::of(0x1.fep127), DType::BFloat16));
  for (const DType dtype : {DType::Float16, DType::BFloat16, DType::Float32, DType::Float64, DType::Complex32,
                            DType::Complex64, DType::Complex128}) {
    EXPECT_TRUE(fits(Scalar::of(kInf), dtype) && fits(Scalar::of(-kInf), dtype) && fits(Scalar::of(kNaN), dtype));
    EXPECT_TRUE(fits(Scalar::of(0.1), dtype) &&
                fits(Scalar::of(1e-300), dtype));  // these are rounded, which is allowed
    EXPECT_EQ(fits(complex_of(1, 2), dtype), is_complex(dtype));
  }
  EXPECT_TRUE(fits(complex_of(kInf, kNaN), DType::Complex32));
  EXPECT_FALSE(fits(complex_of(1, 1e6), DType::Complex32) || fits(complex_of(1e6, 1), DType::Complex32));
  EXPECT_TRUE(fits(complex_of(1e6, 1e300), DType::Complex128));
  for (const Scalar &value : {Scalar::of(kNaN), Scalar::of(0.5), complex_of(0, 1), unsigned_of(UINT64_MAX)}) {
    EXPECT_TRUE(fits(value, DType::Bool));
  }
}

TEST(Fits, MessagesNameValueAndDType) {
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "value 300 of type int64 cannot be converted to type uint8 without overflow",
                  check_fits(Scalar::of(int64_t{300}), DType::UInt8));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "value 18446744073709551615 of type uint64",
                  check_fits(unsigned_of(UINT64_MAX), DType::Int64));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "without losing its fraction", check_fits(Scalar::of(2.5), DType::Int32));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "without losing its imaginary part", check_fits(complex_of(1, -2), DType::Float32));
  check_fits(Scalar::of(2.5), DType::Float16);
}

}  // namespace
}  // namespace ct
