// Sums of squares, in double: of float32 none overflows.
#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class T>
struct SquareSum {
  using Stored = T;
  using Lane = double;
  using Held = double;
  using V = Vec<double>;
  static CT_INLINE V load(const char *at) { return load_as<double, T>(at); }
  static CT_INLINE V load(const char *at, int64_t count) { return load_as<double, T>(at, count); }
  static CT_INLINE double identity() { return 0; }
  static CT_INLINE V map(V x) { return x * x; }
  static CT_INLINE V combine(V a, V b) { return a + b; }
  CT_HOLDS_LANES(SquareSum)
};

}  // namespace

void register_reduce_squares(Table &table) {
  Reduce *const entries = table.reduce[static_cast<int>(Accumulator::square_sum)];
  entries[static_cast<int>(DType::Float32)] = &reduce<Elementwise<SquareSum<float>>>;
  entries[static_cast<int>(DType::Float64)] = &reduce<Elementwise<SquareSum<double>>>;
}

}  // namespace ct::kernels::CT_ISA
