// The order of lanes that brings those of a mask to the front.
#pragma once

#include <cstdint>

#include "kernels/tuning.h"

namespace ct::kernels::CT_ISA {
namespace {

// For each mask of so many lanes, an order of the eight parts of a register in which the lanes of the mask come first.
// A lane has one part or two.
template <int lanes>
struct LanesByMask {
  uint64_t order[1 << lanes];
  constexpr LanesByMask() : order() {
    constexpr uint32_t kParts = 8 / lanes;
    for (uint32_t mask = 0; mask < 1 << lanes; ++mask) {
      int32_t at = 0;
      for (uint32_t wanted = 2; wanted-- > 0;) {
        for (uint32_t part = 0; part < 8; ++part) {
          if ((mask >> part / kParts & 1) == wanted) order[mask] |= uint64_t{part} << (8 * at++);
        }
      }
    }
  }
};
template <int lanes>
alignas(kCacheLine) constexpr LanesByMask<lanes> kLanesByMask;

}  // namespace
}  // namespace ct::kernels::CT_ISA
