// One element of each line by its place in the order: kthvalue, median, nanmedian, mode; and quantiles.
#include <cmath>

#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/reduce/run_reduction.h"
#include "ops/structural/copy.h"
#include "tensor/overlap.h"
#include "tensor/scalar.h"
#include "tensor/views.h"

namespace ct {

using namespace kernels;

namespace {

const char *name_of(Selected which) {
  constexpr const char *kNames[] = {"kthvalue", "median", "nanmedian", "mode"};
  return kNames[static_cast<int>(which)];
}

Ref<Tensor> flat(const Tensor &t) {
  const int64_t all[] = {-1}, count[] = {t.numel()};
  return t.numel() == 0 ? view(t, count) : reshape(t, all);
}

// Where in the line it is. scratch: of 3 * 8 * n bytes, or with an order, of 8 * n + order_scratch(n).
class Selection {
 public:
  Selection(const SelectArgs &args, const Keys &keys, int64_t n) : args_(args), keys_(keys), n_(n) {}

  int64_t scratch_bytes() const { return args_.which == Selected::Mode ? 24 * n_ + order_scratch(n_) : 24 * n_; }
  int64_t find(const char *from, char *scratch) const {
    char *const line_keys = scratch, *const other = scratch + 8 * n_, *const rest = scratch + 16 * n_;
    const bool lossy = keys_.encode(line_keys, from, n_);
    if (args_.which == Selected::Mode) {
      auto *const order = reinterpret_cast<int64_t *>(other);
      order_keys(keys_, line_keys, n_, order, scratch + 24 * n_);
      keys_.gather_keys(rest, line_keys, order, n_);
      return order[keys_.search.mode(rest, n_)];
    }
    int64_t numbers = n_;
    if (lossy && keys_.nan != 0) numbers = keys_.search.count_below(line_keys, n_, keys_.nan);
    if (args_.which == Selected::Median && numbers < n_) return keys_.search.find(line_keys, n_, keys_.nan, 0);
    const int64_t rank = args_.which == Selected::Kth      ? args_.k - 1
                         : args_.which == Selected::Median ? (n_ - 1) / 2
                                                           : std::max<int64_t>(numbers - 1, 0) / 2;
    std::memcpy(other, line_keys, static_cast<size_t>(n_ * keys_.size));
    keys_.sort.select(other, n_, rank, rest);
    const uint64_t key = keys_.at(other, rank);
    return keys_.search.find(line_keys, n_, key, rank - keys_.search.count_below(line_keys, n_, key));
  }

 private:
  const SelectArgs &args_;
  const Keys &keys_;
  int64_t n_;
};

struct SelectTensor : OneInput {
  const SelectArgs &args;
  uint64_t reduced = ~uint64_t{0};
  int32_t dim = 0;

  void meta(Output &first, Output *second) {
    const char *const name = name_of(args.which);
    check_ordered(name, input.dtype());
    if (args.dim.has_value()) {
      dim = wrap_dim(*args.dim, input.ndim());
      reduced = uint64_t{1} << dim;
    }
    refuse_empty_dims(name, input, reduced);
    const int64_t n = !args.dim.has_value() ? input.numel() : input.ndim() == 0 ? 1 : input.sizes()[size_t(dim)];
    check_orderable(name, n);
    if (args.which == Selected::Kth && (args.k < 1 || args.k > n)) {
      fail(CT_ERROR_INVALID, "kthvalue: k is ", args.k, ", and dim ", dim, " has ", n, " elements");
    }
    const DimVec sizes = sizes_without(input, reduced, args.keepdim);
    if (second == nullptr) return set_reduced(first, name, input, sizes, input.dtype());
    set_reduced(first, *second, name, input, sizes, input.dtype(), DType::Int64);
  }

  void impl(Output &first, Output *second) const {
    const Tensor &out = first.get();
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    const bool all = !args.dim.has_value();
    const Ref<Tensor> line = all ? flat(input) : nullptr;
    const Tensor &in = all ? *line : input;
    const uint64_t gone = all ? 1 : reduced;
    const bool keepdim = !all && args.keepdim;
    const Ref<Tensor> to = with_reduced_dims(all ? *single(out) : out, in, gone, keepdim, true);
    const Ref<Tensor> beside = second == nullptr ? nullptr : with_reduced_dims(second->get(), in, gone, keepdim, true);
    const OrderLines lines(name_of(args.which), *to, in, dim, beside.get(), 2000);
    const Keys keys(input.dtype(), false);
    const Selection selection(args, keys, lines.size());
    lines.run(selection.scratch_bytes(), [&](const OrderLines::Line &at, char *scratch) {
      const int64_t index = selection.find(at.from, scratch);
      std::memcpy(at.to, at.from + index * keys.itemsize, static_cast<size_t>(keys.itemsize));
      if (beside) std::memcpy(at.beside, &index, sizeof index);
    });
  }

