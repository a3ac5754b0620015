// The one way in which reductions prefetch: a fixed number of bytes ahead of what is read. The processor follows few
// long streams by itself, but loses them at the ends of short rows and where many rows are walked together.
#pragma once

#include "kernels/table.h"
#include "kernels/tuning.h"
#include "kernels/vec/element.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <int64_t nbytes>
CT_INLINE void prefetch(const char *at) {
  CT_UNROLL(16)
  for (int64_t i = 0; i < nbytes; i += kCacheLine) __builtin_prefetch(at + i);
}

// The distance from what is read to what will be read kReduceLookAhead bytes later, where `together` rows of `length`
// bytes are walked side by side, and the rows after them lie `next` bytes further. 0 where all lies in the caches.
CT_INLINE int64_t look_ahead(int64_t length, int64_t next, int64_t together, Traffic traffic) {
  const int64_t band = together * length;
  if (traffic != Traffic::NonTemporal) return 0;
  if (next == band) return kReduceLookAhead;  // one contiguous segment
  if (band >= kReduceLookAhead) return kReduceLookAhead / together;
  return (kReduceLookAhead + band - 1) / band * next;
}

}  // namespace
}  // namespace ct::kernels::CT_ISA
