// Argreductions: lines along one dim, either by segments or, where neighbours lie across, as columns side by side. Over
// all: lines along the last dim, in order, and then the best of the lines.
#include <algorithm>
#include <bit>
#include <cstring>

#include "iter/fast_path.h"
#include "kernels/tuning.h"
#include "ops/along/along.h"
#include "ops/reduce/reduce.h"
#include "ops/reduce/run_reduction.h"
#include "ops/structural/copy.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "tensor/views.h"

namespace ct {

namespace {

using namespace kernels;  // the dtype sets that the list names

enum class Form { Index, Indexed, Range };

struct ArgreduceInfo {
  const char *name;
  Form form;
  uint32_t dtypes;
  Wanted wanted;
};
constexpr ArgreduceInfo kInfos[] = {
#define CT_INFO(name, form, dtypes, wanted, ...) {#name, Form::form, dtypes, Wanted::wanted},
    CT_ARGREDUCES(CT_INFO)
#undef CT_INFO
};

constexpr int64_t kMaxSize = 8;  // bytes of an element that is compared

// The dims but one, in the order of memory, innermost first.
DimVec memory_order(const Tensor &t, int32_t left_out) {
  const Dims strides = t.strides();
  DimVec order;
  for (int32_t d = 0; d < t.ndim(); ++d) {
    if (d != left_out) order.push_back(d);
  }
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    const int64_t step_a = std::abs(strides[a]), step_b = std::abs(strides[b]);
    return step_a != step_b ? step_a < step_b : a > b;
  });
  return order;
}

// What has been found in some lines so far. An op of the form Range looks for two elements, hence the pairs.
struct Found {
  char *values[2];
  int64_t *indices[2];

  Found from(int64_t line, int64_t size) const {
    return {{values[0] + line * size, values[1] + line * size}, {indices[0] + line, indices[1] + line}};
  }
};
template <int64_t lines>
struct FoundLines {
  alignas(kCacheLine) char values[2][lines * kMaxSize];
  alignas(kCacheLine) int64_t indices[2][lines];

  Found all() { return {{values[0], values[1]}, {indices[0], indices[1]}}; }
};

class ArgreduceLines : AlongLines {
 public:
  ArgreduceLines(const ArgreduceInfo &info, const AlongLines &lines, DType in)
      : AlongLines(lines), info_(info), in_(in), size_(dtypes_.size()) {
    const auto want = [&](Wanted wanted) {
      kernels_[count_++] = &kernel_table<kernels::ArgreduceTable>()
                                .argreduce[static_cast<int>(wanted)][static_cast<int>(dtypes_.computed())];
    };
    want(info.wanted);
    if (info.form == Form::Range) want(Wanted::Largest);
  }

