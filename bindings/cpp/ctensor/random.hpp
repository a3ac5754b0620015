// Random numbers: a generator, and tensors of the numbers that it draws.
#ifndef CTENSOR_RANDOM_HPP
#define CTENSOR_RANDOM_HPP

#include <utility>

#include "tensor.hpp"

namespace ctensor {

// A position in a stream of Philox4x32-10. Copies are the same generator, and share its position. Threads may share
// one; for the same numbers every time, give each its own by split().
class Rng {
 public:
  explicit Rng(uint64_t seed) {
    detail::check([&](ct_error *error) { return ct_rng_create(seed, &raw_, error); });
  }
  Rng(const Rng &other) noexcept : raw_(ct_rng_retain(other.raw_)) {}
  Rng(Rng &&other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Rng &operator=(Rng other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~Rng() { ct_rng_release(raw_); }

  // A generator with a stream of its own.
  Rng split() {
    Rng made;
    detail::check([&](ct_error *error) { return ct_rng_split(raw_, &made.raw_, error); });
    return made;
  }

  uint64_t key() const noexcept { return ct_rng_key(raw_); }
  uint64_t stream() const noexcept { return ct_rng_stream(raw_); }
  uint64_t counter() const noexcept { return ct_rng_counter(raw_); }
  void set_state(uint64_t key, uint64_t stream, uint64_t counter) {
    detail::check([&](ct_error *error) { return ct_rng_set_state(raw_, key, stream, counter, error); });
  }
  void advance(uint64_t blocks) {
    detail::check([&](ct_error *error) { return ct_rng_advance(raw_, blocks, error); });
  }

  // These draw fresh tensors, or into given ones, which keep their sizes and dtype.
  Tensor uniform(Sizes sizes, double low = 0, double high = 1, DType dtype = DType::Float32) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_uniform(raw_, sizes.data(), sizes.count(), low, high, detail::raw(dtype), out, error);
    });
  }
  void uniform_out(const Tensor &out, double low = 0, double high = 1) {
    detail::check([&](ct_error *error) { return ct_uniform_out(raw_, low, high, out.get(), error); });
  }
  Tensor normal(Sizes sizes, double mean = 0, double std = 1, DType dtype = DType::Float32) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_normal(raw_, sizes.data(), sizes.count(), mean, std, detail::raw(dtype), out, error);
    });
  }
  void normal_out(const Tensor &out, double mean = 0, double std = 1) {
    detail::check([&](ct_error *error) { return ct_normal_out(raw_, mean, std, out.get(), error); });
  }
  Tensor exponential(Sizes sizes, double rate = 1, DType dtype = DType::Float32) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_exponential(raw_, sizes.data(), sizes.count(), rate, detail::raw(dtype), out, error);
    });
  }
  void exponential_out(const Tensor &out, double rate = 1) {
    detail::check([&](ct_error *error) { return ct_exponential_out(raw_, rate, out.get(), error); });
  }
  Tensor randint(Sizes sizes, int64_t low, int64_t high, DType dtype = DType::Int64) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_randint(raw_, sizes.data(), sizes.count(), low, high, detail::raw(dtype), out, error);
    });
  }
  void randint_out(const Tensor &out, int64_t low, int64_t high) {
    detail::check([&](ct_error *error) { return ct_randint_out(raw_, low, high, out.get(), error); });
  }
  Tensor bernoulli(Sizes sizes, double p, DType dtype = DType::Float32) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_bernoulli(raw_, sizes.data(), sizes.count(), p, detail::raw(dtype), out, error);
    });
  }
  void bernoulli_out(const Tensor &out, double p) {
    detail::check([&](ct_error *error) { return ct_bernoulli_out(raw_, p, out.get(), error); });
  }

  // Given tensors are resized.
  Tensor randperm(int64_t n, DType dtype = DType::Int64) {
    return detail::make(
        [&](ct_tensor **out, ct_error *error) { return ct_randperm(raw_, n, detail::raw(dtype), out, error); });
  }
  void randperm_out(const Tensor &out, int64_t n) {
    detail::check([&](ct_error *error) { return ct_randperm_out(raw_, n, out.get(), error); });
  }
  Tensor multinomial(const Tensor &t, int64_t num_samples, bool replacement = false) {
    return detail::make([&](ct_tensor **out, ct_error *error) {
      return ct_multinomial(raw_, t.get(), num_samples, replacement, out, error);
    });
  }
  void multinomial_out(const Tensor &out, const Tensor &t, int64_t num_samples, bool replacement = false) {
    detail::check(
        [&](ct_error *error) { return ct_multinomial_out(raw_, t.get(), num_samples, replacement, out.get(), error); });
  }

  ct_rng *get() const noexcept { return raw_; }

 private:
  Rng() noexcept = default;

  ct_rng *raw_ = nullptr;
};

}  // namespace ctensor

#endif
