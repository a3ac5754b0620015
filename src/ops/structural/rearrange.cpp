// repeat, roll and pad: boxes of the output, each with the part of the input that goes there.
#include "ops/structural/rearrange.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "kernels/tuning.h"
#include "ops/structural/boxes.h"
#include "ops/structural/copy.h"
#include "ops/structural/output_of.h"
#include "runtime/error.h"
#include "runtime/threads.h"
#include "tensor/steps.h"
#include "tensor/views.h"

namespace ct {

namespace {

// Consecutive indices of an output's dim, and the input's index for the first of them; from one to the next, that moves
// by `step`.
struct Stretch {
  int64_t to, size, from, step;
};

// The stretches of a dim: at most three, none of them empty.
struct Stretches {
  Stretch parts[3];
  int64_t count = 0;

  void add(int64_t to, int64_t size, int64_t from, int64_t step) {
    if (size > 0) parts[count++] = {to, size, from, step};
  }
};

// Every combination of a stretch for each dim is a box.
class Grid {
 public:
  explicit Grid(int32_t ndim) : dims_(static_cast<int64_t>(ndim)) {}

  Stretches &operator[](int32_t d) { return dims_[d]; }

  void copy(Tensor &out, const Tensor &t) const { copy_from(&t, t, out); }
  // From elements of the output that are there already.
  void copy_within(Tensor &out) const { copy_from(nullptr, out, out); }

 private:
  // source: as Box has it.
  void copy_from(const Tensor *source, const Tensor &t, Tensor &out) const {
    int64_t count = 1;
    for (const Stretches &dim : dims_) count *= dim.count;
    const auto numel = [&](int64_t index) {
      int64_t numel = 1;
      each(index, [&](int32_t, const Stretch &part) { numel *= part.size; });
      return numel;
    };
    const auto describe = [&](int64_t index, Box &box) {
      box.begin(out.data(), t.data(), t.dtype(), source);
      each(index, [&](int32_t d, const Stretch &part) {
        const int64_t to = step_along(out, d), from = step_along(t, d);
        box.data[0] += part.to * to;
        box.data[1] += part.from * from;
        box.add(part.size, to, part.step * from);
      });
    };
    copy_boxes(out, {count, numel, describe});
  }

  // The last dim changes fastest, so that boxes follow one another in memory.
  template <class Visit>
  void each(int64_t index, Visit visit) const {
    for (auto d = static_cast<int32_t>(dims_.size()) - 1; d >= 0; --d) {
      visit(d, dims_[d].parts[index % dims_[d].count]);
      index /= dims_[d].count;
    }
  }

  SmallVec<Stretches, 6> dims_;
};

// ---- repeat ----

struct Repeat : OneInput {
  const Dims repeats;

  void meta(Output &output) {
    const auto ndim = static_cast<int64_t>(check_ndim(static_cast<int64_t>(repeats.size())));
    if (ndim < input.ndim()) {
      fail(CT_ERROR_SHAPE, "repeat: the number of repeats (", ndim,
           ") can not be smaller than the number of dimensions of the tensor (", input.ndim(), "), repeats ", repeats,
           ", sizes ", input.sizes());
    }
    DimVec sizes(repeats);
    for (int64_t d = 0; d < ndim; ++d) {
      if (repeats[d] < 0) fail(CT_ERROR_SHAPE, "repeat: repeats must not be negative, got ", repeats);
      if (__builtin_mul_overflow(repeats[d], size_of(d), &sizes[d])) {
        fail(CT_ERROR_SHAPE, "repeat: sizes ", input.sizes(), " overflow when repeated ", repeats, " times");
      }
    }
    set_contiguous_apart(output, sizes, input);
  }

  // Short rows are repeated along one dim at a time, from the last one on. What the dims before have made is copied, so
  // rows grow, and an input in another order is read once.
  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta()) return;
    const CopiesInTurn in_turn(out);
    int64_t d = first_alone(out);
    repeat_from(out, d);
    while (d-- > 0) repeat_along(out, d);
  }

