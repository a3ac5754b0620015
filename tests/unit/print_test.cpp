// Printing, compared with PyTorch's own output (tools/print_golden.py), and the rules of writing into a small buffer.
#include "tensor/print.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "tensor/tensor.h"

namespace ct {
namespace {

struct Golden {
  DType dtype;
  std::vector<int64_t> sizes, strides;
  int64_t offset;
  const char *data, *text;
};

template <class... Numbers>
std::vector<int64_t> dims(Numbers... numbers) {
  return {static_cast<int64_t>(numbers)...};
}

const Golden kGolden[] = {
#define GOLDEN(dtype, sizes, strides, offset, data, text) {DType::dtype, dims sizes, dims strides, offset, data, text},
#include "print_golden.inc"
#undef GOLDEN
};

std::string text_of(const Tensor &t) {
  const int64_t needed = to_string(t, nullptr, 0);
  std::string text(static_cast<size_t>(needed), '?');
  EXPECT_EQ(to_string(t, text.data(), needed), needed);
  EXPECT_EQ(text.back(), '\0');
  text.pop_back();
  return text;
}

// A tensor over the bytes, which must outlive it and be aligned to an element.
Ref<Tensor> over(void *bytes, int64_t nbytes, const std::vector<int64_t> &sizes, const std::vector<int64_t> &strides,
                 int64_t offset, DType dtype) {
  return Tensor::on_storage(Storage::borrow(bytes, nbytes, false, nullptr, nullptr), sizes, strides, offset, dtype);
}

template <class T>
std::string text_of(DType dtype, std::vector<T> values) {
  const auto count = static_cast<int64_t>(values.size());
  return text_of(*over(values.data(), count * static_cast<int64_t>(sizeof(T)), {count}, {1}, 0, dtype));
}

TEST(Print, MatchesPyTorch) {
  for (const Golden &golden : kGolden) {
    const size_t nbytes = std::strlen(golden.data) / 2;
    std::vector<double> storage(nbytes / sizeof(double) + 2);
    auto *bytes = reinterpret_cast<unsigned char *>(storage.data());
    for (size_t i = 0; i < nbytes; ++i) {
      bytes[i] = static_cast<unsigned char>(std::stoi(std::string(golden.data + 2 * i, 2), nullptr, 16));
    }
    const Ref<Tensor> t =
        over(bytes, static_cast<int64_t>(nbytes), golden.sizes, golden.strides, golden.offset, golden.dtype);
    EXPECT_EQ(text_of(*t), golden.text);
  }
}

TEST(Print, UnsignedIntegersThatPyTorchLacks) {
  EXPECT_EQ(text_of<uint16_t>(DType::UInt16, {65535, 0}), "tensor([65535,     0], dtype=uint16)");
  EXPECT_EQ(text_of<uint32_t>(DType::UInt32, {4294967295U, 7}), "tensor([4294967295,          7], dtype=uint32)");
  EXPECT_EQ(text_of<uint64_t>(DType::UInt64, {UINT64_MAX, 1}),
            "tensor([18446744073709551615,                    1], dtype=uint64)");
}

TEST(Print, Meta) {
  const auto meta = [](std::vector<int64_t> sizes, DType dtype) {
    return text_of(*Tensor::create(sizes, dtype, /*meta=*/true));
  };
  EXPECT_EQ(meta({2, 3}, DType::Float32), "tensor(..., device='meta', size=(2, 3))");
  EXPECT_EQ(meta({3}, DType::Int64), "tensor(..., device='meta', size=(3,), dtype=int64)");
  EXPECT_EQ(meta({}, DType::Float32), "tensor(..., device='meta', size=())");
  EXPECT_EQ(meta({0, 3}, DType::Float32), "tensor(..., device='meta', size=(0, 3))");
}

TEST(Print, NaNHasNoSign) {
  EXPECT_EQ(text_of<uint32_t>(DType::Float32, {0xFFC00000U, 0x7FC00001U}), "tensor([nan, nan])");
}

TEST(Print, WritesWhatFitsAndCountsTheRest) {
  float values[] = {1, 2, 3};
  const Ref<Tensor> t = over(values, sizeof(values), {3}, {1}, 0, DType::Float32);
  const std::string whole = "tensor([1., 2., 3.])";
  for (int64_t capacity = 0; capacity <= static_cast<int64_t>(whole.size()) + 3; ++capacity) {
    std::string buffer(64, '?');
    EXPECT_EQ(to_string(*t, buffer.data(), capacity), static_cast<int64_t>(whole.size()) + 1);
    const int64_t kept = std::min<int64_t>(capacity - 1, static_cast<int64_t>(whole.size()));
    if (capacity > 0) {
      EXPECT_STREQ(buffer.c_str(), whole.substr(0, static_cast<size_t>(kept)).c_str());
    }
    for (auto i = static_cast<size_t>(kept + 1); i < buffer.size(); ++i) EXPECT_EQ(buffer[i], '?');
  }
}

TEST(Print, IgnoresTheLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char *name : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_NUMERIC, name);
  if (std::strcmp(std::localeconv()->decimal_point, ",") != 0) GTEST_SKIP() << "no locale with a comma is installed";
  EXPECT_EQ(text_of<float>(DType::Float32, {1.5F}), "tensor([1.5000])");
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(Print, SixtyFourDims) {
  float value = 2;
  const std::vector<int64_t> ones(64, 1);
  const std::string text = text_of(*over(&value, sizeof(value), ones, ones, 0, DType::Float32));
  EXPECT_EQ(text, "tensor(" + std::string(64, '[') + "2." + std::string(64, ']') + ")");
}

TEST(Print, ManyDimsAreBounded) {
  float value = 2;
  const std::vector<int64_t> twos(40, 2), zeros(40, 0);
  const std::string text = text_of(*over(&value, sizeof(value), twos, zeros, 0, DType::Float32));
  EXPECT_LT(text.size(), size_t{4} << 20U);
  EXPECT_EQ(text.substr(0, 47), "tensor(" + std::string(40, '['));
  EXPECT_EQ(std::count(text.begin(), text.end(), '2'), 1 << 16);
  EXPECT_NE(text.find("..."), text.npos);
  EXPECT_EQ(text.back(), ')');
}

}  // namespace
}  // namespace ct
