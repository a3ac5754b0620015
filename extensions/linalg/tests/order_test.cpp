// The order in which einsum multiplies, beside all orders that there are.
#include "order.h"

#include <algorithm>
#include <limits>

#include "oracle.h"

using namespace oracle;

namespace {

struct Part {
  ct_linalg::LabelSet labels;
  uint32_t operands;
};

// Products that a pair takes, and the part that it becomes: labels that nothing else has are summed over.
double multiply(const ct_linalg::Contraction &contraction, const Part &a, const Part &b, Part *result) {
  const ct_linalg::LabelSet all = a.labels | b.labels;
  ct_linalg::LabelSet outside = ct_linalg::set_of(contraction.result);
  result->operands = a.operands | b.operands;
  for (size_t i = 0; i < contraction.operands.size(); ++i) {
    if ((result->operands >> i & 1) == 0) outside |= ct_linalg::set_of(contraction.operands[i]);
  }
  result->labels = all & outside;
  double products = 1;
  for (size_t label = 0; label < all.size(); ++label) {
    if (all.test(label)) products *= static_cast<double>(contraction.sizes[label]);
  }
  return products;
}

// The fewest products of all orders: every pair is tried at every step.
double fewest(const ct_linalg::Contraction &contraction, const std::vector<Part> &parts) {
  if (parts.size() == 1) return 0;
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < parts.size(); ++i) {
    for (size_t j = i + 1; j < parts.size(); ++j) {
      std::vector<Part> rest = parts;
      const double products = multiply(contraction, parts[i], parts[j], &rest[i]);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(j));
      best = std::min(best, products + fewest(contraction, rest));
    }
  }
  return best;
}

double of_order(const ct_linalg::Contraction &contraction, const ct_linalg::Order &order,
                const std::vector<Part> &operands, uint32_t part, Part *made) {
  const uint32_t left = order.left[part];
  if (left == 0) {
    EXPECT_EQ(part & (part - 1), 0U) << "a part of several operands is made of nothing";
    for (size_t i = 0; i < operands.size(); ++i) {
      if (part == 1U << i) *made = operands[i];
    }
    return 0;
  }
  Part a, b;
  const double before =
      of_order(contraction, order, operands, left, &a) + of_order(contraction, order, operands, part & ~left, &b);
  return before + multiply(contraction, a, b, made);
}

TEST(EinsumOrder, TakesTheFewestProducts) {
  for (int i = 0; i < cases(200); ++i) {
    ct_linalg::Contraction contraction;
    for (int64_t &size : contraction.sizes) size = 1 + below(30);
    const auto count = static_cast<size_t>(2 + below(5));
    for (size_t o = 0; o < count; ++o) {
      ct_linalg::Labels labels;
      for (int64_t d = below(5); d > 0; --d) labels.push_back(static_cast<int>(below(9)));
      contraction.operands.push_back(labels);
    }
    for (int label = 0; label < 9; ++label) {
      if (chance(4)) contraction.result.push_back(label);
    }
    std::vector<Part> operands;
    for (size_t o = 0; o < count; ++o) {
      // A label that one operand alone has is summed over before.
      ct_linalg::LabelSet outside = ct_linalg::set_of(contraction.result);
      for (size_t other = 0; other < count; ++other) {
        if (other != o) outside |= ct_linalg::set_of(contraction.operands[other]);
      }
      operands.push_back({ct_linalg::set_of(contraction.operands[o]) & outside, 1U << o});
    }
    ct_linalg::Order order;
    ct_linalg::find_order(contraction, &order);
    Part all;
    const double found = of_order(contraction, order, operands, (1U << count) - 1, &all);
    EXPECT_DOUBLE_EQ(found, fewest(contraction, operands));
  }
}

}  // namespace
