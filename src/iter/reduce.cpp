// The one reduction framework: leaves, their trees, and the way from accumulators to outputs.
#include "iter/reduce.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <initializer_list>

#include "iter/odometer.h"
#include "iter/pick.h"
#include "iter/reduce_plan.h"
#include "iter/staging.h"
#include "iter/traffic.h"
#include "kernels/reduce/order.h"
#include "kernels/tuning.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

using kernels::Traffic;

constexpr int64_t kStridedPs = 100;  // an element that is picked out of a line

struct Identity {
  alignas(16) char bytes[16];  // in the accumulator's dtype
};
using Identities = SmallVec<Identity, 2>;

// Accumulators of the outputs from number `first` on: several arrays, one after the other, each with room for
// `capacity` outputs.
struct Accumulators {
  char *data;
  int64_t capacity, first;
};

// A bit for each group that several spans share, of which there are fewer than 64. It is set when one of the spans has
// found the absorbing element for every output.
using AbsorbedGroups = std::atomic<uint64_t>;

// Does the work of one task: a group of outputs, and a span of leaves.
class Worker {
 public:
  Worker(const ReducePlan &plan, const Reduction &reduction, const Identities &identities, char *scratch,
         int32_t worker, AbsorbedGroups *absorbed = nullptr)
      : plan_(plan),
        it_(plan.it),
        reduction_(reduction),
        identities_(identities),
        scratch_(scratch),
        worker_(worker),
        absorbed_(absorbed) {
    if (reduction.computed != nullptr) computed_ = reduction.computed->from(0, worker);
    set_strides();
    output_ = dense_output();
  }

  // `partial`: where the span's accumulators of all outputs go, or NULL where they go into the outputs.
  ct_status run(int64_t group, int64_t span, char *partial) {
    if (plan_.block != 0) return run_staged(group, span, partial);
    const bool packs = (plan_.packed != 0 || plan_.picks) && reduction_.packs &&
                       plan_.accumulator_bytes(kPackedOutputs) <= Packing::kHeldBytes;
    return packs ? run_packed(group, span, partial) : run_chunks(group, span, partial);
  }

  // Combines the accumulators of `count` outputs, which are `first` and those after it.
  ct_status combine(const Accumulators &into, const Accumulators &from, int64_t first, int64_t count) const {
    return call_with({into, from}, first, count, reduction_.combine);
  }

  // Converts `count` accumulators into the outputs from position `first` on.
  ct_status write(const Accumulators &from, int64_t first, int64_t count) const {
    if (reduction_.finish != nullptr) {
      const ct_status status = call_with({from}, first, count, *reduction_.finish);
      if (status != CT_OK) return status;
    }
    if (from.data == output_) return CT_OK;
    for (int32_t k = 0; k < it_.noutputs(); ++k) {
      const Operand &output = it_.operand(k);
      const int64_t itemsize = dtype_size(plan_.accumulators[k]);
      const Dims strides = plan_.written(k);
      const kernels::Loop convert = convert_kernel(output.tensor_dtype, plan_.accumulators[k]);
      const Traffic how = write_traffic();
      char *accumulators = at(from, k);
      DimCounter counter(plan_.written_sizes, first, first + count);
      while (!counter.is_done()) {
        const DimCounter::Step step = counter.max_2d_step();
        char *const data[] = {output.data + counter.offset(strides), accumulators};
        const int64_t steps[] = {!strides.empty() ? strides[0] : 0, itemsize, strides.size() > 1 ? strides[1] : 0,
                                 itemsize * step.size0};
        convert(data, steps, step.size0, step.size1, how);
        accumulators += itemsize * step.size0 * step.size1;
        counter.increment(step);
      }
    }
    return CT_OK;
  }

