// Softmax: lines along one dim, or columns.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/along/along.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"
#include "runtime/scratch.h"

namespace ct {

namespace {

using kernels::Softmax;
using kernels::Traffic;

struct SoftmaxInfo {
  const char *name;
  bool logs;
};
constexpr SoftmaxInfo kInfos[] = {
#define CT_INFO(name, logs, ...) {#name, logs},
    CT_SOFTMAXES(CT_INFO)
#undef CT_INFO
};

constexpr double kLowest = -std::numeric_limits<double>::infinity();

// The softmax's intermediate results for a chunk of a line.
struct Part {
  double largest, sum;
};

class SoftmaxLines : AlongLines {
 public:
  SoftmaxLines(const SoftmaxInfo &info, const Softmax &kernels, const AlongLines &lines)
      : AlongLines(lines), info_(info), kernels_(kernels) {}

  // Whether they are long, and too few to go down side by side.
  static bool suits_lines(const Lines &lines) {
    return lines.along.size >= kShortLine && lines.across.size < kFewColumns;
  }

  void run() const {
    if (by_columns(lines_.across.to, lines_.along.to)) return columns();
    if (lines_.along.size <= chunk_) {
      whole_lines();
    } else {
      long_lines();
    }
  }

 private:
  static constexpr int64_t kChunkBytes = kernels::kSoftmaxLine;
  static constexpr int64_t kRows = kernels::kSoftmaxRows;
  static constexpr int64_t kMaxSize = 8;   // bytes of an element that is computed in
  static constexpr int64_t kTask = 65536;  // elements
  static constexpr int64_t kTasks = 4;     // a thread, at least

  // ---- line by line ----

  // Lines that are computed as a whole; a task takes several that lie side by side.
  void whole_lines() const {
    const int64_t n = lines_.along.size, side_by_side = lines_.across.size;
    const int64_t shared = threads_ ? lines_.count() / (kTasks * workers_) : side_by_side;
    by_strips(std::clamp<int64_t>(std::min(kTask / n, shared), 1, side_by_side),
              [this](Lines::Place at, int64_t count, int32_t) { lines(at, count); });
  }

  void lines(Lines::Place at, int64_t count) const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const int64_t n = along.size, most = reads(along) && stores(along) ? count : chunk_ / n;
    const Buffer<char, kChunkBytes> block;
    for (int64_t first = 0; first < count; first += most) {
      const Lines::Place now = place(at, first);
      const int64_t m = std::min(most, count - first);
      const Dense from = dense(block, now.from, along, n, across, m);
      store_dense(block, now.to, along, n, across, m, [&](char *to, int64_t step, Traffic how) {
        kernels_.lines(to, step, from.from, from.step, m, n, info_.logs, how);
      });
    }
  }

  // For longer lines: first each chunk's intermediate result, then all of them joined, then each chunk's elements.
  void long_lines() const {
    const int64_t chunks = divide_up(lines_.along.size, chunk_), count = lines_.count();
    const Scratch scratch(count * chunks * static_cast<int64_t>(sizeof(Part)));
    Part *const parts = scratch.data<Part>();
    if (count >= workers_) {
      return parallel(count, [&](int64_t line) {
        Part *const own = parts + line * chunks;
        for (int64_t chunk = 0; chunk < chunks; ++chunk) own[chunk] = part_of(line, chunk);
        own[0] = together(own, chunks);
        for (int64_t chunk = 0; chunk < chunks; ++chunk) write_chunk(line, chunk, own[0]);
      });
    }
    parallel(count * chunks, [&](int64_t i) { parts[i] = part_of(i / chunks, i % chunks); });
    for (int64_t line = 0; line < count; ++line) parts[line * chunks] = together(parts + line * chunks, chunks);
    parallel(count * chunks, [&](int64_t i) { write_chunk(i / chunks, i % chunks, parts[i / chunks * chunks]); });
  }

  int64_t chunk_size(int64_t chunk) const { return std::min(chunk_, lines_.along.size - chunk * chunk_); }
  Lines::Place chunk_of(int64_t line, int64_t chunk) const { return place(this->line(line), 0, chunk * chunk_); }

  Part part_of(int64_t line, int64_t chunk) const {
    const Buffer<char, kChunkBytes> block;
    const int64_t n = chunk_size(chunk);
    const char *const from = dense(block, chunk_of(line, chunk).from, lines_.along, n, {}, 1).from;
    const double largest = kernels_.largest(from, n);
    return {largest, kernels_.exponentials(from, n, largest)};
  }

