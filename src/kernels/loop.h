// The 2-D driver under every elementwise kernel. A kernel supplies a row function for dense operands; strided, short
// and half-precision pieces are gathered into small dense blocks first, so that an element's result never depends on
// where in a loop it stands.
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {

// n elements. in[k] is one element for every i if bit k of scalars is set (at most one bit), else dense. Options follow
// the inputs, one element each.
using Row = void (*)(char *out, const char *const *in, int64_t n, unsigned scalars);

constexpr int kMaxOperands = 4;
constexpr int kMaxPointers = kMaxOperands + kMostOptions;

struct Operand {
  int size = 0;           // of an element in memory
  Row convert = nullptr;  // widens an input, narrows the output; NULL: the row function sees memory
};

struct RowLoop {
  Row row;  // NULL: the one input is the result
  int noperands;
  Operand operands[kMaxOperands];  // the output first
  int noptions = 0;
};

void run(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic);

}  // namespace ct::kernels::CT_ISA
