// What belongs to the process and its threads, and must be after every call as it was before: errno, how floats are
// rounded and what traps (MXCSR), the locale, and whether a thread is about to be cancelled.
#include <gtest/gtest.h>

#include <pthread.h>
#include <atomic>
#include <cerrno>
#include <cfenv>
#include <clocale>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "calls.h"
#include "handles.h"
#include "settings.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace property {
namespace {

using reference::Handle;

constexpr int kErrno = 12345;  // no error has this number
constexpr ct_dtype kDtypes[] = {CT_BOOL,     CT_INT8,    CT_INT64,   CT_UINT16,   CT_FLOAT16,
                                CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64};

// The rounding mode and what traps, without the flags, which any arithmetic may raise.
uint64_t float_settings() {
#ifdef __SSE__
  return _mm_getcsr() & ~uint64_t{0x3F};
#else
  return static_cast<uint64_t>(std::fegetround());
#endif
}

template <class F>
ct_status unchanged(const char *name, ct_dtype dtype, F &&call) {
  const uint64_t settings = float_settings();
  errno = kErrno;
  const ct_status status = call();
  EXPECT_EQ(errno, kErrno) << name << " of dtype " << dtype;
  EXPECT_EQ(float_settings(), settings) << name << " of dtype " << dtype;
  return status;
}

// count numbers of all kinds: zeros, infinities, NaN, the smallest and the largest.
Handle numbers(ct_dtype dtype, int64_t count) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double kinds[] = {0,     1,      -1,    0.5,      -2.5,      3e38,
                              -3e38, 1e-310, 1e308, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                              -0.0,  1e-40,  65504, 100,      -7.25,     1000};
  std::vector<double> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) values[i] = kinds[i * 7 % std::size(kinds)];
  Handle borrowed, doubles, result;
  EXPECT_EQ(
      ct_tensor_from_data(values.data(), &count, 1, nullptr, CT_FLOAT64, nullptr, nullptr, borrowed.receive(), nullptr),
      CT_OK);
  EXPECT_EQ(ct_clone(borrowed, CT_PRESERVE, doubles.receive(), nullptr), CT_OK);
  EXPECT_EQ(
      unchanged("to", dtype, [&] { return ct_to(doubles, dtype, CT_PRESERVE, false, result.receive(), nullptr); }),
      CT_OK);
  return result;
}

#define UNCHANGED(name, ...) unchanged(#name, dtype, [&] { return ct_##name(__VA_ARGS__); })

