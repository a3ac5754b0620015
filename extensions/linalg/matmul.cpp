// Products of vectors, matrices and batches of them: which operands go together, and how they become one `multiply`.
#include <algorithm>
#include <vector>

#include "product.h"
#include "support.h"

namespace ct_linalg {

namespace {

constexpr int32_t kAny = -1;

// Takes operands of the given ranks; with kAny, of any rank from 1 on.
struct Matmul {
  static constexpr uint32_t kFlags = CT_OP_ANY_STRIDES;
  const char *takes;
  int32_t rank_a, rank_b;
  ct_dtype dtype = CT_UNDEFINED;

  void meta(Inputs in, Outputs &out) {
    const ct_tensor *const a = in[0], *const b = in[1];
    const auto wrong = [](const ct_tensor *t, int32_t rank) { return rank == kAny ? ndim(t) == 0 : ndim(t) != rank; };
    if (wrong(a, rank_a) || wrong(b, rank_b)) {
      fail(CT_ERROR_SHAPE, takes, " are expected, got sizes ", sizes(a), " and ", sizes(b));
    }
    const int64_t across = size_from_end(a, 1), down = size_from_end(b, ndim(b) == 1 ? 1 : 2);
    if (across != down) {
      fail(CT_ERROR_SHAPE, "sizes ", sizes(a), " and ", sizes(b), " do not go together: rows of ", across,
           " elements beside columns of ", down);
    }
    if (rank_a == 3 && sizes(a)[0] != sizes(b)[0]) {
      fail(CT_ERROR_SHAPE, "sizes ", sizes(a), " and ", sizes(b), " do not go together: ", sizes(a)[0],
           " matrices beside ", sizes(b)[0]);
    }
    dtype = common_dtype(in);
    std::vector<int64_t> result = batch_sizes(a, 2, b, 2);
    if (ndim(a) > 1) result.push_back(size_from_end(a, 2));
    if (ndim(b) > 1) result.push_back(size_from_end(b, 1));
    out.set(0, result, dtype);
  }

  void impl(Inputs in, ct_tensor *const *outputs) {
    Tensor a = to(in[0], dtype), b = to(in[1], dtype), c = Tensor::share(outputs[0]);
    const bool row = ndim(a) == 1, column = ndim(b) == 1;
    if (column) b = unsqueeze(b, -1), c = unsqueeze(c, -1);
    if (row) a = unsqueeze(a, -2), c = unsqueeze(c, -2);
    multiply(a, b, c);
  }
};

// beta * input + alpha * a b, for matrices.
struct Addmm {
  static constexpr uint32_t kFlags = CT_OP_IN_PLACE | CT_OP_ANY_STRIDES;
  const ct_scalar *beta, *alpha;
  ct_dtype dtype = CT_UNDEFINED;

  void meta(Inputs in, Outputs &out) {
    const ct_tensor *const input = in[0], *const a = in[1], *const b = in[2];
    if (ndim(a) != 2 || ndim(b) != 2 || sizes(a)[1] != sizes(b)[0]) {
      fail(CT_ERROR_SHAPE, "two matrices that go together are expected, got sizes ", sizes(a), " and ", sizes(b));
    }
    const int64_t result[] = {sizes(a)[0], sizes(b)[1]};
    bool broadcasts = ndim(input) <= 2;
    for (int32_t d = 1; broadcasts && d <= ndim(input); ++d) {
      const int64_t size = size_from_end(input, d);
      broadcasts = size == 1 || size == result[2 - d];
    }
    if (!broadcasts) {
      fail(CT_ERROR_SHAPE, "the input's sizes ", sizes(input), " are not those of the product, ", Dims(result));
    }
    dtype = common_dtype(in);
    check_scale(beta, "beta");
    check_scale(alpha, "alpha");
    out.set(0, result, dtype);
  }

  void check_scale(const ct_scalar *scale, const char *name) const {
    if (scale == nullptr) return;
    const bool fits = is_kind(scale->dtype, CT_KIND_BOOL | CT_KIND_INTEGER) || is_complex(dtype) ||
                      (is_kind(scale->dtype, CT_KIND_FLOAT) && is_kind(dtype, CT_KIND_FLOAT));
    if (!fits) {
      fail(CT_ERROR_DTYPE, name, " is of ", ct_dtype_name(scale->dtype), ", and the result of ", ct_dtype_name(dtype));
    }
  }

