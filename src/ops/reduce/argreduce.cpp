// Searches for the largest or smallest element: lines along one dim, either run by run or, where neighbours lie across,
// columns side by side. Over all: lines along the last dim, in order, and then the best of the lines.
#include "ops/reduce/argreduce.h"

#include <algorithm>
#include <cstring>

#include "iter/lines.h"
#include "iter/traffic.h"
#include "kernels/argreduce/request.h"
#include "ops/along/converted.h"
#include "ops/reduce/reduced_dims.h"
#include "ops/structured.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "tensor/views.h"

namespace ct {

namespace {

using namespace kernels;  // the dtype sets that the list names

enum class Form { Index, Indexed, Range };

struct OpInfo {
  const char *name;
  Form form;
  uint32_t dtypes;
  Which which;
};
constexpr OpInfo kOps[] = {
#define CT_OP_INFO(name, form, dtypes, which) {#name, Form::form, dtypes, Which::which},
    CT_EXTREMES(CT_OP_INFO)
#undef CT_OP_INFO
};

constexpr int64_t kMaxSize = 8;  // bytes of an element that is compared

// What has been found in some lines, by each search of the op.
struct Found {
  char *values[2];
  int64_t *indices[2];

  Found from(int64_t line, int64_t size) const {
    return {{values[0] + line * size, values[1] + line * size}, {indices[0] + line, indices[1] + line}};
  }
};
template <int64_t lines, int64_t size = kMaxSize>
struct FoundLines {
  alignas(64) char values[2][lines * size];
  alignas(64) int64_t indices[2][lines];

  Found all() { return {{values[0], values[1]}, {indices[0], indices[1]}}; }
};

class ExtremeLines {
 public:
  ExtremeLines(const OpInfo &info, const Lines &lines, DType in, Traffic how, bool threads)
      : info_(info),
        lines_(lines),
        in_(in),
        compared_(compared_dtype(in)),
        held_(held_dtype(Holds::Same, compared_)),
        held_size_(dtype_size(held_)),
        dtypes_(in, in, compared_),
        how_(how),
        threads_(threads) {
    const auto search = [&](Which which) {
      searches_[count_++] = &kernel_table().extreme[static_cast<int>(which)][static_cast<int>(compared_)];
    };
    search(info.which);
    if (info.form == Form::Range) search(Which::Largest);
  }

  // A result a line.
  void run_dim() const {
    const bool columns = by_columns();
    if (columns && writes_down_few()) return run_few();
    const int64_t strip = std::min(columns ? columns_together() : lines_together(), lines_.across.size);
    const int64_t strips = (lines_.across.size + strip - 1) / strip, units = strips * lines_.groups;
    const int64_t pieces = strip > kExtremeStrip / held_size_ ? 1 : pieces_of(units, strip);
    const int64_t size = lines_.along.size;
    const auto lines_of = [&](int64_t unit) { return std::min(strip, lines_.across.size - unit % strips * strip); };
    const auto place_of = [&](int64_t unit) { return place(lines_.group(unit / strips), unit % strips * strip); };
    const auto search = [&](int64_t unit, int64_t begin, int64_t end, const Found &found) {
      columns ? go_down(place_of(unit), lines_of(unit), begin, end, found)
              : rows(place_of(unit), lines_of(unit), begin, end, found);
    };
    if (pieces == 1 && columns && writes_straight()) {
      return parallel(units, [&](int64_t unit) {
        alignas(64) char values[kMostValues];
        const Found found{{values, nullptr}, {reinterpret_cast<int64_t *>(place_of(unit).to), nullptr}};
        search(unit, 0, size, found);
      });
    }
    using Strip = FoundLines<kExtremeStrip, 4>;
    if (pieces == 1) {
      return parallel(units, [&](int64_t unit) {
        Strip found;
        search(unit, 0, size, found.all());
        write(place_of(unit), lines_of(unit), found.all());
      });
    }
    const Scratch scratch(units * pieces * int64_t{sizeof(Strip)});
    auto *const parts = scratch.data<Strip>();
    parallel(units * pieces, [&](int64_t task) {
      const int64_t piece = task % pieces;
      search(task / pieces, size * piece / pieces, size * (piece + 1) / pieces, parts[task].all());
    });
    for (int64_t unit = 0; unit < units; ++unit) {
      const Found found = parts[unit * pieces].all();
      for (int64_t piece = 1; piece < pieces; ++piece) {
        const Found later = parts[unit * pieces + piece].all();
        for (int64_t line = 0; line < lines_of(unit); ++line) {
          take(found.from(line, held_size_), later.from(line, held_size_));
        }
      }
      write(place_of(unit), lines_of(unit), found);
    }
  }

