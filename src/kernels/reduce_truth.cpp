// any and all of bytes and of float32, any of what else has 32 bits. Other dtypes are converted to bool block by block
// before they come here.
#include "kernels/farther.inl.h"
#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class Element, class Bits>
struct Truth {
  using Stored = Element;
  using Lane = Bits;  // not zero where it is true
  using Held = Element;
  using V = Vec<Bits>;
  static CT_INLINE V load(const char *at) { return V::load(at); }
  static CT_INLINE V load(const char *at, int64_t count) { return V::load(at, count); }
};
using Bytes = Truth<Bool, uint8_t>;
using Words = Truth<uint32_t, uint32_t>;

struct Any : Bytes {
  static constexpr bool kOneOperation = true;
  static CT_INLINE uint8_t identity() { return 0; }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return {a.v | b.v}; }
  static CT_INLINE Bool hold(Bool held, uint8_t lane) { return {static_cast<uint8_t>((held.byte | lane) != 0)}; }
};
struct All : Bytes {
  static CT_INLINE uint8_t identity() { return 255; }
  static CT_INLINE V map(V x) { return {(V::Native)(x.v != 0)}; }
  static CT_INLINE V combine(V a, V b) { return farther<false>(a, b); }
  static CT_INLINE Bool hold(Bool held, uint8_t lane) { return {static_cast<uint8_t>(held.byte != 0 && lane != 0)}; }
};
// Down columns, the smallest as it is: fewer operations a row, of which runs have time for more.
struct AllDown : Elementwise<All> {
  static constexpr bool kOneOperation = true;
  using Elementwise<All>::add_column;
  static CT_INLINE V add_column(V column, const char *at) { return All::combine(column, V::load(at)); }
};

// Of 32 bits accumulators are of the dtype itself, which is true where it becomes a bool: of all elements' bits
// together for any (those of zeros leave a zero of some sign), of a one that stays or is lost for all.
struct AnyWord : Words {
  static constexpr bool kOneOperation = true;
  static CT_INLINE uint32_t identity() { return 0; }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return {a.v | b.v}; }
  static CT_INLINE uint32_t hold(uint32_t held, uint32_t lane) { return held | lane; }
};
struct AllFloats : Words {
  static CT_INLINE uint32_t identity() { return UINT32_MAX; }
  static CT_INLINE V magnitude(V x) { return {x.v & (UINT32_MAX / 2)}; }
  static CT_INLINE V map(V x) { return {(V::Native)(magnitude(x).v != 0)}; }
  static CT_INLINE V combine(V a, V b) { return farther<false>(a, b); }
  static CT_INLINE uint32_t hold(uint32_t held, uint32_t lane) { return lane != 0 ? held : 0; }
};
// Down columns, the smallest without its sign.
struct AllFloatsDown : Elementwise<AllFloats> {
  static constexpr bool kOneOperation = true;
  using Elementwise<AllFloats>::add_column;
  static CT_INLINE V add_column(V column, const char *at) {
    return AllFloats::combine(column, AllFloats::magnitude(V::load(at)));
  }
};

}  // namespace

// Of bools, the largest is whether any is true, and the smallest whether all are.
void register_reduce_truth(Table &table) {
  Reduce *const any = table.reduce[static_cast<int>(Accumulator::any)];
  Reduce *const all = table.reduce[static_cast<int>(Accumulator::all)];
  constexpr DType kBytes[] = {DType::Bool, DType::Int8, DType::UInt8};
  for (const DType byte : kBytes) {
    any[static_cast<int>(byte)] = &reduce<Elementwise<Any>>;
    all[static_cast<int>(byte)] = &reduce<AllDown>;
  }
  constexpr DType kWords[] = {DType::Int32, DType::UInt32, DType::Float32};
  for (const DType word : kWords) {
    any[static_cast<int>(word)] = &reduce<Elementwise<AnyWord>>;
  }
  all[static_cast<int>(DType::Float32)] = &reduce<AllFloatsDown>;
  table.reduce[static_cast<int>(Accumulator::amax)][static_cast<int>(DType::Bool)] = any[static_cast<int>(DType::Bool)];
  table.reduce[static_cast<int>(Accumulator::amin)][static_cast<int>(DType::Bool)] = all[static_cast<int>(DType::Bool)];
}

}  // namespace ct::kernels::CT_ISA
