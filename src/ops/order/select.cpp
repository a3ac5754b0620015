// One element of each line by its place in the order: kthvalue, median, nanmedian, mode; and quantiles.
#include <atomic>
#include <cmath>

#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/order/short_lines.h"
#include "ops/reduce/run_reduction.h"
#include "tensor/overlap.h"
#include "tensor/scalar.h"
#include "tensor/views.h"

namespace ct {

using namespace kernels;

namespace {

// Picoseconds that an element takes, about; they decide from how many elements on threads are worth it
// (runtime/cost.h). Zen 3, tools/bench_order.py "1Mi": 1200 to 2500 for a median or kthvalue, 2400 for one quantile.
constexpr int64_t kSelectPs = 2000, kQuantilePs = 3000;

const char *name_of(Selected which) {
  constexpr const char *kNames[] = {"kthvalue", "median", "nanmedian", "mode"};
  return kNames[static_cast<int>(which)];
}

// The keys of a line, and selection of the key of a given rank. workers: how many threads share the line.
class RankedKeys {
 public:
  static constexpr int64_t kSampledLine = 4096;  // from here on

  RankedKeys(const OrderLines &lines, const Keys &keys)
      : name_(lines.name()), workers_(lines.shares_lines() ? lines.workers() : 1), keys_(keys), n_(lines.size()) {}

  // Room for the keys that are kept, all keys, and what sorting takes.
  static int64_t scratch_bytes(const OrderLines &lines) {
    return lines.shares_lines() ? shared_scratch(lines.size(), lines.workers()) : 24 * lines.size();
  }
  // Returns whether some element cannot be told from its key alone.
  [[gnu::noinline]] bool encode(const char *from, char *scratch) {
    kept_ = scratch;
    line_keys_ = scratch + 8 * n_;
    rest_ = line_keys_ + 8 * n_;
    std::atomic<bool> lossy{false};
    run([&](int64_t begin, int64_t end, int64_t) {
      if (keys_.encode(line_keys_ + begin * keys_.size, from + begin * keys_.itemsize, end - begin)) {
        lossy.store(true, std::memory_order_relaxed);
      }
    });
    return lossy.load(std::memory_order_relaxed);
  }
  int64_t below(uint64_t key) const { return keys_.search.count_below(line_keys_, n_, key); }
  int64_t find(uint64_t key, int64_t rank) const { return keys_.search.find(line_keys_, n_, key, rank); }

  // Sorts all keys, into memory that is valid until the next call.
  [[gnu::noinline]] const char *sort(const char *from, char *scratch) {
    if (workers_ > 1) {
      sort_on_threads(name_, workers_, keys_, from, n_, kept_, line_keys_);
      encode(from, scratch);
    } else {
      std::memcpy(kept_, line_keys_, static_cast<size_t>(n_ * keys_.size));
      keys_.sort.sort(kept_, n_, rest_);
    }
    return kept_;
  }

  // The key of that rank, and how many keys are smaller. It nearly always lies between two keys of a sample, so one
  // walk over the line leaves few candidates.
  [[gnu::noinline]] uint64_t at(int64_t rank, int64_t *smaller) {
    uint64_t low = 0, high = ~uint64_t{0} >> (64 - 8 * keys_.size);
    if (n_ >= kSampledLine) bracket(rank, &low, &high);
    int64_t below = 0, count = n_;
    if (n_ >= kSampledLine) count = take_inside(low, high, &below);
    if (n_ < kSampledLine || rank < below || rank >= below + count) {
      std::memcpy(kept_, line_keys_, static_cast<size_t>(n_ * keys_.size));
      below = 0, count = n_;
    } else if (low == high) {
      *smaller = below;
      return low;
    }
    keys_.sort.select(kept_, count, rank - below, rest_);
    const uint64_t key = keys_.at(kept_, rank - below);
    *smaller = below + keys_.search.count_below(kept_, count, key);
    return key;
  }

 private:
  static constexpr int64_t kMostPieces = 64;

  int64_t each() const { return divide_up(n_, std::min<int64_t>(workers_, kMostPieces)); }
  template <class Body>
  void run(Body &&body) const {
    const int64_t each = this->each();
    run_ranges(name_, n_, each, workers_, [&](int64_t begin, int64_t end, int32_t) { body(begin, end, begin / each); });
  }

