// How large the last-level cache is. Not glibc's non-temporal threshold: that one is scaled for memcpy's own purposes.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "runtime/kernel_table.h"

namespace ct {

namespace {

constexpr int64_t kUnknownCache = int64_t{8} << 20U;  // that of a small desktop, where the system does not say
constexpr int64_t kMostCache = int64_t{1} << 48U;     // so that a few times as much still fits an int64

// "32768K" in /sys/devices/system/cpu/cpu0/cache/index<i>/size; 0 where there is none.
int64_t sysfs_cache_bytes(int index) noexcept {
  char path[80];
  std::snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
  std::FILE *file = std::fopen(path, "re");
  if (file == nullptr) return 0;
  long long size = 0;
  char unit = 0;
  const int fields = std::fscanf(file, "%lld%c", &size, &unit);
  std::fclose(file);
  if (fields < 1 || size < 0) return 0;
  const int shift = unit == 'K' ? 10 : unit == 'M' ? 20 : 0;
  return static_cast<int64_t>(size) << shift;
}

// CTENSOR_CACHE_BYTES: that size, instead of asking the system. 0 if not set, or not a whole number of bytes.
int64_t wanted_bytes() noexcept {
  const char *const text = std::getenv("CTENSOR_CACHE_BYTES");
  if (text == nullptr) return 0;
  char *end = nullptr;
  const int64_t bytes = std::strtoll(text, &end, 10);
  return *end == '\0' && bytes > 0 ? std::min(bytes, kMostCache) : 0;
}

int64_t detect() noexcept {
  int64_t largest = wanted_bytes();
  if (largest > 0) return largest;
  for (int index = 0; index < 8; ++index) {
    const int64_t bytes = sysfs_cache_bytes(index);
    if (bytes > largest) largest = bytes;
  }
#ifdef _SC_LEVEL3_CACHE_SIZE
  if (largest == 0) largest = sysconf(_SC_LEVEL3_CACHE_SIZE);  // glibc asks cpuid
#endif
  return largest > 0 ? largest : kUnknownCache;
}

}  // namespace

int64_t last_level_cache_bytes() noexcept {
  static const int64_t bytes = detect();
  return bytes;
}

}  // namespace ct