 private:
  // The dims from this one on are repeated at once.
  int64_t first_alone(const Tensor &out) const {
    const int64_t ndim = out.ndim();
    int64_t row = out.itemsize();  // bytes that lie side by side in the output, and in the input
    int64_t d = ndim - 1;
    bool is_turned = false;
    for (; d >= 0; row *= size_of(d--)) {
      is_turned |= size_of(d) != 1 && (step_along(out, d) != row || in_step(d) != row);
      if (repeats[d] != 1) break;
    }
    if (d < 0) return 0;
    row *= size_of(d);
    if (is_turned) return d == ndim - 1 && size_of(d) >= kLeastTurnedTile ? d : ndim;
    return row >= kNonTemporalRow ? 0 : d;
  }

  // Fills the first elements along the dims before `first`, as many as the input has, and all along the others.
  void repeat_from(Tensor &out, int64_t first) const {
    int64_t numel = input.numel();
    for (int64_t d = first; d < out.ndim(); ++d) numel *= repeats[d];
    copy_box(out, numel, [&](Box &box) {
      box.begin(out.data(), input);
      for (auto d = static_cast<int64_t>(out.ndim()) - 1; d >= 0; --d) {
        const int64_t to = step_along(out, d);
        box.add(size_of(d), to, in_step(d));
        if (d >= first) box.add(repeats[d], to * size_of(d), 0);
      }
    });
  }

  // Goes on along dim d, where the first elements are there.
  void repeat_along(Tensor &out, int64_t d) const {
    if (repeats[d] <= 1 || out.numel() == 0) return;
    const int64_t step = step_along(out, d), tile = step * size_of(d);
    int64_t numel = (repeats[d] - 1) * input.numel();
    for (int64_t after = d + 1; after < out.ndim(); ++after) numel *= repeats[after];
    copy_box(out, numel, [&](Box &box) {
      box.begin(out.data() + tile, out.data(), out.dtype(), nullptr);
      for (auto k = static_cast<int64_t>(out.ndim()) - 1; k >= 0; --k) {
        box.add(k > d ? out.sizes()[k] : size_of(k), step_along(out, k), step_along(out, k));
      }
      box.add(repeats[d] - 1, tile, 0);
    });
  }

  int64_t in_step(int64_t d) const { return d >= missing() ? step_along(input, d - missing()) : 0; }
  int64_t missing() const { return static_cast<int64_t>(repeats.size()) - input.ndim(); }
  int64_t size_of(int64_t d) const { return d >= missing() ? input.sizes()[d - missing()] : 1; }
};

// ---- roll ----

struct Roll : OneInput {
  const Dims shifts;
  const std::span<const int32_t> dims;
  DimVec by{};  // for each dim, from 0 to less than its size

  void meta(Output &output) {
    if (shifts.empty() || shifts.size() != dims.size()) {
      fail(CT_ERROR_SHAPE, "roll: shifts and dimensions must align. shifts: ", static_cast<int64_t>(shifts.size()),
           ", dims: ", static_cast<int64_t>(dims.size()));
    }
    by.resize(std::max(input.ndim(), 1), 0);
    for (size_t i = 0; i < dims.size(); ++i) {
      const int32_t d = wrap_dim(dims[i], input.ndim());
      const int64_t size = input.ndim() == 0 ? 1 : input.sizes()[d];
      if (size == 0) continue;
      by[d] = (by[d] + (shifts[i] % size + size) % size) % size;
    }
    set_like_apart(output, input.sizes(), input);
  }

  void impl(Output &output) {
    Grid grid(input.ndim());
    for (int32_t d = 0; d < input.ndim(); ++d) {
      const int64_t size = input.sizes()[d];
      grid[d].add(0, by[d], size - by[d], 1);
      grid[d].add(by[d], size - by[d], 0, 1);
    }
    grid.copy(output.get(), input);
  }
};

// All elements in row-major order, as one dim; the output is contiguous.
struct RollAll : OneInput {
  const int64_t shift;
  Ref<Tensor> flat{};

  void meta(Output &output) {
    set_contiguous_apart(output, input.sizes(), input);
    output.compute_contiguous();
    if (!output.get().is_meta()) flat = contiguous(input, MemoryFormat::Contiguous);
  }

  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const int64_t size = out.numel(), itemsize = out.itemsize(), by = (shift % size + size) % size;
    const auto numel = [&](int64_t i) { return i == 0 ? by : size - by; };
    const auto describe = [&](int64_t i, Box &box) {
      box.begin(out.data() + (i == 0 ? 0 : by * itemsize), *flat);
      box.data[1] += i == 0 ? (size - by) * itemsize : 0;
      box.add(numel(i), itemsize, itemsize);
    };
    copy_boxes(out, {2, numel, describe});
  }
};

