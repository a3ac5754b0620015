// Random shapes, layouts and values from a seed, and buffers that know which of their bytes an op may write.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "array.h"
#include "handles.h"

namespace property {

using reference::Array;
using reference::Sizes;
using reference::Value;

// splitmix64: the same numbers on every platform and standard library.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t bits() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  int64_t between(int64_t low, int64_t high) {  // both included
    return low + static_cast<int64_t>(bits() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  int64_t offset() {
    return chance(40) ? 0 : between(0, 15);
  }  // of a base, in elements; often at the start of a cache line
  template <class T>
  const T &pick(const std::vector<T> &from) {
    return from[static_cast<size_t>(between(0, static_cast<int64_t>(from.size()) - 1))];
  }

 private:
  uint64_t state_;
};

struct Layout {
  Sizes sizes, strides;
};

Sizes random_sizes(Random &random, int64_t max_numel);           // 0 to 8 dims, some of size 0 or 1
Sizes random_operand_sizes(Random &random, const Sizes &shape);  // sizes that broadcast to shape
// Permuted, sliced with steps, padded, reversed, channels-last or plain; with `may_repeat` also expanded (strides of
// 0).
Layout random_layout(Random &random, const Sizes &sizes, bool may_repeat);

// The values that an operand gets.
enum class Values {
  Small,    // a few small integers and halves, so that comparisons meet equal numbers
  Wide,     // any finite value of every magnitude
  Special,  // like Wide, with NaN, infinities, zeros of both signs, subnormals, the largest numbers and ties
  Unset,    // the bytes stay as they are
  Moderate  // floats within 2^±20, positive and negative: sums do not overflow
};
Value random_value(Random &random, ct_dtype dtype, Values values);

// A strided operand inside a larger block, handed to the library as borrowed memory. The bytes between and around its
// elements are guarded: no op may change them. Its lowest element stands `base_offset` elements off a 64-byte boundary,
// complex ones sometimes half an element more.
class Operand {
 public:
  Operand(Random &random, ct_dtype dtype, const Layout &layout, int64_t base_offset, Values values);

  const Array &array() const { return array_; }
  ct_tensor *tensor() const { return tensor_; }
  void replace(Random &random, Values values);  // new values in every element
  void take(const Operand &other);              // takes the bytes of an operand of the same layout, gaps included
  void remember();                              // from now on the bytes must stay as they are
  bool unchanged() const;                       // every byte
  bool surroundings_unchanged() const;          // all bytes outside the elements

 private:
  static constexpr int64_t kGuard = 64;
  std::vector<char> memory_, remembered_;
  char *block_ = nullptr;  // 64-byte aligned, inside memory_
  int64_t block_size_ = 0;
  char *lowest_ = nullptr;  // the first byte of the elements, which end span_ bytes later
  int64_t span_ = 0;
  Array array_;
  reference::Handle tensor_;
};

// An output of these sizes and this dtype to give to an op: an operand, or now and then an empty tensor in `resized`,
// which the op has to resize.
std::unique_ptr<Operand> random_output(Random &random, ct_dtype dtype, const Sizes &sizes, reference::Handle *resized);

std::string describe(const Array &array);  // "f32 [2, 3] @ [3, 1]"

}  // namespace property
