// Walks over keys: searches in sorted ones, runs of equal ones, and where a key is.
#include "kernels/sort/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class K>
struct Search {
  static const K *keys_at(const char *at) { return reinterpret_cast<const K *>(at); }

  // So many searches side by side, each a chain of loads that nothing waits for but the next of its own.
  static constexpr int kTogether = 16;

  // All bits where the key at a place is below, or not above, the other: a choice by arithmetic, because a branch would
  // be guessed wrong every other time.
  template <bool right>
  static CT_INLINE int64_t before(K at, K key) {
    return -static_cast<int64_t>(right ? at <= key : at < key);
  }

  // The number of sorted keys that are below, or not above, each key. All take the same steps.
  template <bool right>
  static CT_INLINE void together(int64_t *at, const K *sorted, int64_t n, const K *keys) {
    int64_t base[kTogether] = {};
    for (; n > 1; n -= n / 2) {
      const int64_t half = n / 2;
      CT_UNROLL(16)
      for (int k = 0; k < kTogether; ++k) base[k] += half & before<right>(sorted[base[k] + half - 1], keys[k]);
    }
    CT_UNROLL(16)
    for (int k = 0; k < kTogether; ++k) at[k] = base[k] - before<right>(sorted[base[k]], keys[k]);
  }
  template <bool right>
  static CT_INLINE int64_t one(const K *sorted, int64_t n, K key) {
    int64_t base = 0;
    for (; n > 1; n -= n / 2) base += n / 2 & before<right>(sorted[base + n / 2 - 1], key);
    return base - before<right>(sorted[base], key);
  }

  template <bool right>
  static void search_all(int64_t *to, const K *sorted, int64_t n, const K *keys, int64_t m) {
    int64_t i = 0;
    for (; i + kTogether <= m; i += kTogether) together<right>(to + i, sorted, n, keys + i);
    for (; i < m; ++i) to[i] = one<right>(sorted, n, keys[i]);
  }
  static void search(int64_t *to, const char *sorted, int64_t n, const char *keys, int64_t m, bool right) {
    if (n == 0) {
      for (int64_t i = 0; i < m; ++i) to[i] = 0;
      return;
    }
    right ? search_all<true>(to, keys_at(sorted), n, keys_at(keys), m)
          : search_all<false>(to, keys_at(sorted), n, keys_at(keys), m);
  }

  static void among(char *to, const char *sorted, int64_t n, const char *keys, int64_t m, uint64_t nan, bool inverted) {
    const K *const at = keys_at(sorted), *const own = keys_at(keys);
    const auto tell = [=](int64_t place, K key) __attribute__((always_inline)) {
      const bool found = place < n && at[place] == key && (nan == 0 || key != static_cast<K>(nan));
      return static_cast<char>(found != inverted ? 1 : 0);
    };
    int64_t i = 0, places[kTogether];
    for (; n > 0 && i + kTogether <= m; i += kTogether) {
      together<false>(places, at, n, own + i);
      for (int k = 0; k < kTogether; ++k) to[i + k] = tell(places[k], own[i + k]);
    }
    for (; i < m; ++i) to[i] = tell(n == 0 ? 0 : one<false>(at, n, own[i]), own[i]);
  }

  static int64_t runs(char *to, const char *keys, int64_t n, int64_t *begins, uint64_t nan) {
    const K *const at = keys_at(keys);
    K *const kept = reinterpret_cast<K *>(to);
    int64_t count = 0;
    K before = 0;
    const K differs = static_cast<K>(nan);
    if (begins == nullptr) {
      for (int64_t i = 0; i < n; ++i) {
        const K key = at[i];
        const bool begin = i == 0 || key != before || (nan != 0 && key == differs);
        kept[count] = key;
        count += begin;
        before = key;
      }
      return count;
    }
    for (int64_t i = 0; i < n; ++i) {
      const K key = at[i];
      if (i == 0 || key != before || (nan != 0 && key == differs)) {
        kept[count] = key;
        begins[count] = i;
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
    for (int64_t i = 0; i < n; ++i) {
      if (at[i] == wanted && rank-- == 0) return i;
    }
    return -1;
  }

  static int64_t take_below(const char *keys, int64_t first, int64_t n, uint64_t limit, char *taken, int64_t *indices,
                            int64_t room, int64_t *count) {
    constexpr int64_t kBlock = 64;
    const K *const at = keys_at(keys), below = static_cast<K>(limit);
    K *const kept = reinterpret_cast<K *>(taken);
    int64_t has = *count, i = first;
    while (i < n && has < room) {
      if (i + kBlock <= n) {
        K any = 0;
        for (int64_t k = 0; k < kBlock; ++k) any |= at[i + k] < below ? K(1) : K(0);
        if (any == 0) {
          i += kBlock;
          continue;
        }
      }
      const int64_t end = n - i < kBlock ? n : i + kBlock;
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

  static void extremes(int64_t *indices, const char *keys, int64_t n, bool wraps) {
    const K *const at = keys_at(keys);
    const K add = wraps ? K(-1) : K(0);
    K largest = 0;
    int64_t place = 0;
    for (int64_t i = 0; i < n; ++i) {
      const K key = static_cast<K>(at[i] + add);
      const bool beats = key >= largest;
      largest = beats ? key : largest;
      place = beats ? i : place;
      indices[i] = place;
    }
  }

  static constexpr KeySearch kernels() {
    return {&search, &among, &runs, &mode, &count_below, &find, &take_below, &extremes};
  }
};

}  // namespace

void register_search(SearchTable &table) {
  table.search[0] = Search<uint32_t>::kernels();
  table.search[1] = Search<uint64_t>::kernels();
}

}  // namespace ct::kernels::CT_ISA
