// Random numbers: what docs/random.md defines, whatever the layout, dtype, number of threads and instruction set; and
// that they are distributed as they should be.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <thread>

#include "handles.h"
#include "layouts.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

class Rng {
 public:
  explicit Rng(uint64_t seed) { EXPECT_EQ(ct_rng_create(seed, &rng_, nullptr), CT_OK); }
  explicit Rng(const Rng &parent) { EXPECT_EQ(ct_rng_split(parent, &rng_, nullptr), CT_OK); }
  ~Rng() { ct_rng_release(rng_); }
  operator ct_rng *() const { return rng_; }  // NOLINT(google-explicit-constructor)

 private:
  ct_rng *rng_ = nullptr;
};

struct Block {
  uint32_t w[4];
};
Block philox(uint64_t key, uint64_t stream, uint64_t n) {
  uint32_t c[] = {static_cast<uint32_t>(n), static_cast<uint32_t>(n >> 32), static_cast<uint32_t>(stream),
                  static_cast<uint32_t>(stream >> 32)};
  auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9, k1 += 0xBB67AE85) {
    const uint64_t a = uint64_t{0xD2511F53} * c[0], b = uint64_t{0xCD9E8D57} * c[2];
    const uint32_t next[] = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(b),
                             static_cast<uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(a)};
    std::memcpy(c, next, sizeof next);
  }
  return {{c[0], c[1], c[2], c[3]}};
}

struct State {
  uint64_t key, stream, counter;
  explicit State(const ct_rng *rng) : key(ct_rng_key(rng)), stream(ct_rng_stream(rng)), counter(ct_rng_counter(rng)) {}
  Block block(uint64_t i) const { return philox(key, stream, counter + i); }
  uint32_t word(int64_t i) const { return block(static_cast<uint64_t>(i) / 4).w[i % 4]; }
  uint64_t pair(int64_t i) const {
    const Block all = block(static_cast<uint64_t>(i) / 2);
    return all.w[i % 2 * 2] | uint64_t{all.w[i % 2 * 2 + 1]} << 32U;
  }
};

using Fill = std::function<ct_status(ct_rng *, ct_tensor *, ct_error *)>;

struct Draws {
  const char *name;
  std::vector<ct_dtype> dtypes;
  Fill fill;
};
const std::vector<Draws> &draws() {
  static const std::vector<ct_dtype> floats = {CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64};
  static const std::vector<ct_dtype> integers = {CT_UINT8, CT_INT16, CT_UINT32, CT_INT64, CT_UINT64};
  static const std::vector<ct_dtype> wide = {CT_INT64};
  static const std::vector<ct_dtype> any = {CT_BOOL, CT_INT32, CT_FLOAT16, CT_FLOAT64, CT_COMPLEX64};
  static const std::vector<Draws> all = {
      {"uniform", floats, [](ct_rng *r, ct_tensor *o, ct_error *e) { return ct_uniform_out(r, -1.5, 2, o, e); }},
      {"normal", floats, [](ct_rng *r, ct_tensor *o, ct_error *e) { return ct_normal_out(r, 1, 0.5, o, e); }},
      {"exponential", floats, [](ct_rng *r, ct_tensor *o, ct_error *e) { return ct_exponential_out(r, 2, o, e); }},
      {"randint", integers, [](ct_rng *r, ct_tensor *o, ct_error *e) { return ct_randint_out(r, 3, 90, o, e); }},
      {"randint of a wide range", wide,
       [](ct_rng *r, ct_tensor *o, ct_error *e) { return ct_randint_out(r, INT64_MIN, INT64_MAX, o, e); }},
      {"bernoulli", any, [](ct_rng *r, ct_tensor *o, ct_error *e) { return ct_bernoulli_out(r, 0.3, o, e); }},
  };
  return all;
}

