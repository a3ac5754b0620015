// What masks select, and indices that are out of range: the same from every table, and nothing beyond what is selected.
#include <limits>

#include "kernels_test.h"

namespace kernels_test {
namespace {

// Masks of one density, in runs where that is wanted, so that words with few and with many true bytes follow each
// other.
std::vector<char> random_mask(int64_t n, uint32_t percent, bool has_runs, std::mt19937_64 &random) {
  std::vector<char> mask(static_cast<size_t>(n));
  uint32_t now = percent;
  for (size_t i = 0; i < mask.size(); ++i) {
    if (has_runs && i % 64 == 0) now = random() % 2 == 0 ? percent : 100 - percent;
    mask[i] = random() % 100 < now ? static_cast<char>(1 + random() % 255) : '\0';
  }
  return mask;
}

template <class Check>
void for_each_mask(Check check) {
  std::mt19937_64 random(11);
  for (const int64_t n : {0, 1, 7, 63, 64, 65, 127, 128, 200, 320, 1000, 5000}) {
    for (const uint32_t percent : {0U, 3U, 15U, 25U, 50U, 90U, 100U}) {
      for (const bool has_runs : {false, true}) {
        SCOPED_TRACE("n " + std::to_string(n) + ", " + std::to_string(percent) + " %" + (has_runs ? ", runs" : ""));
        check(random_mask(n, percent, has_runs, random));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(Select, PositionsOfTrueBytes) {
  for (const Table *table : tables()) {
    SCOPED_TRACE(table->isa);
    for_each_mask([&](const std::vector<char> &mask) {
      std::vector<int64_t> expected;
      for (size_t i = 0; i < mask.size(); ++i) {
        if (mask[i] != 0) expected.push_back(1000 + static_cast<int64_t>(i));
      }
      const auto count = static_cast<int64_t>(expected.size());
      std::vector<int64_t> found(expected.size() + 8, -7);
      EXPECT_EQ(table->count(mask.data(), static_cast<int64_t>(mask.size())), count);
      EXPECT_EQ(table->positions(found.data(), mask.data(), static_cast<int64_t>(mask.size()), 1000), count);
      expected.resize(found.size(), -7);
      EXPECT_EQ(found, expected);
    });
  }
}

TEST(Select, ElementsOfTrueBytes) {
  std::mt19937_64 random(12);
  for (const Table *table : tables()) {
    for (int k = 0; k < 5; ++k) {
      const size_t size = size_t{1} << k;
      SCOPED_TRACE(std::string(table->isa) + ", elements of " + std::to_string(size) + " bytes");
      for_each_mask([&](const std::vector<char> &mask) {
        std::vector<char> from(mask.size() * size), expected;
        for (char &byte : from) byte = static_cast<char>(random());
        for (size_t i = 0; i < mask.size(); ++i) {
          if (mask[i] != 0) expected.insert(expected.end(), &from[i * size], &from[i * size] + size);
        }
        std::vector<char> to(expected.size() + 64, 'x');
        EXPECT_EQ(table->compress[k](to.data(), from.data(), mask.data(), static_cast<int64_t>(mask.size())),
                  static_cast<int64_t>(expected.size() / size));
        expected.resize(to.size(), 'x');
        EXPECT_EQ(to, expected);
      });
    }
  }
}

// Values at the ends of the range, where differences wrap, at the beginning, in the middle and at the end of a row.
TEST(Index, TheFirstIndexOutside) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMost = std::numeric_limits<int64_t>::max();
  for (const Table *table : tables()) {
    for (const int64_t size : {int64_t{1}, int64_t{100}, int64_t{1} << 40, kMost}) {
      for (const int64_t low : {-size, int64_t{0}}) {
        for (const int64_t value :
             {kLeast, kLeast + 1, -size - 1, -size, low - 1, low, int64_t{0}, size - 1, size, kMost}) {
          for (const int64_t n : {1, 5, 600, 1100}) {
            for (const int64_t at : {int64_t{0}, n / 2, n - 1}) {
              std::vector<int64_t> indices(static_cast<size_t>(n), size - 1);
              indices[static_cast<size_t>(at)] = value;
              const bool is_outside = value < low || value >= size;
              const ct::kernels::IndexOf dense{
                  reinterpret_cast<const char *>(indices.data()), {8, 0}, size, 0, DType::Int64, true};
              EXPECT_EQ(table->first_outside(dense, n, 1, low), is_outside ? at : -1)
                  << table->isa << ": " << value << " at " << at << " of " << n << ", size " << size << ", low " << low;
              const ct::kernels::IndexOf reversed{
                  reinterpret_cast<const char *>(indices.data() + n - 1), {-8, 0}, size, 0, DType::Int64, true};
              EXPECT_EQ(table->first_outside(reversed, n, 1, low), is_outside ? n - 1 - at : -1);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace kernels_test
