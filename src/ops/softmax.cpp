// Softmax: lines along one dim, or columns.
#include "ops/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/kernel_table.h"

namespace ct {

namespace {

using kernels::Softmax;
using kernels::Traffic;

struct OpInfo {
  const char *name;
  bool logs;
};
constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, logs) {#name, logs},
    CT_SOFTMAXES(CT_OP_INFO)
#undef CT_OP_INFO
};

constexpr double kLowest = -std::numeric_limits<double>::infinity();

// Of a chunk of a line.
struct Part {
  double largest, sum;
};

class SoftmaxLines : AlongLines {
 public:
  SoftmaxLines(const OpInfo &info, const Softmax &kernels, const AlongLines &lines)
      : AlongLines(lines), info_(info), kernels_(kernels) {}

  void run() const {
    if (by_columns()) return columns();
    if (lines_.along.size <= kChunk) {
      parallel(lines_.count(), [&](int64_t index) { whole_line(line(index)); });
    } else {
      long_lines();
    }
  }

 private:
  // A line up to this long stays in the cache from its first pass to its last.
  static constexpr int64_t kChunk = 8192;
  static constexpr int64_t kRows = kernels::kSoftmaxRows;
  static constexpr int64_t kManyColumns = 1024;  // that go down together
  static constexpr int64_t kMaxSize = 8;         // bytes of an element that is computed in

  // ---- line by line ----

  using AlongLines::reads;
  using AlongLines::stores;
  bool reads() const { return reads(lines_.along); }
  bool stores() const { return stores(lines_.along); }

  // n elements of a line, in place or in the block.
  const char *elements(char *block, const char *from, int64_t n) const {
    if (reads()) return from;
    dtypes_.read(block, from, lines_.along.from, n, 0, 1);
    return block;
  }
  void put(char *to, int64_t n, const char *block) const {
    if (!stores()) dtypes_.write(to, lines_.along.to, n, 0, 1, block);
  }

  void whole_line(Lines::Place at) const {
    alignas(64) char block[kChunk * kMaxSize];
    const int64_t n = lines_.along.size;
    const char *const from = elements(block, at.from, n);
    char *const to = stores() ? at.to : block;
    const double largest = kernels_.largest(from, n);
    if (info_.logs) {
      const double sum = kernels_.exponentials(nullptr, from, n, largest);
      kernels_.subtract(to, from, n, largest, std::log(sum), how_);
    } else {
      const double sum = kernels_.exponentials(block, from, n, largest);
      kernels_.divide(to, block, n, sum, how_);
    }
    put(at.to, n, block);
  }

  // Longer lines: every chunk's own part, all of them together, and then every chunk's result.
  void long_lines() const {
    const int64_t chunks = (lines_.along.size + kChunk - 1) / kChunk, count = lines_.count();
    struct Parts {
      size_t bytes;
      Part *data;
      ~Parts() { deallocate(data, bytes, alignof(Part)); }
    };
    const size_t bytes = static_cast<size_t>(count * chunks) * sizeof(Part);
    const Parts parts{bytes, static_cast<Part *>(allocate(bytes, alignof(Part)))};
    if (!threads_ || count >= num_threads()) {
      return parallel(count, [&](int64_t line) {
        Part *const own = parts.data + line * chunks;
        for (int64_t chunk = 0; chunk < chunks; ++chunk) own[chunk] = part_of(line, chunk);
        own[0] = together(own, chunks);
        for (int64_t chunk = 0; chunk < chunks; ++chunk) write_chunk(line, chunk, own[0]);
      });
    }
    parallel(count * chunks, [&](int64_t i) { parts.data[i] = part_of(i / chunks, i % chunks); });
    for (int64_t line = 0; line < count; ++line) {
      parts.data[line * chunks] = together(parts.data + line * chunks, chunks);
    }
    parallel(count * chunks, [&](int64_t i) { write_chunk(i / chunks, i % chunks, parts.data[i / chunks * chunks]); });
  }

  int64_t chunk_size(int64_t chunk) const { return std::min(kChunk, lines_.along.size - chunk * kChunk); }
  Lines::Place chunk_of(int64_t line, int64_t chunk) const { return place(this->line(line), 0, chunk * kChunk); }

  Part part_of(int64_t line, int64_t chunk) const {
    alignas(64) char block[kChunk * kMaxSize];
    const int64_t n = chunk_size(chunk);
    const char *const from = elements(block, chunk_of(line, chunk).from, n);
    const double largest = kernels_.largest(from, n);
    return {largest, kernels_.exponentials(nullptr, from, n, largest)};
  }

