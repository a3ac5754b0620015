// Softmax: lines along one dim, either line by line or, where neighbours lie across, columns side by side. What is not
// dense or of another dtype goes through blocks in the cache.
#include "ops/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

class SoftmaxLines {
 public:
  SoftmaxLines(const OpInfo &info, const Softmax &kernels, const Lines &lines, const Converted &dtypes, Traffic how,
               bool threads)
      : info_(info), kernels_(kernels), lines_(lines), dtypes_(dtypes), how_(how), threads_(threads) {}

  void run() const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    if (across.size >= kFewColumns && (along.size < kShort || across.to < std::abs(along.to))) return columns();
    if (along.size <= kChunk) {
      parallel(lines_.count(), [&](int64_t line) { whole_line(first_of(line)); });
    } else {
      long_lines();
    }
  }

 private:
  // A line up to this long stays in the cache from its first pass to its last.
  static constexpr int64_t kChunk = 8192;
  static constexpr int64_t kShort = 32;  // elements of a line that is not worth a call
  static constexpr int64_t kFewColumns = 32;
  static constexpr int64_t kRows = kernels::kSoftmaxRows;
  static constexpr int64_t kManyColumns = 1024;  // that go down together
  static constexpr int64_t kMaxSize = 8;         // bytes of an element that is computed in

  template <class Body>
  void parallel(int64_t tasks, Body &&body) const {
    auto task = [&](int64_t index, int32_t) -> ct_status {
      body(index);
      return CT_OK;
    };
    const ct_status status = threads_ ? parallel_run(tasks, task) : serial_run(tasks, task);
    if (status != CT_OK) fail(status, info_.name, ": the executor failed");
  }

  Lines::Place first_of(int64_t line) const {
    const Lines::Place group = lines_.group(line / lines_.across.size);
    const int64_t i = line % lines_.across.size;
    return {group.to + i * lines_.across.to, group.from + i * lines_.across.from};
  }

  // ---- line by line ----

  bool reads() const { return dtypes_.reads_as_it_is() && lines_.along.from == dtypes_.size(); }
  bool stores() const { return dtypes_.writes_as_it_is() && lines_.along.to == dtypes_.size(); }

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
  Lines::Place chunk_of(int64_t line, int64_t chunk) const {
    const Lines::Place at = first_of(line);
    return {at.to + chunk * kChunk * lines_.along.to, at.from + chunk * kChunk * lines_.along.from};
  }

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
    // A strip of columns goes down all rows. How wide it is has no say in the result.
    const int64_t size = dtypes_.size();
    const bool in_place =
        dtypes_.reads_as_it_is() && lines_.across.from == size && dtypes_.writes_as_it_is() && lines_.across.to == size;
    const int64_t line = 64 / size;
    int64_t strip = std::min(in_place ? kManyColumns : dtypes_.block_elements() / kRows, lines_.across.size);
    if (threads_) {
      const int64_t enough = (num_threads() + lines_.groups - 1) / lines_.groups;
      strip = std::min(strip, std::max((lines_.across.size / enough + line - 1) / line * line, line));
    }
    const int64_t strips = (lines_.across.size + strip - 1) / strip;
    parallel(strips * lines_.groups, [&](int64_t task) {
      const int64_t first = task % strips * strip;
      const Lines::Place group = lines_.group(task / strips);
      go_down({group.to + first * lines_.across.to, group.from + first * lines_.across.from},
              std::min(strip, lines_.across.size - first));
    });
  }

  void go_down(Lines::Place at, int64_t count) const {
    const int64_t size = dtypes_.size(), beyond = 64 / size;
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const bool reads = dtypes_.reads_as_it_is() && across.from == size;
    const bool stores = dtypes_.writes_as_it_is() && across.to == size;
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
  const Lines &lines_;
  const Converted &dtypes_;
  Traffic how_;
  bool threads_;
};

struct SoftmaxTensor {
  SoftmaxOp op;
  const Tensor &input;
  const SoftmaxArgs &args;
  const OpInfo &info = kOps[static_cast<int>(op)];
  const Tensor *const inputs_[1] = {&input};
  int32_t dim = 0;

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    dim = wrap_dim(args.dim, input.ndim());
    const DType result = args.dtype != DType::Undefined ? args.dtype : input.dtype();
    if (!is_floating(result)) {
      fail(CT_ERROR_DTYPE, info.name, " does not support ", dtype_name(result),
           " as the dtype of its result; ask for a real float");
    }
    output.set_raw_strided(input.sizes(), contiguous_strides(input.sizes()), result, input.is_meta());
    if (output.given() == nullptr) return;
    check_no_internal_overlap(output.get());
    check_no_partial_overlap(output.get(), input);
  }

  void impl(Output &output) {
    const Tensor &out = output.get();
    if (out.is_meta() || out.numel() == 0) return;
    const DType computed = kernels::held_dtype(kernels::Holds::Same, out.dtype());
    const Lines lines(out, input, dim);
    const Converted dtypes(input.dtype(), out.dtype(), computed);
    const int64_t bytes = out.numel() * (out.itemsize() + input.itemsize());
    const bool threads = grain_of(out.numel(), {bytes, kElementPs}) < out.numel();
    SoftmaxLines(info, kernel_table().softmax[deterministic() ? 1 : 0][static_cast<int>(computed)], lines, dtypes,
                 traffic(bytes), threads)
        .run();
  }

 private:
  static constexpr int64_t kElementPs = 250;
};

}  // namespace

Ref<Tensor> softmax(SoftmaxOp op, const Tensor &t, const SoftmaxArgs &args) {
  return functional(SoftmaxTensor{op, t, args});
}

void softmax_out(SoftmaxOp op, const Tensor &t, const SoftmaxArgs &args, Tensor &out) {
  into(SoftmaxTensor{op, t, args}, out);
}

}  // namespace ct