void elementwise(ct_dtype dtype, int64_t count) {
  const Handle a = numbers(dtype, count), b = numbers(dtype, count + 1);
  Handle shifted, bools, zeros;
  ASSERT_EQ(ct_slice(b, 0, 1, INT64_MIN, 1, shifted.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_to(shifted, CT_BOOL, CT_PRESERVE, false, bools.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_zeros_like(a, CT_UNDEFINED, CT_PRESERVE, zeros.receive(), nullptr), CT_OK);
  const ct_scalar two = {CT_INT64, 0, 2, 0, 0};
  const ct_scalar *const twos[] = {&two, &two, &two};
  for (const Call &call : calls()) {
    const ct_tensor *const all[][4] = {{a, shifted, a, a}, {shifted, zeros, shifted, a}, {bools, a, zeros, a}};
    for (const auto &inputs : all) {
      Handle out;
      for (const ct_scalar *const *options : {kNoOptions, twos}) {
        const auto fresh = [&] { return call.fresh(inputs, options, out.receive(), nullptr); };
        const auto into = [&] { return call.into(inputs, options, out, nullptr); };
        if (unchanged(call.name, dtype, fresh) == CT_OK) unchanged(call.name, dtype, into);
      }
    }
  }
}

void reductions(ct_dtype dtype, int64_t count) {
  const Handle line = numbers(dtype, count * 4);
  const int64_t sizes[] = {4, count};
  Handle t, out, second;
  ASSERT_EQ(ct_view(line, sizes, 2, t.receive(), nullptr), CT_OK);
  const ct_scalar third = {CT_FLOAT64, 0, 0, 3, 0}, minus = {CT_FLOAT64, 0, 0, -0.5, 0};
  for (const int32_t dim : {0, 1, -1, 5}) {
    const int32_t *const dims = dim == -1 ? nullptr : &dim;
    const int32_t ndims = dim == -1 ? 0 : 1;
    UNCHANGED(sum, t, dims, ndims, false, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(nansum, t, dims, ndims, false, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(mean, t, dims, ndims, false, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(prod, t, dims, ndims, false, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(amax, t, dims, ndims, false, out.receive(), nullptr);
    UNCHANGED(any, t, dims, ndims, false, out.receive(), nullptr);
    for (const ct_scalar *p : {&third, &minus}) {
      UNCHANGED(norm, t, p, dims, ndims, false, CT_UNDEFINED, out.receive(), nullptr);
    }
    UNCHANGED(logsumexp, t, dims, ndims, false, out.receive(), nullptr);
    UNCHANGED(sum_exact, t, dims, ndims, false, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(sum_compensated, t, dims, ndims, false, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(std_mean, t, dims, ndims, nullptr, false, out.receive(), second.receive(), nullptr);
    UNCHANGED(argmax, t, dims == nullptr ? CT_ALL_DIMS : dims[0], false, out.receive(), nullptr);
    UNCHANGED(cumsum, t, dim, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(softmax, t, dim, CT_UNDEFINED, out.receive(), nullptr);
    UNCHANGED(log_softmax, t, dim, CT_UNDEFINED, out.receive(), nullptr);
  }
}

void other_calls(ct_dtype dtype) {
  const int64_t sizes[] = {3, 5}, huge[] = {int64_t{1} << 45U}, large[] = {int64_t{1} << 20U};
  Handle t, out, copied;
  char text[100];
  UNCHANGED(zeros, sizes, 2, dtype, out.receive(), nullptr);
  UNCHANGED(ones, sizes, 2, dtype, t.receive(), nullptr);
  ct_error error = {};
  EXPECT_EQ(UNCHANGED(tensor_create, huge, 1, CT_COMPLEX128, out.receive(), &error), CT_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(UNCHANGED(view, t, sizes, 1, out.receive(), &error), CT_ERROR_SHAPE);
  UNCHANGED(tensor_to_string, t, text, sizeof(text), nullptr, nullptr);
  UNCHANGED(ones, large, 1, dtype, out.receive(), nullptr);
  UNCHANGED(clone, out, CT_PRESERVE, copied.receive(), nullptr);
  UNCHANGED(set_cache_limit, 1 << 20, nullptr);
  unchanged("trim", dtype, [] {
    ct_trim();
    return CT_OK;
  });
  unchanged("get_cache_limit", dtype, [] { return static_cast<ct_status>(ct_get_cache_limit() == 0); });
}

// A cancellation leaves the stack without telling AddressSanitizer, so that may mark nothing in it.
__attribute__((no_sanitize("address"))) void *call_while_cancelled(void *worked) {
  int before = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  pthread_cancel(pthread_self());
  pthread_setcancelstate(before, nullptr);  // it is pending now, until the thread comes to a call that looks for it
  const int64_t sizes[] = {3000000};
  ct_tensor *ones = nullptr, *twos = nullptr;
  const bool ok = ct_ones(sizes, 1, CT_FLOAT32, &ones, nullptr) == CT_OK && ct_add(ones, ones, &twos, nullptr) == CT_OK;
  ct_tensor_release(twos);
  ct_tensor_release(ones);
  *static_cast<std::atomic<bool> *>(worked) = ok;
  pthread_testcancel();
  return nullptr;
}

// The first call looks for files of the system, and a thread that was cancelled in one would unwind through the
// library.
TEST(ProcessState, ACancellationWaitsUntilTheFirstCallsAreDone) {
  std::atomic<bool> worked{false};
  pthread_t thread{};
  use_threads(4);
  ASSERT_EQ(pthread_create(&thread, nullptr, call_while_cancelled, &worked), 0);
  void *end = nullptr;
  pthread_join(thread, &end);
  EXPECT_EQ(end, PTHREAD_CANCELED);
  EXPECT_TRUE(worked);
}

TEST(ProcessState, CallsLeaveErrnoFloatsAndLocaleAlone) {
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  const int rounding = std::fegetround();
  for (const int32_t threads : {1, 4}) {
    use_threads(threads);
    std::fesetround(threads == 1 ? FE_DOWNWARD : rounding);
    for (const ct_dtype dtype : kDtypes) {
      for (const int64_t count : {3, 2000}) {
        elementwise(dtype, count);
        reductions(dtype, count);
      }
      other_calls(dtype);
    }
  }
  std::fesetround(rounding);
  EXPECT_EQ(locale, std::setlocale(LC_ALL, nullptr));
}

// Many more callers than cores, which all begin their first call at once.
TEST(ProcessState, SixtyFourThreadsCallAtOnce) {
  use_threads(4);
  constexpr int kCallers = 64;
  std::atomic<int> ready{0}, right{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&, caller] {
      ++ready;
      while (ready < kCallers) std::this_thread::yield();
      for (int round = 0; round < 4; ++round) {
        const int64_t sizes[] = {100000 + caller};
        Handle ones, twos, sum;
        ct_scalar total{};
        if (ct_ones(sizes, 1, CT_FLOAT32, ones.receive(), nullptr) != CT_OK ||
            ct_add(ones, ones, twos.receive(), nullptr) != CT_OK ||
            ct_sum(twos, nullptr, 0, false, CT_UNDEFINED, sum.receive(), nullptr) != CT_OK ||
            ct_tensor_item(sum, &total, nullptr) != CT_OK) {
          return;
        }
        right += total.re == 2.0 * static_cast<double>(sizes[0]);
      }
    });
  }
  for (std::thread &caller : callers) caller.join();
  EXPECT_EQ(right, kCallers * 4);
}

}  // namespace
}  // namespace property
