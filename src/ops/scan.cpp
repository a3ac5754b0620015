// The scans: lines along one dim, either run by run or, where neighbours lie across, columns side by side. What is not
// dense or of another dtype goes through blocks in the cache.
#include "ops/scan.h"

#include <algorithm>
#include <cstring>

#include "iter/lines.h"
#include "iter/traffic.h"
#include "ops/converted.h"
#include "ops/structured.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

using namespace kernels;  // the dtype sets that the list names

struct OpInfo {
  const char *name;
  uint32_t dtypes;
};
constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, dtypes) {#name, dtypes},
    CT_SCANS(CT_OP_INFO)
#undef CT_OP_INFO
};

constexpr int64_t kMaxHeld = 16;  // bytes of an accumulator

class ScanLines {
 public:
  ScanLines(const char *name, const Scan &scan, const Lines &lines, const Converted &dtypes, Traffic how, bool threads)
      : name_(name), scan_(scan), lines_(lines), dtypes_(dtypes), how_(how), threads_(threads) {}

  void run() const {
    if (by_columns()) return columns();
    const int64_t strips = (lines_.across.size + kStrip - 1) / kStrip, tasks = strips * lines_.groups;
    const int64_t chunks = (lines_.along.size + kChunk - 1) / kChunk;
    if (threads_ && tasks < num_threads() && chunks > kFewChunks) return in_pieces(chunks);
    parallel(tasks, [&](int64_t task) {
      const Lines::Place at = lines_.group(task / strips);
      const int64_t first = task % strips * kStrip;
      alignas(kMaxHeld) char offsets[kStrip * kMaxHeld];
      const int64_t n = std::min(kStrip, lines_.across.size - first);
      scan_.begin(offsets, n);
      rows(place(at, first), n, 0, chunks, offsets, nullptr, true);
    });
  }

 private:
  // Elements of a line whose scan starts from nothing; what lies before is added as one: an error does not grow with
  // the length of the line, and threads may begin in the middle of it.
  static constexpr int64_t kChunk = 4096;
  static constexpr int64_t kFewChunks = 8;
  static constexpr int64_t kStrip = 16;         // lines that are gathered together
  static constexpr int64_t kShort = 32;         // elements of a line that is not worth a call
  static constexpr int64_t kManyColumns = 256;  // that go down together
  static constexpr int64_t kFewColumns = 32;

  template <class Body>
  void parallel(int64_t tasks, Body &&body) const {
    auto task = [&](int64_t index, int32_t) -> ct_status {
      body(index);
      return CT_OK;
    };
    const ct_status status = threads_ ? parallel_run(tasks, task) : serial_run(tasks, task);
    if (status != CT_OK) fail(status, name_, ": the executor failed");
  }

