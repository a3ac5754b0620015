// Cases of a seed: layouts, dtypes and sizes that nobody chose, so that no kernel is made for them.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "families.h"
#include "limit_loops.h"

namespace bench {

namespace {

constexpr double kFewest = 4 << 10, kMost = 16 << 20;  // elements in memory
constexpr int kMostDims = 5;

// Draws the same numbers with every standard library.
class Draw {
 public:
  explicit Draw(uint64_t seed) : bits_(seed) {}

  double share() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }  // in [0, 1)
  bool chance(double probability) { return share() < probability; }
  int64_t below(int64_t n) { return static_cast<int64_t>(share() * static_cast<double>(n)); }
  template <class T>
  T one_of(const std::vector<T> &values) {
    return values[static_cast<size_t>(below(static_cast<int64_t>(values.size())))];
  }
  template <class T>
  void shuffle(std::vector<T> &values) {
    for (size_t i = values.size(); i > 1; i--) std::swap(values[i - 1], values[static_cast<size_t>(below(int64_t(i)))]);
  }

 private:
  std::mt19937_64 bits_;
};

// The logarithms of the number of elements, and of each dim's share of it, are uniformly distributed, so that short
// dims are common.
Sizes draw_sizes(Draw &draw) {
  const double count = kFewest * std::pow(kMost / kFewest, draw.share());
  std::vector<double> shares(static_cast<size_t>(1 + draw.below(kMostDims)));
  for (double &share : shares) share = 0.1 + draw.share();
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  Sizes sizes;
  for (const double share : shares) sizes.push_back(std::max<int64_t>(1, std::lround(std::pow(count, share / all))));
  return sizes;
}

Operand permuted(Draw &draw, ct_dtype dtype, const Sizes &sizes) {
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  draw.shuffle(order);
  Operand operand{dtype, sizes, Sizes(sizes.size()), 0};
  int64_t stride = 1;
  for (const size_t d : order) {
    operand.strides[d] = stride;
    stride *= sizes[d];
  }
  return operand;
}

// A part of the elements: a range of each dim, sometimes every second, third or fifth index, sometimes backwards.
Operand sliced(Draw &draw, Operand operand) {
  for (size_t d = 0; d < operand.sizes.size(); d++) {
    int64_t &size = operand.sizes[d], &stride = operand.strides[d];
    const int64_t begin = draw.below(std::max<int64_t>(1, size / 4)), step = draw.one_of<int64_t>({1, 1, 2, 3, 5});
    operand.offset += begin * stride;
    size = (size - begin + step - 1) / step;
    stride *= step;
    if (draw.chance(0.15)) {
      operand.offset += (size - 1) * stride;
      stride = -stride;
    }
  }
  return operand;
}

Operand any_layout(Draw &draw, ct_dtype dtype, const Sizes &sizes) {
  if (draw.chance(0.4)) return contiguous(dtype, sizes);
  Operand operand = permuted(draw, dtype, sizes);
  return draw.chance(0.3) ? sliced(draw, operand) : operand;
}

// The bytes of the cache lines that a call must read, or write. An element that is read more than once counts once.
double touched_bytes(const Operand &operand) {
  const int64_t width = ct_dtype_size(operand.dtype);
  int64_t count = 1, last = 0, nearest = kLineBytes;
  for (size_t d = 0; d < operand.sizes.size(); d++) {
    const int64_t apart = std::abs(operand.strides[d]);
    if (apart == 0 || operand.sizes[d] == 1) continue;
    count *= operand.sizes[d];
    last += (operand.sizes[d] - 1) * apart;
    nearest = std::min(nearest, apart);
  }
  return static_cast<double>(
      std::min(count * std::min(nearest * width, std::max(kLineBytes, width)), (last + 1) * width));
}

std::string strides_text(const Operand &operand) {
  std::string text;
  for (const int64_t stride : operand.strides) text += (text.empty() ? "[" : ",") + std::to_string(stride);
  return text + "]";
}

std::string layout_text(const Operand &operand) {
  return short_name(operand.dtype) + " " + dims_text(operand.sizes) + " " + strides_text(operand);
}

using Dtypes = std::vector<ct_dtype>;
bool is_float(ct_dtype dtype) { return dtype == CT_FLOAT16 || dtype == CT_FLOAT32 || dtype == CT_FLOAT64; }
const Dtypes &all_dtypes() {
  static const Dtypes dtypes = {CT_FLOAT32, CT_FLOAT64, CT_INT32, CT_INT64, CT_UINT8, CT_FLOAT16};
  return dtypes;
}

Case copied(const std::string &what, const Operand &from, ct_dtype to) {
  Case c = copy_case(what + layout_text(from), contiguous(to, from.sizes), from);
  c.reads = touched_bytes(from);
  return c;
}

Case draw_permute(Draw &draw) {
  const ct_dtype dtype = draw.one_of(all_dtypes());
  return copied("permute ", permuted(draw, dtype, draw_sizes(draw)), dtype);
}

Case draw_slice(Draw &draw) {
  const ct_dtype dtype = draw.one_of(all_dtypes());
  return copied("slice ", sliced(draw, contiguous(dtype, draw_sizes(draw))), dtype);
}

// A copy into a part of a permuted tensor.
Case draw_assign(Draw &draw) {
  const ct_dtype dtype = draw.one_of(all_dtypes());
  const Operand to = sliced(draw, permuted(draw, dtype, draw_sizes(draw)));
  const Operand from = draw.chance(0.5) ? contiguous(dtype, to.sizes) : permuted(draw, dtype, to.sizes);
  Case c = copy_case("assign " + layout_text(to) + " from " + strides_text(from), to, from);
  c.reads = touched_bytes(from);
  c.writes = touched_bytes(to);
  return c;
}

Case draw_cast(Draw &draw) {
  ct_dtype from, to;
  do {
    from = draw.one_of(all_dtypes());
    to = draw.one_of(all_dtypes());
  } while (from == to || (to == CT_FLOAT16 && (from == CT_INT32 || from == CT_INT64)));  // those do not fit
  return copied("cast to " + short_name(to) + " ", any_layout(draw, from, draw_sizes(draw)), to);
}

// Each operand has a layout of its own; the second one is sometimes broadcast along dims.
Case draw_elementwise(Draw &draw) {
  const Op op = draw.chance(0.5) ? Op::kAdd : Op::kMul;
  const ct_dtype dtype = draw.one_of(all_dtypes());
  const Operand first = any_layout(draw, dtype, draw_sizes(draw));
  Sizes sizes = first.sizes;
  if (draw.chance(0.5)) {
    for (int64_t &size : sizes) size = draw.chance(0.25) ? 1 : size;
  }
  Operand second = draw.chance(0.5) ? contiguous(dtype, sizes) : permuted(draw, dtype, sizes);
  for (size_t d = 0; d < sizes.size(); d++) second.strides[d] = sizes[d] == 1 ? 0 : second.strides[d];
  second.sizes = first.sizes;
  Case c = copied(std::string(op_name(op)) + " ", first, dtype);
  c.name += " and " + strides_text(second);
  c.op = op;
  c.reads += touched_bytes(second);
  c.second = second;
  c.second.offset += extent(first) / ct_dtype_size(dtype);
  return c;
}

std::string dims_name(Op op, const std::vector<int32_t> &dims) {
  std::string name = op_name(op);
  for (const int32_t dim : dims) name += (dim == dims[0] ? " dim " : ",") + std::to_string(dim);
  return name + (dims.empty() ? " every dim " : " ");
}

Case drawn_reduction(Op op, ct_dtype to, const Operand &from, const std::vector<int32_t> &dims) {
  Case c = reduce_case(dims_name(op, dims) + layout_text(from), op, to, from, dims);
  c.reads = touched_bytes(from);
  return c;
}

Case draw_reduce(Draw &draw) {
  const ct_dtype dtype = draw.one_of<ct_dtype>({CT_FLOAT32, CT_FLOAT32, CT_FLOAT64, CT_INT32, CT_UINT8, CT_FLOAT16});
  const Op op = draw.one_of<Op>(is_float(dtype) ? std::vector<Op>{Op::kSum, Op::kMean, Op::kAmax, Op::kVar}
                                                : std::vector<Op>{Op::kSum, Op::kAmax});
  const Operand from = any_layout(draw, dtype, draw_sizes(draw));
  std::vector<int32_t> dims(from.sizes.size());
  std::iota(dims.begin(), dims.end(), 0);
  draw.shuffle(dims);
  dims.resize(static_cast<size_t>(1 + draw.below(static_cast<int64_t>(dims.size()))));
  std::sort(dims.begin(), dims.end());
  return drawn_reduction(op, op == Op::kSum && !is_float(dtype) ? static_cast<ct_dtype>(CT_INT64) : dtype, from, dims);
}

Case draw_scan(Draw &draw) {
  const ct_dtype dtype = draw.one_of<ct_dtype>({CT_FLOAT32, CT_FLOAT32, CT_FLOAT64, CT_INT32, CT_UINT8});
  const Operand from = any_layout(draw, dtype, draw_sizes(draw));
  const auto dim = static_cast<int32_t>(draw.below(static_cast<int64_t>(from.sizes.size())));
  Case c = copied(dims_name(Op::kCumsum, {dim}), from, is_float(dtype) ? dtype : static_cast<ct_dtype>(CT_INT64));
  c.op = Op::kCumsum;
  c.dims = {dim};
  return c;
}

Case draw_argreduce(Draw &draw) {
  const Operand from = any_layout(draw, draw.one_of(all_dtypes()), draw_sizes(draw));
  std::vector<int32_t> dims;
  if (draw.chance(0.7)) dims = {static_cast<int32_t>(draw.below(static_cast<int64_t>(from.sizes.size())))};
  return drawn_reduction(Op::kArgmax, CT_INT64, from, dims);
}

// ---- what joins, rearranges and indexes ----

Operand dense(Draw &draw, ct_dtype dtype, const Sizes &sizes) {
  return draw.chance(0.6) ? contiguous(dtype, sizes) : permuted(draw, dtype, sizes);
}

int32_t draw_dim(Draw &draw, const Sizes &sizes) {
  return static_cast<int32_t>(draw.below(static_cast<int64_t>(sizes.size())));
}

Case moved(Op op, const Sizes &to, const Operand &from, const std::vector<int32_t> &dims) {
  std::string name = dims_name(op, dims);
  if (dims.empty()) name = std::string(op_name(op)) + " ";
  return moving_case(name + layout_text(from) + " to " + dims_text(to), op, contiguous(from.dtype, to), from, dims);
}

// Two to nine tensors of one size.
template <Op op>
Case draw_join(Draw &draw) {
  const ct_dtype dtype = draw.one_of(all_dtypes());
  Sizes each = draw_sizes(draw), to = each;
  const int64_t parts = 2 + draw.below(8);
  const auto dim =
      op == Op::kStack ? static_cast<int32_t>(draw.below(static_cast<int64_t>(each.size()) + 1)) : draw_dim(draw, each);
  if (op == Op::kStack) {
    to.insert(to.begin() + dim, parts);
  } else {
    to[static_cast<size_t>(dim)] *= parts;
  }
  Operand from = dense(draw, dtype, each);
  from.strides.insert(from.strides.begin(), numel(each));
  from.sizes.insert(from.sizes.begin(), parts);
  return moved(op, to, from, {dim});
}

Case draw_repeat(Draw &draw) {
  const Operand from = dense(draw, draw.one_of(all_dtypes()), draw_sizes(draw));
  Sizes to = from.sizes;
  for (int64_t &size : to) size *= draw.one_of<int64_t>({1, 1, 2, 3});
  return moved(Op::kRepeat, to, from, {});
}

Case draw_roll(Draw &draw) {
  const Operand from = dense(draw, draw.one_of(all_dtypes()), draw_sizes(draw));
  std::vector<int32_t> dims;
  for (size_t d = 0; d < from.sizes.size(); d++) {
    if (draw.chance(0.6)) dims.push_back(static_cast<int32_t>(d));
  }
  if (dims.empty()) dims.push_back(draw_dim(draw, from.sizes));
  return moved(Op::kRoll, from.sizes, from, dims);
}

// A mirrored frame: PyTorch has one for three dims at most.
Case draw_pad(Draw &draw) {
  Sizes sizes;
  do {
    sizes = draw_sizes(draw);
  } while (sizes.size() > 3);
  const Operand from = dense(draw, draw.one_of(all_dtypes()), sizes);
  for (int64_t &size : sizes) size += 2 * draw.below(std::min<int64_t>(size, 5));
  return moved(Op::kPad, sizes, from, {});
}

Case draw_tril(Draw &draw) {
  Sizes sizes;
  do {
    sizes = draw_sizes(draw);
  } while (sizes.size() < 2);
  return moved(Op::kTril, sizes, dense(draw, draw.one_of(all_dtypes()), sizes), {});
}

Case indexed(Op op, const Operand &to, const Operand &from, const Sizes &index, int64_t below, int32_t dim) {
  const Operand &t = op == Op::kIndexAdd || op == Op::kScatterAdd ? to : from;
  const std::string where = op == Op::kTake || is_masked(op) ? std::string(op_name(op)) + " " : dims_name(op, {dim});
  const std::string by = " by " + dims_text(index) + " below " + std::to_string(below);
  return index_case(where + (op == Op::kNonzero ? "" : layout_text(t)) + by, op, to, from, index, below, dim);
}

// Draws t and another size for one of its dims.
template <Op op>
Case draw_slices(Draw &draw) {
  const ct_dtype dtype = draw.one_of(all_dtypes());
  const Sizes sizes = draw_sizes(draw);
  const int32_t dim = draw_dim(draw, sizes);
  const int64_t size = sizes[static_cast<size_t>(dim)];
  Sizes by = sizes;
  by[static_cast<size_t>(dim)] = 1 + draw.below(2 * size);
  const Sizes index = op == Op::kIndexSelect || op == Op::kIndexAdd ? Sizes{by[static_cast<size_t>(dim)]} : by;
  if (op == Op::kIndexSelect || op == Op::kGather) {
    return indexed(op, contiguous(dtype, by), dense(draw, dtype, sizes), index, size, dim);
  }
  const ct_dtype summed = dtype == CT_FLOAT16 ? static_cast<ct_dtype>(CT_FLOAT32) : dtype;
  const int64_t below = draw.chance(0.2) ? std::min<int64_t>(size, 3) : size;
  return indexed(op, contiguous(summed, sizes), dense(draw, summed, by), index, below, dim);
}

Case draw_take(Draw &draw) {
  const Operand from = dense(draw, draw.one_of(all_dtypes()), draw_sizes(draw));
  const Sizes by = draw_sizes(draw);
  return indexed(Op::kTake, contiguous(from.dtype, by), from, by, numel(from.sizes), 0);
}

template <Op op>
Case draw_masked(Draw &draw) {
  const Operand from = contiguous(draw.one_of(all_dtypes()), draw_sizes(draw));
  const ct_dtype to = op == Op::kNonzero ? static_cast<ct_dtype>(CT_INT64) : from.dtype;
  return indexed(op, contiguous(to, {1}), op == Op::kNonzero ? contiguous(CT_BOOL, {1}) : from, from.sizes,
                 1 + draw.below(99), 0);
}

// Whether a slice has enough elements left, and the call does something that a plain copy of all bytes does not.
bool is_wanted(const Case &c) {
  if (moves(c.op) || indexes(c.op)) return c.reads + c.writes < 4 * kMost * 8;
  if (static_cast<double>(numel(c.from.sizes)) < kFewest) return false;
  if (is_reduction(c.op)) return numel(c.to.sizes) < numel(c.from.sizes);
  return c.op != Op::kCopy || c.to.dtype != c.from.dtype || c.from.strides != c.to.strides;
}

}  // namespace

