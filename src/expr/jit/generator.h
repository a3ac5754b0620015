// What generates a loop: plan.cpp says what its steps are and where their values lie, and loop.cpp writes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "expr/jit/assembler.h"
#include "expr/jit/jit.h"
#include "expr/jit/known.h"
#include "expr/tiles.h"
#include "kernels/reduce/order.h"
#include "runtime/kernel_table.h"
#include "runtime/small_vec.h"

namespace ct::jit {

inline constexpr int32_t kMostUnrolled = 2;

// The registers that hold pointers to arguments; the other ones are the loop's own.
inline constexpr int kPointers[] = {Assembler::r8,  Assembler::r9,  Assembler::r10, Assembler::r11, Assembler::rbx,
                                    Assembler::rbp, Assembler::r12, Assembler::r13, Assembler::r14, Assembler::r15};
inline constexpr int kNumPointers = sizeof(kPointers) / sizeof(kPointers[0]), kUnsavedPointers = 4;
inline constexpr int kIndex = Assembler::rdi, kCount = Assembler::rsi, kEnd = Assembler::rdx, kBits = Assembler::rcx,
                     kOther = Assembler::rax;
// Comparisons, by the processor's numbers. The last two are true where a number is NaN, too.
inline constexpr int kOrdered = 7, kNotAtLeast = 25, kNotAtMost = 22;
// Registers of masks; those from kFirstMask on are for truths, the last of them for divisors where there are such.
inline constexpr int kTailMask = 1, kMask = 2, kFirstMask = 3, kNumMasks = 5, kDivisorMask = 7;

class Generator {
 public:
  // sums: the last step's values are added instead of stored.
  Generator(const TileCode &code, const TilePass &pass, int64_t first, std::span<const int32_t> last_reads, bool sums,
            CodeBytes &to)
      : code_(code),
        arguments_(pass.arguments),
        row_(pass.planes ? code.numbers[pass.sizes] : 0),
        first_(first),
        last_reads_(last_reads),
        sums_(sums),
        to_(to),
        evex_(std::string_view(kernel_isa()) == "avx512"),
        assembler_(to, evex_) {}

  GeneratedLoop make(int64_t end);
  // All instructions up to the end, or none.
  GeneratedLoop make_sums(int64_t end);

 private:
  // Bases of what is not in memory. kReciprocal's offset is twice the number of the divisor's value; the next one is
  // that of what the reciprocal lacks.
  static constexpr int32_t kConstant = -1, kReciprocal = -2;

  struct Value {
    TileArgument place{};
    DType dtype{};
    bool is_one = false;        // the same for all elements: it stays in a register
    bool is_stored = false;     // to where others read it
    int pointer = -1;           // its register
    int made_by = -1;           // a step; -1: it is loaded
    int first = -1, last = -1;  // steps that read it
    int registers[kMostUnrolled]{};
    uint64_t bits = 0;  // of a constant
  };
  struct Step {
    Known known{};
    DType dtype{};  // that it reads
    int to = -1, nfrom = 0;
    int from[7]{};
    bool is_quick = false;  // a division by a divisor that all elements have in common
  };
  // A division that is left to the processor's own instruction, behind the loop.
  struct Rare {
    int64_t jump, back;
    DType dtype;
    int size, to, from, by;
  };

  static int64_t itemsize(DType dtype) { return dtype_size(dtype); }
  const TileArgument &argument(const TileInstruction &of, int k) const {
    return code_.arguments[arguments_ + of.arguments + k];
  }

  // ---- what there is to do ----

  // Whether the instruction can be generated: its arguments must be dense, or a single element that registers hold in
  // its form in memory.
  bool takes(const TileInstruction &instruction, Known *known) const;
  static DType dtype_of(const TileInstruction &instruction, const Known &known, int k) {
    if (known.what == What::Store) return instruction.itemsize == 4 ? DType::Float32 : DType::Float64;
    if (k == 0) return static_cast<DType>(instruction.writes);
    return known.what == What::Where && k == 1 ? DType::Bool : static_cast<DType>(instruction.reads);
  }

  int value_at(const TileArgument &place, DType dtype, bool is_one, uint64_t bits = 0);
  void add_constant(Step &step, uint64_t of_float, uint64_t of_double) {
    step.from[step.nfrom++] =
        value_at({kConstant, 0}, step.dtype, true, step.dtype == DType::Float32 ? of_float : of_double);
  }

  // Plans a loop of `count` steps. Returns how many steps are worth another attempt, which is `count` where the plan
  // has succeeded.
  int64_t plan(int64_t count);
  static void note(DType dtype, int64_t *widest, int64_t *narrowest, bool *has_truths);