// Whatever the layout and the number of threads, the numbers are those of a contiguous tensor on one thread.
TEST(RandomNumbers, AnyLayoutAnyThreads) {
  for (const Draws &of : draws()) {
    for (const ct_dtype dtype : of.dtypes) {
      for (int64_t index = 0; index < cases(60); ++index) {
        Random random(seed_of(of.name, dtype, index));
        const Sizes sizes = random_sizes(random, index % 20 == 0 ? 20000 : 600);
        const Operand given(random, dtype, random_layout(random, sizes, false), random.offset(), Values::Unset);
        Handle plain, copy;
        const uint64_t seed = random.bits();
        const Rng rng(seed), again(seed);
        const uint64_t skipped = random.bits();
        ASSERT_EQ(ct_rng_advance(rng, skipped, nullptr), CT_OK);
        ASSERT_EQ(ct_rng_set_state(again, seed, 0, skipped, nullptr), CT_OK);
        use_threads(kThreads[index % 3]);
        ASSERT_EQ(of.fill(rng, given.tensor(), nullptr), CT_OK);
        use_threads(1);
        ASSERT_EQ(ct_zeros(sizes.data(), static_cast<int32_t>(sizes.size()), dtype, plain.receive(), nullptr), CT_OK);
        ASSERT_EQ(of.fill(again, plain, nullptr), CT_OK);
        ASSERT_EQ(ct_contiguous(given.tensor(), CT_CONTIGUOUS, copy.receive(), nullptr), CT_OK);
        const auto nbytes = static_cast<size_t>(ct_tensor_numel(plain) * ct_dtype_size(dtype));
        ASSERT_TRUE(nbytes == 0 || std::memcmp(ct_tensor_data(plain), ct_tensor_data(copy), nbytes) == 0)
            << of.name << " " << index << " into " << describe(given.array());
        ASSERT_TRUE(given.surroundings_unchanged());
        ASSERT_EQ(ct_rng_counter(rng), ct_rng_counter(again));
      }
    }
  }
}

// A second call goes on where the first one has stopped, at the next block.
TEST(RandomNumbers, TakesAsManyBlocksAsItNeeds) {
  const int64_t five = 5;
  const Rng rng(1);
  const auto count = [&](uint64_t expected, ct_status status, Handle &made) {
    EXPECT_EQ(status, CT_OK);
    EXPECT_EQ(ct_rng_counter(rng), expected);
    made = Handle();
  };
  Handle t;
  count(2, ct_uniform(rng, &five, 1, 0, 1, CT_FLOAT16, t.receive(), nullptr), t);
  count(5, ct_uniform(rng, &five, 1, 0, 1, CT_FLOAT64, t.receive(), nullptr), t);
  count(7, ct_normal(rng, &five, 1, 0, 1, CT_UNDEFINED, t.receive(), nullptr), t);
  count(10, ct_exponential(rng, &five, 1, 1, CT_FLOAT64, t.receive(), nullptr), t);
  count(13, ct_randint(rng, &five, 1, 0, int64_t{UINT32_MAX}, CT_UNDEFINED, t.receive(), nullptr), t);
  count(18, ct_randint(rng, &five, 1, 0, int64_t{UINT32_MAX} + 1, CT_UNDEFINED, t.receive(), nullptr), t);
  count(21, ct_bernoulli(rng, &five, 1, 0.5, CT_UNDEFINED, t.receive(), nullptr), t);
  count(24, ct_randperm(rng, 5, CT_UNDEFINED, t.receive(), nullptr), t);
  const int64_t none = 0;
  count(24, ct_uniform(rng, &none, 1, 0, 1, CT_FLOAT32, t.receive(), nullptr), t);
  Handle meta;
  ASSERT_EQ(ct_tensor_create_meta(&five, 1, nullptr, CT_FLOAT32, meta.receive(), nullptr), CT_OK);
  EXPECT_EQ(ct_uniform_out(rng, 0, 1, meta, nullptr), CT_OK);
  EXPECT_EQ(ct_rng_counter(rng), 24U);
  const State before(rng);
  const Rng child(rng);
  const Block block = before.block(0);
  EXPECT_EQ(ct_rng_counter(rng), 25U);
  EXPECT_EQ(ct_rng_key(child), block.w[0] | uint64_t{block.w[1]} << 32U);
  EXPECT_EQ(ct_rng_stream(child), block.w[2] | uint64_t{block.w[3]} << 32U);
  EXPECT_EQ(ct_rng_counter(child), 0U);
}

template <class T>
const T *elements(const Handle &t) {
  return static_cast<const T *>(ct_tensor_data(t));
}

