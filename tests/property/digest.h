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
    const int64_t itemsize = reference::info(array.dtype).size;
    reference::for_each_index(array.sizes, [&](const reference::Sizes &index) {
      const char *element = array.data + reference::offset_of(index, array.strides) * itemsize;
      char canonical[16];
      const reference::Value value = reference::load(array.dtype, element);
      if (std::isnan(value.re) || std::isnan(value.im)) {
        reference::store(array.dtype, reference::of_float(plain(value.re), plain(value.im)), canonical);
        element = canonical;
      }
      for (int64_t byte = 0; byte < itemsize; ++byte) {
        hash_ = (hash_ ^ static_cast<unsigned char>(element[byte])) * 1099511628211U;  // FNV-1a
      }
    });
  }
  uint64_t value() const { return hash_; }

 private:
  static long double plain(long double x) { return std::isnan(x) ? std::numeric_limits<long double>::quiet_NaN() : x; }

  uint64_t hash_ = 14695981039346656037U;
};

}  // namespace property
