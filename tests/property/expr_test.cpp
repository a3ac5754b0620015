// Random expressions of deferred tensors, bit for bit beside the eager calls: ops of every kind, casts, copies, views
// anywhere, reductions in the middle, values that several ops share, and several results.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "calls.h"
#include "digest.h"
#include "handles.h"
#include "layouts.h"
#include "rules.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

using reference::Error;
using reference::Handle;
using Pool = std::vector<Handle>;
// What one step does with the tensors that exist. It is done once with eager tensors, and once with deferred ones.
using Call1 = std::function<ct_status(const Pool &, ct_tensor **, ct_error *)>;

struct Step {
  std::string text;
  Call1 call;
};

uint64_t digest_of(const ct_tensor *t) {
  Digest digest;
  digest.add(reference::array_of(t));
  return digest.value();
}

std::string first_difference(const ct_tensor *got, const ct_tensor *wanted) {
  const Array here = reference::array_of(got), there = reference::array_of(wanted);
  const int64_t itemsize = reference::info(here.dtype).size;
  std::string text;
  int64_t number = 0;
  reference::for_each_index(here.sizes, [&](const Sizes &index) {
    const char *const a = here.data + reference::offset_of(index, here.strides) * itemsize;
    const char *const b = there.data + reference::offset_of(index, there.strides) * itemsize;
    if (text.empty() && std::memcmp(a, b, static_cast<size_t>(itemsize)) != 0) {
      text = "element " + std::to_string(number) + " is " +
             reference::text(here.dtype, reference::load(here.dtype, a)) + ", eagerly " +
             reference::text(here.dtype, reference::load(here.dtype, b)) + ", of " + property::describe(here) +
             ", eagerly " + property::describe(there);
    }
    ++number;
  });
  return text;
}

// Ops for which the library generates code at run time.
const std::vector<const Call *> &simple_ops() {
  static const std::vector<const Call *> found = [] {
    const std::vector<std::string> names = {
        "add",        "sub",  "mul",     "div",     "neg",       "abs",       "square", "sqrt",    "rsqrt",
        "reciprocal", "relu", "maximum", "minimum", "clamp_min", "clamp_max", "fmax",   "fmin",    "clamp",
        "eq",         "ne",   "lt",      "le",      "gt",        "ge",        "where",  "positive"};
    std::vector<const Call *> ops;
    for (const Call &call : calls()) {
      if (std::find(names.begin(), names.end(), call.name) != names.end()) ops.push_back(&call);
    }
    return ops;
  }();
  return found;
}

class Expression {
 public:
  Expression(Random &random, int64_t max_numel) : Expression(random, random_sizes(random, max_numel), 4) {}
  // Ops that are few instructions, and dtypes that they take, mostly on dense operands.
  static Expression of_simple_ops(Random &random) {
    const int64_t size = random.between(1, 100);
    const Sizes sizes = random_sizes(random, size <= 80 ? 200 : size <= 97 ? 5000 : 100000);
    return Expression(random, sizes, 15, 200000, 30, true);
  }
  // Expressions over rows that lie one after the other, with many reductions.
  static Expression of_rows(Random &random) {
    Sizes sizes = {random.between(1, 150), random.between(1, random.chance(20) ? 4000 : 300)};
    if (random.chance(30)) sizes.insert(sizes.begin(), random.between(1, 5));
    if (random.chance(30)) sizes.push_back(random.between(1, 4));
    return Expression(random, sizes, 35);
  }
  // Expressions over rows that are longer than what reductions take at a time, or over one such row. Their sizes are
  // near those at which rows are cut.
  static Expression of_long_rows(Random &random) {
    static const std::vector<int64_t> cuts = {32, 512, 1024, 2048, 4096, 8192, 16384, 65536, 131072};
    const int64_t row = random.pick(cuts) * random.between(1, 3) + random.between(-2, 2);
    Sizes sizes = {row};
    if (random.chance(20)) sizes = {row / 3, 3};
    if (random.chance(10)) sizes = {7, row / 7};
    if (random.chance(30)) sizes.insert(sizes.begin(), random.between(1, std::max<int64_t>(200000 / row, 2)));
    Expression made(random, sizes, 12, 600000, random.between(1, 6));
    const size_t before = made.eager_.size();
    for (int tries = 0; made.eager_.size() == before && tries < 20; ++tries) made.add_reduction();
    return made;
  }

  // Sums of what few instructions compute, around the sizes of which a leaf is one (kernels/reduce/order.h).
  static Expression of_sums(Random &random) {
    Sizes sizes = {int64_t{1024} * random.between(1, 9) + random.between(-1, 1) * random.between(0, 70)};
    if (random.chance(30)) sizes.insert(sizes.begin(), random.between(1, 9));
    Expression made(random, sizes, 11, 100000, random.between(1, 5), true);
    made.add_sum();
    return made;
  }

  Expression(Random &random, Sizes shape, int64_t reductions, int64_t most = 100000, int64_t most_steps = 30,
             bool is_simple = false)
      : random_(random), shape_(std::move(shape)), reductions_(reductions), most_(most), is_simple_(is_simple) {
    const bool plain = reductions_ > 10;
    const int64_t leaves = random.between(1, 5);
    static const std::vector<Values> mixes = {Values::Small, Values::Small, Values::Special, Values::Moderate};
    values_ = random.pick(mixes);
    ct_dtype dtype = random_dtype();
    const bool mixed = random.chance(40);
    for (int64_t k = 0; k < leaves; ++k) {
      if (mixed) dtype = random_dtype();
      const Sizes sizes = k == 0 ? shape_ : random_operand_sizes(random, shape_);
      leaves_.push_back(std::make_unique<Operand>(random, dtype,
                                                  plain && random.chance(80)
                                                      ? Layout{sizes, reference::contiguous_strides(sizes)}
                                                      : random_layout(random, sizes, true),
                                                  random.offset(), values_));
      is_leaf_deferred_.push_back(k == 0 || random.chance(80));
    }
    reset();
    // Some cases have only one node, the least that there can be.
    const int64_t steps = random.chance(10) ? 1 : random.between(1, most_steps);
    for (int64_t tries = 0; static_cast<int64_t>(steps_.size()) < steps && tries < 4 * steps; ++tries) add_step();
  }

