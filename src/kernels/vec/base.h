// What every processor of a family has: SSE2 on x86-64, and what compilers make of the portable forms elsewhere.
#pragma once

#if defined(__x86_64__)
#include "kernels/vec/sse2.h"
#else
#include "kernels/vec/skeleton.h"
#endif
