// Sums of products of tensors whose dims have labels, and in which order to multiply.
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

// The pair of parts that each part is made of, parts being sets of operands, by bits. Exact: no order takes fewer
// products.
constexpr size_t kMostOperands = 8;
struct Order {
  uint32_t left[1 << kMostOperands];  // of a part; its right is what remains. 0 for one operand
};
void find_order(const Contraction &contraction, Order *order);

}  // namespace ct_linalg
