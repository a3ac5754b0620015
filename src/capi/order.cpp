// Entry points of what puts elements in order or searches them.
#include "ops/order/order.h"

#include "capi/entry_points.h"

using namespace ct;

namespace {

std::optional<int32_t> dim_or_all(int32_t dim) {
  return dim == CT_ALL_DIMS ? std::nullopt : std::optional<int32_t>(dim);
}

Interpolation check_interpolation(ct_interpolation interpolation) {
  if (interpolation > CT_INTERPOLATION_NEAREST) {
    fail(CT_ERROR_INVALID, "unknown interpolation: ", int64_t{interpolation});
  }
  return static_cast<Interpolation>(interpolation);
}

// An input that may be left out.
class OptionalInMemory {
 public:
  OptionalInMemory(const ct_tensor *t, const char *name) {
    if (t != nullptr) input_.emplace(t, name);
  }
  const Tensor *get() const { return input_.has_value() ? &static_cast<const Tensor &>(*input_) : nullptr; }

 private:
  std::optional<InMemory> input_;
};

// Any of these outputs may be NULL, but those that are given must be different variables.
template <class Find>
ct_status making_unique(const char *function, ct_tensor **values, ct_tensor **inverse, ct_tensor **counts,
                        ct_error *error, const ct_tensor *t, Find &&find) {
  if (inverse != nullptr) *inverse = nullptr;
  if (counts != nullptr) *counts = nullptr;
  return making(function, values, error, [&] {
    if (inverse == values || counts == values || (inverse != nullptr && inverse == counts)) {
      fail(CT_ERROR_INVALID, "two of the outs are the same");
    }
    const InMemory self(t, "t");
    Unique made = find(self, inverse != nullptr, counts != nullptr);
    if (inverse != nullptr) *inverse = reinterpret_cast<ct_tensor *>(made.inverse.detach());
    if (counts != nullptr) *counts = reinterpret_cast<ct_tensor *>(made.counts.detach());
    return std::move(made.values);
  });
}

}  // namespace

// Both forms of an op with one output, of which neither records.
#define CT_READS(name, parameters, arguments, fresh, into)                                            \
  ct_status ct_##name(const ct_tensor *t, CT_BARE parameters ct_tensor **out, ct_error *error) {      \
    return making("ct_" #name, out, error, [&] {                                                      \
      const InMemory self(t, "t");                                                                    \
      const auto args = arguments;                                                                    \
      return fresh;                                                                                   \
    });                                                                                               \
  }                                                                                                   \
  ct_status ct_##name##_out(const ct_tensor *t, CT_BARE parameters ct_tensor *out, ct_error *error) { \
    return guarded("ct_" #name "_out", error, [&] {                                                   \
      const InMemory self(t, "t");                                                                    \
      const auto args = arguments;                                                                    \
      Tensor &given = tensor(out, "out");                                                             \
      into;                                                                                           \
      count_write(given);                                                                             \
    });                                                                                               \
  }
