#include "expr/jit.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string_view>

#include "kernels/lists/elementwise.h"
#include "kernels/tuning.h"
#include "kernels/types.h"
#include "runtime/kernel_table.h"
#include "runtime/process.h"
#include "tensor/dtype.h"

namespace ct {

namespace {

using kernels::Elementwise;

std::atomic<bool> is_refused{false};

bool has_avx512() noexcept { return std::string_view(kernel_isa()) == "avx512"; }

Generation wanted() noexcept {
  const char *const said = environment("CTENSOR_JIT");
  const std::string_view text = said == nullptr ? std::string_view() : said;
  if (text == "0" || (!has_avx512() && std::string_view(kernel_isa()) != "avx2")) return Generation::Off;
  return text == "always" ? Generation::Always : Generation::WhereItPays;
}

}  // namespace

Generation generation() noexcept {
  static const Generation chosen = wanted();
  return is_refused.load(std::memory_order_relaxed) ? Generation::Off : chosen;
}

MachineCode::~MachineCode() {
  const KeepsErrno keeps;
  if (memory_ != nullptr) munmap(memory_, size_);
}

bool MachineCode::make(std::span<const uint8_t> bytes) noexcept {
  if (bytes.empty()) return true;
  const KeepsErrno keeps;
  void *const mapped = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped != MAP_FAILED) {
    memory_ = mapped;
    size_ = bytes.size();
    std::memcpy(mapped, bytes.data(), bytes.size());
    if (mprotect(mapped, size_, PROT_READ | PROT_EXEC) == 0) return true;
  }
  is_refused.store(true, std::memory_order_relaxed);
  return false;
}

TileInstruction::Generated MachineCode::at(int64_t offset) const noexcept {
  return reinterpret_cast<TileInstruction::Generated>(reinterpret_cast<uintptr_t>(memory_) +
                                                      static_cast<uintptr_t>(offset));
}

namespace {

constexpr int32_t kMostUnrolled = 2;

// The registers that hold pointers to arguments; the other ones are the loop's own.
constexpr int kPointers[] = {Assembler::r8,  Assembler::r9,  Assembler::r10, Assembler::r11, Assembler::rbx,
                             Assembler::rbp, Assembler::r12, Assembler::r13, Assembler::r14, Assembler::r15};
constexpr int kNumPointers = sizeof(kPointers) / sizeof(kPointers[0]), kUnsavedPointers = 4;
constexpr int kIndex = Assembler::rdi, kCount = Assembler::rsi, kEnd = Assembler::rdx, kBits = Assembler::rcx,
              kOther = Assembler::rax;
constexpr int kOrdered = 7, kNotAtLeast = 25, kNotAtMost = 22;  // of comparisons: true where a number is NaN, too
constexpr int kTailMask = 1, kMask = 2, kFirstMask = 3, kNumMasks = 5;  // mask registers; the last are for truths

enum class What : uint8_t {
  Copy,
  Add,
  Sub,
  Mul,
  Div,
  Neg,
  Abs,
  Square,
  Sqrt,
  Rsqrt,
  Reciprocal,
  Relu,
  Maximum,
  Minimum,
  FMax,
  FMin,
  Clamp,
  Compare,
  Where,
  Convert,
  Store
};

// What is known about an instruction that can be generated. detail: for a comparison, the processor's number for it.
struct Known {
  What what;
  uint8_t detail = 0;
};

bool is_float(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }
// Whether a register holds an element in the form in which it lies in memory.
bool is_plain(DType dtype) { return is_float(dtype) || dtype == DType::Int32; }

bool converts(DType to, DType from) {
  if (to == from) return is_plain(to);
  return is_float(to) && (is_plain(from) || from == DType::UInt8 || from == DType::Bool);
}

bool find_float(Elementwise op, Known *known) {
  switch (op) {
#define CT_FOUND(op, what) \
  case Elementwise::op:    \
    *known = {What::what}; \
    return true;
    CT_FOUND(add, Add)
    CT_FOUND(sub, Sub)
    CT_FOUND(mul, Mul)
    CT_FOUND(div, Div)
    CT_FOUND(neg, Neg)
    CT_FOUND(abs, Abs)
    CT_FOUND(square, Square)
    CT_FOUND(sqrt, Sqrt)
    CT_FOUND(rsqrt, Rsqrt)
    CT_FOUND(reciprocal, Reciprocal)
    CT_FOUND(relu, Relu)
    CT_FOUND(maximum, Maximum)
    CT_FOUND(minimum, Minimum)
    CT_FOUND(clamp_min, Maximum)
    CT_FOUND(clamp_max, Minimum)
    CT_FOUND(fmax, FMax)
    CT_FOUND(fmin, FMin)
    CT_FOUND(clamp, Clamp)
    CT_FOUND(where, Where)
    CT_FOUND(positive, Copy)
#undef CT_FOUND
    default:
      return false;
  }
}

bool find_comparison(Elementwise op, Known *known) {
  static constexpr uint8_t kPredicates[] = {0, 4, 17, 18, 30, 29};  // ordered and quiet; "not equal" is unordered
  if (op < Elementwise::eq || op > Elementwise::ge) return false;
  *known = {What::Compare, kPredicates[static_cast<int>(op) - static_cast<int>(Elementwise::eq)]};
  return true;
}

bool find(const TileInstruction &instruction, Known *known) {
  const auto reads = static_cast<DType>(instruction.reads), writes = static_cast<DType>(instruction.writes);
  if (instruction.what == TileInstruction::What::Store) {
    *known = {What::Store};
    return instruction.itemsize == 4 || instruction.itemsize == 8;
  }
  if (instruction.what != TileInstruction::What::Loop || instruction.op == TileInstruction::kUnknown) return false;
  if (instruction.op == TileInstruction::kConversion) {
    *known = {reads == writes ? What::Copy : What::Convert};
    return converts(writes, reads);
  }
  if (!is_float(reads)) return false;
  const auto op = static_cast<Elementwise>(instruction.op);
  if (writes == DType::Bool) return find_comparison(op, known);
  return writes == reads && find_float(op, known);
}

class Generator {
 public:
  Generator(const TileCode &code, const TilePass &pass, int64_t first, std::span<const int32_t> last_reads,
            CodeBytes &to)
      : code_(code),
        arguments_(pass.arguments),
        row_(pass.planes ? code.numbers[pass.sizes] : 0),
        first_(first),
        last_reads_(last_reads),
        to_(to),
        evex_(has_avx512()),
        assembler_(to, evex_) {}