TEST(RandomNumbers, AreMadeOfWordsAsDocumented) {
  constexpr int64_t n = 1001;
  const Rng rng(0x123456789abcdef);
  {
    const State at(rng);
    Handle t;
    ASSERT_EQ(ct_uniform(rng, &n, 1, -1, 2, CT_FLOAT32, t.receive(), nullptr), CT_OK);
    for (int64_t i = 0; i < n; ++i) {
      const float u = static_cast<float>(at.word(i) >> 8) * 0x1p-24F;
      volatile float product = u * 3.0F;
      ASSERT_EQ(elements<float>(t)[i], std::min(-1.0F + product, std::nextafter(2.0F, 0.0F)));
    }
  }
  {
    const State at(rng);
    Handle t;
    ASSERT_EQ(ct_uniform(rng, &n, 1, 0, 1, CT_FLOAT64, t.receive(), nullptr), CT_OK);
    for (int64_t i = 0; i < n; ++i) {
      ASSERT_EQ(elements<double>(t)[i], static_cast<double>(at.pair(i) >> 11) * 0x1p-53);
    }
  }
  {
    const State at(rng);
    Handle t;
    ASSERT_EQ(ct_uniform(rng, &n, 1, 0, 1, CT_BFLOAT16, t.receive(), nullptr), CT_OK);
    for (int64_t i = 0; i < n; ++i) {
      const float expected = static_cast<float>(at.word(i) >> 24) * 0x1p-8F;
      ASSERT_EQ(elements<uint16_t>(t)[i], std::bit_cast<uint32_t>(expected) >> 16);
    }
  }
  {
    const State at(rng);
    Handle t;
    ASSERT_EQ(ct_randint(rng, &n, 1, -7, 93, CT_INT16, t.receive(), nullptr), CT_OK);
    for (int64_t i = 0; i < n; ++i) {
      const auto scaled = static_cast<int64_t>(static_cast<unsigned __int128>(at.pair(i)) * 100 >> 64U);
      ASSERT_EQ(elements<int16_t>(t)[i], scaled - 7);
    }
  }
  {
    const State at(rng);
    Handle t;
    constexpr int64_t kHigh = int64_t{3} << 60;
    ASSERT_EQ(ct_randint(rng, &n, 1, -5, kHigh, CT_INT64, t.receive(), nullptr), CT_OK);
    for (int64_t i = 0; i < n; ++i) {
      const auto low = static_cast<unsigned __int128>(at.pair(2 * i)) * (kHigh + 5) >> 64U;
      const auto scaled = (static_cast<unsigned __int128>(at.pair(2 * i + 1)) * (kHigh + 5) + low) >> 64U;
      ASSERT_EQ(elements<int64_t>(t)[i], static_cast<int64_t>(scaled) - 5);
    }
  }
  {
    const State at(rng);
    Handle t;
    ASSERT_EQ(ct_bernoulli(rng, &n, 1, 0.25, CT_INT32, t.receive(), nullptr), CT_OK);
    for (int64_t i = 0; i < n; ++i) ASSERT_EQ(elements<int32_t>(t)[i], at.pair(i) < uint64_t{1} << 62 ? 1 : 0);
  }
  {
    const State at(rng);
    Handle t;
    ASSERT_EQ(ct_randperm(rng, n, CT_UINT16, t.receive(), nullptr), CT_OK);
    std::vector<uint16_t> order(n);
    std::iota(order.begin(), order.end(), uint16_t{0});
    for (int64_t i = 0; i + 1 < n; ++i) {
      const auto j =
          static_cast<int64_t>(static_cast<unsigned __int128>(at.pair(i)) * static_cast<uint64_t>(n - i) >> 64U);
      std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(i + j)]);
    }
    ASSERT_EQ(std::memcmp(order.data(), ct_tensor_data(t), order.size() * 2), 0);
  }
}

