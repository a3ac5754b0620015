// From passes to instructions: where each value lies, what is converted or packed on the way, and what a tile is.
#include <algorithm>
#include <memory>
#include <utility>

#include "expr/jit.h"
#include "expr/program.h"
#include "iter/blocks.h"
#include "iter/dims.h"
#include "iter/traffic.h"
#include "kernels/tuning.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

using What = TileInstruction::What;
using Count = TileInstruction::Count;
using Level = TileInstruction::Level;

constexpr int32_t kMostSingleDims = 5;  // whose walk takes no memory (iter/run.cpp)

int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }
int64_t lines(int64_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

}  // namespace

class PassCompiler {
 public:
  PassCompiler(const Grouping &grouping, Program &program, std::span<const Dims> results, bool in_place, bool keeps)
      : grouping_(grouping),
        program_(program),
        code_(program.code_),
        schedule_(grouping, results, in_place),
        results_(results),
        in_place_(in_place),
        generation_(generation()),
        keeps_(keeps) {}

  // False: there is code for which the system has no memory.
  bool compile() {
    made_.resize(grouping_.values.size());
    for (int32_t t = 0; t < grouping_.temporaries.size(); ++t) {
      const Node &of = grouping_.node(grouping_.temporaries[t]);
      const int64_t nbytes = schedule_.results[t] >= 0 ? 0 : checked_nbytes(of.sizes, dtype_size(of.dtype));
      program_.temporaries_.push_back({nbytes, -1, schedule_.places[t], 0});
    }
    program_.groups_ = schedule_.groups;
    sort_steps();
    int32_t next_group = 0;
    for (int32_t at = 0; at < schedule_.order.size(); ++at) {
      if (next_group < schedule_.groups.size() && at == schedule_.groups[next_group].first) {
        group_ = &schedule_.groups[next_group++];
      }
      if (group_ != nullptr && at == group_->first + group_->count) group_ = nullptr;
      compile_pass(schedule_.order[at]);
    }
    if (!program_.machine_code_.make(machine_code_)) return false;
    for (TileInstruction &instruction : code_.instructions) {
      if (instruction.what != What::Generated) continue;
      instruction.generated = program_.machine_code_.at(instruction.offset);
    }
    return true;
  }

 private:
  // An argument as a tile's instructions see it. step: bytes from one element to the next; 0 where there is only one.
  // offset: for a slot, its index in slots_.
  struct Argument : TileArgument {
    Level level = Level::Tile;
    int64_t step = 0;

    bool is_memory() const { return base >= kOperands; }
    int32_t operand() const { return base - kOperands; }
  };
  struct Made {
    int32_t uses = 0;
    int32_t waits = -1;    // the step that computes it, which may go together with the one that reads it
    int32_t operand = -1;  // of memory: the pass's
    int32_t target = -1;   // the output that it is written to as it is computed
    DType dtype = DType::Undefined, converted_to = DType::Undefined;  // of what has been made
    Argument argument, converted;
  };
  struct Slot {
    Level level;
    bool is_one, is_held;
    int32_t last;  // instruction that reads it, in the order of a level
    int32_t at;    // bytes
    int32_t size;  // bytes of an element
  };

  // ---- what a pass has ----

  void sort_steps() {
    first_step_.resize(grouping_.passes.size() + 1);
    for (const Grouping::Step &step : grouping_.steps) ++first_step_[step.pass + 1];
    for (int64_t p = 0; p < grouping_.passes.size(); ++p) first_step_[p + 1] += first_step_[p];
    steps_.resize(grouping_.steps.size());
    SmallVec<int32_t, 8> next(first_step_);
    for (int64_t s = grouping_.steps.size() - 1; s >= 0; --s) {
      steps_[next[grouping_.steps[s].pass]++] = static_cast<int32_t>(s);
    }
  }
  std::span<const int32_t> steps_of(int32_t p) const {
    return {steps_.data() + first_step_[p], static_cast<size_t>(first_step_[p + 1] - first_step_[p])};
  }
  const Grouping::Step &step(int32_t s) const { return grouping_.steps[s]; }

  // The value that this one stands for: itself, or the value that it equals.
  int32_t resolve(int32_t value) const {
    while (grouping_.values[value].kind == Grouping::Value::Kind::Same) value = grouping_.values[value].at;
    return value;
  }

  void compile_pass(int32_t p) {
    const Grouping::Pass &given = grouping_.passes[p];
    pass_ = {};
    pass_.divides = pass_.reduction = pass_.single = -1;
    pass_.operands = static_cast<int32_t>(program_.operands_.size());
    pass_.arguments = static_cast<int32_t>(code_.arguments.size());
    pass_.instructions = static_cast<int32_t>(code_.instructions.size());
    pass_.moves = static_cast<int32_t>(code_.moves.size());
    pass_.numel = checked_numel(grouping_.sizes(given));
    text_ = {static_cast<int32_t>(program_.op_names_.size()), 0, 0, 0, 0, given.ndim};
    strides_.clear();
    row_moves_.clear();
    tile_moves_.clear();
    slots_.clear();
    widest_ = 1;
    if (given.reduces >= 0 && reduces_memory(p)) return compile_reduction(p);
    add_operands(p);
    lay_dims(given);
    choose_tile(p);
    if (is_single_op(p)) {
      add_single_op(p);
    } else if (pass_.numel != 0) {
      if (packs(p)) choose_packing();
      for (const int32_t s : steps_of(p)) emit_step(s, true);
      for (const Grouping::Store &store : grouping_.stores) {
        if (store.pass == p) emit_store(store);
      }
      sort_instructions();
      if (generates_) generate();
      place_slots();
      for (const TileMove &move : row_moves_) code_.moves.push_back(move);
      for (const TileMove &move : tile_moves_) code_.moves.push_back(move);
      pass_.nrow_moves = static_cast<int32_t>(row_moves_.size());
      pass_.ntile_moves = static_cast<int32_t>(tile_moves_.size());
    }
    pass_.narguments = static_cast<int32_t>(code_.arguments.size()) - pass_.arguments;
    if (given.divides >= 0) add_division(given);
    if (given.reduces >= 0) {
      const Node &node = grouping_.node(given.reduces);
      text_.written = checked_nbytes(node.sizes, dtype_size(node.dtype));
      add_reduction(p);
    }
    program_.passes_.push_back(pass_);
    program_.texts_.push_back(text_);
  }

