// How the two sides are timed.
#include "harness.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bench {

namespace {

constexpr int64_t kHugePage = int64_t{2} << 20;
constexpr double kSampleSeconds = 5e-4;  // short work is repeated until the clock's grain does not matter
constexpr double kDrift = 0.05;          // a block is dropped when the reference moved more than this inside it
constexpr int kMaxBlocksPerKept = 5;

double seconds(const Side &side, int repeats) {
  auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; i++) side.run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / repeats;
}

int repeats_for(const Side &side) {
  side.run();  // first touch, first dispatch
  double once = std::max(seconds(side, 3), 1e-9);
  return std::max(1, static_cast<int>(std::ceil(kSampleSeconds / once)));
}

double median(std::vector<double> values) {
  size_t half = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half), values.end());
  return values[half];
}

}  // namespace

Buffer::Buffer(int64_t nbytes, uint64_t seed) : nbytes_(nbytes) {
  int64_t rounded = (nbytes + kHugePage - 1) / kHugePage * kHugePage;
  data_ = static_cast<char *>(std::aligned_alloc(static_cast<size_t>(kHugePage), static_cast<size_t>(rounded)));
  if (data_ == nullptr) {
    std::fprintf(stderr, "bench: out of memory\n");
    std::exit(1);
  }
  madvise(data_, static_cast<size_t>(rounded), MADV_HUGEPAGE);
  auto *values = reinterpret_cast<float *>(data_);
  for (int64_t i = 0; i < rounded / int64_t{sizeof(float)}; i++) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX; its high bits are good enough here
    values[i] = static_cast<float>(seed >> 40) * 0x1p-24F;
  }
}

Buffer::~Buffer() { std::free(data_); }

Tensor::Tensor(const Buffer &buffer, std::vector<int64_t> sizes, ct_dtype dtype) {
  check(ct_tensor_from_data(buffer.data(), sizes.data(), nullptr, static_cast<int32_t>(sizes.size()), dtype, nullptr,
                            nullptr, &handle_, nullptr));
}

void check(ct_status status) {
  if (status == CT_OK) return;
  std::fprintf(stderr, "bench: a call failed: %s\n", ct_status_name(status));
  std::exit(1);
}

Side memcpy_side(const Buffer &to, const Buffer &from, int threads) {
  char *target = to.data();
  const char *source = from.data();
  int64_t nbytes = std::min(to.nbytes(), from.nbytes());
  return {2.0 * static_cast<double>(nbytes), [=] {
            if (threads == 1) {
              std::memcpy(target, source, static_cast<size_t>(nbytes));
              return;
            }
            int64_t share = (nbytes / threads + 63) / 64 * 64;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
            for (int i = 0; i < threads; i++) {
              int64_t begin = std::min(share * i, nbytes), end = std::min(begin + share, nbytes);
              if (end > begin) std::memcpy(target + begin, source + begin, static_cast<size_t>(end - begin));
            }
          }};
}

Harness::Harness(const Options &options) : options_(options) {
  std::printf("libctensor %d.%d.%d, %s kernels; GB/s of bytes read + written\n", CT_VERSION_MAJOR, CT_VERSION_MINOR,
              CT_VERSION_PATCH, ct_isa());
  std::printf("%-28s %7s %9s %9s %8s %8s %6s\n", "case", "threads", "ours", "reference", "median", "min/min", "pairs");
}

std::vector<int> Harness::thread_counts() const {
  check(ct_set_num_threads(0, nullptr));
  int all = ct_get_num_threads();
  return all > 1 ? std::vector<int>{1, all} : std::vector<int>{1};
}

void Harness::compare(const std::string &name, int threads, const Side &ours, const Side &reference) {
  if (name.find(options_.filter) == std::string::npos) return;
  check(ct_set_num_threads(threads, nullptr));
  int our_repeats = repeats_for(ours), reference_repeats = repeats_for(reference);
  std::vector<double> ratios, all_ratios;
  double our_best = INFINITY, reference_best = INFINITY;
  int max_blocks = options_.pairs * kMaxBlocksPerKept / 2;
  for (int block = 0; block < max_blocks && static_cast<int>(ratios.size()) < options_.pairs; block++) {
    double a1 = seconds(ours, our_repeats);
    double b1 = seconds(reference, reference_repeats);
    double b2 = seconds(reference, reference_repeats);
    double a2 = seconds(ours, our_repeats);
    our_best = std::min({our_best, a1, a2});
    reference_best = std::min({reference_best, b1, b2});
    double speed = ours.bytes / reference.bytes;
    bool steady = std::abs(b1 - b2) <= kDrift * std::min(b1, b2);
    for (double ratio : {speed * b1 / a1, speed * b2 / a2}) {
      all_ratios.push_back(ratio);
      if (steady) ratios.push_back(ratio);
    }
  }
  // too restless a machine: every block counts, and the row says so by its star
  bool restless = static_cast<int>(ratios.size()) < options_.pairs;
  const std::vector<double> &used = restless ? all_ratios : ratios;
  double ratio = median(used);
  double best = ours.bytes / our_best / (reference.bytes / reference_best);
  std::printf("%-28s %7d %9.1f %9.1f %8.2f %8.2f %5zu%s\n", name.c_str(), threads, ours.bytes / our_best * 1e-9,
              reference.bytes / reference_best * 1e-9, ratio, best, used.size(), restless ? "*" : "");
  std::fflush(stdout);
  ok_ = ok_ && ratio >= options_.at_least;
}

}  // namespace bench