TEST(RandomNumbers, StayBetweenTheirBounds) {
  constexpr int64_t n = 20000;
  const Rng rng(3);
  for (const ct_dtype dtype : {CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32}) {
    Handle t, wide;
    ASSERT_EQ(ct_uniform(rng, &n, 1, 100, 100.5, dtype, t.receive(), nullptr), CT_OK);  // few numbers lie in between
    ASSERT_EQ(ct_to(t, CT_FLOAT32, CT_PRESERVE, false, wide.receive(), nullptr), CT_OK);
    for (int64_t i = 0; i < n; ++i) {
      ASSERT_GE(elements<float>(wide)[i], 100.0F);
      ASSERT_TRUE(elements<float>(wide)[i] < 100.5F);
    }
  }
  Handle same, never, always;
  ASSERT_EQ(ct_uniform(rng, &n, 1, 4, 4, CT_FLOAT32, same.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_bernoulli(rng, &n, 1, 0, CT_UINT8, never.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_bernoulli(rng, &n, 1, 1, CT_UINT8, always.receive(), nullptr), CT_OK);
  for (int64_t i = 0; i < n; ++i) {
    ASSERT_EQ(elements<float>(same)[i], 4.0F);
    ASSERT_EQ(elements<uint8_t>(never)[i], 0);
    ASSERT_EQ(elements<uint8_t>(always)[i], 1);
  }
}

// How far the shares of sorted numbers lie from what the distribution says: Kolmogorov and Smirnov's D * sqrt(n), which
// is above 2.2 once in 8000 times. The seed is fixed, so this fails for a wrong transform and not by chance.
double kolmogorov_smirnov(std::vector<double> numbers, const std::function<double(double)> &share_below) {
  std::sort(numbers.begin(), numbers.end());
  const auto n = static_cast<double>(numbers.size());
  double distance = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double share = share_below(numbers[i]);
    distance = std::max(
        {distance, std::abs(share - static_cast<double>(i) / n), std::abs(share - static_cast<double>(i + 1) / n)});
  }
  return distance * std::sqrt(n);
}

std::vector<double> doubles(const Handle &t) {
  Handle wide;
  EXPECT_EQ(ct_to(t, CT_FLOAT64, CT_PRESERVE, true, wide.receive(), nullptr), CT_OK);
  return {elements<double>(wide), elements<double>(wide) + ct_tensor_numel(wide)};
}

TEST(RandomNumbers, AreDistributedAsTheyShouldBe) {
  constexpr int64_t n = 100000;
  const Rng rng(20240601);
  for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
    Handle t;
    ASSERT_EQ(ct_uniform(rng, &n, 1, 2, 5, dtype, t.receive(), nullptr), CT_OK);
    EXPECT_LT(kolmogorov_smirnov(doubles(t), [](double x) { return (x - 2) / 3; }), 2.2);
    Handle z;
    ASSERT_EQ(ct_normal(rng, &n, 1, -1, 3, dtype, z.receive(), nullptr), CT_OK);
    const std::vector<double> normal = doubles(z);
    EXPECT_LT(kolmogorov_smirnov(normal, [](double x) { return std::erfc(-(x + 1) / 3 / std::sqrt(2.0)) / 2; }), 2.2);
    double moments[4] = {}, neighbours = 0;
    for (size_t i = 0; i < normal.size(); ++i) {
      const double x = (normal[i] + 1) / 3;
      for (int k = 0; k < 4; ++k) moments[k] += std::pow(x, k + 1) / n;
      if (i > 0) neighbours += x * (normal[i - 1] + 1) / 3 / n;
    }
    const double sigma = 1 / std::sqrt(static_cast<double>(n));
    EXPECT_LT(std::abs(moments[0]), 4 * sigma);
    EXPECT_LT(std::abs(moments[1] - 1), 4 * std::sqrt(2.0) * sigma);
    EXPECT_LT(std::abs(moments[2]), 4 * std::sqrt(15.0) * sigma);
    EXPECT_LT(std::abs(moments[3] - 3), 4 * std::sqrt(96.0) * sigma);
    EXPECT_LT(std::abs(neighbours), 4 * sigma);
    Handle waits;
    ASSERT_EQ(ct_exponential(rng, &n, 1, 0.25, dtype, waits.receive(), nullptr), CT_OK);
    EXPECT_LT(kolmogorov_smirnov(doubles(waits), [](double x) { return -std::expm1(-x / 4); }), 2.2);
  }
}