  const Grouping::Store &store_of(int32_t p) const {
    return *std::find_if(grouping_.stores.begin(), grouping_.stores.end(), [p](const auto &s) { return s.pass == p; });
  }
  bool reduces_memory(int32_t p) const {
    return grouping_.values[store_of(p).value].kind == Grouping::Value::Kind::Memory;
  }

  // Compiles a pass that reduces a tensor which lies in memory.
  void compile_reduction(int32_t p) {
    const Node &node = grouping_.node(grouping_.passes[p].reduces);
    const Tensor &input = *node.operands[0].tensor;
    const Grouping::Store &store = store_of(p);
    const int32_t result = schedule_.results[store.index];
    add_operand({result < 0 ? Source::Kind::Temporary : Source::Kind::Result, node.dtype,
                 result < 0 ? store.index : result, 0, nullptr, 0},
                node.strides, dtype_size(node.dtype));
    noutputs_ = pass_.noutputs = pass_.noperands;
    use(store.value, input.dtype());
    pass_.numel = checked_numel(node.sizes);
    touch(0, pass_.numel);
    touch(1, input.numel());
    pass_.cost.bytes = input.numel() * input.itemsize();
    add_reduction(p);
    program_.passes_.push_back(pass_);
    program_.texts_.push_back(text_);
  }

  void add_reduction(int32_t p) {
    const Node &node = grouping_.node(grouping_.passes[p].reduces);
    const Tensor &input = *node.operands[0].tensor;
    const int32_t temporary = store_of(p).index, result = schedule_.results[temporary];
    Program::Reduction reduction{node.reduction, layout(input.sizes(), input.strides(), input.dtype()),
                                 layout(node.sizes, node.strides, node.dtype), result >= 0,
                                 result < 0 ? temporary : result};
    text_.first_size = reduction.input.sizes;
    if (group_ != nullptr) {
      reduction.call.reduced = 2;
      reduction.call.keepdim = false;
    }
    pass_.reduction = static_cast<int32_t>(program_.reductions_.size());
    program_.reductions_.push_back(reduction);
    program_.op_names_.push_back(node.name);
    ++text_.nops;
  }
  Program::Reduced layout(Dims sizes, Dims strides, DType dtype) {
    const int64_t at = code_.numbers.size();
    for (const int64_t size : sizes) code_.numbers.push_back(size);
    for (const int64_t stride : strides) code_.numbers.push_back(stride);
    const auto ndim = static_cast<int32_t>(sizes.size());
    return {dtype, ndim, at, at + ndim};
  }

  void add_division(const Grouping::Pass &given) {
    const Node &node = grouping_.node(given.divides);
    pass_.divides = static_cast<int32_t>(program_.divisions_.size());
    program_.divisions_.push_back({node.name, node.operands[1].read, text_.first_size, given.ndim});
  }

  // ---- a pass of one op ----

  // Whether the pass is one op, or one copy, that can be run as an eager call. Its walk must not take memory where no
  // failure is allowed, because earlier passes may have written by then.
  bool is_single_op(int32_t p) const {
    const Grouping::Pass &given = grouping_.passes[p];
    const std::span<const int32_t> steps = steps_of(p);
    if (pass_.numel == 0 || group_ != nullptr || given.reduces >= 0 || given.divides >= 0) return false;
    if (noutputs_ != 1 || steps.size() > 1 || ndim_ > kMostSingleDims || generation_ == Generation::Always)
      return false;
    const int32_t v = resolve(store_of(p).value);
    if (!steps.empty()) return v == step(steps[0]).value;
    return grouping_.values[v].kind == Grouping::Value::Kind::Memory && grouping_.passes.size() == 1 && !in_place_;
  }

  void add_single_op(int32_t p) {
    const Grouping::Value &value = grouping_.values[resolve(store_of(p).value)];
    const std::span<const int32_t> steps = steps_of(p);
    Program::SingleOp single{};
    single.noperands = 2;
    single.seen_as[0] = single.seen_as[1] = value.dtype;
    single.operands[1] = 1;
    single.loop = convert_kernel(value.dtype, value.dtype);
    single.copies = true;
    if (!steps.empty()) {
      const Node &node = grouping_.node(step(steps[0]).node);
      single.loop = node.loop;
      single.element_ps = node.element_ps;
      single.noperands = 1 + node.noperands;
      single.seen_as[0] = node.written;
      for (int32_t k = 0; k < node.noperands; ++k) {
        single.operands[1 + k] = made_[resolve(step(steps[0]).operands[k])].operand;
        single.seen_as[1 + k] = node.operands[k].read;
      }
      single.options = static_cast<int32_t>(code_.options.size());
      single.noptions = node.noptions;
      for (int32_t k = 0; k < node.noptions; ++k) add_option(node.options[k]);
      single.copies = false;
    }
    bool converts = false;
    for (int32_t k = 0; k < single.noperands; ++k) {
      const int32_t operand = single.operands[k];
      if (program_.operands_[pass_.operands + operand].dtype == single.seen_as[k]) continue;
      if (k > 0 && is_same_everywhere(operand)) {
        single.converts_one |= static_cast<uint8_t>(1U << static_cast<unsigned>(k));
      } else {
        converts = true;
      }
    }
    single.few = -1;
    if (pass_.numel <= kFewElements && ndim_ <= 2 && !converts) {
      single.few = static_cast<int32_t>(code_.numbers.size());
      for (int32_t d = 0; d < 2; ++d) {
        for (int32_t k = 0; k < single.noperands; ++k) code_.numbers.push_back(step(single.operands[k], d));
      }
    }
    pass_.single = static_cast<int32_t>(program_.singles_.size());
    program_.singles_.push_back(single);
  }

