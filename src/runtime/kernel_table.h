// Which kernels this process runs: the best ISA that CPU and system have, or the one CTENSOR_ISA names.
// Resolved once, on first use. An unknown or unsupported CTENSOR_ISA falls back to the best one. A library that was
// built without base (-Disas=native) may hold no kernels that this machine can run: then there are no tables, and
// require_kernels(), which every entry point that can fail calls first, throws.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "kernel_isas.h"
#include "kernels/table.h"

namespace ct {

namespace kernel_choice {
inline std::atomic<bool> deterministic{false};
int isa() noexcept;  // an index into CT_KERNEL_ISAS; -1 without kernels
}  // namespace kernel_choice

inline bool deterministic() noexcept { return kernel_choice::deterministic.load(std::memory_order_relaxed); }
inline void set_deterministic(bool on) noexcept { kernel_choice::deterministic.store(on, std::memory_order_relaxed); }

// A table of kernels, chosen when it is first asked for. Each table is reached through a variable of its own, so a
// static program contains only the tables that its functions name.
template <class Table>
class Kernels {
 public:
  using Choose = const Table *() noexcept;

  constexpr explicit Kernels(Choose *choose) noexcept : choose_(choose) {}
  Kernels(const Kernels &) = delete;
  Kernels &operator=(const Kernels &) = delete;

  const Table &table() const noexcept {
    const Table *const chosen = chosen_.load(std::memory_order_acquire);
    return chosen != nullptr ? *chosen : choose();
  }

 private:
  [[gnu::noinline]] const Table &choose() const noexcept {
    const Table *const chosen = choose_();
    chosen_.store(chosen, std::memory_order_release);
    return *chosen;
  }

  mutable std::atomic<const Table *> chosen_{nullptr};
  Choose *choose_;
};

// Table: the type that identifies the table. T: the type under which callers see it.
template <class Table, class T = Table>
const T *table_of_isa() noexcept {
  using Of = const Table &() noexcept;
#define CT_OF_ISA(name, supported) &kernels::name::table<Table>,
  static constexpr Of *kOfIsa[] = {CT_KERNEL_ISAS(CT_OF_ISA)};
#undef CT_OF_ISA
  const int isa = kernel_choice::isa();
  return isa < 0 ? nullptr : &kOfIsa[isa]();
}

namespace kernel_choice {
template <class Table>
inline constinit const Kernels<Table> of{&table_of_isa<Table>};
}  // namespace kernel_choice

template <class Table>
const Table &kernel_table() noexcept {
  return kernel_choice::of<Table>.table();
}

// The kernels of one elementwise op.
class OpKernels {
 public:
  template <kernels::Elementwise op>
  static constexpr OpKernels of() noexcept {
    return OpKernels(&table_of_isa<kernels::OpTable<op>, kernels::OpLoops>);
  }

  // The loop for the mode that is set.
  kernels::Loop loop(DType dtype) const noexcept {
    return kernels_.table().loops[deterministic() ? 1 : 0][static_cast<int>(dtype)];
  }
  // The loop for a half beside a float32 that is a number. NULL where there is none: then the number becomes a half
  // too.
  kernels::Loop beside_float32(DType dtype) const noexcept {
    if (dtype != DType::Float16 && dtype != DType::BFloat16) return nullptr;
    return kernels_.table().beside_float32[dtype == DType::BFloat16 ? 1 : 0];
  }

 private:
  constexpr explicit OpKernels(Kernels<kernels::OpLoops>::Choose *choose) noexcept : kernels_(choose) {}

  Kernels<kernels::OpLoops> kernels_;
};
template <kernels::Elementwise op>
inline constinit const OpKernels kernels_of_op = OpKernels::of<op>();

inline kernels::Loop convert_kernel(DType to, DType from) noexcept {
  return kernel_table<kernels::ConvertTable>().convert[static_cast<int>(to)][static_cast<int>(from)];
}

inline kernels::Loop fill_kernel(int64_t itemsize) noexcept {
  return kernel_table<kernels::FillTable>().fill[std::countr_zero(static_cast<uint64_t>(itemsize))];
}

const char *kernel_isa() noexcept;  // "none" without kernels
void fail_without_kernels();
inline void require_kernels() {
#ifdef CT_WITHOUT_BASE
  fail_without_kernels();
#endif
}
// The size of one last-level cache that this process can use: what CTENSOR_CACHE_BYTES says, else what sysfs says, else
// what cpuid says.
int64_t last_level_cache_bytes() noexcept;

}  // namespace ct
