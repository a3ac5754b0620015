#include "contract.h"

#include <algorithm>

#include "product.h"

namespace ct_linalg {

namespace {

struct Term {
  Tensor t;
  Labels labels;
};

bool has(const LabelSet &set, int label) { return set.test(static_cast<size_t>(label)); }
int32_t place_of(const Labels &labels, int label) {
  return static_cast<int32_t>(std::find(labels.begin(), labels.end(), label) - labels.begin());
}

// Where a label occurs twice in an operand, its diagonal becomes the last dim.
void take_diagonals(Term *term) {
  for (size_t i = 0; i < term->labels.size(); ++i) {
    const auto first = term->labels.begin() + static_cast<std::ptrdiff_t>(i);
    const auto second = std::find(first + 1, term->labels.end(), *first);
    if (second == term->labels.end()) continue;
    const int label = *first;
    const auto dim1 = static_cast<int32_t>(i), dim2 = static_cast<int32_t>(second - term->labels.begin());
    term->t = make(ct_diagonal, term->t.get(), int64_t{0}, dim1, dim2);
    term->labels.erase(second);
    term->labels.erase(term->labels.begin() + static_cast<std::ptrdiff_t>(i));
    term->labels.push_back(label);
    --i;  // another label stands here now
  }
}

// Drops dims of one element: the product is the same without them, broadcast or not.
void drop_ones(Term *term) {
  for (int32_t d = static_cast<int32_t>(term->labels.size()) - 1; d >= 0; --d) {
    if (sizes(term->t)[static_cast<size_t>(d)] != 1) continue;
    term->t = select(term->t, d, 0);
    term->labels.erase(term->labels.begin() + d);
  }
}

Term sum_others(Term term, const LabelSet &kept) {
  std::vector<int32_t> dims;
  Labels labels;
  for (size_t d = 0; d < term.labels.size(); ++d) {
    if (has(kept, term.labels[d])) {
      labels.push_back(term.labels[d]);
    } else {
      dims.push_back(static_cast<int32_t>(d));
    }
  }
  if (dims.empty()) return term;
  const auto count = static_cast<int32_t>(dims.size());
  const ct_dtype dtype = ct_tensor_dtype(term.t);
  const Tensor sum = dtype == CT_BOOL ? make(ct_any, term.t.get(), dims.data(), count, false)
                                      : make(ct_sum, term.t.get(), dims.data(), count, false, dtype);
  return {sum, labels};
}

Tensor permuted(const Tensor &t, const Labels &from, std::initializer_list<const Labels *> groups) {
  std::vector<int32_t> order;
  for (const Labels *const group : groups) {
    for (const int label : *group) order.push_back(place_of(from, label));
  }
  return make(ct_permute, t.get(), order.data(), static_cast<int32_t>(order.size()));
}

int64_t elements(const Contraction &c, const Labels &labels) {
  int64_t count = 1;
  for (const int label : labels) count *= c.sizes[label];
  return count;
}
void append_sizes(const Contraction &c, const Labels &labels, std::vector<int64_t> *to) {
  for (const int label : labels) to->push_back(c.sizes[label]);
}
Tensor reshaped(const Tensor &t, const std::vector<int64_t> &sizes) {
  return make(ct_reshape, t.get(), sizes.data(), static_cast<int32_t>(sizes.size()));
}

// The roles that labels have in the product of two terms.
struct Roles {
  Labels batch, left, right, summed;
};
Roles roles_of(const Term &x, const Term &y, const LabelSet &kept) {
  const LabelSet in_x = set_of(x.labels), in_y = set_of(y.labels);
  Roles roles;
  for (const int label : x.labels) {
    if (!has(in_y, label)) {
      roles.left.push_back(label);
    } else {
      (has(kept, label) ? roles.batch : roles.summed).push_back(label);
    }
  }
  for (const int label : y.labels) {
    if (!has(in_x, label)) roles.right.push_back(label);
  }
  return roles;
}

Labels joined(const Roles &roles) {
  Labels all = roles.batch;
  all.insert(all.end(), roles.left.begin(), roles.left.end());
  all.insert(all.end(), roles.right.begin(), roles.right.end());
  return all;
}

// For products without a sum: each element is one product, and dims that only x or only y has are broadcast.
void multiply_elements(const Contraction &c, const Term &x, const Term &y, const Roles &roles, const Tensor &out) {
  std::vector<int64_t> of_x, of_y;
  append_sizes(c, roles.batch, &of_x);
  of_y = of_x;
  append_sizes(c, roles.left, &of_x);
  of_x.insert(of_x.end(), roles.right.size(), 1);
  of_y.insert(of_y.end(), roles.left.size(), 1);
  append_sizes(c, roles.right, &of_y);
  const Tensor a = reshaped(permuted(x.t, x.labels, {&roles.batch, &roles.left}), of_x);
  const Tensor b = reshaped(permuted(y.t, y.labels, {&roles.batch, &roles.right}), of_y);
  call(ct_mul_out, a.get(), b.get(), out.get());
}

// Computes into out, whose dims are those of joined(roles).
void multiply_terms(const Contraction &c, const Term &x, const Term &y, const Roles &roles, const Tensor &out) {
  if (roles.summed.empty()) return multiply_elements(c, x, y, roles, out);
  const int64_t m = elements(c, roles.left), n = elements(c, roles.right), k = elements(c, roles.summed);
  std::vector<int64_t> of_a, of_b, of_c;
  append_sizes(c, roles.batch, &of_a);
  of_b = of_c = of_a;
  for (const int64_t size : {m, k}) of_a.push_back(size);
  for (const int64_t size : {k, n}) of_b.push_back(size);
  for (const int64_t size : {m, n}) of_c.push_back(size);
  const Tensor a = reshaped(permuted(x.t, x.labels, {&roles.batch, &roles.left, &roles.summed}), of_a);
  const Tensor b = reshaped(permuted(y.t, y.labels, {&roles.batch, &roles.summed, &roles.right}), of_b);
  ct_tensor *view = nullptr;
  const ct_status status = ct_view(out, of_c.data(), static_cast<int32_t>(of_c.size()), &view, nullptr);
  if (status == CT_OK) return multiply(a, b, Tensor(view));
  const Tensor product = empty(of_c, ct_tensor_dtype(out));
  multiply(a, b, product);
  const Dims wanted = sizes(out);
  const Tensor back = make(ct_reshape, product.get(), wanted.data(), static_cast<int32_t>(wanted.size()));
  call(ct_copy, out.get(), back.get());
}

struct Evaluation {
  const Contraction &contraction;
  const Order &order;
  std::vector<Term> terms;

