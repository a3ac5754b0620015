// Ops of two operands: contiguous in each level of the memory, broadcast, transposed, strided.
#include "families.h"

namespace bench {

namespace {

// to ← a op b. An element counts once in `reads`, however often it is used.
Case binary_case(const std::string &name, Op op, const Operand &to, const Operand &a, const Operand &b, double reads) {
  Case c;
  c.name = name;
  c.op = op;
  c.to = to;
  c.from = a;
  c.second = b;
  c.second.offset += extent(a) / ct_dtype_size(a.dtype);
  c.reads = reads;
  c.writes = static_cast<double>(dense_bytes(to));
  return c;
}

constexpr Floor kBroadcast = floor_everywhere(0.60, 0.60), kTransposed = {0.60, 0.60, Floor::Where::kByLevel};

}  // namespace

std::vector<Case> elementwise_cases() {
  std::vector<Case> cases;
  const auto operand = [](const Sizes &sizes, const Sizes &strides) { return Operand{CT_FLOAT32, sizes, strides, 0}; };
  const auto f32 = [](const Sizes &sizes) { return contiguous(CT_FLOAT32, sizes); };
  const auto bytes = [](int64_t count) { return static_cast<double>(4 * count); };
  for (int64_t kib : {1, 16, 64, 256, 1024, 4096, 32768}) {
    const int64_t count = kib << 10;
    Case c = binary_case("add f32 " + count_text(count), Op::kAdd, f32({count}), f32({count}), f32({count}),
                         bytes(2 * count));
    cases.push_back(kib == 1 ? c : with(c, kContiguous));
  }
  const Sizes cube = {64, 64, 64}, large = {4096, 4096}, square = {2048, 2048};
  cases.push_back(with(binary_case("add f32 64x1x64 + 1x64x1", Op::kAdd, f32(cube), operand(cube, {64, 0, 1}),
                                   operand(cube, {0, 1, 0}), bytes(64 * 64 + 64)),
                       kBroadcast));
  cases.push_back(with(binary_case("add f32 4096x4096 + 4096", Op::kAdd, f32(large), f32(large), operand(large, {0, 1}),
                                   bytes(4096 * 4097)),
                       kContiguous));
  cases.push_back(with(binary_case("add f32 4096x4096 + 4096x1", Op::kAdd, f32(large), f32(large),
                                   operand(large, {1, 0}), bytes(4096 * 4097)),
                       kContiguous));
  cases.push_back(with(binary_case("mul f32 2048x2048 by one transposed", Op::kMul, f32(square), f32(square),
                                   operand(square, {1, 2048}), bytes(2 * 2048 * 2048)),
                       kTransposed));
  constexpr int64_t count = 1000000;  // steps of 2 and 4 elements touch every line
  Case strided = binary_case("add f32 every 4th + number to every 2nd 1000000", Op::kAdd, operand({count}, {2}),
                             operand({count}, {4}), operand({count}, {0}), bytes(4 * count));
  strided.writes *= 2;
  cases.push_back(with(strided, kStrided));
  return cases;
}

}  // namespace bench
