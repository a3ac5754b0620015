// sort, argsort and topk.
#include "ops/order/lines.h"
#include "ops/order/order.h"
#include "ops/order/short_lines.h"
#include "ops/reduce/run_reduction.h"

namespace ct {

using namespace kernels;

namespace {

// Picoseconds that an element takes, at least; they decide from how many elements on threads are worth it
// (runtime/cost.h). Zen 3, tools/bench_order.py "1Mi": 400 for topk 10 of int64.
constexpr int64_t kSortPs = 3000, kTopkPs = 400;

// ---- bytes are counted ----

constexpr int64_t kFewBytesToCount = 256;

// Counts bytes by value. The counts in the order of the keys are the sorted result.
struct CountedBytes {
  uint8_t order[256];  // bytes
  int64_t counts[256] = {};

  explicit CountedBytes(const Keys &keys) {
    uint8_t all[256];
    alignas(8) char encoded[256 * 4];
    for (int k = 0; k < 256; ++k) all[k] = static_cast<uint8_t>(k);
    keys.encode(encoded, reinterpret_cast<const char *>(all), 256);
    if (keys.dtype == DType::Bool) {  // all but 0 are true
      for (int k = 0; k < 256; ++k) order[k] = static_cast<uint8_t>(keys.descending ? 255 - k : k);
      return;
    }
    for (int k = 0; k < 256; ++k) order[keys.at(encoded, k) & 255] = all[k];
  }
  void begins(int64_t *next) const {
    int64_t before = 0;
    for (const uint8_t byte : order) {
      next[byte] = before;
      before += counts[byte];
    }
  }
};

// Floats' zeros and NaNs: they are equal without being the same bits, and a stable sort keeps their order.
struct Equals {
  uint64_t keys[2] = {};
  int64_t places[2] = {};  // where the first one of each is in order

  Equals() = default;
  Equals(const Keys &of, const char *sorted, int64_t n) {
    constexpr uint64_t kElements[] = {0, ~uint64_t{0}};
    for (int k = 0; k < 2; ++k) {
      of.encode(reinterpret_cast<char *>(&keys[k]), reinterpret_cast<const char *>(&kElements[k]), 1);
      places[k] = of.search.count_below(sorted, n, keys[k]);
    }
  }
  void restore(const Keys &of, const char *from, int64_t n, char *to, int64_t step) {
    constexpr int64_t kSome = 512;
    alignas(8) char some[kSome * 8];
    for (int64_t begin = 0; begin < n; begin += kSome) {
      const int64_t count = std::min(kSome, n - begin);
      of.encode(some, from + begin * of.itemsize, count);
      for (int64_t i = 0; i < count; ++i) {
        const uint64_t key = of.at(some, i);
        if (key != keys[0] && key != keys[1]) continue;
        const int64_t place = places[key == keys[1] ? 1 : 0]++;
        std::memcpy(to + place * step, from + (begin + i) * of.itemsize, static_cast<size_t>(of.itemsize));
      }
    }
  }
};

class SortLines {
 public:
  SortLines(const OrderLines &lines, const Keys &keys, bool values, bool indices)
      : lines_(lines), keys_(keys), values_(values), indices_(indices) {}

  void run() const {
    const int64_t n = lines_.size();
    if (lines_.give_single(values_, indices_)) return;
    if (ShortLines::are(lines_, keys_, n)) {
      const ShortLines side_by_side(lines_, keys_);
      return side_by_side.run(n, [&](const ShortLines::Block &block) {
        if (values_) side_by_side.put_values(block, 0, n);
        if (indices_) side_by_side.put_places(block, 0, n);
      });
    }
    if (lines_.shares_lines()) {
      const auto take = [&](const OrderLines::Line &line, char *own) {
        share(line, reinterpret_cast<int64_t *>(own), own + 8 * n, own + 16 * n);
      };
      return lines_.run(n * (8 + 8) + shared_scratch(n, lines_.workers()), take, true);
    }
    // Room for a line's indices, keys and values, and for what ordering takes.
    lines_.run(n * (8 + 8 + 8) + order_scratch(n), [&](const OrderLines::Line &line, char *scratch) {
      take(line, reinterpret_cast<int64_t *>(scratch), scratch + 8 * n, scratch + 16 * n, scratch + 24 * n);
    });
  }