  static std::complex<double> value(const ct_scalar *scale) {
    if (scale == nullptr) return 1.0;
    if (!is_kind(scale->dtype, CT_KIND_BOOL | CT_KIND_INTEGER)) return {scale->re, scale->im};
    return scale->dtype == CT_UINT64 ? static_cast<double>(static_cast<uint64_t>(scale->i))
                                     : static_cast<double>(scale->i);
  }

  // Halves are computed in floats, and rounded once.
  ct_dtype computed_in() const {
    if (dtype == CT_COMPLEX32) return CT_COMPLEX64;
    return dtype == CT_FLOAT16 || dtype == CT_BFLOAT16 ? static_cast<ct_dtype>(CT_FLOAT32) : dtype;
  }

  void impl(Inputs in, ct_tensor *const *outputs) {
    const ct_dtype wide = computed_in();
    const auto operand = [&](const ct_tensor *t) {
      // Where out is a or b itself, the operand is copied before it is overwritten.
      if (ct_tensor_data(t) == ct_tensor_data(outputs[0]))
        return make(ct_to, t, wide, ct_memory_format{CT_PRESERVE}, true);
      return to(t, wide);
    };
    const Tensor a = operand(in[1]), b = operand(in[2]);
    const Tensor c = wide == dtype ? Tensor::share(outputs[0]) : empty(sizes(outputs[0]), wide);
    const std::complex<double> by_beta = value(beta), by_alpha = value(alpha);
    if (is_blas(wide)) {
      if (by_beta != 0.0 && ct_tensor_data(in[0]) != ct_tensor_data(c)) call(ct_copy, c.get(), in[0]);
      multiply(a, b, c, {false, by_alpha, by_beta});
    } else {
      add(in[0], a, b, c, by_beta == 0.0);
    }
    if (wide != dtype) call(ct_copy, outputs[0], c.get());
  }

  void add(const ct_tensor *input, const Tensor &a, const Tensor &b, const Tensor &c, bool without_input) const {
    const Tensor product = empty(sizes(c), ct_tensor_dtype(c));
    multiply(a, b, product);
    ct_number memory;
    if (without_input) {
      const ct_scalar one = ct_scalar_i64(1);
      return call(ct_mul_out, product.get(), ct_number_of(alpha == nullptr ? one : *alpha, &memory), c.get());
    }
    const Tensor scaled = beta == nullptr ? Tensor::share(input) : make(ct_mul, input, ct_number_of(*beta, &memory));
    call(ct_add_scaled_out, scaled.get(), product.get(), alpha, c.get());
  }
};

// The sums of the products of two vectors along one dim. The first vector may be conjugated.
struct Vecdot {
  static constexpr uint32_t kFlags = CT_OP_ANY_STRIDES;
  bool conj;
  bool vectors;  // without batches
  int32_t dim;
  ct_dtype dtype = CT_UNDEFINED;

  void meta(Inputs in, Outputs &out) {
    const ct_tensor *const a = in[0], *const b = in[1];
    if (vectors && (ndim(a) != 1 || ndim(b) != 1)) {
      fail(CT_ERROR_SHAPE, "two vectors are expected, got sizes ", sizes(a), " and ", sizes(b));
    }
    dim = wrap_dim(dim, std::min(ndim(a), ndim(b))) - std::min(ndim(a), ndim(b));  // from the end
    const int64_t of_a = size_from_end(a, -dim), of_b = size_from_end(b, -dim);
    if (of_a != of_b) {
      fail(CT_ERROR_SHAPE, "vectors of ", of_a, " and of ", of_b, " elements, of tensors of sizes ", sizes(a), " and ",
           sizes(b), ", do not go together");
    }
    dtype = common_dtype(in);
    out.set(0, batch_sizes(at_end(a), 1, at_end(b), 1), dtype);
  }

  Tensor at_end(const ct_tensor *t) const {
    if (dim == -1) return Tensor::share(t);
    const int32_t last = -1;
    return make(ct_movedim, t, &dim, &last, int32_t{1});
  }

