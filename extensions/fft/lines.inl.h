// The lines of a pass, several of them in the lanes of the registers of one instruction set. lines.cpp includes this
// file once for each, so it has no guard: CT_FFT_ISA is the name of it, CT_FFT_BYTES what its registers hold. pocketfft
// comes along under a name of the instruction set's own, so that no two of them share a function.
#define CT_FFT_JOIN_(a, b) a##b
#define CT_FFT_JOIN(a, b) CT_FFT_JOIN_(a, b)
#define pocketfft CT_FFT_JOIN(pocketfft_, CT_FFT_ISA)
#undef POCKETFFT_HDRONLY_H
#undef POCKETFFT_NO_VECTORS
#include "pocketfft/pocketfft_hdronly.h"

namespace ct_fft::CT_FFT_ISA {

using pocketfft::detail::arr;
using pocketfft::detail::cmplx;
using pocketfft::detail::pocketfft_c;
using pocketfft::detail::pocketfft_r;

// Lanes of a register, one of each line; or one line alone.
template <class T>
constexpr int kLanes = CT_FFT_BYTES / static_cast<int>(sizeof(T));
template <class T, int lanes>
struct LanesOf {
  typedef T type __attribute__((vector_size(CT_FFT_BYTES)));  // NOLINT(modernize-use-using)
};
template <class T>
struct LanesOf<T, 1> {
  using type = T;
};

// A square of registers: each one's lanes trade places with the others', first by pairs, then by fours, and so on.
template <int step, bool upper, class V, size_t... p>
V trade(V a, V b, std::index_sequence<p...>) {
  constexpr size_t lanes = sizeof...(p), up = upper ? step : 0;
#ifdef __clang__
  return __builtin_shufflevector(a, b, ((p & step) == 0 ? p + up : lanes + p + up - step)...);
#else
  return __builtin_shuffle(a, b, decltype(a < b){((p & step) == 0 ? p + up : lanes + p + up - step)...});
#endif
}
template <int step, class V, int lanes>
void transpose(V (&square)[lanes]) {
  if constexpr (lanes > 1 && step < lanes) {
    constexpr auto all = std::make_index_sequence<lanes>();
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i) {
      if ((i & step) != 0) continue;
      const V a = square[i], b = square[i + step];
      square[i] = trade<step, false>(a, b, all);
      square[i + step] = trade<step, true>(a, b, all);
    }
    transpose<2 * step>(square);
  }
}

// Lines that go through a transform together: `count` of them, and what the other lanes hold is nobody's affair. In the
// buffer an element's lanes are neighbours, and of a complex one the real parts come first.
template <class T, int lanes>
class Group {
 public:
  using V = typename LanesOf<T, lanes>::type;

  Group(const Pass &pass, Odometer *line, int count) : pass_(pass), count_(count) {
    for (int j = 0; j < count; ++j, line->next()) {
      in_[j] = pass.in + line->in();
      out_[j] = pass.out + line->out();
    }
  }

  void run(const pocketfft_c<T> &plan, cmplx<V> *buffer) const {
    if constexpr (lanes == 1) {
      if (pass_.out_step == sizeof(cmplx<T>)) buffer = reinterpret_cast<cmplx<V> *>(out_[0]);
    }
    T *const flat = reinterpret_cast<T *>(buffer);
    if (rows_in(2)) {
      pack(flat, 0, 2 * pass_.read);
    } else {
      each_lane(pass_.read, [&](int64_t i, int j) {
        const T *const from = input(i, j);
        const T re = from[0], im = from[1];
        flat[2 * i * lanes + j] = re;
        flat[(2 * i + 1) * lanes + j] = im;
      });
    }
    std::fill(flat + 2 * lanes * pass_.read, flat + 2 * lanes * pass_.n, T{0});
    plan.exec(buffer, static_cast<T>(pass_.scale), pass_.forward);
    if (reinterpret_cast<char *>(buffer) == out_[0]) return;
    if (rows_out(2)) return unpack(flat, 0, 2 * pass_.n);
    each_lane(pass_.n, [&](int64_t i, int j) {
      T *const to = output(i, j);
      to[0] = flat[2 * i * lanes + j];
      to[1] = flat[(2 * i + 1) * lanes + j];
    });
  }