  // Joins the parts of a whole line. The sum becomes its logarithm where the op wants that.
  Part together(const Part *parts, int64_t chunks) const {
    const KeepsErrno keeps_errno;
    Part all{kLowest, 0};
    for (int64_t i = 0; i < chunks; ++i) all.largest = std::max(all.largest, parts[i].largest);
    for (int64_t i = 0; i < chunks; ++i) {
      const double scale = parts[i].largest == all.largest ? 1 : std::exp(parts[i].largest - all.largest);
      all.sum += parts[i].sum * scale;  // NaN in any
    }
    if (info_.logs) all.sum = std::log(all.sum);
    return all;
  }

  void write_chunk(int64_t line, int64_t chunk, Part all) const {
    const Buffer<char, kChunkBytes> block;
    const int64_t n = chunk_size(chunk);
    const Lines::Place at = chunk_of(line, chunk);
    const char *const from = dense(block, at.from, lines_.along, n, {}, 1).from;
    const auto take = info_.logs ? kernels_.subtract : kernels_.normalise;
    store_dense(block, at.to, lines_.along, n, {}, 1,
                [&](char *to, int64_t, Traffic how) { take(to, from, n, all.largest, all.sum, how); });
  }

  // ---- columns side by side ----

  // The intermediate results of columns that are not too long are kept until a whole column is known. A strip is as
  // wide as the second-level cache allows; it is wider where memory would be slow at narrow ones, but then stays within
  // kMostKeptBytes.
  static constexpr int64_t kKeptBytes = int64_t{768} << 10, kMostKeptBytes = int64_t{4} << 20;
  static constexpr int64_t kOwnBytes = 65536;           // that a thread has without asking for memory
  static constexpr int64_t kNarrow = 256, kWide = 768;  // bytes
  static constexpr int64_t kMost = kernels::kSoftmaxColumns;

  // Columns that are computed together, all rows of them.
  struct Strip {
    Lines::Place at;
    int64_t count, width;  // columns, and bytes of a row of what is kept
    char *kept;            // room for all rows, and for the largest elements after each kRows of them; or NULL
    const char *largest;   // of each column, up to the rows that were taken last
    alignas(kCacheLine) char lowest[kMost * kMaxSize + kCacheLine];
    alignas(kCacheLine) double sums[kMost + kCacheLine];
  };

  void columns() const {
    const int64_t size = dtypes_.size(), rows = lines_.along.size;
    const bool in_place = reads(lines_.across) && stores(lines_.across), keeps = rows <= kMostKeptBytes / kNarrow;
    int64_t most = in_place ? kMost : dtypes_.block_elements() / kRows;
    const int64_t wide = std::min(kMostKeptBytes / rows, kWide);
    if (keeps) most = std::min(most, std::max(kKeptBytes / rows, wide) / kCacheLine * kCacheLine / size);
    const int64_t columns = strip_of(most, kCacheLine / size);
    // Room for whole pairs of registers in a row, and an odd number of cache lines, so that rows are spread over all
    // sets of the caches.
    const int64_t width = divide_up(columns * size, 2 * kCacheLine) * (2 * kCacheLine) + kCacheLine;
    const int64_t kept = keeps ? (rows + divide_up(rows, kRows) + 2) * width : 0;
    const bool small = kept <= kOwnBytes;
    const Scratch scratch(small ? 0 : kept * workers_);
    by_strips(columns, [&](Lines::Place at, int64_t count, int32_t worker) {
      const Buffer<Strip> strip;
      const Buffer<char, kOwnBytes> own;
      strip->at = at;
      strip->count = count;
      strip->width = width;
      strip->kept = !keeps ? nullptr : small ? own.bytes() : scratch.data() + kept * worker;
      go_down(*strip);
      if (how_ == Traffic::NonTemporal) kernel_table<kernels::FenceTable>().fence();
    });
  }