 private:
  // Sets the strides that all calls share: dim 0 is the first reduced dim, dim 1 the second one or the first kept dim.
  void set_strides() {
    const auto along = [](Dims strides, size_t d) { return d < strides.size() ? strides[d] : 0; };
    const bool single = plan_.single_output_calls;
    const int32_t n = operands();
    for (int32_t k = 0; k < accumulators(); ++k) {
      strides_[k] = 0;
      strides_[n + k] = single ? 0 : dtype_size(plan_.accumulators[k]);
    }
    for (int32_t k = it_.noutputs(); k < it_.noperands(); ++k) {
      strides_[extra_ + k] = along(plan_.reduced(k), 0);
      strides_[n + extra_ + k] = single ? along(plan_.reduced(k), 1) : along(plan_.kept(k), 0);
    }
    weight1_ = single ? along(plan_.reduced_weights, 1) : along(plan_.kept_weights, 0);
  }

  // The only output, where its elements can serve as accumulators, else NULL. Even an output that is stored past the
  // caches is accumulated into as memory first.
  char *dense_output() const {
    const Operand &output = it_.operand(0);
    const int64_t itemsize = dtype_size(plan_.accumulators[0]);
    if (plan_.accumulators.size() != 1 || output.tensor_dtype != plan_.accumulators[0] || plan_.nreduced == 1 ||
        write_traffic() != Traffic::Cached) {
      return nullptr;
    }
    const Dims strides = plan_.written(0);
    int64_t stride = itemsize;
    for (size_t d = 0; d < strides.size(); ++d) {
      if (strides[d] != stride) return nullptr;
      stride *= plan_.written_sizes[d];
    }
    return output.data;
  }
  // Where an output is made of few elements, outputs are a large part of what moves.
  Traffic write_traffic() const { return plan_.nreduced <= kFewReduced ? traffic(it_) : Traffic::Cached; }

  ct_status run_staged(int64_t group, int64_t span, char *partial) {
    const Buffer<char, Staging::kScratchBytes> scratch;
    Staging staging(it_, strides_, scratch, accumulators(), plan_.block);
    staging_ = &staging;
    return run_chunks(group, span, partial);
  }

  // The buffers for packed lines.
  struct Packing {
    static constexpr int64_t kHeldBytes = 24 * kPackedOutputs;

    char block[kPackedBytes], columns[kHeldBytes], leaves[kHeldBytes];
    int64_t from_rows[kPackedLines], to_rows[kPackedRows];
  };

  ct_status run_packed(int64_t group, int64_t span, char *partial) {
    const Buffer<Packing> packing;
    packing_ = packing;
    return run_chunks(group, span, partial);
  }

  ct_status run_chunks(int64_t group, int64_t span, char *partial) {
    const int64_t end = std::min(plan_.noutputs, (group + 1) * plan_.group);
    group_ = uint64_t{1} << (group % 64);
    for (int64_t first = group * plan_.group; first < end; first += plan_.chunk) {
      first_ = first;
      count_ = std::min(plan_.chunk, end - first);
      result_ = partial != nullptr   ? Accumulators{partial, plan_.noutputs, first}
                : output_ != nullptr ? Accumulators{output_, plan_.noutputs, first}
                                     : Accumulators{scratch_, count_, 0};
      const ct_status status = reduce_chunk(span * plan_.span, std::min(plan_.nleaves, (span + 1) * plan_.span));
      if (status != CT_OK) return status;
      if (partial != nullptr) continue;
      const ct_status written = write(result_, first_, count_);
      if (written != CT_OK) return written;
    }
    return CT_OK;
  }

  // Calls a loop whose operands are, for each array of accumulators, that array of each of `sides`.
  template <class Result>
  Result call_with(std::initializer_list<Accumulators> sides, int64_t first, int64_t count,
                   const FunctionRef<Result(const ct_loop &)> &function) const {
    char *data[2 * kMaxOperands];
    int64_t strides[4 * kMaxOperands];
    int32_t n = 0;
    for (int64_t k = 0; k < plan_.accumulators.size(); ++k) {
      for (const Accumulators &side : sides) {
        data[n] = at(side, k);
        strides[n++] = dtype_size(plan_.accumulators[k]);
      }
    }
    std::fill_n(strides + n, n, 0);
    return function({sizeof(ct_loop), n, data, strides, count, 1, first, worker_, 0});
  }