  GeneratedLoop make(int64_t end) {
    int64_t most = 0;
    Known known;
    while (first_ + most < end && most < kMostGeneratedSteps && takes(code_.instructions[first_ + most], &known))
      ++most;
    const int64_t least = generation() == Generation::Always ? 1 : 2;
    while (most >= least) {
      int64_t done = plan(most);
      if (done == most) {
        for (unrolled_ = kMostUnrolled; unrolled_ > 0; --unrolled_) {
          done = allocate();
          if (done == most) return write();
        }
      }
      most = std::min(done, most - 1);
    }
    return {};
  }

 private:
  static constexpr int32_t kConstant = -1;  // a base

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
    int from[4]{};
  };

  static int64_t itemsize(DType dtype) { return dtype_size(dtype); }
  const TileArgument &argument(const TileInstruction &of, int k) const {
    return code_.arguments[arguments_ + of.arguments + k];
  }

  // ---- what there is to do ----

  // Whether the instruction can be generated: its arguments must be dense, or a single element that registers hold in
  // its form in memory.
  bool takes(const TileInstruction &instruction, Known *known) const {
    if (!find(instruction, known)) return false;
    for (int k = 0; k < instruction.narguments; ++k) {
      const int64_t step = code_.numbers[instruction.strides + k];
      const int64_t size =
          known->what == What::Store ? instruction.itemsize : itemsize(dtype_of(instruction, *known, k));
      if (step == 0 ? k == 0 || !is_plain(dtype_of(instruction, *known, k)) : step != size) return false;
      if (instruction.count != TileInstruction::Count::Plane) continue;
      const int64_t outer = code_.numbers[instruction.strides + instruction.narguments + k];
      if (outer != step * row_) return false;
    }
    return true;
  }
  static DType dtype_of(const TileInstruction &instruction, const Known &known, int k) {
    if (known.what == What::Store) return instruction.itemsize == 4 ? DType::Float32 : DType::Float64;
    if (k == 0) return static_cast<DType>(instruction.writes);
    return known.what == What::Where && k == 1 ? DType::Bool : static_cast<DType>(instruction.reads);
  }

