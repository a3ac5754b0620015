// From a grouping to a program: pass by pass, what each computes, reduces and looks for.
#include "expr/pass_compiler.h"

#include <memory>

#include "kernels/tuning.h"

namespace ct {

namespace {

constexpr int32_t kMostSingleDims = 5;  // whose walk takes no memory (iter/run.cpp)

}  // namespace

bool PassCompiler::compile() {
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

void PassCompiler::sort_steps() {
  first_step_.resize(grouping_.passes.size() + 1);
  for (const Grouping::Step &step : grouping_.steps) ++first_step_[step.pass + 1];
  for (int64_t p = 0; p < grouping_.passes.size(); ++p) first_step_[p + 1] += first_step_[p];
  steps_.resize(grouping_.steps.size());
  SmallVec<int32_t, 8> next(first_step_);
  for (int64_t s = grouping_.steps.size() - 1; s >= 0; --s) {
    steps_[next[grouping_.steps[s].pass]++] = static_cast<int32_t>(s);
  }
}

void PassCompiler::compile_pass(int32_t p) {
  const Grouping::Pass &given = grouping_.passes[p];
  pass_ = {};
  pass_.divides = pass_.reduction = pass_.single = pass_.sums = -1;
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
  sums_ = given.reduces >= 0 && grouping_.node(given.reduces).reduction.sums;
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
    slots_.place(code_, pass_, widest_);
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

void PassCompiler::compile_reduction(int32_t p) {
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

void PassCompiler::add_reduction(int32_t p) {
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

Program::Reduced PassCompiler::layout(Dims sizes, Dims strides, DType dtype) {
  const int64_t at = code_.numbers.size();
  for (const int64_t size : sizes) code_.numbers.push_back(size);
  for (const int64_t stride : strides) code_.numbers.push_back(stride);
  const auto ndim = static_cast<int32_t>(sizes.size());
  return {dtype, ndim, at, at + ndim};
}

bool PassCompiler::is_single_op(int32_t p) const {
  const Grouping::Pass &given = grouping_.passes[p];
  const std::span<const int32_t> steps = steps_of(p);
  if (pass_.numel == 0 || group_ != nullptr || given.reduces >= 0 || given.divides >= 0) return false;
  if (noutputs_ != 1 || steps.size() > 1 || ndim_ > kMostSingleDims || generation_ == Generation::Always) return false;
  const int32_t v = resolve(store_of(p).value);
  if (!steps.empty()) return v == step(steps[0]).value;
  return grouping_.values[v].kind == Grouping::Value::Kind::Memory && grouping_.passes.size() == 1 && !in_place_;
}

void PassCompiler::add_single_op(int32_t p) {
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
