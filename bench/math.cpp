// Math functions of contiguous f32. Each stands beside SLEEF alone, on operands that stay in the nearest cache, and
// beside a loop that moves as many bytes past the caches. The slower of the two is the limit.
#include <cstring>

#include "families.h"
#include "pool.h"
#include "sleef_loops.h"

namespace bench {

namespace {

using Call = ct_status (*)(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error);

template <ct_status (*function)(const ct_tensor *, ct_tensor *, ct_error *)>
ct_status unary(const ct_tensor *a, const ct_tensor *, ct_tensor *out, ct_error *error) {
  return function(a, out, error);
}

constexpr Call kCalls[kSleefLoops] = {unary<ct_exp_out>,  unary<ct_log_out>, unary<ct_sin_out>, unary<ct_cos_out>,
                                      unary<ct_tanh_out>, unary<ct_erf_out>, ct_pow_out,        unary<ct_gelu_out>};

constexpr int64_t kBlock = 1024;  // floats in an operand of SLEEF alone

SleefLoop sleef_loop(int op) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return avx512::sleef_loops[op].run;
  if (__builtin_cpu_supports("avx2")) return avx2::sleef_loops[op].run;
#endif
  return base::sleef_loops[op].run;
}

char *operand(int which, int64_t count) {  // of numbers from 0.25 to 4
  static Pool pools[2];
  char *memory = pools[which].any(count * static_cast<int64_t>(sizeof(float)));
  uint32_t state = 1 + static_cast<uint32_t>(which);
  for (int64_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    const float x = 0.25F + static_cast<float>(state >> 8) * (3.75F / (1 << 24));
    std::memcpy(memory + i * static_cast<int64_t>(sizeof x), &x, sizeof x);
  }
  return memory;
}

}  // namespace

std::vector<MathCase> math_cases() {
  std::vector<MathCase> cases;
  for (int64_t count : {int64_t{16} << 10, int64_t{8} << 20}) {
    for (int op = 0; op < kSleefLoops; ++op) {
      cases.push_back({std::string(base::sleef_loops[op].name) + " f32 " + count_text(count), op, count});
    }
  }
  return cases;
}

void run_math(const MathCase &c, const Options &options, Report &report) {
  static Pool output;
  const Operand shape = contiguous(CT_FLOAT32, {c.count});
  char *from[] = {operand(0, c.count), operand(1, c.count)};
  const Tensor a(shape, from[0]), b(shape, from[1]);
  char *const to = output.any(c.count * static_cast<int64_t>(sizeof(float)));
  const Tensor out(shape, to);
  const Call call = kCalls[c.op];
  const SleefLoop alone = sleef_loop(c.op);
  for (int threads : thread_counts(false)) {
    if (options.threads != 0 && options.threads != threads) continue;
    check(ct_set_num_threads(threads, nullptr));
    const auto sleef = [&] {
      const int64_t times = c.count / kBlock / threads;
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
      for (int i = 0; i < threads; i++) {
        alignas(64) float result[kBlock];
        const auto *first = reinterpret_cast<const float *>(from[0]) + i * kBlock;
        const auto *second = reinterpret_cast<const float *>(from[1]) + i * kBlock;
        alone(first, second, result, kBlock, times);
      }
    };
    std::vector<Side> sides = {{"ctensor", [&] { check(call(a.get(), b.get(), out.get(), nullptr)); }},
                               {"SLEEF alone", sleef}};
    const double nbytes = 2.0 * static_cast<double>(c.count) * sizeof(float);
    const Limit memory(Mix::kOneToOne, nbytes, threads, true);
    if (*level(nbytes) == 'D' && memory.can_run()) {
      sides.push_back({"memory", [&] { memory.run(from[0], to); }});
    }
    report.add(c, threads, sides, measure(sides, options, 0));
  }
}

}  // namespace bench
