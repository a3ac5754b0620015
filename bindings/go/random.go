package ctensor

/*
#include "shim.h"

typedef struct {
  ct_rng *out;
  go_done done;
} go_rng;

static inline go_rng go_rng_create(uint64_t seed) {
  go_rng r = {0};
  GO_CALL(r.done, ct_rng_create(seed, &r.out, &error));
  return r;
}

static inline go_rng go_rng_split(ct_rng *rng) {
  go_rng r = {0};
  GO_CALL(r.done, ct_rng_split(rng, &r.out, &error));
  return r;
}

static inline go_done go_rng_set_state(ct_rng *rng, uint64_t key, uint64_t stream, uint64_t counter) {
  go_done r;
  GO_CALL(r, ct_rng_set_state(rng, key, stream, counter, &error));
  return r;
}

static inline go_done go_rng_advance(ct_rng *rng, uint64_t blocks) {
  go_done r;
  GO_CALL(r, ct_rng_advance(rng, blocks, &error));
  return r;
}

static inline go_made go_uniform(ct_rng *rng, go_sizes sizes, double low, double high, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_uniform(rng, sizes.values, sizes.count, low, high, dtype, &r.out, &error));
  return r;
}

static inline go_done go_uniform_out(ct_rng *rng, double low, double high, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_uniform_out(rng, low, high, out, &error));
  return r;
}

static inline go_made go_normal(ct_rng *rng, go_sizes sizes, double mean, double std, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_normal(rng, sizes.values, sizes.count, mean, std, dtype, &r.out, &error));
  return r;
}

static inline go_done go_normal_out(ct_rng *rng, double mean, double std, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_normal_out(rng, mean, std, out, &error));
  return r;
}

static inline go_made go_exponential(ct_rng *rng, go_sizes sizes, double rate, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_exponential(rng, sizes.values, sizes.count, rate, dtype, &r.out, &error));
  return r;
}

static inline go_done go_exponential_out(ct_rng *rng, double rate, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_exponential_out(rng, rate, out, &error));
  return r;
}

static inline go_made go_randint(ct_rng *rng, go_sizes sizes, int64_t low, int64_t high, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_randint(rng, sizes.values, sizes.count, low, high, dtype, &r.out, &error));
  return r;
}

static inline go_done go_randint_out(ct_rng *rng, int64_t low, int64_t high, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_randint_out(rng, low, high, out, &error));
  return r;
}

static inline go_made go_bernoulli(ct_rng *rng, go_sizes sizes, double p, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_bernoulli(rng, sizes.values, sizes.count, p, dtype, &r.out, &error));
  return r;
}

static inline go_done go_bernoulli_out(ct_rng *rng, double p, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_bernoulli_out(rng, p, out, &error));
  return r;
}

static inline go_made go_randperm(ct_rng *rng, int64_t n, ct_dtype dtype) {
  go_made r = {0};
  GO_CALL(r.done, ct_randperm(rng, n, dtype, &r.out, &error));
  return r;
}

static inline go_done go_randperm_out(ct_rng *rng, int64_t n, ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_randperm_out(rng, n, out, &error));
  return r;
}

static inline go_made go_multinomial(ct_rng *rng, const ct_tensor *t, int64_t num_samples, bool replacement) {
  go_made r = {0};
  GO_CALL(r.done, ct_multinomial(rng, t, num_samples, replacement, &r.out, &error));
  return r;
}

static inline go_done go_multinomial_out(ct_rng *rng, const ct_tensor *t, int64_t num_samples, bool replacement,
                                         ct_tensor *out) {
  go_done r;
  GO_CALL(r, ct_multinomial_out(rng, t, num_samples, replacement, out, &error));
  return r;
}
*/
import "C"

import "runtime"

// Rng is a position in a stream of Philox4x32-10: the same seed draws the same numbers on any number of threads, any
// instruction set and into any layout. Goroutines may share one; for the same numbers every time, give each its own by
// [Rng.Split].
type Rng struct{ handle *C.ct_rng }

// NewRng returns a generator at the beginning of stream 0 under the key seed.
func NewRng(seed uint64) (*Rng, error) { return ownRng(C.go_rng_create(C.uint64_t(seed))) }

func ownRng(r C.go_rng) (*Rng, error) {
	if r.done.status != 0 {
		return nil, failure(r.done)
	}
	rng := &Rng{r.out}
	runtime.AddCleanup(rng, func(handle *C.ct_rng) { C.ct_rng_release(handle) }, r.out)
	return rng, nil
}

func (r *Rng) c() *C.ct_rng {
	if r == nil {
		return nil
	}
	return r.handle
}

// Split returns a generator of a stream of its own; it takes one block of r.
func (r *Rng) Split() (*Rng, error) {
	defer runtime.KeepAlive(r)
	return ownRng(C.go_rng_split(r.c()))
}

// Key returns the seed, unless r comes from [Rng.Split].
func (r *Rng) Key() uint64 {
	defer runtime.KeepAlive(r)
	return uint64(C.ct_rng_key(r.c()))
}

// Stream returns the number of the stream.
func (r *Rng) Stream() uint64 {
	defer runtime.KeepAlive(r)
	return uint64(C.ct_rng_stream(r.c()))
}

