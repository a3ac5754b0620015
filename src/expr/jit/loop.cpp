// The code of a generated loop: whole registers, what is left of a row, and the instructions of each step.
#include <algorithm>

#include "expr/jit/generator.h"
#include "kernels/tuning.h"

namespace ct::jit {

GeneratedLoop Generator::write() {
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
  if (divides_) Assembler(to_, false).vector({0, 1, 0, 0x47}, 32, kDivisorMask, kDivisorMask, kDivisorMask);  // kxorw
  for (Value &value : values_) {
    if (!value.is_one) continue;
    if (value.place.base > kConstant) {
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
  if (sums_) clear_sums();
  write_whole();
  if (sums_) {
    store_sums();  // a leaf has no tail
  } else {
    assembler_.move(kEnd, kCount);
    if (to_tail >= 0) assembler_.land(to_tail);
    write_tail();
  }
  if (stores) {
    assembler_.compare(kEnd, kCount);
    assembler_.jump_back(Assembler::kNotEqual, whole);
  }
  assembler_.bytes({0xC5, 0xF8, 0x77});  // vzeroupper
  for (int64_t k = saved; k-- > 0;) assembler_.pop(kPointers[kUnsavedPointers + k]);
  assembler_.bytes({0xC3});
  write_rare();
  return made;
}

void Generator::write_whole() {
  const int32_t registers = sums_ ? num_sums() : unrolled_, step = registers * lanes_;
  assembler_.load_address(kEnd, {kCount, -1, 0, -step, 1});
  assembler_.compare(kIndex, kEnd);
  const int64_t to_end = assembler_.jump(Assembler::kGreater);
  assembler_.align(32);
  const int64_t loop = assembler_.here();
  is_tail_ = false;
  if (find_streams()) write_prefetches();
  for (; done_ < registers; done_ += unrolled_) write_body();
  done_ = 0;
  assembler_.add(kIndex, step);
  assembler_.compare(kIndex, kEnd);
  assembler_.jump_back(Assembler::kNotGreater, loop);
  assembler_.land(to_end);
}

void Generator::write_tail() {
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
}

void Generator::clear_sums() {
  for (int k = 0; k < num_sums(); ++k) {
    const int sum = first_sum() + k;
    assembler_.vector(of_floats(DType::Float32, 0x57), width(), sum, sum, sum);  // vxorps
  }
}

void Generator::store_sums() {
  const Value &to = values_[steps_[steps_.size() - 1].to];
  for (int k = 0; k < num_sums(); ++k) {
    const Place place{to.pointer, -1, 0, k * width(), width()};
    assembler_.vector(of_floats(to.dtype, 0x11), width(), first_sum() + k, 0, place);
  }
}

void Generator::write_prefetches() {
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

void Generator::write_alignment() {
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

void Generator::write_mask() {
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

void Generator::load_one(const Value &value) {
  const int to = value.registers[0];
  if (value.place.base == kReciprocal) return load_reciprocal(value);
  if (value.place.base == kConstant) return load_constant(to, value.dtype, value.bits);
  const bool is_wide = itemsize(value.dtype) == 8;
  const auto wide = static_cast<uint8_t>(evex_ && is_wide ? 1 : 0);
  const Place place{kOther, -1, 0, 0, static_cast<int32_t>(itemsize(value.dtype))};
  assembler_.vector({1, 2, wide, static_cast<uint8_t>(is_wide ? 0x19 : 0x18)}, width(), to, 0, place);
}

void Generator::load_constant(int to, DType dtype, uint64_t bits) {
  const bool is_wide = itemsize(dtype) == 8;
  assembler_.set(kOther, bits);
  const auto wide = static_cast<uint8_t>(is_wide ? 2 : 0);
  assembler_.vector({1, 1, wide, 0x6E}, 16, to, 0, kOther);
  const auto lanes = static_cast<uint8_t>(evex_ && is_wide ? 1 : 0);
  assembler_.vector({1, 2, lanes, static_cast<uint8_t>(is_wide ? 0x59 : 0x58)}, width(), to, 0, to);
}

void Generator::write_body() {
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
    for (int u = 0; u < times && to.is_stored && step.known.what != What::Store; ++u) {
      const int sum = first_sum() + done_ + u, from = to.registers[u];
      if (sums_) {
        assembler_.vector(of_floats(to.dtype, 0x58), width(), sum, sum, from);
      } else {
        store(to, from, u);
      }
    }
  }
}

void Generator::load(const Value &value, int u) {
  const int to = value.registers[u];
  const Place place = place_of(value, u);
  if (value.dtype == DType::Bool) return load_truth(to, place);
  const bool is_double = itemsize(value.dtype) == 8;
  if (is_tail_ && !evex_) {  // vmovss, vmovsd
    return assembler_.vector({static_cast<uint8_t>(is_double ? 3 : 2), 1, 0, 0x10}, 16, to, 0, place);
  }
  assembler_.vector(of_floats(is_double ? DType::Float64 : DType::Float32, 0x10), size_of(itemsize(value.dtype)), to, 0,
                    place, tail_mask(), is_tail_);
}

void Generator::load_truth(int to, const Place &place) {
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

void Generator::store(const Value &value, int from, int u, bool past_caches) {
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

void Generator::store_truth(int from, const Place &place) {
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

void Generator::write_step(const Step &step, int u) {
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
      if (step.is_quick) return divide(step, u);
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

void Generator::choose(DType dtype, int to, int condition, int a, int b) {
  const int size = size_of(itemsize(dtype));
  const auto wide = static_cast<uint8_t>(dtype == DType::Float64 ? 1 : 0);
  if (evex_) return assembler_.vector({1, 2, wide, 0x65}, size, to, b, a, condition);
  assembler_.vector({1, 3, 0, static_cast<uint8_t>(wide != 0 ? 0x4B : 0x4A)}, size, to, b, a);
  assembler_.immediate(condition << 4);
}

void Generator::farther(DType dtype, int predicate, int to, int a, int b, int number) {
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

void Generator::convert(const Step &step, int u) {
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

}  // namespace ct::jit