  // ---- operands, and one order of dims for all of them ----

  void add_operands(int32_t p) {
    for (const Grouping::Store &store : grouping_.stores) {
      if (store.pass == p && grouping_.passes[p].divides < 0) add_output(store);
    }
    noutputs_ = pass_.noutputs = pass_.noperands;
    for (const int32_t s : steps_of(p)) {
      const Node &node = grouping_.node(step(s).node);
      for (int32_t k = 0; k < node.noperands; ++k) use(step(s).operands[k], node.operands[k].read);
      widest_ = std::max({widest_, dtype_size(node.written), dtype_size(node.dtype)});
      pass_.cost.element_ps += node.element_ps;
      program_.op_names_.push_back(node.name);
      ++text_.nops;
    }
    for (const Grouping::Store &store : grouping_.stores) {
      if (store.pass != p) continue;
      const int32_t divides = grouping_.passes[p].divides;
      use(store.value, divides < 0 ? grouping_.values[store.value].dtype : grouping_.node(divides).operands[1].read);
    }
    choose_targets(p);
  }

  void add_output(const Grouping::Store &store) {
    const Grouping::Value &value = grouping_.values[store.value];
    const int32_t reduces = grouping_.passes[store.pass].reduces;
    if (reduces >= 0) {  // as it would lie in memory
      const Tensor &input = *grouping_.node(reduces).operands[0].tensor;
      return add_operand({Source::Kind::Block, value.dtype, -1, 0, nullptr, 0}, input.strides(), input.itemsize());
    }
    const Dims by = store.kind == Source::Kind::Result
                        ? results_[static_cast<size_t>(store.index)]
                        : Dims(grouping_.node(grouping_.temporaries[store.index]).strides);
    add_operand({store.kind, value.dtype, store.index, 0, nullptr, 0}, by, dtype_size(value.dtype));
  }

  void add_operand(const Program::Operand &operand, Dims strides, int64_t itemsize) {
    program_.operands_.push_back(operand);
    for (const int64_t stride : strides) strides_.push_back(stride * itemsize);
    ++pass_.noperands;
  }

  void use(int32_t v, DType read) {
    widest_ = std::max(widest_, dtype_size(read));
    v = resolve(v);
    Made &made = made_[v];
    ++made.uses;
    const Grouping::Value &value = grouping_.values[v];
    if (value.kind != Grouping::Value::Kind::Memory || made.operand >= 0) return;
    made.operand = pass_.noperands;
    const Source &source = grouping_.sources[value.at];
    const int64_t itemsize = dtype_size(value.dtype);
    Program::Operand operand{source.kind, value.dtype, source.index, value.offset * itemsize, nullptr, 0};
    switch (source.kind) {
      case Source::Kind::Constant:
        operand.constant = add_constant(source);
        break;
      case Source::Kind::Argument:
        operand.offset -= grouping_.first_byte(source.index);
        break;
      default:
        program_.temporaries_[source.index].last_pass = static_cast<int32_t>(program_.passes_.size());
    }
    add_operand(operand, grouping_.strides(value), itemsize);
  }

  char *add_constant(const Source &source) {
    const Storage &storage = source.tensor->storage();
    program_.is_meta_ |= storage.is_meta();
    program_.constants_.push_back({const_cast<Storage *>(&storage), source.version});
    return storage.data();
  }

  // Several outputs that are written in place are written after everything has been read.
  bool reads_first() const { return in_place_ && noutputs_ > 1; }
  // A value that nobody else reads is computed straight into its output.
  void choose_targets(int32_t p) {
    int32_t output = 0;
    for (const Grouping::Store &store : grouping_.stores) {
      if (store.pass != p || grouping_.passes[p].divides >= 0) continue;
      Made &made = made_[resolve(store.value)];
      if (made.target < 0 && made.uses == 1 && !reads_first()) made.target = output;
      ++output;
    }
  }

  int64_t &stride(int32_t k, int32_t d) { return strides_[int64_t{k} * ndim_given_ + d]; }

