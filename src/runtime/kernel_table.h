// Which kernels this process runs: the best ISA that CPU and system have, or the one CTENSOR_ISA names.
// Resolved once, on first use. An unknown or unsupported CTENSOR_ISA falls back to the best one. A library that was
// built without base (-Disas=native) may hold no kernels that this machine can run: then there is no table, and
// require_kernels(), which every entry point that can fail calls first, throws.
#pragma once

#include <atomic>

#include "kernels/table.h"

namespace ct {

namespace kernel_choice {
inline std::atomic<const kernels::Table *> table{nullptr};  // NULL until it is first asked for
inline std::atomic<bool> deterministic{false};
const kernels::Table *choose() noexcept;
}  // namespace kernel_choice

inline const kernels::Table &kernel_table() noexcept {
  const kernels::Table *const table = kernel_choice::table.load(std::memory_order_relaxed);
  return table != nullptr ? *table : *kernel_choice::choose();
}
const char *kernel_isa() noexcept;  // "none" without kernels
void fail_without_kernels();
inline void require_kernels() {
#ifdef CT_WITHOUT_BASE
  fail_without_kernels();
#endif
}
// Of one cache that this process can use: what CTENSOR_CACHE_BYTES says, else from sysfs, then cpuid.
int64_t last_level_cache_bytes() noexcept;
inline bool deterministic() noexcept { return kernel_choice::deterministic.load(std::memory_order_relaxed); }
inline void set_deterministic(bool on) noexcept { kernel_choice::deterministic.store(on, std::memory_order_relaxed); }

inline kernels::Loop convert_kernel(DType to, DType from) noexcept {
  return kernel_table().convert[static_cast<int>(to)][static_cast<int>(from)];
}
// In the mode that is set.
inline kernels::Loop elementwise_kernel(kernels::Elementwise op, DType dtype) noexcept {
  return kernel_table().elementwise[deterministic() ? 1 : 0][static_cast<int>(op)][static_cast<int>(dtype)];
}

// Of a half and a float32 that is a number; NULL: the number becomes a half too.
inline kernels::Loop kernel_beside_float32(kernels::Elementwise op, DType dtype) noexcept {
  if (dtype != DType::Float16 && dtype != DType::BFloat16) return nullptr;
  return kernel_table().beside_float32[dtype == DType::BFloat16 ? 1 : 0][static_cast<int>(op)];
}

}  // namespace ct
