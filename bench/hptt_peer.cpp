#include "hptt_peer.h"

#if defined(BENCH_HPTT)
#include <hptt.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#endif

namespace bench {

#if defined(BENCH_HPTT)

namespace {

constexpr size_t kMaxDims = 8;  // HPTT's search takes too long for more

// Where sizes are not multiples of HPTT's tiles, some plans leave elements out, and these plans are the fastest.
template <class T>
bool writes_all(hptt::Transpose<T> &plan, T *to, int64_t numel) {
  std::memset(static_cast<void *>(to), 0xff, static_cast<size_t>(numel) * sizeof(T));
  plan.execute();
  return std::none_of(to, to + numel, [](T x) {
    T unset;
    std::memset(&unset, 0xff, sizeof unset);
    return std::memcmp(&x, &unset, sizeof x) == 0;
  });
}

template <class T>
std::function<void()> planned(const Case &c, char *to, const char *from, int threads, bool estimate) {
  std::vector<int> perm(c.perm.begin(), c.perm.end()), sizes(c.source.begin(), c.source.end());
  const int64_t numel = std::accumulate(c.source.begin(), c.source.end(), int64_t{1}, std::multiplies<>());
  const auto plan_by = [&](hptt::SelectionMethod method) {
    return hptt::create_plan(perm.data(), static_cast<int>(perm.size()), T{1}, reinterpret_cast<const T *>(from),
                             sizes.data(), nullptr, T{0}, reinterpret_cast<T *>(to), nullptr, method, threads, nullptr,
                             true);
  };
  auto plan = plan_by(estimate ? hptt::ESTIMATE : hptt::MEASURE);
  if (!estimate && !writes_all(*plan, reinterpret_cast<T *>(to), numel)) plan = plan_by(hptt::ESTIMATE);
  if (!writes_all(*plan, reinterpret_cast<T *>(to), numel)) return {};
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
