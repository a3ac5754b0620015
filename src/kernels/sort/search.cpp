// Walks over keys: searches in sorted ones, runs of equal ones, and where a key is.
#include "kernels/sort/registrations.h"
#include "kernels/tuning.h"
#include "kernels/vec/isa.h"
#include "kernels/vec/key_blocks.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class K>
struct Search {
  static const K *keys_at(const char *at) { return reinterpret_cast<const K *>(at); }

  // How many searches run side by side. Each is a chain of loads, of which only its own next load waits.
  static constexpr int kTogether = kSearchesTogether;
  static constexpr int64_t kBlock = kBlockKeys<K>;
  static constexpr K kLast = static_cast<K>(~K(0));

  // Sorted keys in the form that kernels::search_tree_keys() describes, level by level.
  struct Tree {
    const K *levels[16];
    int count = 0;

    Tree(const K *at, int64_t n) {
      for (int64_t size = n;; size = (size + kBlock - 1) / kBlock) {
        levels[count++] = at;
        if (size <= kBlock) break;
        at += (size + kBlock - 1) / kBlock * kBlock;
      }
    }
    // Counts for several keys at once how many sorted ones are below each.
    template <int together>
    CT_INLINE void search(int64_t *to, const K *keys) const {
      int64_t places[together] = {};
      for (int level = count - 1; level >= 0; --level) {
        CT_UNROLL(8)
        for (int k = 0; k < together; ++k) {
          places[k] *= kBlock;
          places[k] += count_below_in_block(levels[level] + places[k], keys[k]);
        }
      }
      CT_UNROLL(8)
      for (int k = 0; k < together; ++k) to[k] = places[k];
    }
  };

  static void grow(char *sorted, int64_t n) {
    K *at = reinterpret_cast<K *>(sorted);
    for (int64_t size = n; size > 0;) {
      const int64_t blocks = (size + kBlock - 1) / kBlock;
      for (int64_t i = size; i < blocks * kBlock; ++i) at[i] = kLast;
      if (blocks <= 1) break;
      K *const next = at + blocks * kBlock;
      // The last block's key is the largest of all, so that no search goes beyond that block.
      for (int64_t k = 0; k < blocks; ++k) next[k] = k + 1 < blocks ? at[(k + 1) * kBlock - 1] : kLast;
      at = next;
      size = blocks;
    }
  }

  // The keys that are not above a key are those below the next larger key. No key is above the largest.
  static CT_NOINLINE void search(int64_t *to, const char *sorted, int64_t n, const char *keys, int64_t m, bool right) {
    if (n == 0) {
      for (int64_t i = 0; i < m; ++i) to[i] = 0;
      return;
    }
    const Tree tree(keys_at(sorted), n);
    const K *const from = keys_at(keys);
    int64_t i = 0;
    const auto some = [&]<int together>() __attribute__((always_inline)) {
      K wanted[together];
      for (int k = 0; k < together; ++k) wanted[k] = static_cast<K>(from[i + k] + (right ? K(1) : K(0)));
      tree.template search<together>(to + i, wanted);
      for (int k = 0; k < together; ++k) to[i + k] = right && from[i + k] == kLast ? n : to[i + k];
    };
    for (; i + kTogether <= m; i += kTogether) some.template operator()<kTogether>();
    for (; i < m; ++i) some.template operator()<1>();
  }

  static void among(char *to, const char *sorted, int64_t n, const char *keys, int64_t m, uint64_t nan, bool inverted) {
    constexpr int64_t kSome = 256;
    const K *const at = keys_at(sorted), differs = static_cast<K>(nan);
    const int64_t found_among =
        n > 0 && nan != 0 && at[n - 1] == differs ? n - 1 : n;  // NaN, the last one, is among none
    for (int64_t begin = 0; begin < m; begin += kSome) {
      const int64_t some = m - begin < kSome ? m - begin : kSome;
      const K *const own = keys_at(keys) + begin;
      if (n <= kFewSought) {
        K found[kSome] = {};
        for (int64_t k = 0; k < found_among; ++k) {
          CT_INDEPENDENT
          for (int64_t i = 0; i < some; ++i) found[i] |= own[i] == at[k] ? K(1) : K(0);
        }
        for (int64_t i = 0; i < some; ++i) to[begin + i] = static_cast<char>(found[i] ^ K(inverted));
        continue;
      }
      int64_t places[kSome];
      search(places, sorted, n, keys + begin * static_cast<int64_t>(sizeof(K)), some, false);
      for (int64_t i = 0; i < some; ++i) {
        const bool found = places[i] < found_among && at[places[i]] == own[i];
        to[begin + i] = static_cast<char>(found != inverted ? 1 : 0);
      }
    }
  }

  static int64_t runs(char *to, const char *keys, int64_t n, int64_t *begins, uint64_t nan) {
    if (n == 0) return 0;
    const K *const at = keys_at(keys);
    K *const kept = reinterpret_cast<K *>(to);
    const K differs = static_cast<K>(nan);
    K before = at[0];
    kept[0] = before;
    int64_t i = 1, count = 1;
    if (begins == nullptr) {
      RunBegins<K> starts(before, differs);
      for (; i + kBlock <= n; i += kBlock) {
        before = at[i + kBlock - 1];
        count += starts.store(kept + count, at + i);
      }
    } else {
      begins[0] = 0;
    }
    for (; i < n; ++i) {
      const K key = at[i];
      if (key != before || (nan != 0 && key == differs)) {
        kept[count] = key;
        if (begins != nullptr) begins[count] = i;
        ++count;
      }
      before = key;
    }
    return count;
  }

