#include "lines.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#define POCKETFFT_NO_MULTITHREADING
#define POCKETFFT_CACHE_SIZE 0  // Plans does it
#include "pocketfft/pocketfft_hdronly.h"

namespace ct_fft {

namespace {

using pocketfft::detail::arr;
using pocketfft::detail::cmplx;
using pocketfft::detail::pocketfft_c;
using pocketfft::detail::pocketfft_r;

// Lanes of a register, one of each line; or one line alone.
#ifdef POCKETFFT_NO_VECTORS
template <class T>
constexpr int kLanes = 1;
template <class T, int lanes>
struct LanesOf {
  using type = T;
};
#else
template <class T>
constexpr int kLanes = static_cast<int>(pocketfft::detail::VLEN<T>::val);
template <class T, int lanes>
struct LanesOf {
  using type = pocketfft::detail::vtype_t<T>;
};
template <class T>
struct LanesOf<T, 1> {
  using type = T;
};
#endif
template <class V, class T>
void set_lane(V &v, int j, T value) {
  if constexpr (sizeof(V) == sizeof(T)) {
    v = value;
  } else {
    v[j] = value;
  }
}
template <class T, class V>
T get_lane(const V &v, int j) {
  if constexpr (sizeof(V) == sizeof(T)) {
    return v;
  } else {
    return v[j];
  }
}

// The plans of the last lengths. Nobody waits for another thread, which may be one that a fork has left behind: whoever
// finds the lock taken makes a plan of its own.
template <class Plan>
std::shared_ptr<Plan> plan_of(size_t n) {
  constexpr size_t kept = 16;
  static std::mutex lock;
  static std::shared_ptr<Plan> plans[kept];  // the last one used comes first
  {
    const std::unique_lock<std::mutex> held(lock, std::try_to_lock);
    auto *const end = held.owns_lock() ? plans + kept : plans;
    auto *const found = std::find_if(plans, end, [&](const auto &plan) { return plan && plan->length() == n; });
    if (found != end) {
      std::rotate(plans, found, found + 1);
      return plans[0];
    }
  }
  std::shared_ptr<Plan> made = std::make_shared<Plan>(n), dropped;
  const std::unique_lock<std::mutex> held(lock, std::try_to_lock);
  if (held.owns_lock()) {
    std::rotate(plans, plans + kept - 1, plans + kept);
    dropped = std::exchange(plans[0], made);  // its memory goes after the lock
  }
  return made;
}

// Where the lines begin, one after the other.
class Odometer {
 public:
  Odometer(const Pass &pass, int64_t line) : pass_(pass) {
    for (int32_t d = pass.ndim - 1; d >= 0; --d) {
      at_[d] = line % pass.sizes[d];
      line /= pass.sizes[d];
      in_ += at_[d] * pass.in_strides[d];
      out_ += at_[d] * pass.out_strides[d];
    }
  }
  int64_t in() const { return in_; }
  int64_t out() const { return out_; }
  void next() {
    for (int32_t d = pass_.ndim - 1; d >= 0; --d) {
      in_ += pass_.in_strides[d];
      out_ += pass_.out_strides[d];
      if (++at_[d] < pass_.sizes[d]) return;
      in_ -= at_[d] * pass_.in_strides[d];
      out_ -= at_[d] * pass_.out_strides[d];
      at_[d] = 0;
    }
  }

 private:
  const Pass &pass_;
  int64_t in_ = 0, out_ = 0, at_[64];
};

template <class T, int lanes>
class Group {
 public:
  using V = typename LanesOf<T, lanes>::type;

  Group(const Pass &pass, Odometer *line) : pass_(pass) {
    for (int j = 0; j < lanes; ++j, line->next()) {
      in_[j] = pass.in + line->in();
      out_[j] = pass.out + line->out();
    }
  }

  void run(const pocketfft_c<T> &plan, cmplx<V> *buffer) const {
    if constexpr (lanes == 1) {
      if (pass_.out_step == sizeof(cmplx<T>)) buffer = reinterpret_cast<cmplx<V> *>(out_[0]);
    }
    for (int64_t i = 0; i < pass_.read; ++i) {
      for (int j = 0; j < lanes; ++j) {
        const T *const from = input(i, j);
        const T re = from[0], im = from[1];
        set_lane(buffer[i].r, j, re);
        set_lane(buffer[i].i, j, im);
      }
    }
    for (int64_t i = pass_.read; i < pass_.n; ++i) buffer[i] = {V{}, V{}};
    plan.exec(buffer, static_cast<T>(pass_.scale), pass_.forward);
    if (reinterpret_cast<char *>(buffer) == out_[0]) return;
    for (int64_t i = 0; i < pass_.n; ++i) put(i, buffer[i].r, buffer[i].i);
  }