  // One result for each line of `in` along that dim; in the outs that dim has the stride 0.
  void run_dim(const Tensor &in, int32_t dim, const Tensor &out, const Tensor *beside) const {
    if (wants_boxes(in, dim)) return run_boxes(in, dim, out, beside);
    const bool columns = by_columns(lines_.across.from, lines_.along.from, short_line()) || fills_registers();
    const bool straight = columns && info_.form == Form::Index && lines_.across.to == 8;
    const bool dense = reads(lines_.across), folds = !columns && folds_rows();
    const int64_t size = lines_.along.size, across = lines_.across.size, few = kStripLines;
    if (straight && size <= kShortColumn) {
      const int64_t most = dense ? kShortColumns : std::min(dtypes_.block_elements() / size, few);
      return by_strips(std::min(most, across), [&](Lines::Place at, int64_t count, int32_t) {
        const Buffer<char, Converted::kBlockBytes> block;
        const Dense from = this->dense(block, at.from, lines_.across, count, lines_.along, size);
        kernels_[0]->short_columns(from.from, from.step, size, count, reinterpret_cast<int64_t *>(at.to), how_);
      });
    }
    // Rows in memory are read in longer pieces, as long as that leaves each thread a few strips.
    const bool wide = straight && dense && size_ < kMaxSize && how_ == Traffic::NonTemporal;
    const int64_t most =
        wide ? std::clamp(across * lines_.groups / workers_ / few * few, few, kWideStrip / size_) : few;
    const int64_t strip = columns ? std::min(most, across) : folds ? across : std::min(lines_together(), across);
    const int64_t strips = divide_up(across, strip), units = strips * lines_.groups;
    const int64_t pieces = strip > few ? 1 : pieces_of(units, strip);
    const auto lines_of = [&](int64_t unit) { return std::min(strip, across - unit % strips * strip); };
    const auto place_of = [&](int64_t unit) { return place(lines_.group(unit / strips), unit % strips * strip); };
    const auto search = [&](int64_t unit, int64_t begin, int64_t end, const Found &found) {
      columns ? take_columns(place_of(unit), lines_of(unit), begin, end, found)
      : folds ? take_folded(place_of(unit), begin, end, found)
              : take_lines(place_of(unit), lines_of(unit), begin, end, found);
    };
    using Strip = FoundLines<kStripLines>;
    const Scratch scratch(pieces > 1 ? units * pieces * int64_t{sizeof(Strip)} : 0);
    auto *const parts = scratch.data<Strip>();
    parallel(units * pieces, [&](int64_t task) {
      const int64_t unit = task / pieces, piece = task % pieces;
      const Buffer<Strip> own;
      static_assert(sizeof(Strip) >= kWideStrip);
      const bool goes_straight = straight && pieces == 1;
      const Found found = goes_straight ? Found{{own->values[0]}, {reinterpret_cast<int64_t *>(place_of(unit).to)}}
                                        : (pieces > 1 ? parts[task] : *own).all();
      search(unit, size * piece / pieces, size * (piece + 1) / pieces, found);
      if (pieces == 1 && !straight) write(place_of(unit), lines_of(unit), found);
    });
    for (int64_t unit = 0; pieces > 1 && unit < units; ++unit) {
      const Found found = parts[unit * pieces].all();
      for (int64_t piece = 1; piece < pieces; ++piece) {
        const Found later = parts[unit * pieces + piece].all();
        for (int64_t line = 0; line < lines_of(unit); ++line) {
          join(found.from(line, size_), later.from(line, size_));
        }
      }
      write(place_of(unit), lines_of(unit), found);
    }
  }

  // One result for everything. The lines are in order, and `in` is what they are lines of. Long contiguous lines are
  // searched where they are; everything else is copied into contiguous parts that stay in the cache.
  void run_all(const Tensor &in) const {
    const bool is_one_line = lines_.count() == 1 && (reads(lines_.along) || lines_.along.size == 1);
    is_one_line || (reads(lines_.along) && lines_.along.size >= kLongLine) ? run_long_lines() : run_copies(in);
  }

 private:
  static constexpr int64_t kStripLines = 1024;                 // whose results are held at a time
  static constexpr int64_t kWideStrip = kArgreduceStripBytes;  // bytes of columns whose indices go straight to `to`
  static constexpr int64_t kShortColumns = 16384;              // that are one task
  static constexpr int64_t kManyLines = 64;                    // that are one task
  static constexpr int64_t kFewLines = 16;                     // the same, where they are gathered together
  static constexpr int64_t kFolded = 16;     // elements of a line too short for a kernel that folds many
  static constexpr int64_t kLongLine = 256;  // of a line that is too short, where others can be one segment with it
  static constexpr int64_t kMostTasks = 64;
  static constexpr int64_t kMinPiece = int64_t{1} << 15;  // elements
  static constexpr int64_t kTwice = 16384;                // bytes that are still in the cache when they are read again
  static constexpr int64_t kRegister = 64;                // bytes; no instruction set has wider ones

  // Whether elements that lie side by side fill registers where they are, or most of one, so that it costs more to turn
  // them.
  bool fills_registers() const {
    const int64_t bytes = lines_.across.size * size_;
    return reads(lines_.across) && !reads(lines_.along) &&
           (bytes >= kRegister || (bytes >= kMostOfRegister && !folds_rows()));
  }
  bool folds_rows() const {
    const int64_t across = lines_.across.size;
    return reads(lines_.across) && lines_.along.from == across * size_ && across * 2 <= kFoldedColumns &&
           across * lines_.along.size >= kFoldedElements;
  }
  int64_t short_line() const {
    constexpr int64_t kWide = 8;  // bytes of elements of which a register has few
    if (folds_short_lines()) return kFolded;
    return reads(lines_.along) && size_ >= kWide ? kShortColumn + 1 : kShortLine;
  }
  bool folds_short_lines() const { return reads(lines_.along) && dtypes_.computed() == DType::Float32; }
  int64_t lines_together() const { return reads(lines_.along) ? kManyLines : kFewLines; }
  // The number of parts that few long lines are cut into, so that all threads have work.
  int64_t pieces_of(int64_t units, int64_t strip) const {
    const int64_t wanted = threads_ ? int64_t{workers_} * 4 : 1;
    if (units * 2 > wanted) return 1;
    return std::clamp<int64_t>(lines_.along.size * strip / kMinPiece, 1,
                               std::min(divide_up(wanted, units), lines_.along.size));
  }

