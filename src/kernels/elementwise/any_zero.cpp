// Whether any integer is zero: integer division looks before it writes.
#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kBlock = 4096;  // elements between two tests of the answer

template <class T>
bool any_zero(const char *data, const int64_t *strides, int64_t size0, int64_t size1) {
  constexpr int64_t kSize = sizeof(T);
  int64_t inner = strides[0], outer = strides[1], rows = size1, n = size0;
  if (inner == 0 && n > 1) n = 1;  // one element, broadcast
  if (outer == 0 && rows > 1) rows = 1;
  if (n == 1 || (inner != kSize && outer == kSize)) {
    inner = strides[1], outer = strides[0];
    const int64_t size = n;
    n = rows, rows = size;
  }
  for (int64_t j = 0; j < rows; ++j) {
    for (int64_t begin = 0; begin < n; begin += kBlock) {
      const int64_t count = n - begin < kBlock ? n - begin : kBlock;
      T found = 0;
      const auto search =
          [ from = data + j * outer + begin * inner, count, &found ](int64_t stride) __attribute__((always_inline)) {
        for (int64_t i = 0; i < count; ++i) found = static_cast<T>(found | T(load_element<T>(from + i * stride) == 0));
      };
      inner == kSize ? search(kSize) : search(inner);
      if (found != 0) return true;
    }
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