  int value_at(const TileArgument &place, DType dtype, bool is_one, uint64_t bits = 0) {
    for (int v = 0; v < values_.size(); ++v) {
      const Value &value = values_[v];
      if (value.place.base != place.base || value.place.offset != place.offset || value.bits != bits) continue;
      if (place.base != kConstant || value.dtype == dtype) return v;
    }
    Value &value = values_.emplace_back();
    value.place = place;
    value.dtype = dtype;
    value.is_one = is_one;
    value.bits = bits;
    return static_cast<int>(values_.size()) - 1;
  }
  void add_constant(Step &step, uint64_t of_float, uint64_t of_double) {
    step.from[step.nfrom++] =
        value_at({kConstant, 0}, step.dtype, true, step.dtype == DType::Float32 ? of_float : of_double);
  }

  // Plans a loop of `count` steps. Returns how many steps are worth another attempt, which is `count` where the plan
  // has succeeded.
  int64_t plan(int64_t count) {
    steps_.clear();
    values_.clear();
    int64_t widest = 4, narrowest = 8;
    bool has_truths = false;
    for (int64_t s = 0; s < count; ++s) {
      const TileInstruction &instruction = code_.instructions[first_ + s];
      Step &step = steps_.emplace_back();
      takes(instruction, &step.known);
      step.dtype = dtype_of(instruction, step.known, step.known.what == What::Where ? 2 : 1);
      for (int k = 1; k < instruction.narguments; ++k) {
        const bool is_one = code_.numbers[instruction.strides + k] == 0;
        const DType dtype = dtype_of(instruction, step.known, k);
        step.from[step.nfrom++] = value_at(argument(instruction, k), dtype, is_one);
        note(dtype, &widest, &narrowest, &has_truths);
      }
      switch (step.known.what) {
        case What::Neg:
          add_constant(step, 0x80000000, 0x8000000000000000);
          break;
        case What::Abs:
          add_constant(step, 0x7FFFFFFF, 0x7FFFFFFFFFFFFFFF);
          break;
        case What::Relu:
          add_constant(step, 0, 0);
          break;
        case What::Rsqrt:
        case What::Reciprocal:
          add_constant(step, 0x3F800000, 0x3FF0000000000000);
          break;
        default:
          break;
      }
      const DType written = dtype_of(instruction, step.known, 0);
      if (step.known.what == What::Convert && step.dtype == DType::Bool) {
        step.from[step.nfrom++] =
            value_at({kConstant, 0}, written, true, written == DType::Float32 ? 0x3F800000 : 0x3FF0000000000000);
      }
      for (int k = 0; k < step.nfrom; ++k) {
        Value &value = values_[step.from[k]];
        if (value.first < 0) value.first = static_cast<int>(s);
        value.last = static_cast<int>(s);
      }
      const TileArgument &to = argument(instruction, 0);
      step.to = value_at(to, written, false);
      note(written, &widest, &narrowest, &has_truths);
      Value &value = values_[step.to];
      value.made_by = static_cast<int>(s);
      value.is_stored =
          to.base != TileArgument::kSlots || last_reads_[static_cast<size_t>(to.offset)] >= first_ + count;
    }
    lanes_ = static_cast<int>((evex_ ? 64 : 32) / widest);
    if (!evex_ && has_truths && narrowest != widest) return count - 1;  // a truth is as wide as a number
    truth_ = widest == 8 ? DType::Float64 : DType::Float32;
    return set_pointers() ? count : count - 1;
  }
  static void note(DType dtype, int64_t *widest, int64_t *narrowest, bool *has_truths) {
    if (dtype == DType::Bool) *has_truths = true;
    if (!is_plain(dtype)) return;
    *widest = std::max(*widest, itemsize(dtype));
    *narrowest = std::min(*narrowest, itemsize(dtype));
  }

  bool is_in_memory(const Value &value) const {
    return value.place.base != kConstant && (value.made_by < 0 || value.is_stored);
  }
  bool set_pointers() {
    pointers_.clear();
    for (Value &value : values_) {
      if (!is_in_memory(value) || value.is_one) continue;
      if (pointers_.size() == kNumPointers) return false;
      value.pointer = kPointers[pointers_.size()];
      pointers_.push_back(&value);
    }
    return true;
  }

  // ---- registers ----

