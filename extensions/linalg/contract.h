// What einsum and tensordot are: pairs of operands multiplied one after the other.
#pragma once

#include <vector>

#include "order.h"
#include "support.h"

namespace ct_linalg {

// Operands of one dtype, which out has too. A label may stand several times in one operand, which is its diagonal then;
// a dim of 1 is broadcast to its label's size.
void contract(const Contraction &contraction, std::vector<Tensor> operands, ct_tensor *out);

}  // namespace ct_linalg