  // Brackets the rank by keys of a sample. Each lies twice the root of the sample's size from the rank's place in it,
  // which is four times the expected distance of the sample's median from the line's.
  void bracket(int64_t rank, uint64_t *low, uint64_t *high) const {
    const int64_t sampled = std::clamp<int64_t>(n_ / 64, 256, 4096);
    for (int64_t i = 0; i < sampled; ++i) {
      const int64_t at = n_ / sampled * i + n_ % sampled * i / sampled;
      std::memcpy(rest_ + i * keys_.size, line_keys_ + at * keys_.size, static_cast<size_t>(keys_.size));
    }
    keys_.sort.sort(rest_, sampled, rest_ + sampled * keys_.size);
    const auto place = static_cast<int64_t>(static_cast<double>(rank) / static_cast<double>(n_) * double(sampled));
    const auto aside = static_cast<int64_t>(2 * std::sqrt(static_cast<double>(sampled)));
    if (place >= aside) *low = keys_.at(rest_, place - aside);
    if (place + aside < sampled) *high = keys_.at(rest_, place + aside);
  }

  int64_t take_inside(uint64_t low, uint64_t high, int64_t *below) const {
    int64_t counts[kMostPieces] = {}, smaller[kMostPieces] = {};
    run([&](int64_t begin, int64_t end, int64_t piece) {
      counts[piece] = keys_.search.take_inside(kept_ + begin * keys_.size, line_keys_ + begin * keys_.size, end - begin,
                                               low, high, &smaller[piece]);
    });
    int64_t count = 0;
    for (int64_t piece = 0; piece * each() < n_; ++piece) {
      std::memmove(kept_ + count * keys_.size, kept_ + piece * each() * keys_.size,
                   static_cast<size_t>(counts[piece] * keys_.size));
      count += counts[piece];
      *below += smaller[piece];
    }
    return count;
  }

  const char *name_;
  int32_t workers_;
  const Keys &keys_;
  int64_t n_;
  char *line_keys_ = nullptr, *rest_ = nullptr, *kept_ = nullptr;
};

// The wanted rank in a line of n elements, of which `numbers` are not NaN. Not for a median of a line with NaN.
int64_t rank_of(const SelectArgs &args, int64_t n, int64_t numbers) {
  return args.which == Selected::Kth      ? args.k - 1
         : args.which == Selected::Median ? (n - 1) / 2
                                          : std::max<int64_t>(numbers - 1, 0) / 2;
}

// How many elements of a line must be in order.
int64_t kept_of(const SelectArgs &args, int64_t n) {
  return args.which == Selected::Mode ? n : rank_of(args, n, n) + 1;
}

void select_side_by_side(const SelectArgs &args, const OrderLines &lines, const Keys &keys, bool places) {
  const int64_t n = lines.size();
  const ShortLines side_by_side(lines, keys);
  side_by_side.run(kept_of(args, n), [&](const ShortLines::Block &block) {
    const bool with_nan = block.lossy && keys.nan != 0;
    if (args.which == Selected::Kth || (args.which != Selected::Mode && !with_nan)) {
      const int64_t row = rank_of(args, n, n);
      side_by_side.put_values(block, row, 1);
      if (places) side_by_side.put_places(block, row, 1);
      return;
    }
    int64_t rows[ShortLines::kWidth];
    alignas(kCacheLine) char modes[ShortLines::kWidth * 8];
    if (args.which == Selected::Mode) keys.columns.mode(block.keys, n, block.count, modes);
    for (int64_t k = 0; k < block.count; ++k) {
      if (args.which == Selected::Mode) {
        rows[k] = static_cast<int64_t>(keys.at(modes, k));
        continue;
      }
      const int64_t numbers = side_by_side.numbers(block, k);
      rows[k] = args.which == Selected::Median && numbers < n ? numbers : rank_of(args, n, numbers);
    }
    side_by_side.put_picked(block, rows, places);
  });
}

// The index of the selected element in the line.
int64_t find_selected(const SelectArgs &args, const Keys &keys, int64_t n, RankedKeys &ranked, const char *from,
                      char *scratch) {
  const bool lossy = ranked.encode(from, scratch);
  if (args.which == Selected::Mode) {
    const char *const sorted = ranked.sort(from, scratch);
    const int64_t last = keys.search.mode(sorted, n);
    const uint64_t key = keys.at(sorted, last);
    const int64_t before = last - keys.search.count_below(sorted, n, key);
    return ranked.find(key, before);
  }
  int64_t numbers = n;
  if (lossy && keys.nan != 0) numbers = ranked.below(keys.nan);
  if (args.which == Selected::Median && numbers < n) return ranked.find(keys.nan, 0);
  const int64_t rank = rank_of(args, n, numbers);
  int64_t smaller = 0;
  const uint64_t key = ranked.at(rank, &smaller);
  return ranked.find(key, rank - smaller);
}

// The dim along which the lines lie; without one, all dims are reduced.
struct AlongDim {
  uint64_t reduced = ~uint64_t{0};
  int32_t dim = 0;

