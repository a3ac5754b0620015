// Tensors of random numbers. docs/random.md says which blocks of the generator become which elements.
#pragma once

#include "ops/random/rng.h"
#include "tensor/tensor.h"

namespace ct {

// What can be made of a generator's words. check(), which throws where a dtype or an argument is wrong, is called
// first.
struct Uniform {
  double low, high;
};
struct Normal {
  double mean, std;
};
struct Exponential {
  double rate;
};
struct Integers {
  int64_t low, high;
};
struct Bernoulli {
  double p;
};

void check(const Uniform &of, DType dtype);
void check(const Normal &of, DType dtype);
void check(const Exponential &of, DType dtype);
void check(const Integers &of, DType dtype);
void check(const Bernoulli &of, DType dtype);

// Element i in logical order is number i, whatever the layout. A meta tensor takes no blocks.
void fill_random(Rng &rng, Tensor &out, const Uniform &of);
void fill_random(Rng &rng, Tensor &out, const Normal &of);
void fill_random(Rng &rng, Tensor &out, const Exponential &of);
void fill_random(Rng &rng, Tensor &out, const Integers &of);
void fill_random(Rng &rng, Tensor &out, const Bernoulli &of);

template <class Of>
Ref<Tensor> random(Rng &rng, Dims sizes, const Of &of, DType dtype) {
  check(of, dtype);
  Ref<Tensor> t = Tensor::create(sizes, dtype);
  fill_random(rng, *t, of);
  return t;
}
template <class Of>
void random_out(Rng &rng, Tensor &out, const Of &of) {
  check(of, out.dtype());
  fill_random(rng, out, of);
}

Ref<Tensor> randperm(Rng &rng, int64_t n, DType dtype);
void randperm_out(Rng &rng, int64_t n, Tensor &out);
Ref<Tensor> multinomial(Rng &rng, const Tensor &t, int64_t num_samples, bool replacement);
void multinomial_out(Rng &rng, const Tensor &t, int64_t num_samples, bool replacement, Tensor &out);

}  // namespace ct