 private:
  // An output of one element without its dims.
  static Ref<Tensor> single(const Tensor &out) { return as_strided(out, {}, {}, out.offset()); }
};

// ---- quantiles ----

struct QuantileTensor {
  const Tensor &input;
  const QuantileArgs &args;
  const Tensor *const inputs_[2] = {&input, &args.q};
  uint64_t reduced = ~uint64_t{0};
  int32_t dim = 0;

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    const Tensor &q = args.q;
    if (!is_floating(input.dtype())) {
      fail(CT_ERROR_DTYPE, "quantile takes real floats, and t is ", dtype_name(input.dtype()));
    }
    if (!is_floating(q.dtype())) fail(CT_ERROR_DTYPE, "quantile: q is ", dtype_name(q.dtype()), ", not a real float");
    if (q.ndim() > 1) fail(CT_ERROR_SHAPE, "quantile: q has ", q.ndim(), " dims, and at most 1 is taken");
    if (args.dim.has_value()) {
      dim = wrap_dim(*args.dim, input.ndim());
      reduced = uint64_t{1} << dim;
    }
    refuse_empty_dims("quantile", input, reduced);
    if (q.is_meta() != input.is_meta())
      fail(CT_ERROR_INVALID, "quantile: one of t and q is meta, and the other is not");
    for (int64_t k = 0; !q.is_meta() && k < q.numel(); ++k) {
      const double at = number(k);
      if (!(at >= 0 && at <= 1)) fail(CT_ERROR_INVALID, "quantile: q holds ", at, ", which is not between 0 and 1");
    }
    DimVec sizes;
    if (q.ndim() == 1) sizes.push_back(q.numel());
    for (const int64_t size : sizes_without(input, reduced, args.keepdim)) sizes.push_back(size);
    set_reduced(output, "quantile", input, sizes, input.dtype());
    if (output.given() != nullptr && overlap(output.get(), q) != Overlap::No) {
      fail(CT_ERROR_OVERLAP, "unsupported operation: out shares memory with q of quantile");
    }
  }

  void impl(Output &output) const {
    const Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    const bool all = !args.dim.has_value();
    const Ref<Tensor> line = all ? flat(input) : nullptr;
    const Tensor &in = all ? *line : input;
    const int32_t first = args.q.ndim();
    // A dim for each of the input's; along dim lie the quantiles.
    const int64_t step = first == 1 ? out.strides()[0] : 0;
    DimVec sizes, strides;
    int32_t next = first;
    for (int32_t d = 0; d < in.ndim(); ++d) {
      const bool gone = all || d == dim;
      sizes.push_back(in.sizes()[size_t(d)]);
      strides.push_back(gone ? 0 : out.strides()[size_t(next)]);
      next += !gone || args.keepdim ? 1 : 0;
    }
    const Ref<Tensor> to = as_strided(out, sizes, strides, out.offset());
    const OrderLines lines("quantile", *to, in, dim, nullptr, 3000);
    const Keys keys(input.dtype(), false);
    const int64_t n = lines.size(), count = args.q.numel();
    lines.run(16 * n, [&](const OrderLines::Line &at, char *scratch) {
      const bool lossy = keys.encode(scratch, at.from, n);
      const bool nan = lossy && keys.search.count_below(scratch, n, keys.nan) < n;
      if (!nan && count > 1) keys.sort.sort(scratch, n, scratch + 8 * n);
      for (int64_t k = 0; k < count; ++k) {
        const double value = nan ? std::nan("") : quantile(keys, scratch, n, number(k), count > 1, scratch + 8 * n);
        store_scalar(Scalar::of(value), input.dtype(), at.to + k * step * out.itemsize());
      }
    });
  }

 private:
  double number(int64_t k) const {
    const Tensor &q = args.q;
    return load_scalar(q.dtype(), q.data() + (q.ndim() == 1 ? k * q.strides()[0] * q.itemsize() : 0)).re;
  }

  // Of keys without NaN; sorted: they are.
  double quantile(const Keys &keys, char *line_keys, int64_t n, double q, bool sorted, char *scratch) const {
    const double place = q * static_cast<double>(n - 1), floor = std::floor(place), ceiling = std::ceil(place);
    const auto at = [&](double rank) {
      const auto index = std::min(static_cast<int64_t>(rank), n - 1);
      if (!sorted) keys.sort.select(line_keys, n, index, scratch);
      alignas(8) char element[8];
      keys.decode(element, line_keys + index * keys.size, 1);
      return load_scalar(keys.dtype, element).re;
    };
    switch (args.interpolation) {
      case Interpolation::Lower:
        return at(floor);
      case Interpolation::Higher:
        return at(ceiling);
      case Interpolation::Nearest:
        return at(std::nearbyint(place));
      default:
        break;
    }
    const double low = at(floor);
    if (floor == ceiling) return low;
    const double high = at(ceiling), weight = args.interpolation == Interpolation::Midpoint ? 0.5 : place - floor;
    // Nearer to the end that it is nearer to; between equal infinities there is nothing but those.
    if (low == high) return low;
    return weight < 0.5 ? low + (high - low) * weight : high - (high - low) * (1 - weight);
  }
};

}  // namespace

TwoTensors select_ordered(const Tensor &t, const SelectArgs &args) {
  return functional_two(SelectTensor{{t}, args}, args.dim.has_value());
}
void select_ordered_out(const Tensor &t, const SelectArgs &args, Tensor &values, Tensor *indices) {
  into_two(SelectTensor{{t}, args}, values, indices);
}

Ref<Tensor> quantile(const Tensor &t, const QuantileArgs &args) { return functional(QuantileTensor{t, args}); }
void quantile_out(const Tensor &t, const QuantileArgs &args, Tensor &out) { into(QuantileTensor{t, args}, out); }

}  // namespace ct