 private:
  bool counts_bytes() const { return keys_.itemsize == 1 && lines_.size() >= kFewBytesToCount; }
  bool dense_values() const { return lines_.to_step() == keys_.itemsize || lines_.size() == 1; }
  bool dense_indices() const { return lines_.beside_step() == 8 || lines_.size() == 1; }

  void take(const OrderLines::Line &line, int64_t *indices, char *line_keys, char *values, char *scratch) const {
    const int64_t n = lines_.size();
    if (!indices_) {
      if (counts_bytes()) return put_values(line, count(line, values, 1, nullptr));
      char *const to = dense_values() ? line.to : values;
      char *const sorted = keys_.size == keys_.itemsize ? to : line_keys;
      const bool lossy = keys_.encode(sorted, line.from, n);
      keys_.sort.sort(sorted, n, scratch);
      Equals equals;
      if (lossy) equals = Equals(keys_, sorted, n);
      keys_.decode(to, sorted, n);
      if (lossy) equals.restore(keys_, line.from, n, to, keys_.itemsize);
      return put_values(line, to);
    }
    int64_t *const to = dense_indices() ? reinterpret_cast<int64_t *>(line.beside) : indices;
    if (counts_bytes()) {
      order_bytes(line, to);
    } else {
      keys_.encode(line_keys, line.from, n);
      order_keys(keys_, line_keys, n, to, scratch);
    }
    give(line, to, values);
  }

  void share(const OrderLines::Line &line, int64_t *indices, char *values, char *scratch) const {
    const int64_t n = lines_.size();
    const int32_t workers = lines_.workers();
    const int64_t each = divide_up(n, workers * 2);
    if (!indices_) {
      if (counts_bytes()) return put_values(line, count(line, values, workers, scratch));
      const bool in_place = dense_values() && keys_.size == keys_.itemsize;
      char *const sorted = in_place ? line.to : values;
      const bool lossy = sort_on_threads(lines_.name(), workers, keys_, line.from, n, sorted, scratch);
      Equals equals;
      if (lossy) equals = Equals(keys_, sorted, n);
      run_ranges(lines_.name(), n, each, workers, [&](int64_t begin, int64_t end, int32_t) {
        char *const at = sorted + begin * keys_.size;
        if (dense_values()) return keys_.decode(line.to + begin * keys_.itemsize, at, end - begin);
        alignas(8) char some[kSome * 8];
        for (int64_t i = begin; i < end; i += kSome) {
          const int64_t m = std::min(kSome, end - i);
          keys_.decode(some, sorted + i * keys_.size, m);
          spread(keys_.dtype, line.to + i * lines_.to_step(), lines_.to_step(), some, m);
        }
      });
      if (lossy) equals.restore(keys_, line.from, n, line.to, lines_.to_step());
      return;
    }
    int64_t *const to = dense_indices() ? reinterpret_cast<int64_t *>(line.beside) : indices;
    if (counts_bytes()) {
      order_bytes(line, to);
    } else {
      order_on_threads(lines_.name(), workers, keys_, line.from, n, to, scratch);
    }
    run_ranges(lines_.name(), n, each, workers, [&](int64_t begin, int64_t end, int32_t) {
      const OrderLines::Line part{line.from, line.to + begin * lines_.to_step(),
                                  line.beside + begin * lines_.beside_step()};
      give_some(part, to + begin, end - begin, values + begin * keys_.itemsize);
    });
  }
  static constexpr int64_t kSome = 512;