  // Indices alone, of few rows: nothing is held.
  bool writes_down_few() const {
    const bool dense = dtypes_.reads_as_it_is() && lines_.across.from == dtypes_.size() && lines_.across.to == 8;
    return dense && info_.form == Form::Index && lines_.along.size <= kFewRows;
  }
  void run_few() const {
    const int64_t strip = std::min(kFewRowsStrip, lines_.across.size);
    const int64_t strips = (lines_.across.size + strip - 1) / strip;
    parallel(strips * lines_.groups, [&](int64_t unit) {
      const int64_t first = unit % strips * strip;
      const Lines::Place at = place(lines_.group(unit / strips), first);
      searches_[0]->columns(at.from, lines_.along.from, lines_.along.size, std::min(strip, lines_.across.size - first),
                            0, true, nullptr, reinterpret_cast<int64_t *>(at.to), how_);
    });
  }

  // One result; the lines are in order.
  void run_all() const {
    const int64_t size = lines_.along.size;
    const bool flat = size < kShortLine;
    const int64_t strip = std::min(flat ? dtypes_.block_elements() / size : kFewLines, lines_.across.size);
    const int64_t strips = (lines_.across.size + strip - 1) / strip, units = strips * lines_.groups;
    const int64_t pieces = flat ? 1 : pieces_of(units, strip), parts = units * pieces;
    const int64_t tasks = std::min(parts, kMostTasks);
    FoundLines<kMostTasks> best;
    parallel(tasks, [&](int64_t task) {
      const Found own = best.all().from(task, held_size_);
      const int64_t begin_part = parts * task / tasks, end_part = parts * (task + 1) / tasks;
      for (int64_t part = begin_part; part < end_part; ++part) {
        const int64_t unit = part / pieces, piece = part % pieces;
        const int64_t first = unit % strips * strip, n = std::min(strip, lines_.across.size - first);
        const int64_t before = (unit / strips * lines_.across.size + first) * size;  // elements
        const Lines::Place at = place(lines_.group(unit / strips), first);
        FoundLines<kFewLines> found;
        if (flat) {
          block_of_lines(at, n, found.all());
        } else {
          rows(at, n, size * piece / pieces, size * (piece + 1) / pieces, found.all());
        }
        for (int64_t line = 0; line < (flat ? 1 : n); ++line) {
          const Found one = found.all().from(line, held_size_);
          for (int s = 0; s < count_; ++s) *one.indices[s] += before + line * size;
          part == begin_part &&line == 0 ? set(own, one) : take(own, one);
        }
      }
    });
    for (int64_t task = 1; task < tasks; ++task) take(best.all(), best.all().from(task, held_size_));
    write({lines_.to, lines_.from, lines_.beside}, 1, best.all());
  }