std::vector<Case> random_cases(uint64_t seed, int count) {
  struct Group {
    const char *name;
    Case (*draw)(Draw &draw);
  };
  std::vector<Case> cases;
  for (const Group &group : {Group{"permute", draw_permute},
                             Group{"slice", draw_slice},
                             Group{"assign", draw_assign},
                             Group{"cast", draw_cast},
                             Group{"elementwise", draw_elementwise},
                             Group{"reduce", draw_reduce},
                             Group{"scan", draw_scan},
                             Group{"argreduce", draw_argreduce},
                             Group{"cat", draw_join<Op::kCat>},
                             Group{"stack", draw_join<Op::kStack>},
                             Group{"repeat", draw_repeat},
                             Group{"roll", draw_roll},
                             Group{"pad", draw_pad},
                             Group{"tril", draw_tril},
                             Group{"index_select", draw_slices<Op::kIndexSelect>},
                             Group{"gather", draw_slices<Op::kGather>},
                             Group{"take", draw_take},
                             Group{"index_add", draw_slices<Op::kIndexAdd>},
                             Group{"scatter_add", draw_slices<Op::kScatterAdd>},
                             Group{"masked_select", draw_masked<Op::kMaskedSelect>},
                             Group{"nonzero", draw_masked<Op::kNonzero>}}) {
    Draw draw(seed);  // groups do not depend on each other
    for (int n = 0; n < count;) {
      Case c = group.draw(draw);
      if (!is_wanted(c)) continue;
      c.family = std::string("random ") + group.name;
      cases.push_back(c);
      n++;
    }
  }
  return cases;
}

}  // namespace bench
