// Code that is made at run time. Instructions of a pass that follow each other, and for which there are instructions of
// the processor, become one loop: each element of memory is loaded once, what ops hand on to each other stays in
// registers, and what nobody else reads is never stored. Elements have the bits that the kernels give them.
#pragma once

#include <cstdint>
#include <span>

#include "expr/assembler.h"
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

struct GeneratedLoop {
  int32_t count = 0;   // of the instructions that it stands for
  int64_t offset = 0;  // in the code
  SmallVec<TileArgument, 16> arguments;
  int32_t noutputs = 0;  // which are the first arguments
};
// Generates a loop for as many instructions of the pass from `first` on as go together. If there are none, count is 0.
// Slots have no place yet. last_reads: for each slot, the last instruction that reads it.
GeneratedLoop generate_loop(const TileCode &code, const TilePass &pass, int64_t first, int64_t end,
                            std::span<const int32_t> last_reads, CodeBytes &to);

}  // namespace ct