  void lay_dims(const Grouping::Pass &given) {
    const Dims sizes = grouping_.sizes(given);
    text_.first_size = code_.numbers.size();
    for (const int64_t size : sizes) code_.numbers.push_back(size);
    ndim_given_ = given.ndim;
    int32_t dims[kMaxDims];
    int32_t ndim = 0;
    for (int32_t d = given.ndim - 1; d >= 0; --d) {
      if (sizes[static_cast<size_t>(d)] != 1) dims[ndim++] = d;
    }
    sort_dims(dims, ndim, [this](int32_t a, int32_t b) { return compare(a, b); });
    SmallVec<int64_t, 64> ordered;
    for (int32_t k = 0; k < pass_.noperands; ++k) {
      for (int32_t d = 0; d < ndim; ++d) ordered.push_back(stride(k, dims[d]));
    }
    for (int32_t d = 0; d < ndim; ++d) sizes_[d] = sizes[static_cast<size_t>(dims[d])];
    ndim_ = coalesce_dims(ndim, sizes_, pass_.noperands,
                          [&](int32_t k, int32_t d) -> int64_t & { return ordered[int64_t{k} * ndim + d]; });
    pass_.ndim = ndim_;
    pass_.sizes = static_cast<int32_t>(code_.numbers.size());
    for (int32_t d = 0; d < ndim_; ++d) code_.numbers.push_back(sizes_[d]);
    pass_.strides = static_cast<int32_t>(code_.numbers.size());
    for (int32_t k = 0; k < pass_.noperands; ++k) {
      for (int32_t d = 0; d < ndim_; ++d) code_.numbers.push_back(ordered[int64_t{k} * ndim + d]);
    }
  }

  // Compares dims as the iterator does: operands are asked one after the other, outputs first.
  int compare(int32_t a, int32_t b) {
    for (int32_t k = 0; k < pass_.noperands; ++k) {
      const int64_t of_a = magnitude(stride(k, a)), of_b = magnitude(stride(k, b));
      if (of_a != 0 && of_b != 0 && of_a != of_b) return of_a < of_b ? -1 : 1;
    }
    return 0;
  }

  // ---- tiles ----

  int64_t step(int32_t k, int32_t d) const {
    return d >= ndim_ ? 0 : code_.numbers[pass_.strides + int64_t{k} * ndim_ + d];
  }
  int64_t itemsize(int32_t k) const { return dtype_size(program_.operands_[pass_.operands + k].dtype); }
  int64_t size(int32_t d) const { return d < ndim_ ? sizes_[d] : 1; }

  void choose_tile(int32_t p) {
    if (pass_.numel == 0) return;
    int64_t footprint = 0, moved = 0;
    for (int32_t k = 0; k < pass_.noperands; ++k) {
      int64_t elements = 1, apart = kCacheLine;
      for (int32_t d = 0; d < ndim_; ++d) {
        if (step(k, d) == 0) continue;
        elements *= sizes_[d];
        apart = std::min(apart, magnitude(step(k, d)));
      }
      if (program_.operands_[pass_.operands + k].kind == Source::Kind::Block) continue;
      footprint += elements * itemsize(k);
      moved += elements * std::max(apart, itemsize(k));
      touch(k, elements);
    }
    pass_.cost.bytes = moved;
    const int64_t least = keeps_ ? kLeastKeptGenerated : kLeastGenerated;
    generates_ = generation_ == Generation::Always ||
                 (generation_ != Generation::Off && pass_.numel * (text_.nops - 1) >= least);
    const bool past_caches = traffic(footprint) == kernels::Traffic::NonTemporal;
    const int64_t bytes = group_ != nullptr || footprint <= kOwnCacheBytes ? kTileBytes
                          : past_caches                                    ? kTilePastCaches
                                                                           : kTileBeyondOwnCache;
    const int64_t wanted = std::clamp(bytes / widest_, kLeastTile, kMostTile);
    // An upper bound for the number of slots, with those for converted and packed operands.
    const auto most_slots = static_cast<int64_t>(3 * steps_of(p).size()) + pass_.noperands + 1;
    const bool is_cut = group_ != nullptr && group_->row % size(0) != 0;  // within a row of dim 0
    pass_.planes = !is_cut && ndim_ > 1 && sizes_[0] < wanted / 2 && sizes_[0] * widest_ * most_slots <= kMostSlotBytes;
    pass_.tile = pass_.planes ? std::min(wanted / sizes_[0], sizes_[1]) : std::min(wanted, size(0));
    past_caches_ = past_caches && !in_place_ && !writes_scratch();
    if (noutputs_ > 0 && ndim_ > 0) {
      pass_.is_aligned = !pass_.planes && step(0, 0) == itemsize(0) && kCacheLine % itemsize(0) == 0 &&
                         pass_.tile * itemsize(0) % kCacheLine == 0;
    }
  }

  // ---- packed rows ----

  bool packs(int32_t p) const {
    const Grouping::Pass &given = grouping_.passes[p];
    return pass_.numel > kMostPicked && ndim_ > 1 && pass_.noperands <= kMaxOperands && noutputs_ > 0 &&
           group_ == nullptr && given.reduces < 0 && given.divides < 0;
  }
  // Whether neighbouring elements of one operand lie in different rows of another one. Two rows that lie as pairs do
  // not count, because their elements are picked from a tile as quickly; repeated elements do not count either, because
  // they are packed once.
  bool has_orders() const {
    for (int32_t k = 0; k < pass_.noperands; ++k) {
      if (magnitude(step(k, 0)) <= 2 * itemsize(k) || (pass_.planes && level_of(k) == Level::Once)) continue;
      for (int32_t d = 1; d < ndim_; ++d) {
        if (step(k, d) != 0 && magnitude(step(k, d)) < magnitude(step(k, 0))) return true;
      }
    }
    return false;
  }

