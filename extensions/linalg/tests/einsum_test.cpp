// einsum and tensordot beside sums over all labels.
#include <algorithm>

#include "oracle.h"

using namespace oracle;

namespace {

const std::vector<ct_dtype> kDtypes = {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_COMPLEX128,
                                       CT_INT32,   CT_UINT8,   CT_BOOL,      CT_FLOAT16};

Tensor einsum(const std::string &equation, const std::vector<Tensor> &operands) {
  const std::vector<const ct_tensor *> handles = handles_of(operands);
  const auto count = static_cast<int32_t>(handles.size());
  ct_tensor *made = nullptr;
  EXPECT_TRUE(ok(ct_linalg_einsum(equation.c_str(), handles.data(), count, &made, &error))) << equation;
  Tensor fresh(made);
  if (made == nullptr || chance(2)) return fresh;
  Tensor given = random_tensor(sizes_of(fresh), ct_tensor_dtype(fresh), true);
  EXPECT_TRUE(ok(ct_linalg_einsum_out(equation.c_str(), handles.data(), count, given, &error))) << equation;
  return given;
}

void check(const std::string &equation, const std::vector<Labelled> &operands, const std::vector<int> &result) {
  const std::vector<Tensor> tensors = tensors_of(operands);
  expect_products(einsum(equation, tensors), operands, result);
}

// Random equations of one to eight operands; labels are the letters a … f.
TEST(Einsum, Random) {
  for (int i = 0; i < cases(500); ++i) {
    const ct_dtype dtype = any_of(kDtypes);
    const int64_t count = 1 + (chance(2) ? below(4) : below(8));
    std::array<int64_t, 6> sizes;
    for (int64_t &size : sizes) size = chance(30) ? 0 : 1 + below(count > 2 ? 4 : 7);
    std::string equation;
    std::vector<Labelled> operands;
    std::vector<int> seen;
    for (int64_t o = 0; o < count; ++o) {
      Labelled operand;
      Sizes own;
      if (o > 0) equation += chance(4) ? " , " : ",";
      for (int64_t d = below(4); d > 0; --d) {
        const int label = static_cast<int>(below(6));
        // A letter twice in one operand is a diagonal, of the same size.
        const auto before = std::find(operand.labels.begin(), operand.labels.end(), label);
        own.push_back(before != operand.labels.end() ? own[static_cast<size_t>(before - operand.labels.begin())]
                      : chance(8)                    ? 1
                                                     : sizes[static_cast<size_t>(label)]);
        operand.labels.push_back(label);
        equation += static_cast<char>('a' + label);
        if (std::find(seen.begin(), seen.end(), label) == seen.end()) seen.push_back(label);
      }
      operand.t = random_tensor(own, dtype);
      operands.push_back(operand);
    }
    std::vector<int> result;
    if (chance(4)) {  // what stands once, in the alphabet's order
      for (int label = 0; label < 6; ++label) {
        if (std::count(equation.begin(), equation.end(), 'a' + label) == 1) result.push_back(label);
      }
    } else {
      equation += "->";
      for (size_t s = seen.size(); s > 1; --s)
        std::swap(seen[s - 1], seen[static_cast<size_t>(below(static_cast<int64_t>(s)))]);
      for (const int label : seen) {
        if (chance(2)) result.push_back(label), equation += static_cast<char>('a' + label);
      }
    }
    check(equation, operands, result);
    if (HasFailure()) FAIL() << "case " << i << ": " << equation << " of " << ct_dtype_name(dtype);
  }
}

TEST(Einsum, WhatItIsUsedFor) {
  for (const ct_dtype dtype : {CT_FLOAT32, CT_COMPLEX128, CT_INT64}) {
    const Tensor q = random_tensor({2, 3, 20, 8}, dtype), k = random_tensor({2, 3, 24, 8}, dtype);
    check("bhqd,bhkd->bhqk", {{q, {0, 1, 2, 4}}, {k, {0, 1, 3, 4}}}, {0, 1, 2, 3});
    const Tensor m = random_tensor({9, 9}, dtype), v = random_tensor({9}, dtype), n = random_tensor({9, 7}, dtype);
    check("ii", {{m, {0, 0}}}, {});
    check("ii->i", {{m, {0, 0}}}, {0});
    check("ij->ji", {{m, {0, 1}}}, {1, 0});
    check("i,ij,jk->k", {{v, {0}}, {m, {0, 1}}, {n, {1, 2}}}, {2});
    check("ij,jk,k->", {{m, {0, 1}}, {m, {1, 2}}, {v, {2}}}, {});
    check("Zz,zA", {{m, {25, 51}}, {n, {51, 0}}}, {0, 25});
  }
}

// Eight operands, in a chain that costs the fewest products from neither end.
TEST(Einsum, Chain) {
  const Sizes sides = {3, 5, 2, 7, 4, 6, 2, 5, 3};
  std::vector<Labelled> operands;
  operands.reserve(8);
  for (int o = 0; o < 8; ++o) {
    operands.push_back(
        {random_tensor({sides[static_cast<size_t>(o)], sides[static_cast<size_t>(o) + 1]}, CT_FLOAT64), {o, o + 1}});
  }
  // The oracle goes over all labels at once, which are too many here: the chain is multiplied from the left.
  const std::vector<Tensor> tensors = tensors_of(operands);
  const Array got = read(einsum("ab,bc,cd,de,ef,fg,gh,hi->ai", tensors));
  Matrix wanted = identity(3);
  for (const Tensor &t : tensors) wanted = times(wanted, matrix_at(read(t), 0));
  EXPECT_LE(norm(minus(matrix_at(got, 0), wanted)), 1e-13L * norm(wanted));
}

TEST(Einsum, Ellipsis) {
  for (const ct_dtype dtype : kDtypes) {
    const Tensor a = random_tensor({2, 3, 4, 5}, dtype), b = random_tensor({3, 5, 6}, dtype),
                 c = random_tensor({5, 6}, dtype), one = random_tensor({2, 1, 5, 6}, dtype);
    check("...ij,...jk->...ik", {{a, {9, 8, 0, 1}}, {b, {8, 1, 2}}}, {9, 8, 0, 2});
    check("...ij,...jk", {{a, {9, 8, 0, 1}}, {one, {9, 8, 1, 2}}}, {9, 8, 0, 2});
    check("...ij,jk->ik...", {{a, {9, 8, 0, 1}}, {c, {1, 2}}}, {0, 2, 9, 8});
    check("i...,...k",
          {{a, {0, 9, 8, 7}},
           {make(ct_permute, a.get(), std::array<int32_t, 4>{1, 2, 3, 0}.data(), int32_t{4}), {9, 8, 7, 2}}},
          {9, 8, 7, 0, 2});
    check("...->...", {{a, {0, 1, 2, 3}}}, {0, 1, 2, 3});
    check("...j->j", {{a, {0, 1, 2, 3}}}, {3});  // the ellipsis is summed over
  }
}

TEST(Einsum, Refuses) {
  const Tensor a = random_tensor({2, 3}, CT_FLOAT32), b = random_tensor({4, 5}, CT_FLOAT32);
  const auto refuse = [&](const char *equation, const std::vector<Tensor> &operands, ct_status status,
                          const std::string &part) {
    const std::vector<const ct_tensor *> handles = handles_of(operands);
    ct_tensor *out = nullptr;
    EXPECT_TRUE(refused(ct_linalg_einsum(equation, handles.data(), static_cast<int32_t>(handles.size()), &out, &error),
                        status, part))
        << equation;
    EXPECT_EQ(out, nullptr);
  };
  refuse("ij,jk->ik", {a, b}, CT_ERROR_SHAPE,
         "ct_linalg_einsum: \"ij,jk->ik\": operand 1 of sizes [4, 5] has 4 elements where another has 3");
  refuse("ij,jk->ik", {a}, CT_ERROR_INVALID, "names 2 operands, and there are 1");
  refuse("ijk->i", {a}, CT_ERROR_SHAPE, "has 3 letters for operand 0 of sizes [2, 3]");
  refuse("i->i", {a}, CT_ERROR_SHAPE, "has 1 letters for operand 0 of sizes [2, 3]");
  refuse("ii", {a}, CT_ERROR_SHAPE, "2 beside 3");
  refuse("ij->ik", {a}, CT_ERROR_INVALID, "k");
  refuse("ij->ii", {a}, CT_ERROR_INVALID, "i");
  refuse("i1->i", {a}, CT_ERROR_INVALID, "\"1\" is neither");
  refuse("i......j", {a}, CT_ERROR_INVALID, "\".\" is neither");
  refuse("i..j", {a}, CT_ERROR_INVALID, "\".\" is neither");
  refuse("ij->i->j", {a}, CT_ERROR_INVALID, "");
  refuse(nullptr, {a}, CT_ERROR_INVALID, "NULL");
  refuse("", {}, CT_ERROR_INVALID, "one operand");
  refuse("a,a,a,a,a,a,a,a,a", std::vector<Tensor>(9, random_tensor({2}, CT_FLOAT32)), CT_ERROR_INVALID, "1 to 8");
  ct_tensor *out = nullptr;
  EXPECT_TRUE(refused(ct_linalg_einsum("i", nullptr, 1, &out, &error), CT_ERROR_INVALID, "operands is NULL"));
}

// Any bytes are an equation, or are refused by one line.
TEST(Einsum, AnyText) {
  const std::string alphabet = "iijk,,.->  1\n\xe9";
  for (int i = 0; i < cases(3000); ++i) {
    std::string equation;
    for (int64_t length = chance(50) ? 300 : below(14); length > 0; --length) {
      equation += chance(9)   ? std::string("->")
                  : chance(9) ? std::string("...")
                              : std::string(1, any_of(std::vector<char>(alphabet.begin(), alphabet.end())));
    }
    std::vector<Tensor> operands;
    operands.reserve(3);
    for (int64_t o = 1 + below(3); o > 0; --o)
      operands.push_back(random_tensor(Sizes(static_cast<size_t>(below(4)), 2), CT_FLOAT32));
    const std::vector<const ct_tensor *> handles = handles_of(operands);
    ct_tensor *out = nullptr;
    const ct_status status =
        ct_linalg_einsum(equation.c_str(), handles.data(), static_cast<int32_t>(handles.size()), &out, &error);
    EXPECT_EQ(status == CT_OK, out != nullptr) << equation;
    const bool known = status == CT_OK || status == CT_ERROR_INVALID || status == CT_ERROR_SHAPE;
    EXPECT_TRUE(known && (status == CT_OK || refused(status, status, "ct_linalg_einsum: ")))
        << equation << ": " << error.message;
    ct_tensor_release(out);
  }
}

TEST(Tensordot, Random) {
  for (int i = 0; i < cases(300); ++i) {
    const ct_dtype dtype = any_of(kDtypes);
    const int64_t shared = below(3);
    Sizes of_a, of_b;
    std::vector<int> labels_a, labels_b, result;
    std::vector<int32_t> dims_a(static_cast<size_t>(shared)), dims_b(static_cast<size_t>(shared));
    Sizes size_of(static_cast<size_t>(shared));
    for (int64_t &size : size_of) size = chance(20) ? 0 : 1 + below(6);
    // Dims of each operand in a random order: the shared ones, labels below 10, and up to two of its own.
    const auto fill = [&](Sizes *sizes, std::vector<int> *labels, std::vector<int32_t> *dims, int first) {
      for (int l = 0; l < static_cast<int>(shared); ++l) labels->push_back(l);
      for (int64_t own = below(3); own > 0; --own) labels->push_back(first + static_cast<int>(own));
      for (size_t s = labels->size(); s > 1; --s)
        std::swap((*labels)[s - 1], (*labels)[static_cast<size_t>(below(static_cast<int64_t>(s)))]);
      for (size_t d = 0; d < labels->size(); ++d) {
        const int label = (*labels)[d];
        sizes->push_back(label < 10 ? size_of[static_cast<size_t>(label)] : 1 + below(6));
        if (label < 10)
          (*dims)[static_cast<size_t>(label)] =
              static_cast<int32_t>(d) - (chance(2) ? static_cast<int32_t>(labels->size()) : 0);
        if (label >= 10) result.push_back(label);
      }
    };
    fill(&of_a, &labels_a, &dims_a, 10);
    fill(&of_b, &labels_b, &dims_b, 20);
    const Tensor a = random_tensor(of_a, dtype), b = random_tensor(of_b, dtype);
    const Tensor got = RESULT(tensordot, a, b, static_cast<const int32_t *>(dims_a.data()),
                              static_cast<const int32_t *>(dims_b.data()), static_cast<int32_t>(shared));
    expect_products(got, {{a, labels_a}, {b, labels_b}}, result);
    if (HasFailure()) FAIL() << "case " << i << ": " << ct_dtype_name(dtype);
  }
}

TEST(Tensordot, Refuses) {
  const Tensor a = random_tensor({2, 3}, CT_FLOAT32), b = random_tensor({4, 2, 2}, CT_FLOAT32);
  const int32_t zero[] = {0, 1}, one[] = {1, 1}, far[] = {7};
  ct_tensor *out = nullptr;
  EXPECT_TRUE(refused(ct_linalg_tensordot(a, b, zero, zero, 1, &out, &error), CT_ERROR_SHAPE,
                      "dim 0 of a, of sizes [2, 3], and dim 0 of b, of sizes [4, 2, 2]"));
  EXPECT_TRUE(refused(ct_linalg_tensordot(a, b, zero, one, 2, &out, &error), CT_ERROR_INDEX, "twice"));
  EXPECT_TRUE(refused(ct_linalg_tensordot(a, b, far, zero, 1, &out, &error), CT_ERROR_INDEX, "dim 7"));
  EXPECT_TRUE(refused(ct_linalg_tensordot(a, b, nullptr, zero, 1, &out, &error), CT_ERROR_INVALID, "NULL"));
  EXPECT_TRUE(refused(ct_linalg_tensordot(a, b, zero, zero, -1, &out, &error), CT_ERROR_INVALID, "-1"));
}

}  // namespace
