#include "expr/program.h"

#include <algorithm>

#include "iter/blocks.h"
#include "iter/copy.h"
#include "iter/for_each.h"
#include "iter/reduce.h"
#include "iter/traffic.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"

namespace ct {

namespace {

// Scratch of up to so many bytes lies on the stack, so that a call on a few elements takes no memory except for its
// results.
constexpr int64_t kStackScratch = 4096;

int64_t pointer_bytes(const TilePass &pass) { return TilePass::lines(pass.noperands * int64_t{sizeof(char *)}); }

// Memory of nodes that are stored, for the length of a run.
class Temporaries {
 public:
  explicit Temporaries(std::span<const Program::Temporary> of) : of_(of) {
    blocks_.reserve(static_cast<int64_t>(of.size()));
    try {
      for (const Program::Temporary &one : of) blocks_.push_back(take(one.place < 0 ? one.nbytes : 0));
    } catch (...) {
      free_all();
      throw;
    }
  }
  Temporaries(const Temporaries &) = delete;
  Temporaries &operator=(const Temporaries &) = delete;
  ~Temporaries() { free_all(); }

  char *const *data() const noexcept { return blocks_.data(); }
  void free_after(int32_t pass) noexcept {
    for (int64_t k = 0; k < blocks_.size(); ++k) {
      if (of_[static_cast<size_t>(k)].last_pass == pass) free(k);
    }
  }

 private:
  static char *take(int64_t nbytes) {
    if (nbytes == 0) return nullptr;
    const auto size = static_cast<size_t>(nbytes);
    return static_cast<char *>(allocate(size, data_alignment(size)));
  }
  void free(int64_t k) noexcept {
    const auto size = static_cast<size_t>(of_[static_cast<size_t>(k)].nbytes);
    if (blocks_[k] != nullptr) deallocate(blocks_[k], size, data_alignment(size));
    blocks_[k] = nullptr;
  }
  void free_all() noexcept {
    for (int64_t k = 0; k < blocks_.size(); ++k) free(k);
  }

  std::span<const Program::Temporary> of_;
  SmallVec<char *, 2> blocks_;
};

}  // namespace

Program::~Program() {
  if (!keeps_) return;
  for (const Constant &constant : constants_) constant.storage->release();
}

bool Program::reads(const char *begin, const char *end) const noexcept {
  return std::any_of(constants_.begin(), constants_.end(), [&](const Constant &constant) {
    const char *const data = constant.storage->data();
    return data != nullptr && data < end && begin < data + constant.storage->nbytes();
  });
}

void Program::check_constants() const {
  if (is_meta_) fail(CT_ERROR_INVALID, "the expression reads a meta tensor, which has no data");
  for (const Constant &constant : constants_) {
    if (constant.version != 0 && constant.version != constant.storage->version()) {
      fail(
          CT_ERROR_INVALID, "a tensor of ", constant.storage->nbytes(),
          " bytes has been written to since an op was recorded that reads it: record the op again, or write elsewhere");
    }
  }
}

// row: the first row of a block, with which the temporaries in scratch begin.
void Program::bind(const TilePass &pass, char **data, const Memory &memory, char *scratch, int64_t row) const noexcept {
  for (int32_t k = 0; k < pass.noperands; ++k) {
    const Operand &operand = operands_[pass.operands + k];
    const auto index = static_cast<size_t>(operand.index);
    char *at = operand.constant;
    if (operand.kind == Source::Kind::Argument) at = memory.arguments[index];
    if (operand.kind == Source::Kind::Result) at = memory.results[index];
    if (operand.kind == Source::Kind::Temporary) {
      const Temporary &temporary = temporaries_[operand.index];
      at = temporary.place < 0 ? memory.temporaries[index] : scratch + temporary.place - row * temporary.row_bytes;
    }
    data[k] = at + operand.offset;
  }
}

Ref<Tensor> Program::tensor_at(char *data, const Reduced &layout) const {
  const auto ndim = static_cast<size_t>(layout.ndim);
  const Dims sizes(code_.numbers.data() + layout.sizes, ndim), strides(code_.numbers.data() + layout.strides, ndim);
  if (checked_numel(sizes) == 0) return Tensor::create(sizes, strides, layout.dtype);
  const Extent extent = layout_extent(sizes, strides);
  const int64_t itemsize = dtype_size(layout.dtype), nbytes = (extent.highest - extent.lowest + 1) * itemsize;
  return Tensor::on_storage(Storage::borrow(data + extent.lowest * itemsize, nbytes, false, nullptr, nullptr), sizes,
                            strides, -extent.lowest, layout.dtype);
}

// ---- row by row ----

Cost Program::cost_of_rows(const RowGroup &group) const noexcept {
  Cost all;
  for (int32_t p = group.first; p < group.first + group.count; ++p) {
    all.bytes += passes_[p].cost.bytes;
    all.element_ps += passes_[p].cost.element_ps * group.row;
  }
  return all;
}

int32_t Program::workers(const RowGroup &group) const noexcept {
  return grain_of(group.rows, cost_of_rows(group)) >= group.rows ? 1 : num_threads();
}

// Of one worker: pointers to operands, what tiles need, and the group's temporaries.
int64_t Program::scratch_bytes(const RowGroup &group) const noexcept {
  int64_t bytes = 0;
  for (int32_t p = group.first; p < group.first + group.count; ++p) {
    bytes = std::max(bytes, pointer_bytes(passes_[p]) + passes_[p].scratch_bytes());
  }
  return bytes + group.bytes;
}

// The tensors that a group's reductions read and write: two for each reduction and each worker, which are moved from
// block to block. They are all made before anything is written.
class Program::RowTensors {
 public:
  RowTensors() = default;
  RowTensors(const RowTensors &) = delete;
  RowTensors &operator=(const RowTensors &) = delete;
  ~RowTensors() {
    for (const Tensor *tensor : tensors_) tensor->release();
  }

