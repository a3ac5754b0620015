// Short lines that are put in order side by side, because one call of a kernel serves many of them.
#pragma once

#include "ops/order/lines.h"

namespace ct {

class ShortLines {
 public:
  static constexpr int64_t kWidth = kShortLinesBlock;

  // kept: how many of each line must be in order.
  static bool are(const OrderLines &lines, const Keys &keys, int64_t kept) {
    return keys.columns.is_there() && lines.size() <= kShortLine && lines.count() >= kFewestShortLines &&
           kept * (2 * lines.size() - kept) <= 2 * kMostComparedPairs;
  }

  ShortLines(const OrderLines &lines, const Keys &keys) : lines_(lines), keys_(keys) {}

  // Row r of a block holds the element, the key and the place (as large as a key) that are r-th in the order of each
  // line; the elements are still as the lines have them.
  struct Block {
    int64_t first, count;  // lines
    char *elements, *keys, *places;
    bool lossy;   // an element is more than its key tells
    char *spare;  // for a block of elements
  };

  // Calls take(block) for all lines, where the first `kept` rows of each line's order are known. All rows are, where
  // some element cannot be told from its key alone.
  template <class Take>
  void run(int64_t kept, Take &&take) const {
    const int64_t n = lines_.size(), bytes = n * kWidth * 8;
    lines_.run_blocks(kWidth, 4 * bytes, [&](int64_t first, int64_t count, char *scratch) {
      Block block{first, count, scratch, scratch + bytes, scratch + 2 * bytes, false, scratch + 3 * bytes};
      lines_.get_rows(block.elements, first, count, 0, n);
      block.lossy = keys_.encode(block.keys, block.elements, n * count);
      keys_.columns.order(block.keys, block.places, n, block.lossy ? n : kept, count);
      take(block);
    });
  }

  // Copies the elements of the order's rows from `row` on, and their places, to the first rows of the outputs.
  void put_values(const Block &block, int64_t row, int64_t rows) const;
  void put_places(const Block &block, int64_t row, int64_t rows) const;
  // Copies from column k the element of row rows[k].
  void put_picked(const Block &block, const int64_t *rows, bool with_places) const;

  // How many elements of a column come before its NaNs.
  int64_t numbers(const Block &block, int64_t column) const;
  int64_t place(const Block &block, int64_t row, int64_t column) const {
    return static_cast<int64_t>(keys_.at(block.places, row * block.count + column));
  }
  uint64_t key(const Block &block, int64_t row, int64_t column) const {
    return keys_.at(block.keys, row * block.count + column);
  }

 private:
  // Gathers from each column the element at its place, dense.
  void gather(char *to, const Block &block, const int64_t *places) const;

  const OrderLines &lines_;
  const Keys &keys_;
};

}  // namespace ct
