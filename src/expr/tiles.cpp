#include "expr/tiles.h"

#include <algorithm>

#include "iter/odometer.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

class Worker {
 public:
  Worker(const TileCode &code, const TilePass &pass, char *const *data, char *scratch)
      : code_(code),
        pass_(pass),
        data_(data),
        numbers_(code.numbers.data()),
        arguments_(reinterpret_cast<char **>(scratch)),
        at_(arguments_ + pass.narguments + TileArgument::kOperands),
        slots_(scratch + pass.pointer_bytes()),
        first_(code.instructions.data() + pass.instructions),
        moves_(code.moves.data() + pass.moves),
        nmoves_(pass.nrow_moves + pass.ntile_moves),
        sizes_(numbers_ + pass.sizes, static_cast<size_t>(pass.ndim)),
        fence_(pass.fences ? &kernel_table<kernels::FenceTable>() : nullptr) {}

  ct_status run(int64_t begin, int64_t end) {
    set_arguments(pass_.ndim == 1 ? begin : 0);
    size0_ = pass_.planes ? sizes_[0] : 1;
    size1_ = pass_.planes ? pass_.tile : 1;
    if (!run(first_, pass_.nonce)) return CT_ERROR_DIVISION_BY_ZERO;
    if (pass_.ndim <= 1) return finish(run_row(end - begin));
    DimCounter counter(sizes_, begin, end);
    while (!counter.is_done()) {
      DimCounter::Step step = pass_.planes ? counter.max_2d_step() : counter.max_1d_step();
      if (pass_.planes) step.size1 = std::min(step.size1, pass_.tile);
      for (int32_t k = 0; k < pass_.noperands; ++k) at_[k] = data_[k] + counter.offset(strides(k));
      move_arguments();
      if (!(pass_.planes ? run_plane(step) : run_row(step.size0))) return CT_ERROR_DIVISION_BY_ZERO;
      counter.increment(step);
    }
    return finish(true);
  }

  void sum_leaf(int64_t begin, int64_t end) {
    set_arguments(begin);
    size0_ = end - begin;
    run(first_, pass_.nonce);
    run(code_.instructions.data() + pass_.sums, 1);
  }

  // steps: bytes from one row to the next, for each operand.
  void run_rows(const int64_t *steps, int64_t n0, int64_t n1) {
    set_arguments(0);
    run(first_, pass_.nonce);
    for (int64_t row = 0; row < n1; ++row) {
      for (int32_t k = 0; k < pass_.noperands; ++k) at_[k] = data_[k] + row * steps[k];
      move_arguments();
      run_row(n0);
    }
    if (fence_ != nullptr) fence_->fence();
  }

 private:
  void move_arguments() {
    for (int32_t m = 0; m < nmoves_; ++m) arguments_[moves_[m].argument] = at_[moves_[m].operand];
  }
  Dims strides(int32_t operand) const {
    return {numbers_ + pass_.strides + static_cast<int64_t>(operand) * pass_.ndim, static_cast<size_t>(pass_.ndim)};
  }
  int64_t stride0(int32_t operand) const {
    return pass_.ndim == 0 ? 0 : numbers_[pass_.strides + static_cast<int64_t>(operand) * pass_.ndim];
  }

  ct_status finish(bool found_none) const {
    if (fence_ != nullptr) fence_->fence();
    return found_none ? CT_OK : CT_ERROR_DIVISION_BY_ZERO;
  }

  // from: the element at which to begin in the row of a pass of one dim.
  void set_arguments(int64_t from) {
    char **const bases = at_ - TileArgument::kOperands;
    bases[TileArgument::kSlots] = slots_;
    bases[TileArgument::kOptions] = const_cast<char *>(code_.options.data()->bytes);
    for (int32_t k = 0; k < pass_.noperands; ++k) at_[k] = data_[k] + from * stride0(k);
    const TileArgument *const arguments = code_.arguments.data() + pass_.arguments;
    for (int32_t a = 0; a < pass_.narguments; ++a) arguments_[a] = bases[arguments[a].base] + arguments[a].offset;
  }

  // Runs a row that begins where at_ points.
  bool run_row(int64_t count) {
    const TileInstruction *const in_row = first_ + pass_.nonce, *const in_tile = in_row + pass_.nrow;
    size0_ = size1_ = 1;
    if (pass_.nrow != 0 && !run(in_row, pass_.nrow)) return false;
    const TileMove *const tile_moves = moves_ + pass_.nrow_moves;
    int64_t next = count > pass_.tile ? first_tile() : count;
    for (;;) {
      size0_ = std::min(next, count);
      if (!run(in_tile, pass_.ntile)) return false;
      if ((count -= size0_) == 0) return true;
      next = pass_.tile;
      for (int32_t m = 0; m < pass_.ntile_moves; ++m) {
        arguments_[tile_moves[m].argument] += size0_ * stride0(tile_moves[m].operand);
      }
    }
  }

