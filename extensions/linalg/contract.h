// Sums of products of tensors whose dims have labels: what einsum and tensordot are.
#pragma once

#include <bitset>
#include <vector>

#include "support.h"

namespace ct_linalg {

constexpr int kMostLabels = 128;
using Labels = std::vector<int>;  // of the dims of a tensor, in their order
using LabelSet = std::bitset<kMostLabels>;

struct Contraction {
  std::vector<Labels> operands;
  Labels result;               // those of no other label are summed over
  int64_t sizes[kMostLabels];  // of each label
};

// Operands of one dtype, which out has too. A label may stand several times in one operand, which is its diagonal then;
// a dim of 1 is broadcast to its label's size.
void contract(const Contraction &contraction, std::vector<Tensor> operands, ct_tensor *out);

// In which order to multiply: the pair of parts that each part is made of, parts being sets of operands, by bits.
// Exact: no order takes fewer products.
constexpr size_t kMostOperands = 8;
struct Order {
  uint32_t left[1 << kMostOperands];  // of a part; its right is what remains. 0 for one operand
};
void find_order(const Contraction &contraction, Order *order);

}  // namespace ct_linalg
