// What a generated loop does: its steps, its values, and the registers that hold them.
#include <algorithm>

#include "expr/jit/generator.h"
#include "kernels/tuning.h"

namespace ct {

namespace jit {

GeneratedLoop Generator::make(int64_t end) {
  int64_t most = 0;
  Known known;
  while (first_ + most < end && most < kMostGeneratedSteps && takes(code_.instructions[first_ + most], &known)) ++most;
  const int64_t least = generation() == Generation::Always ? 1 : 2;
  while (most >= least) {
    int64_t done = 0;
    for (const bool is_quick : {true, false}) {
      is_quick_ = is_quick;
      done = plan(most);
      if (done == most) {
        for (unrolled_ = kMostUnrolled; unrolled_ > 0; --unrolled_) {
          done = allocate();
          if (done == most) return write();
        }
      }
      if (!divides_) break;
    }
    most = std::min(done, most - 1);
  }
  return {};
}

GeneratedLoop Generator::make_sums(int64_t end) {
  const int64_t count = end - first_;
  Known known;
  for (int64_t s = first_; s < end; ++s) {
    if (!takes(code_.instructions[s], &known) || known.what == What::Store) return {};
  }
  if (count == 0 || count > kMostGeneratedSteps || plan(count) != count) return {};
  const Value &sum = values_[steps_[count - 1].to];
  const auto is_stored = [](const Value &value) { return value.is_stored; };
  if (!is_float(sum.dtype) || lanes_ * itemsize(sum.dtype) != width() || !sum.is_stored) return {};
  if (std::count_if(values_.begin(), values_.end(), is_stored) != 1) return {};
  for (unrolled_ = kMostUnrolled; unrolled_ > 0; --unrolled_) {
    if (allocate() == count) return write();
  }
  return {};
}

bool Generator::takes(const TileInstruction &instruction, Known *known) const {
  if (!find(instruction, known)) return false;
  for (int k = 0; k < instruction.narguments; ++k) {
    const int64_t step = code_.numbers[instruction.strides + k];
    const int64_t size = known->what == What::Store ? instruction.itemsize : itemsize(dtype_of(instruction, *known, k));
    if (step == 0 ? k == 0 || !is_plain(dtype_of(instruction, *known, k)) : step != size) return false;
    if (instruction.count != TileInstruction::Count::Plane) continue;
    const int64_t outer = code_.numbers[instruction.strides + instruction.narguments + k];
    if (outer != step * row_) return false;
  }
  return true;
}

int Generator::value_at(const TileArgument &place, DType dtype, bool is_one, uint64_t bits) {
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

int64_t Generator::plan(int64_t count) {
  steps_.clear();
  values_.clear();
  int64_t widest = 4, narrowest = 8;
  bool has_truths = false;
  divides_ = false;
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
      case What::Div:
        plan_division(step);
        break;
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
    value.is_stored = to.base != TileArgument::kSlots || last_reads_[static_cast<size_t>(to.offset)] >= first_ + count;
  }
  lanes_ = static_cast<int>((evex_ ? 64 : 32) / widest);
  if (!evex_ && has_truths && narrowest != widest) return count - 1;  // a truth is as wide as a number
  truth_ = widest == 8 ? DType::Float64 : DType::Float32;
  return set_pointers() ? count : count - 1;
}

void Generator::note(DType dtype, int64_t *widest, int64_t *narrowest, bool *has_truths) {
  if (dtype == DType::Bool) *has_truths = true;
  if (!is_plain(dtype)) return;
  *widest = std::max(*widest, itemsize(dtype));
  *narrowest = std::min(*narrowest, itemsize(dtype));
}

bool Generator::set_pointers() {
  pointers_.clear();
  for (Value &value : values_) {
    if (!is_in_memory(value) || value.is_one) continue;
    if (pointers_.size() == kNumPointers) return false;
    value.pointer = kPointers[pointers_.size()];
    pointers_.push_back(&value);
  }
  return true;
}

int64_t Generator::allocate() {
  uint32_t vectors = (1U << first_sum()) - 1;  // but for what ops need by the way
  uint32_t masks = ((1U << (divides_ ? kNumMasks - 1 : kNumMasks)) - 1) << kFirstMask;
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

}  // namespace jit

GeneratedLoop generate_loop(const TileCode &code, const TilePass &pass, int64_t first, int64_t end,
                            std::span<const int32_t> last_reads, CodeBytes &to) {
  return jit::Generator(code, pass, first, last_reads, false, to).make(end);
}

GeneratedLoop generate_sums(const TileCode &code, const TilePass &pass, int64_t first, int64_t end,
                            std::span<const int32_t> last_reads, CodeBytes &to) {
  return jit::Generator(code, pass, first, last_reads, true, to).make_sums(end);
}

}  // namespace ct
