// HPTT, where the build was given one (option hptt_dir).
#pragma once

#include <functional>

#include "case.h"

namespace bench {

bool have_hptt();
// The planned transposition; empty where HPTT is not here or can't do the case. Its quick plan where the tuned one does
// not write all there is.
std::function<void()> hptt_plan(const Case &c, char *to, const char *from, int threads, bool estimate);

}  // namespace bench
