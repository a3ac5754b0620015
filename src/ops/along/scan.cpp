// The scans: lines along one dim in runs, or columns.
#include <algorithm>
#include <cstring>

#include "ops/along/along.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"

namespace ct {

namespace {

using namespace kernels;  // the dtype sets that the list names

struct ScanInfo {
  const char *name;
  uint32_t dtypes;
};
constexpr ScanInfo kInfos[] = {
#define CT_INFO(name, dtypes, ...) {#name, dtypes},
    CT_SCANS(CT_INFO)
#undef CT_INFO
};

constexpr int64_t kMaxHeld = 16;  // bytes of an accumulator

class ScanLines : AlongLines {
 public:
  ScanLines(const Scan &scan, const AlongLines &lines) : AlongLines(lines), scan_(scan), few_(lie_side_by_side()) {}

  bool has_kernel() const {
    return by_columns(lines_.across.to, lines_.along.to, 0) ? scan_.columns != nullptr : scan_.segments != nullptr;
  }

  // A line is scanned in chunks of so many elements. Each chunk's scan starts from nothing, and what lies before it is
  // added as one number: so errors do not grow with the length of the line, and threads may begin in the middle of it.
  static constexpr int64_t kChunk = 4096;

  // Few dense lines, which lie between each other's elements in the output alone, are scanned into blocks.
  static bool writes_together(const Lines &lines, int64_t itemsize) {
    return lines.along.from == itemsize && lines.across.size < kFewColumns;
  }

  // Few long lines, which threads share, have their totals in memory.
  static bool takes_memory(const Lines &lines, bool threads) {
    return threads && lines.along.size > kFewChunks * kChunk && lines.count() < num_threads() * kGathered;
  }

  void run() const {
    if (by_columns(lines_.across.to, lines_.along.to, 0)) return columns();
    const int64_t together = lines_together(), chunks = divide_up(lines_.along.size, kChunk);
    const int64_t tasks = divide_up(lines_.across.size, together) * lines_.groups;
    const int64_t few = workers_ > 2 ? kFewChunks : kLineOfTwo / kChunk;
    if (tasks < workers_ && chunks > few) return in_pieces(chunks);
    by_strips(together, [&](Lines::Place at, int64_t count, int32_t) { rows(at, count, chunks); });
  }

 private:
  static constexpr int64_t kFewChunks = 8;
  static constexpr int64_t kTaskBytes = 65536;  // of lines that a thread takes at a time
  static constexpr int64_t kGathered = 16;      // long lines that are gathered together
  static constexpr int64_t kManyLines = 1024;
  static constexpr int64_t kManyColumns = 1024;               // that go down together
  static constexpr int64_t kSharedRowBytes = 4 * kCacheLine;  // of a row, that a thread has at least

  // ---- lines one by one ----

  // Whether neighbours lie across in both places, and lines are long enough to be scanned in steps. Few of them then
  // go down side by side, with the same results; very few that are long are quicker one by one.
  bool lie_side_by_side() const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    if (scan_.few_columns == nullptr || along.size < kScanStep) return false;
    if (across.size < kFewestColumns && along.size >= kLongColumn) return false;
    return lie_between(across.from, along.from) && lie_between(across.to, along.to);
  }
  bool side_by_side(int64_t count) const { return few_ && count > 1; }

  bool in_blocks(int64_t count) const {
    const Lines::Dim &inner = side_by_side(count) ? lines_.across : lines_.along;
    return !reads(inner) || !stores(inner);
  }

  // How many lines a task takes: several short ones side by side; several long ones only where those lie between each
  // other's elements, so that all of each cache line is used at once.
  int64_t lines_together() const {
    const int64_t n = lines_.along.size, least = few_ ? kGathered : 1;
    if (!in_blocks(least)) return std::clamp<int64_t>(kTaskBytes / (n * dtypes_.size()), least, kManyLines);
    const bool together =
        lie_between(lines_.across.from, lines_.along.from) || lie_between(lines_.across.to, lines_.along.to);
    return std::clamp<int64_t>(dtypes_.block_elements() / n, together ? kGathered : 1, kManyLines);
  }