  bool is_absorbed_elsewhere() const {
    return absorbed_ != nullptr && (absorbed_->load(std::memory_order_relaxed) & group_) != 0;
  }
  bool absorbs(const Accumulators &leaf) const {
    if (reduction_.absorbed == nullptr || !call_with({leaf}, first_, count_, *reduction_.absorbed)) return false;
    if (absorbed_ != nullptr) absorbed_->fetch_or(group_, std::memory_order_relaxed);
    return true;
  }

  char *at(const Accumulators &arrays, int64_t k) const {
    const int64_t before = arrays.first * dtype_size(plan_.accumulators[k]);
    return arrays.data + plan_.accumulator_offset(k, arrays.capacity) + before;
  }

  // Buffer number `index` of the chunk's tree. Number 0 is where the tree's result goes.
  Accumulators buffer(int64_t index) const {
    if (index == 0) return result_;
    return {scratch_ + index * plan_.accumulator_bytes(plan_.chunk), count_, 0};
  }

  // A binary counter: after leaf i, buffers hold one tree for each set bit of i + 1, the largest first.
  ct_status reduce_chunk(int64_t begin, int64_t end) {
    int64_t held = 0;
    ct_status status = CT_OK;
    for (int64_t leaf = begin, n = 1; leaf < end; leaf += n) {
      const Accumulators accumulators = buffer(held++);
      if (is_absorbed_elsewhere()) {
        begin_leaf(accumulators, count_);
        break;
      }
      n = leaves_together(leaf, end);
      status = n > 0 ? reduce_packed(leaf, n, accumulators) : reduce_leaf(leaf, accumulators);
      n = std::max<int64_t>(n, 1);
      const bool is_last = leaf + n == end && absorbed_ == nullptr;
      if (status == CT_OK && !is_last && absorbs(accumulators)) break;
      for (int64_t done = (leaf - begin) / n + 1; status == CT_OK && done % 2 == 0; done /= 2) {
        status = merge_last(&held);
      }
      if (status != CT_OK) return status;
    }
    while (status == CT_OK && held > 1) status = merge_last(&held);
    return status;
  }

  ct_status merge_last(int64_t *held) const {
    --*held;
    return combine(buffer(*held - 1), buffer(*held), first_, count_);
  }

  void begin_leaf(const Accumulators &accumulators, int64_t count) {
    for (int64_t k = 0; k < plan_.accumulators.size(); ++k) {
      const int64_t itemsize = dtype_size(plan_.accumulators[k]);
      accumulator_[k] = at(accumulators, k);
      char *const data[] = {accumulator_[k], const_cast<char *>(identities_[k].bytes)};
      const int64_t strides[] = {itemsize, 0, 0, 0};
      fill_kernel(itemsize)(data, strides, count, 1, Traffic::Cached);
    }
  }

  int64_t end_of(int64_t leaf) const { return std::min(plan_.nreduced, (leaf + 1) * plan_.leaf); }

  ct_status reduce_leaf(int64_t leaf, const Accumulators &accumulators) {
    begin_leaf(accumulators, count_);
    const int64_t begin = leaf * plan_.leaf, end = end_of(leaf);
    if (plan_.picks && packing_ != nullptr) return reduce_picked(begin, end);
    return plan_.single_output_calls ? reduce_singly(begin, end) : reduce_together(begin, end);
  }

  // Calls the loop with the first reduced dim and the first kept dim.
  ct_status reduce_together(int64_t begin, int64_t end) {
    for (DimCounter reduced(plan_.reduced_sizes, begin, end); !reduced.is_done();) {
      const DimCounter::Step run = reduced.max_1d_step();
      DimCounter kept(plan_.kept_sizes, first_, first_ + count_);
      while (!kept.is_done()) {
        DimCounter::Step outputs = kept.max_1d_step();
        if (reduction_.computed != nullptr) outputs.size0 = std::min(outputs.size0, rows_of_computed(run.size0));
        const ct_status status = call(reduced, kept, {run.size0, outputs.size0});
        if (status != CT_OK) return status;
        kept.increment(outputs);
      }
      reduced.increment(run);
    }
    return CT_OK;
  }