  void run_real(const pocketfft_r<T> &plan, V *buffer) const {
    const int64_t n = pass_.n;
    const T scale = static_cast<T>(pass_.scale), sign = static_cast<T>(pass_.forward ? 1 : -1);
    T *const flat = reinterpret_cast<T *>(buffer);
    if (pass_.kind == Kind::HalfToReal) {
      read_half(flat);
      plan.exec(buffer, scale, false);
      if (rows_out(1)) return unpack(flat, 0, n);
      each_lane(n, [&](int64_t i, int j) { output(i, j)[0] = flat[i * lanes + j]; });
      return;
    }
    if (rows_in(1)) {
      pack(flat, 0, pass_.read);
    } else {
      each_lane(pass_.read, [&](int64_t i, int j) { flat[i * lanes + j] = input(i, j)[0]; });
    }
    std::fill(flat + lanes * pass_.read, flat + lanes * n, T{0});
    plan.exec(buffer, scale, true);
    const bool full = pass_.kind == Kind::RealToFull;
    const auto put = [&](int64_t i, int j, T re, T im) {
      T *const to = output(i, j);
      to[0] = re;
      to[1] = im;
    };
    each_lane(1, [&](int64_t, int j) { put(0, j, flat[j], T{0}); });
    if (n % 2 == 0) each_lane(1, [&](int64_t, int j) { put(n / 2, j, flat[(n - 1) * lanes + j], T{0}); });
    if (rows_out(2) && pass_.kind == Kind::RealToHalf && pass_.forward) return unpack(flat + lanes, 2, (n - 1) / 2 * 2);
    each_lane((n - 1) / 2, [&](int64_t i, int j) {
      const int64_t k = i + 1;
      const T re = flat[(2 * k - 1) * lanes + j], im = sign * flat[2 * k * lanes + j];
      put(k, j, re, im);
      if (full) put(n - k, j, re, -im);
    });
  }

 private:
  const T *input(int64_t i, int j) const { return reinterpret_cast<const T *>(in_[j] + i * pass_.in_step); }
  T *output(int64_t i, int j) const { return reinterpret_cast<T *>(out_[j] + i * pass_.out_step); }
  // Whether lines are whole rows of numbers, `parts` of each element.
  bool rows_in(int parts) const { return lanes > 1 && pass_.in_step == parts * static_cast<int64_t>(sizeof(T)); }
  bool rows_out(int parts) const { return lanes > 1 && pass_.out_step == parts * static_cast<int64_t>(sizeof(T)); }
  // Rows from number `first` on, into lanes; and back.
  void pack(T *flat, int64_t first, int64_t numbers) const {
    int64_t done = 0;
    if (count_ == lanes) {
      for (; done + lanes <= numbers; done += lanes) {
        V square[lanes];
        for (int j = 0; j < lanes; ++j) {
          std::memcpy(&square[j], in_[j] + (first + done) * static_cast<int64_t>(sizeof(T)), sizeof(V));
        }
        transpose<1>(square);
        std::memcpy(flat + done * lanes, square, sizeof square);
      }
    }
    for (int j = 0; j < count_; ++j) {
      const T *const from = reinterpret_cast<const T *>(in_[j]) + first;
      for (int64_t i = done; i < numbers; ++i) flat[i * lanes + j] = from[i];
    }
  }
  void unpack(const T *flat, int64_t first, int64_t numbers) const {
    int64_t done = 0;
    if (count_ == lanes) {
      for (; done + lanes <= numbers; done += lanes) {
        V square[lanes];
        std::memcpy(square, flat + done * lanes, sizeof square);
        transpose<1>(square);
        for (int j = 0; j < lanes; ++j) {
          std::memcpy(out_[j] + (first + done) * static_cast<int64_t>(sizeof(T)), &square[j], sizeof(V));
        }
      }
    }
    for (int j = 0; j < count_; ++j) {
      T *const to = reinterpret_cast<T *>(out_[j]) + first;
      for (int64_t i = done; i < numbers; ++i) to[i] = flat[i * lanes + j];
    }
  }
  // Calls work(element, lane).
  template <class Work>
  void each_lane(int64_t n, Work work) const {
    if (count_ == lanes) {
      for (int64_t i = 0; i < n; ++i) {
        for (int j = 0; j < lanes; ++j) work(i, j);
      }
    } else {
      for (int64_t i = 0; i < n; ++i) {
        for (int j = 0; j < count_; ++j) work(i, j);
      }
    }
  }
  // As pocketfft has it: the real part of element 0, then both parts of each.
  void read_half(T *flat) const {
    const int64_t n = pass_.n;
    const T sign = static_cast<T>(pass_.forward ? -1 : 1);
    std::fill(flat, flat + lanes * n, T{0});
    if (rows_in(2) && !pass_.forward) {
      each_lane(1, [&](int64_t, int j) { flat[j] = input(0, j)[0]; });
      return pack(flat + lanes, 2, std::min(2 * pass_.read - 2, n - 1));
    }
    each_lane(pass_.read, [&](int64_t k, int j) {
      const T *const from = input(k, j);
      const T re = from[0], im = sign * from[1];
      flat[(k == 0 ? 0 : 2 * k - 1) * lanes + j] = re;
      if (k > 0 && 2 * k < n) flat[2 * k * lanes + j] = im;
    });
  }

