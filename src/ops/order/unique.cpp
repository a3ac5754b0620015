// unique and unique_consecutive, whose outputs are as large as what they find.
#include "ops/index/index.h"
#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/structural/copy.h"
#include "tensor/views.h"

namespace ct {

using namespace kernels;

namespace {

// Picoseconds that an element takes, at least; they decide from how many elements on threads are worth it
// (runtime/cost.h). Zen 3, tools/bench_order.py "1Mi": 12000 and more for unique, and 1900 for unique_consecutive.
constexpr int64_t kUniquePs = 2000, kConsecutivePs = 250;

// All elements in row-major order, dense.
Ref<Tensor> in_order(const Tensor &t) { return contiguous(t, MemoryFormat::Contiguous); }

int32_t workers_for(int64_t n, int64_t bytes, int64_t element_ps) {
  return grain_of(n, {bytes, element_ps}) < n ? num_threads() : 1;
}

void refuse_meta(const char *name, const Tensor &t) {
  if (t.is_meta()) fail(CT_ERROR_INVALID, name, ": t is meta, and the sizes of the result depend on its elements");
}

// Replaces the begins of runs by their lengths.
void become_lengths(int64_t *begins, int64_t runs, int64_t n) {
  for (int64_t k = 0; k < runs; ++k) begins[k] = (k + 1 < runs ? begins[k + 1] : n) - begins[k];
}

Ref<Tensor> line_of(DType dtype, int64_t n) {
  const int64_t sizes[] = {n};
  return Tensor::create(sizes, dtype);
}

// unique of bytes, which are counted by value: the values that occur, in order.
Unique unique_bytes(const Keys &keys, const char *from, int64_t n, bool wants_counts) {
  int64_t counts[256] = {};
  kernel_table<KeyTable>().count_bytes(counts, from, n);
  if (keys.dtype == DType::Bool) {  // all but 0 are true
    counts[1] = n - counts[0];
    for (int k = 2; k < 256; ++k) counts[k] = 0;
  }
  uint8_t order[256], found[256];
  for (int k = 0; k < 256; ++k) order[k] = static_cast<uint8_t>(keys.dtype == DType::Int8 ? k ^ 128 : k);
  int64_t own[256], runs = 0;
  for (const uint8_t byte : order) {
    if (counts[byte] == 0) continue;
    own[runs] = counts[byte];
    found[runs++] = byte;
  }
  const int64_t sizes[] = {runs};
  Unique result{Tensor::create(sizes, keys.dtype), nullptr, nullptr};
  std::memcpy(result.values->data(), found, static_cast<size_t>(runs));
  if (wants_counts) {
    result.counts = Tensor::create(sizes, DType::Int64);
    std::memcpy(result.counts->data(), own, static_cast<size_t>(runs) * 8);
  }
  return result;
}

Unique find_unique(const Tensor &t, bool wants_inverse, bool wants_counts) {
  const char *const name = "unique";
  check_ordered(name, t.dtype());
  refuse_meta(name, t);
  const int64_t n = t.numel();
  if (wants_inverse) check_orderable(name, n);
  const Workspace workspace;
  const Keys keys(t.dtype(), false);
  const Ref<Tensor> elements = wants_inverse ? in_order(t) : as_one_line(t);
  if (!wants_inverse && n > 0 && keys.itemsize == 1) return unique_bytes(keys, elements->data(), n, wants_counts);
  const int32_t workers = n * keys.itemsize < kSharedSort ? 1 : workers_for(n, n * keys.itemsize, kUniquePs);
  // Room for keys, twice, for the begins of runs, and for what ordering takes.
  const Scratch scratch(n * 32 + (n == 0 ? 0 : shared_scratch(n, workers)));
  char *sorted = scratch.data(), *const other = sorted + 8 * n, *const rest = scratch.data() + 32 * n;
  auto *const begins = reinterpret_cast<int64_t *>(sorted + 16 * n), *const order = begins + n;
  const char *const from = elements->data();
  const auto encode = [&](char *to) {
    run_ranges(name, n, divide_up(n, workers), workers, [&](int64_t begin, int64_t end, int32_t) {
      keys.encode(to + begin * keys.size, from + begin * keys.itemsize, end - begin);
    });
  };
  Unique result;
  if (wants_inverse) result.inverse = Tensor::create(t.sizes(), DType::Int64);
  if (n == 0) {
    result.values = line_of(t.dtype(), 0);
    if (wants_counts) result.counts = line_of(DType::Int64, 0);
    return result;
  }
  if (wants_inverse) {
    encode(other);
    if (workers > 1) {
      order_on_threads(name, workers, keys, from, n, order, rest);
    } else {
      order_keys(keys, other, n, order, rest);
    }
    keys.gather_keys(sorted, other, order, n);
  } else if (workers > 1) {
    sort_on_threads(name, workers, keys, from, n, sorted, rest);
  } else {
    encode(sorted);
    keys.sort.sort(sorted, n, rest);
  }
  const int64_t runs = keys.search.runs(sorted, sorted, n, wants_inverse || wants_counts ? begins : nullptr, keys.nan);
  result.values = line_of(keys.dtype, runs);
  keys.decode(result.values->data(), sorted, runs);
  if (wants_inverse) {
    auto *const inverse = reinterpret_cast<int64_t *>(result.inverse->data());
    for (int64_t k = 0; k < runs; ++k) {
      const int64_t end = k + 1 < runs ? begins[k + 1] : n;
      for (int64_t i = begins[k]; i < end; ++i) inverse[order[i]] = k;
    }
  }
  if (wants_counts) {
    result.counts = line_of(DType::Int64, runs);
    std::memcpy(result.counts->data(), begins, static_cast<size_t>(runs) * 8);
    become_lengths(reinterpret_cast<int64_t *>(result.counts->data()), runs, n);
  }
  return result;
}

// Whether elements are equal exactly where their bits are, and have as many bits as a key.
bool is_key_itself(const Keys &keys) { return is_integral(keys.dtype) && keys.itemsize == keys.size; }

// Finds where runs of equal elements begin, from `begin` to `end`. Calls take(keys, begins, how many) block by block,
// so that blocks stay in the innermost cache. begins: the index of each run's first element in a block that has `first`
// elements before it.
template <class Take>
void find_runs(const Keys &keys, const char *from, int64_t begin, int64_t end, bool wants_begins, Take &&take) {
  constexpr int64_t kBlock = 1024;
  const bool as_they_are = is_key_itself(keys);
  alignas(kCacheLine) char own[(kBlock + 1) * 8], found[(kBlock + 1) * 8 + kCacheLine];
  int64_t begins[kBlock + 1];
  for (int64_t i = begin; i < end; i += kBlock) {
    const int64_t before = i > 0 ? 1 : 0, some = std::min(kBlock, end - i) + before;  // with the one before
    const char *const at = from + (i - before) * keys.itemsize;
    if (!as_they_are) keys.encode(own, at, some);
    const int64_t count =
        keys.search.runs(found, as_they_are ? at : own, some, wants_begins ? begins : nullptr, keys.nan);
    for (int64_t k = 0; wants_begins && k < count; ++k) begins[k] += i - before;
    take(found + before * keys.size, begins + before, count - before);
  }
}

// The first n elements of a line, in memory that is not much larger than they are.
Ref<Tensor> cut(const Ref<Tensor> &line, int64_t n) {
  if (line->numel() == n) return line;
  const int64_t sizes[] = {n}, step[] = {1};
  Ref<Tensor> part = as_strided(*line, sizes, step, line->offset());
  return n < line->numel() / 2 ? clone(*part, MemoryFormat::Contiguous) : part;
}

// Threads first count what they will find, so that each can write it to its final place.
Unique find_consecutive(const Tensor &t, bool wants_inverse, bool wants_counts) {
  const char *const name = "unique_consecutive";
  check_ordered(name, t.dtype());
  refuse_meta(name, t);
  const int64_t n = t.numel();
  const Workspace workspace;
  const Keys keys(t.dtype(), false);
  const Ref<Tensor> elements = in_order(t);
  const char *const from = elements->data();
  const int32_t threads = workers_for(n, n * keys.itemsize, kConsecutivePs);
  const int32_t workers = threads > 2 ? threads : 1;  // two would take as long, since each goes over its part twice
  const int64_t each = std::max<int64_t>(divide_up(n, workers), 1), pieces = divide_up(n, each);
  const Scratch places((pieces + 1) * 8);
  auto *const first = places.data<int64_t>();  // of each piece
  const auto by_pieces = [&](auto &&body) {
    run_ranges(name, n, each, workers, [&](int64_t begin, int64_t end, int32_t) { body(begin / each, begin, end); });
  };
  first[0] = 0;
  if (pieces == 1) {
    first[1] = n;
  } else {
    by_pieces([&](int64_t piece, int64_t begin, int64_t end) {
      int64_t runs = 0;
      find_runs(keys, from, begin, end, false, [&](const char *, const int64_t *, int64_t count) { runs += count; });
      first[piece + 1] = runs;
    });
    for (int64_t piece = 0; piece < pieces; ++piece) first[piece + 1] += first[piece];
  }
  int64_t runs = first[pieces];
  Unique result{line_of(keys.dtype, runs), nullptr, nullptr};
  if (wants_inverse) result.inverse = Tensor::create(t.sizes(), DType::Int64);
  if (wants_inverse || wants_counts) result.counts = line_of(DType::Int64, runs);
  auto *const begins = result.counts ? reinterpret_cast<int64_t *>(result.counts->data()) : nullptr;
  by_pieces([&](int64_t piece, int64_t begin, int64_t end) {
    int64_t at = first[piece];
    find_runs(keys, from, begin, end, begins != nullptr, [&](const char *found, const int64_t *own, int64_t count) {
      char *const to = result.values->data() + at * keys.itemsize;
      if (is_key_itself(keys)) {
        std::memcpy(to, found, static_cast<size_t>(count * keys.size));
      } else {
        keys.decode(to, found, count);
      }
      if (begins != nullptr) std::memcpy(begins + at, own, static_cast<size_t>(count) * 8);
      at += count;
    });
    if (pieces == 1) runs = at;
  });
  result.values = cut(result.values, runs);
  if (wants_inverse) {
    auto *const inverse = reinterpret_cast<int64_t *>(result.inverse->data());
    for (int64_t k = 0; k < runs; ++k) std::fill(inverse + begins[k], inverse + (k + 1 < runs ? begins[k + 1] : n), k);
  }
  if (wants_counts) {
    become_lengths(begins, runs, n);
    result.counts = cut(result.counts, runs);
  } else {
    result.counts = nullptr;
  }
  return result;
}

// The slices of a tensor as rows of keys.
template <class Key>
struct Rows {
  const Key *keys;
  int64_t width;
  uint64_t nan;

