// An expression, compiled: passes whose instructions have their kernels, and whose tiles have their place. It knows the
// layouts of everything that it reads and writes, and holds no nodes. A program never changes, so any number of threads
// may run it at once.
#pragma once

#include <cstdint>
#include <span>

#include "expr/jit/jit.h"
#include "expr/passes.h"
#include "expr/rows.h"
#include "expr/tiles.h"

namespace ct {

class Program {
 public:
  Program() = default;
  ~Program();
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  // strides: of each result's output, in elements. in_place: outputs may be elements that the expression reads, at the
  // very index at which it writes them. keeps: the program outlives the expression, so it holds on to the expression's
  // memory.
  void compile(const Grouping &grouping, std::span<const Dims> strides, bool in_place, bool keeps);

  // arguments and results: the first elements of tensors with the layouts that the program was compiled for. Where
  // constants have been written to since, or where memory is missing, it fails before it writes anything.
  void run(std::span<char *const> arguments, std::span<char *const> results) const;

  // Whether the expression reads memory of [begin, end), apart from its arguments.
  bool reads(const char *begin, const char *end) const noexcept;

  struct Operand {
    Source::Kind kind;
    DType dtype;
    int32_t index;   // of the argument, temporary or result
    int64_t offset;  // in bytes, from the first element of it
    char *constant;  // where a constant begins
    int64_t nbytes;  // that a pass touches of it
  };
  struct Constant {
    Storage *storage;
    uint32_t version;
  };
  struct Temporary {
    int64_t nbytes;
    int32_t last_pass;  // that reads it
    int64_t place;      // in a worker's scratch, of each block of rows; or -1
    int64_t row_bytes;  // of a row there
  };
  // The tensor that is reduced, or the reduction's result; its layout lies in numbers. Where the reduced tensor is in
  // memory, the operands of the pass are the result and that tensor; otherwise the pass computes its operand 0 block by
  // block.
  struct Reduced {
    DType dtype;
    int32_t ndim;
    int64_t sizes, strides;
  };
  struct Reduction {
    ReductionCall call;
    Reduced input, output;
    bool is_result;  // it writes a result of the program, or a temporary
    int32_t index;
  };
  // The only op of a pass, run as an eager call: by the iterator's walk, or at once on few elements.
  struct SingleOp {
    static constexpr int32_t kMostOperands = 1 + Node::kMostOperands;
    kernels::Loop loop;
    int64_t element_ps;
    int32_t noperands, noptions;
    int32_t operands[kMostOperands];  // of the pass
    DType seen_as[kMostOperands];     // by the kernel
    int32_t options;                  // the first, in the code's
    int32_t few;                      // strides of a plane, in numbers, where elements are few; or -1
    uint8_t converts_one;             // a bit for each operand that is one element of another dtype
    bool copies;                      // bits
  };
  // For the text of a program: which ops a pass has, and what it moves.
  struct PassText {
    int32_t ops, nops;      // in op_names
    int64_t read, written;  // bytes
    int64_t first_size;     // where the sizes of its index space begin in numbers, as they were given
    int32_t ndim;
  };
  int64_t npasses() const noexcept { return passes_.size(); }
  const TilePass &pass(int64_t p) const noexcept { return passes_[p]; }
  const PassText &text(int64_t p) const noexcept { return texts_[p]; }
  const SmallVec<RowGroup, 2> &groups() const noexcept { return groups_; }
  const Operand &operand(int64_t k) const noexcept { return operands_[k]; }
  bool is_in_scratch(const Operand &operand) const noexcept {
    return operand.kind == Source::Kind::Temporary && temporaries_[operand.index].place >= 0;
  }
  const char *op_name(int64_t k) const noexcept { return op_names_[k]; }
  int64_t number(int64_t k) const noexcept { return code_.numbers[k]; }

 private:
  friend class PassCompiler;

  void check_constants() const;
  void run_passes(std::span<char *const> arguments, std::span<char *const> results) const;
  struct Memory {
    std::span<char *const> arguments, results;
    char *const *temporaries;
  };
  class RowTensors;
  void bind(const TilePass &pass, char **data, const Memory &memory, char *scratch = nullptr,
            int64_t row = 0) const noexcept;
  bool is_computed(const TilePass &pass) const noexcept { return operands_[pass.operands].kind == Source::Kind::Block; }
  int64_t worker_bytes(const TilePass &pass) const noexcept;
  void run_reduction(const TilePass &pass, const Memory &memory, char *scratch, int64_t bytes) const;
  struct PackedWalk;
  class PackedWalks;
  void run_packed(const TilePass &pass, const PackedWalk &walk, char *scratch, int64_t bytes) const;
  void run_single(const TilePass &pass, const Memory &memory) const;
  void run_pass(const TilePass &pass, const Memory &memory, char *scratch, int64_t bytes) const;
  void run_rows(int32_t group, const Memory &memory, const RowTensors &tensors, char *scratch) const;
  Ref<Tensor> tensor_at(char *data, const Reduced &layout) const;
  int32_t workers(const RowGroup &group) const noexcept;
  Cost cost_of_rows(const RowGroup &group) const noexcept;
  int64_t scratch_bytes(const RowGroup &group) const noexcept;

  TileCode code_;
  MachineCode machine_code_;
  SmallVec<TilePass, 2> passes_;
  SmallVec<PassText, 2> texts_;
  SmallVec<const char *, 16> op_names_;
  SmallVec<Operand, 8> operands_;
  SmallVec<Constant, 4> constants_;
  SmallVec<Temporary, 2> temporaries_;
  SmallVec<Reduction, 1> reductions_;
  SmallVec<SingleOp, 1> singles_;
  SmallVec<RowGroup, 2> groups_;
  struct Division {
    const char *op;
    DType dtype;
    int64_t sizes;  // in numbers
    int32_t ndim;
  };
  SmallVec<Division, 2> divisions_;
  bool keeps_ = false, is_meta_ = false;
};

}  // namespace ct