  const Pass &pass_;
  const int count_;
  const char *in_[lanes];
  char *out_[lanes];
};

template <class T>
struct Job {
  const Pass &pass;
  int64_t lines;
  int64_t groups;  // whole ones and one that is not; further lines go one by one
  std::shared_ptr<pocketfft_c<T>> complex;
  std::shared_ptr<pocketfft_r<T>> real;

  int64_t grouped() const { return std::min(lines, groups * kLanes<T>); }

  template <int lanes>
  void run(int64_t line, int64_t end) const {
    using V = typename Group<T, lanes>::V;
    Odometer at(pass, line);
    arr<cmplx<V>> buffer(static_cast<size_t>(complex != nullptr ? pass.n : (pass.n + 1) / 2));
    for (; line < end; line += lanes) {
      const Group<T, lanes> group(pass, &at, static_cast<int>(std::min<int64_t>(lanes, end - line)));
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
    const int64_t grouped = job.grouped(), whole = std::min(end, job.groups), first = std::max(begin, job.groups);
    if (begin < whole) job.template run<lanes>(begin * lanes, std::min(whole * lanes, grouped));
    if (first < end) job.template run<1>(grouped + first - job.groups, grouped + end - job.groups);
    return CT_OK;
  } catch (const std::bad_alloc &) {
    return CT_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return CT_ERROR_INTERNAL;
  }
}

template <class T>
ct_status run_pass(const Pass &pass, int64_t lines, ct_error *error) {
  constexpr int lanes = kLanes<T>;
  const auto n = static_cast<size_t>(pass.n);
  Job<T> job{pass, lines, 0, nullptr, nullptr};
  if (lanes > 1 && n <= kMostGrouped / (lanes * sizeof(T))) {
    job.groups = lines / lanes + (lines % lanes >= kFewestGrouped ? 1 : 0);
  }
  if (pass.kind == Kind::ComplexToComplex) {
    job.complex = plan_of<pocketfft_c<T>>(n);
  } else {
    job.real = plan_of<pocketfft_r<T>>(n);
  }
  const double ps = 500.0 * static_cast<double>(n) * std::log2(static_cast<double>(n) + 1) * (job.groups > 0 ? 2 : 1);
  return ct_parallel_for(job.groups + lines - job.grouped(), static_cast<int64_t>(std::min(ps, 1e15)) + 1, run_range<T>,
                         &job, error);
}

}  // namespace ct_fft::CT_FFT_ISA

#undef pocketfft
#undef CT_FFT_JOIN
#undef CT_FFT_JOIN_
