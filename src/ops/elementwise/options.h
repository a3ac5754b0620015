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

// One option as the caller gave it: a scalar, NULL where it is absent, or the plain value of the kinds that have one.
struct GivenOption {
  GivenOption() = default;
  GivenOption(const ct_scalar *value) : scalar(value) {}
  GivenOption(bool value) : plain(value) {}
  GivenOption(int32_t value) : plain(value) {}

  const ct_scalar *scalar = nullptr;
  int32_t plain = 0;
};

// In the order of the C function's parameters.
struct Options {
  GivenOption given[kernels::kMostOptions];
};

// What the kernel of an op that computes in this dtype gets. Throws DTYPE where an option does not go with that dtype,
// INVALID where one cannot be held, or one that must be there is NULL.
class OptionValues {
 public:
  void read(kernels::Elementwise op, const Options &options, DType computed);
  // What a Loop gets behind its operands.
  std::span<char *const> pointers() const noexcept { return {pointers_, static_cast<size_t>(count_)}; }

  OptionValues() = default;
  OptionValues(const OptionValues &) = delete;
  OptionValues &operator=(const OptionValues &) = delete;

 private:
  void add(const Scalar &value, DType dtype) noexcept;
  void add_powers(const char *op, int32_t decimals, DType dtype);

  int count_ = 0;
  char *pointers_[kernels::kMostOptions] = {};
  alignas(16) char elements_[kernels::kMostOptions][16] = {};
};

}  // namespace ct