// Pearson's chi-square statistic of counts, in standard deviations from its expected value.
double chi_square(const std::vector<int64_t> &counts, const std::vector<double> &expected) {
  double sum = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(counts[i]) - expected[i];
    sum += off * off / expected[i];
  }
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (sum - freedom) / std::sqrt(2 * freedom);
}
std::vector<int64_t> counted(const Handle &t, size_t kinds) {
  std::vector<int64_t> counts(kinds);
  for (const double x : doubles(t)) ++counts.at(static_cast<size_t>(x));
  return counts;
}

TEST(RandomNumbers, CountsAreAsExpected) {
  constexpr int64_t n = 100000;
  const Rng rng(7);
  Handle digits, coins;
  ASSERT_EQ(ct_randint(rng, &n, 1, 0, 100, CT_UINT8, digits.receive(), nullptr), CT_OK);
  EXPECT_LT(std::abs(chi_square(counted(digits, 100), std::vector<double>(100, n / 100.0))), 4);
  ASSERT_EQ(ct_bernoulli(rng, &n, 1, 0.2, CT_BOOL, coins.receive(), nullptr), CT_OK);
  EXPECT_LT(std::abs(chi_square(counted(coins, 2), {n * 0.8, n * 0.2})), 4);
  // Every order of four is as likely as any other.
  std::vector<int64_t> orders(24);
  for (int round = 0; round < 12000; ++round) {
    Handle order;
    ASSERT_EQ(ct_randperm(rng, 4, CT_UNDEFINED, order.receive(), nullptr), CT_OK);
    const int64_t *const o = elements<int64_t>(order);
    size_t rank = 0;
    for (int i = 0; i < 4; ++i) {
      const auto smaller = static_cast<size_t>(std::count_if(o + i + 1, o + 4, [&](int64_t x) { return x < o[i]; }));
      rank = rank * static_cast<size_t>(4 - i) + smaller;
    }
    ++orders.at(rank);
  }
  EXPECT_LT(std::abs(chi_square(orders, std::vector<double>(24, 500))), 4);
}

Handle weights(ct_dtype dtype, const std::vector<double> &values, const Sizes &sizes) {
  Handle wide, t;
  EXPECT_EQ(ct_tensor_create(sizes.data(), static_cast<int32_t>(sizes.size()), CT_FLOAT64, wide.receive(), nullptr),
            CT_OK);
  void *data = nullptr;
  EXPECT_EQ(ct_tensor_data_mut(wide, &data, nullptr), CT_OK);
  std::memcpy(data, values.data(), values.size() * sizeof(double));
  EXPECT_EQ(ct_to(wide, dtype, CT_PRESERVE, true, t.receive(), nullptr), CT_OK);
  return t;
}