  void make(const Program &program, const RowGroup &group, const Memory &memory, char *scratch, int32_t workers) {
    groups_.push_back({tensors_.size(), workers});
    const int64_t step = program.scratch_bytes(group);
    for (int32_t w = 0; w < workers; ++w, scratch += step) {
      for (int32_t p = group.first; p < group.first + group.count; ++p) {
        const TilePass &pass = program.passes_[p];
        if (pass.reduction < 0) continue;
        const Reduction &reduction = program.reductions_[pass.reduction];
        char *data[2];
        program.bind(pass, data, memory, scratch + step - group.bytes);
        const auto rows = [&](int32_t k) {
          return program.is_in_scratch(program.operands_[pass.operands + k]) ? group.block : group.rows;
        };
        const int64_t to[] = {rows(0), group.row}, from[] = {rows(1), group.row};
        add(data[0], {to, reduction.call.is_along ? size_t{2} : 1}, reduction.output.dtype);
        add(data[1], from, reduction.input.dtype);
      }
    }
  }
  int32_t workers(int32_t group) const noexcept { return groups_[group].workers; }
  Tensor *const *of(int32_t group, int32_t worker) const noexcept {
    const int64_t end = group + 1 < groups_.size() ? groups_[group + 1].first : tensors_.size();
    const OfGroup &own = groups_[group];
    return tensors_.data() + own.first + (end - own.first) / own.workers * worker;
  }

 private:
  void add(char *data, Dims sizes, DType dtype) {
    tensors_.reserve(tensors_.size() + 1);
    Ref<Storage> storage = Storage::borrow(data, checked_numel(sizes) * dtype_size(dtype), false, nullptr, nullptr);
    tensors_.push_back(Tensor::on_storage(std::move(storage), sizes, contiguous_strides(sizes), 0, dtype).detach());
  }

