// Eight groups of four floats, each group in a lane of its own: for scans, which add up within groups and then across
// them. Where an ISA is quickest at that with shuffles within 16 bytes: kTransposesFours.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

// Where the elements of the groups lie once they are transposed: lane l of register i has the element i of group
// group_of(l), so that shuffles within 16 bytes are enough.
[[maybe_unused]] constexpr int group_of(int lane) { return lane % 4 * 2 + lane / 4; }
[[maybe_unused]] constexpr int lane_of(int group) { return group / 2 + group % 2 * 4; }

// Eight floats.
struct Eight {
  using Native = NativeVector<float, 8>::Type;
  [[maybe_unused]] static constexpr int kLanes = 8;
  Native v;

  static CT_INLINE Eight load(const char *from) { return {load_element<Native>(from)}; }
  CT_INLINE void store(char *to) const { store_element(to, v); }
  CT_INLINE void store_non_temporal(char *to) const;
  CT_INLINE Vec<double> doubles() const;
  static CT_INLINE Eight of(Vec<double> x);

  // The element i of 16 bytes k of the four registers changes places with the element k of register i.
  static CT_INLINE void transpose(Eight *four) {
    const Eight a = shuffled<0, 8, 1, 9, 4, 12, 5, 13>(four[0], four[1]);
    const Eight b = shuffled<0, 8, 1, 9, 4, 12, 5, 13>(four[2], four[3]);
    const Eight c = shuffled<2, 10, 3, 11, 6, 14, 7, 15>(four[0], four[1]);
    const Eight d = shuffled<2, 10, 3, 11, 6, 14, 7, 15>(four[2], four[3]);
    four[0] = shuffled<0, 1, 8, 9, 4, 5, 12, 13>(a, b);
    four[1] = shuffled<2, 3, 10, 11, 6, 7, 14, 15>(a, b);
    four[2] = shuffled<0, 1, 8, 9, 4, 5, 12, 13>(c, d);
    four[3] = shuffled<2, 3, 10, 11, 6, 7, 14, 15>(c, d);
  }

 private:
  template <int... I>
  static CT_INLINE Eight shuffled(Eight a, Eight b) {
    return {__builtin_shufflevector(a.v, b.v, I...)};
  }
};

#if defined(__AVX512F__)
inline constexpr bool kTransposesFours = true;
CT_INLINE void Eight::store_non_temporal(char *to) const { _mm256_stream_ps(reinterpret_cast<float *>(to), v); }
CT_INLINE Vec<double> Eight::doubles() const {
  Vec<double> r{_mm512_maskz_cvtps_pd(0xff, v)};
  asm("" : "+v"(r.v));  // or GCC 12 converts it once for each use
  return r;
}
CT_INLINE Eight Eight::of(Vec<double> x) { return {__builtin_convertvector(x.v, Native)}; }
// Groups, `by` later; zero where there are none before.
template <int by, int... I>
CT_INLINE Vec<double> later_or_zero(Vec<double> v, Indices<I...>) {
  constexpr auto kThere = static_cast<__mmask8>(((group_of(I) < by ? 0 : 1 << I) + ...));
  const __m512i order{(group_of(I) < by ? 0 : lane_of(group_of(I) - by))...};
  return {_mm512_maskz_permutexvar_pd(kThere, order, v.v)};
}
// Groups, one later; of `before` where there is none.
template <int... I>
CT_INLINE Vec<double> next_groups(Vec<double> before, Vec<double> v, Indices<I...>) {
  return {__builtin_shufflevector(v.v, before.v, (group_of(I) < 1 ? 8 + I : lane_of(group_of(I) - 1))...)};
}
#else
inline constexpr bool kTransposesFours = false;
#endif

}  // namespace
}  // namespace ct::kernels::CT_ISA
