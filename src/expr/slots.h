// Slots: where the values of a pass that no tensor holds lie in a worker's scratch, a tile long or one element.
#pragma once

#include <cstdint>

#include "expr/tiles.h"

namespace ct {

class TileSlots {
 public:
  void clear() noexcept { slots_.clear(); }
  int64_t size() const noexcept { return slots_.size(); }
  // Returns its number, which stands in arguments for its offset until place() is called.
  int32_t add(TileInstruction::Level level, bool is_one, int64_t itemsize);
  // Gives all slots of the pass their places, once its instructions are in order. A place is used again as soon as
  // nobody reads what is there. The tile becomes shorter where they would take too much. widest: the bytes of an
  // element for which each has room.
  void place(TileCode &code, TilePass &pass, int64_t widest);

 private:
  struct Slot {
    TileInstruction::Level level;
    bool is_one, is_held;
    int32_t last;  // instruction that reads it, in the order of a level
    int32_t at;    // its place among those of its kind
    int32_t size;  // bytes of an element
  };

  void place_slots_of(const TileInstruction &instruction, int32_t i);
  void take(Slot &slot);
  void set_offsets(int64_t count, int64_t widest);

  SmallVec<Slot, 16> slots_;
  // while they are placed
  TileCode *code_ = nullptr;
  TilePass *pass_ = nullptr;
  SmallVec<int32_t, 8> free_[2];  // of one element, of a tile
  int32_t small_ = 0, big_ = 0;
};

// How many of an instruction's first arguments it writes to.
inline int32_t outputs_of(const TileInstruction &instruction) {
  using What = TileInstruction::What;
  if (instruction.what == What::Generated) return instruction.noutputs;
  return instruction.what == What::Loop ? 1 : 0;
}

// Calls visit(its number, argument) for each argument of an instruction that is a slot.
template <class F>
void for_each_slot(TileCode &code, const TilePass &pass, const TileInstruction &instruction, F visit) {
  for (int32_t a = 0; a < instruction.narguments; ++a) {
    TileArgument &argument = code.arguments[pass.arguments + instruction.arguments + a];
    if (argument.base == TileArgument::kSlots) visit(a, argument);
  }
}

}  // namespace ct