  struct OfGroup {
    int64_t first;
    int32_t workers;
  };
  SmallVec<Tensor *, 8> tensors_;
  SmallVec<OfGroup, 2> groups_;
};

namespace {

// Makes `tensor` a contiguous one of these sizes, `offset` elements further on in the same memory.
void move_to(Tensor &tensor, Dims sizes, int64_t offset) noexcept {
  DimVec of(sizes), strides = contiguous_strides(sizes);
  Ref<Storage> storage = tensor.keep_storage();
  tensor.swap_layout(of, strides, offset, storage);
}

}  // namespace

void Program::run_rows(int32_t g, const Memory &memory, const RowTensors &tensors, char *scratch) const {
  const RowGroup &group = groups_[g];
  const int64_t step = scratch_bytes(group);
  const auto range = [&](int64_t begin, int64_t end, int32_t worker) -> ct_status {
    char *const own = scratch + worker * step, *const temporaries = own + step - group.bytes;
    for (int64_t row = begin; row < end; row += group.block) {
      const int64_t rows = std::min(group.block, end - row), sizes[] = {rows, group.row};
      Tensor *const *next = tensors.of(g, worker);
      for (int32_t p = group.first; p < group.first + group.count; ++p) {
        const TilePass &pass = passes_[p];
        if (pass.reduction >= 0) {
          Tensor &output = **next++, &input = **next++;
          const ReductionCall &call = reductions_[pass.reduction].call;
          const auto first = [&](int32_t k) { return is_in_scratch(operands_[pass.operands + k]) ? 0 : row; };
          move_to(output, {sizes, call.is_along ? size_t{2} : 1}, first(0) * (call.is_along ? group.row : 1));
          move_to(input, sizes, first(1) * group.row);
          call.run(call, input, output, true);
          continue;
        }
        char **const data = reinterpret_cast<char **>(own);
        bind(pass, data, memory, temporaries, row);
        const ct_status status =
            code_.run_range(pass, data, own + pointer_bytes(pass), row * group.row, (row + rows) * group.row);
        if (status != CT_OK) return status;
      }
    }
    return CT_OK;
  };
  const int64_t grain = grain_of(group.rows, cost_of_rows(group));
  const ct_status status = parallel_ranges(group.rows, grain, {}, range, tensors.workers(g));
  if (status != CT_OK) fail(status, "the executor failed");
}

// ---- pass by pass ----

// What a worker needs to compute what is reduced: pointers to operands, what tiles need, and a block.
int64_t Program::worker_bytes(const TilePass &pass) const noexcept {
  // A block may cut a short row at both ends, so there is room for two rows more.
  const int64_t row = pass.planes ? code_.numbers[pass.sizes] : 0;
  const int64_t block = kernels::Computed::kMostBytes + 2 * row * dtype_size(operands_[pass.operands].dtype);
  return pointer_bytes(pass) + pass.scratch_bytes() + (block + kCacheLine - 1) / kCacheLine * kCacheLine;
}

void Program::run_reduction(const TilePass &pass, const Memory &memory, char *scratch, int64_t bytes) const {
  const Reduction &reduction = reductions_[pass.reduction];
  const Ref<Tensor> output = tensor_at(
      reduction.is_result ? memory.results[static_cast<size_t>(reduction.index)] : memory.temporaries[reduction.index],
      reduction.output);
  if (!is_computed(pass)) {
    char *data[2];
    bind(pass, data, memory);
    return reduction.call.run(reduction.call, *tensor_at(data[1], reduction.input), *output, false);
  }
  const int64_t step = worker_bytes(pass), itemsize = dtype_size(reduction.input.dtype);
  const int64_t unit = pass.planes ? code_.numbers[pass.sizes] : 1;
  // Another thread may have set another number of threads meanwhile.
  const auto workers = static_cast<int32_t>(std::min<int64_t>(pass.workers(), bytes / step));
  for (int32_t w = 0; w < workers; ++w) bind(pass, reinterpret_cast<char **>(scratch + w * step), memory);
  auto elements = [&](int64_t first, int64_t count, int32_t worker) -> const char * {
    const Workspace workspace;
    char *const own = scratch + worker * step, *const tiles = own + pointer_bytes(pass);
    char *const block = tiles + pass.scratch_bytes();
    char **const data = reinterpret_cast<char **>(own);
    const int64_t begin = first / unit * unit, end = (first + count + unit - 1) / unit * unit;
    data[0] = block - begin * itemsize;
    static_cast<void>(code_.run_range(pass, data, tiles, begin, end));  // it searches for nothing
    return block + (first - begin) * itemsize;
  };
  auto sum_leaf = [&](int64_t first, int64_t count, int32_t worker, char *lanes) {
    char *const own = scratch + worker * step;
    char **const data = reinterpret_cast<char **>(own);
    data[0] = lanes - first * itemsize;
    code_.sum_leaf(pass, data, own + pointer_bytes(pass), first, first + count);
  };
  const FunctionRef<void(int64_t, int64_t, int32_t, char *)> sums = sum_leaf;
  const ComputedInput computed{elements, workers, pass.cost, itemsize, pass.sums >= 0 ? &sums : nullptr};
  ReductionCall call = reduction.call;
  call.computed = &computed;
  call.run(call, *tensor_at(nullptr, reduction.input), *output, false);
}

// The walk of a pass over operands in different orders.
struct Program::PackedWalk {
  PackedWalk(const Program &program, const TilePass &pass, const Memory &memory)
      : blocks((lay_out(program, pass, memory), it), kernels::Traffic::Cached, grain_of(pass.numel, pass.cost),
               pass.packs == TilePass::Packs::Boxes) {}

