// Writes machine code of x86-64: the few instructions that generated loops consist of, on registers of AVX-512 in the
// EVEX form, on those of AVX2 in the VEX form. Libraries for this take memory from the C++ heap and throw exceptions of
// their own, where all memory of this one comes from its host's allocator.
#pragma once

#include <cstdint>
#include <utility>

#include "runtime/small_vec.h"

namespace ct {

using CodeBytes = SmallVec<uint8_t, 16>;

// An instruction on vectors: the fields that both forms of a prefix have. wide: EVEX.W, of 64-bit lanes.
struct VectorOp {
  uint8_t prefix, map, wide, opcode;
};

// A place in memory. bytes: how many are touched, the unit in which the EVEX form counts short displacements.
struct Place {
  int base, index;  // index: -1 where there is none
  int log2_scale;
  int32_t displacement, bytes;
};

class Assembler {
 public:
  enum Register { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15 };
  enum Condition { kEqual = 4, kNotEqual = 5, kLess = 12, kNotLess = 13, kNotGreater = 14, kGreater = 15 };

  Assembler(CodeBytes &to, bool evex) : to_(to), evex_(evex) {}

  int64_t here() const { return to_.size(); }
  void bytes(std::initializer_list<int> of) {
    for (const int one : of) to_.push_back(static_cast<uint8_t>(one));
  }
  void align(int64_t to) {
    while (here() % to != 0) bytes({0x90});
  }

  // ---- vectors ----

  // size: of the vector in bytes. mask: the mask register, 0: none; lanes without it become 0 if `zeroes`.
  void vector(VectorOp op, int size, int to, int from, int last, int mask = 0, bool zeroes = false) {
    prefix(op, size, to, from, last >> 4, last >> 3, mask, zeroes);
    bytes({op.opcode, 0xC0 | (to & 7) << 3 | (last & 7)});
  }
  void vector(VectorOp op, int size, int to, int from, const Place &place, int mask = 0, bool zeroes = false) {
    prefix(op, size, to, from, place.index < 0 ? 0 : place.index >> 3, place.base >> 3, mask, zeroes);
    bytes({op.opcode});
    memory(to, place, evex_ ? place.bytes : 1);
  }
  void immediate(int value) { bytes({value}); }

  // ---- numbers and addresses ----

  void push(int reg) {
    if (reg >= 8) bytes({0x41});
    bytes({0x50 | (reg & 7)});
  }
  void pop(int reg) {
    if (reg >= 8) bytes({0x41});
    bytes({0x58 | (reg & 7)});
  }
  void load(int to, const Place &place) { general(0x8B, to, place); }
  void load_address(int to, const Place &place) { general(0x8D, to, place); }
  void move(int to, int from) { general(0x8B, to, from); }
  void compare(int a, int b) { general(0x3B, a, b); }
  void subtract(int to, int from) { general(0x2B, to, from); }
  void clear(int reg) { general(0x33, reg, reg); }
  void add(int to, int32_t number) { with_number(0, to, number); }
  void keep_bits(int to, int32_t number) { with_number(4, to, number); }
  void test(int reg, int32_t number) {
    bytes({0x48 | (reg >> 3), 0xF7, 0xC0 | (reg & 7)});
    number32(number);
  }
  void negate(int reg) { bytes({0x48 | (reg >> 3), 0xF7, 0xD8 | (reg & 7)}); }
  void shift_right(int reg, int by) { bytes({0x48 | (reg >> 3), 0xC1, 0xE8 | (reg & 7), by}); }
  void move_if(Condition condition, int to, int from) {
    bytes({0x48 | (to >> 3) << 2 | (from >> 3), 0x0F, 0x40 | condition, 0xC0 | (to & 7) << 3 | (from & 7)});
  }
  void set(int to, uint64_t number) {
    bytes({0x48 | (to >> 3), 0xB8 | (to & 7)});
    number32(static_cast<int32_t>(number));
    number32(static_cast<int32_t>(number >> 32U));
  }
  void load_byte(int to, const Place &place) {
    bytes({0x48 | (to >> 3) << 2 | (place.index < 0 ? 0 : (place.index >> 3) << 1) | (place.base >> 3), 0x0F, 0xB6});
    memory(to, place, 1);
  }