  bool is_in_memory(const Value &value) const {
    return value.place.base > kConstant && (value.made_by < 0 || value.is_stored);
  }
  bool set_pointers();

  // ---- registers ----

  // A register that holds truths is a mask on AVX-512.
  bool is_mask(const Value &value) const { return evex_ && value.dtype == DType::Bool; }
  // Integers of a byte are extended as they are loaded.
  static bool has_register(const Value &value) { return value.dtype != DType::UInt8; }

  // Gives values their registers. Returns the step at which registers run out.
  int64_t allocate();
  // The lanes that sums are collected in take the registers below the spare ones.
  int width() const { return evex_ ? 64 : 32; }
  int num_sums() const { return sums_ ? static_cast<int>(kernels::order::kLaneBytes) / width() : 0; }
  int first_sum() const { return (divides_ ? second_spare() : spare()) - num_sums(); }

  // ---- the loop ----

  GeneratedLoop write();
  void write_whole();
  void write_tail();
  void clear_sums();
  void store_sums();

  bool find_streams() const {
    return std::any_of(steps_.begin(), steps_.end(), [](const Step &step) { return step.known.what == What::Store; });
  }
  // Prefetches what later rounds load from memory.
  void write_prefetches();
  // Computes how many elements to take before the first non-temporal output begins a cache line: all of them where
  // several outputs disagree about that.
  void write_alignment();
  // The mask for the elements from the index to the end, at most as many as there are lanes.
  void write_mask();
  void load_one(const Value &value);
  void load_constant(int to, DType dtype, uint64_t bits);

  // The bytes of a register with lanes of that size.
  int size_of(int64_t lane) const { return is_tail_ && !evex_ ? 16 : std::max(lanes_ * static_cast<int>(lane), 16); }
  static VectorOp of_floats(DType dtype, int opcode) {
    const auto is_double = static_cast<uint8_t>(dtype == DType::Float64 ? 1 : 0);
    return {is_double, 1, is_double, static_cast<uint8_t>(opcode)};
  }
  Place place_of(const Value &value, int u) const {
    const auto size = static_cast<int32_t>(itemsize(value.dtype));
    const int shift = size == 8 ? 3 : size == 4 ? 2 : 0;
    return {value.pointer, kIndex, shift, (done_ + u) * lanes_ * size, is_tail_ && !evex_ ? size : lanes_ * size};
  }
  int tail_mask() const { return is_tail_ && evex_ ? kTailMask : 0; }

  void write_body();
  void load(const Value &value, int u);
  // Loads truth values, of which any byte but 0 is true.
  void load_truth(int to, const Place &place);
  void store(const Value &value, int from, int u, bool past_caches = false);
  // As bytes, 0 or 1.
  void store_truth(int from, const Place &place);
  void write_step(const Step &step, int u);
  int spare() const { return evex_ ? kSpare : kSpareOfAvx2; }
  int second_spare() const { return spare() - 1; }  // where there are quick divisions

  // to = condition ? a : b
  void choose(DType dtype, int to, int condition, int a, int b);

  // Puts b into `to` where it is farther than a, or where one of them is NaN and `number` is not; else a.
  void farther(DType dtype, int predicate, int to, int a, int b, int number);
  void convert(const Step &step, int u);

  // ---- division by one divisor (divide.cpp) ----

  void plan_division(Step &step);
  // Whether a value is a number of a byte or a truth that was converted: 0, or at least 1.
  bool is_small(const Value &value) const;
  void load_reciprocal(const Value &value);
  void divide(const Step &step, int u);
  void write_rare();

  static constexpr int kSpare = 31, kSpareOfAvx2 = 13;
  const TileCode &code_;
  const int64_t arguments_, row_, first_;
  const std::span<const int32_t> last_reads_;
  const bool sums_;
  CodeBytes &to_;
  const bool evex_;
  Assembler assembler_;
  SmallVec<Step, 16> steps_;
  SmallVec<Value, 32> values_;
  SmallVec<Value *, kNumPointers> pointers_;
  int32_t unrolled_ = 1;
  int32_t done_ = 0;  // registers of each value that this round has gone through
  int lanes_ = 1;
  DType truth_{};  // a float of as many bytes as the lanes of truths
  bool is_tail_ = false;
  bool is_quick_ = true, divides_ = false;  // whether quick divisions may be planned, and whether there are any
  SmallVec<Rare, 8> rare_;
};

}  // namespace ct::jit
