// The compiler of passes: what its parts share. compile.cpp goes from pass to pass, lay_out.cpp chooses the order of
// dims and the tile, and emit.cpp writes the instructions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "expr/jit/jit.h"
#include "expr/passes.h"
#include "expr/program.h"
#include "expr/rows.h"
#include "expr/slots.h"
#include "expr/tiles.h"
#include "kernels/table.h"
#include "kernels/tuning.h"
#include "runtime/kernel_table.h"
#include "runtime/small_vec.h"

namespace ct {

inline int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }

class PassCompiler {
 public:
  using What = TileInstruction::What;
  using Count = TileInstruction::Count;
  using Level = TileInstruction::Level;

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
  bool compile();

 private:
  // An argument as a tile's instructions see it. step: bytes from one element to the next; 0 where there is only one.
  // offset: for a slot, its number, until slots have their places.
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

  // ---- what a pass has ----

  void sort_steps();
  std::span<const int32_t> steps_of(int32_t p) const {
    return {steps_.data() + first_step_[p], static_cast<size_t>(first_step_[p + 1] - first_step_[p])};
  }
  const Grouping::Step &step(int32_t s) const { return grouping_.steps[s]; }

  // The value that this one stands for: itself, or the value that it equals.
  int32_t resolve(int32_t value) const {
    while (grouping_.values[value].kind == Grouping::Value::Kind::Same) value = grouping_.values[value].at;
    return value;
  }

  void compile_pass(int32_t p);

  const Grouping::Store &store_of(int32_t p) const {
    return *std::find_if(grouping_.stores.begin(), grouping_.stores.end(), [p](const auto &s) { return s.pass == p; });
  }
  bool reduces_memory(int32_t p) const {
    return grouping_.values[store_of(p).value].kind == Grouping::Value::Kind::Memory;
  }

  // Compiles a pass that reduces a tensor which lies in memory.
  void compile_reduction(int32_t p);
  void add_reduction(int32_t p);
  Program::Reduced layout(Dims sizes, Dims strides, DType dtype);

  void add_division(const Grouping::Pass &given) {
    const Node &node = grouping_.node(given.divides);
    pass_.divides = static_cast<int32_t>(program_.divisions_.size());
    program_.divisions_.push_back({node.name, node.operands[1].read, text_.first_size, given.ndim});
  }

  // ---- a pass of one op ----

  // Whether the pass is one op, or one copy, that can be run as an eager call. Its walk must not take memory where no
  // failure is allowed, because earlier passes may have written by then.
  bool is_single_op(int32_t p) const;
  void add_single_op(int32_t p);

  // ---- operands, and one order of dims for all of them ----

  void add_operands(int32_t p);
  void add_output(const Grouping::Store &store);

  void add_operand(const Program::Operand &operand, Dims strides, int64_t itemsize) {
    program_.operands_.push_back(operand);
    for (const int64_t stride : strides) strides_.push_back(stride * itemsize);
    ++pass_.noperands;
  }

  void use(int32_t v, DType read);
  char *add_constant(const Source &source);

  // Several outputs that are written in place are written after everything has been read.
  bool reads_first() const { return in_place_ && noutputs_ > 1; }
  // A value that nobody else reads is computed straight into its output.
  void choose_targets(int32_t p);

  int64_t &stride(int32_t k, int32_t d) { return strides_[int64_t{k} * ndim_given_ + d]; }

  void lay_dims(const Grouping::Pass &given);

  // Compares dims as the iterator does: operands are asked one after the other, outputs first.
  int compare(int32_t a, int32_t b);

  // ---- tiles ----

  int64_t step(int32_t k, int32_t d) const {
    return d >= ndim_ ? 0 : code_.numbers[pass_.strides + int64_t{k} * ndim_ + d];
  }
  int64_t itemsize(int32_t k) const { return dtype_size(program_.operands_[pass_.operands + k].dtype); }
  int64_t size(int32_t d) const { return d < ndim_ ? sizes_[d] : 1; }

  void choose_tile(int32_t p);

  // ---- packed rows ----

  bool packs(int32_t p) const {
    const Grouping::Pass &given = grouping_.passes[p];
    return pass_.numel > kMostPicked && ndim_ > 1 && pass_.noperands <= kMaxOperands && noutputs_ > 0 &&
           group_ == nullptr && given.reduces < 0 && given.divides < 0;
  }
  // Whether neighbouring elements of one operand lie in different rows of another one. Two rows that lie as pairs do
  // not count, because their elements are picked from a tile as quickly; repeated elements do not count either, because
  // they are packed once.
  bool has_orders() const;