  void rows(Lines::Place at, int64_t count, int64_t all_chunks) const {
    if (all_chunks == 1 && (!in_blocks(count) || count * lines_.along.size <= dtypes_.block_elements())) {
      return lines(at, count, lines_.along.size, nullptr, nullptr, true);
    }
    alignas(kMaxHeld) char offsets[kGathered * kMaxHeld];
    for (int64_t first = 0; first < count; first += kGathered) {
      const int64_t some = std::min(kGathered, count - first);
      scan_.begin(offsets, some);
      chunks(place(at, first), some, 0, all_chunks, offsets, nullptr, true);
    }
  }

  // Scans some chunks of a few lines. offsets: for each line, what lies before these chunks. totals, where given, gets
  // the total of each chunk, line by line.
  void chunks(Lines::Place at, int64_t count, int64_t first_chunk, int64_t end_chunk, char *offsets, char *totals,
              bool writes) const {
    const int64_t held = scan_.held_size, size = lines_.along.size;
    alignas(kMaxHeld) char locals[kGathered * kMaxHeld];
    const int64_t whole = in_blocks(count) ? dtypes_.block_elements() / count / kScanStep * kScanStep : kChunk;
    for (int64_t chunk = first_chunk; chunk < end_chunk; ++chunk) {
      const int64_t begin = chunk * kChunk, end = std::min(begin + kChunk, size);
      scan_.begin(locals, count);
      for (int64_t i = begin; i < end; i += whole) {
        lines(place(at, 0, i), count, std::min(whole, end - i), offsets, locals, writes);
      }
      for (int64_t line = 0; line < count; ++line) {
        if (totals == nullptr) {
          scan_.join(offsets + line * held, locals + line * held);
          continue;
        }
        const int64_t index = line * (end_chunk - first_chunk) + chunk - first_chunk;
        std::memcpy(totals + index * held, locals + line * held, static_cast<size_t>(held));
      }
    }
  }

  // Scans n elements of each of `count` lines, or a block of them where they are converted.
  void lines(Lines::Place at, int64_t count, int64_t n, char *offsets, char *locals, bool writes) const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const Buffer<char, Converted::kBlockBytes> block;
    if (side_by_side(count) && writes) {
      alignas(kMaxHeld) char nothing[2][kFewColumns * kMaxHeld];
      if (offsets == nullptr) {
        for (char *const held : nothing) scan_.begin(held, count);
        offsets = nothing[0], locals = nothing[1];
      }
      const Dense from = dense(block, at.from, across, count, along, n);
      return store_dense(block, at.to, across, count, along, n, [&](char *to, int64_t step, Traffic) {
        scan_.few_columns(to, step, from.from, from.step, n, count, offsets, locals);
      });
    }
    const Dense from = dense(block, at.from, along, n, across, count);
    const auto scan = [&](char *to, int64_t step, Traffic how) {
      scan_.segments(to, step, from.from, from.step, n, count, offsets, locals, how);
    };
    if (!writes) return scan(nullptr, 0, how_);
    store_dense(block, at.to, along, n, across, count, scan);
  }

  // For few long lines: the totals of all chunks come first, then all chunks are scanned at once. A chunk whose
  // elements have to be joined one by one with what lies before ends that: from there on the line goes in order.
  void in_pieces(int64_t chunks) const {
    const int64_t held = scan_.held_size, count = lines_.count();
    const int64_t pieces = std::min<int64_t>((chunks + 3) / 4, int64_t{workers_} * 4);
    const Scratch totals(count * chunks * held), aparts(count * int64_t{sizeof(int64_t)});
    auto *const apart = aparts.data<int64_t>();  // chunks of each line
    const auto each = [&](bool writes) {
      parallel(count * pieces, [&](int64_t task) {
        const int64_t line = task / pieces, piece = task % pieces;
        const int64_t first = chunks * piece / pieces;
        int64_t end = chunks * (piece + 1) / pieces;
        if (writes && end > apart[line]) {
          if (first > apart[line]) return;
          end = chunks;
        }
        char *const own = totals.data() + (line * chunks + first) * held;
        alignas(kMaxHeld) char offset[kMaxHeld];
        scan_.begin(offset, 1);
        if (writes) std::memcpy(offset, own, static_cast<size_t>(held));
        this->chunks(this->line(line), 1, first, end, offset, writes ? nullptr : own, writes);
      });
    };
    each(false);
    for (int64_t line = 0; line < count; ++line) {
      alignas(kMaxHeld) char before[kMaxHeld], own[kMaxHeld];
      scan_.begin(before, 1);
      apart[line] = chunks;
      for (int64_t chunk = 0; chunk < chunks && apart[line] == chunks; ++chunk) {
        char *const at = totals.data() + (line * chunks + chunk) * held;
        std::memcpy(own, at, static_cast<size_t>(held));
        std::memcpy(at, before, static_cast<size_t>(held));
        if (!scan_.join(before, own)) apart[line] = chunk;
      }
    }
    each(true);
  }

