// Inputs that an elementwise op's loop cannot take as they lie, and that are copied first, in the order of the walk:
// those that are read many times over, because they are broadcast, and whose neighbours lie along another dim, which
// have another dtype, or which lie in short rows; and those whose neighbours lie along a dim that planes do not have,
// or in planes whose short rows lie apart. Packing them for each row or block costs more than the op. Where copies
// would be large, the iterator is cut into slices, whose copies are not.
#pragma once

#include <optional>

#include "iter/iterator.h"
#include "kernels/buffer.h"
#include "runtime/scratch.h"
#include "runtime/workspace.h"

namespace ct {

constexpr int32_t kFewDims = 6, kFewOperands = 4;  // which an iterator holds without taking memory

// Bit k: operand k is an input that is worth a copy.
uint32_t inputs_worth_copies(const Iterator &it) noexcept;

class CopiedInputs {
 public:
  // Copies those inputs. The iterator must stay. Copies are few enough for the thread's workspace, unless the call
  // makes its output and so takes memory in any case: a call that is given one takes none. Throws
  // CT_ERROR_OUT_OF_MEMORY.
  CopiedInputs(const Iterator &it, uint32_t inputs) : it_(it) {
    if (inputs != 0) copy(inputs);
  }

  // The iterator that was given, or the same with those inputs where they were copied to.
  const Iterator &iterator() const noexcept { return copied_ ? *copied_ : it_; }

  // What copies take at most of the room that a workspace has beside its buffers.
  static constexpr int64_t kHeldBytes = int64_t{48} << 10;
  static_assert(kHeldBytes <= kWorkspaceBytes - kBuffersBytes);

 private:
  void copy(uint32_t inputs);

  const Iterator &it_;
  std::optional<Workspace> workspace_;
  std::optional<Buffer<char, kHeldBytes>> held_;
  std::optional<Scratch> scratch_;
  std::optional<Iterator> copied_;
};

// Parts of an iterator. There is only one, the iterator itself, unless those inputs' copies are too large to be held
// and those of a slice are not. Taking a slice takes no memory.
class Slices {
 public:
  Slices(const Iterator &it, uint32_t copied) noexcept;  // the iterator must stay

  int64_t count() const noexcept { return count_; }
  void take(int64_t index, Iterator &slice) const;

 private:
  int64_t least_step(int32_t dim) const noexcept;
  int64_t bytes_of_copies() const noexcept;

  const Iterator &it_;
  const uint32_t copied_;
  int64_t steps_[kFewDims] = {};  // a slice's positions along each dim
  int64_t count_ = 1;
};

}  // namespace ct