  // ---- what has been found ----

  void set(int w, const Found &to, const Found &from) const {
    std::memcpy(to.values[w], from.values[w], static_cast<size_t>(size_));
    *to.indices[w] = *from.indices[w];
  }
  // The better one; of equals, the first.
  void join(const Found &to, const Found &from) const {
    for (int w = 0; w < count_; ++w) {
      const bool beats = kernels_[w]->beats(from.values[w], to.values[w]);
      const bool loses = kernels_[w]->beats(to.values[w], from.values[w]);
      if (beats || (!loses && *from.indices[w] < *to.indices[w])) set(w, to, from);
    }
  }
  void take_segment(int w, const char *from, int64_t n, int64_t first, bool begins, const Found &found) const {
    const int64_t index = kernels_[w]->segment(from, n, begins, found.values[w], how_);
    if (index >= 0) *found.indices[w] = first + index;
  }

  void write(const Lines::Place &at, int64_t n, const Found &found) const {
    const auto put = [&](char *to, int64_t step, DType dtype, DType held, const void *values) {
      char *const data[] = {to, const_cast<char *>(static_cast<const char *>(values))};
      const int64_t strides[] = {step, dtype_size(held), 0, 0};
      convert_kernel(dtype, held)(data, strides, n, 1, how_);
    };
    const Lines::Dim &across = lines_.across;
    if (info_.form == Form::Index) return put(at.to, across.to, DType::Int64, DType::Int64, found.indices[0]);
    put(at.to, across.to, in_, dtypes_.computed(), found.values[0]);
    if (info_.form == Form::Range) return put(at.beside, across.beside, in_, dtypes_.computed(), found.values[1]);
    put(at.beside, across.beside, DType::Int64, DType::Int64, found.indices[0]);
  }

  // ---- lines one by one ----

  // Searches the elements [begin, end) of a few lines.
  void take_lines(const Lines::Place &at, int64_t count, int64_t begin, int64_t end, const Found &found) const {
    const bool reads = this->reads(lines_.along);
    const Buffer<char, Converted::kBlockBytes> block;
    // The second of two searches finds in the cache what the first one has read.
    const int64_t whole = !reads ? dtypes_.block_elements() / count : count_ == 1 ? end - begin : kTwice / size_;
    if (end - begin <= whole) {
      const int64_t n = end - begin, some = count_ == 1 ? count : std::max<int64_t>(kTwice / (n * size_), 1);
      const Dense from = dense(block, at.from + begin * lines_.along.from, lines_.along, n, lines_.across, count);
      for (int64_t line = 0; line < count; line += some) {
        const Found here = found.from(line, size_);
        const int64_t lines = std::min(some, count - line);
        for (int w = 0; w < count_; ++w) {
          kernels_[w]->segments(from.from + line * from.step, from.step, lines, n, here.values[w], here.indices[w],
                                how_);
          for (int64_t k = 0; begin != 0 && k < lines; ++k) here.indices[w][k] += begin;
        }
      }
      return;
    }
    for (int64_t line = 0; line < (reads ? count : 1); ++line) {
      for (int64_t i = begin; i < end; i += whole) {
        const int64_t n = std::min(whole, end - i);
        const Dense from = dense(block, place(at, line, i).from, lines_.along, n, lines_.across, count);
        for (int64_t k = 0; k < (reads ? 1 : count); ++k) {
          for (int w = 0; w < count_; ++w) {
            take_segment(w, from.from + k * n * size_, n, i, i == begin, found.from(line + k, size_));
          }
        }
      }
    }
  }