  void check() {
    if (testing::Test::HasFailure() || deferred_.size() == leaves_.size()) return;
    choose_results();
    evaluate();
    if (!testing::Test::HasFailure() && random_.chance(40)) run_program();
    for (const auto &leaf : leaves_) EXPECT_TRUE(leaf->unchanged());
  }

  std::string describe() const {
    std::string text;
    for (size_t k = 0; k < leaves_.size(); ++k) {
      text += "\n  %" + std::to_string(k) + " = " + property::describe(leaves_[k]->array()) +
              (is_leaf_deferred_[k] ? "" : " (not deferred)");
    }
    for (size_t k = 0; k < steps_.size(); ++k) {
      text += "\n  %" + std::to_string(leaves_.size() + k) + " = " + steps_[k].text;
    }
    text += "\n  results";
    for (const size_t r : results_) text += " %" + std::to_string(r);
    return text;
  }

 private:
  ct_dtype random_dtype() {
    static const std::vector<ct_dtype> simple = {CT_FLOAT32, CT_FLOAT32, CT_FLOAT32, CT_FLOAT32,
                                                 CT_FLOAT64, CT_FLOAT64, CT_UINT8,   CT_INT32};
    if (is_simple_) return random_.pick(simple);
    static const std::vector<ct_dtype> often = {CT_FLOAT32, CT_FLOAT32, CT_FLOAT64, CT_INT32, CT_FLOAT16, CT_BFLOAT16};
    return random_.chance(50) ? random_.pick(often) : random_.pick(reference::dtypes()).dtype;
  }

  void reset() {
    eager_.clear();
    deferred_.clear();
    for (size_t k = 0; k < leaves_.size(); ++k) {
      eager_.emplace_back(ct_tensor_retain(leaves_[k]->tensor()));
      deferred_.emplace_back();
      if (is_leaf_deferred_[k]) {
        ASSERT_EQ(ct_defer(leaves_[k]->tensor(), deferred_.back().receive(), nullptr), CT_OK);
      } else {
        deferred_.back() = Handle(ct_tensor_retain(leaves_[k]->tensor()));
      }
    }
  }

  size_t pick() {
    const auto last = static_cast<int64_t>(eager_.size()) - 1;
    return static_cast<size_t>(random_.chance(60) ? random_.between(std::max<int64_t>(0, last - 3), last)
                                                  : random_.between(0, last));
  }

  void add_step() {
    const int64_t what = random_.between(1, 100);
    if (what <= reductions_) return add_reduction();
    if (what <= reductions_ + (100 - reductions_) * 5 / 8) return add_op();
    if (what <= (reductions_ > 10 ? 94 : 89)) return add_view();
    add_copy();
  }

  // Both ways must agree: on the status, the message and the layout.
  void take(std::string text, Call1 call) {
    Handle eager, deferred;
    Error eager_error, deferred_error;
    const ct_status got = call(deferred_, deferred.receive(), &deferred_error);
    if (got == CT_OK && ct_tensor_numel(deferred) > most_) return;
    const ct_status wanted = call(eager_, eager.receive(), &eager_error);
    if (wanted == CT_ERROR_DIVISION_BY_ZERO && got == CT_OK) return check_division(text, deferred);
    if (got == CT_ERROR_UNSUPPORTED && wanted == CT_OK) return;  // a deferred integer without dims, compared
    ASSERT_EQ(got, wanted) << text << ": " << deferred_error.message << " / " << eager_error.message << describe();
    if (wanted != CT_OK) {
      ASSERT_STREQ(deferred_error.message, eager_error.message) << text << describe();
      return;
    }
    ASSERT_EQ(ct_tensor_dtype(deferred), ct_tensor_dtype(eager)) << text << describe();
    ASSERT_EQ(reference::sizes_of(deferred), reference::sizes_of(eager)) << text << describe();
    ASSERT_EQ(reference::strides_of(deferred), reference::strides_of(eager)) << text << describe();
    steps_.push_back({std::move(text), std::move(call)});
    eager_.push_back(std::move(eager));
    deferred_.push_back(std::move(deferred));
  }

  // A zero in a divisor that is deferred is found when it is evaluated.
  void check_division(const std::string &text, const ct_tensor *deferred) {
    ct_tensor *out = nullptr;
    ASSERT_EQ(ct_evaluate(&deferred, 1, &out, nullptr), CT_ERROR_DIVISION_BY_ZERO) << text << describe();
    ASSERT_EQ(out, nullptr);
  }

  static std::string name(size_t k) { return "%" + std::to_string(k); }

