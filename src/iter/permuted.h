// Permuted copies of many dims, of small ones, or of long ones past the caches: the dims that the output runs along,
// and those that the input runs along, become one dim each, of a plane whose rows lie anywhere.
#pragma once

#include "iter/iterator.h"

namespace ct {

// Copies all of an iterator of one output and one input of equal element size, which no conversion changes. False,
// with nothing done, where that is nothing to gain from: iter/planes.h does it then.
bool copy_permuted(const Iterator &it);

}  // namespace ct