#define CT_ONE(name, parameters, arguments, op) \
  CT_READS(name, parameters, (arguments), op(self, args), op##_out(self, args, given))
#define CT_TWO(name, parameters, arguments, fresh, into) \
  CT_ENTRY_POINTS_OF_TWO(name, CT_BARE parameters, (arguments), fresh, into, "values", "indices")
#define CT_SELECTS(name, which, parameters, k)                                                         \
  CT_TWO(name, parameters, (SelectArgs{Selected::which, dim, keepdim, k}), select_ordered(self, args), \
         select_ordered_out(self, args, given, &second))

extern "C" {

// `stable` changes nothing, because every sort here is stable.
ct_status ct_sort(const ct_tensor *t, int32_t dim, bool descending, bool, ct_tensor **values, ct_tensor **indices,
                  ct_error *error) {
  if (indices != nullptr) *indices = nullptr;
  return making("ct_sort", values, error, [&] {
    if (indices == values) fail(CT_ERROR_INVALID, "indices is values");
    const InMemory self(t, "t");
    TwoTensors made = sort(self, {dim, descending}, indices != nullptr);
    if (indices != nullptr) *indices = reinterpret_cast<ct_tensor *>(made.second.detach());
    return std::move(made.first);
  });
}
ct_status ct_sort_out(const ct_tensor *t, int32_t dim, bool descending, bool, ct_tensor *values, ct_tensor *indices,
                      ct_error *error) {
  return guarded("ct_sort_out", error, [&] {
    const InMemory self(t, "t");
    Tensor &given = tensor(values, "values"), *const second =
                                                  indices == nullptr ? nullptr : &tensor(indices, "indices");
    sort_out(self, {dim, descending}, given, second);
    count_write(given);
    if (second != nullptr) count_write(*second);
  });
}

CT_ONE(argsort, (int32_t dim, bool descending, bool, ), (SortArgs{dim, descending}), argsort)
CT_TWO(topk, (int64_t k, int32_t dim, bool largest, bool, ), (TopkArgs{k, dim, largest}), topk(self, args),
       topk_out(self, args, given, second))

CT_SELECTS(kthvalue, Kth, (int64_t k, int32_t dim, bool keepdim, ), k)
CT_SELECTS(median_dim, Median, (int32_t dim, bool keepdim, ), 0)
CT_SELECTS(nanmedian_dim, NanMedian, (int32_t dim, bool keepdim, ), 0)
CT_SELECTS(mode, Mode, (int32_t dim, bool keepdim, ), 0)
CT_READS(median, (), (SelectArgs{Selected::Median, std::nullopt, false}), select_ordered(self, args).first,
         select_ordered_out(self, args, given, nullptr))
CT_READS(nanmedian, (), (SelectArgs{Selected::NanMedian, std::nullopt, false}), select_ordered(self, args).first,
         select_ordered_out(self, args, given, nullptr))

ct_status ct_quantile(const ct_tensor *t, const ct_tensor *q, int32_t dim, bool keepdim, ct_interpolation interpolation,
                      ct_tensor **out, ct_error *error) {
  return making("ct_quantile", out, error, [&] {
    const InMemory self(t, "t"), numbers(q, "q");
    return quantile(self, {numbers, dim_or_all(dim), keepdim, check_interpolation(interpolation)});
  });
}
ct_status ct_quantile_out(const ct_tensor *t, const ct_tensor *q, int32_t dim, bool keepdim,
                          ct_interpolation interpolation, ct_tensor *out, ct_error *error) {
  return guarded("ct_quantile_out", error, [&] {
    const InMemory self(t, "t"), numbers(q, "q");
    Tensor &given = tensor(out, "out");
    quantile_out(self, {numbers, dim_or_all(dim), keepdim, check_interpolation(interpolation)}, given);
    count_write(given);
  });
}

ct_status ct_unique(const ct_tensor *t, ct_tensor **values, ct_tensor **inverse, ct_tensor **counts, ct_error *error) {
  return making_unique("ct_unique", values, inverse, counts, error, t, &unique);
}
ct_status ct_unique_consecutive(const ct_tensor *t, ct_tensor **values, ct_tensor **inverse, ct_tensor **counts,
                                ct_error *error) {
  return making_unique("ct_unique_consecutive", values, inverse, counts, error, t, &unique_consecutive);
}

ct_status ct_unique_dim(const ct_tensor *t, int32_t dim, ct_tensor **values, ct_tensor **inverse, ct_tensor **counts,
                        ct_error *error) {
  return making_unique("ct_unique_dim", values, inverse, counts, error, t,
                       [dim](const Tensor &self, bool i, bool c) { return unique_dim(self, dim, i, c); });
}
ct_status ct_unique_consecutive_dim(const ct_tensor *t, int32_t dim, ct_tensor **values, ct_tensor **inverse,
                                    ct_tensor **counts, ct_error *error) {
  return making_unique("ct_unique_consecutive_dim", values, inverse, counts, error, t,
                       [dim](const Tensor &self, bool i, bool c) { return unique_consecutive_dim(self, dim, i, c); });
}

#define CT_SEARCHES(name, first, second, flag, op)                                                                    \
  ct_status ct_##name(const ct_tensor *first, const ct_tensor *second, bool flag, ct_tensor **out, ct_error *error) { \
    return making("ct_" #name, out, error, [&] {                                                                      \
      const InMemory one(first, #first), other(second, #second);                                                      \
      return op(one, other, flag);                                                                                    \
    });                                                                                                               \
  }                                                                                                                   \
  ct_status ct_##name##_out(const ct_tensor *first, const ct_tensor *second, bool flag, ct_tensor *out,               \
                            ct_error *error) {                                                                        \
    return guarded("ct_" #name "_out", error, [&] {                                                                   \
      const InMemory one(first, #first), other(second, #second);                                                      \
      Tensor &given = tensor(out, "out");                                                                             \
      op##_out(one, other, flag, given);                                                                              \
      count_write(given);                                                                                             \
    });                                                                                                               \
  }
CT_SEARCHES(searchsorted, sorted, values, right, searchsorted)
CT_SEARCHES(bucketize, t, boundaries, right, bucketize)
CT_SEARCHES(isin, t, among, invert, isin)

CT_ONE(histc, (int64_t bins, double min, double max, ), (HistcArgs{bins, min, max}), histc)

ct_status ct_bincount(const ct_tensor *t, const ct_tensor *weights, int64_t minlength, ct_tensor **out,
                      ct_error *error) {
  return making("ct_bincount", out, error, [&] {
    const InMemory self(t, "t");
    const OptionalInMemory given(weights, "weights");
    return bincount(self, given.get(), minlength);
  });
}

CT_TWO(cummax, (int32_t dim, ), dim, running_extreme(self, args, true),
       running_extreme_out(self, args, true, given, second))
CT_TWO(cummin, (int32_t dim, ), dim, running_extreme(self, args, false),
       running_extreme_out(self, args, false, given, second))
CT_ONE(logcumsumexp, (int32_t dim, ), dim, logcumsumexp)

CT_BOTH_FORMS(diff, (const ct_tensor *t, int64_t n, int32_t dim, const ct_tensor *prepend, const ct_tensor *append),
              const InMemory self(t, "t");
              const OptionalInMemory before(prepend, "prepend"); const OptionalInMemory behind(append, "append");
              const auto args = (DiffArgs{n, dim, before.get(), behind.get()}), diff(self, args),
              diff_out(self, args, given))

}  // extern "C"
