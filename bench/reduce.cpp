// Reductions over every dim, over any one dim, over short and over strided rows; scans and softmax along one dim.
#include "families.h"
#include "pool.h"

namespace bench {

namespace {

constexpr int64_t kMi = int64_t{1} << 20;

ct_dtype result_of(Op op, ct_dtype from) {
  if (op == Op::kAll) return CT_BOOL;
  if (op == Op::kArgmax) return CT_INT64;
  const bool is_integer = from == CT_BOOL || from == CT_UINT8 || from == CT_INT32 || from == CT_INT64;
  return is_integer && op == Op::kSum ? static_cast<ct_dtype>(CT_INT64) : from;
}

std::string name_of(Op op, const Operand &from, const std::vector<int32_t> &dims) {
  const std::string over = dims.empty() ? " every dim " : " dim " + std::to_string(dims[0]) + " ";
  return op_name(op) + over + short_name(from.dtype) + " " + dims_text(from.sizes);
}

// Has a floor where the operand is larger than the caches.
Case reduced(Op op, const Operand &from, const std::vector<int32_t> &dims) {
  const std::string name = name_of(op, from, dims);
  Case c = reduce_case(name, op, result_of(op, from.dtype), from, dims);
  const bool is_wide = from.dtype == CT_FLOAT32 || from.dtype == CT_FLOAT64;
  if (*level(c.reads) == 'D') c.floor = is_wide ? kReduced : kWidened;
  return c;
}

}  // namespace

std::vector<Case> reduce_cases() {
  std::vector<Case> cases;
  for (int64_t count : {int64_t{4} << 10, kMi, 64 * kMi}) {
    cases.push_back(reduced(Op::kSum, contiguous(CT_FLOAT32, {count}), {}));
  }
  const Sizes cube = {512, 128, 512};
  for (int32_t dim : {0, 1, 2}) cases.push_back(reduced(Op::kSum, contiguous(CT_FLOAT32, cube), {dim}));
  for (int64_t columns : {3, 10}) {
    cases.push_back(with(reduced(Op::kSum, contiguous(CT_FLOAT32, {4 * kMi, columns}), {1}), kShortRows));
  }
  // It reads every line of every second row, although it wants half of the elements.
  Case strided = reduce_case("sum every dim f32 1024x512[::2,::2]", Op::kSum, CT_FLOAT32,
                             {CT_FLOAT32, {512, 256}, {1024, 2}, 0}, {});
  strided.reads *= 2;
  cases.push_back(with(strided, kStrided));
  for (ct_dtype dtype : {CT_FLOAT32, CT_BFLOAT16}) {
    for (int32_t dim : {0, 1}) cases.push_back(reduced(Op::kMean, contiguous(dtype, {4096, 4096}), {dim}));
  }
  const ct_dtype dtypes[] = {CT_FLOAT64, CT_INT32, CT_UINT8, CT_BOOL, CT_FLOAT16, CT_BFLOAT16};
  for (ct_dtype dtype : dtypes) {
    const Operand matrix = contiguous(dtype, {4096, 128 * kMi / 4096 / ct_dtype_size(dtype)});
    cases.push_back(reduced(Op::kSum, matrix, {}));
    for (int32_t dim : {0, 1}) cases.push_back(reduced(Op::kSum, matrix, {dim}));
  }
  for (ct_dtype dtype : {CT_FLOAT32, CT_UINT8, CT_INT32, CT_BFLOAT16}) {
    const Operand matrix = contiguous(dtype, {4096, 128 * kMi / 4096 / ct_dtype_size(dtype)});
    for (int32_t dim : {0, 1}) cases.push_back(reduced(Op::kAmax, matrix, {dim}));
  }
  for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_BFLOAT16}) {
    const Operand matrix = contiguous(dtype, {4096, 128 * kMi / 4096 / ct_dtype_size(dtype)});
    cases.push_back(reduced(Op::kNorm, matrix, {}));
    for (int32_t dim : {0, 1}) cases.push_back(reduced(Op::kNorm, matrix, {dim}));
  }
  for (ct_dtype dtype : {CT_BOOL, CT_FLOAT32}) {
    const Operand matrix = contiguous(dtype, {4096, 128 * kMi / 4096 / ct_dtype_size(dtype)});
    cases.push_back(reduced(Op::kAll, matrix, {}));
    for (int32_t dim : {0, 1}) cases.push_back(reduced(Op::kAll, matrix, {dim}));
  }
  const auto cube_of = [](ct_dtype dtype) { return contiguous(dtype, {512, 128, 2048 / ct_dtype_size(dtype)}); };
  for (int32_t dim : {0, 1, 2}) {
    for (ct_dtype dtype : dtypes) cases.push_back(reduced(Op::kSum, cube_of(dtype), {dim}));
    for (Op op : {Op::kAmax, Op::kAll}) {
      for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_INT32, CT_UINT8, CT_BFLOAT16}) {
        cases.push_back(reduced(op, cube_of(dtype), {dim}));
      }
    }
    for (Op op : {Op::kMean, Op::kNorm}) {
      for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_BFLOAT16}) {
        cases.push_back(reduced(op, cube_of(dtype), {dim}));
      }
    }
  }
  const auto argmax = [&](const Operand &from, const std::vector<int32_t> &dims) {
    Case c = reduced(Op::kArgmax, from, dims);
    if (*level(c.reads) == 'D') c.floor = kArgreduced;
    cases.push_back(c);
  };
  argmax(contiguous(CT_FLOAT64, {2, 256, 256, 256}), {0});
  for (int32_t dim : {0, 1, 2}) argmax(contiguous(CT_FLOAT32, {1280, 960, 100}), {dim});
  argmax(contiguous(CT_FLOAT32, {200000}), {});
  for (ct_dtype dtype : {CT_FLOAT32, CT_UINT8, CT_INT32, CT_BFLOAT16}) {
    const Operand matrix = contiguous(dtype, {4096, 128 * kMi / 4096 / ct_dtype_size(dtype)});
    argmax(matrix, {});
    for (int32_t dim : {0, 1}) argmax(matrix, {dim});
  }
  for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_INT32, CT_UINT8, CT_BFLOAT16}) {
    for (int32_t dim : {0, 1, 2}) argmax(cube_of(dtype), {dim});
  }
  // Few columns side by side, in many groups.
  for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
    for (int64_t columns : {3, 8, 16}) {
      const Operand groups = contiguous(dtype, {225, 140, columns});
      cases.push_back(reduced(Op::kSum, groups, {1}));
      argmax(groups, {1});
    }
  }
  // Variances, and sums in twice the precision, which need not be faster than half of a plain sum.
  const Operand tall = contiguous(CT_FLOAT32, {4096, 8192});
  for (ct_dtype dtype : {CT_FLOAT32, CT_BFLOAT16}) {
    for (int32_t dim : {0, 1}) {
      cases.push_back(with(reduced(Op::kVar, contiguous(dtype, {4096, 4096}), {dim}), kVariance));
    }
  }
  for (int32_t dim : {0, 1, 2})
    cases.push_back(with(reduced(Op::kVar, contiguous(CT_FLOAT32, cube), {dim}), kVariance));
  cases.push_back(with(reduced(Op::kVar, contiguous(CT_FLOAT64, {4096, 4096}), {}), kVariance));
  for (int32_t dim : {0, 1}) cases.push_back(with(reduced(Op::kLogSumExp, tall, {dim}), Floor{}));
  for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_BFLOAT16}) {
    const Operand matrix = contiguous(dtype, {4096, 128 * kMi / 4096 / ct_dtype_size(dtype)});
    cases.push_back(with(reduced(Op::kSumCompensated, matrix, {}), kCompensated));
    for (int32_t dim : {0, 1}) cases.push_back(with(reduced(Op::kSumCompensated, matrix, {dim}), kCompensated));
  }
  cases.push_back(with(reduced(Op::kSumExact, tall, {}), Floor{}));
  const auto going_along = [&](Op op, const Sizes &sizes, int32_t dim, Floor floor, ct_dtype dtype = CT_FLOAT32) {
    const Operand operand = contiguous(dtype, sizes);
    Case c = copy_case(name_of(op, operand, {dim}), operand, operand);
    c.op = op;
    c.dims = {dim};
    cases.push_back(with(c, floor));
  };
  for (int32_t dim : {0, 1}) {
    going_along(Op::kCumsum, {64, kMi}, dim, kScanned);
    going_along(Op::kCumsum, {kMi, 64}, dim, kScanned);
    for (ct_dtype dtype : {CT_FLOAT64, CT_BFLOAT16}) {
      going_along(Op::kCumsum, {4096, 128 * kMi / 4096 / ct_dtype_size(dtype)}, dim,
                  dtype == CT_FLOAT64 ? kScanned : Floor{}, dtype);
    }
  }
  for (int32_t dim : {0, 1, 2}) {
    going_along(Op::kCumsum, cube, dim, kScanned);
    going_along(Op::kSoftmax, cube, dim, kSoftmaxed);
  }
  for (int32_t dim : {0, 1}) going_along(Op::kSoftmax, {4096, 8192}, dim, kSoftmaxed);
  return cases;
}

}  // namespace bench
