// Order and search where lines are long or keys are at the ends of their range, beside the sorts of the standard
// library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "evaluate.h"
#include "layouts.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

template <class T>
void fill(Handle &t, ct_dtype dtype, const std::vector<T> &from) {
  const int64_t sizes[] = {static_cast<int64_t>(from.size())};
  ASSERT_EQ(ct_tensor_create(sizes, 1, dtype, t.receive(), nullptr), CT_OK);
  void *data = nullptr;
  ASSERT_EQ(ct_tensor_data_mut(t, &data, nullptr), CT_OK);
  std::copy(from.begin(), from.end(), static_cast<T *>(data));
}
template <class T>
const T *data_of(const Handle &t) {
  return static_cast<const T *>(ct_tensor_data(t));
}

// A key of 16 bits comes often.
TEST(LongOrder, ShortKeys) {
  Random random(1);
  std::vector<int16_t> numbers(300000);
  for (int16_t &one : numbers) one = static_cast<int16_t>(random.between(INT16_MIN, INT16_MAX));
  std::vector<int16_t> expected = numbers;
  for (const bool descending : {false, true}) {
    std::sort(expected.begin(), expected.end());
    if (descending) std::reverse(expected.begin(), expected.end());
    for (const int32_t threads : {1, 3}) {
      use_threads(threads);
      Handle t, sorted;
      fill(t, CT_INT16, numbers);
      ASSERT_EQ(ct_sort(t, 0, descending, false, sorted.receive(), nullptr, nullptr), CT_OK);
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), data_of<int16_t>(sorted))) << threads << " threads";
    }
  }
}

// Zeros and NaNs of floats are equal without being the same bits: a sort of values alone keeps their order, too.
TEST(LongOrder, EqualFloats) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const int64_t n : {5, 3000, 200000}) {
    Random random(static_cast<uint64_t>(n));
    std::vector<float> numbers(static_cast<size_t>(n));
    for (float &one : numbers) {
      const int64_t kind = random.between(0, 5);
      one = kind == 0 ? nan : kind == 1 ? -nan : kind == 2 ? 0.0F : kind == 3 ? -0.0F : float(random.between(-5, 5));
    }
    for (const bool descending : {false, true}) {
      std::vector<float> expected = numbers;
      std::stable_sort(expected.begin(), expected.end(), [=](float a, float b) {
        const bool less = a < b || (b != b && a == a), more = b < a || (a != a && b == b);
        return descending ? more : less;
      });
      for (const int32_t threads : {1, 3}) {
        use_threads(threads);
        Handle t, sorted;
        fill(t, CT_FLOAT32, numbers);
        ASSERT_EQ(ct_sort(t, 0, descending, true, sorted.receive(), nullptr, nullptr), CT_OK);
        ASSERT_EQ(std::memcmp(ct_tensor_data(sorted), expected.data(), static_cast<size_t>(n) * 4), 0)
            << n << " on " << threads << " threads";
      }
    }
  }
}

// Elements of which a sample tells little.
TEST(LongOrder, Ranks) {
  const int64_t n = 65536;
  Random random(2);
  const std::function<int64_t(int64_t)> patterns[] = {
      [](int64_t i) { return i; },
      [](int64_t i) { return i % 64 == 0 ? 0 : i; },
      [](int64_t i) { return i % 64 == 0 ? i : i % 3; },
      [](int64_t) { return int64_t{7}; },
      [](int64_t i) { return i % 2 == 0 ? INT64_MIN : INT64_MAX; },
      [&](int64_t) { return random.between(-40, 40); },
      [&](int64_t) { return static_cast<int64_t>(random.bits()); },
  };
  for (const auto &pattern : patterns) {
    std::vector<int64_t> numbers, order(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; ++i) numbers.push_back(pattern(i));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t a, int64_t b) { return numbers[size_t(a)] < numbers[size_t(b)]; });
    for (const int32_t threads : {1, 3}) {
      use_threads(threads);
      Handle t;
      fill(t, CT_INT64, numbers);
      for (const int64_t k : {int64_t{1}, int64_t{2}, n / 64, n / 3, n / 2, n / 2 + 1, n - 700, n - 1, n}) {
        Handle value, index, values, indices;
        ASSERT_EQ(ct_kthvalue(t, k, 0, false, value.receive(), index.receive(), nullptr), CT_OK);
        ASSERT_EQ(data_of<int64_t>(index)[0], order[size_t(k - 1)]) << "k " << k << ", " << threads << " threads";
        ASSERT_EQ(data_of<int64_t>(value)[0], numbers[size_t(order[size_t(k - 1)])]);
        ASSERT_EQ(ct_topk(t, k, 0, false, true, values.receive(), indices.receive(), nullptr), CT_OK);
        ASSERT_TRUE(std::equal(order.begin(), order.begin() + k, data_of<int64_t>(indices)))
            << "k " << k << ", " << threads << " threads";
      }
    }
  }
}

// Sequences with every number of levels, and the smallest and largest keys.
template <class T>
void check_search(ct_dtype dtype) {
  constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  Random random(3);
  for (const int64_t n : {0, 1, 7, 8, 9, 15, 16, 17, 64, 65, 255, 256, 257, 511, 513, 4096, 4097, 9000}) {
    std::vector<T> sorted, wanted = {least, static_cast<T>(least + 1), static_cast<T>(most - 1), most};
    const bool ends = random.chance(50);
    for (int64_t i = 0; i < n; ++i) {
      sorted.push_back(ends && i % 9 == 0 ? most : static_cast<T>(random.between(0, n)));
    }
    std::sort(sorted.begin(), sorted.end());
    for (int64_t i = 0; i < 1200; ++i) wanted.push_back(static_cast<T>(random.between(0, n + 1)));
    Handle sequence, values;
    fill(sequence, dtype, sorted);
    fill(values, dtype, wanted);
    for (const bool right : {false, true}) {
      Handle places, found;
      ASSERT_EQ(ct_searchsorted(sequence, values, right, places.receive(), nullptr), CT_OK);
      ASSERT_EQ(ct_isin(values, sequence, right, found.receive(), nullptr), CT_OK);
      for (size_t i = 0; i < wanted.size(); ++i) {
        const auto at = right ? std::upper_bound(sorted.begin(), sorted.end(), wanted[i])
                              : std::lower_bound(sorted.begin(), sorted.end(), wanted[i]);
        ASSERT_EQ(data_of<int64_t>(places)[i], at - sorted.begin())
            << wanted[i] << " among " << n << ", right " << right;
        ASSERT_EQ(data_of<bool>(found)[i], std::binary_search(sorted.begin(), sorted.end(), wanted[i]) != right)
            << wanted[i] << " among " << n;
      }
    }
  }
}
TEST(LongOrder, Searches) {
  use_threads(1);
  check_search<int32_t>(CT_INT32);
  check_search<uint32_t>(CT_UINT32);
  check_search<int64_t>(CT_INT64);
  check_search<uint64_t>(CT_UINT64);
}

}  // namespace
}  // namespace property
