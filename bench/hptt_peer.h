// HPTT, where the build has it (option hptt_dir).
#pragma once

#include <functional>

#include "case.h"

namespace bench {

bool have_hptt();
// The planned transposition. It is empty where the build has no HPTT or HPTT cannot do the case. Where the measured
// plan does not write the whole output, it is the quick plan.
std::function<void()> hptt_plan(const Case &c, char *to, const char *from, int threads, bool estimate);

}  // namespace bench
