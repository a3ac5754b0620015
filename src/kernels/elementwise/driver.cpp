// The 2-D driver: hands over rows as they are where the strides allow it, and blocks otherwise.
#include "kernels/elementwise/driver.h"

#include "kernels/copy/non_temporal.h"
#include "kernels/elementwise/blocks.h"

namespace ct::kernels::CT_ISA {
namespace {

void swap_dims(Piece &piece) {
  const Piece old = piece;
  piece.size0 = old.size1;
  piece.size1 = old.size0;
  for (int k = 0; k < kMaxOperands; ++k) {
    piece.stride0[k] = old.stride1[k];
    piece.stride1[k] = old.stride0[k];
  }
}

// Whether all operands are dense along the dim that has these strides, except for at most one input that stays in
// place: *scalars tells which. Row functions that know kNonTemporal take any number of such inputs, which they spread
// over vectors.
bool is_direct(const RowLoop &loop, const int64_t *strides, unsigned *scalars) {
  *scalars = 0;
  for (int k = 0; k < loop.noperands; ++k) {
    const Operand &operand = loop.operands[k];
    if (operand.form() != Form::AsItIs) return false;
    if (strides[k] == operand.size()) continue;
    if (k == 0 || strides[k] != 0 || loop.noperands == 2) return false;
    if (*scalars != 0 && !loop.knows_non_temporal) return false;
    *scalars |= 1U << (k - 1);
  }
  return true;
}

// Whether rows are so short that hardly a line of them would be stored non-temporally.
bool is_too_short(const RowLoop &loop, const Piece &piece) {
  return loop.non_temporal_rows != nullptr && piece.size0 >= kDriverShortRow && piece.size1 > 1 &&
         piece.size0 * loop.operands[0].size() < kNonTemporalBlock;
}

bool can_store_non_temporal(const RowLoop &loop, const Piece &piece, char *const *data) {
  const int64_t size = loop.operands[0].size();
  return (loop.non_temporal_rows != nullptr || loop.knows_non_temporal) && piece.size0 >= kDriverShortRow &&
         piece.stride1[0] % size == 0 && reinterpret_cast<uintptr_t>(data[0]) % static_cast<uintptr_t>(size) == 0;
}

// Whether inputs are so much larger than the output that reading its lines before they are written costs less than
// blocks.
bool reads_most(const RowLoop &loop) {
  int64_t read = 0;
  for (int k = 1; k < loop.noperands; ++k) read += loop.operands[k].size();
  return read >= kDriverReadsMost * loop.operands[0].size();
}

// Computes one row. What lies before its first whole line and after its last one is stored as usual.
void run_non_temporal_row(const RowLoop &loop, char *out, const char *const *in, int64_t n, unsigned scalars,
                          const int64_t *steps) {
  const int64_t size = loop.operands[0].size();
  alignas(kCacheLine) char spread[kNonTemporalBlock];
  const char *from[kMaxOperands];
  const auto stays = [scalars](int k) { return (scalars >> k & 1) != 0; };
  for (int k = 0; k + 1 < loop.noperands; ++k) {
    if (stays(k) && loop.non_temporal_rows != nullptr) {
      const uint64_t word =
          size == 8 ? load_element<uint64_t>(in[k]) : load_element<uint32_t>(in[k]) * ((uint64_t{1} << 32U) + 1);
      for (int64_t i = 0; i < kNonTemporalBlock; i += kVecBytes) Vec<uint64_t>::splat(word).store(spread + i);
    }
  }
  const auto part = [&](int64_t begin, int64_t end, unsigned how) {
    if (begin >= end) return;
    const char *at[kMaxPointers];
    for (int k = 0; k + 1 < loop.noperands; ++k) {
      at[k] = stays(k) ? in[k] : in[k] + begin / size * loop.operands[k + 1].size();
    }
    for (int k = 0; k < loop.noptions; ++k) at[loop.noperands - 1 + k] = in[loop.noperands - 1 + k];
    loop.row(out + begin, at, (end - begin) / size, scalars | how);
  };
  const int64_t nbytes = n * size;
  int64_t begin = before_line(out);
  if (begin > nbytes) begin = nbytes;
  const int64_t whole = loop.non_temporal_rows != nullptr ? kNonTemporalBlock : kCacheLine;
  const int64_t end = nbytes - (nbytes - begin) % whole;
  part(0, begin, 0);
  if (loop.non_temporal_rows == nullptr) {
    part(begin, end, kNonTemporal);
  } else if (begin < end) {
    for (int k = 0; k + 1 < loop.noperands; ++k) from[k] = stays(k) ? spread : in[k] + begin;
    const char *const prefetched[] = {from[0] + kNonTemporalBlock, from[1] + kNonTemporalBlock};
    loop.non_temporal_rows(out + begin, from, end - begin, scalars, 1, steps, prefetched, steps + 1);
  }
  part(end, nbytes, 0);
}

void run_non_temporal_rows(const RowLoop &loop, const Piece &piece, char *const *data, unsigned scalars) {
  for (int64_t i1 = 0; i1 < piece.size1; ++i1) {
    const char *in[kMaxPointers] = {};
    for (int k = 1; k < loop.noperands; ++k) in[k - 1] = data[k] + i1 * piece.stride1[k];
    for (int k = 0; k < loop.noptions; ++k) in[loop.noperands - 1 + k] = data[loop.noperands + k];
    run_non_temporal_row(loop, data[0] + i1 * piece.stride1[0], in, piece.size0, scalars, piece.stride1);
  }
}

CT_NOINLINE void run_any(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
                         Traffic traffic) {
  if (size0 <= 0 || size1 <= 0) return;
  Piece piece{size0, size1, {}, {}};
  // This loop is unrolled: as a loop of vectors it would wait for strides that were stored one by one.
  CT_UNROLL(4)
  for (int k = 0; k < kMaxOperands; ++k) {
    if (k >= loop.noperands) break;
    piece.stride0[k] = strides[k];
    piece.stride1[k] = strides[loop.noperands + k];
    if (size0 == 1 && size1 == 1) piece.stride0[k] = loop.operands[k].size();  // a single element may have any stride
  }
  unsigned scalars = 0;
  if (size0 == 1 && size1 > 1) swap_dims(piece);
  bool direct = is_direct(loop, piece.stride0, &scalars);
  if (!direct && piece.size1 > 1 && is_direct(loop, piece.stride1, &scalars)) {
    swap_dims(piece);
    direct = true;
  }
  const int64_t out_size = loop.operands[0].size();
  const bool streams = traffic == Traffic::NonTemporal && piece.stride0[0] == out_size &&
                       !(direct && reads_most(loop) && !can_store_non_temporal(loop, piece, data));
  const bool streams_joined = streams && piece.stride1[0] == piece.size0 * out_size;
  const Traffic how = streams_joined ? Traffic::NonTemporal : Traffic::Cached;
  if ((streams == streams_joined || piece.size0 < kDriverShortRow) && joins_rows(loop, piece, direct, how)) {
    run_joined(loop, piece, data, how);
    if (streams_joined) stream_fence();
    return;
  }
  if (streams && !(direct && is_too_short(loop, piece))) {
    if (direct && can_store_non_temporal(loop, piece, data)) {
      run_non_temporal_rows(loop, piece, data, scalars);
    } else {
      run_blocks(loop, piece, data, traffic);
    }
    return stream_fence();
  }
  if (!direct) return run_blocks(loop, piece, data, Traffic::Cached);
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

// Copies the nbytes of a row's end to a block. Zeros fill up the last of their registers, and further registers repeat
// the first one.
static void take_rest(char *block, const char *from, int64_t nbytes, int64_t block_bytes) {
  using Words = Vec<float>;  // whose parts are quickly loaded; bits stay as they are
  const int64_t words = nbytes / 4;
  for (int64_t i = 0; i < words * 4; i += kVecBytes) {
    const int64_t left = words - i / 4;
    (left >= Words::kLanes ? Words::load(from + i) : Words::load(from + i, left)).store(block + i);
  }
  if (words * 4 % kVecBytes == 0 && words * 4 < nbytes) Words{}.store(block + words * 4);
  copy_small(block + words * 4, from + words * 4, nbytes - words * 4);
  for (int64_t i = (nbytes + kVecBytes - 1) / kVecBytes * kVecBytes; i < block_bytes; i += kVecBytes) {
    Words::load(block).store(block + i);
  }
}

void run_rest(char *out, const char *const *in, int64_t n, unsigned scalars, RowFunction row, RowSteps steps) {
  // The longest step is of 4 registers of floats that become bytes, each float made from a complex128. A loop of 4
  // inputs takes at most 2 registers of each.
  constexpr int64_t kMostBytes = 4 * Vec<float>::kLanes * static_cast<int64_t>(sizeof(Complex<double>)) + 4 * kVecBytes;
  static_assert(kMostBytes >= static_cast<int64_t>(sizeof(steps.in_sizes) + 1) * 4 * kVecBytes);
  alignas(kCacheLine) char blocks[kMostBytes];
  const int64_t rest = n % steps.step;
  const char *from[kMaxPointers];
  bool is_input = false;
  for (int k = 0; k < steps.inputs; ++k) is_input |= in[k] == out;
  if (n > steps.step && !is_input) {
    const int64_t last = n - steps.step;
    for (int k = 0; k < steps.inputs + steps.options; ++k) {
      const bool stays = k >= steps.inputs || (scalars >> k & 1) != 0;
      from[k] = stays ? in[k] : in[k] + last * steps.in_sizes[k];
    }
    return row(out + last * steps.out_size, from, steps.step, scalars & ~kNonTemporal);
  }
  char *block = blocks;
  for (int k = 0; k < steps.inputs; ++k) {
    const int64_t size = steps.in_sizes[k];
    from[k] = in[k];
    if ((scalars >> k & 1) != 0) continue;
    take_rest(block, in[k] + (n - rest) * size, rest * size, steps.step * size);
    from[k] = block;
    block += (steps.step * size + kVecBytes - 1) / kVecBytes * kVecBytes;
  }
  for (int k = steps.inputs; k < steps.inputs + steps.options; ++k) from[k] = in[k];
  char *const results = block;
  row(results, from, steps.step, scalars & ~kNonTemporal);
  const int64_t nbytes = rest * steps.out_size;
  int64_t i = 0;
  for (; i + kVecBytes <= nbytes; i += kVecBytes)
    Vec<uint8_t>::load(results + i).store(out + (n - rest) * steps.out_size + i);
  copy_small(out + (n - rest) * steps.out_size + i, results + i, nbytes - i);
}

void run_from_memory(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
                     Traffic traffic) {
  // The usual call goes on with the arrays that it was given. Copies of them would be stores that wait behind those of
  // the rows before.
  if (loop.rows != nullptr && traffic == Traffic::Cached && size0 > 0 && size1 > 0) {
    const int64_t size = loop.operands[0].size();
    const bool is_short = size0 < kDriverShortRow || (size0 * size < kCacheLine && size1 > kDriverFewRows);
    const bool stays[] = {strides[1] == 0, strides[2] == 0};
    if ((size1 == 1 || !is_short) && strides[0] == size && (stays[0] || strides[1] == loop.operands[1].size()) &&
        (stays[1] || strides[2] == loop.operands[2].size()) && !(stays[0] && stays[1])) {
      return loop.rows(data[0], data + 1, size0, stays[0] ? 1 : stays[1] ? 2 : 0, size1, strides + 3);
    }
  }
  run_any(loop, data, strides, size0, size1, traffic);
}

// This is kept out of the usual call, which needs no stack.
[[gnu::cold]] CT_NOINLINE static void run_unpacked(char *const *data, const int64_t *strides, int64_t size0,
                                                   int64_t size1, uint64_t how, RowFunction row) {
  run_any(RowLoop::unpacked(row, how), data, strides, size0, size1, static_cast<Traffic>(how & 1));
}

// Most calls of few elements are one dense row of each operand, which the row function takes as it stands. An empty row
// is not for row functions, which may load the first elements before they count.
void run_from_registers(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, uint64_t how,
                        RowFunction row) {
  constexpr uint64_t kFormsOptionsAndTraffic = 0xf0f0f0f000ff00ff;
  const auto is_dense = [&](int k) { return strides[k] - 1 == static_cast<int64_t>(how >> (32 + 8 * k) & 15U); };
  const uint64_t noperands = how >> 8U & 255U;
  if (size1 == 1 && size0 > 0 && (how & kFormsOptionsAndTraffic) == 0 && is_dense(0) && is_dense(1) &&
      (noperands < 3 || is_dense(2)) && (noperands < 4 || is_dense(3))) {
    return row(data[0], data + 1, size0, 0);
  }
  run_unpacked(data, strides, size0, size1, how, row);
}

}  // namespace ct::kernels::CT_ISA
