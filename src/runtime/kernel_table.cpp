// Chooses the kernels of this process, once.
#include "runtime/kernel_table.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "kernel_isas.h"

namespace ct {

namespace {

const kernels::Table &choose() noexcept {
  const char *forced = std::getenv("CTENSOR_ISA");
#define CT_TRY_FORCED(name, supported) \
  if (forced != nullptr && std::strcmp(forced, #name) == 0 && (supported)) return kernels::name::table();
  CT_KERNEL_ISAS(CT_TRY_FORCED)
#undef CT_TRY_FORCED
#define CT_TRY_BEST(name, supported) \
  if (supported) return kernels::name::table();
  CT_KERNEL_ISAS(CT_TRY_BEST)  // best first; base, the last, is always supported
#undef CT_TRY_BEST
  __builtin_unreachable();
}

std::atomic<bool> g_deterministic{false};

}  // namespace

const kernels::Table &kernel_table() noexcept {
  static const kernels::Table &table = choose();
  return table;
}

bool deterministic() noexcept { return g_deterministic.load(std::memory_order_relaxed); }
void set_deterministic(bool on) noexcept { g_deterministic.store(on, std::memory_order_relaxed); }

}  // namespace ct