  bool by_columns() const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    if (across.size < kFewColumns) return false;
    return along.size < kShort || across.to < (along.to < 0 ? -along.to : along.to);
  }

  Lines::Place place(Lines::Place at, int64_t line, int64_t element = 0) const {
    return {at.to + line * lines_.across.to + element * lines_.along.to,
            at.from + line * lines_.across.from + element * lines_.along.from};
  }

  // ---- lines one by one ----

  // A few lines, some chunks of them. offsets: what lies before each line's; totals, where given, gets what each chunk
  // adds up to, by line.
  void rows(Lines::Place at, int64_t count, int64_t first_chunk, int64_t end_chunk, char *offsets, char *totals,
            bool writes) const {
    const int64_t size = dtypes_.size(), held = scan_.held_size;
    const Lines::Dim &along = lines_.along;
    const bool reads = dtypes_.reads_as_it_is() && along.from == size;
    const bool stores = dtypes_.writes_as_it_is() && along.to == size;
    if (reads && stores && count > 1) {  // no blocks: each line as long as it goes
      for (int64_t line = 0; line < count; ++line) {
        rows(place(at, line), 1, first_chunk, end_chunk, offsets + line * held,
             totals == nullptr ? nullptr : totals + line * (end_chunk - first_chunk) * held, writes);
      }
      return;
    }
    alignas(64) char block[Converted::kBlockBytes];
    alignas(kMaxHeld) char locals[kStrip * kMaxHeld];
    const int64_t whole = reads && stores ? kChunk : dtypes_.block_elements() / count / kStrip * kStrip;
    for (int64_t chunk = first_chunk; chunk < end_chunk; ++chunk) {
      const int64_t begin = chunk * kChunk, end = std::min(begin + kChunk, along.size);
      scan_.begin(locals, count);
      for (int64_t i = begin; i < end; i += whole) {
        const int64_t n = std::min(whole, end - i);
        const Lines::Place here = place(at, 0, i);
        if (!reads) dtypes_.read(block, here.from, along.from, n, lines_.across.from, count);
        for (int64_t line = 0; line < count; ++line) {
          const char *const from = reads ? here.from + line * lines_.across.from : block + line * n * size;
          char *const to = stores ? here.to + line * lines_.across.to : block + line * n * size;
          scan_.run(writes ? to : nullptr, from, n, offsets + line * held, locals + line * held, how_);
        }
        if (writes && !stores) dtypes_.write(here.to, along.to, n, lines_.across.to, count, block);
      }
      for (int64_t line = 0; line < count; ++line) {
        scan_.join(offsets + line * held, locals + line * held);
        if (totals == nullptr) continue;
        const int64_t index = line * (end_chunk - first_chunk) + chunk - first_chunk;
        std::memcpy(totals + index * held, locals + line * held, static_cast<size_t>(held));
      }
    }
  }

  // Few long lines: what each chunk adds up to comes first, then all chunks at once.
  void in_pieces(int64_t chunks) const {
    const int64_t held = scan_.held_size, count = lines_.count();
    const int64_t pieces = std::min<int64_t>((chunks + 3) / 4, int64_t{num_threads()} * 4);
    const auto bytes = static_cast<size_t>(count * chunks * held);
    struct Totals {
      char *data;
      size_t bytes;
      ~Totals() { deallocate(data, bytes, kMaxHeld); }
    } totals{static_cast<char *>(allocate(bytes, kMaxHeld)), bytes};
    const auto each = [&](bool writes) {
      parallel(count * pieces, [&](int64_t task) {
        const int64_t line = task / pieces, piece = task % pieces;
        const int64_t first = chunks * piece / pieces, end = chunks * (piece + 1) / pieces;
        char *const own = totals.data + (line * chunks + first) * held;
        alignas(kMaxHeld) char offset[kMaxHeld];
        scan_.begin(offset, 1);
        if (writes) std::memcpy(offset, own, static_cast<size_t>(held));
        const Lines::Place at = place(lines_.group(line / lines_.across.size), line % lines_.across.size);
        rows(at, 1, first, end, offset, writes ? nullptr : own, writes);
      });
    };
    each(false);
    for (int64_t line = 0; line < count; ++line) {
      alignas(kMaxHeld) char before[kMaxHeld], own[kMaxHeld];
      scan_.begin(before, 1);
      for (int64_t chunk = 0; chunk < chunks; ++chunk) {
        char *const at = totals.data + (line * chunks + chunk) * held;
        std::memcpy(own, at, static_cast<size_t>(held));
        std::memcpy(at, before, static_cast<size_t>(held));
        scan_.join(before, own);
      }
    }
    each(true);
  }

  // ---- columns side by side ----

  void columns() const {
    // A strip of columns goes down all rows. How wide it is has no say in the result.
    // Threads that share a row are slower than one where each has but a line or two of it.
    const int64_t line = std::max<int64_t>(256 / std::max<int64_t>(lines_.across.to, 1), 1);
    int64_t strip = std::min(kManyColumns, lines_.across.size);
    if (threads_) {
      const int64_t wanted = num_threads();
      const int64_t enough = (wanted + lines_.groups - 1) / lines_.groups;
      strip = std::min(strip, std::max((lines_.across.size / enough + line - 1) / line * line, line));
    }
    const int64_t strips = (lines_.across.size + strip - 1) / strip;
    parallel(strips * lines_.groups, [&](int64_t task) {
      const int64_t first = task % strips * strip;
      go_down(place(lines_.group(task / strips), first), std::min(strip, lines_.across.size - first));
    });
  }

  void go_down(Lines::Place at, int64_t count) const {
    const int64_t size = dtypes_.size();
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const bool reads = dtypes_.reads_as_it_is() && across.from == size;
    const bool stores = dtypes_.writes_as_it_is() && across.to == size;
    alignas(64) char held[(kManyColumns + kStrip) * kMaxHeld];
    alignas(64) char block[Converted::kBlockBytes];
    scan_.begin(held, count + kStrip);
    const int64_t whole = reads && stores ? along.size : std::max<int64_t>(dtypes_.block_elements() / count, 1);
    for (int64_t i = 0; i < along.size; i += whole) {
      const int64_t n = std::min(whole, along.size - i);
      const Lines::Place here = place(at, 0, i);
      if (!reads) dtypes_.read(block, here.from, across.from, count, along.from, n);
      scan_.columns(stores ? here.to : block, stores ? along.to : count * size, reads ? here.from : block,
                    reads ? along.from : count * size, n, count, held, how_);
      if (!stores) dtypes_.write(here.to, across.to, count, along.to, n, block);
    }
  }

  const char *name_;
  const Scan &scan_;
  const Lines &lines_;
  const Converted &dtypes_;
  Traffic how_;
  bool threads_;
};

struct ScanTensor {
  ScanOp op;
  const Tensor &input;
  const ScanArgs &args;
  const OpInfo &info = kOps[static_cast<int>(op)];
  const Tensor *const inputs_[1] = {&input};
  int32_t dim = 0;

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    dim = wrap_dim(args.dim, input.ndim());
    const DType result = result_dtype(output.given());
    if ((info.dtypes & dtype_bit(result)) == 0) {
      fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(result), " as the dtype of its result");
    }
    output.set_raw_strided(input.sizes(), contiguous_strides(input.sizes()), result, input.is_meta());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_no_partial_overlap(output.get(), input);
  }

  void impl(Output &output) {
    const Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const DType computed = scanned_dtype(out.dtype());
    const Lines lines(out, input, dim);
    const Converted dtypes(input.dtype(), out.dtype(), computed);
    const int64_t bytes = out.numel() * (out.itemsize() + input.itemsize());
    const bool threads = grain_of(out.numel(), {bytes, kElementPs}) < out.numel();
    ScanLines(info.name, kernel_table().scan[static_cast<int>(op)][static_cast<int>(computed)], lines, dtypes,
              traffic(bytes), threads)
        .run();
  }

 private:
  static constexpr int64_t kElementPs = 300;

  DType result_dtype(const Tensor *given) const {
    if (args.dtype != DType::Undefined) return args.dtype;
    if (given != nullptr) return given->dtype();
    if (input.dtype() == DType::UInt64) return DType::UInt64;
    return Converted::is_integer_like(input.dtype()) ? DType::Int64 : input.dtype();
  }
};

}  // namespace

Ref<Tensor> scan(ScanOp op, const Tensor &t, const ScanArgs &args) { return functional(ScanTensor{op, t, args}); }

void scan_out(ScanOp op, const Tensor &t, const ScanArgs &args, Tensor &out) { into(ScanTensor{op, t, args}, out); }

}  // namespace ct