  void go_down(Strip &strip) const {
    const int64_t size = dtypes_.size(), rows = lines_.along.size;
    char *const largest = keeps_largest(strip) ? strip.kept + rows * strip.width : strip.lowest;
    for (int64_t i = 0; i < strip.width / size; ++i) {
      if (size == 4) {
        reinterpret_cast<float *>(largest)[i] = static_cast<float>(kLowest);
      } else {
        reinterpret_cast<double *>(largest)[i] = kLowest;
      }
      strip.sums[i] = 0;
    }
    strip.largest = largest;
    for (int64_t row = 0; row < rows; row += kRows) take(strip, row, std::min(kRows, rows - row));
    for (int64_t i = 0; i < strip.count; ++i) strip.sums[i] = info_.logs ? std::log(strip.sums[i]) : 1 / strip.sums[i];
    for (int64_t row = 0; row < rows; row += kRows) write(strip, row, std::min(kRows, rows - row));
  }
  bool keeps_largest(const Strip &strip) const { return strip.kept != nullptr && !info_.logs; }

  // Some rows of the input, as the kernel takes them.
  Dense rows(const Strip &strip, int64_t row, int64_t n, char *block) const {
    const Lines::Dim &along = lines_.along;
    return dense(block, strip.at.from + row * along.from, lines_.across, strip.count, along, n);
  }

  void take(Strip &strip, int64_t row, int64_t n) const {
    const Buffer<char, Converted::kBlockBytes> block;
    const Dense from = rows(strip, row, n, block);
    char *const to = strip.kept != nullptr ? strip.kept + row * strip.width : nullptr;
    char *const largest = const_cast<char *>(strip.largest) + (keeps_largest(strip) ? strip.width : 0);
    kernels_.take_columns(to, strip.width, from.from, from.step, n, strip.count, strip.largest, largest, strip.sums,
                          info_.logs, from.from == block ? Traffic::Cached : how_);
    strip.largest = largest;
  }

  void write(const Strip &strip, int64_t row, int64_t n) const {
    const Buffer<char, Converted::kBlockBytes> block;
    const Lines::Dim &along = lines_.along;
    const Dense from =
        strip.kept != nullptr ? Dense{strip.kept + row * strip.width, strip.width} : rows(strip, row, n, block);
    const char *const largest_then =
        keeps_largest(strip) ? strip.kept + (along.size + row / kRows + 1) * strip.width : nullptr;
    store_dense(block, strip.at.to + row * along.to, lines_.across, strip.count, along, n,
                [&](char *to, int64_t step, Traffic how) {
                  kernels_.end_columns(to, step, from.from, from.step, n, strip.count, largest_then, strip.largest,
                                       strip.sums, info_.logs, how);
                });
  }

  const SoftmaxInfo &info_;
  const Softmax &kernels_;
  const int64_t chunk_ = kChunkBytes / dtypes_.size();  // elements
};

struct SoftmaxWay {
  static constexpr int64_t kElementPs = 250;

  SoftmaxOp op;
  const SoftmaxInfo &info = kInfos[static_cast<int>(op)];

  DType result(DType in, DType asked, const Tensor *) const {
    const DType result = asked != DType::Undefined ? asked : in;
    if (!is_floating(result)) {
      fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(result),
           " as the dtype of its result; ask for a real float");
    }
    return result;
  }
  static DType computed(DType result) { return kernels::held_dtype(kernels::Holds::Same, result); }
  static std::nullptr_t lines_kernel(DType) { return nullptr; }
  // Few long lines that lie between each other's elements: each would be picked three times out of the same memory.
  static bool turns(const Lines &lines) {
    const int64_t count = lines.across.size;
    return SoftmaxLines::suits_lines(lines) && count > 1 && lie_between(lines.across.from, lines.along.from) &&
           lie_between(lines.across.to, lines.along.to);
  }
  static bool writes_together(const Lines &, int64_t) { return false; }
  static bool takes_memory(const Lines &, bool) { return true; }
  static bool by_rows(int64_t row, DType result) { return row * dtype_size(computed(result)) <= kernels::kSoftmaxLine; }

  void run(DType computed, const Lines &lines, const Converted &dtypes, Traffic how, bool threads) const {
    const Softmax &kernels = kernel_table<kernels::SoftmaxTable>().softmax[static_cast<int>(computed)];
    SoftmaxLines(info, kernels, {info.name, lines, dtypes, how, threads}).run();
  }
};

}  // namespace

Ref<Tensor> softmax(SoftmaxOp op, const Tensor &t, const AlongArgs &args) {
  return functional(AlongTensor<SoftmaxWay>{{t}, SoftmaxWay{op}, args});
}

void softmax_out(SoftmaxOp op, const Tensor &t, const AlongArgs &args, Tensor &out) {
  into(AlongTensor<SoftmaxWay>{{t}, SoftmaxWay{op}, args}, out);
}

}  // namespace ct