  // A register that holds truths is a mask on AVX-512.
  bool is_mask(const Value &value) const { return evex_ && value.dtype == DType::Bool; }
  // Integers of a byte are extended as they are loaded.
  static bool has_register(const Value &value) { return value.dtype != DType::UInt8; }

  // Gives values their registers. Returns the step at which registers run out.
  int64_t allocate() {
    uint32_t vectors = evex_ ? 0x7FFFFFFF : 0x1FFF;  // but for what ops need by the way
    uint32_t masks = ((1U << kNumMasks) - 1) << kFirstMask;
    const auto take = [](uint32_t &free) {
      if (free == 0) return -1;
      const int lowest = __builtin_ctz(free);
      free &= free - 1;
      return lowest;
    };
    const auto take_all = [&](Value &value) {
      uint32_t &free = is_mask(value) ? masks : vectors;
      for (int u = 0; u < (value.is_one ? 1 : unrolled_); ++u) {
        value.registers[u] = take(free);
        if (value.registers[u] < 0) return false;
      }
      for (int u = 1; u < kMostUnrolled && value.is_one; ++u) value.registers[u] = value.registers[0];
      return true;
    };
    const auto free_all = [&](const Value &value) {
      for (int u = 0; u < unrolled_; ++u) (is_mask(value) ? masks : vectors) |= 1U << value.registers[u];
    };
    for (Value &value : values_) {
      if (value.is_one && !take_all(value)) return std::max<int64_t>(value.first, 0);
    }
    for (int s = 0; s < steps_.size(); ++s) {
      const Step &step = steps_[s];
      for (int k = 0; k < step.nfrom; ++k) {
        Value &value = values_[step.from[k]];
        const bool is_again = std::find(step.from, step.from + k, step.from[k]) != step.from + k;
        if (value.is_one || value.made_by >= 0 || value.first != s || is_again || !has_register(value)) continue;
        if (!take_all(value)) return s;
      }
      for (int k = 0; k < step.nfrom; ++k) {
        const Value &value = values_[step.from[k]];
        const bool is_again = std::find(step.from, step.from + k, step.from[k]) != step.from + k;
        if (!value.is_one && value.last == s && !is_again && has_register(value)) free_all(value);
      }
      Value &to = values_[step.to];
      if (step.known.what == What::Store) continue;
      if (!take_all(to)) return s;
      if (to.first < 0) free_all(to);
    }
    return steps_.size();
  }

  // ---- the loop ----

  GeneratedLoop write() {
    assembler_.align(64);
    GeneratedLoop made;
    made.offset = assembler_.here();
    made.count = static_cast<int32_t>(steps_.size());
    for (const bool outputs : {true, false}) {
      for (Value *value : pointers_) {
        if (outputs == (value->made_by >= 0)) made.arguments.push_back(value->place);
      }
      if (outputs) made.noutputs = static_cast<int32_t>(made.arguments.size());
    }
    assembler_.bytes({0xF3, 0x0F, 0x1E, 0xFA});  // a place to jump to, where the processor checks that
    const int64_t saved = std::max<int64_t>(pointers_.size() - kUnsavedPointers, 0);
    for (int64_t k = 0; k < saved; ++k) assembler_.push(kPointers[kUnsavedPointers + k]);
    const auto load_pointer = [&](int to, int64_t k) {
      assembler_.load(to, {Assembler::rdi, -1, 0, static_cast<int32_t>(k * int64_t{sizeof(char *)}), 8});
    };
    for (Value &value : values_) {
      if (!value.is_one) continue;
      if (value.place.base != kConstant) {
        load_pointer(kOther, made.arguments.size());
        made.arguments.push_back(value.place);
      }
      load_one(value);
    }
    int64_t output = 0, input = made.noutputs;
    for (const Value *value : pointers_) load_pointer(value->pointer, value->made_by >= 0 ? output++ : input++);
    assembler_.clear(kIndex);

    const bool stores = find_streams();
    int64_t to_tail = -1;
    if (stores) {
      write_alignment();
      to_tail = assembler_.jump();
    }
    const int64_t whole = assembler_.here();
    const int32_t step = unrolled_ * lanes_;
    assembler_.load_address(kEnd, {kCount, -1, 0, -step, 1});
    assembler_.compare(kIndex, kEnd);
    const int64_t to_rest = assembler_.jump(Assembler::kGreater);
    assembler_.align(32);
    const int64_t loop = assembler_.here();
    is_tail_ = false;
    if (stores) write_prefetches();
    write_body();
    assembler_.add(kIndex, step);
    assembler_.compare(kIndex, kEnd);
    assembler_.jump_back(Assembler::kNotGreater, loop);
    assembler_.land(to_rest);
    assembler_.move(kEnd, kCount);
    if (to_tail >= 0) assembler_.land(to_tail);

    assembler_.compare(kIndex, kEnd);
    const int64_t to_end = assembler_.jump(Assembler::kNotLess);
    const int64_t tail = assembler_.here();
    is_tail_ = true;
    if (evex_) write_mask();
    write_body();
    assembler_.add(kIndex, evex_ ? lanes_ : 1);
    assembler_.compare(kIndex, kEnd);
    assembler_.jump_back(Assembler::kLess, tail);
    assembler_.move(kIndex, kEnd);
    assembler_.land(to_end);
    if (stores) {
      assembler_.compare(kEnd, kCount);
      assembler_.jump_back(Assembler::kNotEqual, whole);
    }
    assembler_.bytes({0xC5, 0xF8, 0x77});  // vzeroupper
    for (int64_t k = saved; k-- > 0;) assembler_.pop(kPointers[kUnsavedPointers + k]);
    assembler_.bytes({0xC3});
    return made;
  }

