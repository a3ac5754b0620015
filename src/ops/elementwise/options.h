// The options of elementwise ops: plain values beside the inputs. A kernel gets one as an element, of a dtype that
// follows from what it computes in.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/lists/elementwise.h"
#include "kernels/table.h"
#include "runtime/api.h"
#include "tensor/scalar.h"

namespace ct {

// As the caller gave them, in the order of the C function's parameters; NULL: absent.
struct Options {
  const ct_scalar *given[kernels::kMostOptions] = {};
};

// What the kernel of an op that computes in this dtype gets. Throws DTYPE where an option does not go with that dtype,
// INVALID where one cannot be held, or one that must be there is NULL.
class OptionValues {
 public:
  void read(kernels::Elementwise op, const Options &options, DType computed);
  // For Loop, behind the operands.
  std::span<char *const> pointers() const noexcept { return {pointers_, static_cast<size_t>(count_)}; }

  OptionValues() = default;
  OptionValues(const OptionValues &) = delete;
  OptionValues &operator=(const OptionValues &) = delete;

 private:
  void add(const Scalar &value, DType dtype) noexcept;
  void add_powers(const char *op, int64_t decimals, DType dtype);

  int count_ = 0;
  char *pointers_[kernels::kMostOptions] = {};
  alignas(16) char elements_[kernels::kMostOptions][16] = {};
};

}  // namespace ct
