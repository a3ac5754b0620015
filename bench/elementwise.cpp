// Ops of two operands: contiguous in each level of the memory, broadcast, transposed, strided.
#include "families.h"

namespace bench {

namespace {

// The case to ← a op b. In `reads` an element counts once, however often it is used.
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
  for (const int64_t k : {2, 3, 4, 5, 7, 11, 16, 23}) {  // what a block of short rows costs beside one row
    const Sizes rows = {(int64_t{64} << 10) / k, k};
    const std::string name = "short rows add f32 [n," + std::to_string(k) + "] + ";
    const double read = bytes(rows[0] * k);
    cases.push_back(binary_case(name + "[" + std::to_string(k) + "]", Op::kAdd, f32(rows), f32(rows),
                                operand(rows, {0, 1}), read + bytes(k)));
    cases.push_back(
        binary_case(name + "[n,1]", Op::kAdd, f32(rows), f32(rows), operand(rows, {1, 0}), read + bytes(rows[0])));
  }
  // Dims of few elements, and more of them.
  for (const Sizes &sizes : {Sizes{420, 57}, Sizes{300, 16}, Sizes{48, 6, 38}, Sizes{24, 16, 30}, Sizes{38, 6, 8, 17},
                             Sizes{40, 6, 23, 13}}) {
    for (const ct_dtype dtype : {CT_UINT8, CT_FLOAT16, CT_FLOAT32, CT_FLOAT64, CT_COMPLEX128}) {
      Operand other = contiguous(dtype, sizes);
      int64_t apart = 1;
      for (size_t d = 0; d < sizes.size(); ++d) {
        other.strides[d] = apart;
        apart *= sizes[d];
      }
      const Operand straight = contiguous(dtype, sizes);
      cases.push_back(binary_case("add " + short_name(dtype) + " " + dims_text(sizes) + " in two orders", Op::kAdd,
                                  straight, straight, other, 2 * static_cast<double>(dense_bytes(straight))));
    }
  }
  return cases;
}

}  // namespace bench