  bool find_streams() const {
    return std::any_of(steps_.begin(), steps_.end(), [](const Step &step) { return step.known.what == What::Store; });
  }
  // Prefetches what later rounds load from memory.
  void write_prefetches() {
    for (const Value *value : pointers_) {
      if (value->made_by >= 0) continue;
      Place place = place_of(*value, 0);
      const int32_t end = unrolled_ * place.bytes;
      for (int32_t at = 0; at < end; at += static_cast<int32_t>(kCacheLine)) {
        place.displacement = kGeneratedAhead + at;
        assembler_.prefetch(place);
      }
    }
  }
  // Computes how many elements to take before the first non-temporal output begins a cache line. All of
  // them where several outputs disagree about that.
  void write_alignment() {
    bool is_first = true;
    for (const Step &step : steps_) {
      if (step.known.what != What::Store) continue;
      const Value &to = values_[step.to];
      const int shift = itemsize(to.dtype) == 8 ? 3 : 2;
      if (is_first) {
        assembler_.move(kEnd, to.pointer);
        assembler_.negate(kEnd);
        assembler_.keep_bits(kEnd, kCacheLine - 1);
        assembler_.shift_right(kEnd, shift);
        assembler_.compare(kEnd, kCount);
        assembler_.move_if(Assembler::kGreater, kEnd, kCount);
        is_first = false;
      }
      assembler_.load_address(kOther, {to.pointer, kEnd, shift, 0, 1});
      assembler_.test(kOther, kCacheLine - 1);
      assembler_.move_if(Assembler::kNotEqual, kEnd, kCount);
    }
  }
  // The mask for the elements from the index to the end, at most as many as there are lanes.
  void write_mask() {
    assembler_.move(kOther, kEnd);
    assembler_.subtract(kOther, kIndex);
    assembler_.set(kBits, 64);  // of the number, the next instruction but one reads a byte
    assembler_.compare(kOther, kBits);
    assembler_.move_if(Assembler::kGreater, kOther, kBits);
    assembler_.set(kBits, ~uint64_t{0});
    Assembler vex(to_, false);
    vex.vector({0, 2, 2, 0xF5}, 16, kBits, kOther, kBits);  // bzhi: the lowest bits, all where there are more
    vex.vector({3, 1, 2, 0x92}, 16, kTailMask, 0, kBits);   // kmovq
  }

  void load_one(const Value &value) {
    const int to = value.registers[0], width = evex_ ? 64 : 32;
    const bool is_wide = itemsize(value.dtype) == 8;
    if (value.place.base != kConstant) {
      const auto wide = static_cast<uint8_t>(evex_ && is_wide ? 1 : 0);
      const Place place{kOther, -1, 0, 0, static_cast<int32_t>(itemsize(value.dtype))};
      return assembler_.vector({1, 2, wide, static_cast<uint8_t>(is_wide ? 0x19 : 0x18)}, width, to, 0, place);
    }
    assembler_.set(kOther, value.bits);
    const auto wide = static_cast<uint8_t>(is_wide ? 2 : 0);
    assembler_.vector({1, 1, wide, 0x6E}, 16, to, 0, kOther);
    const auto lanes = static_cast<uint8_t>(evex_ && is_wide ? 1 : 0);
    assembler_.vector({1, 2, lanes, static_cast<uint8_t>(is_wide ? 0x59 : 0x58)}, width, to, 0, to);
  }

