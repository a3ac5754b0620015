// Products of tiles and of vectors in plain memory, compiled once for each instruction set that the core has. They know
// only plain types, allocate nothing and cannot fail.
#pragma once

#include <cstdint>

namespace ct_linalg {

// What a kernel computes in. Signed integers wrap as unsigned ones do, so they share a kernel.
enum class Kind { F32, F64, C64, C128, U8, U16, U32, U64, Bool };
constexpr int kKinds = 9;

// A packed matrix consists of panels, one after the other. A panel has as many rows of a, or columns of b, as a tile in
// registers: first all their elements with k == 0, then those with k == 1, and so on. The last panel is narrower, so
// that nothing is padded.
struct Pack {
  bool tall;       // rows of a; else columns of b
  int64_t across;  // so many of them
  int64_t k;
  const void *from;
  int64_t step, k_step;  // in elements: to the next one, and along k
  void *to;              // across * k elements
};
using PackKernel = void (*)(const Pack &pack);

// c = alpha a b, or c += alpha a b, of `count` pairs of an m x k and a k x n matrix. Strides are in elements;
// neighbours of a row of c lie next to each other. With k == 0 the product is 0.
struct Tile {
  int64_t m, n, k;
  const void *a;
  int64_t a_row, a_col;  // meaningless where a is packed
  const void *b;
  int64_t b_row, b_col;  // meaningless where b is packed
  void *c;
  int64_t c_row;
  const void *alpha;  // NULL: 1
  bool accumulate, packed_a, packed_b;
  int64_t count, a_next, b_next, c_next;
  void *scratch;  // k * n elements, where b is not packed and b_col is not 1
  bool prefetch;  // rows of a and b lie without gaps, and it pays to ask for the next ones early
};
using TileKernel = void (*)(const Tile &tile);

// The sums of a[i] b[i], or of conj(a[i]) b[i], for i < k, of `count` pairs of vectors without gaps.
struct Dots {
  int64_t k;
  const void *a, *b;
  void *out;
  bool conj;
  int64_t count, a_next, b_next, out_next;
};
using DotKernel = void (*)(const Dots &dots);

struct Kernels {
  TileKernel tile[kKinds];
  PackKernel pack[kKinds];
  DotKernel dot[kKinds];
};

// The kernels of the instruction set that the core has chosen: ct_isa.
const Kernels &kernels();

}  // namespace ct_linalg
