// Division by a divisor d that all elements have in common: a product with its reciprocal, corrected until it has the
// bits of a division. It takes about half the time.
//
// z is 1 / d rounded to nearest, and l is about 1 / d - z. Then q = x * z + x * l, rounded after the one sum, is a
// neighbour of x / d. For such a q, q + (x - d * q) * z rounds to the same number as x / d, where nothing overflows or
// becomes subnormal (P. Markstein, Computation of elementary functions on the IBM RISC System/6000 processor, 1990;
// with two words for 1 / d, N. Brisebarre, J.-M. Muller and S. K. Raina, Accelerating correctly rounded floating-point
// division when the divisor is known in advance, 2004). So x must be 0 or within bounds, as must d; all else, NaN and
// infinity among it, goes to the division behind the loop. The sign of x is put back at the end, because d is positive,
// and the sum of two zeros would lose that of -0.
#include "expr/jit/generator.h"

namespace ct::jit {

namespace {

// The bits of the least number, and what lies between those of it and of the largest one. Quotients are then normal
// numbers, and so is the last bit of x - d * q.
struct Bounds {
  uint64_t least, range;
};
constexpr uint64_t float_bits(int exponent) { return static_cast<uint64_t>(127 + exponent) << 23U; }
constexpr uint64_t double_bits(int exponent) { return static_cast<uint64_t>(1023 + exponent) << 52U; }
constexpr Bounds kFloats{float_bits(-60), float_bits(60) - float_bits(-60)};
constexpr Bounds kDoubles{double_bits(-400), double_bits(400) - double_bits(-400)};
constexpr Bounds kFloatDivisors{float_bits(-30), float_bits(30) - float_bits(-30)};
constexpr Bounds kDoubleDivisors{double_bits(-300), double_bits(300) - double_bits(-300)};

enum From { kNumber, kDivisor, kWhole, kLack, kMagnitude, kLeast, kRange };  // the values of such a step

uint8_t wide(DType dtype) { return dtype == DType::Float64 ? 1 : 0; }
VectorOp subtraction(DType dtype) { return {1, 1, wide(dtype), static_cast<uint8_t>(0xFA + wide(dtype))}; }
VectorOp comparison(DType dtype) { return {1, 3, wide(dtype), 0x1E}; }  // of numbers without a sign
VectorOp fused(DType dtype, int opcode) { return {1, 2, wide(dtype), static_cast<uint8_t>(opcode)}; }
constexpr int kSumOfProduct = 0xB8, kLessProduct = 0xBC;  // to += a * b; to -= a * b
constexpr int kIsGreater = 6;

}  // namespace

void Generator::plan_division(Step &step) {
  const int divisor = step.from[kDivisor];
  if (!is_quick_ || !evex_ || !values_[divisor].is_one) return;
  step.is_quick = divides_ = true;
  for (const int part : {0, 1}) {
    step.from[step.nfrom++] = value_at({kReciprocal, 2 * divisor + part}, step.dtype, true);
  }
  if (is_small(values_[step.from[kNumber]])) return;
  add_constant(step, 0x7FFFFFFF, 0x7FFFFFFFFFFFFFFF);
  add_constant(step, kFloats.least, kDoubles.least);
  add_constant(step, kFloats.range, kDoubles.range);
}

bool Generator::is_small(const Value &value) const {
  if (value.made_by < 0) return false;
  const Step &by = steps_[value.made_by];
  return by.known.what == What::Convert && (by.dtype == DType::UInt8 || by.dtype == DType::Bool);
}

// Rounds 1 / d, or finds what it lacks. Notes in kDivisorMask whether d is out of bounds.
void Generator::load_reciprocal(const Value &value) {
  const int to = value.registers[0], one = spare(), other = second_spare();
  const Value &divisor = values_[value.place.offset / 2];
  const DType dtype = value.dtype;
  const bool is_double = dtype == DType::Float64;
  const int by = divisor.registers[0];
  load_constant(one, dtype, is_double ? double_bits(0) : float_bits(0));
  if (value.place.offset % 2 == 0) {
    assembler_.vector(of_floats(dtype, 0x5E), width(), to, one, by);
    const Bounds bounds = is_double ? kDoubleDivisors : kFloatDivisors;
    load_constant(one, dtype, bounds.least);
    load_constant(other, dtype, bounds.range);
    assembler_.vector(subtraction(dtype), width(), one, by, one);
    assembler_.vector(comparison(dtype), width(), kMask, one, other);
    assembler_.immediate(kIsGreater);
    return Assembler(to_, false).vector({0, 1, 0, 0x45}, 32, kDivisorMask, kDivisorMask, kMask);  // korw
  }
  const int whole = values_[value_at({kReciprocal, value.place.offset - 1}, dtype, true)].registers[0];
  assembler_.vector(fused(dtype, kLessProduct), width(), one, by, whole);
  assembler_.vector(of_floats(dtype, 0x59), width(), to, one, whole);
}

void Generator::divide(const Step &step, int u) {
  const auto from = [&](From which) { return values_[step.from[which]].registers[u]; };
  const DType dtype = step.dtype;
  const bool checks = step.nfrom > kMagnitude;
  const int to = values_[step.to].registers[u], size = size_of(itemsize(dtype));
  const int x = from(kNumber), by = from(kDivisor), whole = from(kWhole), lack = from(kLack);
  const int magnitude = spare(), q = to == x ? second_spare() : to;
  const VectorOp conjunction = of_floats(dtype, 0x54);
  if (checks) {
    assembler_.vector(conjunction, size, magnitude, x, from(kMagnitude));
    assembler_.vector(subtraction(dtype), size, second_spare(), magnitude, from(kLeast));
    assembler_.vector({1, 2, wide(dtype), 0x27}, size, kMask, magnitude, magnitude);  // vptestm: not 0
    assembler_.vector(comparison(dtype), size, kMask, second_spare(), from(kRange), kMask);
    assembler_.immediate(kIsGreater);
  } else {
    assembler_.vector(of_floats(dtype, 0x28), size, magnitude, 0, x);
  }
  Assembler(to_, false).vector({0, 1, 0, 0x98}, 16, checks ? kMask : kDivisorMask, 0, kDivisorMask);  // kortestw
  const int64_t jump = assembler_.jump(Assembler::kNotEqual);
  assembler_.vector(of_floats(dtype, 0x59), size, q, magnitude, lack);
  assembler_.vector(fused(dtype, kSumOfProduct), size, q, magnitude, whole);
  assembler_.vector(fused(dtype, kLessProduct), size, magnitude, by, q);
  assembler_.vector(fused(dtype, kSumOfProduct), size, q, magnitude, whole);
  if (checks) {
    // The bits of q, and the sign of x. In either order, the mask of what is not a sign comes last.
    const VectorOp choice{1, 3, wide(dtype), 0x25};
    assembler_.vector(choice, size, to, q == to ? x : q, from(kMagnitude));
    assembler_.immediate(q == to ? 0xE4 : 0xD8);
  } else if (q != to) {
    assembler_.vector(of_floats(dtype, 0x28), size, to, 0, q);
  }
  rare_.push_back({jump, assembler_.here(), dtype, size, to, x, by});
}

void Generator::write_rare() {
  for (const Rare &rare : rare_) {
    assembler_.land(rare.jump);
    assembler_.vector(of_floats(rare.dtype, 0x5E), rare.size, rare.to, rare.from, rare.by);
    assembler_.jump_back(rare.back);
  }
  rare_.clear();
}

}  // namespace ct::jit
