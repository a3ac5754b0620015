// What kernels offer to ops that put elements in order, or look for them in an order.
#pragma once

#include <cstdint>

#include "kernels/tuning.h"
#include "kernels/types.h"

namespace ct::kernels {

// Elements as keys: unsigned integers of 32 or 64 bits in the order of the elements. NaN comes last; all NaNs have one
// key, and so have both zeros. Sorts and searches see only keys.
constexpr int64_t key_size(int64_t itemsize) { return itemsize == 8 ? 8 : 4; }
// What differs between the codecs of one kind of elements.
struct KeyForm {
  uint64_t flips;     // bits of a key: the sign of integers, and all in descending order
  uint64_t infinity;  // of floats
};
struct KeyCodec {
  // Returns whether some element cannot be told from its key alone: a NaN, or -0.
  bool (*encode)(char *keys, const char *from, int64_t n, const KeyForm &form);
  void (*decode)(char *to, const char *keys, int64_t n, const KeyForm &form);
  KeyForm form[2];  // ascending, descending
};

// How the difference between a key and the least key is packed with the key's index into 64 bits: its upper bits above
// the index.
struct Packing {
  uint64_t least;
  int32_t index_bits;  // at most 32
  int32_t shift;       // bits of the key that are left out: no more than index_bits
};

// Sorts keys of one size.
struct KeySort {
  // scratch, here and below, has room for n keys.
  void (*sort)(char *keys, int64_t n, char *scratch);
  // Puts at keys[at] the key that belongs there in order, smaller or equal ones before it, and larger or equal ones
  // behind it.
  void (*select)(char *keys, int64_t n, int64_t at, char *scratch);
  // Moves the keys below the pivot to the front, and returns how many there are.
  int64_t (*partition)(char *keys, int64_t n, uint64_t pivot);
  void (*range)(const char *keys, int64_t n, uint64_t *least, uint64_t *most);
  // Packs keys, the first of which has the index `first`.
  void (*pack)(uint64_t *to, const char *keys, int64_t n, int64_t first, const Packing &packing);
  // Orders those with equal packed bits by their whole keys. keys: of all indices. NULL for keys of 32 bits, which are
  // packed whole.
  void (*resolve)(uint64_t *packed, int64_t n, const char *keys, const Packing &packing, char *scratch);
  void (*unpack)(int64_t *indices, const uint64_t *packed, int64_t n, const Packing &packing);
  // For keys of which 16 bits are used, NULL for others. count adds to kShortKeys counts how often each key occurs;
  // fill writes the part from `begin` to `end` of the sorted keys; order finds the index of each, by two walks.
  void (*count)(uint32_t *counts, const char *keys, int64_t n);
  void (*fill)(char *to, const uint32_t *counts, int64_t begin, int64_t end);
  void (*order)(int64_t *indices, const char *keys, int64_t n, char *scratch);
};
constexpr int64_t kShortKeys = int64_t{1} << 16;
constexpr int64_t kFewestCounted = 2 * kShortKeys;  // fewer keys are sorted like others

// How much room a search tree of sorted keys needs: the keys, filled up to whole cache lines; behind them the last key
// of each line, again in whole lines; and so on until there is only one line.
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

// The largest key so far, less 1 if keys wrap, and where it is.
struct Extreme {
  uint64_t key;
  int64_t place;
};

// Searches keys of one size.
struct KeySearch {
  // Builds a search tree of sorted keys, in which the next two functions search.
  void (*grow)(char *sorted, int64_t n);
  // Finds for each of m keys how many of the sorted ones are below it, or (right) not above it.
  void (*search)(int64_t *to, const char *sorted, int64_t n, const char *keys, int64_t m, bool right);
  // Finds whether each key is among the sorted ones. nan: the key of NaN, which is never among them, or 0 where there
  // is none.
  void (*among)(char *to, const char *sorted, int64_t n, const char *keys, int64_t m, uint64_t nan, bool inverted);
  // Reduces each run of equal keys to one key, and returns how many runs there are. begins, where given, gets the begin
  // of each run. nan: the key of NaN, which equals nothing, or 0 where there is none. `to` may be `keys`.
  int64_t (*runs)(char *to, const char *keys, int64_t n, int64_t *begins, uint64_t nan);
  // The last place of the key that occurs most often, or of the first one if there are several.
  int64_t (*mode)(const char *sorted, int64_t n);
  // count_below counts the keys that are smaller than the key; find gives the place of the key that comes after `rank`
  // equal ones.
  int64_t (*count_below)(const char *keys, int64_t n, uint64_t key);
  int64_t (*find)(const char *keys, int64_t n, uint64_t key, int64_t rank);
  // Keeps the keys from low to high, in room for all of them, and returns how many there are. *below becomes the number
  // of smaller keys.
  int64_t (*take_inside)(char *to, const char *keys, int64_t n, uint64_t low, uint64_t high, int64_t *below);
  // Appends the keys below the limit to the *count that are there. Returns where it stopped: at the end, or where there
  // was no more room.
  int64_t (*take_below)(const char *keys, int64_t first, int64_t n, uint64_t limit, char *taken, int64_t *indices,
                        int64_t room, int64_t *count);
  // Finds for each key the place of the largest one up to it, of equals the last. The first key has the index `first`.
  // wraps: NaN is the largest, in keys of descending order.
  void (*extremes)(int64_t *indices, const char *keys, int64_t first, int64_t n, bool wraps, Extreme *extreme);
};

// Works on the keys of lines that lie side by side: row i of a block holds key i of each line, and has `width` keys.
// Places have the size of keys.
struct KeyColumnsTable {
  bool is_there() const { return order != nullptr; }

  // Puts the first `kept` keys of each line in order, and the others behind them. places: the row from which each key
  // came. Of equal keys the first one comes first.
  void (*order)(char *keys, char *places, int64_t rows, int64_t kept, int64_t width);
  // Replaces each key by the largest one of its line so far, and its place by the last row that has it; rows count from
  // `first`. largest and largest_places: what earlier rows have given (less 1 if keys wrap, as in KeySearch::extremes);
  // both are brought up to date.
  void (*extremes)(char *keys, char *places, int64_t first, int64_t rows, int64_t width, bool wraps, char *largest,
                   char *largest_places);
  // For each sorted line the last row of the longest run of equal keys, or of the first of several such runs. Rows have
  // the size of keys.
  void (*mode)(const char *sorted, int64_t rows, int64_t width, char *last);
};

struct KeyTable {
  KeyCodec codec[kNumDTypes];  // NULL for complex numbers
  // By log2(element size): gathers elements by their indices into dense memory.
  void (*gather[4])(char *to, const char *from, const int64_t *indices, int64_t n);
  // For bytes. count_bytes adds how often each value occurs. order_bytes finds the index of each byte in order; next:
  // where the next byte of each value goes.
  void (*count_bytes)(int64_t *counts, const char *from, int64_t n);
  void (*order_bytes)(int64_t *indices, const char *from, int64_t n, int64_t *next);
};
struct SortTable {
  KeySort sort[3];  // for keys of 32 and of 64 bits, and for keys of 32 bits of which 16 are used
};
struct SearchTable {
  KeySearch search[2];
  KeyColumnsTable columns[2];
};

}  // namespace ct::kernels
