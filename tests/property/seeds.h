// The seed of one case. It follows from the suite, the dtype and the case, which a failure names.
#pragma once

#include <ctensor.h>

#include <cstdint>
#include <cstdlib>

namespace property {

inline uint64_t seed_of(const char *suite, ct_dtype dtype, int64_t index) {
  static const char *const other = std::getenv("CT_TEST_SEED");
  uint64_t seed = 14695981039346656037U;
  for (const char *c = other != nullptr ? other : ""; *c != '\0'; ++c)
    seed = seed * 31 + static_cast<unsigned char>(*c);
  for (const char *c = suite; *c != '\0'; ++c) seed = (seed ^ static_cast<unsigned char>(*c)) * 1099511628211U;
  return (seed ^ (static_cast<uint64_t>(dtype) << 32U)) + static_cast<uint64_t>(index) * 7919U;
}

}  // namespace property
