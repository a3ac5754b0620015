// Sums of squares, in double: of float32 and bfloat16 none overflows. Those of float16 fit a float.
#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T, class L>
struct SquareSum {
  using Stored = T;
  using Lane = L;
  using Held = double;
  using V = Vec<L>;
  static CT_INLINE V load(const char *at) { return load_as<L, T>(at); }
  static CT_INLINE V load(const char *at, int64_t count) { return load_as<L, T>(at, count); }
  static CT_INLINE L identity() { return 0; }
  static CT_INLINE V map(V x) { return x * x; }
  static CT_INLINE V combine(V a, V b) { return a + b; }
  static CT_INLINE double hold(double held, L lane) { return held + static_cast<double>(lane); }
};

}  // namespace

void register_reduce_squares(Table &table) {
  Reduce *const entries = table.reduce[static_cast<int>(Accumulator::square_sum)];
  entries[static_cast<int>(DType::Float16)] = &reduce<Elementwise<SquareSum<Half, float>>>;
  entries[static_cast<int>(DType::BFloat16)] = &reduce<Elementwise<SquareSum<BFloat16, double>>>;
  entries[static_cast<int>(DType::Float32)] = &reduce<Elementwise<SquareSum<float, double>>>;
  entries[static_cast<int>(DType::Float64)] = &reduce<Elementwise<SquareSum<double, double>>>;
}

}  // namespace ct::kernels::CT_ISA
