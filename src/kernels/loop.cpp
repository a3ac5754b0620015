// The 2-D driver: picks dense rows where the strides allow them, blocks otherwise.
#include "kernels/loop.h"

#include "kernels/stream.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kBlock = 256;  // elements of a block: a few KiB an operand, so that all stay in L1
constexpr int64_t kBlockBytes = kBlock * 16;
constexpr int64_t kStreamBytes = 1024;  // of a block that is streamed: short bursts of reads and writes
constexpr int64_t kShortRow = 16;       // shorter rows cost more in calls than in work: a block takes several of them

struct Piece {
  int64_t size0, size1;
  int64_t stride0[kMaxOperands], stride1[kMaxOperands];
};

void swap_dims(Piece &piece) {
  const Piece old = piece;
  piece.size0 = old.size1;
  piece.size1 = old.size0;
  for (int k = 0; k < kMaxOperands; ++k) {
    piece.stride0[k] = old.stride1[k];
    piece.stride1[k] = old.stride0[k];
  }
}

// All dense, or exactly one input that stays in place: *scalars tells which. Strides are those of one dim.
bool is_direct(const RowLoop &loop, const int64_t *strides, unsigned *scalars) {
  *scalars = 0;
  for (int k = 0; k < loop.noperands; ++k) {
    const Operand &operand = loop.operands[k];
    if (operand.convert != nullptr) return false;
    if (strides[k] == operand.size) continue;
    if (k == 0 || strides[k] != 0 || *scalars != 0 || loop.noperands == 2) return false;
    *scalars = 1U << (k - 1);
  }
  return true;
}

int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }

bool has_column_order(const Piece &piece, int noperands) {
  for (int k = 0; k < noperands; ++k) {
    if (piece.stride1[k] != 0 && magnitude(piece.stride1[k]) < magnitude(piece.stride0[k])) return true;
  }
  return false;
}

// Elements of a block: no operand's may be larger than kBlockBytes. (Conversions inside a loop double a size.)
int64_t block_elements(const RowLoop &loop, Traffic traffic) {
  if (traffic == Traffic::Cached) return kBlock;
  int largest = 1;
  for (int k = 0; k < loop.noperands; ++k) {
    const int size = loop.operands[k].size * (loop.operands[k].convert != nullptr ? 2 : 1);
    if (size > largest) largest = size;
  }
  const int64_t fitting = kBlockBytes / largest;
  const int64_t wanted = kStreamBytes / loop.operands[0].size;
  return wanted < fitting ? wanted : fitting;
}

// What the blocks after this one will read.
Ahead ahead_of(const RowLoop &loop, const Piece &piece, char *const *data) {
  Ahead ahead;
  for (int k = 1; k < loop.noperands; ++k) {
    const int64_t stride = piece.stride0[k];
    if (stride != loop.operands[k].size) continue;
    ahead.at[ahead.count] = data[k] + Ahead::kDistance;
    ahead.step[ahead.count++] = kLine / loop.operands[0].size * stride;
  }
  return ahead;
}

// n0 × n1 elements through dense blocks, at most as many as block_elements() says.
void run_block(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0, int64_t n1, Traffic traffic) {
  // 64 spare bytes between blocks keep equal offsets in different blocks off the same 4 KiB alias
  alignas(64) char raw[kMaxOperands][kBlockBytes + kLine];
  alignas(64) char wide[kMaxOperands][kBlockBytes + kLine];
  const char *in[kMaxOperands] = {};
  const int64_t n = n0 * n1;
  unsigned scalars = 0;
  for (int k = 1; k < loop.noperands; ++k) {
    const Operand &operand = loop.operands[k];
    const int64_t stride0 = piece.stride0[k];
    const int64_t stride1 = n1 == 1 ? n0 * operand.size : piece.stride1[k];
    const bool dense = stride0 == operand.size && stride1 == n0 * operand.size;
    const bool scalar = loop.noperands > 2 && scalars == 0 && stride0 == 0 && (n1 == 1 || stride1 == 0);
    const char *from = data[k];
    if (scalar) {
      scalars = 1U << (k - 1);
    } else if (!dense) {
      gather(raw[k], from, operand.size, stride0, n0, stride1, n1);
      from = raw[k];
    }
    if (operand.convert != nullptr) {
      operand.convert(wide[k], &from, scalar ? 1 : n, 0);
      from = wide[k];
    }
    in[k - 1] = from;
  }
  const Operand &output = loop.operands[0];
  const int64_t stride1 = n1 == 1 ? n0 * output.size : piece.stride1[0];
  const bool dense = piece.stride0[0] == output.size && stride1 == n0 * output.size;
  const bool streamed = dense && traffic == Traffic::Streamed;
  char *to = dense && !streamed ? data[0] : raw[0];
  if (output.convert == nullptr) {
    loop.row(to, in, n, scalars);
  } else {
    loop.row(wide[0], in, n, scalars);
    const char *from = wide[0];
    output.convert(to, &from, n, 0);
  }
  if (streamed) {
    stream_row(data[0], raw[0], n * output.size, ahead_of(loop, piece, data));
  } else if (!dense) {
    scatter(data[0], raw[0], output.size, piece.stride0[0], n0, stride1, n1);
  }
}