  Iterator it;
  const Blocks blocks;

 private:
  void lay_out(const Program &program, const TilePass &pass, const Memory &memory) {
    char *data[kMaxOperands];
    program.bind(pass, data, memory);
    const int64_t *const numbers = program.code_.numbers.data();
    const auto ndim = static_cast<size_t>(pass.memory_ndim);
    it.lay_out({numbers + pass.memory_sizes, ndim}, pass.noutputs, pass.noperands);
    for (int32_t k = 0; k < pass.noperands; ++k) {
      const DType dtype = program.operand(pass.operands + k).dtype;
      it.set_operand(k, data[k], dtype, dtype, {numbers + pass.memory_strides + int64_t{k} * pass.memory_ndim, ndim});
    }
  }
};

// All packed walks of a run. They are made before anything is written.
class Program::PackedWalks {
 public:
  PackedWalks() = default;
  PackedWalks(const PackedWalks &) = delete;
  PackedWalks &operator=(const PackedWalks &) = delete;
  ~PackedWalks() {
    for (PackedWalk *walk : walks_) destroy(walk);
  }

  void make(const Program &program, const Memory &memory) {
    for (const TilePass &pass : program.passes_) {
      if (pass.packs == TilePass::Packs::No) continue;
      walks_.reserve(walks_.size() + 1);
      walks_.push_back(ct::make<PackedWalk>(program, pass, memory));
    }
  }
  const PackedWalk &next() noexcept { return *walks_[next_++]; }  // in the order of the passes

