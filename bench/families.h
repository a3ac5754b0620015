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
std::vector<Case> index_cases();        // what reads and writes by index and by mask
std::vector<Case> hptt_cases();         // the 57 permutations of HPTT's own benchmark
std::vector<Case> elementwise_cases();  // ops of two operands
std::vector<Case> scaling_cases();      // each number of threads beside one thread

// Layouts, dtypes and sizes of a seed; so many cases of each group (random.cpp).
std::vector<Case> random_cases(uint64_t seed, int count);

// Complete cases of these ops: `from` is rearranged into `to`, or indexed by int64 or by a mask.
Case moving_case(const std::string &name, Op op, const Operand &to, const Operand &from,
                 const std::vector<int32_t> &dims);
Case index_case(const std::string &name, Op op, const Operand &to, const Operand &from, const Sizes &index,
                int64_t below, int32_t dim);

struct Family {
  const char *name;
  std::vector<Case> (*cases)();
};
constexpr Family kFamilies[] = {
    {"copy", copy_cases},           {"cast", cast_cases},
    {"transpose", transpose_cases}, {"elementwise", elementwise_cases},
    {"joining", joining_cases},     {"index", index_cases},
    {"reduce", reduce_cases},       {"hptt", hptt_cases},
    {"scaling", scaling_cases},
};

std::vector<RateCase> memcpy_cases();    // copy, add and sum beside memcpy
std::vector<MathCase> math_cases();      // math functions beside SLEEF alone
std::vector<SmallCase> small_cases();    // single calls on a few numbers, in ns
std::vector<ChainCase> chain_cases();    // chains of ops as one program beside the eager calls
std::vector<SmallCase> order_cases();    // sorting and searching, in ns
std::vector<SmallCase> program_cases();  // planning and running programs on a few numbers, in ns

}  // namespace bench