TEST(RandomNumbers, Multinomial) {
  constexpr int64_t n = 50000;
  const Rng rng(11);
  for (const ct_dtype dtype : {CT_FLOAT16, CT_FLOAT32, CT_FLOAT64}) {
    const Handle t = weights(dtype, {0, 1, 2, 0, 5, 0, 3, 3, 2, 0}, {2, 5});
    Handle drawn, first, second;
    ASSERT_EQ(ct_multinomial(rng, t, n, true, drawn.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_tensor_ndim(drawn), 2);
    ASSERT_EQ(ct_select(drawn, 0, 0, first.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_select(drawn, 0, 1, second.receive(), nullptr), CT_OK);
    const std::vector<int64_t> a = counted(first, 5), b = counted(second, 5);
    EXPECT_EQ(a[0] + a[3] + b[0] + b[4], 0);  // weights of 0
    EXPECT_LT(std::abs(chi_square({a[1], a[2], a[4]}, {n / 8.0, n / 4.0, n * 5 / 8.0})), 4);
    EXPECT_LT(std::abs(chi_square({b[1], b[2], b[3]}, {n * 3 / 8.0, n * 3 / 8.0, n / 4.0})), 4);
  }
  // Without replacement, the first is drawn by weight and the second by the remaining weights; in the end all are
  // drawn.
  const Handle t = weights(CT_FLOAT32, {1, 0, 2, 5}, {4});
  std::vector<int64_t> firsts(4), seconds(4);
  for (int round = 0; round < 8000; ++round) {
    Handle drawn;
    ASSERT_EQ(ct_multinomial(rng, t, 3, false, drawn.receive(), nullptr), CT_OK);
    const int64_t *const d = elements<int64_t>(drawn);
    ++firsts.at(static_cast<size_t>(d[0]));
    ++seconds.at(static_cast<size_t>(d[1]));
    ASSERT_EQ(d[0] + d[1] + d[2], 5);
    ASSERT_TRUE(d[0] != d[1] && d[1] != d[2] && d[0] != d[2]);
  }
  EXPECT_EQ(firsts[1] + seconds[1], 0);
  EXPECT_LT(std::abs(chi_square({firsts[0], firsts[2], firsts[3]}, {1000, 2000, 5000})), 4);
  // The second draw is 0 with probability 2/8 * 1/6 + 5/8 * 1/3, and so on.
  EXPECT_LT(std::abs(chi_square(
                {seconds[0], seconds[2], seconds[3]},
                {8000 * (1 / 24.0 + 5 / 24.0), 8000 * (2 / 56.0 + 10 / 24.0), 8000 * (5 / 56.0 + 10 / 48.0)})),
            4);
}

// The same numbers for outputs that are given, resized or strided, and for strided weights.
TEST(RandomNumbers, OrdersAndDrawsIntoGivenTensors) {
  for (int64_t index = 0; index < cases(60); ++index) {
    Random random(seed_of("orders", CT_INT64, index));
    const int64_t n = random.between(1, 300);
    const uint64_t seed = random.bits();
    const Rng rng(seed), again(seed);
    const ct_dtype dtype = random.chance(50) ? CT_INT64 : CT_INT32;
    const Operand given(random, dtype, random_layout(random, {n}, false), random.offset(), Values::Unset);
    Handle order, drawn, copy, resized;
    ASSERT_EQ(ct_randperm(rng, n, CT_INT64, order.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_randperm_out(again, n, given.tensor(), nullptr), CT_OK);
    bool same = false;
    ASSERT_EQ(ct_to(given.tensor(), CT_INT64, CT_PRESERVE, false, copy.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_equal(order, copy, &same, nullptr), CT_OK);
    ASSERT_TRUE(same);
    ASSERT_TRUE(given.surroundings_unchanged());
    const int64_t shape[] = {3, n};
    Handle flat, of;
    ASSERT_EQ(ct_uniform(rng, shape, 2, 0.5, 1, CT_FLOAT32, flat.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_rng_set_state(again, ct_rng_key(rng), ct_rng_stream(rng), ct_rng_counter(rng), nullptr), CT_OK);
    ASSERT_EQ(ct_transpose(flat, 0, 1, of.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_zeros(nullptr, 0, CT_INT64, resized.receive(), nullptr), CT_OK);
    const bool replacement = random.chance(50);
    const int64_t count = random.between(1, 3);
    ASSERT_EQ(ct_multinomial(rng, of, count, replacement, drawn.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_multinomial_out(again, of, count, replacement, resized, nullptr), CT_OK);
    ASSERT_EQ(ct_equal(drawn, resized, &same, nullptr), CT_OK);
    ASSERT_TRUE(same);
  }
}

// Threads share a generator: each call has blocks of its own.
TEST(RandomNumbers, SharedByThreads) {
  const Rng rng(5);
  constexpr int64_t kCalls = 50, n = 1000;
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> firsts(4);
  for (std::vector<float> &mine : firsts) {
    threads.emplace_back([&] {
      for (int64_t call = 0; call < kCalls; ++call) {
        Handle t;
        EXPECT_EQ(ct_uniform(rng, &n, 1, 0, 1, CT_FLOAT32, t.receive(), nullptr), CT_OK);
        mine.push_back(elements<float>(t)[0]);
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(ct_rng_counter(rng), 4U * kCalls * n / 4);
  std::vector<float> all, expected;
  for (const std::vector<float> &mine : firsts) all.insert(all.end(), mine.begin(), mine.end());
  for (uint64_t call = 0; call < 4 * kCalls; ++call) {
    expected.push_back(static_cast<float>(philox(5, 0, call * n / 4).w[0] >> 8) * 0x1p-24F);
  }
  std::sort(all.begin(), all.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(all, expected);
}

}  // namespace
}  // namespace property