// ---- pad ----

struct Pad : OneInput {
  const Dims padding;
  const PadMode mode;
  const ct_scalar *const value;
  alignas(16) char element[16]{};  // what a constant frame is filled with

  void meta(Output &output) {
    const auto count = static_cast<int64_t>(padding.size());
    if (count % 2 != 0) fail(CT_ERROR_INVALID, "pad: the length of padding must be even, got ", count);
    if (count / 2 > input.ndim()) {
      fail(CT_ERROR_SHAPE, "pad: padding of ", count / 2, " dims is too long for a tensor of ", input.ndim(),
           " dims, padding ", padding);
    }
    if (mode == PadMode::Constant) {
      const Scalar given = value == nullptr ? Scalar::of(int64_t{0}) : Scalar::from_api(value, "value");
      check_fits(given, input.dtype());
      store_scalar(given, input.dtype(), element);
    } else if (value != nullptr) {
      fail(CT_ERROR_INVALID, "pad: mode \"", mode_name(), "\" doesn't take in value argument");
    }
    DimVec sizes(input.sizes());
    for (int32_t d = 0; d < input.ndim(); ++d) {
      check_dim(d);
      if (__builtin_add_overflow(sizes[d], before(d), &sizes[d]) ||
          __builtin_add_overflow(sizes[d], after(d), &sizes[d])) {
        fail(CT_ERROR_SHAPE, "pad: the size of dim ", d, " overflows, sizes ", input.sizes(), ", padding ", padding);
      }
      if (sizes[d] < 0) {
        fail(CT_ERROR_SHAPE, "pad: the input size ", input.sizes()[d], ", plus negative padding ", before(d), " and ",
             after(d), " resulted in a negative output size, dim ", d);
      }
    }
    if (mode != PadMode::Constant && input.numel() == 0 && checked_numel(sizes) != 0) {
      fail(CT_ERROR_SHAPE, "pad: mode \"", mode_name(), "\" has nothing to take, sizes ", input.sizes(), ", padding ",
           padding);
    }
    set_like_apart(output, sizes, input);
  }

  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const CopiesInTurn in_turn(out);
    if (mode == PadMode::Constant) return frame(out);
    if (std::ranges::none_of(padding, [](int64_t width) { return width < 0; })) return surround(out);
    Grid grid(out.ndim());
    for (int32_t d = 0; d < out.ndim(); ++d) grid[d] = stretches(d, out.sizes()[d]);
    grid.copy(out, input);
  }

 private:
  int64_t padding_of(int32_t d, size_t side) const {
    const auto at = static_cast<size_t>(input.ndim() - 1 - d) * 2 + side;
    return at < padding.size() ? padding[at] : 0;
  }
  int64_t before(int32_t d) const { return padding_of(d, 0); }
  int64_t after(int32_t d) const { return padding_of(d, 1); }

  const char *mode_name() const {
    constexpr const char *names[] = {"constant", "reflect", "replicate", "circular"};
    return names[static_cast<int>(mode)];
  }

  void check_dim(int32_t d) const {
    const int64_t size = input.sizes()[d], most = std::max(before(d), after(d));
    if (mode == PadMode::Reflect && most > 0 && most >= size) {
      fail(CT_ERROR_SHAPE, "pad: padding size should be less than the corresponding input dimension, but got padding (",
           before(d), ", ", after(d), ") at dimension ", d, " of input ", input.sizes());
    }
    if (mode == PadMode::Circular && most > 0 && most > size) {
      fail(CT_ERROR_SHAPE, "pad: padding value causes wrapping around more than once, got (", before(d), ", ", after(d),
           ") at dimension ", d, " of input ", input.sizes());
    }
  }

  // The output's index x + before(d) reads index x of an input that is continued beyond both ends.
  Stretches stretches(int32_t d, int64_t out_size) const {
    const int64_t size = input.sizes()[d], first = -before(d), end = first + out_size;
    const int64_t step = mode == PadMode::Reflect ? -1 : mode == PadMode::Replicate ? 0 : 1;
    const auto outside = [&](int64_t x) {
      if (mode == PadMode::Replicate) return x < 0 ? int64_t{0} : size - 1;
      if (mode == PadMode::Circular) return x < 0 ? x + size : x - size;
      return x < 0 ? -x : 2 * (size - 1) - x;
    };
    const int64_t left_end = std::min<int64_t>(end, 0), begin = std::max<int64_t>(first, 0);
    const int64_t middle_end = std::min(end, size), right = std::max(first, size);
    Stretches all;
    if (left_end > first) all.add(0, left_end - first, outside(first), step);
    all.add(begin - first, middle_end - begin, begin, 1);
    if (end > right) all.add(right - first, end - right, outside(right), step);
    return all;
  }

  // Goes on beyond the input's ends along one dim after the other, the nearest in memory first. Along that one elements
  // come from the input; along the others, what the output already has is copied in whole rows. Where that is more than
  // a core's own cache holds, and several dims lie within the outermost one, slabs of that go through those dims first.
  void surround(Tensor &out) const {
    SmallVec<int32_t, 6> dims;
    for (int32_t d = 0; d < out.ndim(); ++d) {
      if (before(d) + after(d) > 0) dims.push_back(d);
    }
    const auto step = [&](int32_t d) { return std::abs(step_along(out, d)); };
    std::ranges::sort(dims, {}, step);
    int32_t outermost = 0;
    for (int32_t d = 1; d < out.ndim(); ++d) outermost = step(d) > step(outermost) ? d : outermost;
    const bool is_padded = !dims.empty() && dims.back() == outermost;
    const int64_t inner = dims.size() - (is_padded ? 1 : 0);
    Grid grid(out.ndim());
    if (inner < 2 || out.numel() * out.itemsize() <= kOwnCacheBytes) {
      lay_middle(grid);
      return go_on(grid, out, {dims.data(), static_cast<size_t>(dims.size())});
    }
    const int64_t size = input.sizes()[outermost], row = out.numel() / out.sizes()[outermost] * out.itemsize();
    const int64_t rows = std::max<int64_t>(num_threads() * kOwnCacheBytes / row, 1);
    for (int64_t first = 0; first < size; first += rows) {
      lay_middle(grid);
      grid[outermost] = {};
      grid[outermost].add(before(outermost) + first, std::min(rows, size - first), first, 1);
      go_on(grid, out, {dims.data(), static_cast<size_t>(inner)});
    }
    if (is_padded) go_on_within(grid, out, outermost);
  }

  void lay_middle(Grid &grid) const {
    for (int32_t d = 0; d < input.ndim(); ++d) {
      grid[d] = {};
      grid[d].add(before(d), input.sizes()[d], 0, 1);
    }
  }
  // dims: the nearest first. The grid is left with all of the output along them.
  void go_on(Grid &grid, Tensor &out, std::span<const int32_t> dims) const {
    if (!dims.empty()) grid[dims[0]] = stretches(dims[0], out.sizes()[dims[0]]);
    grid.copy(out, input);
    for (int32_t d = 0; d < out.ndim(); ++d) grid[d].parts[0].from = grid[d].parts[0].to;
    if (dims.empty()) return;
    lay_whole(grid, out, dims[0]);
    for (const int32_t d : dims.subspan(1)) go_on_within(grid, out, d);
  }
  void go_on_within(Grid &grid, Tensor &out, int32_t d) const {
    const Stretches all = stretches(d, out.sizes()[d]);
    grid[d] = {};
    for (int64_t k = 0; k < all.count; ++k) {
      const Stretch &part = all.parts[k];
      if (part.to != before(d)) grid[d].add(part.to, part.size, part.from + before(d), part.step);
    }
    grid.copy_within(out);
    lay_whole(grid, out, d);
  }
  static void lay_whole(Grid &grid, const Tensor &out, int32_t d) {
    grid[d] = {};
    grid[d].add(0, out.sizes()[d], 0, 1);
  }

  // First the input in the middle, then two slabs around it for each dim. A slab is whole along later dims, and as wide
  // as the middle along earlier ones. The slabs of the last dim come on either side of the middle, as they do in the
  // output's rows.
  void frame(Tensor &out) const {
    const auto ndim = static_cast<int64_t>(out.ndim()), in_middle = std::max<int64_t>(2 * ndim - 1, 0);
    SmallVec<Stretch, 6> middle;
    for (int32_t d = 0; d < ndim; ++d) {
      const int64_t first = std::max<int64_t>(before(d), 0);
      const int64_t last = std::max(out.sizes()[d] - std::max<int64_t>(after(d), 0), first);
      middle.push_back({std::min(first, out.sizes()[d]), 0, std::max<int64_t>(-before(d), 0), 1});
      middle.back().size = std::max<int64_t>(std::min(last, out.sizes()[d]) - middle.back().to, 0);
    }
    const auto each = [&](int64_t index, auto visit) {  // visit(d, to, size)
      const int64_t slab = index < in_middle ? index : index - 1;
      for (int64_t d = ndim - 1; d >= 0; --d) {
        const Stretch &mid = middle[d];
        if (index != in_middle && d > slab / 2) {
          visit(d, int64_t{0}, out.sizes()[d]);
        } else if (index != in_middle && d == slab / 2) {
          const int64_t end = mid.to + mid.size;
          slab % 2 == 0 ? visit(d, int64_t{0}, mid.to) : visit(d, end, out.sizes()[d] - end);
        } else {
          visit(d, mid.to, mid.size);
        }
      }
    };
    const auto numel = [&](int64_t index) {
      int64_t numel = 1;
      each(index, [&](int64_t, int64_t, int64_t size) { numel *= size; });
      return numel;
    };
    const auto describe = [&](int64_t index, Box &box) {
      const bool is_frame = index != in_middle;
      if (is_frame) {
        box.begin(out.data(), element, out.dtype(), nullptr);
      } else {
        box.begin(out.data(), input);
      }
      each(index, [&](int64_t d, int64_t to, int64_t size) {
        const int64_t stride = step_along(out, d);
        const int64_t from = is_frame ? 0 : step_along(input, d);
        box.data[0] += to * stride;
        if (!is_frame) box.data[1] += middle[d].from * from;
        box.add(size, stride, from);
      });
    };
    if (!fills_first(out, numel(in_middle))) return copy_boxes(out, {2 * ndim + 1, numel, describe});
    copy_box(out, out.numel(), [&](Box &box) {
      box.begin(out.data(), element, out.dtype(), nullptr);
      for (auto d = static_cast<int32_t>(ndim); d-- > 0;) box.add(out.sizes()[d], step_along(out, d), 0);
    });
    const auto of_middle = [&](int64_t) { return numel(in_middle); };
    copy_boxes(out, {1, of_middle, [&](int64_t, Box &box) { describe(in_middle, box); }});
  }

  // Whether it is cheaper to fill all of the output at first: its rows are short, and much of it is the frame.
  bool fills_first(const Tensor &out, int64_t of_middle) const {
    const int64_t d = nearest_dim(out.sizes(), out.strides());
    return d >= 0 && (out.numel() - of_middle) * kLargeFrame >= out.numel() &&
           out.sizes()[static_cast<size_t>(d)] * out.itemsize() < kShortFramedRow;
  }
};

}  // namespace

