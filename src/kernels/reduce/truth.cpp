// There are any and all for bytes and float32, and any for int32 and uint32. The widest registers, whose code is short,
// take other words as well. Other dtypes are converted to bool block by block before they come here.
#include "kernels/reduce/lanewise.inl.h"

namespace ct::kernels::CT_ISA {
namespace {

// tested: an element is true where one of these bits is set; for floats, the sign is not among them.
template <class Element, class Bits, Bits tested>
struct Truth {
  using Stored = Element;
  using Lane = Bits;  // not zero where it is true
  using Held = Element;
  using V = Vec<Bits>;
  static constexpr bool kBytes = kSame<Element, Bool>;
  template <class... N>
  static CT_INLINE V load(const char *at, N... n) {
    return V::load(at, n...);
  }
  static CT_INLINE V only_tested(V x) { return {x.v & tested}; }
  static CT_INLINE V are_true(V x) { return {(typename V::Native)(only_tested(x).v != 0)}; }
};

// The accumulators of words have the elements' dtype, and become bool at the end. For `any` they hold the bits of all
// elements together, so zeros give a zero of either sign; for `all` they hold a one, which stays or becomes 0.
template <class Element, class Bits, Bits tested>
struct Any : Truth<Element, Bits, tested> {
  using T = Truth<Element, Bits, tested>;
  using typename T::V;
  static CT_INLINE Bits identity() { return 0; }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return {a.v | b.v}; }
  static CT_INLINE V absorbed(V lanes) { return T::are_true(lanes); }
  static CT_INLINE Element hold(Element held, Bits lane) {
    if constexpr (T::kBytes)
      return {static_cast<uint8_t>((held.byte | lane) != 0)};
    else
      return held | lane;
  }
};
template <class Element, class Bits, Bits tested>
struct All : Truth<Element, Bits, tested> {
  using T = Truth<Element, Bits, tested>;
  using typename T::V;
  static CT_INLINE Bits identity() { return static_cast<Bits>(~Bits{}); }
  static CT_INLINE V map(V x) { return T::are_true(x); }
  static CT_INLINE V combine(V a, V b) { return farther<false>(a, b); }
  static CT_INLINE V absorbed(V lanes) { return {(typename V::Native)(lanes.v == 0)}; }
  static CT_INLINE Element hold(Element held, Bits lane) {
    if constexpr (T::kBytes)
      return {static_cast<uint8_t>(held.byte != 0 && lane != 0)};
    else
      return lane != 0 ? held : Bits{};
  }
};
// Down columns, the tested bits are compared as they are, which takes fewer operations.
template <class F>
struct Down : Elementwise<F> {
  using typename Elementwise<F>::V;
  using Elementwise<F>::add_column;
  static CT_INLINE V add_column(V column, const char *at) { return F::combine(column, F::only_tested(V::load(at))); }
};

template <class Word>
constexpr Reduce kAnyOf = &reduce<Elementwise<Any<Word, Word, static_cast<Word>(~Word{}) / 2>>>;
template <class Word, Word tested>
constexpr Reduce kAllOf = &reduce<Down<All<Word, Word, tested>>>;

}  // namespace

// Of bools, the largest is whether any is true, and the smallest whether all are.
void register_reduce_truth(ReduceTable &table) {
  Reduce *const any = table.reduce[static_cast<int>(Accumulator::any)];
  Reduce *const all = table.reduce[static_cast<int>(Accumulator::all)];
  constexpr DType kBytes[] = {DType::Bool, DType::Int8, DType::UInt8};
  for (const DType byte : kBytes) {
    any[static_cast<int>(byte)] = &reduce<Elementwise<Any<Bool, uint8_t, UINT8_MAX>>>;
    all[static_cast<int>(byte)] = &reduce<Down<All<Bool, uint8_t, UINT8_MAX>>>;
  }
  const auto set = [](Reduce *entries, Reduce kernel, auto... dtypes) {
    ((entries[static_cast<int>(dtypes)] = kernel), ...);
  };
  set(any, kAnyOf<uint32_t>, DType::Int32, DType::UInt32, DType::Float32);
  set(all, kAllOf<uint32_t, UINT32_MAX / 2>, DType::Float32);
  if constexpr (kRegisterIsLine) {
    set(any, kAnyOf<uint16_t>, DType::Int16, DType::UInt16, DType::Float16, DType::BFloat16);
    set(any, kAnyOf<uint64_t>, DType::Int64, DType::UInt64, DType::Float64);
    set(all, kAllOf<uint16_t, UINT16_MAX / 2>, DType::Float16, DType::BFloat16);
    set(all, kAllOf<uint16_t, UINT16_MAX>, DType::Int16, DType::UInt16);
    set(all, kAllOf<uint32_t, UINT32_MAX>, DType::Int32, DType::UInt32);
    set(all, kAllOf<uint64_t, UINT64_MAX / 2>, DType::Float64);
    set(all, kAllOf<uint64_t, UINT64_MAX>, DType::Int64, DType::UInt64);
  }
  table.reduce[static_cast<int>(Accumulator::amax)][static_cast<int>(DType::Bool)] = any[static_cast<int>(DType::Bool)];
  table.reduce[static_cast<int>(Accumulator::amin)][static_cast<int>(DType::Bool)] = all[static_cast<int>(DType::Bool)];
}

}  // namespace ct::kernels::CT_ISA
