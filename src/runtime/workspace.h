// The workspace: what the kernels of a thread take their buffers from (kernels/buffer.h). Whoever calls one that may
// take some has a Workspace for that long. It works like a second stack of the thread: the first one on a thread makes
// the memory, which comes from the C heap, whatever allocator the host has set, and stays with the thread.
#pragma once

#include "kernels/buffer.h"

namespace ct {

#ifdef __GLIBC__
[[gnu::tls_model("initial-exec")]]
#endif
extern constinit thread_local char *t_kept_workspace;  // kWorkspaceBytes, or NULL

class Workspace {
 public:
  // Throws CT_ERROR_OUT_OF_MEMORY. A call inside other calls gets memory of its own where those hold too much of the
  // thread's.
  Workspace() {
    if (t_room.end - t_room.free >= kBuffersBytes) return;
    if (t_room.free == nullptr && t_kept_workspace != nullptr) {
      use(t_kept_workspace);
    } else {
      make();
    }
  }
  // The same, but in that memory: kWorkspaceBytes, from a line of the cache on.
  explicit Workspace(char *memory) noexcept {
    if (t_room.end - t_room.free < kBuffersBytes) use(memory);
  }
  ~Workspace() {
    t_room = before_;
    if (made_ != nullptr) give_back();
  }
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;

 private:
  static void use(char *memory) noexcept { t_room = {memory, memory + kWorkspaceBytes}; }
  void make();
  void give_back() noexcept;

  const WorkspaceRoom before_ = t_room;
  char *made_ = nullptr;  // what is not kept
};

void end_workspace() noexcept;   // gives back what this thread keeps
void trim_workspace() noexcept;  // the same, unless it is in use

}  // namespace ct
