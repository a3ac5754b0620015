// Lines side by side: row i of a block holds key i of each. A lane of a register is a line, so that none takes steps of
// its own.
#include "kernels/sort/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class K>
struct KeyColumns {
  // Sorts by exchanging neighbours that are in the wrong order, which keeps equal keys in order.
  static void order(char *keys, char *places, int64_t rows, int64_t kept, int64_t width) {
    K *const all = reinterpret_cast<K *>(keys), *const origins = reinterpret_cast<K *>(places);
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t k = 0; k < width; ++k) origins[row * width + k] = static_cast<K>(row);
      for (int64_t below = (row < kept ? row : kept) - 1, next = row; below >= 0; next = below--) {
        K *const x = all + below * width, *const y = all + next * width;
        K *const of_x = origins + below * width, *const of_y = origins + next * width;
        CT_INDEPENDENT
        for (int64_t k = 0; k < width; ++k) {
          const K a = x[k], b = y[k], of_a = of_x[k], of_b = of_y[k];
          const bool wrong = b < a;
          x[k] = wrong ? b : a;
          y[k] = wrong ? a : b;
          of_x[k] = wrong ? of_b : of_a;
          of_y[k] = wrong ? of_a : of_b;
        }
      }
    }
  }

  static void extremes(char *keys, char *places, int64_t first, int64_t rows, int64_t width, bool wraps, char *largest,
                       char *largest_places) {
    K *const most = reinterpret_cast<K *>(largest), *const most_places = reinterpret_cast<K *>(largest_places);
    const K add = wraps ? K(-1) : K(0);
    for (int64_t row = 0; row < rows; ++row) {
      K *const own = reinterpret_cast<K *>(keys) + row * width, *const to = reinterpret_cast<K *>(places) + row * width;
      const K place = static_cast<K>(first + row);
      CT_INDEPENDENT
      for (int64_t k = 0; k < width; ++k) {
        const K key = static_cast<K>(own[k] + add), before = most[k], place_before = most_places[k];
        const bool beats = key >= before;
        const K now = beats ? key : before, place_now = beats ? place : place_before;
        most[k] = now;
        most_places[k] = place_now;
        own[k] = static_cast<K>(now - add);
        to[k] = place_now;
      }
    }
  }

  static void mode(const char *sorted, int64_t rows, int64_t width, char *last) {
    constexpr int64_t kSome = 64;
    const K *const all = reinterpret_cast<const K *>(sorted);
    K *const last_rows = reinterpret_cast<K *>(last);
    for (int64_t begin = 0; begin < width; begin += kSome) {
      const int64_t some = width - begin < kSome ? width - begin : kSome;
      K run[kSome] = {}, longest[kSome] = {};
      for (int64_t row = 0; row < rows; ++row) {
        const K *const own = all + row * width + begin, *const before = row == 0 ? own : own - width;
        CT_INDEPENDENT
        for (int64_t k = 0; k < some; ++k) {
          const K length = own[k] == before[k] ? static_cast<K>(run[k] + 1) : K(1);
          const bool is_longer = length > longest[k];
          run[k] = length;
          longest[k] = is_longer ? length : longest[k];
          last_rows[begin + k] = is_longer ? static_cast<K>(row) : last_rows[begin + k];
        }
      }
    }
  }

  static constexpr KeyColumnsTable kernels() { return {&order, &extremes, &mode}; }
};

}  // namespace

void register_key_columns([[maybe_unused]] SearchTable &table) {
#ifndef __OPTIMIZE_SIZE__  // without vectors they are slower than a line by itself
  table.columns[0] = KeyColumns<uint32_t>::kernels();
  table.columns[1] = KeyColumns<uint64_t>::kernels();
#endif
}

}  // namespace ct::kernels::CT_ISA
