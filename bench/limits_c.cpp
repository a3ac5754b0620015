// The limits and the memory for programs in other languages, which measure other libraries beside them.
#include <ctensor.h>

#include "limit.h"
#include "pool.h"

using namespace bench;

extern "C" {

// Memory like that of the cases, full of random values. It lives until the next call with the same `which`.
void *bench_memory(int which, int64_t nbytes, uint32_t dtype) {
  static Pool pools[2];
  return pools[which & 1].random(nbytes, dtype, static_cast<uint64_t>(which) + 1);
}

// The same for an index, whose dtype is bool or int64.
void *bench_index(int64_t count, uint32_t dtype, int64_t below) {
  static Pool pool;
  char *const memory = pool.any(count * (dtype == CT_BOOL ? 1 : 8));
  fill_index(memory, count, dtype, below);
  return memory;
}

// How many bytes a limit reads, or writes. It may be a little more than the case does, and the memory must hold as
// many.
int64_t bench_limit_bytes(double reads, double writes, bool written) {
  const Limit limit(mix_of(reads, writes), reads + writes, 1, false);
  return written ? limit.bytes_written() : limit.bytes_read();
}

// Runs the limit once. Returns false where the machine has no non-temporal stores.
bool bench_limit(double reads, double writes, bool in_place, const char *from, char *to, int threads,
                 bool non_temporal) {
  const Limit limit(in_place ? Mix::kInPlace : mix_of(reads, writes), reads + writes, threads, non_temporal);
  if (!limit.can_run()) return false;
  limit.run(from, to);
  return true;
}
}
