// The pull form of serial_for_each, for callers whose language dislikes callbacks.
#pragma once

#include <optional>

#include "iter/iterator.h"
#include "iter/pieces.h"
#include "runtime/scratch.h"
#include "runtime/workspace.h"

namespace ct {

// Belongs to one thread; the iterator must outlive it. Any number of cursors may walk one iterator.
class Cursor {
 public:
  // Throws CT_ERROR_INDEX unless 0 <= begin <= end <= numel. Allocates its scratch here, so that next() cannot fail.
  // On a meta iterator there is nothing to pull.
  Cursor(const Iterator &it, int64_t begin, int64_t end);
  ~Cursor();  // writes back the piece handed out last
  Cursor(const Cursor &) = delete;
  Cursor &operator=(const Cursor &) = delete;

  // Writes back the piece handed out before, then fills `piece` with the next one: false at the end. Its pointers live
  // until the next call.
  bool next(ct_loop *piece) noexcept;

 private:
  // Calls work(memory for blocks, or NULL) for what may convert. Where elements are converted, there is a workspace for
  // it.
  template <class Work>
  void convert(Work work) noexcept {
    char *const memory = scratch_.data();
    if (memory == nullptr) return work(nullptr);
    const Workspace workspace(memory);
    work(memory + kWorkspaceBytes);
  }

  const Scratch scratch_;
  bool handed_out_ = false;
  std::optional<Pieces> pieces_;
};

}  // namespace ct