  // Into the second-level cache.
  void prefetch(const Place &place) {
    bytes({0x40 | (place.index >> 3) << 1 | (place.base >> 3), 0x0F, 0x18});
    memory(2, place, 1);
  }

  // ---- jumps ----

  void jump_back(Condition condition, int64_t target) {
    bytes({0x0F, 0x80 | condition});
    number32(static_cast<int32_t>(target - here() - 4));
  }
  void jump_back(int64_t target) {
    bytes({0xE9});
    number32(static_cast<int32_t>(target - here() - 4));
  }
  // Its target is set later.
  int64_t jump(Condition condition) {
    bytes({0x0F, 0x80 | condition});
    number32(0);
    return here();
  }
  int64_t jump() {
    bytes({0xE9});
    number32(0);
    return here();
  }
  void land(int64_t jump) {
    const auto distance = static_cast<uint32_t>(here() - jump);
    for (int k = 0; k < 4; ++k) to_[jump - 4 + k] = static_cast<uint8_t>(distance >> (8 * k));
  }

 private:
  void number32(int32_t number) {
    for (int k = 0; k < 4; ++k) bytes({static_cast<int>(static_cast<uint32_t>(number) >> (8 * k) & 255)});
  }
  void general(int opcode, int reg, int last) {
    bytes({0x48 | (reg >> 3) << 2 | (last >> 3), opcode, 0xC0 | (reg & 7) << 3 | (last & 7)});
  }
  void general(int opcode, int reg, const Place &place) {
    bytes({0x48 | (reg >> 3) << 2 | (place.index < 0 ? 0 : (place.index >> 3) << 1) | (place.base >> 3), opcode});
    memory(reg, place, 1);
  }
  void with_number(int what, int to, int32_t number) {
    bytes({0x48 | (to >> 3), 0x81, 0xC0 | what << 3 | (to & 7)});
    number32(number);
  }

  // ModRM, SIB and displacement.
  void memory(int reg, const Place &place, int unit) {
    const bool is_short =
        place.displacement % unit == 0 && place.displacement / unit == static_cast<int8_t>(place.displacement / unit);
    const bool is_none = place.displacement == 0 && (place.base & 7) != rbp;
    const int mode = is_none ? 0 : is_short ? 0x40 : 0x80;
    if (place.index >= 0 || (place.base & 7) == rsp) {
      const int index = place.index < 0 ? rsp : place.index & 7;
      bytes({mode | (reg & 7) << 3 | 4, place.log2_scale << 6 | index << 3 | (place.base & 7)});
    } else {
      bytes({mode | (reg & 7) << 3 | (place.base & 7)});
    }
    if (mode == 0x40) bytes({place.displacement / unit & 255});
    if (mode == 0x80) number32(place.displacement);
  }

  // x, b: the bits of the last operand beyond three.
  void prefix(VectorOp op, int size, int to, int from, int x, int b, int mask, bool zeroes) {
    const auto inverted = [](int bit, int at) { return (~bit & 1) << at; };
    const int length = size == 64 ? 2 : size == 32 ? 1 : 0;
    if (!evex_) {
      bytes({0xC4, inverted(to >> 3, 7) | inverted(x, 6) | inverted(b, 5) | op.map,
             (op.wide == 2 ? 0x80 : 0) | (~from & 15) << 3 | (length & 1) << 2 | op.prefix});
      return;
    }
    bytes({0x62, inverted(to >> 3, 7) | inverted(x, 6) | inverted(b, 5) | inverted(to >> 4, 4) | op.map,
           (op.wide != 0 ? 0x80 : 0) | (~from & 15) << 3 | 4 | op.prefix,
           (zeroes ? 0x80 : 0) | length << 5 | inverted(from >> 4, 3) | mask});
  }

  CodeBytes &to_;
  const bool evex_;
};

}  // namespace ct
