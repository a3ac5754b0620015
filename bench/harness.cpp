#include "harness.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>

namespace bench {

namespace {

constexpr double kSampleSeconds = 5e-4;  // short work is repeated until the resolution of the clock does not matter
constexpr double kDrift = 0.05;          // a block is dropped when the reference moved by more than this inside it
constexpr int kMaxBlocksPerKept = 5;
constexpr int kFewestPairs = 10;
constexpr double kCap = 1.2;

double seconds(const Side &side, int repeats) {
  if (repeats > 1) side.run();  // brings its operands back into the caches
  auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; i++) side.run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / repeats;
}

double median(std::vector<double> values) {
  size_t half = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half), values.end());
  return values[half];
}

using Times = std::vector<double>;  // one time for each side

Measured evaluate(const std::vector<Times> &rounds, size_t cap) {
  Measured result;
  result.pairs = rounds.size();
  const size_t count = rounds[0].size();
  std::vector<double> values(rounds.size());
  auto over_rounds = [&](auto value) {
    for (size_t i = 0; i < rounds.size(); i++) values[i] = value(rounds[i]);
    return median(values);
  };
  for (size_t s = 0; s < count; s++) {
    Measured::Of of;
    of.median = over_rounds([s](const Times &t) { return t[s]; });
    of.median_ratio = over_rounds([s](const Times &t) { return t[s] / t[0]; });
    result.sides.push_back(of);
  }
  result.extra = over_rounds([](const Times &t) { return t[0] - t[1]; });
  result.counted =
      over_rounds([cap](const Times &t) { return (cap == 0 ? t[1] : std::max(t[1], t[cap] / kCap)) / t[0]; });
  return result;
}

}  // namespace

Tensor::Tensor(const Operand &operand, char *memory) {
  check(ct_tensor_from_data(memory + operand.offset * ct_dtype_size(operand.dtype), operand.sizes.data(),
                            static_cast<int32_t>(operand.sizes.size()), operand.strides.data(), operand.dtype, nullptr,
                            nullptr, &handle_, nullptr));
}

void check(ct_status status) {
  if (status == CT_OK) return;
  std::fprintf(stderr, "bench: a call failed: %s\n", ct_status_name(status));
  std::exit(1);
}

Measured measure(const std::vector<Side> &sides, const Options &options, size_t cap) {
  const size_t count = sides.size();
  std::vector<int> repeats(count);
  double round_seconds = 0;
  for (size_t s = 0; s < count; s++) {
    sides[s].run();  // touches the memory and chooses the kernels
    double once = std::max(seconds(sides[s], 1), 1e-9);
    if (once < kSampleSeconds) once = std::max(seconds(sides[s], 3), 1e-9);
    repeats[s] = std::max(1, static_cast<int>(std::ceil(kSampleSeconds / once)));
    round_seconds += once * repeats[s];
  }
  const int affordable = static_cast<int>(options.seconds / round_seconds);
  const int wanted = std::min(options.pairs, std::max(kFewestPairs, affordable));
  const int max_rounds = std::max(wanted, std::min(wanted * kMaxBlocksPerKept, kMaxBlocksPerKept / 2 * affordable)) + 1;

  std::vector<Times> steady, all;
  std::vector<double> best(count, INFINITY);
  while (static_cast<int>(steady.size()) < wanted && static_cast<int>(all.size()) < max_rounds) {
    Times there(count), back(count);
    for (size_t s = 0; s < count; s++) there[s] = seconds(sides[s], repeats[s]);
    for (size_t s = count; s-- > 0;) back[s] = seconds(sides[s], repeats[s]);
    for (size_t s = 0; s < count; s++) best[s] = std::min({best[s], there[s], back[s]});
    bool drifted = std::abs(there[1] - back[1]) > kDrift * std::min(there[1], back[1]);
    for (const Times &times : {there, back}) {
      all.push_back(times);
      if (!drifted) steady.push_back(times);
    }
  }
  const bool restless = static_cast<int>(steady.size()) < wanted;
  Measured result = evaluate(restless ? all : steady, cap);
  result.restless = restless;
  for (size_t s = 0; s < count; s++) {
    result.sides[s].best = best[s];
    result.sides[s].best_ratio = best[s] / best[0];
  }
  return result;
}

std::vector<int> thread_counts(bool every) {
  check(ct_set_num_threads(0, nullptr));
  const int all = ct_get_num_threads();
  std::vector<int> counts = {1};
  for (int n = 2; n <= all; n++) {
    if (every || n == 2 || n == all) counts.push_back(n);
  }
  return counts;
}

}  // namespace bench