  // Where operands lie in different orders, or in many short segments, rows are packed: each row is then dense, or one
  // element.
  void choose_packing();

  // An operand in scratch moves nothing from or to memory.
  void touch(int32_t k, int64_t elements);
  bool writes_scratch() const {
    if (noutputs_ == 0) return false;
    const Program::Operand &output = program_.operands_[pass_.operands];
    return output.kind == Source::Kind::Block || program_.is_in_scratch(output);
  }

  bool is_single() const { return pass_.numel == 1; }

  // How often the pointer of operand k changes: once, by row or by tile.
  Level level_of(int32_t k) const;
  bool is_same_everywhere(int32_t k) const;
  bool is_one_element(int32_t k) const {
    if (is_single()) return false;
    return pass_.planes ? is_same_everywhere(k) : step(k, 0) == 0;
  }
  bool is_dense(int32_t k) const {
    if (is_single()) return true;
    return step(k, 0) == itemsize(k) && (!pass_.planes || step(k, 1) == sizes_[0] * itemsize(k));
  }

  // ---- instructions ----

  Argument memory(int32_t k);

  Argument new_slot(Level level, bool is_one, DType dtype) {
    return {
        {TileArgument::kSlots, slots_.add(level, is_one, dtype_size(dtype))}, level, is_one ? 0 : dtype_size(dtype)};
  }

  void add_argument(const Argument &argument);
  TileInstruction &emit(Level level, Count count, std::span<const Argument> arguments);
  int64_t outer_step(const Argument &argument) const {
    return argument.is_memory() ? step(argument.operand(), 1) : argument.step * sizes_[0];
  }
  static Count count_of(const Argument &argument) { return argument.step == 0 ? Count::One : Count::Tile; }

  // Emits a conversion of the tile `from` into the tile `to`.
  void emit_convert(const Argument &to, DType to_dtype, const Argument &from, DType from_dtype, Count count);

  static void set_op(TileInstruction &instruction, int32_t op, DType reads, DType writes) {
    instruction.op = static_cast<uint8_t>(op);
    instruction.reads = static_cast<uint8_t>(reads);
    instruction.writes = static_cast<uint8_t>(writes);
  }
  void add_option(const char *option) { std::copy_n(option, sizeof(TileOption), code_.options.emplace_back().bytes); }

  // Sets the number and the dtype of the node's op, where its kernel reads one dtype.
  static void set_op(TileInstruction &instruction, const Node &node);

  // A value as elements of that dtype, either dense or a single one.
  Argument read(int32_t v, DType as);
  // Whether the argument is a row that is the same in every plane: it is repeated in a tile once.
  bool is_pattern(const Argument &argument) const {
    return pass_.planes && argument.level == Level::Once && argument.step != 0;
  }
  static Argument keep(Made &made, DType as, const Argument &argument);

  static std::span<const kernels::Pair> pairs() {
    const kernels::PairTable &table = kernel_table<kernels::PairTable>();
    return {table.pairs, static_cast<size_t>(table.count)};
  }
  static bool may_be_first(const Node &node) {
    const auto is_first = [&](const kernels::Pair &pair) { return pair.first == node.loop; };
    return node.written == node.dtype && std::any_of(pairs().begin(), pairs().end(), is_first);
  }
  // The kernel that computes the step together with one that waits for it, or NULL.
  const kernels::Pair *pair_of(const Grouping::Step &step) const;
  void emit_step(int32_t s, bool may_wait);
  void emit_store(const Grouping::Store &store);
  void emit_search(const Grouping::Store &store);
  void sort_instructions();

  // ---- code ----

  // Replaces instructions of tiles that follow each other by generated code, where possible.
  void generate();
  void replace(std::span<const TileInstruction> instructions, std::span<const TileArgument> arguments);
  // The loop that sums what the pass computes, where that is summed and all of it can be generated.
  GeneratedLoop generate_sums(std::span<const int32_t> last_reads);
  void add_sums(const GeneratedLoop &loop);

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
  TileSlots slots_;
  int64_t widest_ = 1;
  bool past_caches_ = false, generates_ = false;
  bool sums_ = false;  // what it computes is summed in the dtype that it has
};

}  // namespace ct
