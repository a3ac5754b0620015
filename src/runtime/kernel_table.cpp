// Chooses the ISA of this process, once.
#include "runtime/kernel_table.h"

#include <cstring>
#include <iterator>

#include "runtime/error.h"
#include "runtime/process.h"

namespace ct {

namespace {

#define CT_ISA_NAME(name, supported) #name,
constexpr const char *kNames[] = {CT_KERNEL_ISAS(CT_ISA_NAME)};
#undef CT_ISA_NAME

int best() noexcept {
#define CT_ISA_SUPPORTED(name, supported) supported,
  const bool runs[] = {CT_KERNEL_ISAS(CT_ISA_SUPPORTED)};
#undef CT_ISA_SUPPORTED
  const char *const forced = environment("CTENSOR_ISA");
  int best = -1;
  for (int i = static_cast<int>(std::size(runs)) - 1; i >= 0; --i) {  // best first; where base is built it is the last
    if (!runs[i]) continue;
    if (forced != nullptr && std::strcmp(forced, kNames[i]) == 0) return i;
    best = i;
  }
  return best;
}

}  // namespace

int kernel_choice::isa() noexcept {
  static const int chosen = best();
  return chosen;
}

const char *kernel_isa() noexcept {
  const int isa = kernel_choice::isa();
  return isa >= 0 ? kNames[isa] : "none";
}

void fail_without_kernels() {
  if (kernel_choice::isa() < 0) {
    fail(CT_ERROR_UNSUPPORTED,
         "the library was built with -Disas=native on a machine whose instruction set this one lacks");
  }
}

}  // namespace ct
