#include "order.h"

#include <limits>

namespace ct_linalg {

void find_order(const Contraction &contraction, Order *order) {
  const size_t count = contraction.operands.size();
  const uint32_t parts = 1U << count;
  std::vector<LabelSet> kept(parts), own(parts);
  std::vector<double> cost(parts, 0);
  for (uint32_t part = 1; part < parts; ++part) {
    LabelSet outside = set_of(contraction.result);
    for (size_t i = 0; i < count; ++i) {
      (part >> i & 1 ? own[part] : outside) |= set_of(contraction.operands[i]);
    }
    kept[part] = own[part] & outside;
  }
  for (uint32_t part = 1; part < parts; ++part) {
    order->left[part] = 0;
    if ((part & (part - 1)) == 0) continue;
    cost[part] = std::numeric_limits<double>::infinity();
    for (uint32_t left = (part - 1) & part; left != 0; left = (left - 1) & part) {
      const uint32_t right = part & ~left;
      if (left < right) continue;  // each pair once
      const LabelSet all = kept[left] | kept[right];
      double products = 1;
      for (size_t label = 0; label < all.size(); ++label) {
        if (all.test(label)) products *= static_cast<double>(contraction.sizes[label]);
      }
      const double total = cost[left] + cost[right] + products;
      if (total >= cost[part]) continue;
      cost[part] = total;
      order->left[part] = left;
    }
  }
}

}  // namespace ct_linalg
