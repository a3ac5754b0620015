// Tensors joined, repeated, rolled, padded and cut to triangles: copies' limits.
#include "families.h"

namespace bench {

namespace {

std::string named(const char *before, const std::string &size, const char *after) {
  std::string name(before);
  return name.append(size).append(after);
}

Case f32_case(const std::string &name, Op op, const Sizes &to, const Sizes &from, const std::vector<int32_t> &dims) {
  return with(moving_case(name, op, contiguous(CT_FLOAT32, to), contiguous(CT_FLOAT32, from), dims), kMoved);
}

}  // namespace

Case moving_case(const std::string &name, Op op, const Operand &to, const Operand &from,
                 const std::vector<int32_t> &dims) {
  Case c = copy_case(name, to, from);
  c.op = op;
  c.dims = dims;
  if (op == Op::kTril) c.reads /= 2;
  return c;
}

std::vector<Case> joining_cases() {
  std::vector<Case> cases;
  for (const int64_t n : {int64_t{128}, int64_t{4096}}) {
    const std::string size = dims_text({n, n});
    cases.push_back(f32_case(named("cat f32 4 of ", size, " dim 0"), Op::kCat, {4 * n, n}, {4, n, n}, {0}));
    cases.push_back(f32_case(named("cat f32 4 of ", size, " dim 1"), Op::kCat, {n, 4 * n}, {4, n, n}, {1}));
    cases.push_back(f32_case(named("stack f32 4 of ", size, " dim 1"), Op::kStack, {n, 4, n}, {4, n, n}, {1}));
    cases.push_back(f32_case(named("repeat f32 ", size, " by 2x2"), Op::kRepeat, {2 * n, 2 * n}, {n, n}, {}));
    cases.push_back(f32_case(named("roll f32 ", size, ""), Op::kRoll, {n, n}, {n, n}, {0, 1}));
    cases.push_back(f32_case(named("pad f32 ", size, " reflect"), Op::kPad, {n + 6, n + 6}, {n, n}, {}));
    cases.push_back(f32_case(named("tril f32 ", size, ""), Op::kTril, {n, n}, {n, n}, {}));
  }
  cases.push_back(f32_case("cat f32 1024 of 64x64 dim 0", Op::kCat, {1024 * 64, 64}, {1024, 64, 64}, {0}));
  cases.push_back(f32_case("cat f32 4 of 1048576x3 dim 1", Op::kCat, {1048576, 12}, {4, 1048576, 3}, {1}));
  cases.back().floor = kShortRows;
  return cases;
}

}  // namespace bench
