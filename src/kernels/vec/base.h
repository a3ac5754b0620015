// What every processor of a family has.
#pragma once

#if defined(__x86_64__)
#include "kernels/vec/sse2.h"
#elif defined(__aarch64__)
#include "kernels/vec/neon.h"
#else
#error "copy vec/skeleton.h for this processor, and name it here"
#endif
