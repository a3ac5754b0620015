// Ops that put elements in order, or look for them in an order. NaN is larger than everything, zeros of both signs are
// equal, and of equal elements the first one comes first: so there is one right answer. Complex numbers are refused.
// Rules: docs/semantics.md, "Order and search".
#pragma once

#include <optional>

#include "ops/structured.h"

namespace ct {

struct SortArgs {
  int32_t dim;
  bool descending;
};
// values and indices, of which the second may be left out.
TwoTensors sort(const Tensor &t, const SortArgs &args, bool indices);
void sort_out(const Tensor &t, const SortArgs &args, Tensor &values, Tensor *indices);
Ref<Tensor> argsort(const Tensor &t, const SortArgs &args);
void argsort_out(const Tensor &t, const SortArgs &args, Tensor &out);

struct TopkArgs {
  int64_t k;
  int32_t dim;
  bool largest;
};
TwoTensors topk(const Tensor &t, const TopkArgs &args);
void topk_out(const Tensor &t, const TopkArgs &args, Tensor &values, Tensor &indices);

// One element of each line, and its index.
enum class Selected { Kth, Median, NanMedian, Mode };
struct SelectArgs {
  Selected which;
  std::optional<int32_t> dim;  // without: of all elements
  bool keepdim;
  int64_t k = 0;  // of Kth, from 1
};
TwoTensors select_ordered(const Tensor &t, const SelectArgs &args);
void select_ordered_out(const Tensor &t, const SelectArgs &args, Tensor &values, Tensor *indices);

enum class Interpolation { Linear, Lower, Higher, Midpoint, Nearest };
struct QuantileArgs {
  const Tensor &q;
  std::optional<int32_t> dim;
  bool keepdim;
  Interpolation interpolation;
};
Ref<Tensor> quantile(const Tensor &t, const QuantileArgs &args);
void quantile_out(const Tensor &t, const QuantileArgs &args, Tensor &out);

// The distinct elements, in order, or (consecutive) one for each run of equal elements; for each element of t, where it
// is among them; and how many elements each stands for.
struct Unique {
  Ref<Tensor> values, inverse, counts;
};
Unique unique(const Tensor &t, bool inverse, bool counts);
Unique unique_consecutive(const Tensor &t, bool inverse, bool counts);
// The same for the slices along dim, which are ordered by the first elements in which they differ.
Unique unique_dim(const Tensor &t, int32_t dim, bool inverse, bool counts);
Unique unique_consecutive_dim(const Tensor &t, int32_t dim, bool inverse, bool counts);

Ref<Tensor> searchsorted(const Tensor &sorted, const Tensor &values, bool right);
void searchsorted_out(const Tensor &sorted, const Tensor &values, bool right, Tensor &out);
Ref<Tensor> bucketize(const Tensor &t, const Tensor &boundaries, bool right);
void bucketize_out(const Tensor &t, const Tensor &boundaries, bool right, Tensor &out);
Ref<Tensor> isin(const Tensor &t, const Tensor &among, bool invert);
void isin_out(const Tensor &t, const Tensor &among, bool invert, Tensor &out);

struct HistcArgs {
  int64_t bins;
  double min, max;
};
Ref<Tensor> histc(const Tensor &t, const HistcArgs &args);
void histc_out(const Tensor &t, const HistcArgs &args, Tensor &out);
Ref<Tensor> bincount(const Tensor &t, const Tensor *weights, int64_t minlength);

// For each element the largest or smallest one up to it, and the last place where that is.
TwoTensors running_extreme(const Tensor &t, int32_t dim, bool largest);
void running_extreme_out(const Tensor &t, int32_t dim, bool largest, Tensor &values, Tensor &indices);
Ref<Tensor> logcumsumexp(const Tensor &t, int32_t dim);
void logcumsumexp_out(const Tensor &t, int32_t dim, Tensor &out);

struct DiffArgs {
  int64_t n;
  int32_t dim;
  const Tensor *prepend, *append;  // NULL: none
};
Ref<Tensor> diff(const Tensor &t, const DiffArgs &args);
void diff_out(const Tensor &t, const DiffArgs &args, Tensor &out);

}  // namespace ct
