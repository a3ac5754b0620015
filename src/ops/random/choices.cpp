// Random orders, and draws from given distributions.
#include <algorithm>
#include <bit>
#include <cmath>

#include "ops/random/random.h"
#include "ops/structural/copy.h"
#include "ops/structured.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "tensor/overlap.h"
#include "tensor/scalar.h"

namespace ct {

namespace {

using kernels::kRandomGroup;

// A call's random fractions of 64 bits, two for each block, in order; or exponentially distributed float64s made of
// them.
class Fractions {
 public:
  explicit Fractions(const RandomBlocks &blocks) : blocks_(blocks) {}
  uint64_t next() {
    if (at_ == kCount) refill(false);
    return words_[at_++];
  }
  double next_time() {
    if (at_ == kCount) refill(true);
    return std::bit_cast<double>(words_[at_++]);
  }

 private:
  void refill(bool times) {
    auto *const data = reinterpret_cast<char *>(words_);
    blocks_.words(data, first_, kGroups);
    if (times) kernel_table<kernels::RandomTable>().of[1].exponential(data, kGroups, 1);
    first_ += kCount / 2;
    at_ = 0;
  }

  static constexpr int64_t kGroups = 8, kCount = kGroups * kRandomGroup / 8;
  const RandomBlocks &blocks_;
  int64_t first_ = 0, at_ = kCount;
  alignas(kCacheLine) uint64_t words_[kCount];
};

uint64_t scaled(uint64_t word, uint64_t n) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(word) * n >> 64U);
}

void check_order(int64_t n, DType dtype) {
  if (n < 0) fail(CT_ERROR_INVALID, "n must not be negative, got ", n);
  if (!is_integral(dtype)) fail(CT_ERROR_DTYPE, "randperm gives integers, got dtype ", dtype_name(dtype));
  if (n > 0) check_fits(Scalar::of(n - 1), dtype);
}

// Fisher and Yates's shuffle from the front.
void shuffle(Rng &rng, int64_t *order, int64_t n) {
  for (int64_t i = 0; i < n; ++i) order[i] = i;
  RandomBlocks blocks(rng, divide_up(n, 2));
  Fractions fractions(blocks);
  for (int64_t i = 0; i + 1 < n; ++i) {
    std::swap(order[i], order[i + static_cast<int64_t>(scaled(fractions.next(), static_cast<uint64_t>(n - i)))]);
  }
  blocks.done();
}

// Lets `make` write into fresh int64 memory first, so that nothing that can fail is left once numbers have been drawn.
template <class Make>
void write_fresh(Tensor &out, Dims sizes, DType dtype, bool meta, Make make) {
  Output output(out, {});
  output.set_raw_contiguous(sizes, dtype, meta);
  check_no_internal_overlap(out);
  if (!meta) {
    const Ref<Tensor> fresh = Tensor::create(sizes, DType::Int64);
    make(*fresh);
    copy(output.get(), *fresh);
  }
  output.finish();
}

struct Rows {
  Ref<Tensor> weights;  // float64, contiguous
  int64_t rows, columns;

  const double *row(int64_t r) const { return reinterpret_cast<const double *>(weights->data()) + r * columns; }
};

void check_samples(const Tensor &t, int64_t num_samples) {
  if (!is_floating(t.dtype())) fail(CT_ERROR_DTYPE, "multinomial takes real floats, got ", dtype_name(t.dtype()));
  if (t.ndim() < 1 || t.ndim() > 2) fail(CT_ERROR_SHAPE, "multinomial takes 1 or 2 dims, got shape ", t.sizes());
  if (t.sizes().back() == 0) fail(CT_ERROR_SHAPE, "there is nothing to choose from in shape ", t.sizes());
  if (num_samples < 1) fail(CT_ERROR_INVALID, "num_samples must be above 0, got ", num_samples);
}

DimVec sizes_of_samples(const Tensor &t, int64_t num_samples) {
  DimVec sizes(t.sizes());
  sizes[sizes.size() - 1] = num_samples;
  return sizes;
}

Rows checked_rows(const Tensor &t, int64_t num_samples, bool replacement) {
  const int64_t columns = t.sizes().back();
  const Ref<Tensor> wide = to(t, DType::Float64, MemoryFormat::Preserve, false);
  Rows all{contiguous(*wide, MemoryFormat::Contiguous), t.ndim() == 2 ? t.sizes()[0] : 1, columns};
  for (int64_t r = 0; r < all.rows; ++r) {
    const double *const row = all.row(r);
    double sum = 0;
    int64_t possible = 0;
    for (int64_t c = 0; c < columns; ++c) {
      if (!(row[c] >= 0)) fail(CT_ERROR_INVALID, "a weight must not be negative or NaN, got ", row[c], " at ", c);
      sum += row[c];
      possible += row[c] > 0 ? 1 : 0;
    }
    if (!(sum > 0) || !std::isfinite(sum)) {
      fail(CT_ERROR_INVALID, "the sum of weights must be above 0 and finite, got ", sum, " in row ", r);
    }
    if (!replacement && num_samples > possible) {
      fail(CT_ERROR_INVALID, "cannot draw ", num_samples, " without replacement, row ", r, " has ", possible,
           " weights above 0");
    }
  }
  return all;
}

