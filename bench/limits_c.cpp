// Limits and memory for a program in another language, which measures another library beside them.
#include <ctensor.h>

#include "limit.h"
#include "pool.h"

using namespace bench;

extern "C" {

// Memory of the kind the cases run in, full of random values; kept until the process ends or which is asked for again.
void *bench_memory(int which, int64_t nbytes, uint32_t dtype) {
  static Pool pools[2];
  return pools[which & 1].random(nbytes, dtype, static_cast<uint64_t>(which) + 1);
}

// Bytes that a limit of so many bytes in all reads and writes at most, for the sizes of its memory.
int64_t bench_limit_bytes(double reads, double writes, bool written) {
  const Limit limit(mix_of(reads, writes), reads + writes, 1, false);
  return written ? limit.bytes_written() : limit.bytes_read();
}

// Runs it once; false where the machine has no such stores.
bool bench_limit(double reads, double writes, bool in_place, const char *from, char *to, int threads, bool stream) {
  const Limit limit(in_place ? Mix::kInPlace : mix_of(reads, writes), reads + writes, threads, stream);
  if (!limit.can_run()) return false;
  limit.run(from, to);
  return true;
}
}
