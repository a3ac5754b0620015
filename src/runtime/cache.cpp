// How large the last-level cache is. Not glibc's non-temporal threshold: that one is scaled for memcpy's own purposes.
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "kernels/tuning.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"

namespace ct {

namespace {

constexpr int64_t kUnknownCache = int64_t{8} << 20U;  // that of a small desktop, where the system does not say
constexpr int64_t kMostCache = int64_t{1} << 48U;     // so that a few times as much still fits an int64

// "32768K" in the file of one level; 0 where there is none.
int64_t sysfs_cache_bytes(char index) noexcept {
  char path[] = "/sys/devices/system/cpu/cpu0/cache/index?/size";
  *std::strchr(path, '?') = index;
  char unit = '\0';
  const int64_t size = leading_number_of_file(path, &unit).value_or(0);
  const int shift = unit == 'K' ? 10 : unit == 'M' ? 20 : 0;
  return std::min(size, kMostCache >> shift) << shift;
}

// CTENSOR_CACHE_BYTES: that size, instead of asking the system. 0 if not set, or not a whole number of bytes.
int64_t wanted_bytes() noexcept {
  const char *const text = environment("CTENSOR_CACHE_BYTES");
  if (text == nullptr) return 0;
  std::string_view rest;
  const int64_t bytes = leading_number(text, &rest).value_or(0);
  return rest.empty() ? std::min(bytes, kMostCache) : 0;
}

int64_t detect() noexcept {
  const KeepsErrno keeps_errno;
  const DefersCancellation defers_cancellation;  // sysconf reads a file on some systems
  int64_t largest = wanted_bytes();
  if (largest > 0) return largest;
  for (char index = '0'; index < '8'; ++index) {
    const int64_t bytes = sysfs_cache_bytes(index);
    if (bytes > largest) largest = bytes;
  }
#ifdef _SC_LEVEL3_CACHE_SIZE
  if (largest == 0) largest = sysconf(_SC_LEVEL3_CACHE_SIZE);  // glibc asks cpuid
#endif
  const int64_t processors = std::clamp<int64_t>(sysconf(_SC_NPROCESSORS_ONLN), 1, kMostCache / kMostCacheOfProcessor);
  return std::min(largest > 0 ? largest : kUnknownCache, processors * kMostCacheOfProcessor);
}

}  // namespace

int64_t last_level_cache_bytes() noexcept {
  static const int64_t bytes = detect();
  return bytes;
}

}  // namespace ct