  // Where operands lie in different orders, or in many short segments, rows are packed: each row is then dense, or one
  // element.
  void choose_packing() {
    const int64_t *const numbers = code_.numbers.data();
    const auto ndim = static_cast<size_t>(ndim_);
    Iterator it;
    it.lay_out({numbers + pass_.sizes, ndim}, noutputs_, pass_.noperands);
    for (int32_t k = 0; k < pass_.noperands; ++k) {
      const DType dtype = program_.operands_[pass_.operands + k].dtype;
      it.set_operand(k, nullptr, dtype, dtype, {numbers + pass_.strides + int64_t{k} * ndim_, ndim});
    }
    const bool boxes = sizes_[0] < kShortPackedRow && is_worth_boxes(it);
    if (!boxes && !has_orders()) return;
    pass_.packs = boxes ? TilePass::Packs::Boxes : TilePass::Packs::Planes;
    pass_.memory_ndim = ndim_;
    pass_.memory_sizes = pass_.sizes;
    pass_.memory_strides = pass_.strides;
    const Blocks blocks(it, kernels::Traffic::Cached, pass_.numel, boxes);
    int64_t row = 1;
    SmallVec<int64_t, 32> steps;
    for (int32_t d = 0; d < ndim_; ++d) row *= blocks.is_in_row(d) ? sizes_[d] : 1;
    for (int32_t k = 0; k < pass_.noperands; ++k) {
      int64_t inside = 0, outside = 0;
      for (int32_t d = 0; d < ndim_; ++d) (blocks.is_in_row(d) ? inside : outside) |= step(k, d);
      steps.push_back(inside != 0 ? itemsize(k) : 0);
      steps.push_back(outside != 0 ? 1 : 0);
    }
    const int64_t memory_row = sizes_[0];
    ndim_ = pass_.ndim = 2;
    sizes_[0] = row;
    sizes_[1] = pass_.numel / row;
    pass_.sizes = static_cast<int32_t>(code_.numbers.size());
    code_.numbers.push_back(sizes_[0]);
    code_.numbers.push_back(sizes_[1]);
    pass_.strides = static_cast<int32_t>(code_.numbers.size());
    for (const int64_t step : steps) code_.numbers.push_back(step);
    pass_.planes = pass_.is_aligned = false;
    past_caches_ = past_caches_ && !boxes && memory_row * itemsize(0) >= kLongPackedRowBytes;
    pass_.tile = std::min(std::clamp(kTileBytes / widest_, kLeastTile, kMostTile), row);
  }

  // An operand in scratch moves nothing from or to memory.
  void touch(int32_t k, int64_t elements) {
    Program::Operand &operand = program_.operands_[pass_.operands + k];
    operand.nbytes = elements * itemsize(k);
    if (program_.is_in_scratch(operand)) {
      program_.temporaries_[operand.index].row_bytes = group_->row * itemsize(k);
    } else {
      (k < noutputs_ ? text_.written : text_.read) += operand.nbytes;
    }
  }
  bool writes_scratch() const {
    if (noutputs_ == 0) return false;
    const Program::Operand &output = program_.operands_[pass_.operands];
    return output.kind == Source::Kind::Block || program_.is_in_scratch(output);
  }

  int64_t tile_elements() const { return pass_.planes ? sizes_[0] * pass_.tile : pass_.tile; }
  bool is_single() const { return pass_.numel == 1; }

  // How often the pointer of operand k changes: once, by row or by tile.
  Level level_of(int32_t k) const {
    if (is_single()) return Level::Tile;
    for (int32_t d = 1; d < ndim_; ++d) {
      if (step(k, d) != 0) return step(k, 0) == 0 && !pass_.planes ? Level::Row : Level::Tile;
    }
    return step(k, 0) == 0 || pass_.planes ? Level::Once : Level::Tile;
  }
  bool is_same_everywhere(int32_t k) const {
    for (int32_t d = 0; d < ndim_; ++d) {
      if (step(k, d) != 0) return false;
    }
    return true;
  }
  bool is_one_element(int32_t k) const {
    if (is_single()) return false;
    return pass_.planes ? is_same_everywhere(k) : step(k, 0) == 0;
  }
  bool is_dense(int32_t k) const {
    if (is_single()) return true;
    return step(k, 0) == itemsize(k) && (!pass_.planes || step(k, 1) == sizes_[0] * itemsize(k));
  }

  // ---- instructions ----

  Argument memory(int32_t k) {
    return {{TileArgument::kOperands + k, 0},
            level_of(k),
            is_one_element(k) ? 0
            : is_single()     ? itemsize(k)
                              : step(k, 0)};
  }

  Argument new_slot(Level level, bool is_one, DType dtype) {
    slots_.push_back({level, is_one, false, -1, -1, static_cast<int32_t>(dtype_size(dtype))});
    const auto last = static_cast<int32_t>(slots_.size()) - 1;
    return {{TileArgument::kSlots, last}, level, is_one ? 0 : dtype_size(dtype)};
  }

  void add_argument(const Argument &argument) {
    if (argument.is_memory()) {
      const auto at = static_cast<int32_t>(code_.arguments.size()) - pass_.arguments;
      const Level level = level_of(argument.operand());
      if (!is_single() && level == Level::Row) row_moves_.push_back({at, argument.operand()});
      if (!is_single() && level == Level::Tile) tile_moves_.push_back({at, argument.operand()});
    }
    code_.arguments.push_back(argument);
  }

  TileInstruction &emit(Level level, Count count, std::span<const Argument> arguments) {
    TileInstruction &instruction = code_.instructions.emplace_back();
    instruction.what = What::Loop;
    instruction.count = count;
    instruction.level = level;
    instruction.arguments = static_cast<int32_t>(code_.arguments.size()) - pass_.arguments;
    instruction.strides = static_cast<int32_t>(code_.numbers.size());
    instruction.narguments = static_cast<int16_t>(arguments.size());
    for (const Argument &argument : arguments) code_.numbers.push_back(argument.step);
    for (const Argument &argument : arguments) {
      code_.numbers.push_back(count == Count::Plane ? outer_step(argument) : 0);
      add_argument(argument);
    }
    return instruction;
  }
  int64_t outer_step(const Argument &argument) const {
    return argument.is_memory() ? step(argument.operand(), 1) : argument.step * sizes_[0];
  }
  static Count count_of(const Argument &argument) { return argument.step == 0 ? Count::One : Count::Tile; }

