// any and all of bool. Other dtypes are converted to bool block by block before they come here.
#include "kernels/reduce_elementwise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

struct Truth {
  using Stored = Bool;
  using Lane = uint8_t;  // not zero where it is true
  using Held = Bool;
  using V = Vec<uint8_t>;
  static CT_INLINE V load(const char *at) { return V::load(at); }
  static CT_INLINE V load(const char *at, int64_t count) { return V::load(at, count); }
};
struct Any : Truth {
  static CT_INLINE uint8_t identity() { return 0; }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return {a.v | b.v}; }
  static CT_INLINE Bool hold(Bool held, uint8_t lane) { return {static_cast<uint8_t>((held.byte | lane) != 0)}; }
};
struct All : Truth {
  static CT_INLINE uint8_t identity() { return 255; }
  static CT_INLINE V map(V x) { return {(V::Native)(x.v != 0)}; }
  static CT_INLINE V combine(V a, V b) { return {a.v & b.v}; }
  static CT_INLINE Bool hold(Bool held, uint8_t lane) { return {static_cast<uint8_t>(held.byte != 0 && lane != 0)}; }
};

}  // namespace

// Of bools, the largest is whether any is true, and the smallest whether all are.
void register_reduce_truth(Table &table) {
  constexpr int kIndex = static_cast<int>(DType::Bool);
  const Reduce any = &reduce<Elementwise<Any>>, all = &reduce<Elementwise<All>>;
  table.reduce[static_cast<int>(Accumulator::any)][kIndex] = any;
  table.reduce[static_cast<int>(Accumulator::amax)][kIndex] = any;
  table.reduce[static_cast<int>(Accumulator::all)][kIndex] = all;
  table.reduce[static_cast<int>(Accumulator::amin)][kIndex] = all;
}

}  // namespace ct::kernels::CT_ISA