  // The bytes of a register with lanes of that size.
  int size_of(int64_t lane) const { return is_tail_ && !evex_ ? 16 : std::max(lanes_ * static_cast<int>(lane), 16); }
  static VectorOp of_floats(DType dtype, int opcode) {
    const auto is_double = static_cast<uint8_t>(dtype == DType::Float64 ? 1 : 0);
    return {is_double, 1, is_double, static_cast<uint8_t>(opcode)};
  }
  Place place_of(const Value &value, int u) const {
    const auto size = static_cast<int32_t>(itemsize(value.dtype));
    const int shift = size == 8 ? 3 : size == 4 ? 2 : 0;
    return {value.pointer, kIndex, shift, u * lanes_ * size, is_tail_ && !evex_ ? size : lanes_ * size};
  }
  int tail_mask() const { return is_tail_ && evex_ ? kTailMask : 0; }

  void write_body() {
    const int times = is_tail_ ? 1 : unrolled_;
    for (int s = 0; s < steps_.size(); ++s) {
      const Step &step = steps_[s];
      for (int k = 0; k < step.nfrom; ++k) {
        const Value &value = values_[step.from[k]];
        const bool is_again = std::find(step.from, step.from + k, step.from[k]) != step.from + k;
        if (value.is_one || value.made_by >= 0 || value.first != s || is_again || !has_register(value)) continue;
        for (int u = 0; u < times; ++u) load(value, u);
      }
      for (int u = 0; u < times; ++u) write_step(step, u);
      const Value &to = values_[step.to];
      for (int u = 0; u < times && to.is_stored && step.known.what != What::Store; ++u) store(to, to.registers[u], u);
    }
  }

  void load(const Value &value, int u) {
    const int to = value.registers[u];
    const Place place = place_of(value, u);
    if (value.dtype == DType::Bool) return load_truth(to, place);
    const bool is_double = itemsize(value.dtype) == 8;
    if (is_tail_ && !evex_) {  // vmovss, vmovsd
      return assembler_.vector({static_cast<uint8_t>(is_double ? 3 : 2), 1, 0, 0x10}, 16, to, 0, place);
    }
    assembler_.vector(of_floats(is_double ? DType::Float64 : DType::Float32, 0x10), size_of(itemsize(value.dtype)), to,
                      0, place, tail_mask(), is_tail_);
  }
  // Loads truth values, of which any byte but 0 is true.
  void load_truth(int to, const Place &place) {
    const bool is_wide = truth_ == DType::Float64;
    const auto extend = static_cast<uint8_t>(is_wide ? 0x32 : 0x31), wide = static_cast<uint8_t>(is_wide ? 1 : 0);
    const int size = size_of(is_wide ? 8 : 4);
    if (evex_) {
      assembler_.vector({1, 2, 0, extend}, size, kSpare, 0, place, tail_mask(), is_tail_);
      return assembler_.vector({1, 2, wide, 0x27}, size, to, kSpare, kSpare);  // vptestm
    }
    assembler_.vector({1, 1, 0, 0xEF}, size, kSpareOfAvx2, kSpareOfAvx2, kSpareOfAvx2);  // vpxor
    if (is_tail_) {
      assembler_.load_byte(kOther, place);
      assembler_.vector({1, 1, 0, 0x6E}, 16, to, 0, kOther);
    } else {
      assembler_.vector({1, 2, 0, extend}, size, to, 0, place);
    }
    const VectorOp greater = is_wide ? VectorOp{1, 2, 0, 0x37} : VectorOp{1, 1, 0, 0x66};
    assembler_.vector(greater, size, to, to, kSpareOfAvx2);
  }