  // The first tile is shorter where that lets all other tiles begin on a cache line of the first output.
  int64_t first_tile() const {
    if (!pass_.is_aligned) return pass_.tile;
    const int64_t size = stride0(0);
    const auto beyond = static_cast<int64_t>(reinterpret_cast<uintptr_t>(at_[0]) % kCacheLine);
    return pass_.tile - (beyond % size == 0 ? beyond / size : 0);
  }

  bool run_plane(const DimCounter::Step &step) {
    size0_ = step.size0;
    size1_ = step.size1;
    return run(first_ + pass_.nonce, pass_.ntile);
  }

  bool run(const TileInstruction *instruction, int32_t count) const {
    const int64_t size = size0_ * size1_;
    for (const TileInstruction *const end = instruction + count; instruction != end; ++instruction) {
      char **const arguments = arguments_ + instruction->arguments;
      const int64_t *const strides = numbers_ + instruction->strides;
      if (instruction->what == TileInstruction::What::Loop) {
        if (instruction->count == TileInstruction::Count::Tile) {
          instruction->loop(arguments, strides, size, 1, kernels::Traffic::Cached);
        } else if (instruction->count == TileInstruction::Count::One) {
          instruction->loop(arguments, strides, 1, 1, kernels::Traffic::Cached);
        } else {
          instruction->loop(arguments, strides, size0_, size1_, kernels::Traffic::Cached);
        }
      } else if (instruction->what == TileInstruction::What::Generated) {
        instruction->generated(arguments, size);
      } else if (instruction->what == TileInstruction::What::Store) {
        fence_->store(arguments[0], arguments[1], size * instruction->itemsize);
      } else if (instruction->search(arguments[0], strides,
                                     instruction->count == TileInstruction::Count::One ? 1 : size, 1)) {
        return false;
      }
    }
    return true;
  }

  const TileCode &code_;
  const TilePass &pass_;
  char *const *data_;
  const int64_t *numbers_;
  char **arguments_;
  char **at_;  // where each operand's row begins
  char *slots_;
  const TileInstruction *first_;
  const TileMove *moves_;
  int32_t nmoves_;
  Dims sizes_;
  const kernels::FenceTable *fence_;
  int64_t size0_ = 1, size1_ = 1;  // of the tile
};

// How a pass may be cut into ranges: on cache lines of the first output, or else between rows.
Cuts cuts(const TilePass &pass, const int64_t *numbers, char *const *data, int64_t grain) {
  const int64_t *const sizes = numbers + pass.sizes;
  if (pass.ndim == 1) {
    const int64_t stride = pass.noperands > 0 ? numbers[pass.strides] : 0;
    const bool dense = pass.is_aligned && stride > 0 && stride <= kCacheLine;
    return dense ? line_cuts(data[0], stride) : Cuts{kCacheLine};
  }
  Cuts between;
  if (pass.planes) between.unit = sizes[0];
  for (int32_t d = pass.planes ? 1 : 0; d < pass.ndim - 1 && sizes[d] <= grain / 8 / between.unit; ++d) {
    between.unit *= sizes[d];
  }
  return between;
}

}  // namespace

ct_status TileCode::run(const TilePass &pass, char *const *data, char *scratch, int64_t scratch_step,
                        int32_t threads) const {
  if (pass.numel == 0) return CT_OK;
  if (threads <= 1) return Worker(*this, pass, data, scratch).run(0, pass.numel);
  const int64_t grain = grain_of(pass.numel, pass.cost);
  const auto range = [&](int64_t begin, int64_t end, int32_t worker) -> ct_status {
    return Worker(*this, pass, data, scratch + worker * scratch_step).run(begin, end);
  };
  return parallel_ranges(pass.numel, grain, cuts(pass, numbers.data(), data, grain), range, threads);
}

void TileCode::run_rows(const TilePass &pass, char *const *data, const int64_t *strides, int64_t n0, int64_t n1,
                        char *scratch) const {
  Worker(*this, pass, data, scratch).run_rows(strides + pass.noperands, n0, n1);
}

ct_status TileCode::run_range(const TilePass &pass, char *const *data, char *scratch, int64_t begin,
                              int64_t end) const {
  return Worker(*this, pass, data, scratch).run(begin, end);
}

void TileCode::sum_leaf(const TilePass &pass, char *const *data, char *scratch, int64_t begin, int64_t end) const {
  Worker(*this, pass, data, scratch).sum_leaf(begin, end);
}

}  // namespace ct
