// The one product of matrices that all of this library's products are made of.
#pragma once

#include <complex>
#include <vector>

#include "support.h"

namespace ct_linalg {

struct ProductOptions {
  bool conj_a = false;                           // of vectors alone: m == n == 1
  std::complex<double> alpha = 1.0, beta = 0.0;  // c = alpha a b + beta c, of floats alone
  bool scales() const { return alpha != 1.0 || beta != 0.0; }
};

// Computes c = a b, for a [..., m, k], b [..., k, n] and c [..., m, n] of one dtype. The dims before the last two are
// batches; those of a and b are broadcast to c's. Strides may be any; what BLAS cannot take is copied.
void multiply(const Tensor &a, const Tensor &b, const Tensor &c, const ProductOptions &options = {});

// The sizes that the batches of a and b are broadcast to. A batch is all dims but the last of_a or of_b.
std::vector<int64_t> batch_sizes(const ct_tensor *a, int32_t of_a, const ct_tensor *b, int32_t of_b);

}  // namespace ct_linalg
