// Blocks: strided, short and converted rows are packed into small dense blocks, computed there, and unpacked.
#include "kernels/elementwise/blocks.h"

#include "kernels/buffer.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/copy/transpose.h"

namespace ct::kernels::CT_ISA {
namespace {

int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }

bool has_column_order(const RowLoop &loop, const Piece &piece) {
  for (int k = 0; k < loop.noperands; ++k) {
    const int64_t step = piece.stride0[k];
    if (piece.stride1[k] == 0 || magnitude(piece.stride1[k]) >= magnitude(step)) continue;
    if (k == 0 || !packs_steps(loop.operands[k].size(), step, piece.size0, piece.size1)) return true;
  }
  return false;
}

// Whether the cache lines of an operand also hold elements that the piece does not use.
bool is_spaced(const RowLoop &loop, const Piece &piece) {
  for (int k = 0; k < loop.noperands; ++k) {
    if (magnitude(piece.stride0[k]) > loop.operands[k].size()) return true;
  }
  return false;
}

// Bytes of the cache lines that the piece touches. A block of columns uses all of each line.
int64_t touched_bytes(const RowLoop &loop, const Piece &piece, bool columns) {
  int64_t bytes = 0;
  for (int k = 0; k < loop.noperands; ++k) {
    const int64_t apart = columns ? loop.operands[k].size() : magnitude(piece.stride0[k]);
    bytes += piece.size0 * piece.size1 * (apart < kCacheLine ? apart : kCacheLine);
  }
  return bytes;
}

// Inputs that are neither dense along dim 0 nor the one that stays in place.
int count_packed(const RowLoop &loop, const Piece &piece) {
  int count = 0;
  bool stays = loop.noperands == 2;
  for (int k = 1; k < loop.noperands; ++k) {
    const int64_t stride = piece.stride0[k];
    if (stride == loop.operands[k].size()) continue;
    if (stride != 0 || stays) ++count;
    stays |= stride == 0;
  }
  return count;
}

bool is_turned(const RowLoop &loop, const Piece &piece, int k) {
  return k > 0 && piece.size1 > 1 && piece.stride0[k] != 0 && piece.stride1[k] == loop.operands[k].size();
}

// Whether rows follow one another without gaps in the output and in each input, once it is turned or as it lies, and
// are computed as they are. A block of whole rows is then one row. An input may be one element.
bool makes_one_row(const RowLoop &loop, const Piece &piece) {
  if (loop.row == nullptr) return false;
  bool stays = loop.noperands == 2;
  for (int k = 0; k < loop.noperands; ++k) {
    const Operand &operand = loop.operands[k];
    if (operand.form() != Form::AsItIs) return false;
    if (is_turned(loop, piece, k)) continue;
    if (!stays && k > 0 && piece.stride0[k] == 0 && piece.stride1[k] == 0) {
      stays = true;
    } else if (piece.stride0[k] != operand.size() || piece.stride1[k] != piece.size0 * operand.size()) {
      return false;
    }
  }
  return true;
}

// How a piece is cut into blocks of n0 × n1 elements. columns: an operand's neighbours lie along dim 1.
struct Cut {
  int64_t n0, n1;
  bool columns;
};

// Bytes of the largest element that a buffer holds.
int largest_of(const RowLoop &loop) {
  int largest = 1;
  for (int k = 0; k < loop.noperands; ++k) {
    const int size = loop.operands[k].size() * (loop.operands[k].form() != Form::AsItIs ? 2 : 1);
    if (size > largest) largest = size;
  }
  return largest;
}

int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
// Rounds n elements down so that they fill whole lines in any dtype, if there are enough of them.
int64_t whole_lines(int64_t n) { return n < kCacheLine ? n : n / kCacheLine * kCacheLine; }

Cut cut(const RowLoop &loop, const Piece &piece, Traffic traffic) {
  const int largest = largest_of(loop);
  const bool columns = has_column_order(loop, piece);
  const bool spaced = !columns && is_spaced(loop, piece);
  const int64_t row = kDriverRowBytes / largest / (spaced ? 2 : 1);  // its lines hold other elements as well
  if (columns && piece.size1 > 1) {
    const int packed = count_packed(loop, piece);
    const int64_t fitting = kDriverBlockBytes / (packed > 0 ? packed : 1) / largest;
    if (traffic == Traffic::NonTemporal && loop.noperands > 2) {
      const int64_t side = kNonTemporalBlock / largest, n1 = least(side, piece.size1);
      return {whole_lines(least(least(fitting / n1, row), side)), n1, true};
    }
    // Memory is read in rows of half as many bytes as in a transposition, so that the loop's own rows are longer.
    const int64_t read = kTransposedRow / 2 / largest;
    const int64_t n1 = least(read > 0 ? read : 1, piece.size1);
    const int64_t n0 = least(whole_lines(least(fitting / n1, row)), piece.size0);
    return {n0, least(whole_lines(fitting / n0), piece.size1), true};
  }
  const int64_t wanted = kDriverNonTemporalRow / loop.operands[0].size();
  return {traffic == Traffic::NonTemporal && wanted < row ? wanted : row, 1, columns};
}

// What the blocks after this one will read.
Ahead ahead_of(const RowLoop &loop, const Piece &piece, char *const *data) {
  Ahead ahead;
  for (int k = 1; k < loop.noperands; ++k) {
    const int64_t stride = piece.stride0[k];
    if (stride != loop.operands[k].size()) continue;
    if (piece.size1 > 1 && piece.stride1[k] == 0) continue;  // every row reads the same, so it is in the cache
    ahead.at[ahead.count] = data[k] + Ahead::kDistance;
    ahead.step[ahead.count++] = kCacheLine / loop.operands[0].size() * stride;
  }
  return ahead;
}

// What one row prefetches of the block below, in a block of columns that is stored past the caches: a row of a dense
// input, or a column of one that is transposed. The processor does not foresee these reads. Each address is that of the
// last of kCacheLine bytes: where these lie in two lines, the block before has read the first line.
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

CT_INLINE void prefetch_below(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0, int64_t n1,
                              int64_t row) {
  for (int k = 1; k < loop.noperands; ++k) {
    const Below below = below_of(loop, piece, data, n0, n1, k);
    for (int64_t i = 0; row < below.rows && i < below.nbytes; i += kCacheLine)
      __builtin_prefetch(below.at + row * below.step + i, 0, 2);
  }
}

// Transposes into a dense block, in bands that are one cache line of the block wide. Within a band, memory is read
// along its own lines.
void transpose_block(char *to, const char *from, int64_t from_stride, int64_t n0, int64_t n1, int64_t size) {
  const int64_t band = kCacheLine / size;
  for (int64_t i = 0; i < n0; i += band) {
    const int64_t rows = n0 - i < band ? n0 - i : band;
    transpose(to + i * size, n0 * size, from + i * from_stride, from_stride, rows, n1, size, Traffic::Cached);
  }
}

// Computes n elements into `to`, by way of `wide` where there is something to convert. Returns where they are.
CT_INLINE const char *compute(const RowLoop &loop, char *to, RowFunction narrow, char *wide, const char *const *in,
                              int64_t n, unsigned scalars) {
  if (loop.row == nullptr) return in[0];
  loop.row(narrow == nullptr ? to : wide, in, n, scalars);
  const char *const from = wide;
  if (narrow != nullptr) narrow(to, &from, n, 0);
  return to;
}

// Computes one block, of a size that fits the buffers: see cut(). next: where the operands' next block lies, which is
// prefetched, or NULL. For a block that is stored past the caches, that is the block below it.
void run_block(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0, int64_t n1, char *const *next,
               Traffic traffic) {
  // A spare line after each keeps equal offsets in different operands off the same 4 KiB alias.
  const Buffer<char, kDriverBlockBytes + kMaxOperands * kCacheLine> inputs;
  const Buffer<char, kDriverRowBytes + kCacheLine> raw;
  const Buffer<char[kDriverRowBytes + kCacheLine], kMaxOperands> wide;
  const Operand &output = loop.operands[0];
  const RowFunction narrow = kNarrows[static_cast<int>(output.form())];
  const bool dense = piece.stride0[0] == output.size();
  const bool non_temporal = dense && traffic == Traffic::NonTemporal;
  const bool prefetches_below = non_temporal && next != nullptr, prefetches = !non_temporal && next != nullptr;
  char *block = inputs;
  const char *source[kMaxPointers] = {};
  int64_t step[kMaxOperands] = {piece.stride1[0]};  // from row to row
  bool lies[kMaxOperands] = {};                     // in memory, at another place for each row
  unsigned scalars = 0;
  for (int k = 1; k < loop.noperands; ++k) {
    const int64_t size = loop.operands[k].size();
    source[k - 1] = data[k];
    step[k] = piece.stride1[k];
    if (loop.noperands > 2 && scalars == 0 && piece.stride0[k] == 0) {
      scalars = 1U << (k - 1);
    } else if (piece.stride0[k] != size) {
      const bool turned = n1 > 1 && is_turned(loop, piece, k);
      if (turned && prefetches_below) {
        transpose_block(block, data[k], piece.stride0[k], n0, n1, size);
      } else if (turned) {
        transpose_before(prefetches ? next[k] : nullptr, block, n0 * size, data[k], piece.stride0[k], n0, n1, size);
      } else {
        gather(block, data[k], loop.operands[k].size(), piece.stride0[k], n0, step[k], n1, traffic);
      }
      source[k - 1] = block;
      step[k] = n0 * size;
      block += (n0 * n1 * size + 2 * kCacheLine - 1) / kCacheLine * kCacheLine;
    } else {
      lies[k] = step[k] != 0;
    }
  }
  for (int k = 0; k < loop.noptions; ++k) source[loop.noperands - 1 + k] = data[loop.noperands + k];
  if (n1 > 1 && n0 == piece.size0 && !non_temporal && makes_one_row(loop, piece)) {
    n0 *= n1;
    n1 = 1;
    for (bool &is_far : lies) is_far = false;  // the processor prefetches so long a row
  }
  if (non_temporal && n1 > 1 && loop.non_temporal_rows != nullptr && scalars == 0 &&
      n0 * output.size() % kNonTemporalBlock == 0 && reinterpret_cast<uintptr_t>(data[0]) % kCacheLine == 0 &&
      piece.stride1[0] % kCacheLine == 0) {
    const char *prefetched[] = {source[0], source[1]};
    int64_t prefetched_steps[] = {step[1], step[2]};
    for (int k = 1; prefetches_below && k < loop.noperands; ++k) {
      const Below below = below_of(loop, piece, data, n0, n1, k);
      if (below.rows == 0) continue;
      prefetched[k - 1] = below.at;
      prefetched_steps[k - 1] = below.step;
    }
    return loop.non_temporal_rows(data[0], source, n0 * output.size(), 0, n1, step, prefetched, prefetched_steps);
  }
  const auto prefetch = [&](int64_t row, int64_t rows) __attribute__((always_inline)) {
    for (int k = 1; k < loop.noperands; ++k) {
      for (int64_t i = row; prefetches && lies[k] && i < row + rows; ++i) {
        const char *const at = next[k] + i * step[k];
        for (int64_t byte = 0; byte < n0 * loop.operands[k].size(); byte += kCacheLine) {
          __builtin_prefetch(at + byte, 0, 2);
        }
      }
    }
  };
  if (n1 > 1 && loop.rows != nullptr && dense && !non_temporal) {
    for (int64_t row = 0; row < n1; row += kPrefetchedRows) {
      const int64_t rows = least(kPrefetchedRows, n1 - row);
      prefetch(row, rows);
      const char *in[kMaxPointers];
      for (int k = 1; k < loop.noperands; ++k) in[k - 1] = source[k - 1] + row * step[k];
      loop.rows(data[0] + row * step[0], in, n0, scalars, rows, step);
    }
    return;
  }
  for (int64_t row = 0; row < n1; ++row) {
    if (prefetches_below) {
      prefetch_below(loop, piece, data, n0, n1, row);
    } else {
      prefetch(row, 1);
    }
    const char *in[kMaxPointers] = {};
    for (int k = 0; k < loop.noptions; ++k) in[loop.noperands - 1 + k] = source[loop.noperands - 1 + k];
    for (int k = 1; k < loop.noperands; ++k) {
      in[k - 1] = source[k - 1] + row * step[k];
      const RowFunction widen = kWidens[static_cast<int>(loop.operands[k].form())];
      if (widen == nullptr) continue;
      widen(wide[k], &in[k - 1], (scalars >> (k - 1) & 1) != 0 ? 1 : n0, 0);
      in[k - 1] = wide[k];
    }
    char *const to = data[0] + row * piece.stride1[0];
    const char *const result = compute(loop, dense && !non_temporal ? to : raw, narrow, wide[0], in, n0, scalars);
    if (non_temporal) {
      stream_row(to, result, n0 * output.size(), n1 == 1 ? ahead_of(loop, piece, data) : Ahead{});
    } else if (!dense) {
      scatter(to, result, output.size(), piece.stride0[0], n0, piece.stride1[0], 1);
    } else if (result != to) {
      __builtin_memcpy(to, result, static_cast<uint64_t>(n0 * output.size()));
    }
  }
}

// The output is converted to its form in memory, an input from it. Both tables are indexed, rather than a choice
// between them, of which GCC 12 with -fsanitize=undefined takes the first one, whatever k is.
RowFunction conversion_of(int k, const Operand &operand) {
  const int form = static_cast<int>(operand.form());
  return k == 0 ? kNarrows[form] : kWidens[form];
}

// How an operand gets from memory to the row function. It is decided once for all parts of rows, because a part takes
// little longer than the decision.
struct Way {
  MoveRow move = nullptr;         // to or from a dense block
  RowFunction convert = nullptr;  // to or from the type that is computed in
  int64_t within = 0;             // bytes ahead that are prefetched within a row
  int64_t across = 0;             // the same near its end, where they lie in the next row
  char *packed, *wide;            // buffers of packed and of converted elements
};

// The spare lines keep equal offsets in different operands off the same 4 KiB alias.
constexpr int64_t kSpare = 2 * kCacheLine, kUsual = 3;  // operands; a loop of four shares their room
constexpr int64_t kRowsBytes = kUsual * (kDriverRowBytes + kSpare);

// Takes row after row, n0 elements at a time, or fewer. buffers: kRowsBytes.
CT_NOINLINE void run_rows(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0, char *buffers) {
  const int noperands = loop.noperands;
  if (noperands > kUsual) n0 = n0 * kUsual / noperands;
  const int64_t room = noperands > kUsual ? kUsual * kDriverRowBytes / noperands : kDriverRowBytes;
  const bool prefetches = touched_bytes(loop, piece, false) > kOwnCacheBytes;  // more than a core's own cache holds
  const int64_t lead = kDriverPrefetchBytes / largest_of(loop);
  Way ways[kMaxOperands];
  unsigned scalars = 0;
  for (int k = 0; k < noperands; ++k) {
    const Operand &operand = loop.operands[k];
    const int64_t stride = piece.stride0[k];
    ways[k].convert = conversion_of(k, operand);
    if (k > 0 && noperands > 2 && scalars == 0 && stride == 0) {
      scalars = 1U << (k - 1);
    } else if (stride != operand.size()) {
      ways[k].move = (k == 0 ? scatter_of : gather_of)(operand.size(), stride);
      if (prefetches) {
        ways[k].within = lead * stride;
        ways[k].across = piece.stride1[k] - (piece.size0 > lead ? piece.size0 - lead : 0) * stride;
      }
    }
    ways[k].packed = ways[k].wide = buffers + k * (room + kSpare / 2);
    if (ways[k].move == nullptr || ways[k].convert == nullptr) continue;
    // What is packed takes a third, and what it is converted to takes twice as much.
    const int64_t fitting = room / 3 / operand.size() / kCacheLine * kCacheLine;
    ways[k].wide += fitting * operand.size();
    if (n0 > fitting) n0 = fitting;
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
          way.move(way.packed, at, n, ahead(way), piece.stride0[k]);
          at = way.packed;
        }
        if (way.convert != nullptr) {
          way.convert(way.wide, &at, (scalars >> (k - 1) & 1) != 0 ? 1 : n, 0);
          at = way.wide;
        }
        in[k - 1] = at;
      }
      char *const to = data[0] + i0 * piece.stride0[0] + i1 * piece.stride1[0];
      char *const block = ways[0].move == nullptr ? to : ways[0].packed;
      const char *const result = compute(loop, block, ways[0].convert, ways[0].wide, in, n, scalars);
      if (ways[0].move != nullptr) {
        ways[0].move(to, result, n, ahead(ways[0]), piece.stride0[0]);
      } else if (result != to) {
        __builtin_memcpy(to, result, static_cast<uint64_t>(n * loop.operands[0].size()));
      }
    }
  }
}

