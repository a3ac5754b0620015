// Memory for code that is made at run time, and whether any is made.
#pragma once

#include <cstdint>
#include <span>

#include "expr/tiles.h"

namespace ct {

// When code is generated. Off: never, also where the system cannot run such code. Always: even where it does not pay,
// for tests.
enum class Generation : uint8_t { Off, WhereItPays, Always };
Generation generation() noexcept;

// The code of a program, when all of it is there. Nobody can write to it.
class MachineCode {
 public:
  MachineCode() = default;
  MachineCode(const MachineCode &) = delete;
  MachineCode &operator=(const MachineCode &) = delete;
  ~MachineCode();

  // False: the system does not allow it, and is not asked again.
  bool make(std::span<const uint8_t> bytes) noexcept;
  TileInstruction::Generated at(int64_t offset) const noexcept;

 private:
  void *memory_ = nullptr;
  size_t size_ = 0;
};

}  // namespace ct
