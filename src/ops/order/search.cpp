// searchsorted, bucketize and isin.
#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/reduce/run_reduction.h"
#include "ops/structural/copy.h"
#include "tensor/overlap.h"

namespace ct {

using namespace kernels;

namespace {

constexpr int64_t kBlock = 1024;  // keys at a time
constexpr int64_t kSearchPs = 20000;
constexpr int64_t kFewSearches = 1024;  // for so many elements of a sequence, a key of each would take longer

Ref<Tensor> dense(const Tensor &t, DType dtype) {
  return contiguous(*to(t, dtype, MemoryFormat::Preserve, false), MemoryFormat::Contiguous);
}

int32_t workers_for(int64_t n, int64_t bytes, int64_t element_ps) {
  return grain_of(n, {bytes, element_ps}) < n ? num_threads() : 1;
}

// Sets the output of an op with two inputs, neither of which may share memory with it.
void set_output(Output &output, const char *name, const Tensor &a, const Tensor &b, Dims sizes, DType dtype) {
  if (a.is_meta() != b.is_meta()) fail(CT_ERROR_INVALID, name, ": one input is meta, and the other is not");
  set_reduced(output, name, a, sizes, dtype);
  if (output.given() != nullptr && overlap(output.get(), b) != Overlap::No) {
    fail(CT_ERROR_OVERLAP, "unsupported operation: out ", output.get().sizes(), " shares memory with an input ",
         b.sizes(), " of ", name, ". Please clone() the tensor before performing the operation.");
  }
}
DType common_dtype(const char *name, const Tensor &a, const Tensor &b) {
  const DType common = promote_types(a.dtype(), b.dtype());
  check_ordered(name, common);
  return common;
}

// Finds where each of m elements belongs among n sorted ones. All are dense. tree: a search tree of the sorted ones'
// keys, or NULL where so few elements are looked for that it would not pay.
void search(const Keys &keys, const char *sorted, const char *tree, int64_t n, const char *from, int64_t m, bool right,
            int64_t *to) {
  alignas(8) char some[kBlock * 8];
  for (int64_t i = 0; i < m; i += kBlock) {
    const int64_t count = std::min(kBlock, m - i);
    keys.encode(some, from + i * keys.itemsize, count);
    if (tree != nullptr) {
      keys.search.search(to + i, tree, n, some, count, right);
      continue;
    }
    for (int64_t k = 0; k < count; ++k) {
      const uint64_t key = keys.at(some, k);
      int64_t low = 0, high = n;
      while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        alignas(8) char one[8];
        keys.encode(one, sorted + middle * keys.itemsize, 1);
        const uint64_t at = keys.at(one, 0);
        (right ? at <= key : at < key) ? low = middle + 1 : high = middle;
      }
      to[i + k] = low;
    }
  }
}

struct SearchTensor {
  const char *name;
  const Tensor &sorted, &values;
  bool right;
  const Tensor *const inputs_[2] = {&sorted, &values};
  DType common = DType::Undefined;

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    common = common_dtype(name, sorted, values);
    const bool one = sorted.ndim() == 1;
    if (sorted.ndim() == 0) fail(CT_ERROR_SHAPE, name, ": the sorted sequence has no dims");
    bool fits = one || sorted.ndim() == values.ndim();
    for (int32_t d = 0; fits && !one && d + 1 < sorted.ndim(); ++d) {
      fits = sorted.sizes()[size_t(d)] == values.sizes()[size_t(d)];
    }
    if (!fits) {
      fail(CT_ERROR_SHAPE, name, ": the sorted sequences are ", sorted.sizes(), " and the values ", values.sizes(),
           ", which differ in a dim before the last");
    }
    set_output(output, name, values, sorted, values.sizes(), DType::Int64);
  }

