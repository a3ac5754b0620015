#include "expr/jit/machine_code.h"

#include <sys/mman.h>

#include <atomic>
#include <cstring>
#include <string_view>

#include "runtime/kernel_table.h"
#include "runtime/process.h"

namespace ct {

namespace {

std::atomic<bool> is_refused{false};

Generation wanted() noexcept {
  const char *const said = environment("CTENSOR_JIT");
  const std::string_view text = said == nullptr ? std::string_view() : said, isa = kernel_isa();
  if (text == "0" || (isa != "avx512" && isa != "avx2")) return Generation::Off;
  return text == "always" ? Generation::Always : Generation::WhereItPays;
}

}  // namespace

Generation generation() noexcept {
  static const Generation chosen = wanted();
  return is_refused.load(std::memory_order_relaxed) ? Generation::Off : chosen;
}

MachineCode::~MachineCode() {
  const KeepsErrno keeps;
  if (memory_ != nullptr) munmap(memory_, size_);
}

bool MachineCode::make(std::span<const uint8_t> bytes) noexcept {
  if (bytes.empty()) return true;
  const KeepsErrno keeps;
  void *const mapped = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped != MAP_FAILED) {
    memory_ = mapped;
    size_ = bytes.size();
    std::memcpy(mapped, bytes.data(), bytes.size());
    if (mprotect(mapped, size_, PROT_READ | PROT_EXEC) == 0) return true;
  }
  is_refused.store(true, std::memory_order_relaxed);
  return false;
}

TileInstruction::Generated MachineCode::at(int64_t offset) const noexcept {
  return reinterpret_cast<TileInstruction::Generated>(reinterpret_cast<uintptr_t>(memory_) +
                                                      static_cast<uintptr_t>(offset));
}

}  // namespace ct
