#include "limit.h"

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

constexpr int64_t kPage = 4096;

struct Choice {
  const char *name;
  const LimitLoops *loops;
};

Choice choose() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {"avx512", &avx512::loops};
  if (__builtin_cpu_supports("avx2")) return {"avx2", &avx2::loops};
#endif
  return {"base", &base::loops};
}

const Choice &chosen() {
  static const Choice choice = choose();
  return choice;
}

LimitLoop loop_of(Mix mix, bool non_temporal) {
  const LimitLoops &loops = *chosen().loops;
  return non_temporal ? loops.non_temporal[static_cast<int>(mix)] : loops.cached[static_cast<int>(mix)];
}

}  // namespace

Mix mix_of(double reads, double writes) {
  constexpr double kNone = 8;  // a side that is so many times smaller than the other does not count
  if (reads > kNone * writes) return Mix::kRead;
  if (writes > kNone * reads) return Mix::kWrite;
  Mix best = Mix::kOneToOne;
  double nearest = INFINITY;
  for (Mix mix : {Mix::kOneToOne, Mix::kOneToTwo, Mix::kOneToFour, Mix::kTwoToOne, Mix::kFourToOne}) {
    const MixLines lines = kMixLines[static_cast<int>(mix)];
    double distance = std::abs(std::log(reads / writes * lines.writes / lines.reads));
    if (distance < nearest) nearest = distance, best = mix;
  }
  return best;
}

const char *mix_name(Mix mix) {
  static const char *const names[kMixes] = {"read", "write", "1:1", "1:2", "1:4", "2:1", "4:1", "in place"};
  return names[static_cast<int>(mix)];
}

Limit::Limit(Mix what, double nbytes, int nthreads, bool nt) : mix(what), threads(nthreads), non_temporal(nt) {
  const MixLines lines = kMixLines[static_cast<int>(mix)];
  steps = static_cast<int64_t>(nbytes / static_cast<double>((lines.reads + lines.writes) * kLineBytes) + 0.5);
}

bool Limit::can_run() const { return loop_of(mix, non_temporal) != nullptr; }

void Limit::run(const char *from, char *to) const {
  LimitLoop loop = loop_of(mix, non_temporal);
  if (threads == 1) {
    loop(from, to, steps);
    return;
  }
  const MixLines lines = kMixLines[static_cast<int>(mix)];
  constexpr int64_t kGrain = kPage / kLineBytes;
  int64_t share = (steps / threads + kGrain) / kGrain * kGrain;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int i = 0; i < threads; i++) {
    int64_t begin = std::min(share * i, steps), end = std::min(begin + share, steps);
    loop(from + begin * lines.reads * kLineBytes, to + begin * lines.writes * kLineBytes, end - begin);
  }
}

const char *limit_isa() { return chosen().name; }

}  // namespace bench