// A call on few elements opens no workspace, so its buffers are on the stack, of which it needs little else.
CT_NOINLINE void run_few_rows(const RowLoop &loop, const Piece &piece, char *const *data, int64_t n0) {
  alignas(kCacheLine) char buffers[kRowsBytes];
  run_rows(loop, piece, data, n0, buffers);
}

// An operand of joined rows.
struct Joined {
  enum class How { Lies, Stays, Repeats, Packs };  // dense in memory; one element; every row the same; any other
  How how;
  RowFunction convert;  // to or from the type that is computed in
  char *packed, *wide;
};

// Repeats the first `begun` bytes until there are nbytes.
void lay_over_and_over(char *to, int64_t begun, int64_t nbytes) {
  for (; begun < nbytes; begun *= 2) {
    __builtin_memcpy(to + begun, to, static_cast<uint64_t>(begun < nbytes - begun ? begun : nbytes - begun));
  }
}

}  // namespace

bool joins_rows(const RowLoop &loop, const Piece &piece, bool direct, Traffic traffic) {
  if (piece.size1 <= (direct ? kDriverFewRows : 1)) return false;
  if (!direct && traffic == Traffic::Cached && (loop.noperands == 2 || piece.size0 >= kDriverShortRow) &&
      has_column_order(loop, piece) && makes_one_row(loop, piece)) {
    return false;  // a block does the same with less to pack
  }
  if (piece.size0 < kDriverShortRow) return true;
  const int size = loop.operands[0].size();
  if (direct) {
    const bool is_line = traffic == Traffic::NonTemporal && loop.non_temporal_rows != nullptr;
    return piece.size0 * size < (is_line ? kNonTemporalBlock : kCacheLine);
  }
  if (has_column_order(loop, piece)) return piece.size0 * largest_of(loop) <= kDriverTurnedRow;
  for (int k = 0; k < loop.noperands; ++k) {
    if (piece.stride0[k] != loop.operands[k].size() && piece.stride0[k] != 0) return piece.size0 <= kDriverSpacedRow;
  }
  return piece.size0 <= kDriverRowBytes / largest_of(loop) / 2;
}

