#pragma once

#include "support.h"

namespace ct_linalg {

// ct_linalg_inv, but infinity everywhere for a singular matrix.
Tensor inverse_or_infinity(const ct_tensor *t);

}  // namespace ct_linalg