  // Calls the loop with the first and the second reduced dim, output by output.
  ct_status reduce_singly(int64_t begin, int64_t end) {
    DimCounter kept(plan_.kept_sizes, first_, first_ + count_);
    while (!kept.is_done()) {
      for (DimCounter reduced(plan_.reduced_sizes, begin, end); !reduced.is_done();) {
        const DimCounter::Step step = reduced.max_2d_step();
        const ct_status status = call(reduced, kept, step);
        if (status != CT_OK) return status;
        reduced.increment(step);
      }
      kept.increment({1, 1});
    }
    return CT_OK;
  }

  // Picks the elements of as many outputs as a block has room for, and calls the loop with the first reduced dim and
  // these outputs.
  ct_status reduce_picked(int64_t begin, int64_t end) {
    const int32_t input = it_.noutputs();
    const Dims kept_strides = plan_.kept(input);
    const int64_t itemsize = it_.operand(input).itemsize, along = plan_.reduced(input)[0];
    const int64_t most = std::min({kPackedLines, (kernels::order::kFarRowBytes - 1) / itemsize,
                                   kPackedBytes / (plan_.reduced_sizes[0] * itemsize)});
    int64_t strides[2 * kMaxOperands];
    std::copy_n(strides_, 2 * operands(), strides);
    for (int64_t first = 0; first < count_; first += most) {
      const int64_t n = std::min(most, count_ - first);
      int64_t *next = packing_->from_rows;
      for (DimCounter kept(plan_.kept_sizes, first_ + first, first_ + first + n); !kept.is_done();) {
        const DimCounter::Step step = kept.max_1d_step();
        const int64_t from = kept.offset(kept_strides);
        for (int64_t i = 0; i < step.size0; ++i) *next++ = from + i * kept_strides[0];
        kept.increment(step);
      }
      for (int32_t k = 0; k < accumulators(); ++k) {
        data_[k] = accumulator_[k] + first * dtype_size(plan_.accumulators[k]);
      }
      data_[accumulators()] = packing_->block;
      strides[accumulators()] = n * itemsize;
      strides[operands() + accumulators()] = itemsize;
      for (DimCounter reduced(plan_.reduced_sizes, begin, end); !reduced.is_done();) {
        const DimCounter::Step run = reduced.max_1d_step();
        const char *const from = it_.operand(input).data + reduced.offset(plan_.reduced(input));
        for (int64_t row = 0; row < run.size0; ++row) {
          pick(packing_->block + row * n * itemsize, from + row * along, packing_->from_rows, n, itemsize);
        }
        const ct_status status =
            reduction_.loop({sizeof(ct_loop), operands(), data_, strides, run.size0, n, 0, worker_, 0});
        if (status != CT_OK) return status;
        reduced.increment(run);
      }
    }
    return CT_OK;
  }

  // ---- lines of short rows, side by side ----