  void give(const OrderLines::Line &line, const int64_t *indices, char *values) const {
    give_some(line, indices, lines_.size(), values);
  }
  void give_some(const OrderLines::Line &line, const int64_t *indices, int64_t n, char *values) const {
    if (values_) {
      char *const to = dense_values() ? line.to : values;
      keys_.gather(to, line.from, indices, n);
      if (to != line.to) spread(keys_.dtype, line.to, lines_.to_step(), to, n);
    }
    if (!dense_indices()) {
      spread(DType::Int64, line.beside, lines_.beside_step(), reinterpret_cast<const char *>(indices), n);
    }
  }
  void put_values(const OrderLines::Line &line, const char *values) const {
    if (values != line.to) spread(keys_.dtype, line.to, lines_.to_step(), values, lines_.size());
  }

  void order_bytes(const OrderLines::Line &line, int64_t *to) const {
    CountedBytes bytes(keys_);
    int64_t next[256];
    const auto &kernels = kernel_table<KeyTable>();
    kernels.count_bytes(bytes.counts, line.from, lines_.size());
    if (keys_.dtype == DType::Bool) return order_bools(line, to, bytes.counts[0]);
    bytes.begins(next);
    kernels.order_bytes(to, line.from, lines_.size(), next);
  }
  void order_bools(const OrderLines::Line &line, int64_t *to, int64_t zeros) const {
    const int64_t n = lines_.size();
    int64_t next[2] = {keys_.descending ? n - zeros : 0, keys_.descending ? 0 : zeros};
    for (int64_t i = 0; i < n; ++i) to[next[line.from[i] != 0 ? 1 : 0]++] = i;
  }

  // The sorted bytes: at their destination, or in `values`.
  char *count(const OrderLines::Line &line, char *values, int32_t workers, char *scratch) const {
    const int64_t n = lines_.size();
    CountedBytes bytes(keys_);
    const auto &kernels = kernel_table<KeyTable>();
    if (workers == 1) {
      kernels.count_bytes(bytes.counts, line.from, n);
    } else {
      const int64_t each = divide_up(n, workers);
      auto *const counts = reinterpret_cast<int64_t *>(scratch);
      std::memset(counts, 0, static_cast<size_t>(workers) * 256 * 8);
      run_ranges(lines_.name(), n, each, workers, [&](int64_t begin, int64_t end, int32_t) {
        kernels.count_bytes(counts + begin / each * 256, line.from + begin, end - begin);
      });
      for (int64_t k = 0; k < int64_t{workers} * 256; ++k) bytes.counts[k % 256] += counts[k];
    }
    char *const to = dense_values() ? line.to : values;
    const auto fill = [&](int64_t begin, int64_t end) {
      int64_t at = 0;
      for (const uint8_t byte : bytes.order) {
        const int64_t from = std::max(at, begin), until = std::min(at + bytes.counts[byte], end);
        const int value = keys_.dtype == DType::Bool && byte != 0 ? 1 : byte;
        if (from < until) std::memset(to + from, value, static_cast<size_t>(until - from));
        at += bytes.counts[byte];
      }
    };
    if (workers == 1) {
      fill(0, n);
    } else {
      run_ranges(lines_.name(), n, divide_up(n, workers), workers,
                 [&](int64_t begin, int64_t end, int32_t) { fill(begin, end); });
    }
    return to;
  }

  const OrderLines &lines_;
  const Keys &keys_;
  bool values_, indices_;
};

// values, indices or both.
struct SortTensor : OneInput {
  const char *name;
  const SortArgs &args;
  bool values;
  int32_t dim = 0;

  void meta(Output &first, Output *second) {
    check_ordered(name, input.dtype());
    dim = wrap_dim(args.dim, input.ndim());
    check_orderable(name, input.ndim() == 0 ? 1 : input.sizes()[static_cast<size_t>(dim)]);
    if (second != nullptr) {
      return set_reduced(first, *second, name, input, input.sizes(), input.dtype(), DType::Int64);
    }
    set_reduced(first, name, input, input.sizes(), values ? input.dtype() : DType::Int64);
  }
  void meta(Output &output) { meta(output, nullptr); }

