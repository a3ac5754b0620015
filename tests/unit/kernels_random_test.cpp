// Philox4x32-10 against the known answers of Random123 (tests/kat_vectors), and the same bits from every table.
#include <cmath>
#include <cstring>

#include "kernels_test.h"

namespace kernels_test {
namespace {

using ct::kernels::kRandomGroup;
using ct::kernels::RandomStream;
using ct::kernels::RandomTable;

struct Known {
  RandomStream at;
  uint32_t words[4];
};
constexpr Known kKnown[] = {
    {{0, 0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88}, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

// Philox as the paper writes it, one word after the other.
void plain_block(RandomStream at, uint32_t (&c)[4]) {
  uint32_t k0 = static_cast<uint32_t>(at.key), k1 = static_cast<uint32_t>(at.key >> 32);
  c[0] = static_cast<uint32_t>(at.counter), c[1] = static_cast<uint32_t>(at.counter >> 32);
  c[2] = static_cast<uint32_t>(at.stream), c[3] = static_cast<uint32_t>(at.stream >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * c[0], b = uint64_t{0xCD9E8D57} * c[2];
    const uint32_t next[] = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(b),
                             static_cast<uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(a)};
    std::memcpy(c, next, sizeof next);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
}

TEST(Random, KnownAnswers) {
  for (const Table *const table : tables()) {
    for (const Known &known : kKnown) {
      uint32_t words[kRandomGroup / 4];
      table->words(reinterpret_cast<char *>(words), known.at, 1);
      for (int i = 0; i < 4; ++i) EXPECT_EQ(words[i], known.words[i]) << table->isa;
    }
  }
}

TEST(Random, BlocksInOrder) {
  constexpr int64_t kGroups = 5;
  for (const Table *const table : tables()) {
    for (RandomStream at : {RandomStream{1, 2, 3}, RandomStream{7, ~uint64_t{0}, ~uint64_t{0} - 20},
                            RandomStream{7, 0, 0xfffffff0}}) {  // a counter that wraps, and one that carries
      uint32_t words[kGroups * kRandomGroup / 4];
      table->words(reinterpret_cast<char *>(words), at, kGroups);
      for (int64_t block = 0; block < kGroups * kRandomGroup / 16; ++block, ++at.counter) {
        uint32_t expected[4];
        plain_block(at, expected);
        for (int i = 0; i < 4; ++i) ASSERT_EQ(words[4 * block + i], expected[i]) << table->isa << " block " << block;
      }
    }
  }
}

template <class T>
std::vector<T> made(const RandomTable &table, int what, int64_t groups) {
  std::vector<T> numbers(static_cast<size_t>(groups * kRandomGroup) / sizeof(T));
  auto *const data = reinterpret_cast<char *>(numbers.data());
  table.words(data, {12, 0, 0}, groups);
  const auto &of = table.of[sizeof(T) == 8 ? 1 : 0];
  if (what == 0) of.uniform(data, groups, {sizeof(T) == 8 ? 53 : 24, -1, 3, 1.9375});
  if (what == 1) of.normal(data, groups, 0.25, 2);
  if (what == 2) of.exponential(data, groups, 0.5);
  return numbers;
}

template <class T>
void expect_same_bits() {
  for (const int what : {0, 1, 2}) {
    std::vector<T> first;
    for (const Table *const table : tables()) {
      const std::vector<T> numbers = made<T>(*table, what, 300);
      if (first.empty()) first = numbers;
      EXPECT_EQ(std::memcmp(first.data(), numbers.data(), first.size() * sizeof(T)), 0) << table->isa << " " << what;
    }
  }
}
TEST(Random, SameBitsFromEveryTable) {
  expect_same_bits<float>();
  expect_same_bits<double>();
}

// The numbers that docs/random.md defines, in long double. Near 1, float32 rounds the argument of the logarithm, so
// radii near 0 are off by more than one rounding of theirs.
template <class T>
void expect_box_muller(double tolerance) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  const long double whole = std::pow(2.0L, static_cast<int>(8 * sizeof(T)));
  for (const Table *const table : tables()) {
    const std::vector<T> numbers = made<T>(*table, 1, 300), waits = made<T>(*table, 2, 300);
    std::vector<Bits> words(numbers.size());
    table->words(reinterpret_cast<char *>(words.data()), {12, 0, 0}, 300);
    for (size_t i = 0; i < numbers.size(); i += 2) {
      const auto fraction = [&](size_t k) {
        if constexpr (sizeof(T) == 8) return (static_cast<long double>(words[k] >> 11) + 0.5L) / std::pow(2.0L, 53);
        return (static_cast<long double>(words[k] >> 1) + 0.5L) / std::pow(2.0L, 31);
      };
      const long double radius = std::sqrt(-2 * std::log(fraction(i)));
      const long double angle = 2 * std::acos(-1.0L) * static_cast<long double>(words[i + 1]) / whole;
      ASSERT_NEAR(numbers[i], static_cast<double>(0.25L + 2 * radius * std::cos(angle)), tolerance) << table->isa;
      ASSERT_NEAR(numbers[i + 1], static_cast<double>(0.25L + 2 * radius * std::sin(angle)), tolerance) << table->isa;
      ASSERT_NEAR(waits[i], static_cast<double>(-std::log(fraction(i)) / 2), tolerance) << table->isa;
    }
  }
}
TEST(Random, BoxAndMuller) {
  expect_box_muller<float>(1e-4);
  expect_box_muller<double>(1e-12);
}

}  // namespace
}  // namespace kernels_test