  void run_real(const pocketfft_r<T> &plan, V *buffer) const {
    const int64_t n = pass_.n;
    const T scale = static_cast<T>(pass_.scale);
    if (pass_.kind == Kind::HalfToReal) {
      read_half(buffer);
      plan.exec(buffer, scale, false);
      for (int64_t i = 0; i < n; ++i) {
        for (int j = 0; j < lanes; ++j) output(i, j)[0] = get_lane<T>(buffer[i], j);
      }
      return;
    }
    for (int64_t i = 0; i < pass_.read; ++i) {
      for (int j = 0; j < lanes; ++j) set_lane(buffer[i], j, input(i, j)[0]);
    }
    for (int64_t i = pass_.read; i < n; ++i) buffer[i] = V{};
    plan.exec(buffer, scale, true);
    const V zero{};
    const bool full = pass_.kind == Kind::RealToFull;
    put(0, buffer[0], zero);
    for (int64_t k = 1; 2 * k < n; ++k) {
      const V re = buffer[2 * k - 1], im = pass_.forward ? buffer[2 * k] : -buffer[2 * k];
      put(k, re, im);
      if (full) put(n - k, re, -im);
    }
    if (n % 2 == 0) put(n / 2, buffer[n - 1], zero);
  }

 private:
  const T *input(int64_t i, int j) const { return reinterpret_cast<const T *>(in_[j] + i * pass_.in_step); }
  T *output(int64_t i, int j) const { return reinterpret_cast<T *>(out_[j] + i * pass_.out_step); }
  void put(int64_t i, const V &re, const V &im) const {
    for (int j = 0; j < lanes; ++j) {
      T *const to = output(i, j);
      to[0] = get_lane<T>(re, j);
      to[1] = get_lane<T>(im, j);
    }
  }
  // As pocketfft has it: the real part of element 0, then both parts of each.
  void read_half(V *buffer) const {
    const int64_t n = pass_.n;
    for (int64_t i = 0; i < n; ++i) buffer[i] = V{};
    for (int64_t k = 0; k < pass_.read; ++k) {
      for (int j = 0; j < lanes; ++j) {
        const T *const from = input(k, j);
        if (k == 0) {
          set_lane(buffer[0], j, from[0]);
        } else {
          set_lane(buffer[2 * k - 1], j, from[0]);
          if (2 * k < n) set_lane(buffer[2 * k], j, pass_.forward ? -from[1] : from[1]);
        }
      }
    }
  }

  const Pass &pass_;
  const char *in_[lanes];
  char *out_[lanes];
};

// Groups of lines, then the lines that are left over.
template <class T>
struct Job {
  const Pass &pass;
  int64_t groups;
  std::shared_ptr<pocketfft_c<T>> complex;
  std::shared_ptr<pocketfft_r<T>> real;

  template <int lanes>
  void run(int64_t line, int64_t count) const {
    using V = typename Group<T, lanes>::V;
    Odometer at(pass, line);
    arr<cmplx<V>> buffer(static_cast<size_t>(complex != nullptr ? pass.n : (pass.n + 1) / 2));
    for (int64_t k = 0; k < count; ++k) {
      const Group<T, lanes> group(pass, &at);
      if (complex != nullptr) {
        group.run(*complex, buffer.data());
      } else {
        group.run_real(*real, reinterpret_cast<V *>(buffer.data()));
      }
    }
  }
};

template <class T>
ct_status run_range(int64_t begin, int64_t end, int32_t, void *user_data) noexcept {
  const auto &job = *static_cast<const Job<T> *>(user_data);
  try {
    constexpr int lanes = kLanes<T>;
    const int64_t whole = std::min(end, job.groups);
    if (begin < whole) job.template run<lanes>(begin * lanes, whole - begin);
    const int64_t first = std::max(begin, job.groups);
    if (first < end) job.template run<1>(job.groups * lanes + first - job.groups, end - first);
    return CT_OK;
  } catch (const std::bad_alloc &) {
    return CT_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return CT_ERROR_INTERNAL;
  }
}

}  // namespace

template <class T>
ct_status run_pass(const Pass &pass, ct_error *error) noexcept {
  try {
    int64_t lines = 1;
    for (int32_t d = 0; d < pass.ndim; ++d) lines *= pass.sizes[d];
    if (lines == 0) return CT_OK;
    constexpr int lanes = kLanes<T>;
    Job<T> job{pass, lanes > 1 ? lines / lanes : 0, nullptr, nullptr};
    const auto n = static_cast<size_t>(pass.n);
    if (pass.kind == Kind::ComplexToComplex) {
      job.complex = plan_of<pocketfft_c<T>>(n);
    } else {
      job.real = plan_of<pocketfft_r<T>>(n);
    }
    const double ps = 500.0 * static_cast<double>(n) * std::log2(static_cast<double>(n) + 1) * (lanes > 1 ? 2 : 1);
    return ct_parallel_for(job.groups + lines - job.groups * lanes, static_cast<int64_t>(std::min(ps, 1e15)) + 1,
                           run_range<T>, &job, error);
  } catch (const std::bad_alloc &) {
    return ct_error_set(CT_ERROR_OUT_OF_MEMORY, "out of memory for a plan of the transform", error);
  } catch (const std::exception &e) {
    return ct_error_set(CT_ERROR_INTERNAL, e.what(), error);
  }
}

template ct_status run_pass<float>(const Pass &, ct_error *) noexcept;
template ct_status run_pass<double>(const Pass &, ct_error *) noexcept;

}  // namespace ct_fft
