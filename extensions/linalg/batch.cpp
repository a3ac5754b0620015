#include "batch.h"

namespace ct_linalg {

ct_dtype lapack_dtype(Inputs in) {
  const ct_dtype dtype = common_dtype(in);
  if (!is_blas(dtype)) {
    fail(CT_ERROR_DTYPE, "float32, float64, complex64 or complex128 is expected, got ", ct_dtype_name(dtype));
  }
  return dtype;
}

int lapack_size(int64_t size) {
  if (size > kBlasMost) fail(CT_ERROR_UNSUPPORTED, "matrices of ", size, " rows or columns are too large for LAPACK");
  return static_cast<int>(size);
}

std::vector<int64_t> batch_of(const ct_tensor *t, int32_t behind) {
  const Dims all = sizes(t);
  return std::vector<int64_t>(all.begin(), all.end() - behind);
}

std::string which_matrix(const std::vector<int64_t> &batch, int64_t index) {
  if (batch.empty()) return "the matrix";
  std::vector<int64_t> at(batch.size());
  for (size_t d = batch.size(); d-- > 0;) {
    at[d] = index % batch[d];
    index /= batch[d];
  }
  return "matrix " + text(Dims(at)) + " of the batch";
}

}  // namespace ct_linalg
