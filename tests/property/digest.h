// A hash of results, by which runs of one test on different ISAs are compared.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "array.h"

namespace property {

class Digest {
 public:
  // Adds every element's bits in row-major order. All NaNs count as one NaN, because it is not part of the result which
  // operand's payload an instruction passes on.
  void add(const reference::Array &array) {
    const reference::DTypeInfo &dtype = reference::info(array.dtype);
    const bool may_be_nan = dtype.kind == reference::Kind::Float || dtype.kind == reference::Kind::Complex;
    const int64_t step = reference::row_step(array.strides) * dtype.size;
    reference::for_each_row(array.sizes, [&](const reference::Sizes &index, int64_t n) {
      const char *at = array.data + reference::offset_of(index, array.strides) * dtype.size;
      for (int64_t i = 0; i < n; ++i, at += step) {
        const char *element = at;
        char canonical[16];
        const reference::Value value = may_be_nan ? reference::load(array.dtype, element) : reference::Value();
        if (std::isnan(value.re) || std::isnan(value.im)) {
          reference::store(array.dtype, reference::of_float(plain(value.re), plain(value.im)), canonical);
          element = canonical;
        }
        for (int64_t byte = 0; byte < dtype.size; ++byte) {
          hash_ = (hash_ ^ static_cast<unsigned char>(element[byte])) * 1099511628211U;  // FNV-1a
        }
      }
    });
  }
  uint64_t value() const { return hash_; }

 private:
  static long double plain(long double x) { return std::isnan(x) ? std::numeric_limits<long double>::quiet_NaN() : x; }

  uint64_t hash_ = 14695981039346656037U;
};

}  // namespace property
