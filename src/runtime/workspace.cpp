#include "runtime/workspace.h"

#include <pthread.h>

#include <atomic>
#include <cstdlib>

#include "runtime/allocator.h"
#include "runtime/error.h"
#include "runtime/process.h"

namespace ct {

namespace {

// The destructor of a key of threads, as those of small blocks have one: for a thread_local object, glibc would
// allocate, and end the process where it cannot.
void end_thread(void *kept) noexcept {
  t_kept_workspace = nullptr;
  std::free(kept);
}

pthread_key_t g_key;
std::atomic<bool> g_has_key{false};  // without it nothing is kept

[[gnu::constructor]] void make_key() noexcept { g_has_key.store(pthread_key_create(&g_key, end_thread) == 0); }

// A program may unload a plug-in that holds the static library, while its threads live on.
[[gnu::destructor]] void delete_key() noexcept {
  trim_workspace();
  if (g_has_key.exchange(false)) pthread_key_delete(g_key);
}

bool keep(char *memory) noexcept {
  if (!kKeepsFreedBlocks || !are_small_lists_on() || !g_has_key.load(std::memory_order_relaxed)) return false;
  if (pthread_setspecific(g_key, memory) != 0) return false;
  t_kept_workspace = memory;
  return true;
}

}  // namespace

constinit thread_local WorkspaceRoom t_room = {};
constinit thread_local char *t_kept_workspace = nullptr;

void Workspace::make() {
  const KeepsErrno keeps_errno;
  void *memory = nullptr;
  if (posix_memalign(&memory, kCacheLine, kWorkspaceBytes) != 0) {
    fail(CT_ERROR_OUT_OF_MEMORY, "could not allocate ", kWorkspaceBytes, " bytes for the buffers of a thread");
  }
  use(static_cast<char *>(memory));
  if (before_.free != nullptr || !keep(t_room.free)) made_ = t_room.free;
}

void Workspace::give_back() noexcept { std::free(made_); }

void trim_workspace() noexcept {
  if (t_room.free != nullptr || t_kept_workspace == nullptr) return;
  pthread_setspecific(g_key, nullptr);
  end_thread(t_kept_workspace);
}

}  // namespace ct