Ref<Tensor> repeat(const Tensor &t, Dims repeats) { return functional(Repeat{{t}, repeats}); }
void repeat_into(const Tensor &t, Dims repeats, Tensor &out) { into(Repeat{{t}, repeats}, out); }

Ref<Tensor> roll(const Tensor &t, Dims shifts, NamedDims dims) {
  if (dims.has_value()) return functional(Roll{{t}, shifts, *dims});
  if (shifts.size() != 1) fail(CT_ERROR_SHAPE, "roll: without dims there is one shift, got ", shifts);
  return functional(RollAll{{t}, shifts[0]});
}
void roll_into(const Tensor &t, Dims shifts, NamedDims dims, Tensor &out) {
  if (dims.has_value()) return into(Roll{{t}, shifts, *dims}, out);
  if (shifts.size() != 1) fail(CT_ERROR_SHAPE, "roll: without dims there is one shift, got ", shifts);
  into(RollAll{{t}, shifts[0]}, out);
}

PadMode check_pad_mode(uint32_t mode) {
  if (mode > static_cast<uint32_t>(PadMode::Circular)) {
    fail(CT_ERROR_INVALID, "not a mode of pad: ", static_cast<int64_t>(mode));
  }
  return static_cast<PadMode>(mode);
}

Ref<Tensor> pad(const Tensor &t, Dims padding, PadMode mode, const ct_scalar *value) {
  return functional(Pad{{t}, padding, mode, value});
}
void pad_into(const Tensor &t, Dims padding, PadMode mode, const ct_scalar *value, Tensor &out) {
  into(Pad{{t}, padding, mode, value}, out);
}

}  // namespace ct