  // How many lines a block holds at most.
  int64_t most_lines() const {
    const int64_t itemsize = it_.operand(it_.noutputs()).itemsize;
    const int64_t line = std::min(plan_.leaf, plan_.reduced_sizes[0]) * plan_.packed * itemsize;
    return std::min({kPackedBytes / line, kPackedOutputs / plan_.packed, kPackedLines,
                     kernels::max_transposed_row(itemsize) / itemsize});
  }
  // Whether lines are so long, and their rows not so short, that they are taken where they lie.
  bool are_long_lines(int64_t leaf) const {
    const int64_t row = plan_.packed * it_.operand(it_.noutputs()).itemsize;
    const int64_t rows = std::min(end_of(leaf) - leaf * plan_.leaf, plan_.reduced_sizes[0]);
    return reduction_.parts && row >= kLongLineRow && rows >= kLongLine;
  }
  // How many leaves are packed together. It is a power of two, so that their tree is a branch of the whole one; 0 where
  // a leaf's lines are too few.
  int64_t leaves_together(int64_t leaf, int64_t end) const {
    if (packing_ == nullptr || plan_.packed == 0 || count_ % plan_.packed != 0 || first_ % plan_.packed != 0) return 0;
    const bool long_lines = are_long_lines(leaf);
    const int64_t together = long_lines ? kPackedOutputs / plan_.packed : most_lines();
    if (!long_lines && together < 4 * plan_.packed) return 0;
    int64_t leaves = 1;
    const int64_t lines = count_ / plan_.packed, whole = plan_.nreduced / plan_.leaf;
    if (plan_.reduced_sizes.size() == 1 && leaf < whole) {
      const int64_t most = std::min(together / lines, std::min(whole, end) - leaf);
      leaves = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(std::max<int64_t>(most, 1))));
    }
    return leaves * lines < kFewPackedLines ? 0 : leaves;
  }
  // The place of a leaf in an order that puts the odd leaves behind the even ones, then does the same within each half,
  // and so on: then the leaves that meet are always the two halves of all.
  static int64_t mirrored(int64_t index, int64_t count) {
    int64_t result = 0;
    for (; count > 1; count /= 2, index /= 2) result = 2 * result + index % 2;
    return result;
  }

  ct_status reduce_long_lines(int64_t leaf, int64_t leaves, const Accumulators &all) {
    if (leaves == 1 || plan_.kept_sizes.size() > 1) {
      ct_status status = CT_OK;
      for (int64_t k = 0; k < leaves && status == CT_OK; ++k) {
        status = reduce_leaf(leaf + mirrored(k, leaves), {all.data, all.capacity, all.first + k * count_});
      }
      return status;
    }
    const int32_t input = it_.noutputs();
    begin_leaf(all, leaves * count_);
    for (int64_t k = 0; k < leaves; ++k) {
      for (int32_t i = 0; i < accumulators(); ++i) {
        data_[i] = accumulator_[i] + k * count_ * dtype_size(plan_.accumulators[i]);
      }
      data_[accumulators()] = it_.operand(input).data + first_ * plan_.kept(input)[0] +
                              (leaf + mirrored(k, leaves)) * plan_.leaf * plan_.reduced(input)[0];
      const ct_status status =
          reduction_.loop({sizeof(ct_loop), operands(), data_, strides_, plan_.leaf, count_, 0, worker_, 0});
      if (status != CT_OK) return status;
    }
    return CT_OK;
  }
  // Reduces so many leaves, which are packed, into their tree.
  ct_status reduce_packed(int64_t leaf, int64_t leaves, const Accumulators &into) {
    const int64_t lines = leaves * count_ / plan_.packed, n = leaves * count_;
    const Accumulators all = leaves == 1 ? into : Accumulators{packing_->leaves, n, 0};
    const bool long_lines = are_long_lines(leaf);
    if (long_lines) {
      const ct_status status = reduce_long_lines(leaf, leaves, all);
      if (status != CT_OK) return status;
    }
    for (int64_t line = 0, some; !long_lines && line < lines; line += some) {
      some = std::min(lines - line, most_lines());
      const ct_status status = reduce_lines(leaf, leaves, line, some, all);
      if (status != CT_OK) return status;
    }
    if (leaves == 1) return CT_OK;
    for (int64_t half = n / 2; half >= count_; half /= 2) {
      const ct_status status = combine(all, {all.data, n, half}, first_, half);
      if (status != CT_OK) return status;
    }
    for (int64_t k = 0; k < plan_.accumulators.size(); ++k) {
      std::memcpy(at(into, k), at(all, k), static_cast<size_t>(count_ * dtype_size(plan_.accumulators[k])));
    }
    return CT_OK;
  }

  // Packs the lines [first, first + count) of those leaves, as columns of a block, so that their elements lie row by
  // row.
  ct_status reduce_lines(int64_t leaf, int64_t leaves, int64_t first, int64_t count, const Accumulators &all) {
    const int32_t input = it_.noutputs();
    const int64_t columns = plan_.packed, itemsize = it_.operand(input).itemsize, lines = count_ / columns;
    for (int64_t k = 0; k < count; ++k) {
      const int64_t line = first + k, at_leaf = mirrored(line / lines, leaves) * plan_.leaf;
      const DimCounter kept(plan_.kept_sizes, first_ + line % lines * columns, plan_.noutputs);
      packing_->from_rows[k] = at_leaf * plan_.reduced(input)[0] + kept.offset(plan_.kept(input));
    }
    const int64_t step = count * itemsize;
    int64_t strides[2 * kMaxOperands];
    std::copy_n(strides_, 2 * operands(), strides);
    strides[accumulators()] = columns * step;
    strides[operands() + accumulators()] = itemsize;
    for (int64_t j = 0; j < kPackedRows; ++j) packing_->to_rows[j] = j * step;
    const kernels::TransposeLoop transpose = kernel_table<kernels::TransposeTable>().transpose;
    kernels::TransposeBlock block{itemsize, count, 0, packing_->to_rows, packing_->from_rows, false, 0, false, false};
    const Accumulators held{packing_->columns, columns * count, 0};
    begin_leaf(held, columns * count);
    for (DimCounter reduced(plan_.reduced_sizes, leaf * plan_.leaf, end_of(leaf)); !reduced.is_done();) {
      const DimCounter::Step run = reduced.max_1d_step();
      const char *const from = it_.operand(input).data + reduced.offset(plan_.reduced(input));
      const int64_t rows = run.size0 * columns;
      for (int64_t row = 0; row < rows; row += kPackedRows) {
        block.n1 = std::min(kPackedRows, rows - row);
        transpose(packing_->block + row * step, from + row * itemsize, nullptr, block, Traffic::Cached);
      }
      for (int64_t column = 0; column < columns; ++column) {
        for (int32_t k = 0; k < accumulators(); ++k) data_[k] = at({held.data, held.capacity, column * count}, k);
        data_[accumulators()] = packing_->block + column * step;
        const ct_status status =
            reduction_.loop({sizeof(ct_loop), operands(), data_, strides, run.size0, count, 0, worker_, 0});
        if (status != CT_OK) return status;
      }
      reduced.increment(run);
    }
    for (int64_t k = 0; k < plan_.accumulators.size(); ++k) {
      const DType dtype = plan_.accumulators[k];
      const int64_t size = dtype_size(dtype);
      char *const data[] = {at(all, k) + first * columns * size, at(held, k)};
      const int64_t strides[] = {size, count * size, columns * size, size};
      convert_kernel(dtype, dtype)(data, strides, columns, count, Traffic::Cached);
    }
    return CT_OK;
  }

  // How many rows that follow each other are computed at once.
  int64_t rows_of_computed(int64_t row) const {
    return row < plan_.nreduced ? 1 : std::max<int64_t>(kernels::kFewComputedBytes / (row * computed_.itemsize), 1);
  }
  void set_computed(int64_t begin, DimCounter::Step step) {
    const int32_t input = accumulators(), outer = operands() + input;
    const int64_t count = step.size0 * step.size1, size = computed_.itemsize;
    computed_.first = begin;
    // Converted elements go through a buffer, and are few at a time.
    if (staging_ == nullptr && count * size > kernels::kFewComputedBytes) {
      data_[input] = reinterpret_cast<char *>(&computed_);
      strides_[input] = kernels::kComputed;
      strides_[outer] = 0;
    } else {
      data_[input] = const_cast<char *>(computed_.at(0, count));
      strides_[input] = size;
      strides_[outer] = step.size0 * size;
    }
  }

  ct_status call(const DimCounter &reduced, const DimCounter &kept, DimCounter::Step step) {
    for (int32_t k = 0; k < accumulators(); ++k) {
      data_[k] = accumulator_[k] + (kept.position() - first_) * dtype_size(plan_.accumulators[k]);
    }
    const int64_t begin = reduced.offset(plan_.reduced_weights) + kept.offset(plan_.kept_weights);
    if (reduction_.computed != nullptr) {
      set_computed(begin, step);
    } else {
      for (int32_t k = it_.noutputs(); k < it_.noperands(); ++k) {
        data_[k + extra_] = it_.operand(k).data + reduced.offset(plan_.reduced(k)) + kept.offset(plan_.kept(k));
      }
    }
    if (staging_ != nullptr) return call_staged(step, begin);
    return reduction_.loop({sizeof(ct_loop), operands(), data_, strides_, step.size0, step.size1, begin, worker_, 0});
  }

  // Calls the loop in slices of dim 1. Along dim 0 a leaf always fits into a block.
  ct_status call_staged(DimCounter::Step step, int64_t begin) {
    Staging &staging = *staging_;
    for (staging.begin(data_, step.size0, step.size1); staging.next(); staging.take_back()) {
      const ct_status status =
          reduction_.loop({sizeof(ct_loop), operands(), staging.data(), staging.strides(), staging.size0(),
                           staging.size1(), begin + staging.row() * weight1_, worker_, 0});
      if (status != CT_OK) return status;
    }
    return CT_OK;
  }

  // The loop's operands: accumulators first, then the inputs, which stand `extra_` places later than in the iterator.
  int32_t accumulators() const { return it_.noutputs() + extra_; }
  int32_t operands() const { return it_.noperands() + extra_; }

  const ReducePlan &plan_;
  const Iterator &it_;
  const int32_t extra_ = static_cast<int32_t>(plan_.accumulators.size()) - it_.noutputs();
  const Reduction &reduction_;
  const Identities &identities_;
  char *scratch_;
  int32_t worker_;
  AbsorbedGroups *absorbed_;
  uint64_t group_ = 0;             // its bit there
  int64_t first_ = 0, count_ = 0;  // the chunk's outputs
  Accumulators result_ = {};
  char *output_ = nullptr;
  char *accumulator_[kMaxOperands];
  Staging *staging_ = nullptr;  // of converted inputs
  Packing *packing_ = nullptr;
  int64_t weight1_ = 0;  // of a step along dim 1 in positions
  kernels::Computed computed_{};
  char *data_[kMaxOperands];
  int64_t strides_[2 * kMaxOperands];
};

