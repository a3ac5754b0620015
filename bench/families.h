// The families of cases; one file each.
#pragma once

#include "harness.h"

namespace bench {

void contiguous(Harness &harness);

}  // namespace bench