void run_joined(const RowLoop &loop, const Piece &piece, char *const *data, Traffic traffic) {
  using How = Joined::How;
  // A spare line after each keeps equal offsets in different operands off the same 4 KiB alias. An operand has up to
  // two buffers.
  const Buffer<char, kDriverJoinedBytes + 4 * kMaxOperands * kCacheLine> buffers;
  const int noperands = loop.noperands;
  const int64_t size0 = piece.size0, out_size = loop.operands[0].size();
  Joined joined[kMaxOperands];
  unsigned scalars = 0;
  int64_t element_bytes = 0;  // in buffers
  for (int k = 0; k < noperands; ++k) {
    const int64_t size = loop.operands[k].size(), stride0 = piece.stride0[k], stride1 = piece.stride1[k];
    Joined &one = joined[k];
    one.how = stride0 == size && stride1 == size0 * size ? How::Lies
              : k > 0 && stride1 == 0                    ? How::Repeats
                                                         : How::Packs;
    if (k == 0 && traffic == Traffic::NonTemporal) one.how = How::Packs;
    if (one.how == How::Repeats && stride0 == 0 && noperands > 2 && scalars == 0) {
      one.how = How::Stays;
      scalars = 1U << (k - 1);
    }
    one.convert = conversion_of(k, loop.operands[k]);
    if (one.how >= How::Repeats) element_bytes += size;
    if (one.convert != nullptr) element_bytes += 2 * size;
  }
  int64_t fitting = kDriverRowBytes / largest_of(loop);
  if (fitting * element_bytes > kDriverJoinedBytes) fitting = kDriverJoinedBytes / element_bytes;
  const int64_t most = fitting / size0 < piece.size1 ? fitting / size0 : piece.size1;  // rows
  char *free = buffers;
  const auto take = [&](int64_t size) {
    char *const taken = free;
    free += (most * size0 * size + 2 * kCacheLine - 1) / kCacheLine * kCacheLine;
    return taken;
  };
  const char *in[kMaxPointers] = {};
  for (int k = 0; k < loop.noptions; ++k) in[noperands - 1 + k] = data[noperands + k];
  for (int k = 0; k < noperands; ++k) {
    const int64_t size = loop.operands[k].size();
    Joined &one = joined[k];
    one.packed = one.how >= How::Repeats ? take(size) : nullptr;
    one.wide = one.convert != nullptr ? take(2 * size) : nullptr;
    if (k == 0 || one.how == How::Lies || one.how == How::Packs) continue;
    const char *at = data[k];
    if (one.how == How::Repeats) {
      gather(one.packed, at, loop.operands[k].size(), piece.stride0[k], size0, 0, 1, Traffic::Cached);
      lay_over_and_over(one.packed, size0 * size, most * size0 * size);
      at = one.packed;
    }
    if (one.convert != nullptr) {
      one.convert(one.wide, &at, one.how == How::Stays ? 1 : most * size0, 0);
      at = one.wide;
    }
    in[k - 1] = at;
  }
  for (int64_t i1 = 0; i1 < piece.size1; i1 += most) {
    const int64_t rows = piece.size1 - i1 < most ? piece.size1 - i1 : most, n = rows * size0;
    for (int k = 1; k < noperands; ++k) {
      const Joined &one = joined[k];
      if (one.how == How::Stays || one.how == How::Repeats) continue;
      const char *at = data[k] + i1 * piece.stride1[k];
      if (one.how == How::Packs) {
        gather(one.packed, at, loop.operands[k].size(), piece.stride0[k], size0, piece.stride1[k], rows, traffic);
        at = one.packed;
      }
      if (one.convert != nullptr) {
        one.convert(one.wide, &at, n, 0);
        at = one.wide;
      }
      in[k - 1] = at;
    }
    char *const to = data[0] + i1 * piece.stride1[0];
    char *const block = joined[0].packed != nullptr ? joined[0].packed : to;
    const char *const result = compute(loop, block, joined[0].convert, joined[0].wide, in, n, scalars);
    if (traffic == Traffic::NonTemporal) {
      char *at[kMaxOperands];
      for (int k = 0; k < noperands; ++k) at[k] = data[k] + i1 * piece.stride1[k];
      stream_row(to, result, n * out_size, ahead_of(loop, piece, at));
    } else if (block != to) {
      scatter(to, result, loop.operands[0].size(), piece.stride0[0], size0, piece.stride1[0], rows);
    } else if (result != to) {
      __builtin_memcpy(to, result, static_cast<uint64_t>(n * out_size));
    }
  }
}