// Writes to the outputs by their own layouts, because an empty dim's strides say nothing about which dims are reduced.
void write_identities(const Iterator &it, const Reduction &reduction, const Identities &identities) {
  for (int32_t k = 0; k < it.noutputs(); ++k) {
    const Tensor &output = *it.operand(k).tensor;
    const DType accumulator = accumulator_of(it, reduction.accumulator, reduction.accumulators, k);
    DimVec sizes(output.sizes()), strides(output.strides());
    std::reverse(sizes.begin(), sizes.end());
    std::reverse(strides.begin(), strides.end());
    for (int64_t &stride : strides) stride *= output.itemsize();
    DimCounter counter(sizes, 0, output.numel());
    while (!counter.is_done()) {
      const DimCounter::Step step = counter.max_2d_step();
      char *const data[] = {output.data() + counter.offset(strides), const_cast<char *>(identities[k].bytes)};
      const int64_t steps[] = {!strides.empty() ? strides[0] : 0, 0, strides.size() > 1 ? strides[1] : 0, 0};
      convert_kernel(output.dtype(), accumulator)(data, steps, step.size0, step.size1, Traffic::Cached);
      counter.increment(step);
    }
  }
}

// Whether no neighbours of the first input lie side by side in memory.
bool is_strided(const Iterator &it) {
  const int32_t input = it.noutputs();
  for (int32_t d = 0; input < it.noperands() && d < it.ndim(); ++d) {
    if (std::abs(it.strides(input)[d]) <= it.operand(input).itemsize) return false;
  }
  return input < it.noperands();
}