// Draws by looking up where a random fraction of the total lies among the running sums. sums: room for a row.
void with_replacement(const Rows &from, int64_t num_samples, Fractions &fractions, double *sums, int64_t *to) {
  for (int64_t r = 0; r < from.rows; ++r) {
    const double *const row = from.row(r);
    double sum = 0;
    int64_t last = 0;
    for (int64_t c = 0; c < from.columns; ++c) {
      sums[c] = sum += row[c];
      if (row[c] > 0) last = c;
    }
    for (int64_t k = 0; k < num_samples; ++k) {
      const double x = static_cast<double>(fractions.next() >> 11U) * 0x1p-53 * sum;
      *to++ = std::min<int64_t>(std::upper_bound(sums, sums + from.columns, x) - sums, last);
    }
  }
}

struct Arrival {
  double time;
  int64_t column;
  bool operator<(const Arrival &other) const { return time != other.time ? time < other.time : column < other.column; }
};

// Each column arrives after an exponentially distributed time whose rate is its weight; the first arrivals are the
// draw, in that order. held: room for num_samples.
void without_replacement(const Rows &from, int64_t num_samples, Fractions &fractions, Arrival *held, int64_t *to) {
  for (int64_t r = 0; r < from.rows; ++r) {
    const double *const row = from.row(r);
    int64_t count = 0;
    for (int64_t c = 0; c < from.columns; ++c) {
      const double time = fractions.next_time();
      if (!(row[c] > 0)) continue;
      const Arrival one{time / row[c], c};
      if (count < num_samples) {
        held[count++] = one;
        std::push_heap(held, held + count);
      } else if (one < held[0]) {
        std::pop_heap(held, held + count);
        held[count - 1] = one;
        std::push_heap(held, held + count);
      }
    }
    std::sort_heap(held, held + count);
    for (int64_t k = 0; k < num_samples; ++k) *to++ = held[k].column;
  }
}

void draw(Rng &rng, const Rows &from, int64_t num_samples, bool replacement, const Scratch &room, int64_t *to) {
  RandomBlocks blocks(rng, divide_up(from.rows * (replacement ? num_samples : from.columns), 2));
  Fractions fractions(blocks);
  if (replacement) {
    with_replacement(from, num_samples, fractions, room.data<double>(), to);
  } else {
    without_replacement(from, num_samples, fractions, room.data<Arrival>(), to);
  }
  blocks.done();
}

Scratch room_for(const Rows &from, int64_t num_samples, bool replacement) {
  return Scratch(replacement ? from.columns * 8 : num_samples * static_cast<int64_t>(sizeof(Arrival)));
}

}  // namespace

Ref<Tensor> randperm(Rng &rng, int64_t n, DType dtype) {
  check_order(n, dtype);
  const Ref<Tensor> order = Tensor::create({&n, 1}, DType::Int64);
  Ref<Tensor> out = dtype == DType::Int64 ? order : Tensor::create({&n, 1}, dtype);
  shuffle(rng, reinterpret_cast<int64_t *>(order->data()), n);
  if (dtype != DType::Int64) copy(*out, *order);
  return out;
}

void randperm_out(Rng &rng, int64_t n, Tensor &out) {
  check_order(n, out.dtype());
  write_fresh(out, {&n, 1}, out.dtype(), out.is_meta(),
              [&](Tensor &fresh) { shuffle(rng, reinterpret_cast<int64_t *>(fresh.data()), n); });
}

Ref<Tensor> multinomial(Rng &rng, const Tensor &t, int64_t num_samples, bool replacement) {
  check_samples(t, num_samples);
  const DimVec sizes = sizes_of_samples(t, num_samples);
  Ref<Tensor> out = Tensor::create(sizes, DType::Int64, t.is_meta());
  if (t.is_meta()) return out;
  const Rows from = checked_rows(t, num_samples, replacement);
  const Scratch room = room_for(from, num_samples, replacement);
  draw(rng, from, num_samples, replacement, room, reinterpret_cast<int64_t *>(out->data()));
  return out;
}

void multinomial_out(Rng &rng, const Tensor &t, int64_t num_samples, bool replacement, Tensor &out) {
  check_samples(t, num_samples);
  const DimVec sizes = sizes_of_samples(t, num_samples);
  write_fresh(out, sizes, DType::Int64, t.is_meta(), [&](Tensor &fresh) {
    const Rows from = checked_rows(t, num_samples, replacement);
    const Scratch room = room_for(from, num_samples, replacement);
    draw(rng, from, num_samples, replacement, room, reinterpret_cast<int64_t *>(fresh.data()));
  });
}

}  // namespace ct