  // The labels that a part's product keeps, because the result or other parts have them.
  LabelSet kept_by(uint32_t part) const {
    LabelSet kept = set_of(contraction.result);
    for (size_t i = 0; i < terms.size(); ++i) {
      if ((part >> i & 1) == 0) kept |= set_of(terms[i].labels);
    }
    return kept;
  }

  Term part(uint32_t which) const {
    const LabelSet kept = kept_by(which);
    const uint32_t left = order.left[which];
    if (left == 0) {
      size_t i = 0;
      while ((which >> i & 1) == 0) ++i;
      return sum_others(terms[i], kept);
    }
    const Term x = part(left), y = part(which & ~left);
    const Roles roles = roles_of(x, y, kept);
    std::vector<int64_t> result;
    append_sizes(contraction, joined(roles), &result);
    Term both = {empty(result, ct_tensor_dtype(x.t)), joined(roles)};
    multiply_terms(contraction, x, y, roles, both.t);
    return both;
  }

  // out's dims are the labels of `result`.
  void all(const Tensor &out, const Labels &result) const {
    const uint32_t everything = (1U << terms.size()) - 1;
    const uint32_t left = order.left[everything];
    if (left == 0) {
      const Term sum = sum_others(terms[0], set_of(result));
      const Tensor view = permuted(sum.t, sum.labels, {&result});
      return call(ct_copy, out.get(), view.get());
    }
    const Term x = part(left), y = part(everything & ~left);
    const Roles roles = roles_of(x, y, set_of(result));
    multiply_terms(contraction, x, y, roles, permuted(out, result, {&roles.batch, &roles.left, &roles.right}));
  }
};

}  // namespace

void contract(const Contraction &contraction, std::vector<Tensor> operands, ct_tensor *out) {
  Order order;
  find_order(contraction, &order);
  std::vector<Term> terms;
  for (size_t i = 0; i < operands.size(); ++i) {
    terms.push_back({operands[i], contraction.operands[i]});
    take_diagonals(&terms.back());
    drop_ones(&terms.back());
  }
  Term result = {Tensor::share(out), contraction.result};
  drop_ones(&result);
  // A label along which every operand has one element has been dropped.
  Evaluation{contraction, order, std::move(terms)}.all(result.t, result.labels);
}

}  // namespace ct_linalg