  void store(const Value &value, int from, int u, bool past_caches = false) {
    const Place place = place_of(value, u);
    if (value.dtype == DType::Bool) return store_truth(from, place);
    const bool is_double = itemsize(value.dtype) == 8;
    if (is_tail_ && !evex_) {
      return assembler_.vector({static_cast<uint8_t>(is_double ? 3 : 2), 1, 0, 0x11}, 16, from, 0, place);
    }
    const int opcode = past_caches && !is_tail_ ? 0x2B : 0x11;
    assembler_.vector(of_floats(is_double ? DType::Float64 : DType::Float32, opcode), size_of(itemsize(value.dtype)),
                      from, 0, place, tail_mask());
  }
  // As bytes, 0 or 1.
  void store_truth(int from, const Place &place) {
    const bool is_wide = truth_ == DType::Float64;
    if (evex_) {
      const int size = 16;
      assembler_.vector({2, 2, 0, 0x28}, size, kSpare, 0, from);                                   // vpmovm2b
      assembler_.vector({1, 2, 0, 0x1C}, size, kSpare, 0, kSpare);                                 // vpabsb
      if (is_tail_) return assembler_.vector({3, 1, 0, 0x7F}, size, kSpare, 0, place, kTailMask);  // vmovdqu8
      if (lanes_ == 16) return assembler_.vector({3, 1, 0, 0x7F}, size, kSpare, 0, place);
      return assembler_.vector({1, 1, 1, 0xD6}, size, kSpare, 0, place);  // vmovq
    }
    const int size = size_of(is_wide ? 8 : 4), shift = is_wide ? 63 : 31, a = kSpareOfAvx2, b = kSpareOfAvx2 + 1;
    assembler_.vector({1, 1, 0, static_cast<uint8_t>(is_wide ? 0x73 : 0x72)}, size, 2, a, from);  // vpsrlq, vpsrld
    assembler_.immediate(shift);
    if (is_tail_) {
      assembler_.vector({1, 3, 0, 0x14}, 16, a, 0, place);  // vpextrb
      return assembler_.immediate(0);
    }
    assembler_.vector({1, 3, 0, 0x39}, 32, a, 0, b);  // vextracti128
    assembler_.immediate(1);
    assembler_.vector({1, 2, 0, 0x2B}, 16, a, a, b);  // vpackusdw
    if (is_wide) assembler_.vector({1, 2, 0, 0x2B}, 16, a, a, a);
    assembler_.vector({1, 1, 0, 0x67}, 16, a, a, a);                                             // vpackuswb
    assembler_.vector({1, 1, 0, static_cast<uint8_t>(is_wide ? 0x7E : 0xD6)}, 16, a, 0, place);  // vmovd, vmovq
  }

  void write_step(const Step &step, int u) {
    const auto from = [&](int k) { return values_[step.from[k]].registers[u]; };
    const int to = values_[step.to].registers[u];
    const DType dtype = step.dtype;
    const int size = size_of(itemsize(dtype));
    const auto op = [&](int opcode, int result, int a, int b) {
      assembler_.vector(of_floats(dtype, opcode), size, result, a, b);
    };
    switch (step.known.what) {
      case What::Copy:
        return op(0x28, to, 0, from(0));
      case What::Add:
        return op(0x58, to, from(0), from(1));
      case What::Sub:
        return op(0x5C, to, from(0), from(1));
      case What::Mul:
        return op(0x59, to, from(0), from(1));
      case What::Div:
        return op(0x5E, to, from(0), from(1));
      case What::Neg:
        return op(0x57, to, from(0), from(1));
      case What::Abs:
        return op(0x54, to, from(0), from(1));
      case What::Square:
        return op(0x59, to, from(0), from(0));
      case What::Sqrt:
        return op(0x51, to, 0, from(0));
      case What::Rsqrt:
        op(0x51, spare(), 0, from(0));
        return op(0x5E, to, from(1), spare());
      case What::Reciprocal:
        return op(0x5E, to, from(1), from(0));
      case What::Relu:
        return op(0x5F, to, from(1), from(0));  // the second one of two zeros, and where there is a NaN
      case What::Maximum:
        return farther(dtype, kNotAtLeast, to, from(0), from(1), from(0));
      case What::Minimum:
        return farther(dtype, kNotAtMost, to, from(0), from(1), from(0));
      case What::FMax:
        return farther(dtype, kNotAtLeast, to, from(0), from(1), from(1));
      case What::FMin:
        return farther(dtype, kNotAtMost, to, from(0), from(1), from(1));
      case What::Clamp:
        farther(dtype, kNotAtLeast, spare(), from(0), from(1), from(0));
        return farther(dtype, kNotAtMost, to, spare(), from(2), spare());
      case What::Compare:
        op(0xC2, to, from(0), from(1));
        return assembler_.immediate(step.known.detail);
      case What::Where:
        return choose(dtype, to, from(0), from(1), from(2));
      case What::Convert:
        return convert(step, u);
      case What::Store:
        return store(values_[step.to], from(0), u, true);
    }
  }
  int spare() const { return evex_ ? kSpare : kSpareOfAvx2; }

