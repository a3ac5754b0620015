#include "ops/order/lines.h"

#include <atomic>

#include "ops/structural/copy.h"
#include "tensor/dtype.h"
#include "tensor/steps.h"
#include "tensor/views.h"

namespace ct {

using namespace kernels;

void check_ordered(const char *name, DType dtype) {
  if (is_complex(dtype)) fail(CT_ERROR_DTYPE, name, " does not take ", dtype_name(dtype), ": it has no order");
}

Keys::Keys(DType of, bool descending_order)
    : dtype(of),
      descending(descending_order),
      itemsize(dtype_size(of)),
      size(key_size(itemsize)),
      codec(kernel_table<KeyTable>().codec[static_cast<int>(of)]),
      sort(kernel_table<SortTable>().sort[itemsize == 2 ? 2 : size / 8]),
      search(kernel_table<SearchTable>().search[size / 8]),
      columns(kernel_table<SearchTable>().columns[size / 8]),
      nan(is_floating(of) ? ~uint64_t{0} >> (64 - 8 * itemsize) : 0) {}

static uint64_t key_at(const char *keys, int64_t index, int64_t size) {
  if (size == 4) {
    uint32_t key;
    std::memcpy(&key, keys + index * 4, 4);
    return key;
  }
  uint64_t key;
  std::memcpy(&key, keys + index * 8, 8);
  return key;
}
uint64_t Keys::at(const char *keys, int64_t index) const { return key_at(keys, index, size); }

void Keys::gather(char *to, const char *from, const int64_t *indices, int64_t n) const {
  kernel_table<KeyTable>().gather[std::countr_zero(static_cast<uint64_t>(itemsize))](to, from, indices, n);
}
void Keys::gather_keys(char *to, const char *from, const int64_t *indices, int64_t n) const {
  kernel_table<KeyTable>().gather[std::countr_zero(static_cast<uint64_t>(size))](to, from, indices, n);
}

static void move(DType dtype, char *to, int64_t step, const char *from, int64_t from_step, int64_t n) {
  char *const data[] = {to, const_cast<char *>(from)};
  const int64_t strides[] = {step, from_step, 0, 0};
  convert_kernel(dtype, dtype)(data, strides, n, 1, Traffic::Cached);
}
void spread(DType dtype, char *to, int64_t step, const char *from, int64_t n) {
  move(dtype, to, step, from, dtype_size(dtype), n);
}
void repeat(DType dtype, char *to, int64_t step, const char *from, int64_t n) { move(dtype, to, step, from, 0, n); }

Ref<Tensor> as_one_line(const Tensor &t) {
  const Ref<Tensor> dense = t.is_non_overlapping_and_dense() ? t.keep() : clone(t, MemoryFormat::Contiguous);
  const int64_t count[] = {t.numel()}, step[] = {1};
  return as_strided(*dense, count, step, dense->offset());
}

OrderLines::OrderLines(const char *name, const Tensor &out, const Tensor &in, int32_t dim, const Tensor *beside,
                       int64_t element_ps)
    : name_(name), dtype_(in.dtype()), itemsize_(in.itemsize()), lines_(out, in, dim, beside) {
  const auto step_of = [&](const Tensor &t) {
    return t.ndim() == 0 || t.sizes()[static_cast<size_t>(dim)] == 1 ? t.itemsize() : step_along(t, dim);
  };
  size_ = in.ndim() == 0 ? 1 : in.sizes()[static_cast<size_t>(dim)];
  from_step_ = step_of(in);
  to_step_ = step_of(out);
  if (beside != nullptr) beside_step_ = step_of(*beside);
  dense_ = size_ == 1 || from_step_ == itemsize_;
  // How many lines go together: where lines lie apart, as many as share a cache line; of short lines, as many as are
  // worth a task.
  const int64_t bytes = size_ * itemsize_;
  together_ = std::clamp<int64_t>(kOrderedTask / bytes, dense_ ? 1 : std::min<int64_t>(kCacheLine / itemsize_, 16),
                                  int64_t{1024});
  const int64_t numel = lines_.count() * size_;
  workers_ = grain_of(numel, {numel * itemsize_ * 2, element_ps}) < numel ? num_threads() : 1;
}

static int64_t round_up(int64_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

void OrderLines::run(int64_t scratch_bytes, FunctionRef<void(const Line &, char *)> take, bool shares) const {
  const int64_t strip = std::min(shares ? 1 : together_, lines_.across.size);
  const int64_t strips = divide_up(lines_.across.size, strip), tasks = strips * lines_.groups;
  const int64_t line_bytes = round_up(dense_ ? 0 : size_ * itemsize_), own = round_up(scratch_bytes);
  const auto workers = static_cast<int32_t>(std::min<int64_t>(shares ? 1 : workers_, tasks));
  const int64_t each = line_bytes * (dense_ ? 0 : strip) + own;
  const Scratch scratch(each * workers);
  run_tasks(name_, tasks, workers, [&](int64_t task, int32_t worker) {
    char *const mine = scratch.data() + each * worker, *const gathered = mine + own;
    const Lines::Place group = lines_.group(task / strips);
    const int64_t first = task % strips * strip, count = std::min(strip, lines_.across.size - first);
    const char *from = group.from + first * lines_.across.from;
    if (!dense_) {
      gather(gathered, line_bytes, from, count);
      from = gathered;
    }
    for (int64_t k = 0; k < count; ++k) {
      const int64_t line = first + k;
      take(Line{from + k * (dense_ ? lines_.across.from : line_bytes), group.to + line * lines_.across.to,
                group.beside + line * lines_.across.beside},
           mine);
    }
  });
}

void OrderLines::run_blocks(int64_t width, int64_t scratch_bytes,
                            FunctionRef<void(int64_t, int64_t, char *)> take) const {
  const int64_t lines = lines_.count(), blocks = divide_up(lines, width), own = round_up(scratch_bytes);
  const auto workers = static_cast<int32_t>(std::min<int64_t>(workers_, blocks));
  const int64_t each = divide_up(blocks, workers == 1 ? 1 : 4 * workers) * width;  // parts take as long as others
  const Scratch scratch(own * workers);
  run_ranges(name_, lines, each, workers, [&](int64_t begin, int64_t end, int32_t worker) {
    for (int64_t first = begin; first < end; first += width) {
      take(first, std::min(width, end - first), scratch.data() + own * worker);
    }
  });
}

void OrderLines::gather(char *to, int64_t line_bytes, const char *from, int64_t count) const {
  char *const data[] = {to, const_cast<char *>(from)};
  const int64_t strides[] = {itemsize_, from_step_, line_bytes, lines_.across.from};
  convert_kernel(dtype_, dtype_)(data, strides, size_, count, Traffic::Cached);
}

// Moves a plane; the loop runs along the shorter steps of the side that is not a block.
static void move_plane(Loop move, char *to, const char *from, const int64_t (&across)[2], int64_t columns,
                       const int64_t (&along)[2], int64_t rows, int strided) {
  char *const data[] = {to, const_cast<char *>(from)};
  const bool swaps = std::abs(along[strided]) < std::abs(across[strided]);
  const int64_t(&inner)[2] = swaps ? along : across, (&outer)[2] = swaps ? across : along;
  const int64_t strides[] = {inner[0], inner[1], outer[0], outer[1]};
  move(data, strides, swaps ? rows : columns, swaps ? columns : rows, Traffic::Cached);
}

void OrderLines::get_rows(char *block, int64_t first, int64_t count, int64_t row, int64_t rows) const {
  const Loop move = convert_kernel(dtype_, dtype_);
  neighbours(first, count, [&](const Lines::Place &place, int64_t some, int64_t column) {
    move_plane(move, block + column * itemsize_, place.from + row * from_step_, {itemsize_, lines_.across.from}, some,
               {count * itemsize_, from_step_}, rows, 1);
  });
}
void OrderLines::put_rows(DType to_dtype, DType dtype, const char *block, int64_t first, int64_t count, int64_t row,
                          int64_t rows, bool beside) const {
  const Loop move = convert_kernel(to_dtype, dtype);
  const int64_t size = dtype_size(dtype), step = beside ? beside_step_ : to_step_;
  neighbours(first, count, [&](const Lines::Place &place, int64_t some, int64_t column) {
    move_plane(move, (beside ? place.beside : place.to) + row * step, block + column * size,
               {beside ? lines_.across.beside : lines_.across.to, size}, some, {step, count * size}, rows, 0);
  });
}
bool OrderLines::give_single(bool values, bool places) const {
  if (size_ != 1) return false;
  const Loop move = convert_kernel(dtype_, dtype_), fill = convert_kernel(DType::Int64, DType::Int64);
  run_blocks(kOrderedTask / itemsize_, 0, [&](int64_t first, int64_t count, char *) {
    neighbours(first, count, [&](const Lines::Place &place, int64_t some, int64_t) {
      int64_t zero = 0;
      char *const data[] = {place.to, const_cast<char *>(place.from)};
      char *const beside[] = {place.beside, reinterpret_cast<char *>(&zero)};
      const int64_t strides[] = {lines_.across.to, lines_.across.from, 0, 0};
      const int64_t steps[] = {lines_.across.beside, 0, 0, 0};
      if (values) move(data, strides, some, 1, Traffic::Cached);
      if (places) fill(beside, steps, some, 1, Traffic::Cached);
    });
  });
  return true;
}

const char *OrderLines::line(int64_t index) const {
  return lines_.group(index / lines_.across.size).from + index % lines_.across.size * lines_.across.from;
}

// ---- order ----

void check_orderable(const char *name, int64_t n) {
  if (n > kMostOrdered) {
    fail(CT_ERROR_UNSUPPORTED, name, " orders lines of up to ", kMostOrdered, " elements, and one has ", n);
  }
}

namespace {

Packing packing_of(const Keys &keys, uint64_t least, uint64_t most, int64_t n) {
  const auto bits = [](uint64_t value) { return static_cast<int32_t>(std::bit_width(value)); };
  const int32_t index_bits = bits(static_cast<uint64_t>(n - 1));
  if (keys.size == 4) return {0, index_bits, 0};
  return {least, index_bits, std::max(bits(most - least) + index_bits - 64, 0)};
}

// Parts a piece of keys among buckets by their pivots. Buckets are halved again and again, and a key moves once each
// time. begins: where each bucket begins, and where the last one ends; the first and the last entry are given.
void part(const KeySort &sort, int64_t size, char *keys, const uint64_t *pivots, int64_t *begins, int64_t first,
          int64_t end) {
  if (end - first < 2) return;
  const int64_t middle = (first + end) / 2;
  begins[middle] =
      begins[first] + sort.partition(keys + begins[first] * size, begins[end] - begins[first], pivots[middle]);
  part(sort, size, keys, pivots, begins, first, middle);
  part(sort, size, keys, pivots, begins, middle, end);
}

constexpr int64_t kMostPieces = 64, kSample = 64;  // keys for each bucket
int64_t pieces_of(int32_t workers) { return std::min<int64_t>(workers, kMostPieces); }
int64_t bucket_scratch(int32_t workers) {
  const int64_t pieces = pieces_of(workers), buckets = 2 * pieces;
  return (2 * kSample * buckets + buckets + (pieces + 1) * (buckets + 1)) * 8;
}

// Sorts n keys from a into b. Each thread prepares a piece of a and parts it by pivots that all threads share; then
// each bucket is gathered and sorted by itself. free_bits: how many low bits of a pivot stay 0.
template <class Prepare, class Finish>
void sort_in_buckets(const char *name, int32_t workers, const KeySort &sort, int64_t size, char *a, char *b, int64_t n,
                     uint64_t free_bits, char *scratch, Prepare &&prepare, Finish &&finish) {
  const int64_t pieces = pieces_of(workers), buckets = 2 * pieces, sampled = kSample * buckets;
  char *const sample = scratch;
  auto *const pivots = reinterpret_cast<uint64_t *>(scratch) + 2 * sampled;
  auto *const begins = reinterpret_cast<int64_t *>(pivots + buckets);  // of each bucket in each piece
  auto *const starts = begins + pieces * (buckets + 1);
  const auto begin_of = [&](int64_t piece) { return n / pieces * piece + std::min(n % pieces, piece); };
  run_tasks(name, pieces, workers, [&](int64_t piece, int32_t) { prepare(begin_of(piece), begin_of(piece + 1)); });
  for (int64_t i = 0; i < sampled; ++i) {
    const auto at = static_cast<int64_t>(static_cast<Wide>(n) * (2 * i + 1) / (2 * sampled));
    std::memcpy(sample + i * size, a + at * size, static_cast<size_t>(size));
  }
  sort.sort(sample, sampled, sample + sampled * size);
  for (int64_t k = 1; k < buckets; ++k) pivots[k] = key_at(sample, k * kSample, size) & ~free_bits;
  run_tasks(name, pieces, workers, [&](int64_t piece, int32_t) {
    int64_t *const begin = begins + piece * (buckets + 1);
    begin[0] = begin_of(piece);
    begin[buckets] = begin_of(piece + 1);
    part(sort, size, a, pivots, begin, 0, buckets);
  });
  const auto count = [&](int64_t piece, int64_t bucket) {
    const int64_t *const begin = begins + piece * (buckets + 1) + bucket;
    return begin[1] - begin[0];
  };
  starts[0] = 0;
  for (int64_t k = 0; k < buckets; ++k) {
    starts[k + 1] = starts[k];
    for (int64_t piece = 0; piece < pieces; ++piece) starts[k + 1] += count(piece, k);
  }
  run_tasks(name, buckets, workers, [&](int64_t k, int32_t) {
    char *to = b + starts[k] * size;
    for (int64_t piece = 0; piece < pieces; ++piece) {
      const int64_t bytes = count(piece, k) * size;
      std::memcpy(to, a + begins[piece * (buckets + 1) + k] * size, static_cast<size_t>(bytes));
      to += bytes;
    }
  });
  run_tasks(name, buckets, workers, [&](int64_t k, int32_t) {
    const int64_t some = starts[k + 1] - starts[k];
    if (some == 0) return;
    sort.sort(b + starts[k] * size, some, a + starts[k] * size);
    finish(starts[k], some);
  });
}

// For keys of 16 bits: each thread counts a piece of the keys, and then fills a piece of the sorted result. The keys
// lie at `keys`, with room for as many again behind them. Returns whether there were enough keys for this.
template <class Prepare>
bool sort_by_counts(const char *name, int32_t workers, const KeySort &sort, char *keys, int64_t n, char *to,
                    Prepare &&prepare) {
  if (sort.count == nullptr || n < workers * kFewestCounted || n > INT32_MAX) return false;
  const int64_t each = divide_up(n, workers);
  auto *const counts = reinterpret_cast<uint32_t *>(keys + 4 * n);
  run_ranges(name, n, each, workers, [&](int64_t begin, int64_t end, int32_t) {
    prepare(begin, end);
    uint32_t *const own = counts + begin / each * kShortKeys;
    std::memset(own, 0, static_cast<size_t>(kShortKeys) * 4);
    sort.count(own, keys + begin * 4, end - begin);
  });
  for (int64_t k = kShortKeys; k < divide_up(n, each) * kShortKeys; ++k) counts[k % kShortKeys] += counts[k];
  run_ranges(name, n, each, workers, [&](int64_t begin, int64_t end, int32_t) { sort.fill(to, counts, begin, end); });
  return true;
}

// With few threads, one walks over the keys twice rather than all of them parting and sorting, because it takes less
// time.
constexpr int32_t kFewThreadsToPart = 2;
constexpr int64_t kFewestWalked = 512;
bool orders_by_walks(const Keys &keys, int64_t n, int32_t workers) {
  return keys.sort.order != nullptr && n >= kFewestWalked && workers <= kFewThreadsToPart;
}

}  // namespace

void order_keys(const Keys &keys, const char *line_keys, int64_t n, int64_t *indices, char *scratch) {
  if (n == 0) return;
  if (orders_by_walks(keys, n, 1)) return keys.sort.order(indices, line_keys, n, scratch);
  uint64_t least = 0, most = 0;
  if (keys.size == 8) keys.sort.range(line_keys, n, &least, &most);
  const Packing packing = packing_of(keys, least, most, n);
  auto *const packed = reinterpret_cast<uint64_t *>(scratch);
  char *const rest = scratch + 8 * n;
  keys.sort.pack(packed, line_keys, n, 0, packing);
  kernel_table<SortTable>().sort[1].sort(scratch, n, rest);
  if (packing.shift > 0) keys.sort.resolve(packed, n, line_keys, packing, rest);
  keys.sort.unpack(indices, packed, n, packing);
}

int64_t shared_scratch(int64_t n, int32_t workers) {
  return 24 * n + std::max(bucket_scratch(workers), int64_t{workers} * 2048);
}

void order_on_threads(const char *name, int32_t workers, const Keys &keys, const char *from, int64_t n,
                      int64_t *indices, char *scratch) {
  auto *const a = reinterpret_cast<uint64_t *>(scratch), *const b = a + n;
  char *const line_keys = scratch + 16 * n, *const rest = line_keys + 8 * n;
  const int64_t each = divide_up(n, workers);
  uint64_t least = 0, most = 0;
  auto *const found = reinterpret_cast<uint64_t *>(rest);
  run_ranges(name, n, each, workers, [&](int64_t begin, int64_t end, int32_t) {
    keys.encode(line_keys + begin * keys.size, from + begin * keys.itemsize, end - begin);
    uint64_t *const range = found + begin / each * 2;
    keys.sort.range(line_keys + begin * keys.size, end - begin, range, range + 1);
  });
  if (orders_by_walks(keys, n, workers)) return keys.sort.order(indices, line_keys, n, scratch);
  least = found[0], most = found[1];
  for (int64_t k = 1; k < divide_up(n, each); ++k) {
    least = std::min(least, found[2 * k]);
    most = std::max(most, found[2 * k + 1]);
  }
  const Packing packing = packing_of(keys, least, most, n);
  sort_in_buckets(
      name, workers, kernel_table<SortTable>().sort[1], 8, reinterpret_cast<char *>(a), reinterpret_cast<char *>(b), n,
      (uint64_t{1} << packing.index_bits) - 1, rest,
      [&](int64_t begin, int64_t end) {
        keys.sort.pack(a + begin, line_keys + begin * keys.size, end - begin, begin, packing);
      },
      [&](int64_t begin, int64_t count) {
        if (packing.shift > 0) {
          keys.sort.resolve(b + begin, count, line_keys, packing, reinterpret_cast<char *>(a + begin));
        }
        keys.sort.unpack(indices + begin, b + begin, count, packing);
      });
}

bool sort_on_threads(const char *name, int32_t workers, const Keys &keys, const char *from, int64_t n, char *to,
                     char *scratch) {
  std::atomic<bool> lossy{false};
  const auto prepare = [&](int64_t begin, int64_t end) {
    if (keys.encode(scratch + begin * keys.size, from + begin * keys.itemsize, end - begin)) {
      lossy.store(true, std::memory_order_relaxed);
    }
  };
  if (!sort_by_counts(name, workers, keys.sort, scratch, n, to, prepare)) {
    sort_in_buckets(name, workers, keys.sort, keys.size, scratch, to, n, 0, scratch + 8 * n, prepare,
                    [](int64_t, int64_t) {});
  }
  return lossy.load(std::memory_order_relaxed);
}

}  // namespace ct