  void impl(Output &first, Output *second) const {
    const Tensor &out = first.get();
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    const Tensor *const indices = second != nullptr ? &second->get() : values ? nullptr : &out;
    const OrderLines lines(name, out, input, dim, indices, kSortPs);
    const Keys keys(input.dtype(), args.descending);
    SortLines(lines, keys, values, indices != nullptr).run();
  }
  void impl(Output &output) const { impl(output, nullptr); }
};

// ---- topk ----

class TopkLines {
 public:
  TopkLines(const OrderLines &lines, const Keys &keys, int64_t k) : lines_(lines), keys_(keys), k_(k) {}

  void run() const {
    const int64_t n = lines_.size(), pieces = lines_.shares_lines() ? lines_.workers() : 1;
    if (lines_.give_single(true, true)) return;
    if (ShortLines::are(lines_, keys_, k_)) {
      const ShortLines side_by_side(lines_, keys_);
      return side_by_side.run(k_, [&](const ShortLines::Block &block) {
        side_by_side.put_values(block, 0, k_);
        side_by_side.put_places(block, 0, k_);
      });
    }
    if (k_ >= n / (4 * pieces)) {
      const auto take = [&](const OrderLines::Line &line, char *scratch) {
        auto *const indices = reinterpret_cast<int64_t *>(scratch);
        char *const values = scratch + 8 * n, *const rest = scratch + 16 * n;
        if (pieces > 1) {
          order_on_threads(lines_.name(), lines_.workers(), keys_, line.from, n, indices, rest);
        } else {
          keys_.encode(values, line.from, n);
          order_keys(keys_, values, n, indices, rest);
        }
        give(line, indices, values);
      };
      const int64_t rest = pieces > 1 ? shared_scratch(n, lines_.workers()) : order_scratch(n);
      return lines_.run(16 * n + rest, take, pieces > 1);
    }
    // First the first k of each piece, in order; then the first k of all these.
    const int64_t room = room_of(), own = kBlock * 8 + 5 * 8 * room + order_scratch(room);
    const auto take = [&](const OrderLines::Line &line, char *scratch) {
      if (pieces == 1) return give(line, find(line.from, 0, n, room, scratch).indices, scratch);
      char *const found = scratch + pieces * own;
      auto *const indices = reinterpret_cast<int64_t *>(found + pieces * k_ * 8), *const order = indices + pieces * k_;
      run_tasks(lines_.name(), pieces, lines_.workers(), [&](int64_t piece, int32_t) {
        const int64_t begin = n / pieces * piece, end = piece + 1 == pieces ? n : begin + n / pieces;
        const Found first = find(line.from, begin, end, room, scratch + piece * own);
        std::memcpy(found + piece * k_ * keys_.size, first.keys, static_cast<size_t>(k_ * keys_.size));
        std::memcpy(indices + piece * k_, first.indices, static_cast<size_t>(k_) * 8);
      });
      order_keys(keys_, found, pieces * k_, order, reinterpret_cast<char *>(order + pieces * k_));
      for (int64_t i = 0; i < k_; ++i) order[i] = indices[order[i]];
      give(line, order, scratch);
    };
    const int64_t all = pieces == 1 ? 0 : pieces * k_ * 24 + order_scratch(pieces * k_);
    lines_.run(pieces * own + all, take, pieces > 1);
  }

 private:
  static constexpr int64_t kBlock = 2048;
  int64_t room_of() const { return std::min({2 * k_ + kTopkRoom, 4 * k_ + kTopkRoomOfFew, lines_.size()}); }

  struct Found {
    const char *keys;
    const int64_t *indices;
  };

