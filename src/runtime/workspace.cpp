#include "runtime/workspace.h"

#include <cstdlib>
#include <utility>

#include "runtime/allocator.h"
#include "runtime/error.h"
#include "runtime/process.h"

namespace ct {

constinit thread_local WorkspaceRoom t_room = {};
constinit thread_local char *t_kept_workspace = nullptr;

void Workspace::make() {
  const KeepsErrno keeps_errno;
  void *memory = nullptr;
  if (posix_memalign(&memory, kCacheLine, kWorkspaceBytes) != 0) {
    fail(CT_ERROR_OUT_OF_MEMORY, "could not allocate ", kWorkspaceBytes, " bytes for the buffers of a thread");
  }
  use(static_cast<char *>(memory));
  const bool keeps = kKeepsFreedBlocks && before_.free == nullptr && are_small_lists_on() && ends_with_thread();
  (keeps ? t_kept_workspace : made_) = t_room.free;
}

void Workspace::give_back() noexcept { std::free(made_); }

void end_workspace() noexcept { std::free(std::exchange(t_kept_workspace, nullptr)); }

void trim_workspace() noexcept {
  if (t_room.free == nullptr) end_workspace();
}

}  // namespace ct
