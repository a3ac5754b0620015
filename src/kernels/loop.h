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

// Beside the bits of scalars, where RowLoop::streams: out and n are whole lines, which go past the caches straight from
// registers. So memory works while the processor computes. Before others are told: stream_fence().
constexpr unsigned kStreams = 1U << 31U;

// The same row by row: of operand k, rows lie steps[k] apart (the output's first).
using Rows = void (*)(char *out, const char *const *in, int64_t n, unsigned scalars, int64_t nrows,
                      const int64_t *steps);

// The same past the caches, straight from registers: rows of whole lines, nbytes of the output, a multiple of
// kStreamedLines. Rows lie steps[k] apart (the output's first); where they read something again they are written in
// turns, else one after the other, in one call, because calls between them keep reads from being under way together. An
// input that stays in place is kStreamedLines of its element. fetched: for each line that it reads of an input it asks
// for one of these, whose rows lie fetched_steps[k] apart (of input k). Before others are told: stream_fence().
using StreamLines = void (*)(char *out, const char *const *in, int64_t nbytes, unsigned scalars, int64_t nrows,
                             const int64_t *steps, const char *const *fetched, const int64_t *fetched_steps);
constexpr int64_t kStreamedLines = 256;  // bytes that are read before they are written

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
  bool streams = false;  // the row function knows kStreams
  StreamLines stream_lines =
      nullptr;          // elements of 4 or 8 bytes each; without both, blocks are computed, then streamed
  Rows rows = nullptr;  // what row does, where rows are so short that calls count
};

void run(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic);

}  // namespace ct::kernels::CT_ISA