  // Candidates for the first k are kept until there is no more room; then only the first k of them stay. Whatever comes
  // later must be smaller than the last of these.
  Found find(const char *from, int64_t first, int64_t end, int64_t room, char *scratch) const {
    char *const block = scratch, *kept = block + kBlock * 8, *other = kept + room * 8;
    auto *indices = reinterpret_cast<int64_t *>(other + room * 8), *others = indices + room;
    auto *const order = others + room;
    char *const rest = reinterpret_cast<char *>(order + room);
    room = std::min(room, end - first);
    int64_t count = 0;
    uint64_t limit = 0;
    const auto cut = [&] {
      order_keys(keys_, kept, count, order, rest);
      count = std::min(count, k_);
      keys_.gather_keys(other, kept, order, count);
      for (int64_t i = 0; i < count; ++i) others[i] = indices[order[i]];
      std::swap(kept, other);
      std::swap(indices, others);
      limit = keys_.at(kept, count - 1);
    };
    // The first elements are kept, whatever they are.
    keys_.encode(kept, from + first * keys_.itemsize, room);
    for (; count < room; ++count) indices[count] = first + count;
    cut();
    for (int64_t begin = first + room; begin < end; begin += kBlock) {
      const int64_t some = std::min(kBlock, end - begin);
      keys_.encode(block, from + begin * keys_.itemsize, some);
      for (int64_t at = 0; at < some;) {
        const int64_t before = count;
        at = keys_.search.take_below(block, at, some, limit, kept, indices, room, &count);
        for (int64_t i = before; i < count; ++i) indices[i] += begin;
        if (count == room) cut();
      }
    }
    cut();
    return {kept, indices};
  }

  // values: scratch of 8 * kBlock bytes or n elements.
  void give(const OrderLines::Line &line, const int64_t *indices, char *values) const {
    for (int64_t i = 0; i < k_; i += kBlock) {
      const int64_t some = std::min(kBlock, k_ - i);
      char *const to = line.to + i * lines_.to_step();
      const bool dense = lines_.to_step() == keys_.itemsize;
      keys_.gather(dense ? to : values, line.from, indices + i, some);
      if (!dense) spread(keys_.dtype, to, lines_.to_step(), values, some);
      spread(DType::Int64, line.beside + i * lines_.beside_step(), lines_.beside_step(),
             reinterpret_cast<const char *>(indices + i), some);
    }
  }

  const OrderLines &lines_;
  const Keys &keys_;
  int64_t k_;
};

struct TopkTensor : OneInput {
  const TopkArgs &args;
  int32_t dim = 0;

  void meta(Output &first, Output *second) {
    check_ordered("topk", input.dtype());
    dim = wrap_dim(args.dim, input.ndim());
    const int64_t n = input.ndim() == 0 ? 1 : input.sizes()[static_cast<size_t>(dim)];
    check_orderable("topk", n);
    if (args.k < (input.ndim() == 0 ? 1 : 0) || args.k > n) {
      fail(CT_ERROR_INVALID, "topk: k is ", args.k, ", and dim ", dim, " has ", n, " elements");
    }
    DimVec sizes(input.sizes());
    if (input.ndim() > 0) sizes[dim] = args.k;
    set_reduced(first, *second, "topk", input, sizes, input.dtype(), DType::Int64);
  }

  void impl(Output &first, Output *second) const {
    const Tensor &out = first.get();
    if (out.is_meta() || out.numel() == 0 || args.k == 0) return;
    const Workspace workspace;
    const OrderLines lines("topk", out, input, dim, &second->get(), kTopkPs);
    const Keys keys(input.dtype(), args.largest);
    TopkLines(lines, keys, args.k).run();
  }
};

}  // namespace

TwoTensors sort(const Tensor &t, const SortArgs &args, bool indices) {
  return functional_two(SortTensor{{t}, "sort", args, true}, indices);
}
void sort_out(const Tensor &t, const SortArgs &args, Tensor &values, Tensor *indices) {
  into_two(SortTensor{{t}, "sort", args, true}, values, indices);
}
Ref<Tensor> argsort(const Tensor &t, const SortArgs &args) {
  return functional(SortTensor{{t}, "argsort", args, false});
}
void argsort_out(const Tensor &t, const SortArgs &args, Tensor &out) {
  into(SortTensor{{t}, "argsort", args, false}, out);
}

TwoTensors topk(const Tensor &t, const TopkArgs &args) { return functional_two(TopkTensor{{t}, args}, true); }
void topk_out(const Tensor &t, const TopkArgs &args, Tensor &values, Tensor &indices) {
  into_two(TopkTensor{{t}, args}, values, &indices);
}

}  // namespace ct