void run_blocks(const RowLoop &loop, const Piece &piece, char *const *data, Traffic traffic) {
  const Cut blocks = cut(loop, piece, traffic);
  // Blocks that are stored non-temporally end on the output's cache lines, so that every line is written in one piece.
  const auto end_of = [&](int64_t i0, int64_t i1) {
    const int64_t end = i0 + blocks.n0;
    if (end >= piece.size0) return piece.size0;
    if (traffic == Traffic::Cached) return end;
    const auto at = reinterpret_cast<uintptr_t>(data[0] + end * piece.stride0[0] + i1 * piece.stride1[0]);
    const int64_t beyond = static_cast<int64_t>(at % kCacheLine) / loop.operands[0].size();
    return beyond < blocks.n0 ? end - beyond : end;
  };
  if (traffic == Traffic::Cached && !blocks.columns && blocks.n1 == 1) {
    if (t_room.free == nullptr) return run_few_rows(loop, piece, data, blocks.n0);
    const Buffer<char, kRowsBytes> buffers;
    return run_rows(loop, piece, data, blocks.n0, buffers);
  }
  const bool streams = traffic == Traffic::NonTemporal;
  // next: where another block begins, which is prefetched, if there is one.
  const auto block = [&](int64_t i0, int64_t end0, int64_t i1, const int64_t *next) {
    char *at[kMaxPointers] = {}, *later[kMaxPointers] = {};
    const auto place = [&](char **of, int64_t at0, int64_t at1) {
      for (int k = 0; k < loop.noperands; ++k) of[k] = data[k] + at0 * piece.stride0[k] + at1 * piece.stride1[k];
    };
    place(at, i0, i1);
    if (next != nullptr) place(later, next[0], next[1]);
    for (int k = loop.noperands; k < loop.noperands + loop.noptions; ++k) at[k] = data[k];
    const int64_t left1 = piece.size1 - i1;
    run_block(loop, piece, at, end0 - i0, left1 < blocks.n1 ? left1 : blocks.n1, next != nullptr ? later : nullptr,
              traffic);
  };
  const bool prefetches =
      blocks.columns && loop.noperands > 2 && (streams || touched_bytes(loop, piece, true) > kFarColumnBytes);
  if (blocks.columns && streams) {  // down dim 1, where the other half of a line that was read is used soon
    for (int64_t i0 = 0; i0 < piece.size0;) {
      const int64_t end = end_of(i0, 0);
      for (int64_t i1 = 0; i1 < piece.size1; i1 += blocks.n1) {
        const int64_t next[] = {i0, i1 + blocks.n1};
        block(i0, end, i1, prefetches && next[1] < piece.size1 ? next : nullptr);
      }
      i0 = end;
    }
    return;
  }
  for (int64_t i1 = 0; i1 < piece.size1; i1 += blocks.n1) {
    for (int64_t i0 = 0; i0 < piece.size0;) {
      const int64_t end = end_of(i0, i1);
      const bool ends_row = end == piece.size0;
      const int64_t next[] = {ends_row ? 0 : end, ends_row ? i1 + blocks.n1 : i1};
      block(i0, end, i1, prefetches && next[1] < piece.size1 ? next : nullptr);
      i0 = end;
    }
  }
}

}  // namespace ct::kernels::CT_ISA