  const Key *operator[](int64_t row) const { return keys + row * width; }
  bool is_less(int64_t a, int64_t b) const {  // equal rows stay as they are
    const auto [x, y] = std::mismatch((*this)[a], (*this)[a] + width, (*this)[b]);
    return x == (*this)[a] + width ? a < b : *x < *y;
  }
  bool are_equal(int64_t a, int64_t b) const {
    return std::equal((*this)[a], (*this)[a] + width, (*this)[b]) &&
           (nan == 0 || std::find((*this)[a], (*this)[a] + width, static_cast<Key>(nan)) == (*this)[a] + width);
  }
};

// Orders the rows, if `sorts`, and finds where runs of equal rows begin. Returns how many runs there are.
template <class Key>
int64_t order_rows(const Rows<Key> &rows, int64_t *order, int64_t n, bool sorts, int64_t *begins) {
  for (int64_t i = 0; i < n; ++i) order[i] = i;
  if (sorts) std::sort(order, order + n, [&rows](int64_t a, int64_t b) { return rows.is_less(a, b); });
  int64_t runs = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (i == 0 || !rows.are_equal(order[i - 1], order[i])) begins[runs++] = i;
  }
  return runs;
}

Unique find_unique_slices(const char *name, const Tensor &t, int32_t along, bool wants_inverse, bool wants_counts,
                          bool sorts) {
  check_ordered(name, t.dtype());
  refuse_meta(name, t);
  if (t.ndim() == 0) fail(CT_ERROR_SHAPE, name, " takes one dim or more, and t has none");
  const int32_t dim = wrap_dim(along, t.ndim());
  const int32_t first[] = {0}, own[] = {dim};
  const Ref<Tensor> slices = in_order(*movedim(t, own, first));
  const Workspace workspace;
  const Keys keys(t.dtype(), false);
  const int64_t n = t.sizes()[static_cast<size_t>(dim)], width = n == 0 ? 0 : t.numel() / n;
  const Scratch scratch(n * width * keys.size + n * 16);
  auto *const order = scratch.data<int64_t>(), *const begins = order + n;
  char *const rows = scratch.data() + n * 16;
  keys.encode(rows, slices->data(), n * width);
  const auto runs_of = [&]<class Key>(const Key *all) {
    return order_rows(Rows<Key>{all, width, keys.nan}, order, n, sorts, begins);
  };
  const int64_t runs = keys.size == 4 ? runs_of(reinterpret_cast<const uint32_t *>(rows))
                                      : runs_of(reinterpret_cast<const uint64_t *>(rows));
  const int64_t run_sizes[] = {runs}, slice_sizes[] = {n};
  const Ref<Tensor> chosen = Tensor::create(run_sizes, DType::Int64);
  auto *const at = reinterpret_cast<int64_t *>(chosen->data());
  for (int64_t k = 0; k < runs; ++k) at[k] = order[begins[k]];
  Unique result{index_select(t, dim, *chosen), nullptr, nullptr};
  const auto end_of = [&](int64_t run) { return run + 1 < runs ? begins[run + 1] : n; };
  if (wants_inverse) {
    result.inverse = Tensor::create(slice_sizes, DType::Int64);
    auto *const inverse = reinterpret_cast<int64_t *>(result.inverse->data());
    for (int64_t k = 0; k < runs; ++k) {
      for (int64_t i = begins[k]; i < end_of(k); ++i) inverse[order[i]] = k;
    }
  }
  if (wants_counts) {
    result.counts = Tensor::create(run_sizes, DType::Int64);
    auto *const counts = reinterpret_cast<int64_t *>(result.counts->data());
    for (int64_t k = 0; k < runs; ++k) counts[k] = end_of(k) - begins[k];
  }
  return result;
}

}  // namespace

Unique unique_dim(const Tensor &t, int32_t dim, bool inverse, bool counts) {
  return find_unique_slices("unique_dim", t, dim, inverse, counts, true);
}
Unique unique_consecutive_dim(const Tensor &t, int32_t dim, bool inverse, bool counts) {
  return find_unique_slices("unique_consecutive_dim", t, dim, inverse, counts, false);
}

Unique unique(const Tensor &t, bool inverse, bool counts) { return find_unique(t, inverse, counts); }
Unique unique_consecutive(const Tensor &t, bool inverse, bool counts) { return find_consecutive(t, inverse, counts); }

}  // namespace ct
