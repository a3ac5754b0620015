#include "expr/slots.h"

#include <algorithm>

#include "kernels/tuning.h"

namespace ct {

int32_t TileSlots::add(TileInstruction::Level level, bool is_one, int64_t itemsize) {
  slots_.push_back({level, is_one, false, -1, -1, static_cast<int32_t>(itemsize)});
  return static_cast<int32_t>(slots_.size()) - 1;
}

void TileSlots::place(TileCode &code, TilePass &pass, int64_t widest) {
  code_ = &code;
  pass_ = &pass;
  const int64_t count = code.instructions.size() - pass.instructions;
  for (int32_t i = 0; i < count; ++i) {
    const TileInstruction &instruction = code.instructions[pass.instructions + i];
    for_each_slot(code, pass, instruction, [&](int32_t, const TileArgument &argument) {
      Slot &slot = slots_[argument.offset];
      slot.last = i;
      slot.is_held |= instruction.level > slot.level;
    });
  }
  for (SmallVec<int32_t, 8> &list : free_) list.clear();
  small_ = big_ = 0;
  for (int32_t i = 0; i < count; ++i) place_slots_of(code.instructions[pass.instructions + i], i);
  set_offsets(count, widest);
}

// An output may take over the slot of an input that is read for the last time here, where both are dense elements of
// one size: the kernel then works in place.
void TileSlots::place_slots_of(const TileInstruction &instruction, int32_t i) {
  const auto ends = [&](const Slot &slot) { return slot.last == i && !slot.is_held; };
  const int32_t outputs = outputs_of(instruction);
  const Slot *output = nullptr;
  for_each_slot(*code_, *pass_, instruction, [&](int32_t a, const TileArgument &argument) {
    if (a == 0 && instruction.what == TileInstruction::What::Loop) output = &slots_[argument.offset];
  });
  const auto free_inputs = [&](bool early) {
    for_each_slot(*code_, *pass_, instruction, [&](int32_t a, const TileArgument &argument) {
      Slot &slot = slots_[argument.offset];
      if (a < outputs || !ends(slot) || slot.at < 0) return;
      if (early && (output == nullptr || slot.size != output->size || slot.is_one != output->is_one)) return;
      free_[slot.is_one ? 0 : 1].push_back(slot.at);
      slot.last = -1;  // an input may be there twice
    });
  };
  free_inputs(true);
  for_each_slot(*code_, *pass_, instruction, [&](int32_t a, const TileArgument &argument) {
    if (a >= outputs) return;
    Slot &slot = slots_[argument.offset];
    if (slot.at < 0) take(slot);
  });
  free_inputs(false);
}

void TileSlots::take(Slot &slot) {
  SmallVec<int32_t, 8> &list = free_[slot.is_one ? 0 : 1];
  if (!list.empty()) {
    slot.at = list.back();
    list.resize(list.size() - 1);
  } else {
    slot.at = slot.is_one ? small_++ : big_++;
  }
}

void TileSlots::set_offsets(int64_t count, int64_t widest) {
  TilePass &pass = *pass_;
  int64_t elements = pass.planes ? code_->numbers[pass.sizes] * pass.tile : pass.tile;
  if (!pass.planes && big_ * TilePass::lines(elements * widest) > kMostSlotBytes) {
    elements = std::max<int64_t>(kMostSlotBytes / big_ / kCacheLine * kCacheLine / widest, 1);
    pass.tile = elements;
    pass.is_aligned = false;
  }
  const int64_t small = kCacheLine, big = TilePass::lines(elements * widest);
  for (int64_t i = 0; i < count; ++i) {
    for_each_slot(*code_, pass, code_->instructions[pass.instructions + i], [&](int32_t, TileArgument &argument) {
      const Slot &slot = slots_[argument.offset];
      argument.offset = static_cast<int32_t>(slot.is_one ? slot.at * small : small_ * small + slot.at * big);
    });
  }
  pass.slot_bytes = small_ * small + big_ * big;
}

}  // namespace ct