  void add_op() {
    const Call &op = is_simple_ ? *random_.pick(simple_ops()) : random_.pick(calls());
    std::vector<int64_t> inputs;  // -1: a number
    const ct_scalar number = random_scalar();
    bool has_tensor = false;
    std::string text = op.name;
    for (int k = 0; k < op.inputs; ++k) {
      const bool is_number = op.inputs > 1 && random_.chance(15) && !(k + 1 == op.inputs && !has_tensor);
      inputs.push_back(is_number ? -1 : static_cast<int64_t>(pick()));
      if ((std::strcmp(op.name, "where") == 0 && k == 0) || (std::strcmp(op.name, "masked_fill") == 0 && k == 1)) {
        for (size_t t = eager_.size(); t-- > 0;) {
          if (ct_tensor_dtype(eager_[t]) == CT_BOOL) inputs.back() = static_cast<int64_t>(t);
        }
      }
      has_tensor |= inputs.back() >= 0;
      text += inputs.back() < 0 ? " number" : " " + name(static_cast<size_t>(inputs.back()));
    }
    const bool has_option = std::strcmp(op.name, "masked_fill") == 0 || random_.chance(20);
    const ct_scalar option = random_.chance(60) ? ct_scalar{CT_INT64, 0, random_.between(0, 3), 0, 0} : random_scalar();
    take(text, [=, &op](const Pool &pool, ct_tensor **out, ct_error *error) {
      ct_number memory;
      const ct_tensor *tensors[3] = {};
      for (size_t k = 0; k < inputs.size(); ++k) {
        tensors[k] = inputs[k] < 0 ? ct_number_of(number, &memory) : pool[static_cast<size_t>(inputs[k])].get();
      }
      const ct_scalar *options[3] = {has_option ? &option : nullptr};
      return op.fresh(tensors, options, out, error);
    });
  }

  ct_scalar random_scalar() {
    static const std::vector<double> numbers = {0.5, -2, 3, 1, 100, 0.1};
    if (random_.chance(50)) return ct_scalar_f64(random_.pick(numbers));
    return ct_scalar_i64(random_.between(-3, 300));
  }

  void add_copy() {
    const size_t k = pick();
    const auto format = static_cast<ct_memory_format>(random_.between(0, 3));
    if (random_.chance(60)) {
      const ct_dtype dtype = random_.chance(20) ? ct_dtype{CT_UNDEFINED} : random_dtype();
      const bool copy = random_.chance(30);
      return take("to " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
        return ct_to(pool[k], dtype, format, copy, out, error);
      });
    }
    if (random_.chance(20)) {
      return take("ones like " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
        return ct_ones_like(pool[k], CT_UNDEFINED, format, out, error);
      });
    }
    if (random_.chance(50)) {
      return take("contiguous " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
        return ct_contiguous(pool[k], format, out, error);
      });
    }
    take("clone " + name(k),
         [=](const Pool &pool, ct_tensor **out, ct_error *error) { return ct_clone(pool[k], format, out, error); });
  }

  void add_view() {
    const size_t k = pick();
    const int32_t ndim = ct_tensor_ndim(eager_[k]);
    const Sizes sizes = reference::sizes_of(eager_[k]);
    const auto dim = static_cast<int32_t>(random_.between(0, std::max(ndim - 1, 0)));
    const int64_t size = ndim == 0 ? 1 : sizes[static_cast<size_t>(dim)];
    switch (random_.between(0, 9)) {
      case 0: {
        int64_t step = random_.between(-3, 3);
        if (step == 0) step = 1;
        const int64_t start = step < 0 ? size - random_.between(0, 1) : random_.between(0, 1),
                      stop = step < 0 ? CT_TO_END : size - random_.between(0, 1);
        return take("slice " + name(k) + " dim " + std::to_string(dim) + " from " + std::to_string(start) + " by " +
                        std::to_string(step),
                    [=](const Pool &pool, ct_tensor **out, ct_error *error) {
                      return ct_slice(pool[k], dim, start, stop, step, out, error);
                    });
      }
      case 1:
        if (ndim < 2) return;
        return take("select " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
          return ct_select(pool[k], dim, size / 2, out, error);
        });
      case 2:
      case 3: {
        std::vector<int32_t> order;
        for (int32_t d = 0; d < ndim; ++d) order.push_back(d);
        for (size_t i = order.size(); i > 1; --i) {
          std::swap(order[i - 1], order[static_cast<size_t>(random_.between(0, static_cast<int64_t>(i) - 1))]);
        }
        return take("permute " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
          return ct_permute(pool[k], order.data(), static_cast<int32_t>(order.size()), out, error);
        });
      }
      case 4:
        return take("flip " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
          return ct_flip(pool[k], &dim, ndim > 0 ? 1 : 0, out, error);
        });
      case 5:
        return take("unsqueeze " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
          return ct_unsqueeze(pool[k], dim, out, error);
        });
      case 6: {
        Sizes to = sizes;
        for (int64_t &one : to) one = one == 1 ? random_.between(1, 3) : one;
        if (random_.chance(30)) to.insert(to.begin(), 2);
        return take("expand " + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
          return ct_expand(pool[k], to.data(), static_cast<int32_t>(to.size()), out, error);
        });
      }
      case 7: {  // merges dims, or splits one
        Sizes to = sizes;
        if (ndim >= 2 && random_.chance(60)) {
          const auto at = static_cast<size_t>(random_.between(0, ndim - 2));
          to[at] *= to[at + 1];
          to.erase(to.begin() + static_cast<int64_t>(at) + 1);
        } else if (ndim >= 1 && size % 2 == 0) {
          to[static_cast<size_t>(dim)] /= 2;
          to.insert(to.begin() + dim + 1, 2);
        }
        const bool view = random_.chance(50);
        return take((view ? "view " : "reshape ") + name(k), [=](const Pool &pool, ct_tensor **out, ct_error *error) {
          return (view ? ct_view : ct_reshape)(pool[k], to.data(), static_cast<int32_t>(to.size()), out, error);
        });
      }
      case 8:
        return take("real " + name(k),
                    [=](const Pool &pool, ct_tensor **out, ct_error *error) { return ct_real(pool[k], out, error); });
      default:
        return take("imag " + name(k),
                    [=](const Pool &pool, ct_tensor **out, ct_error *error) { return ct_imag(pool[k], out, error); });
    }
  }

  struct ReductionCall {
    const char *name;
    ct_status (*call)(const ct_tensor *, const int32_t *, int32_t, bool, ct_tensor **, ct_error *);
  };
  static const std::vector<ReductionCall> &reductions() {
#define PLAIN(name)                                                                           \
  {                                                                                           \
#name, [](const ct_tensor *t, const int32_t *dims, int32_t n, bool keep, ct_tensor **out, \
              ct_error *e) { return ct_##name(t, dims, n, keep, out, e); }                    \
  }
#define TYPED(name, dtype)                                                                    \
  {                                                                                           \
#name, [](const ct_tensor *t, const int32_t *dims, int32_t n, bool keep, ct_tensor **out, \
              ct_error *e) { return ct_##name(t, dims, n, keep, dtype, out, e); }             \
  }
#define NORM(value)                                                                                           \
  {                                                                                                           \
    "norm", [](const ct_tensor *t, const int32_t *dims, int32_t n, bool keep, ct_tensor **out, ct_error *e) { \
      const ct_scalar p = ct_scalar_f64(value);                                                               \
      return ct_norm(t, &p, dims, n, keep, CT_UNDEFINED, out, e);                                             \
    }                                                                                                         \
  }
#define VARIANCE(name)                                                                                     \
  {                                                                                                        \
#name, [](const ct_tensor *t, const int32_t *dims, int32_t n, bool keep, ct_tensor **out, ct_error *e) { \
      const ct_scalar one = ct_scalar_i64(n % 2);                                                         \
      return ct_##name(t, dims, n, &one, keep, out, e);                                                   \
    } \
  }
    static const std::vector<ReductionCall> all = {
        TYPED(sum, CT_UNDEFINED),
        TYPED(sum, CT_UNDEFINED),
        TYPED(sum, CT_FLOAT64),
        TYPED(mean, CT_UNDEFINED),
        TYPED(mean, CT_FLOAT32),
        TYPED(nansum, CT_UNDEFINED),
        TYPED(nanmean, CT_UNDEFINED),
        TYPED(prod, CT_UNDEFINED),
        TYPED(sum_compensated, CT_UNDEFINED),
        TYPED(sum_exact, CT_UNDEFINED),
        PLAIN(amax),
        PLAIN(amax),
        PLAIN(amin),
        PLAIN(any),
        PLAIN(all),
        PLAIN(count_nonzero),
        PLAIN(logsumexp),
        NORM(0),
        NORM(1),
        NORM(2),
        NORM(HUGE_VAL),
        NORM(-1.5),
        VARIANCE(var),
        VARIANCE(std),
    };
