// Chooses the kernels of this process, once.
#include "runtime/kernel_table.h"

#include <cstring>

#include "kernel_isas.h"
#include "runtime/error.h"
#include "runtime/process.h"

namespace ct {

namespace {

const kernels::Table *best() noexcept {
  const char *forced = environment("CTENSOR_ISA");
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

}  // namespace

const kernels::Table *kernel_choice::choose() noexcept {
  static const kernels::Table *const chosen = best();
  table.store(chosen, std::memory_order_relaxed);
  return chosen;
}

const char *kernel_isa() noexcept {
  const kernels::Table *const chosen = kernel_choice::choose();
  return chosen != nullptr ? chosen->isa : "none";
}

void fail_without_kernels() {
  if (kernel_choice::choose() == nullptr) {
    fail(CT_ERROR_UNSUPPORTED,
         "the library was built with -Disas=native on a machine whose instruction set this one lacks");
  }
}

}  // namespace ct