 private:
  static constexpr int64_t kFewColumns = 32;
  static constexpr int64_t kFewRows = 16;
  static constexpr int64_t kFewRowsStrip = 16384;  // columns that are one task
  static constexpr int64_t kManyLines = 64;        // that are one task
  static constexpr int64_t kFewLines = 16;         // the same, where they are gathered together
  static constexpr int64_t kShort = 32;            // elements of a line that is not worth a call
  static constexpr int64_t kShortRun = 16;         // the same, where a call takes many lines
  static constexpr int64_t kShortLine = 256;       // of one that is not worth a look at what it has found
  static constexpr int64_t kMostTasks = 64;
  static constexpr int64_t kMinPiece = int64_t{1} << 15;  // elements

  template <class Body>
  void parallel(int64_t tasks, Body &&body) const {
    auto task = [&](int64_t index, int32_t) -> ct_status {
      body(index);
      return CT_OK;
    };
    const ct_status status = threads_ ? parallel_run(tasks, task) : serial_run(tasks, task);
    if (status != CT_OK) fail(status, info_.name, ": the executor failed");
  }

  bool by_columns() const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    if (across.size < kFewColumns) return false;
    const auto distance = [](int64_t stride) { return stride < 0 ? -stride : stride; };
    return along.size < (searches_runs() ? kShortRun : kShort) || distance(across.from) < distance(along.from);
  }
  bool searches_runs() const { return reads_runs() && kernels::searches_runs(compared_); }
  bool reads_runs() const { return dtypes_.reads_as_it_is() && lines_.along.from == dtypes_.size(); }
  // Indices alone, side by side.
  bool writes_straight() const { return info_.form == Form::Index && lines_.across.to == 8; }
  // From memory, rows are read in longer pieces, as long as each thread has a few strips.
  int64_t columns_together() const {
    const int64_t few = kExtremeStrip / held_size_;
    const bool dense = dtypes_.reads_as_it_is() && lines_.across.from == dtypes_.size();
    if (held_size_ == kMaxSize || !dense || !writes_straight() || how_ != Traffic::NonTemporal) return few;
    const int64_t tasks = threads_ ? num_threads() : 1;
    return std::clamp(lines_.across.size * lines_.groups / tasks / few * few, few, kMostValues / held_size_);
  }
  int64_t lines_together() const { return reads_runs() ? kManyLines : kFewLines; }

  int64_t wanted_tasks() const { return threads_ ? int64_t{num_threads()} * 4 : 1; }
  // How many parts few long lines are cut into, for threads.
  int64_t pieces_of(int64_t units, int64_t strip) const {
    const int64_t wanted = wanted_tasks();
    if (units * 2 > wanted) return 1;
    return std::clamp<int64_t>(lines_.along.size * strip / kMinPiece, 1,
                               std::min((wanted + units - 1) / units, lines_.along.size));
  }

  Lines::Place place(Lines::Place at, int64_t line) const {
    return {at.to + line * lines_.across.to, at.from + line * lines_.across.from,
            at.beside + line * lines_.across.beside};
  }

  // ---- what has been found ----

  void set(const Found &to, const Found &from) const {
    for (int s = 0; s < count_; ++s) set(s, to, from.values[s], *from.indices[s]);
  }
  void set(int s, const Found &to, const char *value, int64_t index) const {
    std::memcpy(to.values[s], value, static_cast<size_t>(held_size_));
    *to.indices[s] = index;
  }
  // The better one; of equals, the first.
  void take(const Found &to, const Found &from) const {
    for (int s = 0; s < count_; ++s) {
      const bool beats = searches_[s]->beats(from.values[s], to.values[s]);
      const bool loses = searches_[s]->beats(to.values[s], from.values[s]);
      if (beats || (!loses && *from.indices[s] < *to.indices[s])) set(s, to, from.values[s], *from.indices[s]);
    }
  }
  void search(int s, const char *from, int64_t n, int64_t first, bool begins, const Found &found) const {
    const int64_t index = searches_[s]->run(from, n, begins, found.values[s], how_);
    if (index >= 0) *found.indices[s] = first + index;
  }