  // Emits a conversion of the tile `from` into the tile `to`.
  void emit_convert(const Argument &to, DType to_dtype, const Argument &from, DType from_dtype, Count count) {
    const Argument arguments[] = {to, from};
    TileInstruction &instruction = emit(std::max(to.level, from.level), count, arguments);
    instruction.loop = convert_kernel(to_dtype, from_dtype);
    set_op(instruction, TileInstruction::kConversion, from_dtype, to_dtype);
  }

  static void set_op(TileInstruction &instruction, int32_t op, DType reads, DType writes) {
    instruction.op = static_cast<uint8_t>(op);
    instruction.reads = static_cast<uint8_t>(reads);
    instruction.writes = static_cast<uint8_t>(writes);
  }
  void add_option(const char *option) { std::copy_n(option, sizeof(TileOption), code_.options.emplace_back().bytes); }

  // Sets the number and the dtype of the node's op, where its kernel reads one dtype.
  static void set_op(TileInstruction &instruction, const Node &node) {
    const bool chooses = node.op == static_cast<int32_t>(kernels::Elementwise::where);
    const DType reads = node.operands[chooses ? 1 : 0].read;
    for (int32_t k = chooses ? 1 : 0; k < node.noperands; ++k) {
      if (node.operands[k].read != reads) return;
    }
    set_op(instruction, node.op < 0 ? TileInstruction::kConversion : node.op, reads, node.written);
  }

  // A value as elements of that dtype, either dense or a single one.
  Argument read(int32_t v, DType as) {
    v = resolve(v);
    Made &made = made_[v];
    if (made.waits >= 0) emit_step(std::exchange(made.waits, -1), false);
    if (made.dtype == as) return made.argument;
    if (made.converted_to == as) return made.converted;
    const Grouping::Value &value = grouping_.values[v];
    if (value.kind == Grouping::Value::Kind::Memory) {
      const Argument from = memory(made.operand);
      const bool is_one = is_one_element(made.operand);
      if (value.dtype == as && (is_one || is_dense(made.operand)) && !is_pattern(from)) return keep(made, as, from);
      const Argument to = new_slot(from.level, is_one, as);
      emit_convert(to, as, from, value.dtype, is_one ? Count::One : pass_.planes ? Count::Plane : Count::Tile);
      return keep(made, as, to);
    }
    const Argument from = made.argument;
    const Argument to = new_slot(from.level, from.step == 0, as);
    emit_convert(to, as, from, made.dtype, count_of(from));
    return keep(made, as, to);
  }
  // Whether the argument is a row that is the same in every plane: it is repeated in a tile once.
  bool is_pattern(const Argument &argument) const {
    return pass_.planes && argument.level == Level::Once && argument.step != 0;
  }
  static Argument keep(Made &made, DType as, const Argument &argument) {
    if (made.dtype == DType::Undefined) {
      made.dtype = as;
      made.argument = argument;
    } else {
      made.converted_to = as;
      made.converted = argument;
    }
    return argument;
  }

  static std::span<const kernels::Pair> pairs() {
    const kernels::PairTable &table = kernel_table<kernels::PairTable>();
    return {table.pairs, static_cast<size_t>(table.count)};
  }
  static bool may_be_first(const Node &node) {
    const auto is_first = [&](const kernels::Pair &pair) { return pair.first == node.loop; };
    return node.written == node.dtype && std::any_of(pairs().begin(), pairs().end(), is_first);
  }
  // The kernel that computes the step together with one that waits for it, or NULL.
  const kernels::Pair *pair_of(const Grouping::Step &step) const {
    const Node &node = grouping_.node(step.node);
    for (const kernels::Pair &pair : pairs()) {
      if (pair.second != node.loop) continue;
      const int32_t waits = made_[resolve(step.operands[pair.operand])].waits;
      if (waits < 0) continue;
      const Node &first = grouping_.node(this->step(waits).node);
      if (pair.first == first.loop && node.operands[pair.operand].read == first.dtype) return &pair;
    }
    return nullptr;
  }

  void emit_step(int32_t s, bool may_wait) {
    const Grouping::Step &step = this->step(s);
    const Node &node = grouping_.node(step.node);
    Made &made = made_[step.value];
    const kernels::Pair *const pair = generates_ ? nullptr : pair_of(step);
    const int32_t joined = pair == nullptr ? -1 : pair->operand;
    Argument arguments[1 + 2 * Node::kMostOperands];
    Level level = Level::Once;
    bool is_one = true;
    int32_t ninputs = 0;
    const auto read_all = [&](const Grouping::Step &of, int32_t but) {
      for (int32_t k = 0; k < grouping_.node(of.node).noperands; ++k) {
        if (k == but) continue;
        const Argument &input = arguments[++ninputs] = read(of.operands[k], grouping_.node(of.node).operands[k].read);
        level = std::max(level, input.level);
        is_one &= input.step == 0;
      }
    };
    if (pair != nullptr) read_all(this->step(std::exchange(made_[resolve(step.operands[joined])].waits, -1)), -1);
    read_all(step, joined);
    if (may_wait && !generates_ && !reads_first() && pair == nullptr && made.uses == 1 && made.target < 0 &&
        level == Level::Tile && !is_one && may_be_first(node)) {
      made.waits = s;
      return;
    }
    const bool converts = node.written != node.dtype;
    const bool at_once = made.target >= 0 && level == Level::Tile && is_dense(made.target) && !past_caches_;
    const Argument last = at_once ? memory(made.target) : new_slot(level, is_one, node.dtype);
    arguments[0] = converts ? new_slot(level, is_one, node.written) : last;
    const std::span<const Argument> given(arguments, static_cast<size_t>(1 + ninputs));
    TileInstruction &instruction = emit(level, is_one ? Count::One : Count::Tile, given);
    instruction.loop = pair != nullptr ? pair->both : node.loop;
    if (pair == nullptr) set_op(instruction, node);
    for (int32_t k = 0; k < node.noptions; ++k) {
      code_.arguments.push_back(
          {TileArgument::kOptions, static_cast<int32_t>(code_.options.size()) * int32_t{sizeof(TileOption)}});
      add_option(node.options[k]);
    }
    if (converts) emit_convert(last, node.dtype, arguments[0], node.written, is_one ? Count::One : Count::Tile);
    made.dtype = node.dtype;
    made.argument = last;
    if (!at_once) made.target = -1;
  }

