// Inputs that an elementwise op reads many times over, because they are broadcast, and that its loop cannot take as
// they lie: their neighbours lie along another dim, or they have another dtype. Packing them for each row or block
// costs more than the op, so each is copied once, in the order of the walk.
#pragma once

#include <optional>

#include "iter/iterator.h"
#include "kernels/buffer.h"
#include "runtime/scratch.h"
#include "runtime/workspace.h"

namespace ct {

class RepeatedInputs {
 public:
  // The iterator must stay. Copies are few enough for the thread's workspace, unless the call makes its output and so
  // takes memory in any case: a call that is given one takes none. Throws CT_ERROR_OUT_OF_MEMORY.
  explicit RepeatedInputs(const Iterator &it) : it_(it) {
    if (it.ndim() > 1 && it.numel() > kFewElements) copy_worthwhile();
  }

  // The iterator that was given, or the same with those inputs where they were copied to.
  const Iterator &iterator() const noexcept { return copied_ ? *copied_ : it_; }

 private:
  static constexpr int64_t kHeldBytes = int64_t{48} << 10;  // of the room that a workspace has beside its buffers
  static_assert(kHeldBytes <= kWorkspaceBytes - kBuffersBytes);

  void copy_worthwhile();

  const Iterator &it_;
  std::optional<Workspace> workspace_;
  std::optional<Buffer<char, kHeldBytes>> held_;
  std::optional<Scratch> scratch_;
  std::optional<Iterator> copied_;
};

}  // namespace ct
