// What kernels offer to whoever puts elements in order or looks for them in an order.
#pragma once

#include <cstdint>

#include "kernels/tuning.h"
#include "kernels/types.h"

namespace ct::kernels {

// Elements as keys: unsigned integers of 32 or 64 bits in the order of the elements, in which NaN comes last, all NaNs
// are one, and so are both zeros. What sorts and searches sees keys alone.
constexpr int64_t key_size(int64_t itemsize) { return itemsize == 8 ? 8 : 4; }
// What codecs of one kind of elements differ in.
struct KeyForm {
  uint64_t flips;     // bits of a key: the sign of integers, and all in descending order
  uint64_t infinity;  // of floats
};
struct KeyCodec {
  // Gives whether an element is more than its key tells: a NaN, or -0.
  bool (*encode)(char *keys, const char *from, int64_t n, const KeyForm &form);
  void (*decode)(char *to, const char *keys, int64_t n, const KeyForm &form);
  KeyForm form[2];  // ascending, descending
};

// How a key, less the least one, and its index are packed into 64 bits: the upper bits of the key above the index.
struct Packing {
  uint64_t least;
  int32_t index_bits;  // at most 32
  int32_t shift;       // bits of the key that are left out: no more than index_bits
};

// Of keys of one size.
struct KeySort {
  // scratch, here and below: of as many keys.
  void (*sort)(char *keys, int64_t n, char *scratch);
  // keys[at] is then what it would be if all were sorted, nothing before it is larger, and nothing behind it smaller.
  void (*select)(char *keys, int64_t n, int64_t at, char *scratch);
  // Those below the pivot come first: how many there are.
  int64_t (*partition)(char *keys, int64_t n, uint64_t pivot);
  void (*range)(const char *keys, int64_t n, uint64_t *least, uint64_t *most);
  // Of keys whose first one has the index `first`.
  void (*pack)(uint64_t *to, const char *keys, int64_t n, int64_t first, const Packing &packing);
  // Puts those in order whose packed bits are equal; keys: of all indices. NULL for 32 bits, of which none are left
  // out.
  void (*resolve)(uint64_t *packed, int64_t n, const char *keys, const Packing &packing, char *scratch);
  void (*unpack)(int64_t *indices, const uint64_t *packed, int64_t n, const Packing &packing);
  // Of keys of which 16 bits are used, for others NULL. Adds how many there are of each to kShortKeys counts; fills
  // what lies from `begin` to `end` of all in order; and finds where each comes from, by two walks.
  void (*count)(uint32_t *counts, const char *keys, int64_t n);
  void (*fill)(char *to, const uint32_t *counts, int64_t begin, int64_t end);
  void (*order)(int64_t *indices, const char *keys, int64_t n, char *scratch);
};
constexpr int64_t kShortKeys = int64_t{1} << 16;
constexpr int64_t kFewestCounted = 2 * kShortKeys;  // fewer are sorted as others are

// Sorted keys to search in: filled up to whole lines of the cache, and behind them the last key of each line, and so on
// until there is one line. So many keys there is room for.
constexpr int64_t search_tree_keys(int64_t n, int64_t size) {
  const int64_t block = kCacheLine / size;
  int64_t keys = 0;
  for (;;) {
    const int64_t blocks = (n + block - 1) / block;
    keys += blocks * block;
    if (blocks <= 1) return keys;
    n = blocks;
  }
}

// The largest key so far, less 1 if it wraps, and where it is.
struct Extreme {
  uint64_t key;
  int64_t place;
};

// Of keys of one size, in order where they are called sorted.
struct KeySearch {
  // Makes of sorted keys what the next two search in.
  void (*grow)(char *sorted, int64_t n);
  // Of each of m keys, how many of the sorted ones are below it, or (right) not above it.
  void (*search)(int64_t *to, const char *sorted, int64_t n, const char *keys, int64_t m, bool right);
  // Whether each is among the sorted ones; nan: the key of NaN, which is among none; 0 where there is none.
  void (*among)(char *to, const char *sorted, int64_t n, const char *keys, int64_t m, uint64_t nan, bool inverted);
  // Each run of equal keys becomes one key: how many. begins, where given, gets where each run begins. nan: the key of
  // NaN, which equals nothing; 0 where there is none. to may be the keys.
  int64_t (*runs)(char *to, const char *keys, int64_t n, int64_t *begins, uint64_t nan);
  // The first key that comes most often, and the last place of it.
  int64_t (*mode)(const char *sorted, int64_t n);
  // How many are smaller than the key, and where the one is that `rank` equal ones come before.
  int64_t (*count_below)(const char *keys, int64_t n, uint64_t key);
  int64_t (*find)(const char *keys, int64_t n, uint64_t key, int64_t rank);
  // Keeps those from low to high, in room for all: how many; and tells how many are below.
  int64_t (*take_inside)(char *to, const char *keys, int64_t n, uint64_t low, uint64_t high, int64_t *below);
  // Adds to the `count` that are there, of `room`, those below the limit, and tells where it stopped: at the end, or
  // where there is no more room.
  int64_t (*take_below)(const char *keys, int64_t first, int64_t n, uint64_t limit, char *taken, int64_t *indices,
                        int64_t room, int64_t *count);
  // Where the largest key so far is, the last one of equals, for keys from the one with the index `first` on. wraps:
  // NaN is the largest of all, in keys whose order is the opposite.
  void (*extremes)(int64_t *indices, const char *keys, int64_t first, int64_t n, bool wraps, Extreme *extreme);
};

// Of keys of one size, of lines side by side: row i of a block holds key i of each line, and a row has `width` of them.
// Places are as large as keys.
struct KeyColumnsTable {
  bool is_there() const { return order != nullptr; }

  // Puts the first `kept` keys of each line in order, and the others behind them; places: of each key, which row it
  // came from; of equal keys the first one comes first.
  void (*order)(char *keys, char *places, int64_t rows, int64_t kept, int64_t width);
  // Each key becomes the largest one of its line so far, and its place the last row of that; rows count from `first`.
  // largest: those so far, less 1 if they wrap (KeySearch::extremes), and their places; both go on.
  void (*extremes)(char *keys, char *places, int64_t first, int64_t rows, int64_t width, bool wraps, char *largest,
                   char *largest_places);
  // Of each line in order the last row of the longest run of equal keys, of such runs the first; rows are as large as
  // keys.
  void (*mode)(const char *sorted, int64_t rows, int64_t width, char *last);
};

struct KeyTable {
  KeyCodec codec[kNumDTypes];  // NULL for complex numbers
  // By log2(element size): elements by their indices, dense.
  void (*gather[4])(char *to, const char *from, const int64_t *indices, int64_t n);
  // Of bytes: adds how many there are of each, and (next: where the next of each goes) where they come from.
  void (*count_bytes)(int64_t *counts, const char *from, int64_t n);
  void (*order_bytes)(int64_t *indices, const char *from, int64_t n, int64_t *next);
};
struct SortTable {
  KeySort sort[3];  // of keys of 32 and of 64 bits; and of those of 32 of which 16 are used
};
struct SearchTable {
  KeySearch search[2];
  KeyColumnsTable columns[2];
};

}  // namespace ct::kernels