#undef PLAIN
#undef TYPED
#undef NORM
#undef VARIANCE
    return all;
  }

  void add_along(size_t k, int32_t ndim) {
    const decltype(&ct_cumsum) ops[] = {ct_cumsum, ct_cumprod, ct_softmax, ct_log_softmax};
    const auto op = static_cast<size_t>(random_.between(0, 3));
    const int32_t dim = ndim == 0 || random_.chance(70) ? -1 : static_cast<int32_t>(random_.between(0, ndim - 1));
    const bool asks = op >= 2 && (!reference::is_float(ct_tensor_dtype(eager_[k])) ||
                                  random_.chance(20));  // integers have no softmax
    const ct_dtype dtype = asks ? CT_FLOAT32 : CT_UNDEFINED;
    return take("along " + std::to_string(op) + " " + name(k) + " dim " + std::to_string(dim),
                [=, along = ops[op]](const Pool &pool, ct_tensor **out, ct_error *error) {
                  return along(pool[k], dim, dtype, out, error);
                });
  }

  void add_reduction() {
    const size_t k = pick();
    const int32_t ndim = ct_tensor_ndim(eager_[k]);
    if (random_.chance(15)) return add_along(k, ndim);
    if (random_.chance(10)) {
      const int32_t dim = random_.chance(15) ? CT_ALL_DIMS : random_.chance(70) ? -1 : 0;
      const bool keepdim = random_.chance(80), largest = random_.chance(50);
      return take((largest ? "argmax " : "argmin ") + name(k) + " dim " + std::to_string(dim),
                  [=](const Pool &pool, ct_tensor **out, ct_error *error) {
                    return (largest ? ct_argmax : ct_argmin)(pool[k], dim, keepdim, out, error);
                  });
    }
    std::vector<int32_t> dims;
    const bool last = random_.chance(60);
    for (int32_t d = 0; d < ndim; ++d) {
      if (last ? d + 1 == ndim || (d > 0 && random_.chance(15)) : random_.chance(40)) dims.push_back(d);
    }
    const bool all = random_.chance(10), keepdim = random_.chance(80);
    const ReductionCall &op = random_.pick(reductions());
    std::string text = std::string(op.name) + " " + name(k) + " dims";
    for (const int32_t d : dims) text += " " + std::to_string(d);
    take(all ? std::string(op.name) + " " + name(k) : text, [=](const Pool &pool, ct_tensor **out, ct_error *error) {
      static const int32_t none = 0;
      const int32_t *const given = all ? nullptr : dims.empty() ? &none : dims.data();
      return op.call(pool[k], given, all ? 0 : static_cast<int32_t>(dims.size()), keepdim, out, error);
    });
  }

  void add_sum() {
    const size_t k = eager_.size() - 1;
    const int32_t last = ct_tensor_ndim(eager_[k]) - 1;
    const bool all = last < 0 || random_.chance(40), is_mean = random_.chance(30);
    take((is_mean ? "mean " : "sum ") + name(k) + (all ? "" : " dim -1"),
         [=](const Pool &pool, ct_tensor **out, ct_error *error) {
           const auto op = is_mean ? ct_mean : ct_sum;
           return op(pool[k], all ? nullptr : &last, all ? 0 : 1, false, CT_UNDEFINED, out, error);
         });
  }

  // ---- the results ----

  void choose_results() {
    results_ = {eager_.size() - 1};
    while (random_.chance(30)) results_.push_back(pick());
  }

  std::vector<const ct_tensor *> results() const {
    std::vector<const ct_tensor *> found;
    for (const size_t r : results_) found.push_back(deferred_[r]);
    return found;
  }

  // Some outputs are made, others are given: of any layout, but without gaps between elements and the guarded bytes.
  void give_outs(std::vector<std::unique_ptr<Operand>> &given, std::vector<ct_tensor *> &outs) {
    for (const size_t r : results_) {
      given.emplace_back();
      outs.push_back(nullptr);
      if (!random_.chance(40)) continue;
      given.back() = std::make_unique<Operand>(random_, ct_tensor_dtype(eager_[r]),
                                               random_layout(random_, reference::sizes_of(eager_[r]), false),
                                               random_.offset(), Values::Small);
      outs.back() = given.back()->tensor();
    }
  }

  void compare(const std::vector<std::unique_ptr<Operand>> &given, const std::vector<ct_tensor *> &outs) {
    for (size_t k = 0; k < outs.size(); ++k) {
      const Handle made(given[k] == nullptr ? outs[k] : nullptr);
      const ct_tensor *const wanted = eager_[results_[k]];
      ASSERT_EQ(ct_tensor_dtype(outs[k]), ct_tensor_dtype(wanted));
      ASSERT_EQ(reference::sizes_of(outs[k]), reference::sizes_of(wanted));
      if (digest_of(outs[k]) != digest_of(wanted)) {
        FAIL() << "result " << k << (given[k] != nullptr ? ", given: " : ": ") << first_difference(outs[k], wanted);
      }
      if (given[k] != nullptr) {
        EXPECT_TRUE(given[k]->surroundings_unchanged()) << "result " << k;
      }
    }
  }

  void evaluate() {
    std::vector<std::unique_ptr<Operand>> given;
    std::vector<ct_tensor *> outs;
    give_outs(given, outs);
    const std::vector<const ct_tensor *> of = results();
    Error error;
    ASSERT_EQ(ct_evaluate(of.data(), static_cast<int32_t>(of.size()), outs.data(), &error), CT_OK) << error.message;
    compare(given, outs);
  }

  // Runs the same expression on other values of the leaves. Values of leaves that are not deferred would stay in a
  // program, so there must be none.
  void run_program() {
    for (size_t k = leaves_.size(); k < eager_.size(); ++k) {
      if (!ct_is_deferred(deferred_[k])) return;
    }
    std::vector<const ct_tensor *> leaves, inputs;
    for (size_t k = 0; k < leaves_.size(); ++k) {
      if (!is_leaf_deferred_[k]) continue;
      leaves.push_back(deferred_[k]);
      inputs.push_back(leaves_[k]->tensor());
    }
    const std::vector<const ct_tensor *> of = results();
    ct_program *program = nullptr;
    Error error;
    ASSERT_EQ(ct_program_create(leaves.data(), static_cast<int32_t>(leaves.size()), of.data(),
                                static_cast<int32_t>(of.size()), &program, &error),
              CT_OK)
        << error.message;
    for (size_t k = 0; k < leaves_.size(); ++k) {
      if (is_leaf_deferred_[k]) leaves_[k]->replace(random_, values_);
    }
    SCOPED_TRACE("program");
    replay(program, inputs);
    ct_program_release(program);
  }

  void replay(const ct_program *program, const std::vector<const ct_tensor *> &inputs) {
    Pool again;
    for (const auto &leaf : leaves_) again.emplace_back(ct_tensor_retain(leaf->tensor()));
    bool divides_by_zero = false;
    for (const Step &step : steps_) {
      again.emplace_back();
      const ct_status status = step.call(again, again.back().receive(), nullptr);
      if (status == CT_ERROR_DIVISION_BY_ZERO) divides_by_zero = true;
      if (status != CT_OK) break;
    }
    std::vector<std::unique_ptr<Operand>> given;
    std::vector<ct_tensor *> outs;
    give_outs(given, outs);
    Error error;
    const ct_status status = ct_program_run(program, inputs.data(), static_cast<int32_t>(inputs.size()), outs.data(),
                                            static_cast<int32_t>(outs.size()), &error);
    if (divides_by_zero) {  // or it is in an op that no result needs
      for (size_t k = 0; k < outs.size(); ++k) {
        if (given[k] == nullptr) ct_tensor_release(outs[k]);
      }
      return;
    }
    ASSERT_EQ(status, CT_OK) << error.message;
    std::swap(eager_, again);
    compare(given, outs);
  }

  Random &random_;
  Sizes shape_;
  int64_t reductions_;  // of a hundred steps
  int64_t most_;        // elements of a tensor
  bool is_simple_;      // of ops and dtypes
  Values values_ = Values::Small;
  std::vector<std::unique_ptr<Operand>> leaves_;
  std::vector<bool> is_leaf_deferred_;
  Pool eager_, deferred_;
  std::vector<Step> steps_;
  std::vector<size_t> results_;
};