  // The whole line's; the sum is its logarithm where that is what is wanted.
  Part together(const Part *parts, int64_t chunks) const {
    Part all{kLowest, 0};
    for (int64_t i = 0; i < chunks; ++i) {
      if (parts[i].largest > all.largest || std::isnan(parts[i].largest)) all.largest = parts[i].largest;
    }
    for (int64_t i = 0; i < chunks; ++i) {
      if (parts[i].largest != kLowest) all.sum += parts[i].sum * std::exp(parts[i].largest - all.largest);
    }
    if (info_.logs) all.sum = std::log(all.sum);
    return all;
  }

  void write_chunk(int64_t line, int64_t chunk, Part all) const {
    alignas(64) char block[kChunk * kMaxSize];
    const int64_t n = chunk_size(chunk);
    const Lines::Place at = chunk_of(line, chunk);
    const char *const from = elements(block, at.from, n);
    char *const to = stores() ? at.to : block;
    if (info_.logs) {
      kernels_.subtract(to, from, n, all.largest, all.sum, how_);
    } else {
      kernels_.normalise(to, from, n, all.largest, all.sum, how_);
    }
    put(at.to, n, block);
  }

  // ---- columns side by side ----

  void columns() const {
    const bool in_place = reads(lines_.across) && stores(lines_.across);
    const int64_t most = in_place ? kManyColumns : dtypes_.block_elements() / kRows;
    by_strips(most, 64 / dtypes_.size(), [this](Lines::Place at, int64_t count) { go_down(at, count); });
  }

  void go_down(Lines::Place at, int64_t count) const {
    const int64_t size = dtypes_.size(), beyond = 64 / size;
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const bool reads = this->reads(across), stores = this->stores(across);
    alignas(64) char largest[(kManyColumns + 64) * kMaxSize];
    alignas(64) double sums[kManyColumns + 64];
    alignas(64) char block[Converted::kBlockBytes];
    for (int64_t i = 0; i < count + beyond; ++i) {
      if (size == 4) {
        reinterpret_cast<float *>(largest)[i] = static_cast<float>(kLowest);
      } else {
        reinterpret_cast<double *>(largest)[i] = kLowest;
      }
      sums[i] = 0;
    }
    const auto rows_at = [&](int64_t row, int64_t n) -> const char * {
      const char *const from = at.from + row * along.from;
      if (!reads) dtypes_.read(block, from, across.from, count, along.from, n);
      return reads ? from : block;
    };
    const int64_t from_step = reads ? along.from : count * size;
    for (int64_t row = 0; row < along.size; row += kRows) {
      const int64_t n = std::min(kRows, along.size - row);
      kernels_.take_columns(rows_at(row, n), from_step, n, count, largest, sums);
    }
    if (info_.logs) {
      for (int64_t i = 0; i < count; ++i) sums[i] = std::log(sums[i]);
    }
    for (int64_t row = 0; row < along.size; row += kRows) {
      const int64_t n = std::min(kRows, along.size - row);
      char *const to = at.to + row * along.to;
      kernels_.write_columns(stores ? to : block, stores ? along.to : count * size, rows_at(row, n), from_step, n,
                             count, largest, sums, info_.logs);
      if (!stores) dtypes_.write(to, across.to, count, along.to, n, block);
    }
  }

  const OpInfo &info_;
  const Softmax &kernels_;
};

struct SoftmaxWay {
  static constexpr int64_t kElementPs = 250;

  SoftmaxOp op;
  const OpInfo &info = kOps[static_cast<int>(op)];

  DType result(DType in, DType asked, const Tensor *) const {
    const DType result = asked != DType::Undefined ? asked : in;
    if (!is_floating(result)) {
      fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(result),
           " as the dtype of its result; ask for a real float");
    }
    return result;
  }
  static DType computed(DType result) { return kernels::held_dtype(kernels::Holds::Same, result); }

  void run(DType computed, const Lines &lines, const Converted &dtypes, Traffic how, bool threads) const {
    const Softmax &kernels = kernel_table().softmax[deterministic() ? 1 : 0][static_cast<int>(computed)];
    SoftmaxLines(info, kernels, {info.name, lines, dtypes, how, threads}).run();
  }
};

}  // namespace

Ref<Tensor> softmax(SoftmaxOp op, const Tensor &t, const AlongArgs &args) {
  return functional(AlongTensor<SoftmaxWay>{SoftmaxWay{op}, t, args});
}

void softmax_out(SoftmaxOp op, const Tensor &t, const AlongArgs &args, Tensor &out) {
  into(AlongTensor<SoftmaxWay>{SoftmaxWay{op}, t, args}, out);
}

}  // namespace ct
