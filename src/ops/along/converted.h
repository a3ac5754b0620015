// Elements that a kernel wants dense and in a dtype of its own, by blocks in the cache: into it, and out of it again.
#pragma once

#include "kernels/buffer.h"
#include "kernels/table.h"
#include "runtime/kernel_table.h"
#include "tensor/dtype.h"

namespace ct {

class Converted {
 public:
  static constexpr int64_t kBlockBytes = 16384;

  Converted(DType in, DType result, DType computed)
      : in_(in), result_(result), computed_(computed), size_(dtype_size(computed)) {
    // Upstream converts the whole input to the result's dtype first. Converting each element once gives the same where
    // the result's dtype is the one that is computed in, or where integers wrap in the same way.
    direct_ = in == result || computed == result || (is_integer_like(in) && is_integral(result));
  }

  DType result() const { return result_; }
  DType computed() const { return computed_; }
  Converted computed_as_result() const { return {in_, result_, result_}; }

  bool reads_as_it_is() const { return direct_ && have_same_bits(in_, computed_); }
  bool writes_as_it_is() const { return have_same_bits(result_, computed_); }
  int64_t size() const { return size_; }
  int64_t block_elements() const { return kBlockBytes / size_; }

  // Reads a block of n × m elements, n fastest. A conversion between dtypes fills no more than kBlockBytes.
  void read(char *block, const char *from, int64_t step, int64_t n, int64_t across, int64_t m) const {
    if (direct_) return convert(computed_, block, size_, n * size_, in_, from, step, across, n, m);
    const Buffer<char, kBlockBytes> between;
    const int64_t size = dtype_size(result_);
    convert(result_, between, size, n * size, in_, from, step, across, n, m);
    convert(computed_, block, size_, n * size_, result_, between, size, n * size, n, m);
  }
  void write(char *to, int64_t step, int64_t n, int64_t across, int64_t m, const char *block) const {
    convert(result_, to, step, across, computed_, block, size_, n * size_, n, m);
  }

 private:
  static bool is_wide_integer(DType d) { return d == DType::Int64 || d == DType::UInt64; }
  static bool have_same_bits(DType a, DType b) { return a == b || (is_wide_integer(a) && is_wide_integer(b)); }

  static void convert(DType to_dtype, char *to, int64_t to_step, int64_t to_across, DType from_dtype, const char *from,
                      int64_t from_step, int64_t from_across, int64_t n, int64_t m) {
    if (to_across == n * to_step && from_across == n * from_step) n *= m, m = 1;
    char *const data[] = {to, const_cast<char *>(from)};
    const int64_t strides[] = {to_step, from_step, to_across, from_across};
    convert_kernel(to_dtype, from_dtype)(data, strides, n, m, kernels::Traffic::Cached);
  }

  DType in_, result_, computed_;
  int64_t size_;
  bool direct_;
};

}  // namespace ct
