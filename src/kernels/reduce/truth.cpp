// any and all of bytes and of float32, and any of all that has 32 bits; of the widest registers, whose code is
// short, of other words as well. Other dtypes are converted to bool block by block before they come here.
#include "kernels/reduce/lanewise.inl.h"

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

struct Any : Bytes {
  static CT_INLINE uint8_t identity() { return 0; }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return {a.v | b.v}; }
  static CT_INLINE V absorbed(V lanes) { return {(V::Native)(lanes.v != 0)}; }
  static CT_INLINE Bool hold(Bool held, uint8_t lane) { return {static_cast<uint8_t>((held.byte | lane) != 0)}; }
};
struct All : Bytes {
  static CT_INLINE uint8_t identity() { return 255; }
  static CT_INLINE V map(V x) { return {(V::Native)(x.v != 0)}; }
  static CT_INLINE V combine(V a, V b) { return farther<false>(a, b); }
  static CT_INLINE V absorbed(V lanes) { return {(V::Native)(lanes.v == 0)}; }
  static CT_INLINE Bool hold(Bool held, uint8_t lane) { return {static_cast<uint8_t>(held.byte != 0 && lane != 0)}; }
};
// Down columns, elements are compared as they are, which takes fewer operations.
struct AllDown : Elementwise<All> {
  using Elementwise<All>::add_column;
  static CT_INLINE V add_column(V column, const char *at) { return All::combine(column, V::load(at)); }
};

// The accumulators of words have the dtype itself, which becomes a bool at the end. For `any` they hold the bits of all
// elements together, of which zeros leave a zero of some sign; for `all` they hold a one, which stays or is lost.
template <class Word>
struct AnyWord : Truth<Word, Word> {
  using V = Vec<Word>;
  static CT_INLINE Word identity() { return 0; }
  static CT_INLINE V map(V x) { return x; }
  static CT_INLINE V combine(V a, V b) { return {a.v | b.v}; }
  static CT_INLINE V absorbed(V lanes) { return {(typename V::Native)((lanes.v << 1) != 0)}; }  // more than a sign
  static CT_INLINE Word hold(Word held, Word lane) { return held | lane; }
};
// tested: the bits of which one is set in what is true, of floats without the sign.
template <class Word, Word tested>
struct AllWords : Truth<Word, Word> {
  using V = Vec<Word>;
  static CT_INLINE Word identity() { return static_cast<Word>(~Word{}); }
  static CT_INLINE V only_tested(V x) { return {x.v & tested}; }
  static CT_INLINE V map(V x) { return {(typename V::Native)(only_tested(x).v != 0)}; }
  static CT_INLINE V combine(V a, V b) { return farther<false>(a, b); }
  static CT_INLINE V absorbed(V lanes) { return {(typename V::Native)(lanes.v == 0)}; }
  static CT_INLINE Word hold(Word held, Word lane) { return lane != 0 ? held : Word{}; }
};
// Down columns, what is tested is compared as it is.
template <class Word, Word tested>
struct AllWordsDown : Elementwise<AllWords<Word, tested>> {
  using F = AllWords<Word, tested>;
  using Elementwise<F>::add_column;
  static CT_INLINE Vec<Word> add_column(Vec<Word> column, const char *at) {
    return F::combine(column, F::only_tested(Vec<Word>::load(at)));
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
  const auto set = [](Reduce *entries, Reduce kernel, auto... dtypes) {
    ((entries[static_cast<int>(dtypes)] = kernel), ...);
  };
  set(any, &reduce<Elementwise<AnyWord<uint32_t>>>, DType::Int32, DType::UInt32, DType::Float32);
  set(all, &reduce<AllWordsDown<uint32_t, UINT32_MAX / 2>>, DType::Float32);
  if constexpr (kRegisterIsLine) {
    set(any, &reduce<Elementwise<AnyWord<uint16_t>>>, DType::Int16, DType::UInt16, DType::Float16, DType::BFloat16);
    set(any, &reduce<Elementwise<AnyWord<uint64_t>>>, DType::Int64, DType::UInt64, DType::Float64);
    set(all, &reduce<AllWordsDown<uint16_t, UINT16_MAX / 2>>, DType::Float16, DType::BFloat16);
    set(all, &reduce<AllWordsDown<uint16_t, UINT16_MAX>>, DType::Int16, DType::UInt16);
    set(all, &reduce<AllWordsDown<uint32_t, UINT32_MAX>>, DType::Int32, DType::UInt32);
    set(all, &reduce<AllWordsDown<uint64_t, UINT64_MAX / 2>>, DType::Float64);
    set(all, &reduce<AllWordsDown<uint64_t, UINT64_MAX>>, DType::Int64, DType::UInt64);
  }
  table.reduce[static_cast<int>(Accumulator::amax)][static_cast<int>(DType::Bool)] = any[static_cast<int>(DType::Bool)];
  table.reduce[static_cast<int>(Accumulator::amin)][static_cast<int>(DType::Bool)] = all[static_cast<int>(DType::Bool)];
}

}  // namespace ct::kernels::CT_ISA
