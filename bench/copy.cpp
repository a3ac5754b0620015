// Contiguous copies of every size, fills, random numbers, and copies of strided, flipped and expanded inputs.
#include "families.h"
#include "pool.h"

namespace bench {

namespace {

Case fill_case(ct_dtype dtype, int64_t count) {
  Case c;
  c.name = "fill " + short_name(dtype) + " " + count_text(count);
  c.op = Op::kFill;
  c.to = c.from = contiguous(dtype, {count});
  c.writes = static_cast<double>(dense_bytes(c.to));
  c.floor = kContiguous;
  return c;
}

Case drawn_case(Op op, ct_dtype dtype, int64_t count) {
  Case c = fill_case(dtype, count);
  c.name = std::string(op_name(op)) + " " + short_name(dtype) + " " + count_text(count);
  c.op = op;
  c.floor = Floor{};
  return c;
}

// The case reads every line of every second row, although it wants half of the elements.
Case every_second(int64_t n) {
  Operand from{CT_FLOAT32, {n / 2, n / 2}, {2 * n, 2}, 0};
  Case c = copy_case("copy f32 " + dims_text({n, n}) + "[::2,::2]", contiguous(CT_FLOAT32, from.sizes), from);
  c.reads *= 2;
  return c;
}

}  // namespace

std::vector<Case> copy_cases() {
  std::vector<Case> cases;
  for (int64_t count : {int64_t{2} << 10, int64_t{48} << 10, int64_t{1} << 20, int64_t{64} << 20}) {
    const Operand operand = contiguous(CT_FLOAT32, {count});
    const std::string name = "copy f32 " + count_text(count);
    cases.push_back(with(copy_case(name, operand, operand), kContiguous));
    cases.push_back(with(cases.back(), Memory::kFresh));
    if (*level(cases.back().writes * 2) != 'D') {
      cases.push_back(with(copy_case(name, operand, operand), Memory::kCold));
    }
  }
  for (ct_dtype dtype : {CT_UINT8, CT_FLOAT64}) {
    const Operand operand = contiguous(dtype, {(int64_t{128} << 20) / ct_dtype_size(dtype)});
    cases.push_back(with(copy_case("copy " + short_name(dtype) + " " + count_text(operand.sizes[0]), operand, operand),
                         kContiguous));
  }
  for (int64_t count : {int64_t{48} << 10, int64_t{1} << 20, int64_t{64} << 20}) {
    cases.push_back(fill_case(CT_FLOAT32, count));
  }
  for (int64_t count : {int64_t{48} << 10, int64_t{16} << 20}) {
    for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
      cases.push_back(drawn_case(Op::kUniform, dtype, count));
      cases.push_back(drawn_case(Op::kNormal, dtype, count));
    }
  }

  constexpr int64_t n = 4096;
  cases.push_back(with(every_second(n), kStrided));
  const Sizes square = {n, n};
  const Operand dense = contiguous(CT_FLOAT32, square);
  cases.push_back(copy_case("copy f32 4096x4096 flipped rows", dense, {CT_FLOAT32, square, {-n, 1}, (n - 1) * n}));
  cases.push_back(copy_case("copy f32 4096x4096 flipped both", dense, {CT_FLOAT32, square, {-n, -1}, n * n - 1}));
  cases.push_back(copy_case("copy f32 4096 expanded 4096x4096", dense, {CT_FLOAT32, square, {0, 1}, 0}));
  cases.back().reads = n * sizeof(float);
  cases.push_back(copy_case("copy f32 4096x1 expanded 4096x4096", dense, {CT_FLOAT32, square, {1, 0}, 0}));
  cases.back().reads = n * sizeof(float);
  return cases;
}

}  // namespace bench
