// From the ops of a pass to instructions: where each value lies, what is converted or packed on the way, and which of
// them become generated code.
#include <algorithm>
#include <utility>

#include "expr/pass_compiler.h"
#include "kernels/lists/elementwise.h"
#include "kernels/tuning.h"

namespace ct {

PassCompiler::Argument PassCompiler::memory(int32_t k) {
  return {{TileArgument::kOperands + k, 0},
          level_of(k),
          is_one_element(k) ? 0
          : is_single()     ? itemsize(k)
                            : step(k, 0)};
}

void PassCompiler::add_argument(const Argument &argument) {
  if (argument.is_memory()) {
    const auto at = static_cast<int32_t>(code_.arguments.size()) - pass_.arguments;
    const Level level = level_of(argument.operand());
    if (!is_single() && level == Level::Row) row_moves_.push_back({at, argument.operand()});
    if (!is_single() && level == Level::Tile) tile_moves_.push_back({at, argument.operand()});
  }
  code_.arguments.push_back(argument);
}

TileInstruction &PassCompiler::emit(Level level, Count count, std::span<const Argument> arguments) {
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

void PassCompiler::emit_convert(const Argument &to, DType to_dtype, const Argument &from, DType from_dtype,
                                Count count) {
  const Argument arguments[] = {to, from};
  TileInstruction &instruction = emit(std::max(to.level, from.level), count, arguments);
  instruction.loop = convert_kernel(to_dtype, from_dtype);
  set_op(instruction, TileInstruction::kConversion, from_dtype, to_dtype);
}

void PassCompiler::set_op(TileInstruction &instruction, const Node &node) {
  const bool chooses = node.op == static_cast<int32_t>(kernels::Elementwise::where);
  const DType reads = node.operands[chooses ? 1 : 0].read;
  for (int32_t k = chooses ? 1 : 0; k < node.noperands; ++k) {
    if (node.operands[k].read != reads) return;
  }
  set_op(instruction, node.op < 0 ? TileInstruction::kConversion : node.op, reads, node.written);
}

PassCompiler::Argument PassCompiler::read(int32_t v, DType as) {
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

PassCompiler::Argument PassCompiler::keep(Made &made, DType as, const Argument &argument) {
  if (made.dtype == DType::Undefined) {
    made.dtype = as;
    made.argument = argument;
  } else {
    made.converted_to = as;
    made.converted = argument;
  }
  return argument;
}

const kernels::Pair *PassCompiler::pair_of(const Grouping::Step &step) const {
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

void PassCompiler::emit_step(int32_t s, bool may_wait) {
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

void PassCompiler::emit_store(const Grouping::Store &store) {
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

void PassCompiler::emit_search(const Grouping::Store &store) {
  const Node &node = grouping_.node(grouping_.passes[store.pass].divides);
  const DType dtype = node.operands[1].read;
  const Argument from = read(store.value, dtype);
  TileInstruction &instruction = emit(from.level, count_of(from), {&from, 1});
  instruction.what = What::Search;
  instruction.search = kernel_table<kernels::AnyZeroTable>().any_zero[static_cast<int>(dtype)];
}

void PassCompiler::sort_instructions() {
  TileInstruction *const first = code_.instructions.data() + pass_.instructions;
  TileInstruction *const end = code_.instructions.end();
  const auto key = [](const TileInstruction &of) { return std::pair(of.level, of.strides); };  // in their order
  std::sort(first, end, [&](const TileInstruction &a, const TileInstruction &b) { return key(a) < key(b); });
  for (const TileInstruction *at = first; at != end; ++at) {
    ++(at->level == Level::Once ? pass_.nonce : at->level == Level::Row ? pass_.nrow : pass_.ntile);
  }
}

void PassCompiler::generate() {
  const int64_t begin = pass_.instructions, end = code_.instructions.size();
  SmallVec<int32_t, 16> last_reads(slots_.size(), -1);
  for (int64_t i = begin; i < end; ++i) {
    const TileInstruction &instruction = code_.instructions[i];
    for_each_slot(code_, pass_, instruction, [&](int32_t a, const TileArgument &argument) {
      if (a >= outputs_of(instruction)) last_reads[argument.offset] = static_cast<int32_t>(i);
    });
  }
  const GeneratedLoop sums = generate_sums(last_reads);
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
  if (pass_.ngenerated != 0) replace(instructions, arguments);
  if (sums.count != 0) add_sums(sums);
}

GeneratedLoop PassCompiler::generate_sums(std::span<const int32_t> last_reads) {
  if (!sums_ || pass_.ndim != 1) return {};
  const int64_t first = pass_.instructions + pass_.nonce + pass_.nrow;
  return ct::generate_sums(code_, pass_, first, first + pass_.ntile, last_reads, machine_code_);
}

void PassCompiler::add_sums(const GeneratedLoop &loop) {
  pass_.sums = static_cast<int32_t>(code_.instructions.size());
  pass_.ngenerated = loop.count;
  TileInstruction &instruction = code_.instructions.emplace_back();
  instruction.what = What::Generated;
  instruction.count = Count::Tile;
  instruction.level = Level::Tile;
  instruction.offset = loop.offset;
  instruction.noutputs = 1;
  instruction.arguments = static_cast<int32_t>(code_.arguments.size()) - pass_.arguments;
  instruction.narguments = static_cast<int16_t>(loop.arguments.size());
  for (const TileArgument &argument : loop.arguments) add_argument({argument});
}

void PassCompiler::replace(std::span<const TileInstruction> instructions, std::span<const TileArgument> arguments) {
  code_.instructions.resize(pass_.instructions);
  for (const TileInstruction &instruction : instructions) code_.instructions.push_back(instruction);
  code_.arguments.resize(pass_.arguments);
  row_moves_.clear();
  tile_moves_.clear();
  for (const TileArgument &argument : arguments) add_argument({argument});
  // A tile may be longer, since nothing else is handed on in the first-level cache.
  if (pass_.ntile == 1 && !pass_.planes) pass_.tile = std::min(size(0), kGeneratedTile);
}

}  // namespace ct