  void set_dim(const char *name, const Tensor &input, const std::optional<int32_t> &given) {
    if (given.has_value()) {
      dim = wrap_dim(*given, input.ndim());
      reduced = uint64_t{1} << dim;
    }
    refuse_empty_dims(name, input, reduced);
  }
};

struct SelectTensor : OneInput, AlongDim {
  const SelectArgs &args;
  SelectTensor(const Tensor &t, const SelectArgs &args) : OneInput{t}, args(args) {}

  void meta(Output &first, Output *second) {
    const char *const name = name_of(args.which);
    check_ordered(name, input.dtype());
    set_dim(name, input, args.dim);
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
    const Ref<Tensor> line = all ? as_one_line(input) : nullptr;
    const Tensor &in = all ? *line : input;
    const uint64_t gone = all ? 1 : reduced;
    const bool keepdim = !all && args.keepdim;
    const Ref<Tensor> to = with_reduced_dims(all ? *single(out) : out, in, gone, keepdim, true);
    const Ref<Tensor> beside = second == nullptr ? nullptr : with_reduced_dims(second->get(), in, gone, keepdim, true);
    const OrderLines lines(name_of(args.which), *to, in, dim, beside.get(), kSelectPs);
    const Keys keys(input.dtype(), false);
    if (lines.give_single(true, beside.get() != nullptr)) return;
    if (ShortLines::are(lines, keys, kept_of(args, lines.size())))
      return select_side_by_side(args, lines, keys, beside.get() != nullptr);
    const auto take = [&](const OrderLines::Line &at, char *scratch) {
      RankedKeys ranked(lines, keys);
      const int64_t index = find_selected(args, keys, lines.size(), ranked, at.from, scratch);
      std::memcpy(at.to, at.from + index * keys.itemsize, static_cast<size_t>(keys.itemsize));
      if (beside) std::memcpy(at.beside, &index, sizeof index);
    };
    lines.run(RankedKeys::scratch_bytes(lines), take, lines.shares_lines());
  }

 private:
  // A view of an output of one element, without its dims.
  static Ref<Tensor> single(const Tensor &out) { return as_strided(out, {}, {}, out.offset()); }
};

// ---- quantiles ----

struct QuantileTensor : AlongDim {
  const Tensor &input;
  const QuantileArgs &args;
  const Tensor *const inputs_[2] = {&input, &args.q};
  QuantileTensor(const Tensor &t, const QuantileArgs &args) : input(t), args(args) {}

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    const Tensor &q = args.q;
    if (!is_floating(input.dtype())) {
      fail(CT_ERROR_DTYPE, "quantile takes real floats, and t is ", dtype_name(input.dtype()));
    }
    if (!is_floating(q.dtype())) fail(CT_ERROR_DTYPE, "quantile: q is ", dtype_name(q.dtype()), ", not a real float");
    if (q.ndim() > 1) fail(CT_ERROR_SHAPE, "quantile: q has ", q.ndim(), " dims, and at most 1 is taken");
    set_dim("quantile", input, args.dim);
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
    const Ref<Tensor> line = all ? as_one_line(input) : nullptr;
    const Tensor &in = all ? *line : input;
    const int32_t first = args.q.ndim();
    // The output seen with one dim for each of the input's; along dim lie the quantiles.
    const int64_t step = first == 1 ? out.strides()[0] : 0;
    DimVec sizes, strides;
    int32_t next = first;
    for (int32_t d = 0; d < in.ndim(); ++d) {
      const bool gone = all || d == dim;
      sizes.push_back(gone ? args.q.numel() : in.sizes()[size_t(d)]);
      strides.push_back(gone ? step : out.strides()[size_t(next)]);
      next += !gone || args.keepdim ? 1 : 0;
    }
    const Ref<Tensor> to = as_strided(out, sizes, strides, out.offset());
    const OrderLines lines("quantile", *to, in, dim, nullptr, kQuantilePs);
    const Keys keys(input.dtype(), false);
    const int64_t n = lines.size(), count = args.q.numel();
    if (ShortLines::are(lines, keys, n)) return side_by_side(lines, keys);
    const auto take = [&](const OrderLines::Line &at, char *scratch) {
      RankedKeys ranked(lines, keys);
      const bool lossy = ranked.encode(at.from, scratch);
      const bool nan = lossy && ranked.below(keys.nan) < n;
      const bool sorts = count > (n < RankedKeys::kSampledLine ? 1 : kFewRanks);
      const char *const sorted = !nan && sorts ? ranked.sort(at.from, scratch) : nullptr;
      const auto ranked_at = [&](int64_t rank) {
        int64_t smaller = 0;
        return sorted != nullptr ? keys.at(sorted, rank) : ranked.at(rank, &smaller);
      };
      for (int64_t k = 0; k < count; ++k) {
        const double value = nan ? std::nan("") : quantile(keys, n, number(k), ranked_at);
        store_scalar(Scalar::of(value), input.dtype(), at.to + k * step * out.itemsize());
      }
    };
    lines.run(RankedKeys::scratch_bytes(lines), take, lines.shares_lines());
  }