  void write(const Lines::Place &at, int64_t n, const Found &found) const {
    char *const to[] = {at.to, at.beside};
    const int64_t steps[] = {lines_.across.to, lines_.across.beside};
    const bool index_first = info_.form == Form::Index, two_values = info_.form == Form::Range;
    const auto put = [&](int k, DType dtype, DType held, const void *values) {
      char *const data[] = {to[k], const_cast<char *>(static_cast<const char *>(values))};
      const int64_t strides[] = {steps[k], dtype_size(held), 0, 0};
      convert_kernel(dtype, held)(data, strides, n, 1, how_);
    };
    if (index_first) return put(0, DType::Int64, DType::Int64, found.indices[0]);
    put(0, in_, held_, found.values[0]);
    two_values ? put(1, in_, held_, found.values[1]) : put(1, DType::Int64, DType::Int64, found.indices[0]);
  }

  // ---- lines one by one ----

  // Elements [begin, end) of each of a few lines.
  void rows(const Lines::Place &at, int64_t count, int64_t begin, int64_t end, const Found &found) const {
    const int64_t size = dtypes_.size();
    const bool reads = reads_runs();
    alignas(64) char block[Converted::kBlockBytes];
    // A second search finds in the cache what the first one has read.
    const int64_t whole = !reads ? dtypes_.block_elements() / count : count_ == 1 ? end - begin : kTwice / size;
    if (end - begin <= whole) {
      const int64_t n = end - begin, some = count_ == 1 ? count : std::max<int64_t>(kTwice / (n * size), 1);
      const char *from = at.from + begin * lines_.along.from;
      if (!reads) dtypes_.read(block, from, lines_.along.from, n, lines_.across.from, count);
      if (!reads) from = block;
      const int64_t step = reads ? lines_.across.from : n * size;
      for (int64_t line = 0; line < count; line += some) {
        const Found here = found.from(line, held_size_);
        const int64_t lines = std::min(some, count - line);
        for (int s = 0; s < count_; ++s) {
          searches_[s]->columns(from + line * step, step, lines, n, kExtremeRuns, true, here.values[s], here.indices[s],
                                how_);
          for (int64_t k = 0; begin != 0 && k < lines; ++k) here.indices[s][k] += begin;
        }
      }
      return;
    }
    for (int64_t line = 0; line < (reads ? count : 1); ++line) {
      for (int64_t i = begin; i < end; i += whole) {
        const int64_t n = std::min(whole, end - i);
        const char *from = at.from + line * lines_.across.from + i * lines_.along.from;
        if (!reads) {
          dtypes_.read(block, from, lines_.along.from, n, lines_.across.from, count);
          from = block;
        }
        for (int64_t k = 0; k < (reads ? 1 : count); ++k) {
          for (int s = 0; s < count_; ++s)
            search(s, from + k * n * size, n, i, i == begin, found.from(line + k, held_size_));
        }
      }
    }
  }
  static constexpr int64_t kTwice = 16384;  // bytes

  // Whole lines, one after the other.
  void block_of_lines(const Lines::Place &at, int64_t count, const Found &found) const {
    alignas(64) char block[Converted::kBlockBytes];
    dtypes_.read(block, at.from, lines_.along.from, lines_.along.size, lines_.across.from, count);
    for (int s = 0; s < count_; ++s) search(s, block, lines_.along.size * count, 0, true, found);
  }

  // ---- columns side by side ----

  void go_down(const Lines::Place &at, int64_t count, int64_t begin, int64_t end, const Found &found) const {
    const int64_t size = dtypes_.size();
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const bool reads = dtypes_.reads_as_it_is() && across.from == size;
    alignas(64) char block[Converted::kBlockBytes];
    const int64_t whole = !reads        ? std::max<int64_t>(dtypes_.block_elements() / count, 1)
                          : count_ == 1 ? end - begin
                                        : std::max<int64_t>(kTwice / (count * size), 1);
    for (int64_t i = begin; i < end; i += whole) {
      const int64_t n = std::min(whole, end - i);
      const char *const from = at.from + i * along.from;
      if (!reads) dtypes_.read(block, from, across.from, count, along.from, n);
      for (int s = 0; s < count_; ++s) {
        searches_[s]->columns(reads ? from : block, reads ? along.from : count * size, n, count, i, i == begin,
                              found.values[s], found.indices[s], how_);
      }
    }
  }

