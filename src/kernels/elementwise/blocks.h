// A piece of two dims by blocks: what the driver does where a row function cannot take rows as they lie in memory.
#pragma once

#include <cstdint>

#include "kernels/elementwise/driver.h"
#include "kernels/tuning.h"

namespace ct::kernels::CT_ISA {

static_assert(kNonTemporalBlock % kCacheLine == 0);

struct Piece {
  int64_t size0, size1;
  int64_t stride0[kMaxOperands], stride1[kMaxOperands];
};

// Whether rows are so short that several of them are better packed, and computed as one row. direct: the row function
// takes them as they lie.
bool joins_rows(const RowLoop &loop, const Piece &piece, bool direct, Traffic traffic);
void run_joined(const RowLoop &loop, const Piece &piece, char *const *data, Traffic traffic);

// Computes any other piece that is not direct, or whose stores are non-temporal.
void run_blocks(const RowLoop &loop, const Piece &piece, char *const *data, Traffic traffic);

}  // namespace ct::kernels::CT_ISA