 private:
  double number(int64_t k) const {
    const Tensor &q = args.q;
    return load_scalar(q.dtype(), q.data() + (q.ndim() == 1 ? k * q.strides()[0] * q.itemsize() : 0)).re;
  }

  static constexpr int64_t kFewRanks = 8;  // take less than sorting

  void side_by_side(const OrderLines &lines, const Keys &keys) const {
    const int64_t n = lines.size(), count = args.q.numel();
    const Loop widen = convert_kernel(DType::Float64, keys.dtype);
    const ShortLines all(lines, keys);
    all.run(n, [&](const ShortLines::Block &block) {
      alignas(8) char decoded[ShortLines::kWidth * 8];
      double low[ShortLines::kWidth], high[ShortLines::kWidth];
      const auto row = [&](int64_t rank, double *to) {
        keys.decode(decoded, block.keys + rank * block.count * keys.size, block.count);
        char *const data[] = {reinterpret_cast<char *>(to), decoded};
        const int64_t strides[] = {8, keys.itemsize, 0, 0};
        widen(data, strides, block.count, 1, Traffic::Cached);
      };
      for (int64_t k = 0; k < count; ++k) {
        const Place at = place(n, number(k));
        row(at.low, low);
        if (at.high != at.low) row(at.high, high);
        for (int64_t i = 0; i < block.count; ++i) {
          if (at.high != at.low) low[i] = between(low[i], high[i], at.weight);
          if (block.lossy && keys.nan != 0 && all.key(block, n - 1, i) == keys.nan) low[i] = std::nan("");
        }
        lines.put_rows(keys.dtype, DType::Float64, reinterpret_cast<const char *>(low), block.first, block.count, k, 1,
                       false);
      }
    });
  }

  // The two ranks between which a quantile lies, and how far it is from the first.
  struct Place {
    int64_t low, high;
    double weight;
  };
  Place place(int64_t n, double q) const {
    const double at = q * static_cast<double>(n - 1), floor = std::floor(at), ceiling = std::ceil(at);
    const auto rank = [n](double x) { return std::min(static_cast<int64_t>(x), n - 1); };
    const auto only = [](int64_t x) { return Place{x, x, 0}; };
    switch (args.interpolation) {
      case Interpolation::Lower:
        return only(rank(floor));
      case Interpolation::Higher:
        return only(rank(ceiling));
      case Interpolation::Nearest:
        return only(rank(std::nearbyint(at)));
      case Interpolation::Midpoint:
        return {rank(floor), rank(ceiling), 0.5};
      default:
        return {rank(floor), rank(ceiling), at - floor};
    }
  }
  // Interpolates from the nearer end. Equal ends, also infinite ones, give just that value.
  static double between(double low, double high, double weight) {
    if (low == high) return low;
    return weight < 0.5 ? low + (high - low) * weight : high - (high - low) * (1 - weight);
  }

  // The quantile of keys without NaN. key_at(rank): the key of that rank.
  template <class KeyAt>
  double quantile(const Keys &keys, int64_t n, double q, KeyAt &&key_at) const {
    const Place where = place(n, q);
    const auto at = [&](int64_t rank) {
      const uint64_t key = key_at(rank);
      alignas(8) char element[8];
      keys.decode(element, reinterpret_cast<const char *>(&key), 1);
      return load_scalar(keys.dtype, element).re;
    };
    const double low = at(where.low);
    return where.low == where.high ? low : between(low, at(where.high), where.weight);
  }
};

}  // namespace

TwoTensors select_ordered(const Tensor &t, const SelectArgs &args) {
  return functional_two(SelectTensor(t, args), args.dim.has_value());
}
void select_ordered_out(const Tensor &t, const SelectArgs &args, Tensor &values, Tensor *indices) {
  into_two(SelectTensor(t, args), values, indices);
}

Ref<Tensor> quantile(const Tensor &t, const QuantileArgs &args) { return functional(QuantileTensor(t, args)); }
void quantile_out(const Tensor &t, const QuantileArgs &args, Tensor &out) { into(QuantileTensor(t, args), out); }

}  // namespace ct
