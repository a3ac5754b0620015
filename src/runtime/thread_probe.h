// How many threads the process may still start: asked of the system by starting them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ct {

// Starts up to count threads that do nothing, all at the same time, waits until they are gone, and returns how many
// there were. stack_bytes 0: the system's default.
int32_t startable_threads(int32_t count, size_t stack_bytes) noexcept;

// The stack that OpenMP gives its threads, from OMP_STACKSIZE; 0: the system's default.
size_t openmp_stack_bytes() noexcept;

}  // namespace ct