// make(random): one expression.
template <class Make>
void check_expressions(const char *name, int64_t all, Make make) {
  const int64_t count = cases(all);
  for (int64_t index = 0; index < count; ++index) {
    use_threads(kThreads[index % 3]);
    Random random(seed_of(name, CT_UNDEFINED, index));
    Expression expression = make(random);
    expression.check();
    if (testing::Test::HasFailure()) FAIL() << "case " << index << ":" << expression.describe();
  }
}

TEST(Expr, SameBitsAsEagerCalls) {
  check_expressions("expr", 5000, [](Random &random) {
    const int64_t size = random.between(1, 100);
    return Expression(random, size <= 75 ? 60 : size <= 96 ? 3000 : 40000);
  });
}
TEST(Expr, SameBitsOfSimpleOps) { check_expressions("expr simple", 5000, Expression::of_simple_ops); }
TEST(Expr, SameBitsByRows) { check_expressions("expr rows", 2000, Expression::of_rows); }
TEST(Expr, SameBitsOfSums) { check_expressions("expr sums", 2000, Expression::of_sums); }
TEST(Expr, SameBitsOfLongRows) { check_expressions("expr long rows", 1000, Expression::of_long_rows); }

// Reductions of all elements, around the sizes at which a reduction gets another span, and spans become longer.
TEST(Expr, SameBitsOfSquaredDistances) {
  Random random(seed_of("expr distances", CT_UNDEFINED, 0));
  const Sizes whole = {(int64_t{1} << 23) + 2};
  const Operand a(random, CT_FLOAT32, {whole, {1}}, 0, Values::Moderate),
      b(random, CT_FLOAT32, {whole, {1}}, 3, Values::Moderate);
  int calls = 0;
  for (const int64_t size : {int64_t{1} << 11, int64_t{1} << 17, int64_t{1} << 18, int64_t{1} << 23}) {
    for (int64_t n = size - 1; n <= size + 1; ++n) {
      Handle sums[2];
      for (const bool defers : {false, true}) {
        use_threads(kThreads[calls++ % 3]);
        Handle from[2], deferred[2], difference, square;
        for (int k = 0; k < 2; ++k) {
          ASSERT_EQ(ct_slice(k == 0 ? a.tensor() : b.tensor(), 0, 0, n, 1, from[k].receive(), nullptr), CT_OK);
          ASSERT_EQ(ct_defer(from[k], deferred[k].receive(), nullptr), CT_OK);
        }
        const Handle *const x = defers ? deferred : from;
        ASSERT_EQ(ct_sub(x[0], x[1], difference.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_square(difference, square.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_sum(square, nullptr, 0, false, CT_UNDEFINED, sums[defers ? 1 : 0].receive(), nullptr), CT_OK);
      }
      const ct_tensor *const sum = sums[1];
      ct_tensor *out = nullptr;
      ASSERT_EQ(ct_evaluate(&sum, 1, &out, nullptr), CT_OK);
      const Handle made(out);
      EXPECT_EQ(digest_of(made), digest_of(sums[0])) << n;
    }
  }
}

// ---- chains ----

Handle filled(const Sizes &sizes, double value) {
  Handle t;
  const ct_scalar scalar = ct_scalar_f64(value);
  EXPECT_EQ(ct_full(sizes.data(), static_cast<int32_t>(sizes.size()), &scalar, CT_FLOAT32, t.receive(), nullptr),
            CT_OK);
  return t;
}

Handle deferred(const ct_tensor *x) {
  Handle t;
  EXPECT_EQ(ct_defer(x, t.receive(), nullptr), CT_OK);
  return t;
}

Handle evaluated(const ct_tensor *of) {
  ct_tensor *out = nullptr;
  Error error;
  EXPECT_EQ(ct_evaluate(&of, 1, &out, &error), CT_OK) << error.message;
  return Handle(out);
}

// Quotients by one divisor. Generated code multiplies by what it has made of the divisor, where numbers allow that.
template <class T>
class Quotients {
 public:
  Quotients(ct_dtype dtype, int64_t index) : dtype_(dtype), random_(seed_of("expr quotients", dtype, index)) {}

  void check() {
    const T special[] = {T{255}, T{-3}, T{0}, T{-0.0}, std::nextafter(T{2}, T{1}), std::nextafter(T{1}, T{2})};
    T divisor = random_.chance(20) ? special[random_.between(0, 5)] : random_.chance(20) ? any() : whole();
    std::vector<T> numbers(static_cast<size_t>(random_.between(1, 3000)));
    const int64_t kind = random_.between(0, 3);
    for (T &number : numbers)
      number = random_.chance(3) ? T{-0.0} : kind < 2 ? hard(divisor) : kind < 3 ? whole() : any();
    std::vector<uint8_t> bytes(numbers.size());
    for (uint8_t &byte : bytes) byte = static_cast<uint8_t>(random_.bits());
    const bool from_bytes = random_.chance(20);
    const auto n = static_cast<int64_t>(numbers.size());
    void *const from = from_bytes ? static_cast<void *>(bytes.data()) : numbers.data();
    const Handle x = borrowed(from, &n, from_bytes ? ct_dtype{CT_UINT8} : dtype_),
                 by = borrowed(&divisor, nullptr, dtype_);
    const Handle wanted = quotients(x, by), got = evaluated(quotients(deferred(x), by));
    EXPECT_EQ(digest_of(got), digest_of(wanted)) << "by " << divisor << ": " << first_difference(got, wanted);
  }

 private:
  static constexpr int kBits = std::numeric_limits<T>::digits;

  T any() {
    const uint64_t bits = random_.bits();
    T number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
  }
  // Scales to a number of any magnitude, far beyond the bounds of what is multiplied.
  T scaled(uint64_t number) {
    const int most = sizeof(T) == 4 ? 124 : 1000;
    return std::ldexp(static_cast<T>(number), static_cast<int>(random_.between(-most, most)) - kBits);
  }
  T whole() { return scaled(random_.bits() >> (64 - kBits)); }
  // A number whose quotient lies as near as any to the middle of two neighbours: that is an odd number m of kBits + 1
  // bits, in units of half the last bit, and m times the divisor misses the number by k units of the product.
  T hard(T divisor) {
    int exponent = 0;
    const auto by = static_cast<uint64_t>(std::ldexp(std::frexp(std::abs(divisor), &exponent), kBits));
    if (!std::isfinite(divisor) || by % 2 == 0) return whole();
    uint64_t inverse = by;  // of three bits; each step gives twice as many
    for (int i = 0; i < 5; ++i) inverse *= 2 - by * inverse;
    const int64_t k = 2 * random_.between(-4, 3) + 1;
    const uint64_t one = uint64_t{1} << kBits, m = one + (static_cast<uint64_t>(k) * inverse & (one - 1));
    __extension__ using Product = unsigned __int128;
    const auto number = static_cast<uint64_t>((Product{m} * by - static_cast<Product>(k)) >> kBits);
    return number < one ? scaled(number) : whole();
  }

  static Handle borrowed(void *data, const int64_t *size, ct_dtype dtype) {
    Handle t;
    EXPECT_EQ(ct_tensor_from_data(data, size, size != nullptr ? 1 : 0, nullptr, dtype, nullptr, nullptr, t.receive(),
                                  nullptr),
              CT_OK);
    return t;
  }
  Handle quotients(const ct_tensor *x, const ct_tensor *by) const {
    Handle floats, quotient, negated;
    EXPECT_EQ(ct_to(x, dtype_, CT_PRESERVE, false, floats.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_div(floats, by, quotient.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_neg(quotient, negated.receive(), nullptr), CT_OK);
    return negated;
  }

  const ct_dtype dtype_;
  Random random_;
};

TEST(Expr, SameBitsOfQuotientsByOneDivisor) {
  for (int64_t index = 0; index < cases(2000) && !HasFailure(); ++index) {
    SCOPED_TRACE(index);
    Quotients<float>(CT_FLOAT32, index).check();
    Quotients<double>(CT_FLOAT64, index).check();
  }
}

// A chain of any length is recorded, planned and released on a stack of the usual size.
TEST(Expr, DeepChains) {
  const Handle x = filled({3, 5}, 0), one = filled({1}, 1);
  Handle chain = deferred(x);
  const int64_t depth = 100000;
  for (int64_t k = 0; k < depth; ++k) {
    Handle next;
    ASSERT_EQ(ct_add(chain, one, next.receive(), nullptr), CT_OK);
    chain = std::move(next);
  }
  const Handle out = evaluated(chain);
  EXPECT_EQ(static_cast<const float *>(ct_tensor_data(out))[14], static_cast<float>(depth));
}

// A wide expression does not hold all of its values at once, or stores some.
TEST(Expr, ManyValuesAtATime) {
  const Handle x = filled({4, 37}, 1);
  std::vector<Handle> values;
  values.push_back(deferred(x));
  const size_t count = 700;
  for (size_t k = 1; k < count; ++k) {
    Handle next;
    ASSERT_EQ(ct_add(values[k - 1], x, next.receive(), nullptr), CT_OK);
    values.push_back(std::move(next));
  }
  Handle sum = Handle(ct_tensor_retain(values[0]));
  double wanted = 1;
  for (size_t k = 1; k < count; ++k) {  // the first values are wanted last
    Handle next;
    ASSERT_EQ(ct_add(values[count - k], sum, next.receive(), nullptr), CT_OK);
    sum = std::move(next);
    wanted += static_cast<double>(k + 1);
  }
  const Handle out = evaluated(sum);
  EXPECT_EQ(static_cast<const float *>(ct_tensor_data(out))[147], static_cast<float>(wanted));
}

// A value that is seen through more and more views is stored at some point, rather than computed more and more often.
TEST(Expr, ValuesSeenThroughManyViews) {
  const Handle x = filled({64}, 1);
  Handle at = deferred(x);
  for (int k = 0; k < 30; ++k) {
    Handle odd, even, next;
    const int64_t size = ct_tensor_numel(at);
    ASSERT_EQ(ct_slice(at, 0, 1, CT_TO_END, 1, odd.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_slice(at, 0, 0, size - 1, 1, even.receive(), nullptr), CT_OK);
    ASSERT_EQ(ct_add(odd, even, next.receive(), nullptr), CT_OK);
    at = std::move(next);
  }
  const Handle out = evaluated(at);
  EXPECT_EQ(static_cast<const float *>(ct_tensor_data(out))[0], 0x1p30F);
}

// The text of a program that does `op` to two or three operands of that dtype, and negates the result.
std::string text_of(const Call &op, ct_dtype dtype) {
  const int64_t size = 1 << 16;
  const bool chooses = std::strcmp(op.name, "where") == 0;
  Handle leaves[3], x[3], result, negated;
  const ct_tensor *inputs[3] = {}, *given[3] = {};
  for (int k = 0; k < op.inputs; ++k) {
    EXPECT_EQ(ct_tensor_create_meta(&size, 1, nullptr, chooses && k == 0 ? ct_dtype{CT_BOOL} : dtype,
                                    leaves[k].receive(), nullptr),
              CT_OK);
    EXPECT_EQ(ct_defer(leaves[k], x[k].receive(), nullptr), CT_OK);
    inputs[k] = given[k] = x[k];
  }
  const ct_scalar *const options[3] = {};
  EXPECT_EQ(op.fresh(inputs, options, result.receive(), nullptr), CT_OK);
  Handle floats;
  EXPECT_EQ(ct_to(result, dtype, CT_PRESERVE, false, floats.receive(), nullptr), CT_OK);
  EXPECT_EQ(ct_neg(floats, negated.receive(), nullptr), CT_OK);
  const ct_tensor *const out = negated;
  ct_program *program = nullptr;
  EXPECT_EQ(ct_program_create(given, op.inputs, &out, 1, &program, nullptr), CT_OK);
  char text[1024] = "";
  EXPECT_EQ(ct_program_to_string(program, text, sizeof text, nullptr, nullptr), CT_OK);
  ct_program_release(program);
  return text;
}

// Each of these ops becomes part of code that is generated at run time.
TEST(Expr, MakesCodeOfSimpleOps) {
  const char *const setting = std::getenv("CTENSOR_JIT");
  const bool makes = std::strcmp(ct_isa(), "base") != 0 && (setting == nullptr || std::strcmp(setting, "0") != 0);
  const bool past_caches = number_of("CTENSOR_CACHE_BYTES", INT64_MAX) < 4096;
  const int stores = past_caches ? 1 : 0;  // in a step of their own
  for (const Call *op : simple_ops()) {
    for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
      const bool compares = std::string("eq ne lt le gt ge").find(op->name) != std::string::npos;
      const std::string text = text_of(*op, dtype), wanted = std::to_string((compares ? 3 : 2) + stores);
      EXPECT_EQ(text.find(wanted + " steps in generated code") != std::string::npos, makes) << op->name << ": " << text;
    }
  }
}

// Elements that begin or end at a page that nobody may touch, because sanitizers do not see generated code.
class Guarded {
 public:
  Guarded(ct_dtype dtype, int64_t n, bool at_end) {
    const int64_t nbytes = n * static_cast<int64_t>(ct_dtype_size(dtype));
    char *const data = memory_ + kPage + (at_end ? kPage - nbytes : 0);
    EXPECT_EQ(mprotect(memory_ + kPage, kPage, PROT_READ | PROT_WRITE), 0);
    for (int64_t i = 0; i < nbytes; ++i) data[i] = dtype == CT_BOOL ? static_cast<char>(i % 2) : '?';
    EXPECT_EQ(ct_tensor_from_data(data, &n, 1, nullptr, dtype, nullptr, nullptr, tensor.receive(), nullptr), CT_OK);
  }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;
  ~Guarded() { munmap(memory_, 3 * kPage); }

 private:
  static constexpr size_t kPage = 4096;
  char *memory_ = static_cast<char *>(mmap(nullptr, 3 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));

 public:
  Handle tensor;  // goes before its memory
};

TEST(Expr, TouchesNothingBesideItsElements) {
  for (int64_t n = 1; n <= 70; ++n) {
    for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
      for (const bool at_end : {false, true}) {
        const Guarded x(dtype, n, at_end), bytes(CT_UINT8, n, at_end), mask(CT_BOOL, n, at_end), out(dtype, n, at_end),
            truths(CT_BOOL, n, at_end);
        const Handle a = deferred(x.tensor), b = deferred(bytes.tensor), c = deferred(mask.tensor);
        Handle product, chosen, less;
        ASSERT_EQ(ct_mul(a, b, product.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_where(c, product, a, chosen.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_lt(chosen, product, less.receive(), nullptr), CT_OK);
        const ct_tensor *const results[] = {chosen, less};
        ct_tensor *outs[] = {out.tensor, truths.tensor};
        ASSERT_EQ(ct_evaluate(results, 2, outs, nullptr), CT_OK);
        ASSERT_EQ(ct_mul(x.tensor, bytes.tensor, product.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_where(mask.tensor, product, x.tensor, chosen.receive(), nullptr), CT_OK);
        ASSERT_EQ(ct_lt(chosen, product, less.receive(), nullptr), CT_OK);
        EXPECT_EQ(digest_of(out.tensor), digest_of(chosen)) << n;
        EXPECT_EQ(digest_of(truths.tensor), digest_of(less)) << n;
      }
    }
  }
}

TEST(Expr, ManyThreadsEvaluateOneGraph) {
  const Handle x = filled({1000, 7}, 2), y = filled({7}, 3);
  const Handle a = deferred(x);
  Handle b, c;
  ASSERT_EQ(ct_mul(a, y, b.receive(), nullptr), CT_OK);
  ASSERT_EQ(ct_sub(b, a, c.receive(), nullptr), CT_OK);
  const ct_tensor *const leaf = a, *const result = c;
  ct_program *program = nullptr;
  ASSERT_EQ(ct_program_create(&leaf, 1, &result, 1, &program, nullptr), CT_OK);
  std::vector<std::thread> threads;
  std::vector<int> right(8, 0);
  for (size_t k = 0; k < right.size(); ++k) {
    threads.emplace_back([&, k] {
      for (int times = 0; times < 20; ++times) {
        ct_tensor *out = nullptr;
        const ct_tensor *const input = x;
        const ct_status status = times % 2 == 0 ? ct_evaluate(&result, 1, &out, nullptr)
                                                : ct_program_run(program, &input, 1, &out, 1, nullptr);
        if (status == CT_OK && static_cast<const float *>(ct_tensor_data(out))[6999] == 4) ++right[k];
        ct_tensor_release(out);
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (const int count : right) EXPECT_EQ(count, 20);
  ct_program_release(program);
}

}  // namespace
}  // namespace property
