// The 2-D driver: picks dense rows where the strides allow them, blocks otherwise.
#include "kernels/elementwise/driver.h"

#include "kernels/copy/non_temporal.h"
#include "kernels/copy/pack.h"
#include "kernels/copy/transpose.h"

namespace ct::kernels::CT_ISA {
namespace {

constexpr int64_t kShortRow = 16;  // shorter rows cost more in calls than in work: a block takes several of them
constexpr int64_t kFewRows = 8;
constexpr int64_t kRowBytes = int64_t{4} << 10;      // of an operand in a row: all of them stay in L1
constexpr int64_t kFetchedBytes = int64_t{2} << 10;  // of an operand's elements that are on their way
constexpr int64_t kBlockBytes = int64_t{24} << 10;   // of all inputs in a block of several rows
constexpr int64_t kStreamedBlockBytes = int64_t{32} << 10;
constexpr int64_t kStreamBytes = 4096;  // of a row that is streamed: short bursts of reads and writes
// Of a streamed one, both ways: memory is slow to answer for less of a row at a time, and rows a large power of two
// apart fall onto few sets of the caches, which hold this block's lines and the next one's.
constexpr int64_t kStreamedSideBytes = 4 * kCacheLine;
static_assert(kStreamedSideBytes % kStreamedLines == 0);
constexpr int64_t kColumnRows = 16;  // rows of a block that reads along dim 1: a line of each column

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
    if (operand.form() != Form::AsItIs) return false;
    if (strides[k] == operand.size()) continue;
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

// Lines of an operand hold elements that are not wanted.
bool is_spaced(const RowLoop &loop, const Piece &piece) {
  for (int k = 0; k < loop.noperands; ++k) {
    if (magnitude(piece.stride0[k]) > loop.operands[k].size()) return true;
  }
  return false;
}

// More than a core's own cache holds.
bool lies_far(const RowLoop &loop, const Piece &piece) {
  int64_t bytes = 0;
  for (int k = 0; k < loop.noperands; ++k) {
    const int64_t apart = magnitude(piece.stride0[k]);
    bytes += piece.size0 * piece.size1 * (apart < kCacheLine ? apart : kCacheLine);
  }
  return bytes > kOwnCacheBytes;
}

// How a piece is cut into blocks of n0 × n1 elements. flat: a block is one dense row of the row function; else its rows
// are handed over one by one.
struct Cut {
  int64_t n0, n1;
  bool flat, columns;
};

// Bytes of an element of any buffer.
int largest_of(const RowLoop &loop) {
  int largest = 1;
  for (int k = 0; k < loop.noperands; ++k) {
    const int size = loop.operands[k].size() * (loop.operands[k].form() != Form::AsItIs ? 2 : 1);
    if (size > largest) largest = size;
  }
  return largest;
}

Cut cut(const RowLoop &loop, const Piece &piece, Traffic traffic) {
  const int largest = largest_of(loop);
  const bool columns = has_column_order(piece, loop.noperands);
  const bool spaced = !columns && is_spaced(loop, piece);
  const int64_t row = kRowBytes / largest / (spaced ? 2 : 1);  // the lines hold other elements as well
  if (piece.size0 < kShortRow && piece.size1 > 1) return {piece.size0, row / piece.size0, true, columns};
  if (columns && piece.size1 > 1) {
    const bool streamed = traffic == Traffic::NonTemporal && loop.noperands > 2;
    const int64_t rows = streamed ? kStreamedSideBytes / largest : kColumnRows;
    const int64_t n1 = piece.size1 < rows ? piece.size1 : rows;
    const int64_t fitting = (streamed ? kStreamedBlockBytes : kBlockBytes) / (loop.noperands - 1) / largest / n1;
    int64_t n0 = fitting < row ? fitting : row;
    if (streamed && n0 > rows) n0 = rows;
    return {n0 < kCacheLine ? n0 : n0 / kCacheLine * kCacheLine, n1, false, true};
  }
  const int64_t wanted = kStreamBytes / loop.operands[0].size();
  return {traffic == Traffic::NonTemporal && wanted < row ? wanted : row, 1, true, columns};
}

// What the blocks after this one will read.
Ahead ahead_of(const RowLoop &loop, const Piece &piece, char *const *data) {
  Ahead ahead;
  for (int k = 1; k < loop.noperands; ++k) {
    const int64_t stride = piece.stride0[k];
    if (stride != loop.operands[k].size()) continue;
    if (piece.size1 > 1 && piece.stride1[k] == 0) continue;  // every row reads the same: it is there
    ahead.at[ahead.count] = data[k] + Ahead::kDistance;
    ahead.step[ahead.count++] = kCacheLine / loop.operands[0].size() * stride;
  }
  return ahead;
}

// What is fetched of the block of columns below, which lies where the processor does not look by itself, with a row of
// this one: the lines of its row of a dense input, or of its column of one that is turned. The last byte of as many:
// where they lie in two lines, the first was fetched before.
struct Below {
  const char *at;
  int64_t step;  // from row to row
  int64_t rows, nbytes;
};

Below below_of(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0, int64_t n1, int k) {
  const int64_t size = loop.operands[k].size();
  const int64_t stride0 = piece.stride0[k];
  const int64_t stride1 = piece.stride1[k];
  const char *const at = data[k] + n1 * stride1 + kCacheLine - 1;
  if (stride0 == size && stride1 != 0) return {at, stride1, n1, n0 * size};
  if (stride0 != 0 && stride1 == size) return {at, stride0, n0, n1 * size};
  return {at, 0, 0, 0};
}

CT_INLINE void fetch_below(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0, int64_t n1,
                           int64_t row) {
  for (int k = 1; k < loop.noperands; ++k) {
    const Below below = below_of(loop, piece, data, n0, n1, k);
    for (int64_t i = 0; row < below.rows && i < below.nbytes; i += kCacheLine)
      __builtin_prefetch(below.at + row * below.step + i, 0, 2);
  }
}

// Bands of one line of the output: within each, memory is read along what is turned.
void turn(char *to, const char *from, int64_t from_stride, int64_t n0, int64_t n1, int64_t size) {
  const int64_t band = kCacheLine / size;
  for (int64_t i = 0; i < n0; i += band) {
    const int64_t rows = n0 - i < band ? n0 - i : band;
    transpose(to + i * size, n0 * size, from + i * from_stride, from_stride, rows, n1, size,
              {Traffic::Cached, Traffic::Cached, true});
  }
}

// One block. Its sizes fit the buffers: see cut().
void run_block(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0, int64_t n1, bool flat,
               bool fetches_below, Traffic traffic) {
  // A spare line after each keeps equal offsets in different operands off the same 4 KiB alias.
  alignas(64) char inputs[kStreamedBlockBytes + kMaxOperands * kCacheLine];
  alignas(64) char raw[kRowBytes + kCacheLine];
  alignas(64) char wide[kMaxOperands][kRowBytes + kCacheLine];
  const int64_t input_bytes = (kStreamedBlockBytes / (loop.noperands - 1) & -kCacheLine) + kCacheLine;
  const int64_t rows = flat ? 1 : n1;
  const int64_t n = flat ? n0 * n1 : n0;
  const auto is_dense = [&](int k) {
    const int64_t size = loop.operands[k].size();
    return piece.stride0[k] == size && (!flat || n1 == 1 || piece.stride1[k] == n0 * size);
  };
  const char *source[kMaxOperands] = {};
  int64_t step[kMaxOperands] = {};  // from row to row
  unsigned scalars = 0;
  for (int k = 1; k < loop.noperands; ++k) {
    const int64_t size = loop.operands[k].size();
    source[k] = data[k];
    step[k] = piece.stride1[k];
    if (loop.noperands > 2 && scalars == 0 && piece.stride0[k] == 0 && (!flat || n1 == 1 || step[k] == 0)) {
      scalars = 1U << (k - 1);
    } else if (!is_dense(k)) {
      char *const block = inputs + (k - 1) * input_bytes;
      if (fetches_below && step[k] == size) {
        turn(block, data[k], piece.stride0[k], n0, n1, size);
      } else {
        gather(block, data[k], loop.operands[k].size(), piece.stride0[k], n0, step[k], n1, traffic);
      }
      source[k] = block;
      step[k] = n0 * size;
    }
  }
  const Operand &output = loop.operands[0];
  const Row narrow = kNarrows[static_cast<int>(output.form())];
  const bool dense = is_dense(0);
  const bool streamed = dense && traffic == Traffic::NonTemporal;
  if (streamed && !flat && loop.stream_lines != nullptr && scalars == 0 && n * output.size() % kStreamedLines == 0 &&
      reinterpret_cast<uintptr_t>(data[0]) % kCacheLine == 0 && piece.stride1[0] % kCacheLine == 0) {
    const int64_t steps[] = {piece.stride1[0], step[1], step[2]};
    const char *fetched[] = {source[1], source[2]};
    int64_t fetched_steps[] = {step[1], step[2]};
    for (int k = 1; fetches_below && k < loop.noperands; ++k) {
      const Below below = below_of(loop, piece, data, n0, n1, k);
      if (below.rows == 0) continue;
      fetched[k - 1] = below.at;
      fetched_steps[k - 1] = below.step;
    }
    return loop.stream_lines(data[0], source + 1, n * output.size(), 0, rows, steps, fetched, fetched_steps);
  }
  for (int64_t row = 0; row < rows; ++row) {
    if (fetches_below) fetch_below(loop, piece, data, n0, n1, row);
    const char *in[kMaxPointers] = {};
    for (int k = 0; k < loop.noptions; ++k) in[loop.noperands - 1 + k] = data[loop.noperands + k];
    for (int k = 1; k < loop.noperands; ++k) {
      in[k - 1] = source[k] + row * step[k];
      const Row widen = kWidens[static_cast<int>(loop.operands[k].form())];
      if (widen == nullptr) continue;
      widen(wide[k], &in[k - 1], (scalars >> (k - 1) & 1) != 0 ? 1 : n, 0);
      in[k - 1] = wide[k];
    }
    char *const to = data[0] + row * piece.stride1[0];
    const char *result = dense && !streamed ? to : raw;
    if (loop.row == nullptr) {
      result = in[0];
    } else if (narrow == nullptr) {
      loop.row(const_cast<char *>(result), in, n, scalars);
    } else {
      loop.row(wide[0], in, n, scalars);
      const char *const from = wide[0];
      narrow(const_cast<char *>(result), &from, n, 0);
    }
    if (streamed) {
      stream_row(to, result, n * output.size(), rows == 1 ? ahead_of(loop, piece, data) : Ahead{});
    } else if (!dense) {
      scatter(to, result, output.size(), piece.stride0[0], n0, piece.stride1[0], flat ? n1 : 1);
    } else if (result != to) {
      __builtin_memcpy(to, result, static_cast<uint64_t>(n * output.size()));
    }
  }
}

// What becomes of an operand in each part of a row: decided once, because a part takes little longer than that.
struct Way {
  MoveRow move = nullptr;  // to or from a dense block
  Row convert = nullptr;   // to or from what is computed in
  int64_t within = 0;      // what lies so many bytes on is asked for,
  int64_t across = 0;      // near the end of a row what lies so many, in the next one
};

// Rows one after the other, n0 elements at a time.
void run_rows(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0) {
  // A spare line after each keeps equal offsets in different operands off the same 4 KiB alias.
  alignas(64) char blocks[kMaxOperands][kRowBytes + kCacheLine];
  alignas(64) char wide[kMaxOperands][kRowBytes + kCacheLine];
  const int noperands = loop.noperands;
  const bool fetches = lies_far(loop, piece);
  const int64_t lead = kFetchedBytes / largest_of(loop);
  Way ways[kMaxOperands];
  unsigned scalars = 0;
  for (int k = 0; k < noperands; ++k) {
    const Operand &operand = loop.operands[k];
    const int64_t stride = piece.stride0[k];
    ways[k].convert = (k == 0 ? kNarrows : kWidens)[static_cast<int>(operand.form())];
    if (k > 0 && noperands > 2 && scalars == 0 && stride == 0) {
      scalars = 1U << (k - 1);
    } else if (stride != operand.size()) {
      ways[k].move = (k == 0 ? scatter_of : gather_of)(operand.size(), stride);
      if (fetches) {
        ways[k].within = lead * stride;
        ways[k].across = piece.stride1[k] - (piece.size0 > lead ? piece.size0 - lead : 0) * stride;
      }
    }
  }
  const char *in[kMaxPointers] = {};
  for (int k = 0; k < loop.noptions; ++k) in[noperands - 1 + k] = data[noperands + k];
  for (int64_t i1 = 0; i1 < piece.size1; ++i1) {
    for (int64_t i0 = 0; i0 < piece.size0; i0 += n0) {
      const int64_t left = piece.size0 - i0, n = left < n0 ? left : n0;
      const auto ahead = [&](const Way &way) {
        return left > lead ? way.within : i1 + 1 < piece.size1 ? way.across : 0;
      };
      for (int k = 1; k < noperands; ++k) {
        const Way &way = ways[k];
        const char *at = data[k] + i0 * piece.stride0[k] + i1 * piece.stride1[k];
        if (way.move != nullptr) {
          way.move(blocks[k], at, n, ahead(way), piece.stride0[k]);
          at = blocks[k];
        }
        if (way.convert != nullptr) {
          way.convert(wide[k], &at, (scalars >> (k - 1) & 1) != 0 ? 1 : n, 0);
          at = wide[k];
        }
        in[k - 1] = at;
      }
      char *const to = data[0] + i0 * piece.stride0[0] + i1 * piece.stride1[0];
      char *const block = ways[0].move == nullptr ? to : blocks[0];
      const char *result = block;
      if (loop.row == nullptr) {
        result = in[0];
      } else if (ways[0].convert == nullptr) {
        loop.row(block, in, n, scalars);
      } else {
        loop.row(wide[0], in, n, scalars);
        const char *const from = wide[0];
        ways[0].convert(block, &from, n, 0);
      }
      if (ways[0].move != nullptr) {
        ways[0].move(to, result, n, ahead(ways[0]), piece.stride0[0]);
      } else if (result != to) {
        __builtin_memcpy(to, result, static_cast<uint64_t>(n * loop.operands[0].size()));
      }
    }
  }
}

void run_blocks(const RowLoop &loop, const Piece &piece, char *const *data, Traffic traffic) {
  const Cut blocks = cut(loop, piece, traffic);
  // NonTemporal blocks end on the output's cache lines, so that every line is written in one piece.
  const auto end_of = [&](int64_t i0, int64_t i1) {
    const int64_t end = i0 + blocks.n0;
    if (end >= piece.size0) return piece.size0;
    if (traffic == Traffic::Cached) return end;
    const auto at = reinterpret_cast<uintptr_t>(data[0] + end * piece.stride0[0] + i1 * piece.stride1[0]);
    const int64_t beyond = static_cast<int64_t>(at % kCacheLine) / loop.operands[0].size();
    return beyond < blocks.n0 ? end - beyond : end;
  };
  if (traffic == Traffic::Cached && !blocks.columns && blocks.n1 == 1) return run_rows(loop, piece, data, blocks.n0);
  const auto block = [&](int64_t i0, int64_t end0, int64_t i1) {
    char *at[kMaxPointers] = {};
    for (int k = 0; k < loop.noperands; ++k) at[k] = data[k] + i0 * piece.stride0[k] + i1 * piece.stride1[k];
    for (int k = loop.noperands; k < loop.noperands + loop.noptions; ++k) at[k] = data[k];
    const int64_t left1 = piece.size1 - i1;
    const bool below =
        traffic == Traffic::NonTemporal && loop.noperands > 2 && blocks.columns && !blocks.flat && left1 > blocks.n1;
    run_block(loop, piece, at, end0 - i0, left1 < blocks.n1 ? left1 : blocks.n1, blocks.flat, below, traffic);
  };
  if (blocks.columns) {
    // an operand's neighbours lie along dim 1: going down it uses each cache line while it is there
    for (int64_t i0 = 0; i0 < piece.size0;) {
      const int64_t end = end_of(i0, 0);
      for (int64_t i1 = 0; i1 < piece.size1; i1 += blocks.n1) block(i0, end, i1);
      i0 = end;
    }
  } else {
    for (int64_t i1 = 0; i1 < piece.size1; i1 += blocks.n1) {
      for (int64_t i0 = 0; i0 < piece.size0;) {
        const int64_t end = end_of(i0, i1);
        block(i0, end, i1);
        i0 = end;
      }
    }
  }
}

// Rows of which hardly a line would be streamed, one by one.
bool is_too_short_to_stream(const RowLoop &loop, const Piece &piece) {
  return loop.stream_lines != nullptr && piece.size0 >= kShortRow && piece.size1 > 1 &&
         piece.size0 * loop.operands[0].size() < kStreamedLines;
}

bool can_stream_lines(const RowLoop &loop, const Piece &piece, char *const *data) {
  const int64_t size = loop.operands[0].size();
  return (loop.stream_lines != nullptr || loop.streams) && piece.size0 >= kShortRow && piece.stride1[0] % size == 0 &&
         reinterpret_cast<uintptr_t>(data[0]) % static_cast<uintptr_t>(size) == 0;
}

// One row: what there is before the first whole line and after the last ones is computed as always.
void stream_one_row(const RowLoop &loop, char *out, const char *const *in, int64_t n, unsigned scalars,
                    const int64_t *steps) {
  const int64_t size = loop.operands[0].size();
  alignas(kCacheLine) char spread[kStreamedLines];
  const char *from[kMaxOperands];
  const auto stays = [scalars](int k) { return (scalars >> k & 1) != 0; };
  for (int k = 0; k + 1 < loop.noperands; ++k) {
    if (stays(k) && loop.stream_lines != nullptr) {
      const uint64_t word =
          size == 8 ? load_element<uint64_t>(in[k]) : load_element<uint32_t>(in[k]) * ((uint64_t{1} << 32U) + 1);
      for (int64_t i = 0; i < kStreamedLines; i += kVecBytes) Vec<uint64_t>::splat(word).store(spread + i);
    }
  }
  const auto part = [&](int64_t begin, int64_t end, unsigned how) {
    if (begin >= end) return;
    const char *at[kMaxPointers];
    for (int k = 0; k + 1 < loop.noperands; ++k) at[k] = stays(k) ? in[k] : in[k] + begin;
    for (int k = 0; k < loop.noptions; ++k) at[loop.noperands - 1 + k] = in[loop.noperands - 1 + k];
    loop.row(out + begin, at, (end - begin) / size, scalars | how);
  };
  const int64_t nbytes = n * size;
  int64_t begin = static_cast<int64_t>((uint64_t{0} - reinterpret_cast<uintptr_t>(out)) % kCacheLine);
  if (begin > nbytes) begin = nbytes;
  const int64_t whole = loop.stream_lines != nullptr ? kStreamedLines : kCacheLine;
  const int64_t end = nbytes - (nbytes - begin) % whole;
  part(0, begin, 0);
  if (loop.stream_lines == nullptr) {
    part(begin, end, kStreams);
  } else if (begin < end) {
    for (int k = 0; k + 1 < loop.noperands; ++k) from[k] = stays(k) ? spread : in[k] + begin;
    const char *const fetched[] = {from[0] + kStreamedLines, from[1] + kStreamedLines};
    loop.stream_lines(out + begin, from, end - begin, scalars, 1, steps, fetched, steps + 1);
  }
  part(end, nbytes, 0);
}

// An input that every row reads again stays in a cache by itself.
void stream_rows(const RowLoop &loop, const Piece &piece, char *const *data, unsigned scalars) {
  for (int64_t i1 = 0; i1 < piece.size1; ++i1) {
    const char *in[kMaxPointers] = {};
    for (int k = 1; k < loop.noperands; ++k) in[k - 1] = data[k] + i1 * piece.stride1[k];
    for (int k = 0; k < loop.noptions; ++k) in[loop.noperands - 1 + k] = data[loop.noperands + k];
    stream_one_row(loop, data[0] + i1 * piece.stride1[0], in, piece.size0, scalars, piece.stride1);
  }
}

CT_NOINLINE void run_any(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
                         Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  Piece piece{size0, size1, {}, {}};
  // the loops over operands are unrolled whole: as vectors they would wait for strides that were stored one by one
#pragma GCC unroll 4
  for (int k = 0; k < kMaxOperands; ++k) {
    if (k >= loop.noperands) break;
    piece.stride0[k] = strides[k];
    piece.stride1[k] = strides[loop.noperands + k];
    if (size0 == 1 && size1 == 1) piece.stride0[k] = loop.operands[k].size();  // whatever it was
  }
  unsigned scalars = 0;
  if (size0 == 1 && size1 > 1) swap_dims(piece);
  bool direct = is_direct(loop, piece.stride0, &scalars);
  if (!direct && piece.size1 > 1 && is_direct(loop, piece.stride1, &scalars)) {
    swap_dims(piece);
    direct = true;
  }
  if (traffic == Traffic::NonTemporal && piece.stride0[0] == loop.operands[0].size() &&
      !(direct && is_too_short_to_stream(loop, piece))) {
    if (direct && can_stream_lines(loop, piece, data)) {
      stream_rows(loop, piece, data, scalars);
    } else {
      run_blocks(loop, piece, data, traffic);
    }
    return stream_fence();
  }
  // Short rows cost more in calls than in work, and a few of them less than blocks.
  if (!direct || (piece.size0 < kShortRow && piece.size1 > kFewRows)) {
    return run_blocks(loop, piece, data, Traffic::Cached);
  }
  const char *in[kMaxPointers] = {};
  for (int k = 0; k < loop.noptions; ++k) in[loop.noperands - 1 + k] = data[loop.noperands + k];
  if (loop.rows != nullptr) {
    for (int k = 1; k < loop.noperands; ++k) in[k - 1] = data[k];
    return loop.rows(data[0], in, piece.size0, scalars, piece.size1, piece.stride1);
  }
  for (int64_t i1 = 0; i1 < piece.size1; ++i1) {
    for (int k = 1; k < loop.noperands; ++k) in[k - 1] = data[k] + i1 * piece.stride1[k];
    loop.row(data[0] + i1 * piece.stride1[0], in, piece.size0, scalars);
  }
}

}  // namespace

void run_whole(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
               Traffic traffic) {
  // What is usual goes on as it was handed over: each store of its own would queue up behind those of the rows before.
  if (loop.rows != nullptr && traffic == Traffic::Cached && size0 >= kShortRow && size1 > 0) {
    const int64_t size = loop.operands[0].size();
    const bool stays[] = {strides[1] == 0, strides[2] == 0};
    if (strides[0] == size && (stays[0] || strides[1] == size) && (stays[1] || strides[2] == size) &&
        !(stays[0] && stays[1])) {
      return loop.rows(data[0], data + 1, size0, stays[0] ? 1 : stays[1] ? 2 : 0, size1, strides + 3);
    }
  }
  run_any(loop, data, strides, size0, size1, traffic);
}

void run_packed(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, uint64_t how, Row row) {
  run_any(RowLoop::unpacked(row, how), data, strides, size0, size1, static_cast<Traffic>(how & 1));
}

}  // namespace ct::kernels::CT_ISA