  const OpInfo &info_;
  const Lines &lines_;
  DType in_, compared_, held_;
  int64_t held_size_;
  Converted dtypes_;
  Traffic how_;
  bool threads_;
  const Extreme *searches_[2] = {};
  int count_ = 0;
};

struct ExtremeTensor {
  const OpInfo &info;
  const Tensor &input;
  const ExtremeArgs &args;
  const Tensor *const inputs_[1] = {&input};
  uint64_t reduced = 0;
  int32_t dim = 0;

  std::span<const Tensor *const> inputs() const { return inputs_; }
  bool gives_two() const { return info.form != Form::Index; }

  void meta(Output &first, Output *second) {
    if (args.dim.has_value()) {
      dim = wrap_dim(*args.dim, input.ndim());
      reduced = uint64_t{1} << dim;
    } else {
      reduced = ~uint64_t{0};
    }
    if ((dtype_bit(input.dtype()) & info.dtypes) == 0) {
      fail(CT_ERROR_DTYPE, info.name, " does not take ", dtype_name(input.dtype()));
    }
    refuse_empty_dims(info.name, input, reduced);
    const DimVec sizes = sizes_without(input, reduced, args.keepdim);
    if (second == nullptr) return set_reduced(first, info.name, input, sizes, DType::Int64);
    set_reduced(first, *second, info.name, input, sizes, input.dtype(),
                info.form == Form::Indexed ? DType::Int64 : input.dtype());
  }

  void impl(Output &first, Output *second) const {
    const Tensor &out = first.get();
    if (out.is_meta() || out.numel() == 0) return;
    const bool all = !args.dim.has_value();
    const Ref<Tensor> flat = all ? flattened() : nullptr;
    const Tensor &in = all ? *flat : input;
    const uint64_t gone = all ? ~uint64_t{0} : reduced;
    const Ref<Tensor> to = with_reduced_dims(out, in, gone, !all && args.keepdim, true);
    const Ref<Tensor> beside =
        second == nullptr ? nullptr : with_reduced_dims(second->get(), in, gone, !all && args.keepdim, true);
    const Lines lines(*to, in, all ? in.ndim() - 1 : dim, second == nullptr ? nullptr : beside.get());
    const int64_t bytes = input.numel() * input.itemsize() + out.numel() * (second == nullptr ? 8 : 16);
    const bool threads = grain_of(input.numel(), {bytes}) < input.numel();
    const ExtremeLines search(info, lines, input.dtype(), traffic(bytes), threads);
    all ? search.run_all() : search.run_dim();
  }

 private:
  // The input with as few dims as its order in memory allows; its last ones are one.
  Ref<Tensor> flattened() const {
    const int32_t ndim = input.ndim();
    for (int32_t start = 0; start + 1 < ndim; ++start) {
      if (Ref<Tensor> one = try_view(input, flattened_sizes(input, start, ndim - 1))) return one;
    }
    return Ref<Tensor>::share(const_cast<Tensor *>(&input));
  }
};

}  // namespace

TwoTensors extremes(ExtremeOp op, const Tensor &t, const ExtremeArgs &args) {
  ExtremeTensor search{kOps[static_cast<int>(op)], t, args};
  return functional_two(search, search.gives_two());
}

void extremes_out(ExtremeOp op, const Tensor &t, const ExtremeArgs &args, Tensor &first, Tensor *second) {
  into_two(ExtremeTensor{kOps[static_cast<int>(op)], t, args}, first, second);
}

}  // namespace ct