  // ---- everything in order ----

  // take(part, join) brings what it finds in a part, with indices in everything, to join.
  template <class Take>
  void find_best(int64_t parts, Take &&take) const {
    const int64_t tasks = std::min(parts, kMostTasks);
    FoundLines<kMostTasks> best;
    parallel(tasks, [&](int64_t task) {
      const Found own = best.all().from(task, size_);
      bool begun = false;
      for (int64_t part = parts * task / tasks; part < parts * (task + 1) / tasks; ++part) {
        take(part, [&](const Found &one, int64_t before) {
          for (int w = 0; w < count_; ++w) {
            *one.indices[w] += before;
            if (!begun) set(w, own, one);
          }
          begun = true;
          join(own, one);
        });
      }
    });
    for (int64_t task = 1; task < tasks; ++task) join(best.all(), best.all().from(task, size_));
    write({lines_.to, lines_.from, lines_.beside}, 1, best.all());
  }

  void run_long_lines() const {
    const int64_t size = lines_.along.size, across = lines_.across.size, strip = std::min(kFewLines, across);
    const int64_t strips = divide_up(across, strip), units = strips * lines_.groups;
    const int64_t pieces = pieces_of(units, strip);
    find_best(units * pieces, [&](int64_t part, auto join) {
      const int64_t unit = part / pieces, piece = part % pieces;
      const int64_t first = unit % strips * strip, n = std::min(strip, across - first);
      const int64_t before = (unit / strips * across + first) * size;  // elements
      FoundLines<kFewLines> found;
      take_lines(place(lines_.group(unit / strips), first), n, size * piece / pieces, size * (piece + 1) / pieces,
                 found.all());
      for (int64_t line = 0; line < n; ++line) join(found.all().from(line, size_), before + line * size);
    });
  }