  // to = condition ? a : b
  void choose(DType dtype, int to, int condition, int a, int b) {
    const int size = size_of(itemsize(dtype));
    const auto wide = static_cast<uint8_t>(dtype == DType::Float64 ? 1 : 0);
    if (evex_) return assembler_.vector({1, 2, wide, 0x65}, size, to, b, a, condition);
    assembler_.vector({1, 3, 0, static_cast<uint8_t>(wide != 0 ? 0x4B : 0x4A)}, size, to, b, a);
    assembler_.immediate(condition << 4);
  }

  // Puts b into `to` where it is farther than a, or where one of them is NaN and `number` is not; else a.
  void farther(DType dtype, int predicate, int to, int a, int b, int number) {
    const int size = size_of(itemsize(dtype)), mask = evex_ ? kMask : kSpareOfAvx2 + 1;
    const VectorOp compare = of_floats(dtype, 0xC2);
    assembler_.vector(compare, size, mask, number, number);
    assembler_.immediate(kOrdered);
    if (evex_) {
      assembler_.vector(compare, size, mask, a, b, mask);
      assembler_.immediate(predicate);
    } else {
      assembler_.vector(compare, size, mask + 1, a, b);
      assembler_.immediate(predicate);
      assembler_.vector(of_floats(dtype, 0x54), size, mask, mask, mask + 1);
    }
    choose(dtype, to, mask, b, a);
  }

  void convert(const Step &step, int u) {
    const Value &value = values_[step.from[0]];
    const int to = values_[step.to].registers[u];
    const DType written = values_[step.to].dtype;
    const bool to_double = written == DType::Float64;
    const int size = size_of(itemsize(written));
    if (value.dtype == DType::Bool) {
      const int one = values_[step.from[1]].registers[0], truth = value.registers[u];
      if (evex_) return assembler_.vector(of_floats(written, 0x28), size, to, 0, one, truth, true);
      return assembler_.vector(of_floats(written, 0x54), size, to, truth, one);
    }
    if (is_float(value.dtype)) {  // vcvtps2pd, vcvtpd2ps
      return assembler_.vector(of_floats(value.dtype, 0x5A), to_double ? size : size_of(8), to, 0, value.registers[u]);
    }
    int from = value.registers[u];
    if (value.dtype == DType::UInt8) {
      from = to;
      const Place place = place_of(value, u);
      if (is_tail_ && !evex_) {
        assembler_.load_byte(kOther, place);
        assembler_.vector({1, 1, 0, 0x6E}, 16, to, 0, kOther);
      } else {
        assembler_.vector({1, 2, 0, 0x31}, size_of(4), to, 0, place, tail_mask(), is_tail_);  // vpmovzxbd
      }
    }
    const VectorOp op = to_double ? VectorOp{2, 1, 0, 0xE6} : VectorOp{0, 1, 0, 0x5B};  // vcvtdq2pd, vcvtdq2ps
    assembler_.vector(op, size, to, 0, from);
  }

  static constexpr int kSpare = 31, kSpareOfAvx2 = 13;

  const TileCode &code_;
  const int64_t arguments_, row_, first_;
  const std::span<const int32_t> last_reads_;
  CodeBytes &to_;
  const bool evex_;
  Assembler assembler_;
  SmallVec<Step, 16> steps_;
  SmallVec<Value, 32> values_;
  SmallVec<Value *, kNumPointers> pointers_;
  int32_t unrolled_ = 1;
  int lanes_ = 1;
  DType truth_{};  // a float of as many bytes as the lanes of truths
  bool is_tail_ = false;
};

}  // namespace

GeneratedLoop generate_loop(const TileCode &code, const TilePass &pass, int64_t first, int64_t end,
                            std::span<const int32_t> last_reads, CodeBytes &to) {
  return Generator(code, pass, first, last_reads, to).make(end);
}

}  // namespace ct
