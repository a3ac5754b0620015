// Sums of products of tensors with labelled dims, and the order in which to multiply them.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ct_linalg {

constexpr int kMostLabels = 128;
using Labels = std::vector<int>;  // of the dims of a tensor, in their order
using LabelSet = std::bitset<kMostLabels>;

inline LabelSet set_of(const Labels &labels) {
  LabelSet set;
  for (const int label : labels) set.set(static_cast<size_t>(label));
  return set;
}

struct Contraction {
  std::vector<Labels> operands;
  Labels result;               // those of no other label are summed over
  int64_t sizes[kMostLabels];  // of each label
};

// For each part, a set of operands by bits, the two parts that it is multiplied from. It is optimal: no order takes
// fewer products.
constexpr size_t kMostOperands = 8;
struct Order {
  uint32_t left[1 << kMostOperands];  // of a part; its right is what remains. 0 for one operand
};
void find_order(const Contraction &contraction, Order *order);

}  // namespace ct_linalg