  void impl(Output &output) const {
    output.compute_contiguous();
    const Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    const Keys keys(common, false);
    const Ref<Tensor> sequence = dense(sorted, common), elements = dense(values, common);
    const int64_t n = sorted.sizes().back(), sequences = sorted.ndim() == 1 ? 1 : elements->numel() / last(values);
    const int64_t m = elements->numel() / sequences;
    const bool few = m * kFewSearches < n;
    const int64_t tree_bytes = search_tree_keys(n, keys.size) * keys.size;
    const Scratch scratch(few ? 0 : sequences * tree_bytes);
    char *const trees = few ? nullptr : scratch.data();
    if (!few) {
      const int32_t workers = workers_for(sequences * n, sequences * n * keys.itemsize * 2, 0);
      const auto encode = [&](int64_t which, int64_t begin, int64_t end) {
        const char *const from = sequence->data() + (which * n + begin) * keys.itemsize;
        keys.encode(trees + which * tree_bytes + begin * keys.size, from, end - begin);
      };
      if (sequences == 1) {
        run_ranges(name, n, std::max(divide_up(n, workers), int64_t{1}), workers,
                   [&](int64_t begin, int64_t end, int32_t) { encode(0, begin, end); });
        keys.search.grow(trees, n);
      } else {
        run_tasks(name, sequences, workers, [&](int64_t which, int32_t) {
          encode(which, 0, n);
          keys.search.grow(trees + which * tree_bytes, n);
        });
      }
    }
    auto *const to = reinterpret_cast<int64_t *>(out.data());
    const int32_t workers = workers_for(out.numel(), out.numel() * 16, kSearchPs);
    const int64_t each = workers == 1 ? m : std::min(m, std::max(kBlock, divide_up(out.numel(), workers * 4)));
    const int64_t parts = divide_up(m, each);
    run_tasks(name, sequences * parts, workers, [&](int64_t task, int32_t) {
      const int64_t which = task / parts, begin = task % parts * each, count = std::min(each, m - begin);
      const int64_t first = which * m + begin;
      search(keys, sequence->data() + which * n * keys.itemsize, few ? nullptr : trees + which * tree_bytes, n,
             elements->data() + first * keys.itemsize, count, right, to + first);
    });
  }

 private:
  static int64_t last(const Tensor &t) { return t.sizes().back(); }
};

struct IsinTensor {
  const Tensor &input, &tests;
  bool invert;
  const Tensor *const inputs_[2] = {&input, &tests};
  DType common = DType::Undefined;

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    common = common_dtype("isin", input, tests);
    set_output(output, "isin", input, tests, input.sizes(), DType::Bool);
  }

  void impl(Output &output) const {
    output.compute_contiguous();
    const Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    const Keys keys(common, false);
    const Ref<Tensor> sequence = dense(tests, common), elements = dense(input, common);
    const int64_t n = tests.numel(), m = out.numel();
    const int64_t tree_bytes = search_tree_keys(n, keys.size) * keys.size;
    const Scratch scratch(tree_bytes + n * keys.size);
    char *const sorted = scratch.data();
    int64_t count = 0;
    if (n > 0) {
      keys.encode(sorted, sequence->data(), n);
      keys.sort.sort(sorted, n, sorted + tree_bytes);
      count = keys.search.runs(sorted, sorted, n, nullptr, 0);
      keys.search.grow(sorted, count);
    }
    const int32_t workers = workers_for(m, m * (1 + keys.itemsize), kSearchPs);
    run_ranges("isin", m, workers == 1 ? m : std::max(kBlock, divide_up(m, workers * 4)), workers,
               [&](int64_t begin, int64_t end, int32_t) {
                 alignas(8) char some[kBlock * 8];
                 for (int64_t i = begin; i < end; i += kBlock) {
                   const int64_t own = std::min(kBlock, end - i);
                   keys.encode(some, elements->data() + i * keys.itemsize, own);
                   keys.search.among(out.data() + i, sorted, count, some, own, keys.nan, invert);
                 }
               });
  }
};

}  // namespace

Ref<Tensor> searchsorted(const Tensor &sorted, const Tensor &values, bool right) {
  return functional(SearchTensor{"searchsorted", sorted, values, right});
}
void searchsorted_out(const Tensor &sorted, const Tensor &values, bool right, Tensor &out) {
  into(SearchTensor{"searchsorted", sorted, values, right}, out);
}

static void check_boundaries(const Tensor &boundaries) {
  if (boundaries.ndim() != 1) fail(CT_ERROR_SHAPE, "bucketize: boundaries have one dim, and are ", boundaries.sizes());
}
Ref<Tensor> bucketize(const Tensor &t, const Tensor &boundaries, bool right) {
  check_boundaries(boundaries);
  return functional(SearchTensor{"bucketize", boundaries, t, right});
}
void bucketize_out(const Tensor &t, const Tensor &boundaries, bool right, Tensor &out) {
  check_boundaries(boundaries);
  into(SearchTensor{"bucketize", boundaries, t, right}, out);
}

Ref<Tensor> isin(const Tensor &t, const Tensor &among, bool invert) { return functional(IsinTensor{t, among, invert}); }
void isin_out(const Tensor &t, const Tensor &among, bool invert, Tensor &out) {
  into(IsinTensor{t, among, invert}, out);
}

}  // namespace ct
