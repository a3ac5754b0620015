// Whether any integer is zero: integer division looks before it writes.
#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kBlock = 4096;  // elements between two tests of the answer

template <class T>
bool row_has_zero(const char *data, int64_t stride, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t count = n - begin < kBlock ? n - begin : kBlock;
    const char *from = data + begin * stride;
    T found = 0;
    if (stride == kSize) {
      for (int64_t i = 0; i < count; ++i) found = static_cast<T>(found | T(load_element<T>(from + i * kSize) == 0));
    } else {
      for (int64_t i = 0; i < count; ++i) found = static_cast<T>(found | T(load_element<T>(from + i * stride) == 0));
    }
    if (found != 0) return true;
  }
  return false;
}

template <class T>
bool any_zero(const char *data, const int64_t *strides, int64_t size0, int64_t size1) {
  if (size0 <= 0 || size1 <= 0) return false;
  constexpr int64_t kSize = sizeof(T);
  int64_t inner = strides[0];
  int64_t outer = strides[1];
  if (inner == 0) size0 = 1;  // one element, broadcast
  if (outer == 0) size1 = 1;
  if (size0 == 1 || (inner != kSize && outer == kSize)) {
    const int64_t stride = inner;
    inner = outer;
    outer = stride;
    const int64_t size = size0;
    size0 = size1;
    size1 = size;
  }
  for (int64_t j = 0; j < size1; ++j) {
    if (row_has_zero<T>(data + j * outer, inner, size0)) return true;
  }
  return false;
}

}  // namespace

void register_any_zero(AnyZeroTable &table) {
#define CT_REGISTER(dtype, element, wide) \
  if constexpr (kIsInteger<element>) table.any_zero[static_cast<int>(DType::dtype)] = &any_zero<Unsigned<element>>;
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
