// Copies that change no bits.
#pragma once

#include "iter/iterator.h"

namespace ct {

// Copies all of an iterator of one output and one input of the same element size, in the way that iter/copy_plan.h
// chooses.
void run_copy(const Iterator &it);

}  // namespace ct