  // Whether calls for a few lines at a time would have so little to do, or lines lie so far apart, that it is cheaper
  // to copy neighbouring lines into a box, where they lie side by side.
  bool wants_boxes(const Tensor &in, int32_t dim) const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const int64_t nearest = std::min(std::abs(along.from), std::abs(across.from)) / in.itemsize();
    int64_t most = reads(across) ? kFewTogether : kManyTogether;
    // The few neighbours of a group leave most of a register empty. In a box, those of several groups fill it.
    const bool narrow = reads(across) && across.size * size_ < kRegister && lines_.count() >= kFewestNarrowLines;
    if (narrow) most = kArgreduceCopyBytes / kGroupsOfNarrowLines / size_;
    for (int32_t d = 0; d < in.ndim(); ++d) {
      if (d != dim && in.sizes()[d] > 1 && std::abs(in.strides()[d]) < nearest) most = kManyTogether;
    }
    return lines_.groups > 1 && across.size * along.size <= most && !(reads(across) && across.size >= kShortLine);
  }

  // A box is what is copied at a time: everything along the inner dims of memory, and `each` neighbours along the next
  // dim. The dim `left_out` is never cut.
  struct Boxes {
    Boxes(const Tensor &in, int64_t most, int32_t left_out) : sizes(in.sizes()), order(memory_order(in, left_out)) {
      int64_t inner = 1;
      for (; outer + 1 < order.size() && inner * sizes[order[outer]] <= most; ++outer) inner *= sizes[order[outer]];
      const int64_t cut = sizes[order[outer]];
      each = std::clamp<int64_t>(most / inner, 1, cut);
      cuts = count = divide_up(cut, each);
      for (int64_t k = outer + 1; k < order.size(); ++k) count *= sizes[order[k]];
    }
    // Where box number `part` begins, and its sizes.
    void find(int64_t part, DimVec &first, DimVec &box) const {
      box = sizes;
      first.resize(sizes.size(), 0);
      const int64_t cut = order[outer];
      first[cut] = part % cuts * each;
      box[cut] = std::min(each, sizes[cut] - first[cut]);
      int64_t rest = part / cuts;
      for (int64_t k = outer + 1; k < order.size(); ++k) {
        const int64_t d = order[k];
        box[d] = 1;
        first[d] = rest % sizes[d];
        rest /= sizes[d];
      }
    }

    static int64_t offset(const Tensor &t, const DimVec &first) {
      int64_t offset = t.offset();
      for (int64_t d = 0; d < first.size(); ++d) offset += first[d] * t.strides()[d];
      return offset;
    }

    const DimVec sizes;
    const DimVec order;
    int64_t outer = 0;
    int64_t each = 1, cuts = 1, count = 1;
  };

  // Copies keep the row-major order: an element that comes first in a box comes first in everything.
  void run_copies(const Tensor &in) const {
    const Boxes boxes(in, kArgreduceCopyBytes / size_, -1);
    find_best(boxes.count, [&](int64_t part, auto join) {
      DimVec first, box;
      boxes.find(part, first, box);
      const Ref<Tensor> copy = to(*as_strided(in, box, in.strides(), Boxes::offset(in, first)), dtypes_.computed(),
                                  MemoryFormat::Contiguous, true);
      FoundLines<1> found;
      for (int w = 0; w < count_; ++w) {
        take_segment(w, copy->data(), copy->numel(), 0, true, found.all());
        int64_t local = found.indices[w][0], index = 0;
        for (int64_t d = 0; d < box.size(); ++d) index = index * boxes.sizes[d] + first[d];
        int64_t apart = 1;
        for (int64_t d = box.size(); d-- > 0; local /= box[d], apart *= boxes.sizes[d]) index += local % box[d] * apart;
        found.indices[w][0] = index;
      }
      join(found.all(), 0);
    });
  }

  // The lines of a box become columns that lie side by side, in the order of memory. The outputs are written only when
  // all boxes are done, because a copy may find no memory.
  void run_boxes(const Tensor &in, int32_t dim, const Tensor &first_out, const Tensor *second_out) const {
    const int64_t size = in.sizes()[dim];
    const Boxes boxes(in, kArgreduceCopyBytes / (size_ * size), dim);
    const auto in_order = [&](Dims of) {
      DimVec ordered;
      for (int64_t k = boxes.order.size(); k-- > 0;) ordered.push_back(of[static_cast<size_t>(boxes.order[k])]);
      return ordered;
    };
    const DimVec columns = in_order(in.sizes()), steps = in_order(in.strides());
    const Ref<Tensor> indices = Tensor::create(columns, DType::Int64);
    Ref<Tensor> values[2];
    for (int w = 0; w < count_; ++w) values[w] = Tensor::create(columns, dtypes_.computed());
    const auto turned = [&](const Tensor &out) {
      return as_strided(out, columns, in_order(out.strides()), out.offset());
    };
    const Ref<Tensor> target = turned(first_out), beside = second_out != nullptr ? turned(*second_out) : nullptr;
    parallel(boxes.count, [&](int64_t part) {
      DimVec first, box, sizes, strides;
      boxes.find(part, first, box);
      sizes.push_back(size), strides.push_back(in.strides()[dim]);
      for (const int64_t n : in_order(box)) sizes.push_back(n);
      for (const int64_t step : steps) strides.push_back(step);
      const Ref<Tensor> packed = to(*as_strided(in, sizes, strides, Boxes::offset(in, first)), dtypes_.computed(),
                                    MemoryFormat::Contiguous, true);
      const int64_t count = packed->numel() / size;
      int64_t begin = 0;
      for (int64_t k = boxes.order.size(); k-- > 0;) {
        begin = begin * in.sizes()[static_cast<size_t>(boxes.order[k])] + first[boxes.order[k]];
      }
      auto *const found = reinterpret_cast<int64_t *>(indices->data()) + begin;
      for (int w = 0; w < count_; ++w) {
        if (info_.form == Form::Index && size <= kShortColumn) {
          kernels_[w]->short_columns(packed->data(), count * size_, size, count, found, Traffic::Cached);
        } else {
          kernels_[w]->columns(packed->data(), count * size_, size, count, 0, true, values[w]->data() + begin * size_,
                               found, Traffic::Cached);
        }
      }
    });
    copy(*target, info_.form == Form::Index ? *indices : *values[0]);
    if (beside) copy(*beside, info_.form == Form::Range ? *values[1] : *indices);
  }

  // ---- columns side by side ----

  void take_columns(const Lines::Place &at, int64_t count, int64_t begin, int64_t end, const Found &found) const {
    const Lines::Dim &along = lines_.along, &across = lines_.across;
    const Buffer<char, Converted::kBlockBytes> block;
    const int64_t whole = !reads(across) ? std::max<int64_t>(dtypes_.block_elements() / count, 1)
                          : count_ == 1  ? end - begin
                                         : std::max<int64_t>(kTwice / (count * size_), 1);
    for (int64_t i = begin; i < end; i += whole) {
      const int64_t n = std::min(whole, end - i);
      const Dense from = dense(block, at.from + i * along.from, across, count, along, n);
      for (int w = 0; w < count_; ++w) {
        kernels_[w]->columns(from.from, from.step, n, count, i, i == begin, found.values[w], found.indices[w], how_);
      }
    }
  }

  // Dense rows of few columns are taken several at a time, as one row of that many more columns. What these columns
  // find is joined in the end, together with the remaining rows.
  void take_folded(const Lines::Place &at, int64_t begin, int64_t end, const Found &found) const {
    const int64_t count = lines_.across.size, step = lines_.along.from, folded = kFoldedColumns / count;
    const int64_t rows = (end - begin - 1) / folded, rest = begin + rows * folded;
    FoundLines<kFoldedColumns> own;
    const Found all = own.all();
    for (int w = 0; w < count_; ++w) {
      kernels_[w]->columns(at.from + begin * step, folded * step, rows, folded * count, 0, true, all.values[w],
                           all.indices[w], how_);
      kernels_[w]->columns(at.from + rest * step, step, end - rest, count, rest, true, found.values[w],
                           found.indices[w], how_);
      for (int64_t k = 0; k < folded * count; ++k) all.indices[w][k] = all.indices[w][k] * folded + begin + k / count;
    }
    for (int64_t k = 0; k < folded * count; ++k) join(found.from(k % count, size_), all.from(k, size_));
  }

  const ArgreduceInfo &info_;
  DType in_;
  int64_t size_;  // bytes of an element that is compared
  const Argreduce *kernels_[2] = {};
  int count_ = 0;
};

