// Deferred tensors: ops that are recorded, and computed together. Programs, and functions that become programs.
#ifndef CTENSOR_EXPR_HPP
#define CTENSOR_EXPR_HPP

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tensor.hpp"

namespace ctensor {

namespace detail {

inline std::vector<const ct_tensor *> raw_inputs(const std::vector<Tensor> &tensors) {
  std::vector<const ct_tensor *> raw;
  raw.reserve(tensors.size());
  for (const Tensor &t : tensors) raw.push_back(t.get());
  return raw;
}

// outs holds tensors to write to, or undefined ones, which become fresh tensors.
template <class Call>
void fill_outs(std::vector<Tensor> &outs, Call &&call) {
  std::vector<ct_tensor *> raw;
  raw.reserve(outs.size());
  for (const Tensor &t : outs) raw.push_back(t.get());
  check([&](ct_error *error) { return call(raw.data(), static_cast<int32_t>(raw.size()), error); });
  for (size_t k = 0; k < outs.size(); ++k) {
    if (!outs[k].defined()) outs[k] = Tensor::adopt(raw[k]);
  }
}

}  // namespace detail

// x as a leaf of an expression: ops that take it are recorded.
inline Tensor defer(const Tensor &x) {
  return detail::make([&](ct_tensor **out, ct_error *error) { return ct_defer(x.get(), out, error); });
}

// Computes deferred tensors together, into fresh tensors, or into given ones of the same dtypes and sizes.
inline void evaluate_out(const std::vector<Tensor> &deferred, std::vector<Tensor> &outs) {
  if (deferred.size() != outs.size()) {
    detail::fail(CT_ERROR_INVALID,
                 std::to_string(deferred.size()) + " deferred tensors, but " + std::to_string(outs.size()) + " outs");
  }
  const std::vector<const ct_tensor *> raw = detail::raw_inputs(deferred);
  detail::fill_outs(outs, [&](ct_tensor **out, int32_t count, ct_error *error) {
    return ct_evaluate(raw.data(), count, out, error);
  });
}
inline std::vector<Tensor> evaluate(const std::vector<Tensor> &deferred) {
  std::vector<Tensor> outs(deferred.size());
  evaluate_out(deferred, outs);
  return outs;
}
inline Tensor evaluate(const Tensor &deferred) { return deferred.evaluated(); }

// A compiled expression. Copies are the same program, which any number of threads may run.
class Program {
 public:
  Program(const std::vector<Tensor> &leaves, const std::vector<Tensor> &results) : nresults_(results.size()) {
    const std::vector<const ct_tensor *> of = detail::raw_inputs(leaves), computed = detail::raw_inputs(results);
    detail::check([&](ct_error *error) {
      return ct_program_create(of.data(), static_cast<int32_t>(of.size()), computed.data(),
                               static_cast<int32_t>(computed.size()), &raw_, error);
    });
  }
  Program(const Program &other) noexcept : raw_(ct_program_retain(other.raw_)), nresults_(other.nresults_) {}
  Program(Program &&other) noexcept : raw_(std::exchange(other.raw_, nullptr)), nresults_(other.nresults_) {}
  Program &operator=(Program other) noexcept {
    std::swap(raw_, other.raw_);
    std::swap(nresults_, other.nresults_);
    return *this;
  }
  ~Program() { ct_program_release(raw_); }

  // Inputs must have the dtypes, sizes and strides of the leaves.
  std::vector<Tensor> run(const std::vector<Tensor> &inputs) const {
    std::vector<Tensor> outs(nresults_);
    run_out(inputs, outs);
    return outs;
  }
  void run_out(const std::vector<Tensor> &inputs, std::vector<Tensor> &outs) const {
    const std::vector<const ct_tensor *> raw = detail::raw_inputs(inputs);
    detail::fill_outs(outs, [&](ct_tensor **out, int32_t count, ct_error *error) {
      return ct_program_run(raw_, raw.data(), static_cast<int32_t>(raw.size()), out, count, error);
    });
  }
  // Its passes over memory: sizes, tiles, bytes, ops.
  std::string to_string() const {
    int64_t needed = 0;
    detail::check([&](ct_error *error) { return ct_program_to_string(raw_, nullptr, 0, &needed, error); });
    std::string text(static_cast<size_t>(needed), '\0');
    detail::check([&](ct_error *error) { return ct_program_to_string(raw_, &text[0], needed, nullptr, error); });
    text.pop_back();  // the NUL
    return text;
  }
  ct_program *get() const noexcept { return raw_; }

 private:
  ct_program *raw_ = nullptr;
  size_t nresults_ = 0;
};

// A function of tensors whose expression is recorded once for each combination of dtypes, sizes and strides, and then
// run. Any thread may call it. The function sees deferred tensors without data: it may look at their layouts, but not
// at elements, and its side effects happen once. It must not call what fuse() returns, which would wait for itself.
template <class F>
class Fused {
 public:
  explicit Fused(F function) : function_(std::move(function)) {}

  template <class... Inputs>
  Tensor operator()(const Inputs &...inputs) {
    return std::move(all(inputs...)[0]);
  }
  template <class... Inputs>
  void out(const Tensor &out, const Inputs &...inputs) {
    const std::vector<Tensor> given{inputs...};
    std::vector<Tensor> outs{out};
    program_for(given, std::index_sequence_for<Inputs...>()).run_out(given, outs);
  }
  // All results, if the function returns several tensors in a vector.
  template <class... Inputs>
  std::vector<Tensor> all(const Inputs &...inputs) {
    const std::vector<Tensor> given{inputs...};
    return program_for(given, std::index_sequence_for<Inputs...>()).run(given);
  }

 private:
  static constexpr size_t kMostPrograms = 32;

  struct Known {
    std::vector<Tensor> leaves;  // meta tensors, which hold only layouts
    Program program;
  };

  static bool same_layout(const Tensor &a, const Tensor &b) {
    const auto equal = [](Span<const int64_t> x, Span<const int64_t> y) {
      return std::equal(x.begin(), x.end(), y.begin(), y.end());
    };
    return a.dtype() == b.dtype() && equal(a.sizes(), b.sizes()) && equal(a.strides(), b.strides());
  }

  static std::vector<Tensor> results_of(Tensor one) { return {std::move(one)}; }
  static std::vector<Tensor> results_of(std::vector<Tensor> several) { return several; }
  template <size_t... K>
  Program program_for(const std::vector<Tensor> &inputs, std::index_sequence<K...>) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const Known &known : known_) {
      if (std::equal(inputs.begin(), inputs.end(), known.leaves.begin(), known.leaves.end(), same_layout)) {
        return known.program;
      }
    }
    std::vector<Tensor> shapes, leaves;
    for (const Tensor &input : inputs) {
      shapes.push_back(Tensor::create_meta(input.sizes(), input.strides(), input.dtype()));
      leaves.push_back(defer(shapes.back()));
    }
    if (known_.size() == kMostPrograms) known_.erase(known_.begin());
    known_.push_back({std::move(shapes), Program(leaves, results_of(function_(leaves[K]...)))});
    return known_.back().program;
  }

  F function_;
  std::mutex mutex_;
  std::vector<Known> known_;
};

template <class F>
Fused<F> fuse(F function) {
  return Fused<F>(std::move(function));
}

}  // namespace ctensor

#endif
