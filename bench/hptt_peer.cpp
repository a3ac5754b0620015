#include "hptt_peer.h"

#if defined(BENCH_HPTT)
#include <hptt.h>
#endif

namespace bench {

#if defined(BENCH_HPTT)

namespace {

constexpr size_t kMaxDims = 8;  // of more, its search takes too long

template <class T>
std::function<void()> planned(const Case &c, char *to, const char *from, int threads, bool estimate) {
  std::vector<int> perm(c.perm.begin(), c.perm.end()), sizes(c.source.begin(), c.source.end());
  auto plan = hptt::create_plan(perm.data(), static_cast<int>(perm.size()), T{1}, reinterpret_cast<const T *>(from),
                                sizes.data(), nullptr, T{0}, reinterpret_cast<T *>(to), nullptr,
                                estimate ? hptt::ESTIMATE : hptt::MEASURE, threads, nullptr, true);
  return [plan] { plan->execute(); };
}

}  // namespace

bool have_hptt() { return true; }

std::function<void()> hptt_plan(const Case &c, char *to, const char *from, int threads, bool estimate) {
  if (c.op != Op::kCopy || c.perm.empty() || c.perm.size() > kMaxDims || c.to.dtype != c.from.dtype) return {};
  if (c.to.dtype == CT_FLOAT32) return planned<float>(c, to, from, threads, estimate);
  if (c.to.dtype == CT_FLOAT64) return planned<double>(c, to, from, threads, estimate);
  return {};
}

#else

bool have_hptt() { return false; }

std::function<void()> hptt_plan(const Case &, char *, const char *, int, bool) { return {}; }

#endif

}  // namespace bench
