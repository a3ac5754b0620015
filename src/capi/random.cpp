// Entry points of random numbers.
#include "ops/random/random.h"

#include "capi/entry_points.h"

using namespace ct;

namespace {

Rng *unwrap(const ct_rng *rng) { return reinterpret_cast<Rng *>(const_cast<ct_rng *>(rng)); }
Rng &rng_of(ct_rng *rng) { return *unwrap(need(rng, "rng")); }

DType dtype_or(ct_dtype dtype, DType fallback) { return dtype == CT_UNDEFINED ? fallback : check_dtype(dtype); }

template <class F>
ct_status making_rng(const char *function, ct_rng **out, ct_error *error, F &&body) {
  if (out == nullptr) return report(error, function, CT_ERROR_INVALID, "out is NULL");
  *out = nullptr;
  return guarded(function, error, [&] { *out = reinterpret_cast<ct_rng *>(body().detach()); });
}

}  // namespace

// Both forms: into a given tensor, whose sizes and dtype stay, and a fresh one.
#define CT_DRAWS(name, parameters, fallback, ...)                                                          \
  ct_status ct_##name(ct_rng *rng, const int64_t *sizes, int32_t ndim, CT_BARE parameters, ct_dtype dtype, \
                      ct_tensor **out, ct_error *error) {                                                  \
    return making("ct_" #name, out, error, [&] {                                                           \
      Rng &from = rng_of(rng);                                                                             \
      return random(from, dims(sizes, ndim, "sizes"), __VA_ARGS__, dtype_or(dtype, fallback));             \
    });                                                                                                    \
  }                                                                                                        \
  ct_status ct_##name##_out(ct_rng *rng, CT_BARE parameters, ct_tensor *out, ct_error *error) {            \
    return guarded("ct_" #name "_out", error, [&] {                                                        \
      Rng &from = rng_of(rng);                                                                             \
      Tensor &given = tensor(out, "out");                                                                  \
      random_out(from, given, __VA_ARGS__);                                                                \
      count_write(given);                                                                                  \
    });                                                                                                    \
  }

extern "C" {

ct_status ct_rng_create(uint64_t seed, ct_rng **out, ct_error *error) {
  return making_rng("ct_rng_create", out, error, [&] { return Rng::create(seed, 0); });
}

ct_status ct_rng_split(ct_rng *rng, ct_rng **out, ct_error *error) {
  return making_rng("ct_rng_split", out, error, [&] { return rng_of(rng).split(); });
}

ct_rng *ct_rng_retain(const ct_rng *rng) {
  if (rng != nullptr) unwrap(rng)->retain();
  return const_cast<ct_rng *>(rng);
}

void ct_rng_release(ct_rng *rng) {
  if (rng != nullptr) unwrap(rng)->release();
}

CT_GETTER(uint64_t, ct_rng_key, ct_rng, 0, key())
CT_GETTER(uint64_t, ct_rng_stream, ct_rng, 0, stream())
CT_GETTER(uint64_t, ct_rng_counter, ct_rng, 0, counter())

ct_status ct_rng_set_state(ct_rng *rng, uint64_t key, uint64_t stream, uint64_t counter, ct_error *error) {
  return guarded("ct_rng_set_state", error, [&] { rng_of(rng).set(key, stream, counter); });
}

ct_status ct_rng_advance(ct_rng *rng, uint64_t blocks, ct_error *error) {
  return guarded("ct_rng_advance", error, [&] { rng_of(rng).advance(blocks); });
}

CT_DRAWS(uniform, (double low, double high), DType::Float32, Uniform{low, high})
CT_DRAWS(normal, (double mean, double std), DType::Float32, Normal{mean, std})
CT_DRAWS(exponential, (double rate), DType::Float32, Exponential{rate})
CT_DRAWS(randint, (int64_t low, int64_t high), DType::Int64, Integers{low, high})
CT_DRAWS(bernoulli, (double p), DType::Float32, Bernoulli{p})

ct_status ct_randperm(ct_rng *rng, int64_t n, ct_dtype dtype, ct_tensor **out, ct_error *error) {
  return making("ct_randperm", out, error, [&] { return randperm(rng_of(rng), n, dtype_or(dtype, DType::Int64)); });
}

ct_status ct_randperm_out(ct_rng *rng, int64_t n, ct_tensor *out, ct_error *error) {
  return guarded("ct_randperm_out", error, [&] {
    Rng &from = rng_of(rng);
    Tensor &given = tensor(out, "out");
    randperm_out(from, n, given);
    count_write(given);
  });
}

ct_status ct_multinomial(ct_rng *rng, const ct_tensor *t, int64_t num_samples, bool replacement, ct_tensor **out,
                         ct_error *error) {
  return making("ct_multinomial", out, error, [&] {
    Rng &from = rng_of(rng);
    const InMemory self(t, "t");
    return multinomial(from, self, num_samples, replacement);
  });
}

ct_status ct_multinomial_out(ct_rng *rng, const ct_tensor *t, int64_t num_samples, bool replacement, ct_tensor *out,
                             ct_error *error) {
  return guarded("ct_multinomial_out", error, [&] {
    Rng &from = rng_of(rng);
    const InMemory self(t, "t");
    Tensor &given = tensor(out, "out");
    multinomial_out(from, self, num_samples, replacement, given);
    count_write(given);
  });
}

}  // extern "C"
