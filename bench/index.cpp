// What reads and writes by index and by mask. The limit moves the lines that a case touches, one after the other.
#include <algorithm>
#include <cmath>

#include "families.h"
#include "limit_loops.h"
#include "pool.h"

namespace bench {

namespace {

// The most bytes of cache lines that `count` pieces at random places of `whole` bytes can touch.
double touched(double whole, double count, double piece) {
  const double lines = std::ceil(piece / kLineBytes) * kLineBytes;
  return std::min(whole, count * lines);
}

// The same for `count` slices along a dim of a contiguous operand.
double touched_slices(const Operand &operand, size_t dim, int64_t count) {
  double outer = 1, inner = static_cast<double>(ct_dtype_size(operand.dtype));
  for (size_t d = 0; d < operand.sizes.size(); d++) {
    if (d < dim) outer *= static_cast<double>(operand.sizes[d]);
    if (d > dim) inner *= static_cast<double>(operand.sizes[d]);
  }
  return outer * touched(static_cast<double>(operand.sizes[dim]) * inner, static_cast<double>(count), inner);
}

double touched_elements(const Operand &operand, int64_t count) {
  return touched(static_cast<double>(dense_bytes(operand)), static_cast<double>(count), 1);
}

Case f32_case(const std::string &name, Op op, const Sizes &to, const Sizes &from, const Sizes &index, int64_t below,
              int32_t dim = 0) {
  return index_case(name, op, contiguous(CT_FLOAT32, to), contiguous(CT_FLOAT32, from), index, below, dim);
}

}  // namespace

Case index_case(const std::string &name, Op op, const Operand &to, const Operand &from, const Sizes &index,
                int64_t below, int32_t dim) {
  Case c;
  c.op = op;
  c.name = name;
  c.to = to;
  c.from = from;
  c.dims = {dim};
  c.below = below;
  c.index = contiguous(is_masked(op) ? CT_BOOL : CT_INT64, index);
  const int64_t count = numel(index);
  const auto along = static_cast<size_t>(dim);
  const auto source = static_cast<double>(dense_bytes(from));
  if (is_masked(op)) {
    int64_t selected = 0;
    for (int64_t i = 0; i < count; i++) selected += mask_at(i, below) ? 1 : 0;
    c.to.sizes = op == Op::kNonzero ? Sizes{selected, static_cast<int64_t>(index.size())} : Sizes{selected};
    c.to = contiguous(to.dtype, c.to.sizes);
    c.reads = op == Op::kNonzero ? 0 : touched_elements(from, selected);
    c.writes = static_cast<double>(dense_bytes(c.to));
  } else if (op == Op::kIndexAdd) {
    c.writes = touched_slices(to, along, std::min(count, below));
    c.reads = source + c.writes;
  } else if (op == Op::kScatterAdd) {
    c.writes = touched_elements(to, std::min(count, below));
    c.reads = source + c.writes;
  } else {
    c.reads = op == Op::kIndexSelect ? touched_slices(from, along, count) : touched_elements(from, count);
    c.writes = static_cast<double>(dense_bytes(to));
  }
  c.reads += static_cast<double>(dense_bytes(c.index));
  return c;
}

std::vector<Case> index_cases() {
  constexpr int64_t k64Ki = 64 << 10, kMi = 1 << 20;
  std::vector<Case> cases;
  const auto add = [&](const Case &c) { cases.push_back(c); };
  add(with(
      f32_case("index_select dim 0 f32 1048576x128 by 64Ki", Op::kIndexSelect, {k64Ki, 128}, {kMi, 128}, {k64Ki}, kMi),
      kGathered));
  add(f32_case("index_select dim 1 f32 1024x1024 by 512", Op::kIndexSelect, {1024, 512}, {1024, 1024}, {512}, 1024, 1));
  add(f32_case("index_add dim 0 f32 8192x128 by 64Ki", Op::kIndexAdd, {8192, 128}, {k64Ki, 128}, {k64Ki}, 8192));
  for (const int32_t dim : {0, 1}) {
    const std::string where = " dim " + std::to_string(dim) + " f32 1024x1024";
    add(f32_case("gather" + where, Op::kGather, {1024, 1024}, {1024, 1024}, {1024, 1024}, 1024, dim));
    add(f32_case("scatter_add" + where, Op::kScatterAdd, {1024, 1024}, {1024, 1024}, {1024, 1024}, 1024, dim));
  }
  struct Pair {
    int64_t size, count;
  };
  for (const Pair p : {Pair{4096, 4096}, Pair{k64Ki, kMi}, Pair{16 * kMi, 4 * kMi}}) {
    const std::string of = " f32 " + count_text(p.count) + " of " + count_text(p.size);
    add(f32_case("take" + of, Op::kTake, {p.count}, {p.size}, {p.count}, p.size));
    add(f32_case("gather" + of, Op::kGather, {p.count}, {p.size}, {p.count}, p.size));
    add(f32_case("scatter_add" + of, Op::kScatterAdd, {p.size}, {p.count}, {p.count}, p.size));
    add(f32_case("scatter_add into one" + of, Op::kScatterAdd, {p.size}, {p.count}, {p.count}, 1));
    add(f32_case("index_add" + of, Op::kIndexAdd, {p.size}, {p.count}, {p.count}, p.size));
  }
  for (const int64_t size : {k64Ki, 16 * kMi}) {
    for (const int64_t percent : {5, 50, 95}) {
      const std::string of = " " + std::to_string(percent) + "% of " + count_text(size);
      const Operand none = contiguous(CT_BOOL, {1});
      add(with(f32_case("masked_select f32" + of, Op::kMaskedSelect, {1}, {size}, {size}, percent), kMasked));
      add(with(index_case("nonzero bool" + of, Op::kNonzero, contiguous(CT_INT64, {1}), none, {size}, percent, 0),
               kMasked));
    }
  }
  return cases;
}

}  // namespace bench