 private:
  SmallVec<PackedWalk *, 2> walks_;
  int64_t next_ = 0;
};

void Program::run_packed(const TilePass &pass, const PackedWalk &walk, char *scratch, int64_t bytes) const {
  const int64_t step = pass.scratch_bytes(), before = pointer_bytes(pass);
  const auto rows = [&](char *const *data, const int64_t *strides, int64_t n0, int64_t n1, int32_t worker) {
    code_.run_rows(pass, data, strides, n0, n1, scratch + before + worker * step);
  };
  const BlockCall::Rows of_tiles(rows);
  BlockCall call;
  call.rows = &of_tiles;
  // Another thread may have set another number of threads meanwhile.
  const auto threads = static_cast<int32_t>(std::min<int64_t>(pass.workers(), (bytes - before) / step));
  const ct_status status = walk.blocks.run(call, grain_of(pass.numel, pass.cost), walk.blocks.count(), threads);
  if (status != CT_OK) fail(status, "the executor failed");
}

void Program::run_single(const TilePass &pass, const Memory &memory) const {
  const SingleOp &single = singles_[pass.single];
  char *of_pass[SingleOp::kMostOperands], *data[SingleOp::kMostOperands + kernels::kMostOptions];
  alignas(16) char converted[SingleOp::kMostOperands][16];
  bind(pass, of_pass, memory);
  for (int32_t k = 0; k < single.noperands; ++k) {
    data[k] = of_pass[single.operands[k]];
    if ((single.converts_one >> k & 1) == 0) continue;
    char *const to_from[] = {converted[k], data[k]};
    constexpr int64_t strides[4] = {};
    const DType dtype = operands_[pass.operands + single.operands[k]].dtype;
    convert_kernel(single.seen_as[k], dtype)(to_from, strides, 1, 1, kernels::Traffic::Cached);
    data[k] = converted[k];
  }
  char **const options = data + single.noperands;
  for (int32_t k = 0; k < single.noptions; ++k) {
    options[k] = const_cast<char *>(code_.options[single.options + k].bytes);
  }
  const int64_t *const numbers = code_.numbers.data(), *const sizes = numbers + pass.sizes;
  if (single.few >= 0) {
    return single.loop(data, numbers + single.few, pass.ndim > 0 ? sizes[0] : 1, pass.ndim > 1 ? sizes[1] : 1,
                       kernels::Traffic::Cached);
  }
  Iterator it;
  it.lay_out({sizes, static_cast<size_t>(pass.ndim)}, 1, single.noperands);
  for (int32_t k = 0; k < single.noperands; ++k) {
    const int32_t at = single.operands[k];
    const DType dtype = (single.converts_one >> k & 1) != 0 ? single.seen_as[k] : operands_[pass.operands + at].dtype;
    const Dims strides(numbers + pass.strides + int64_t{at} * pass.ndim, static_cast<size_t>(pass.ndim));
    it.set_operand(k, data[k], single.seen_as[k], dtype, strides);
  }
  if (single.copies) return run_copy(it);
  ct::run(it, single.loop, single.element_ps, {options, static_cast<size_t>(single.noptions)});
}

void Program::run_pass(const TilePass &pass, const Memory &memory, char *scratch, int64_t bytes) const {
  if (pass.numel == 0) return;
  if (pass.single >= 0) return run_single(pass, memory);
  if (pass.reduction >= 0) return run_reduction(pass, memory, scratch, bytes);
  char **const data = reinterpret_cast<char **>(scratch);
  bind(pass, data, memory);
  // Another thread may have set another number of threads meanwhile.
  const int64_t step = pass.scratch_bytes(), before = pointer_bytes(pass);
  int32_t threads = pass.workers();
  if (threads > 1) threads = static_cast<int32_t>(std::min<int64_t>(threads, (bytes - before) / step));
  const ct_status status = code_.run(pass, data, scratch + before, step, threads);
  if (status == CT_ERROR_DIVISION_BY_ZERO && pass.divides >= 0) {
    const Division &division = divisions_[pass.divides];
    const Dims sizes(code_.numbers.data() + division.sizes, static_cast<size_t>(division.ndim));
    fail(status, division.op, ": integer division by zero, ", dtype_name(division.dtype), " divisor of shape ", sizes,
         " holds a zero");
  }
  if (status != CT_OK) fail(status, "the executor failed");
}

void Program::run(std::span<char *const> arguments, std::span<char *const> results) const {
  check_constants();
  const Workspace workspace;
  if (passes_.size() == 1 && passes_[0].single >= 0) return run_single(passes_[0], {arguments, results, nullptr});
  run_passes(arguments, results);
}

void Program::run_passes(std::span<char *const> arguments, std::span<char *const> results) const {
  int64_t bytes = 0;
  for (const TilePass &pass : passes_) {
    if (pass.numel == 0 || pass.single >= 0) continue;
    if (pass.reduction >= 0) {
      if (is_computed(pass)) bytes = std::max(bytes, worker_bytes(pass) * pass.workers());
      continue;
    }
    bytes = std::max(bytes, pointer_bytes(pass) + pass.scratch_bytes() * pass.workers());
  }
  for (const RowGroup &group : groups_) bytes = std::max(bytes, scratch_bytes(group) * workers(group));
  alignas(kCacheLine) char on_stack[kStackScratch];
  const bool fits = bytes <= kStackScratch;
  const Scratch on_heap(fits ? 0 : bytes);
  char *const scratch = fits ? on_stack : on_heap.data();
  Temporaries temporaries(temporaries_);
  const Memory memory{arguments, results, temporaries.data()};
  PackedWalks packed;
  packed.make(*this, memory);
  RowTensors tensors;
  for (const RowGroup &group : groups_) {
    // Another thread may have set another number of threads meanwhile.
    tensors.make(*this, group, memory, scratch,
                 static_cast<int32_t>(std::min<int64_t>(workers(group), bytes / scratch_bytes(group))));
  }
  int32_t p = 0;
  const auto run_until = [&](int32_t end) {
    for (; p < end; ++p) {
      if (passes_[p].packs != TilePass::Packs::No) {
        run_packed(passes_[p], packed.next(), scratch, bytes);
      } else {
        run_pass(passes_[p], memory, scratch, bytes);
      }
      temporaries.free_after(p);
    }
  };
  for (int32_t g = 0; g < groups_.size(); ++g) {
    const RowGroup &group = groups_[g];
    run_until(group.first);
    run_rows(g, memory, tensors, scratch);
    for (; p < group.first + group.count; ++p) temporaries.free_after(p);
  }
  run_until(static_cast<int32_t>(passes_.size()));
}

}  // namespace ct
