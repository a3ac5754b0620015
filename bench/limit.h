// The limit of a case: a hand-written loop with the same mix of reads and writes, over as many bytes, on as many
// threads.
#pragma once

#include "limit_loops.h"

namespace bench {

Mix mix_of(double reads, double writes);  // the mix that is nearest
const char *mix_name(Mix mix);            // "1:2"

struct Limit {
  Mix mix = Mix::kOneToOne;
  int64_t steps = 0;
  int threads = 1;
  bool non_temporal = false;

  Limit() = default;
  Limit(Mix what, double nbytes, int nthreads, bool nt);  // whole steps, of about so many bytes
  int64_t bytes_read() const { return steps * kMixLines[static_cast<int>(mix)].reads * kLineBytes; }
  int64_t bytes_written() const { return steps * kMixLines[static_cast<int>(mix)].writes * kLineBytes; }
  bool can_run() const;                        // false where the machine has no non-temporal stores
  void run(const char *from, char *to) const;  // both are aligned to a cache line
};

const char *limit_isa();  // the instruction set of the loops: the best that the machine has

}  // namespace bench
