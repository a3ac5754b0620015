// The families of cases; one file each.
#pragma once

#include <vector>

#include "case.h"
#include "harness.h"

namespace bench {

// Proof set 1–4 and 20, and fill: rows a and b of the targets.
std::vector<Case> copy_cases();
// Proof set 5–12 and 14–19, rows c to f, whole and at an eighth and a sixty-fourth.
std::vector<Case> transpose_cases();
// Proof set 21–24.
std::vector<Case> cast_cases();
// Proof set 32–38, rows h, i, j and k.
std::vector<Case> reduce_cases();
// Proof set 13, row g: the 57 permutations of HPTT's own benchmark.
std::vector<Case> hptt_cases();
// Proof set 25–29: ops of two operands.
std::vector<Case> elementwise_cases();
// Proof set 42, row o: each number of threads beside one.
std::vector<Case> scaling_cases();
// Copy, add and sum beside memcpy.
std::vector<RateCase> memcpy_cases();
// Proof set 30 and 31, row l.
std::vector<MathCase> math_cases();
// Proof set 41, row m: single calls on eight numbers, in ns.
std::vector<SmallCase> small_cases();

}  // namespace bench