  void emit_store(const Grouping::Store &store) {
    if (noutputs_ == 0) return emit_search(store);
    const int32_t v = resolve(store.value), output = next_output_++;
    if (next_output_ == noutputs_) next_output_ = 0;
    Made &made = made_[v];
    const Grouping::Value &value = grouping_.values[v];
    if (value.kind == Grouping::Value::Kind::Computed && made.target == output) return;
    const Argument to = memory(output);
    const bool is_memory = value.kind == Grouping::Value::Kind::Memory;
    const bool stores = past_caches_ && is_dense(output);
    if (is_memory && !stores && !is_one_element(made.operand) && !is_pattern(memory(made.operand))) {
      const Argument from = memory(made.operand);
      return emit_convert(to, value.dtype, from, value.dtype, pass_.planes ? Count::Plane : Count::Tile);
    }
    const Argument from = read(v, value.dtype);
    if (stores && from.step != 0) {
      const Argument arguments[] = {to, from};
      TileInstruction &instruction = emit(Level::Tile, Count::Tile, arguments);
      instruction.what = What::Store;
      instruction.itemsize = itemsize(output);
      pass_.fences = true;
      return;
    }
    emit_convert(to, value.dtype, from, value.dtype, pass_.planes ? Count::Plane : Count::Tile);
  }

  void emit_search(const Grouping::Store &store) {
    const Node &node = grouping_.node(grouping_.passes[store.pass].divides);
    const DType dtype = node.operands[1].read;
    const Argument from = read(store.value, dtype);
    TileInstruction &instruction = emit(from.level, count_of(from), {&from, 1});
    instruction.what = What::Search;
    instruction.search = kernel_table<kernels::AnyZeroTable>().any_zero[static_cast<int>(dtype)];
  }

  void sort_instructions() {
    TileInstruction *const first = code_.instructions.data() + pass_.instructions;
    TileInstruction *const end = code_.instructions.end();
    const auto key = [](const TileInstruction &of) { return std::pair(of.level, of.strides); };  // in their order
    std::sort(first, end, [&](const TileInstruction &a, const TileInstruction &b) { return key(a) < key(b); });
    for (const TileInstruction *at = first; at != end; ++at) {
      ++(at->level == Level::Once ? pass_.nonce : at->level == Level::Row ? pass_.nrow : pass_.ntile);
    }
  }

  // ---- code ----

  // Replaces instructions of tiles that follow each other by generated code, where possible.
  void generate() {
    const int64_t begin = pass_.instructions, end = code_.instructions.size();
    SmallVec<int32_t, 16> last_reads(slots_.size(), -1);
    for (int64_t i = begin; i < end; ++i) {
      const TileInstruction &instruction = code_.instructions[i];
      for_each_slot(instruction, [&](int32_t a, const TileArgument &argument) {
        if (a >= outputs_of(instruction)) last_reads[argument.offset] = static_cast<int32_t>(i);
      });
    }
    SmallVec<TileInstruction, 16> instructions;
    SmallVec<TileArgument, 48> arguments;
    for (int64_t i = begin; i < end;) {
      TileInstruction instruction = code_.instructions[i];
      const TileArgument *from = code_.arguments.data() + pass_.arguments + instruction.arguments;
      const TileArgument *to = from + instruction.narguments;
      while (to != code_.arguments.end() && to->base == TileArgument::kOptions) ++to;
      GeneratedLoop loop;
      if (instruction.level == Level::Tile) loop = generate_loop(code_, pass_, i, end, last_reads, machine_code_);
      if (loop.count > 0) {
        instruction.what = What::Generated;
        instruction.offset = loop.offset;
        instruction.noutputs = static_cast<uint8_t>(loop.noutputs);
        from = loop.arguments.begin();
        to = loop.arguments.end();
        instruction.narguments = static_cast<int16_t>(loop.arguments.size());
        pass_.ngenerated += loop.count;
        pass_.ntile -= loop.count - 1;
      }
      instruction.arguments = static_cast<int32_t>(arguments.size());
      for (; from != to; ++from) arguments.push_back(*from);
      instructions.push_back(instruction);
      i += std::max(loop.count, 1);
    }
    if (pass_.ngenerated == 0) return;
    code_.instructions.resize(begin);
    for (const TileInstruction &instruction : instructions) code_.instructions.push_back(instruction);
    code_.arguments.resize(pass_.arguments);
    row_moves_.clear();
    tile_moves_.clear();
    for (const TileArgument &argument : arguments) add_argument({argument});
    // A tile may be longer, since nothing else is handed on in the first-level cache.
    if (pass_.ntile == 1 && !pass_.planes) pass_.tile = std::min(size(0), kGeneratedTile);
  }