void run_blocks(const RowLoop &loop, const Piece &piece, char *const *data, Traffic traffic) {
  const int64_t elements = block_elements(loop, traffic);
  const int64_t n1 = piece.size0 < kShortRow ? elements / piece.size0 : 1;
  // Streamed blocks end on the output's cache lines, so that every line is written in one piece.
  const auto end_of = [&](int64_t i0, int64_t i1) {
    const int64_t end = i0 + elements;
    if (end >= piece.size0) return piece.size0;
    if (traffic == Traffic::Cached) return end;
    const auto at = reinterpret_cast<uintptr_t>(data[0] + end * piece.stride0[0] + i1 * piece.stride1[0]);
    return end - static_cast<int64_t>(at % kLine) / loop.operands[0].size;
  };
  const auto block = [&](int64_t i0, int64_t end0, int64_t i1) {
    char *at[kMaxOperands] = {};
    for (int k = 0; k < loop.noperands; ++k) at[k] = data[k] + i0 * piece.stride0[k] + i1 * piece.stride1[k];
    const int64_t left1 = piece.size1 - i1;
    run_block(loop, piece, at, end0 - i0, left1 < n1 ? left1 : n1, traffic);
  };
  if (has_column_order(piece, loop.noperands)) {
    // an operand's neighbours lie along dim 1: going down it uses each cache line while it is there
    for (int64_t i0 = 0; i0 < piece.size0;) {
      const int64_t end = end_of(i0, 0);
      for (int64_t i1 = 0; i1 < piece.size1; i1 += n1) block(i0, end, i1);
      i0 = end;
    }
  } else {
    for (int64_t i1 = 0; i1 < piece.size1; i1 += n1) {
      for (int64_t i0 = 0; i0 < piece.size0;) {
        const int64_t end = end_of(i0, i1);
        block(i0, end, i1);
        i0 = end;
      }
    }
  }
}

}  // namespace

void run(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
         Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  Piece piece{size0, size1, {}, {}};
  // the loops over operands are unrolled whole: as vectors they would wait for strides that were stored one by one
#pragma GCC unroll 4
  for (int k = 0; k < kMaxOperands; ++k) {
    if (k >= loop.noperands) break;
    piece.stride0[k] = strides[k];
    piece.stride1[k] = strides[loop.noperands + k];
    if (size0 == 1 && size1 == 1) piece.stride0[k] = loop.operands[k].size;  // whatever it was
  }
  unsigned scalars = 0;
  if (size0 == 1 && size1 > 1) swap_dims(piece);
  bool direct = is_direct(loop, piece.stride0, &scalars);
  if (!direct && piece.size1 > 1 && is_direct(loop, piece.stride1, &scalars)) {
    swap_dims(piece);
    direct = true;
  }
  if (traffic == Traffic::Streamed && piece.stride0[0] == loop.operands[0].size) {
    run_blocks(loop, piece, data, traffic);
    return stream_fence();
  }
  if (!direct || (piece.size0 < kShortRow && piece.size1 > 1)) return run_blocks(loop, piece, data, Traffic::Cached);
  const char *in[kMaxOperands] = {};
  for (int64_t i1 = 0; i1 < piece.size1; ++i1) {
    for (int k = 1; k < loop.noperands; ++k) in[k - 1] = data[k] + i1 * piece.stride1[k];
    loop.row(data[0] + i1 * piece.stride1[0], in, piece.size0, scalars);
  }
}

namespace {

template <int size>
void move_elements(char *to, const char *from, int64_t to0, int64_t from0, int64_t n0, int64_t to1, int64_t from1,
                   int64_t n1) {
  using T = Bits<char[size]>;
  for (int64_t j = 0; j < n1; ++j) {
    char *row = to + j * to1;
    const char *source = from + j * from1;
    if (to0 == size && from0 == size) {
      CT_INDEPENDENT
      for (int64_t i = 0; i < n0; ++i) store_element(row + i * size, load_element<T>(source + i * size));
    } else {
      for (int64_t i = 0; i < n0; ++i) store_element(row + i * to0, load_element<T>(source + i * from0));
    }
  }
}

using MoveElements = void (*)(char *, const char *, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
constexpr MoveElements kMoveElements[] = {move_elements<1>, move_elements<2>, move_elements<4>, move_elements<8>,
                                          move_elements<16>};

MoveElements mover(int size) { return kMoveElements[__builtin_ctz(static_cast<unsigned>(size))]; }

}  // namespace

void gather(char *block, const char *from, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  mover(size)(block, from, size, stride0, n0, n0 * size, stride1, n1);
}

void scatter(char *to, const char *block, int size, int64_t stride0, int64_t n0, int64_t stride1, int64_t n1) {
  mover(size)(to, block, stride0, size, n0, stride1, n0 * size, n1);
}

}  // namespace ct::kernels::CT_ISA
