// Operands whose dtype differs from the loop's, block by block: inputs are converted into buffers before the loop sees
// them, outputs out of buffers after it. A block is at most two dims of elements.
#pragma once

#include <limits>

#include "iter/iterator.h"
#include "kernels/table.h"

namespace ct {

class Staging {
 public:
  static constexpr int64_t kAlignment = 64;
  // The buffers share this much, so that they stay in the first-level cache beside what they are converted from.
  static constexpr int64_t kBlockBytes = int64_t{16} << 10;
  static constexpr int64_t kScratchBytes = kBlockBytes + kMaxOperands * kAlignment;

  // Elements a block: all staged operands together fill kBlockBytes.
  static int64_t block_elements(int64_t staged_itemsizes) noexcept;

  // strides: the tensors', bytes, of the inner dim and then of the outer one; they must stay. scratch: kScratchBytes.
  Staging(const Iterator &it, const int64_t *strides, char *scratch) noexcept;

  int64_t block() const noexcept { return block_; }  // elements; 0: nothing is staged
  // Only inputs of one element are: there is nothing to cut for.
  bool takes_everything() const noexcept { return block_ == kEverything; }

  // Before the loop: data is where a block starts in each tensor, and becomes what the loop sees, as strides does.
  void take_in(char **data, int64_t *strides, int64_t size0, int64_t size1) noexcept;
  // After it: data is where the block starts in each tensor.
  void take_back(char *const *data, int64_t size0, int64_t size1) noexcept;

 private:
  static constexpr int64_t kEverything = std::numeric_limits<int64_t>::max();

  struct Staged {
    int32_t operand;
    bool is_output, is_constant;  // constant: an input that is one element throughout, converted once
    int64_t itemsize;             // of the loop's dtype
    char *buffer;
    kernels::Loop convert;
  };

  int32_t noperands_;
  int32_t nstaged_ = 0;
  int64_t block_ = 0;
  const int64_t *strides_;
  Staged staged_[kMaxOperands];  // filled up to nstaged_
};

}  // namespace ct
