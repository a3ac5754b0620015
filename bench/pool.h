// The memory that cases run in, and the sizes of the machine's caches.
#pragma once

#include <ctensor.h>

#include <cstdint>
#include <string>

namespace bench {

// Huge pages (advised) that grow on demand and are kept from case to case.
class Pool {
 public:
  Pool() = default;
  ~Pool();
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  // At least so many bytes of random values: floats in [0, 256), integers of all bits, bools of 0 and 1. They are made
  // again only when the dtype changes or there are too few.
  char *random(int64_t nbytes, ct_dtype dtype, uint64_t seed);
  char *nonzero(int64_t nbytes, ct_dtype dtype, uint64_t seed);  // the same, but no element is zero
  char *any(int64_t nbytes);                                     // with unspecified contents

 private:
  char *reserve(int64_t nbytes);

  char *data_ = nullptr;
  int64_t capacity_ = 0, filled_ = 0;
  ct_dtype dtype_ = CT_UNDEFINED;
};

void fill_random(char *data, int64_t nbytes, ct_dtype dtype, uint64_t seed);

// What the index of a case holds: random numbers from 0 to less than `below`, or a mask that is true in `below` of 100
// elements.
int64_t index_at(int64_t i, int64_t below);
inline bool mask_at(int64_t i, int64_t below) { return index_at(i, 100) < below; }
void fill_index(char *data, int64_t count, ct_dtype dtype, int64_t below);

struct Caches {
  int64_t l1 = 32 << 10, l2 = 1 << 20, l3 = 32 << 20;
};
const Caches &caches();            // of the first core, from sysfs; the defaults where sysfs does not say
const char *level(double nbytes);  // "L1" … "DRAM": where a footprint of so many bytes stays between calls
std::string processor();           // its name in /proc/cpuinfo

}  // namespace bench
