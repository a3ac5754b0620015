// The families of cases, one file each.
#pragma once

#include <vector>

#include "case.h"
#include "harness.h"

namespace bench {

std::vector<Case> copy_cases();         // contiguous and strided copies, fills, random numbers
std::vector<Case> transpose_cases();    // permuted copies, whole, an eighth and a sixty-fourth
std::vector<Case> cast_cases();         // conversions
std::vector<Case> reduce_cases();       // reductions, scans, softmax
std::vector<Case> joining_cases();      // what joins and rearranges
std::vector<Case> hptt_cases();         // the 57 permutations of HPTT's own benchmark
std::vector<Case> elementwise_cases();  // ops of two operands
std::vector<Case> scaling_cases();      // each number of threads beside one thread

// Layouts, dtypes and sizes of a seed; so many cases of each group (random.cpp).
std::vector<Case> random_cases(uint64_t seed, int count);

struct Family {
  const char *name;
  std::vector<Case> (*cases)();
};
constexpr Family kFamilies[] = {
    {"copy", copy_cases},           {"cast", cast_cases},
    {"transpose", transpose_cases}, {"elementwise", elementwise_cases},
    {"joining", joining_cases},     {"reduce", reduce_cases},
    {"hptt", hptt_cases},           {"scaling", scaling_cases},
};

std::vector<RateCase> memcpy_cases();    // copy, add and sum beside memcpy
std::vector<MathCase> math_cases();      // math functions beside SLEEF alone
std::vector<SmallCase> small_cases();    // single calls on a few numbers, in ns
std::vector<ChainCase> chain_cases();    // chains of ops as one program beside the eager calls
std::vector<SmallCase> order_cases();    // sorting and searching, in ns
std::vector<SmallCase> program_cases();  // planning and running programs on a few numbers, in ns

}  // namespace bench
