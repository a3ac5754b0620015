#include "tensor/number.h"

#include <new>

namespace ct {

namespace {

struct Parts {
  alignas(Tensor) char tensor[sizeof(Tensor)];
  alignas(Storage) char storage[sizeof(Storage)];
  alignas(16) char value[16];
};
// ctensor.h's struct has room for more than this version needs, so that it need not change with the tensor.
static_assert(sizeof(Parts) + 15 <= sizeof(ct_number));

}  // namespace

const Tensor *number_in(ct_number *memory, const Scalar &value) noexcept {
  const auto address = (reinterpret_cast<uintptr_t>(memory) + 15) & ~uintptr_t{15};
  auto *const parts = reinterpret_cast<Parts *>(address);
  store_scalar(value, value.dtype, parts->value);
  return Tensor::place(parts->tensor, Storage::place(parts->storage, parts->value, dtype_size(value.dtype)),
                       value.dtype);
}

}  // namespace ct
