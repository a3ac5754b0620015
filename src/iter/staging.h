// Operands that a loop cannot take as they lie, because they have another dtype or another order: a rectangle of
// elements in blocks. Inputs of a block are packed into buffers before the loop sees them, outputs are unpacked after
// it. What is converted is packed by the conversion's kernel; what lies in several dims is picked by a table of where
// its elements are, and converted from there.
#pragma once

#include <limits>

#include "iter/iterator.h"
#include "kernels/table.h"
#include "kernels/tuning.h"

namespace ct {

// Writes to `strides`, in the form that loops take, the strides of dim 0 and of dim `second`, or 0 where there is no
// such dim. Returns `strides`.
const int64_t *plane_strides(const Iterator &it, int32_t second, int64_t *strides) noexcept;

class Staging {
 public:
  // All buffers share so many bytes, so that they stay in the first-level cache beside the elements that they are
  // converted from.
  static constexpr int64_t kBlockBytes = int64_t{16} << 10;
  static constexpr int64_t kScratchBytes = kBlockBytes + kMaxOperands * kCacheLine;

  // Elements a block: all staged operands together fill kBlockBytes.
  static int64_t block_elements(int64_t staged_itemsizes) noexcept;

  // What a block is. Rows: part of a row, or whole rows. Lines: the same, but where an operand's neighbours lie along
  // the outer dim, a block is part of several rows, so that it has whole cache lines of every operand. Packed: like
  // Lines, with rows that are dense or one element in every operand; elements that lie otherwise are packed, and short
  // rows of a block are joined.
  enum class Cut { Rows, Lines, Packed };
  static bool joins_rows(int64_t size0) noexcept { return size0 < kShortPackedRow; }

  // strides: the tensors', bytes, of the inner dim and then of the outer one; they must stay. scratch: kScratchBytes,
  // or NULL: nothing is staged. box: empty, or rectangles are boxes of those sizes over the iterator's first dims as
  // one row, of which the last dim may be cut; strides are then those of what is packed, 0 where a box is one element.
  Staging(const Iterator &it, const int64_t *strides, char *scratch, Cut cut, Dims box = {}) noexcept;
  // Stages a reduction's inputs alone. In the loop they stand behind so many accumulators, and blocks keep the order of
  // the inputs' memory.
  Staging(const Iterator &it, const int64_t *strides, char *scratch, int32_t accumulators, int64_t block) noexcept;
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  // Bytes that an element of a box takes in scratch, at most.
  static int64_t box_element_bytes(const Iterator &it) noexcept;

  // Whether one block is everything, because only inputs of one element are staged.
  bool takes_everything() const noexcept { return block_ == kEverything; }

  // data: where the rectangle starts in each tensor; it must stay.
  void begin(char *const *data, int64_t size0, int64_t size1) noexcept;
  bool next() noexcept;                           // the next block, packed; false at the end
  bool joins() const noexcept { return joins_; }  // rows of a block are one row
  void take_back() noexcept;                      // unpacks its outputs; not called for a block whose loop failed

  // The block, as the loop sees it. Behind the operands in data there is room for options.
  char **data() noexcept { return data_; }
  const int64_t *strides() const noexcept { return loop_strides_; }
  int64_t size0() const noexcept { return now0_; }
  int64_t size1() const noexcept { return now1_; }
  int64_t column() const noexcept { return column_; }  // where it starts in the rectangle
  int64_t row() const noexcept { return row_; }

 private:
  static constexpr int64_t kEverything = std::numeric_limits<int64_t>::max();

  struct Staged {
    int32_t operand;              // of the loop
    bool is_output, is_constant;  // constant: an input that is the same in all blocks, packed once
    int64_t itemsize;             // of the loop's dtype
    int64_t tensor_itemsize;
    int64_t *offsets;       // where a box's elements are, or NULL: it is not picked
    char *picked;           // they are picked to here,
    char *buffer;           // and the loop sees them here
    kernels::Loop convert;  // from one to the other, or NULL: these are the same
  };

  void stage(const Iterator &it, int32_t first, int32_t before, char *scratch, Dims box) noexcept;
  void prefetch_next() const noexcept;
  bool needs_packing(const Iterator &it, int32_t k) const noexcept;
  // For a dim along which the operand is one element: whether the loop sees a single element there.
  bool is_same(const Staged &staged, int64_t stride) const noexcept {
    return stride == 0 && !staged.is_output && !joins_;
  }
  void pack(const Staged &staged) noexcept;
  char *place(int32_t k) const noexcept { return base_[k] + column_ * strides_[k] + row_ * strides_[noperands_ + k]; }

  const int64_t *strides_;
  int32_t noperands_;  // of the loop
  int32_t nstaged_ = 0;
  int64_t block_ = 0;  // elements
  bool across_ = false, keeps_order_ = false, packs_ = false, joins_ = false, prefetches_ = false;
  // The rectangle, the blocks that it is cut into, and the block that is handed out.
  char *const *base_ = nullptr;
  int64_t size0_ = 0, size1_ = 0, block0_ = 0, block1_ = 0;
  int64_t column_ = 0, row_ = 0, now0_ = 0, now1_ = 0;
  // Filled up to their numbers.
  char *data_[kMaxOperands + kernels::kMostOptions];
  int64_t loop_strides_[2 * kMaxOperands];
  Staged staged_[kMaxOperands];
};

}  // namespace ct