ct_status run_tasks(const ReducePlan &plan, const Reduction &reduction, const Identities &identities) {
  const ComputedInput *const computed = reduction.computed;
  const int32_t most = computed != nullptr ? computed->workers : num_threads();
  const auto workers = plan.ntasks() > 1 ? static_cast<int32_t>(std::min<int64_t>(most, plan.ntasks())) : int32_t{1};
  const int64_t own_bytes = plan.nbuffers() * plan.accumulator_bytes(plan.chunk);
  const int64_t partial_bytes = plan.nspans > 1 ? plan.accumulator_bytes(plan.noutputs) : 0;
  alignas(kCacheLine) char small[2048];
  const bool is_small = workers * own_bytes <= int64_t{sizeof small};
  const Scratch large(is_small ? 0 : workers * own_bytes);
  char *const scratch = is_small ? small : large.data();
  const Scratch partials(plan.nspans * partial_bytes);
  AbsorbedGroups absorbed{0};

  auto task = [&](int64_t index, int32_t worker) -> ct_status {
    const int64_t group = index / plan.nspans, span = index % plan.nspans;
    char *const partial = plan.nspans > 1 ? partials.data() + span * partial_bytes : nullptr;
    return Worker(plan, reduction, identities, scratch + worker * own_bytes, worker,
                  plan.nspans > 1 ? &absorbed : nullptr)
        .run(group, span, partial);
  };
  const int64_t element_ps = std::max(reduction.element_ps, is_strided(plan.it) ? kStridedPs : 0);
  const Cost cost = computed != nullptr ? computed->cost : cost_of(plan.it, element_ps);
  const bool threads = plan.ntasks() > 1 && grain_of(plan.it.numel(), cost) < plan.it.numel();
  const ct_status status = threads ? parallel_run(plan.ntasks(), task, workers) : serial_run(plan.ntasks(), task);
  if (status != CT_OK || plan.nspans == 1) return status;

  // The trees of the spans are joined slice by slice, so that what is combined stays in a near cache.
  auto join = [&](int64_t index, int32_t worker) -> ct_status {
    const int64_t first = index * plan.slice, count = std::min(plan.slice, plan.noutputs - first);
    const auto of_span = [&](int64_t span) {
      return Accumulators{partials.data() + span * partial_bytes, plan.noutputs, first};
    };
    const Worker last(plan, reduction, identities, nullptr, worker);
    for (int64_t step = 1; step < plan.nspans; step *= 2) {
      for (int64_t span = 0; span + step < plan.nspans; span += 2 * step) {
        const ct_status combined = last.combine(of_span(span), of_span(span + step), first, count);
        if (combined != CT_OK) return combined;
      }
    }
    return last.write(of_span(0), first, count);
  };
  const int64_t nslices = divide_up(plan.noutputs, plan.slice);
  return threads ? parallel_run(nslices, join) : serial_run(nslices, join);
}

}  // namespace

ct_status reduce(const Iterator &it, const Reduction &reduction) {
  if (!it.is_reduction()) fail(CT_ERROR_INVALID, "the iterator was built without CT_ITER_REDUCTION");
  const std::span<const DType> own = reduction.accumulators;
  const int32_t count = own.empty() ? it.noutputs() : static_cast<int32_t>(own.size());
  if (static_cast<int64_t>(reduction.identities.size()) != count) {
    fail(CT_ERROR_INVALID, "a reduction needs one identity an output: ", count, " outputs, ",
         static_cast<int64_t>(reduction.identities.size()), " identities");
  }
  if (it.is_meta()) return CT_OK;
  const Workspace workspace;
  Identities identities(count);
  for (int32_t k = 0; k < count; ++k) {
    store_scalar(reduction.identities[static_cast<size_t>(k)], accumulator_of(it, reduction.accumulator, own, k),
                 identities[k].bytes);
  }
  if (it.numel() == 0) {
    write_identities(it, reduction, identities);
    return CT_OK;
  }
  return run_tasks(ReducePlan(it, reduction.accumulator, own, reduction.any_order), reduction, identities);
}

}  // namespace ct