  // ---- columns side by side ----

  void columns() const {
    // Threads that share a row are slowed down where each has only a line or two of the cache in it.
    const int64_t unit = std::max<int64_t>(kSharedRowBytes / std::max<int64_t>(lines_.across.to, 1), 1);
    by_strips(strip_of(kManyColumns, unit), [this](Lines::Place at, int64_t count, int32_t) { go_down(at, count); });
  }

  void go_down(Lines::Place at, int64_t count) const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const Buffer<char, (kManyColumns + kGathered) * kMaxHeld> held;
    const Buffer<char, Converted::kBlockBytes> block;
    scan_.begin(held, count + kGathered);
    const int64_t whole =
        reads(across) && stores(across) ? along.size : std::max<int64_t>(dtypes_.block_elements() / count, 1);
    for (int64_t i = 0; i < along.size; i += whole) {
      const int64_t n = std::min(whole, along.size - i);
      const Lines::Place here = place(at, 0, i);
      const Dense from = dense(block, here.from, across, count, along, n);
      store_dense(block, here.to, across, count, along, n, [&](char *to, int64_t step, Traffic) {
        scan_.columns(to, step, from.from, from.step, n, count, held, how_);
      });
    }
  }

  const Scan &scan_;
  const bool few_;
};

struct ScanWay {
  static constexpr int64_t kElementPs = 300;

  ScanOp op;
  const ScanInfo &info = kInfos[static_cast<int>(op)];

  DType result(DType in, DType asked, const Tensor *given) const {
    DType result = asked != DType::Undefined ? asked : given != nullptr ? given->dtype() : in;
    if (asked == DType::Undefined && given == nullptr && in != DType::UInt64 && is_integer_like(in)) {
      result = DType::Int64;
    }
    if ((info.dtypes & dtype_bit(result)) == 0) {
      fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(result), " as the dtype of its result");
    }
    return result;
  }
  static DType computed(DType result) { return scanned_dtype(result); }
  static bool by_rows(int64_t row, DType) { return row <= ScanLines::kChunk; }
  static bool turns(const Lines &) { return false; }  // lines that lie between each other are gathered in blocks
  const Scan &scan_of(DType dtype) const {
    return kernel_table<kernels::ScanTable>().scan[static_cast<int>(op)][static_cast<int>(dtype)];
  }
  static bool writes_together(const Lines &lines, int64_t itemsize) {
    return ScanLines::writes_together(lines, itemsize);
  }
  static bool takes_memory(const Lines &lines, bool threads) { return ScanLines::takes_memory(lines, threads); }
  auto lines_kernel(DType computed) const { return scan_of(computed).lines; }

  void run(DType computed, const Lines &lines, const Converted &dtypes, Traffic how, bool threads) const {
    const auto run_as = [&](DType dtype, const Converted &converted) {
      const ScanLines all(scan_of(dtype), {info.name, lines, converted, how, threads});
      if (!all.has_kernel()) return false;
      all.run();
      return true;
    };
    // Some columns have a kernel that reads and writes the dtype that lines would be converted from.
    if (run_as(dtypes.result(), dtypes.computed_as_result())) return;
    run_as(computed, dtypes);
  }
};

}  // namespace

Ref<Tensor> scan(ScanOp op, const Tensor &t, const AlongArgs &args) {
  return functional(AlongTensor<ScanWay>{{t}, ScanWay{op}, args});
}

void scan_out(ScanOp op, const Tensor &t, const AlongArgs &args, Tensor &out) {
  into(AlongTensor<ScanWay>{{t}, ScanWay{op}, args}, out);
}

}  // namespace ct
