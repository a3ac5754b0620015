// Chooses the kernels of this process, once.
#include "runtime/kernel_table.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "kernel_isas.h"
#include "runtime/error.h"

namespace ct {

namespace {

const kernels::Table *choose() noexcept {
  const char *forced = std::getenv("CTENSOR_ISA");
#define CT_TRY_FORCED(name, supported) \
  if (forced != nullptr && std::strcmp(forced, #name) == 0 && (supported)) return &kernels::name::table();
  CT_KERNEL_ISAS(CT_TRY_FORCED)
#undef CT_TRY_FORCED
#define CT_TRY_BEST(name, supported) \
  if (supported) return &kernels::name::table();
  CT_KERNEL_ISAS(CT_TRY_BEST)  // best first; where base is built it is the last, and every machine supports it
#undef CT_TRY_BEST
  return nullptr;
}

const kernels::Table *chosen() noexcept {
  static const kernels::Table *const table = choose();
  return table;
}

std::atomic<bool> g_deterministic{false};

}  // namespace

const kernels::Table &kernel_table() noexcept { return *chosen(); }

const char *kernel_isa() noexcept { return chosen() != nullptr ? chosen()->isa : "none"; }

void fail_without_kernels() {
  if (chosen() == nullptr) {
    fail(CT_ERROR_UNSUPPORTED,
         "the library was built with -Disas=native on a machine whose instruction set this one lacks");
  }
}

bool deterministic() noexcept { return g_deterministic.load(std::memory_order_relaxed); }
void set_deterministic(bool on) noexcept { g_deterministic.store(on, std::memory_order_relaxed); }

}  // namespace ct