  // ---- slots ----

  static int32_t outputs_of(const TileInstruction &instruction) {
    if (instruction.what == What::Generated) return instruction.noutputs;
    return instruction.what == What::Loop ? 1 : 0;
  }

  template <class F>
  void for_each_slot(const TileInstruction &instruction, F visit) {
    for (int32_t a = 0; a < instruction.narguments; ++a) {
      TileArgument &argument = code_.arguments[pass_.arguments + instruction.arguments + a];
      if (argument.base == TileArgument::kSlots) visit(a, argument);
    }
  }

  void place_slots() {
    const int64_t count = code_.instructions.size() - pass_.instructions;
    for (int32_t i = 0; i < count; ++i) {
      const TileInstruction &instruction = code_.instructions[pass_.instructions + i];
      for_each_slot(instruction, [&](int32_t, const TileArgument &argument) {
        Slot &slot = slots_[argument.offset];
        slot.last = i;
        slot.is_held |= instruction.level > slot.level;
      });
    }
    for (SmallVec<int32_t, 8> &list : free_) list.clear();
    for (int32_t i = 0; i < count; ++i) place_slots_of(code_.instructions[pass_.instructions + i], i);
    resolve_slots(count);
  }

  // An output may take over the slot of an input that is read for the last time here, where both are dense elements of
  // one size: the kernel then works in place.
  void place_slots_of(const TileInstruction &instruction, int32_t i) {
    const auto ends = [&](const Slot &slot) { return slot.last == i && !slot.is_held; };
    const int32_t outputs = outputs_of(instruction);
    const Slot *output = nullptr;
    for_each_slot(instruction, [&](int32_t a, const TileArgument &argument) {
      if (a == 0 && instruction.what == What::Loop) output = &slots_[argument.offset];
    });
    const auto free_inputs = [&](bool early) {
      for_each_slot(instruction, [&](int32_t a, const TileArgument &argument) {
        Slot &slot = slots_[argument.offset];
        if (a < outputs || !ends(slot) || slot.at < 0) return;
        if (early && (output == nullptr || slot.size != output->size || slot.is_one != output->is_one)) return;
        free_[slot.is_one ? 0 : 1].push_back(slot.at);
        slot.last = -1;  // an input may be there twice
      });
    };
    free_inputs(true);
    for_each_slot(instruction, [&](int32_t a, const TileArgument &argument) {
      if (a >= outputs) return;
      Slot &slot = slots_[argument.offset];
      if (slot.at < 0) take(slot);
    });
    free_inputs(false);
  }

  // Takes a slot. at: for now, its number among the slots of its kind.
  void take(Slot &slot) {
    SmallVec<int32_t, 8> &list = free_[slot.is_one ? 0 : 1];
    if (!list.empty()) {
      slot.at = list.back();
      list.resize(list.size() - 1);
    } else {
      slot.at = slot.is_one ? small_slots_++ : big_slots_++;
    }
  }

  void resolve_slots(int64_t count) {
    int64_t elements = tile_elements();
    if (!pass_.planes && big_slots_ * lines(elements * widest_) > kMostSlotBytes) {
      elements = std::max<int64_t>(kMostSlotBytes / big_slots_ / kCacheLine * kCacheLine / widest_, 1);
      pass_.tile = elements;
      pass_.is_aligned = false;
    }
    const int64_t small = kCacheLine, big = lines(elements * widest_);
    for (int64_t i = 0; i < count; ++i) {
      for_each_slot(code_.instructions[pass_.instructions + i], [&](int32_t, TileArgument &argument) {
        const Slot &slot = slots_[argument.offset];
        argument.offset = static_cast<int32_t>(slot.is_one ? slot.at * small : small_slots_ * small + slot.at * big);
      });
    }
    pass_.slot_bytes = small_slots_ * small + big_slots_ * big;
    small_slots_ = big_slots_ = 0;
  }

  const Grouping &grouping_;
  Program &program_;
  TileCode &code_;
  const Schedule schedule_;
  std::span<const Dims> results_;
  const bool in_place_;
  const Generation generation_;
  const bool keeps_;
  CodeBytes machine_code_;
  const RowGroup *group_ = nullptr;  // that the pass belongs to

  SmallVec<int32_t, 8> first_step_;  // by pass, in steps_
  SmallVec<int32_t, 16> steps_;
  SmallVec<Made, 24> made_;  // by value

  // of the pass that is being compiled
  TilePass pass_{};
  Program::PassText text_{};
  int32_t ndim_given_ = 0, ndim_ = 0, noutputs_ = 0, next_output_ = 0;
  int64_t sizes_[kMaxDims];
  SmallVec<int64_t, 64> strides_;  // of operands, as they are given
  SmallVec<TileMove, 16> row_moves_, tile_moves_;
  SmallVec<Slot, 16> slots_;
  SmallVec<int32_t, 8> free_[2];  // of one element, of a tile
  int32_t small_slots_ = 0, big_slots_ = 0;
  int64_t widest_ = 1;
  bool past_caches_ = false, generates_ = false;
};

void Program::compile(const Grouping &grouping, std::span<const Dims> strides, bool in_place, bool keeps) {
  if (!PassCompiler(grouping, *this, strides, in_place, keeps).compile()) {  // now without code
    std::destroy_at(this);
    std::construct_at(this);
    static_cast<void>(PassCompiler(grouping, *this, strides, in_place, keeps).compile());
  }
  keeps_ = keeps;
  if (!keeps) return;
  for (const Constant &constant : constants_) constant.storage->retain();
}

}  // namespace ct