  static int64_t mode(const char *sorted, int64_t n) {
    const K *const at = keys_at(sorted);
    int64_t longest = 0, last = 0;
    for (int64_t begin = 0, end; begin < n; begin = end) {
      end = begin + 1;
      while (end < n && at[end] == at[begin]) ++end;
      if (end - begin > longest) {
        longest = end - begin;
        last = end - 1;
      }
    }
    return last;
  }

  static int64_t count_below(const char *keys, int64_t n, uint64_t key) {
    const K *const at = keys_at(keys), limit = static_cast<K>(key);
    int64_t count = 0;
    for (int64_t i = 0; i < n; ++i) count += at[i] < limit ? 1 : 0;
    return count;
  }
  static int64_t find(const char *keys, int64_t n, uint64_t key, int64_t rank) {
    const K *const at = keys_at(keys), wanted = static_cast<K>(key);
    constexpr int64_t kSome = 256;
    for (int64_t begin = 0; begin < n; begin += kSome) {
      const int64_t end = n - begin < kSome ? n : begin + kSome;
      K equal = 0;
      for (int64_t i = begin; i < end; ++i) equal += at[i] == wanted ? K(1) : K(0);
      if (rank >= static_cast<int64_t>(equal)) {
        rank -= static_cast<int64_t>(equal);
        continue;
      }
      for (int64_t i = begin;; ++i) {
        if (at[i] == wanted && rank-- == 0) return i;
      }
    }
    return -1;
  }

  static int64_t take_inside(char *to, const char *keys, int64_t n, uint64_t low, uint64_t high, int64_t *below) {
    const K *const at = keys_at(keys), from = static_cast<K>(low), range = static_cast<K>(high - low);
    K *kept = reinterpret_cast<K *>(to);
    int64_t i = 0, count = 0;
    for (; i + kBlock <= n; i += kBlock) {
      kept += store_inside(kept, at + i, from, range);
      count += count_below_in_block(at + i, from);
    }
    for (; i < n; ++i) {
      if (static_cast<K>(at[i] - from) <= range) *kept++ = at[i];
      count += at[i] < from ? 1 : 0;
    }
    *below = count;
    return kept - reinterpret_cast<K *>(to);
  }

  static int64_t take_below(const char *keys, int64_t first, int64_t n, uint64_t limit, char *taken, int64_t *indices,
                            int64_t room, int64_t *count) {
    constexpr int64_t kSome = 64;
    const K *const at = keys_at(keys), below = static_cast<K>(limit);
    K *const kept = reinterpret_cast<K *>(taken);
    int64_t has = *count, i = first;
    while (i < n && has < room) {
      if (i + kSome <= n) {
        K any = 0;
        for (int64_t k = 0; k < kSome; ++k) any |= at[i + k] < below ? K(1) : K(0);
        if (any == 0) {
          i += kSome;
          continue;
        }
      }
      const int64_t end = n - i < kSome ? n : i + kSome;
      for (; i + kBlock <= end; i += kBlock) {
        uint32_t found = below_in_block(at + i, below);
        if (has + __builtin_popcount(found) > room) break;
        for (; found != 0; found &= found - 1) {
          const int64_t one = i + __builtin_ctz(found);
          kept[has] = at[one];
          indices[has++] = one;
        }
      }
      for (; i < end && has < room; ++i) {
        if (at[i] < below) {
          kept[has] = at[i];
          indices[has++] = i;
        }
      }
    }
    *count = has;
    return i;
  }

  // In most blocks of keys, no key is as large as the largest before. The others take no branches, which would often be
  // predicted wrongly, in binary images, say: the place of a key that is as large is larger than all before.
  static void extremes(int64_t *indices, const char *keys, int64_t first, int64_t n, bool wraps, Extreme *extreme) {
    const K *const at = keys_at(keys);
    const K add = wraps ? K(-1) : K(0);
    K largest = static_cast<K>(extreme->key);
    int64_t place = extreme->place;
    const auto one = [&](int64_t i) {
      const K key = static_cast<K>(at[i] + add);
      const int64_t found = (first + i) & -static_cast<int64_t>(key >= largest);
      largest = key > largest ? key : largest;
      place = found > place ? found : place;
      indices[i] = place;
    };
    int64_t i = 0;
    for (; i + kBlock <= n; i += kBlock) {
      if (count_below_in_block(at + i, largest, add) == kBlock) {
        for (int64_t k = 0; k < kBlock; ++k) indices[i + k] = place;
      } else {
        CT_ROLLED
        for (int64_t k = 0; k < kBlock; ++k) one(i + k);
      }
    }
    for (; i < n; ++i) one(i);
    *extreme = {largest, place};
  }

  static constexpr KeySearch kernels() {
    return {&grow, &search, &among, &runs, &mode, &count_below, &find, &take_inside, &take_below, &extremes};
  }
};

}  // namespace

void register_search(SearchTable &table) {
  table.search[0] = Search<uint32_t>::kernels();
  table.search[1] = Search<uint64_t>::kernels();
}

}  // namespace ct::kernels::CT_ISA