  void impl(Inputs in, ct_tensor *const *outputs) {
    const Tensor a = unsqueeze(at_end(to(in[0], dtype)), -2), b = unsqueeze(at_end(to(in[1], dtype)), -1);
    const Tensor c = unsqueeze(unsqueeze(outputs[0], -1), -1);
    ProductOptions options;
    options.conj_a = conj && is_complex(dtype);
    multiply(a, b, c, options);
  }
};

struct Outer {
  static constexpr uint32_t kFlags = CT_OP_ANY_STRIDES;
  void meta(Inputs in, Outputs &out) {
    if (ndim(in[0]) != 1 || ndim(in[1]) != 1) {
      fail(CT_ERROR_SHAPE, "two vectors are expected, got sizes ", sizes(in[0]), " and ", sizes(in[1]));
    }
    const int64_t result[] = {sizes(in[0])[0], sizes(in[1])[0]};
    out.set(0, result, common_dtype(in));
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const Tensor column = unsqueeze(in[0], 1);
    call(ct_mul_out, column.get(), in[1], outputs[0]);
  }
};

// Every element of a times all of b.
struct Kron {
  static constexpr uint32_t kFlags = CT_OP_ANY_STRIDES;
  void meta(Inputs in, Outputs &out) {
    const int32_t dims = std::max(ndim(in[0]), ndim(in[1]));
    if (dims > kMaxDims / 2) {
      fail(CT_ERROR_SHAPE, "at most ", kMaxDims / 2, " dims are expected, got ", dims);
    }
    std::vector<int64_t> result;
    for (int32_t d = dims; d >= 1; --d) result.push_back(checked(size(in[0], d), size(in[1], d)));
    out.set(0, result, common_dtype(in));
  }
  static int64_t size(const ct_tensor *t, int32_t from_end) {
    return from_end > ndim(t) ? 1 : size_from_end(t, from_end);
  }
  static int64_t checked(int64_t x, int64_t y) {
    int64_t both = 0;
    if (__builtin_mul_overflow(x, y, &both)) fail(CT_ERROR_SHAPE, "a dim of ", x, " times ", y, " elements");
    return both;
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    const int32_t dims = ndim(outputs[0]);
    std::vector<int64_t> of_a, of_b, both;
    for (int32_t d = dims; d >= 1; --d) {
      for (const int64_t one : {size(in[0], d), int64_t{1}}) of_a.push_back(one);
      for (const int64_t one : {int64_t{1}, size(in[1], d)}) of_b.push_back(one);
      for (const int64_t one : {size(in[0], d), size(in[1], d)}) both.push_back(one);
    }
    const Tensor a = make(ct_reshape, in[0], of_a.data(), 2 * dims), b = make(ct_reshape, in[1], of_b.data(), 2 * dims);
    const Tensor c = make(ct_view, outputs[0], both.data(), 2 * dims);
    call(ct_mul_out, a.get(), b.get(), c.get());
  }
};

const Matmul kMatmul = {"two vectors, matrices or batches of matrices", kAny, kAny};
const Matmul kMm = {"two matrices", 2, 2}, kBmm = {"two batches of matrices", 3, 3},
             kMv = {"a matrix and a vector", 2, 1};

}  // namespace

}  // namespace ct_linalg

using namespace ct_linalg;

#define CT_PRODUCT(name, op)                                                                                  \
  ct_status ct_linalg_##name(const ct_tensor *a, const ct_tensor *b, ct_tensor **out, ct_error *error) {      \
    return fresh("ct_linalg_" #name, op, List{a, b}, {out}, error);                                           \
  }                                                                                                           \
  ct_status ct_linalg_##name##_out(const ct_tensor *a, const ct_tensor *b, ct_tensor *out, ct_error *error) { \
    return into("ct_linalg_" #name "_out", op, List{a, b}, {out}, error);                                     \
  }

extern "C" {

CT_PRODUCT(matmul, kMatmul)
CT_PRODUCT(mm, kMm)
CT_PRODUCT(bmm, kBmm)
CT_PRODUCT(mv, kMv)
CT_PRODUCT(dot, (Vecdot{false, true, -1}))
CT_PRODUCT(vdot, (Vecdot{true, true, -1}))
CT_PRODUCT(outer, Outer{})
CT_PRODUCT(kron, Kron{})

ct_status ct_linalg_vecdot(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_vecdot", Vecdot{true, false, dim}, List{a, b}, {out}, error);
}
ct_status ct_linalg_vecdot_out(const ct_tensor *a, const ct_tensor *b, int32_t dim, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_vecdot_out", Vecdot{true, false, dim}, List{a, b}, {out}, error);
}

ct_status ct_linalg_addmm(const ct_tensor *input, const ct_tensor *a, const ct_tensor *b, const ct_scalar *beta,
                          const ct_scalar *alpha, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_addmm", Addmm{beta, alpha}, List{input, a, b}, {out}, error);
}
ct_status ct_linalg_addmm_out(const ct_tensor *input, const ct_tensor *a, const ct_tensor *b, const ct_scalar *beta,
                              const ct_scalar *alpha, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_addmm_out", Addmm{beta, alpha}, List{input, a, b}, {out}, error);
}

}  // extern "C"
