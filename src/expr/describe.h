// The text of a program: a line for each pass, and one with its ops.
#pragma once

#include <cstdint>

#include "expr/program.h"

namespace ct {

// Writes up to capacity bytes, NUL included; returns the bytes the whole text needs, with NUL.
int64_t describe(const Program &program, char *buffer, int64_t capacity);

}  // namespace ct
