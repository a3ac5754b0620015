// unique and unique_consecutive, whose outputs are as large as what they find.
#include "ops/index/index.h"
#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/structural/copy.h"
#include "tensor/scalar.h"
#include "tensor/views.h"

namespace ct {

using namespace kernels;

namespace {

// All elements in row-major order, dense.
Ref<Tensor> in_order(const Tensor &t) { return contiguous(t, MemoryFormat::Contiguous); }

int32_t workers_for(int64_t n, int64_t bytes, int64_t element_ps) {
  return grain_of(n, {bytes, element_ps}) < n ? num_threads() : 1;
}

void refuse_meta(const char *name, const Tensor &t) {
  if (t.is_meta()) fail(CT_ERROR_INVALID, name, ": t is meta, and the sizes of the result depend on its elements");
}

// How long runs are.
Ref<Tensor> lengths(const int64_t *begins, int64_t runs, int64_t n) {
  const int64_t sizes[] = {runs};
  Ref<Tensor> made = Tensor::create(sizes, DType::Int64);
  auto *const counts = reinterpret_cast<int64_t *>(made->data());
  for (int64_t k = 0; k < runs; ++k) counts[k] = (k + 1 < runs ? begins[k + 1] : n) - begins[k];
  return made;
}

// Of bytes, which are counted: those that are there, in order.
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

Unique find_unique(const char *name, const Tensor &t, bool wants_inverse, bool wants_counts, bool sorts) {
  check_ordered(name, t.dtype());
  refuse_meta(name, t);
  const int64_t n = t.numel();
  if (wants_inverse && sorts) check_orderable(name, n);
  const Workspace workspace;
  const Keys keys(t.dtype(), false);
  const Ref<Tensor> elements = sorts && !wants_inverse ? as_one_line(t) : in_order(t);
  if (sorts && !wants_inverse && n > 0 && keys.itemsize == 1) {
    return unique_bytes(keys, elements->data(), n, wants_counts);
  }
  const int32_t workers = n * keys.itemsize < kSharedSort ? 1 : workers_for(n, n * keys.itemsize, 2000);
  // A workspace of keys, twice, of begins, and of what ordering takes.
  const Scratch scratch(n * 32 + (n == 0 ? 0 : shared_scratch(n, workers)));
  char *sorted = scratch.data(), *const other = sorted + 8 * n, *const rest = scratch.data() + 32 * n;
  auto *const begins = reinterpret_cast<int64_t *>(sorted + 16 * n), *const order = begins + n;
  const bool wants_begins = wants_inverse || wants_counts;
  const char *const from = elements->data();
  const auto encode = [&](char *to) {
    run_ranges(name, n, divide_up(n, workers), workers, [&](int64_t begin, int64_t end, int32_t) {
      keys.encode(to + begin * keys.size, from + begin * keys.itemsize, end - begin);
    });
  };
  Unique result;
  if (wants_inverse) result.inverse = Tensor::create(t.sizes(), DType::Int64);
  if (n == 0) {
    const int64_t none[] = {0};
    result.values = Tensor::create(none, t.dtype());
    if (wants_counts) result.counts = Tensor::create(none, DType::Int64);
    return result;
  }
  // Integers as large as keys are equal where their keys are.
  const bool as_they_are = !sorts && is_integral(t.dtype()) && keys.itemsize == keys.size;
  if (!sorts) {
    if (!as_they_are) encode(sorted);
  } else if (wants_inverse) {
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
  const int64_t runs =
      keys.search.runs(sorted, as_they_are ? from : sorted, n, wants_begins ? begins : nullptr, keys.nan);
  const int64_t sizes[] = {runs};
  result.values = Tensor::create(sizes, keys.dtype);
  if (as_they_are) {
    std::memcpy(result.values->data(), sorted, static_cast<size_t>(runs * keys.size));
  } else {
    keys.decode(result.values->data(), sorted, runs);
  }
  if (wants_counts) result.counts = lengths(begins, runs, n);
  if (wants_inverse) {
    auto *const inverse = reinterpret_cast<int64_t *>(result.inverse->data());
    for (int64_t k = 0; k < runs; ++k) {
      const int64_t end = k + 1 < runs ? begins[k + 1] : n;
      for (int64_t i = begins[k]; i < end; ++i) inverse[sorts ? order[i] : i] = k;
    }
  }
  return result;
}

// Slices of a tensor as rows of keys.
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

// Orders the rows, if they are to be in order, and finds where runs of equal ones begin: how many.
template <class Key>
int64_t find_runs(const Rows<Key> &rows, int64_t *order, int64_t n, bool sorts, int64_t *begins) {
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
    return find_runs(Rows<Key>{all, width, keys.nan}, order, n, sorts, begins);
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

Unique unique(const Tensor &t, bool inverse, bool counts) { return find_unique("unique", t, inverse, counts, true); }
Unique unique_consecutive(const Tensor &t, bool inverse, bool counts) {
  return find_unique("unique_consecutive", t, inverse, counts, false);
}

}  // namespace ct