// Counter returns how many blocks have been taken.
func (r *Rng) Counter() uint64 {
	defer runtime.KeepAlive(r)
	return uint64(C.ct_rng_counter(r.c()))
}

// SetState moves r to the position where another generator was. No other goroutine may use r meanwhile.
func (r *Rng) SetState(key, stream, counter uint64) error {
	defer runtime.KeepAlive(r)
	return finish(C.go_rng_set_state(r.c(), C.uint64_t(key), C.uint64_t(stream), C.uint64_t(counter)))
}

// Advance skips blocks.
func (r *Rng) Advance(blocks uint64) error {
	defer runtime.KeepAlive(r)
	return finish(C.go_rng_advance(r.c(), C.uint64_t(blocks)))
}

// Uniform makes numbers that are uniformly distributed from low up to, but without, high. dtype Undefined: float32.
func (r *Rng) Uniform(low, high float64, dtype DType, sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(r)
	return made(C.go_uniform(r.c(), sizesOf(sizes), C.double(low), C.double(high), C.ct_dtype(dtype)))
}

// UniformOut is [Rng.Uniform] into a given tensor, which keeps its sizes and dtype.
func (r *Rng) UniformOut(low, high float64, out *Tensor) error {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(out)
	return finish(C.go_uniform_out(r.c(), C.double(low), C.double(high), out.c()))
}

// Normal makes normally distributed numbers. dtype Undefined: float32.
func (r *Rng) Normal(mean, std float64, dtype DType, sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(r)
	return made(C.go_normal(r.c(), sizesOf(sizes), C.double(mean), C.double(std), C.ct_dtype(dtype)))
}

// NormalOut is [Rng.Normal] into a given tensor, which keeps its sizes and dtype.
func (r *Rng) NormalOut(mean, std float64, out *Tensor) error {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(out)
	return finish(C.go_normal_out(r.c(), C.double(mean), C.double(std), out.c()))
}

// Exponential makes exponentially distributed numbers. dtype Undefined: float32.
func (r *Rng) Exponential(rate float64, dtype DType, sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(r)
	return made(C.go_exponential(r.c(), sizesOf(sizes), C.double(rate), C.ct_dtype(dtype)))
}

// ExponentialOut is [Rng.Exponential] into a given tensor, which keeps its sizes and dtype.
func (r *Rng) ExponentialOut(rate float64, out *Tensor) error {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(out)
	return finish(C.go_exponential_out(r.c(), C.double(rate), out.c()))
}

// Randint makes integers from low up to, but without, high. dtype Undefined: int64.
func (r *Rng) Randint(low, high int64, dtype DType, sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(r)
	return made(C.go_randint(r.c(), sizesOf(sizes), C.int64_t(low), C.int64_t(high), C.ct_dtype(dtype)))
}

// RandintOut is [Rng.Randint] into a given tensor, which keeps its sizes and dtype.
func (r *Rng) RandintOut(low, high int64, out *Tensor) error {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(out)
	return finish(C.go_randint_out(r.c(), C.int64_t(low), C.int64_t(high), out.c()))
}

// Bernoulli makes 1 with probability p, else 0. dtype Undefined: float32.
func (r *Rng) Bernoulli(p float64, dtype DType, sizes ...int) (*Tensor, error) {
	defer runtime.KeepAlive(r)
	return made(C.go_bernoulli(r.c(), sizesOf(sizes), C.double(p), C.ct_dtype(dtype)))
}

// BernoulliOut is [Rng.Bernoulli] into a given tensor, which keeps its sizes and dtype.
func (r *Rng) BernoulliOut(p float64, out *Tensor) error {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(out)
	return finish(C.go_bernoulli_out(r.c(), C.double(p), out.c()))
}

// Randperm makes the integers from 0 to n - 1 in a random order. dtype Undefined: int64.
func (r *Rng) Randperm(n int, dtype DType) (*Tensor, error) {
	defer runtime.KeepAlive(r)
	return made(C.go_randperm(r.c(), C.int64_t(n), C.ct_dtype(dtype)))
}

// RandpermOut is [Rng.Randperm] into a given tensor, which is resized.
func (r *Rng) RandpermOut(n int, out *Tensor) error {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(out)
	return finish(C.go_randperm_out(r.c(), C.int64_t(n), out.c()))
}

// Multinomial draws indices along the last dim, with probabilities in proportion to t's elements there.
func (r *Rng) Multinomial(t *Tensor, samples int, replacement bool) (*Tensor, error) {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(t)
	return made(C.go_multinomial(r.c(), t.c(), C.int64_t(samples), C.bool(replacement)))
}

// MultinomialOut is [Rng.Multinomial] into a given tensor, which is resized.
func (r *Rng) MultinomialOut(t *Tensor, samples int, replacement bool, out *Tensor) error {
	defer runtime.KeepAlive(r)
	defer runtime.KeepAlive(t)
	defer runtime.KeepAlive(out)
	return finish(C.go_multinomial_out(r.c(), t.c(), C.int64_t(samples), C.bool(replacement), out.c()))
}