struct ArgreduceTensor : OneInput {
  const ArgreduceInfo &info;
  const ArgreduceArgs &args;
  uint64_t reduced = 0;
  int32_t dim = 0;

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
    if (!input.is_deferred()) return compute(first.get(), second == nullptr ? nullptr : &second->get());
    const auto op = static_cast<int32_t>(&info - kInfos);
    const bool by_rows = compared_dtype(input.dtype()) == input.dtype();
    first.record(info.name, {run_recorded, reduced, 0, op, DType::Undefined, args.keepdim, by_rows}, input);
  }
  static void run_recorded(const ReductionCall &call, const Tensor &input, Tensor &out, bool by_rows) {
    const ArgreduceInfo &info = kInfos[call.op];
    if (by_rows) return take_rows(info, input, input.sizes()[1], out);
    const bool all = call.reduced == ~uint64_t{0};
    const ArgreduceArgs args{all ? std::nullopt : std::optional<int32_t>(std::countr_zero(call.reduced)), call.keepdim};
    ArgreduceTensor{{input}, info, args, call.reduced, args.dim.value_or(0)}.compute(out, nullptr);
  }

 private:
  // Up to kFewRows contiguous lines of that size.
  static void take_rows(const ArgreduceInfo &info, const Tensor &input, int64_t size, const Tensor &out) {
    alignas(kCacheLine) char values[kFewRows * kMaxSize];
    const Argreduce &kernel = kernel_table<kernels::ArgreduceTable>()
                                  .argreduce[static_cast<int>(info.wanted)][static_cast<int>(input.dtype())];
    kernel.segments(input.data(), size * input.itemsize(), out.numel(), size, values,
                    reinterpret_cast<int64_t *>(out.data()), Traffic::Cached);
  }
  // Whether there are so few elements that finding out how they are best walked would take most of the time.
  bool has_few_rows(const Tensor &out) const {
    return info.form == Form::Index && input.numel() <= kFewElements && input.is_contiguous() && out.is_contiguous() &&
           (dim == input.ndim() - 1 || !args.dim.has_value() || input.ndim() == 0) && out.numel() <= kFewRows &&
           compared_dtype(input.dtype()) == input.dtype();
  }

  void compute(const Tensor &out, const Tensor *second) const {
    if (out.is_meta() || out.numel() == 0) return;
    const Workspace workspace;
    if (has_few_rows(out)) return take_rows(info, input, input.numel() / out.numel(), out);
    const bool all = !args.dim.has_value();
    const Ref<Tensor> flat = all ? flattened() : nullptr;
    const Tensor &in = all ? *flat : input;
    const uint64_t gone = all ? ~uint64_t{0} : reduced;
    const Ref<Tensor> to = with_reduced_dims(out, in, gone, !all && args.keepdim, true);
    const Ref<Tensor> beside =
        second == nullptr ? nullptr : with_reduced_dims(*second, in, gone, !all && args.keepdim, true);
    if (all || !is_across_memory(in, *to)) return search(in, *to, beside.get(), out.numel());
    const Ref<Tensor> ordered = in_order_of(in, *to);
    const Ref<Tensor> ordered_beside = beside ? in_order_of(in, *beside) : nullptr;
    const auto results_of = [&](const Tensor &t) { return select(t, dim, 0); };
    const Ref<Tensor> first = results_of(*to), found = results_of(*ordered);
    const Ref<Tensor> other = beside ? results_of(*beside) : nullptr;
    const Ref<Tensor> other_found = beside ? results_of(*ordered_beside) : nullptr;
    search(in, *ordered, ordered_beside.get(), out.numel());
    copy(*first, *found);
    if (beside) copy(*other, *other_found);
  }

  void search(const Tensor &in, const Tensor &to, const Tensor *beside, int64_t results) const {
    const bool all = !args.dim.has_value();
    const Lines lines(to, in, all ? in.ndim() - 1 : dim, beside);
    const int64_t bytes = input.numel() * input.itemsize() + results * (beside == nullptr ? 8 : 16);
    const bool threads = grain_of(input.numel(), {bytes}) < input.numel();
    const Converted dtypes(input.dtype(), input.dtype(), compared_dtype(input.dtype()));
    const ArgreduceLines found(info, {info.name, lines, dtypes, traffic(bytes), threads}, input.dtype());
    all ? found.run_all(in) : found.run_dim(in, dim, to, beside);
  }

  // Whether lines lie side by side in the input along another dim than in the output. Results are then found in the
  // input's order, and turned: in the output's, searches would read few elements of each line of the cache.
  bool is_across_memory(const Tensor &in, const Tensor &to) const {
    const int32_t nearest = nearest_dim(in.sizes(), in.strides(), dim);
    return nearest >= 0 && nearest != nearest_dim(to.sizes(), to.strides(), dim) &&
           std::abs(in.strides()[nearest]) < std::abs(in.strides()[dim]);
  }
  // A tensor like an output, whose dims are in the order of the input's.
  Ref<Tensor> in_order_of(const Tensor &in, const Tensor &to) const {
    DimVec strides;
    strides.resize(in.ndim(), 0);
    int64_t numel = 1;
    for (const int64_t d : memory_order(in, dim)) {
      strides[d] = numel;
      numel *= in.sizes()[d];
    }
    const int64_t sizes[] = {numel};
    return as_strided(*Tensor::create(sizes, to.dtype()), to.sizes(), strides, 0);
  }

  // A view of the input with as few dims as its order in memory allows; the dims at its end are joined to one.
  Ref<Tensor> flattened() const {
    const int32_t ndim = input.ndim();
    for (int32_t start = 0; start + 1 < ndim; ++start) {
      if (Ref<Tensor> one = try_view(input, flattened_sizes(input, start, ndim - 1))) return one;
    }
    return Ref<Tensor>::share(const_cast<Tensor *>(&input));
  }
};

}  // namespace

TwoTensors argreduce(ArgreduceOp op, const Tensor &t, const ArgreduceArgs &args) {
  ArgreduceTensor tensor{{t}, kInfos[static_cast<int>(op)], args};
  return functional_two(tensor, tensor.gives_two());
}

void argreduce_out(ArgreduceOp op, const Tensor &t, const ArgreduceArgs &args, Tensor &first, Tensor *second) {
  into_two(ArgreduceTensor{{t}, kInfos[static_cast<int>(op)], args}, first, second);
}

}  // namespace ct
