// Sums and differences on the units that multiply, 1 * a + b: the same bits, while other units add. For loops that are
// bound by their additions. Differences from products that are exact: the same bits in one operation. And what has
// other bits than two operations, where there are instructions for it: for functions whose bits may differ.
#pragma once

#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

#if defined(__AVX512F__)
// a * b + c, a * b - c and c - a * b, rounded once.
CT_INLINE Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<float> product_less(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm512_fmsub_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<float> less_product(Vec<float> c, Vec<float> a, Vec<float> b) {
  return {_mm512_fnmadd_ps(a.v, b.v, c.v)};
}

CT_INLINE Vec<float> fused_plus(Vec<float> a, Vec<float> b) { return {_mm512_fmadd_ps(a.v, _mm512_set1_ps(1), b.v)}; }
CT_INLINE Vec<double> fused_plus(Vec<double> a, Vec<double> b) {
  return {_mm512_fmadd_pd(a.v, _mm512_set1_pd(1), b.v)};
}
CT_INLINE Vec<float> fused_minus(Vec<float> a, Vec<float> b) { return {_mm512_fmsub_ps(a.v, _mm512_set1_ps(1), b.v)}; }
CT_INLINE Vec<float> fused_less(Vec<float> a, Vec<float> b, float by) {
  return {_mm512_fnmadd_ps(b.v, _mm512_set1_ps(by), a.v)};
}
CT_INLINE Vec<double> fused_less(Vec<double> a, Vec<double> b, double by) {
  return {_mm512_fnmadd_pd(b.v, _mm512_set1_pd(by), a.v)};
}
#elif defined(__FMA__)
CT_INLINE Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }
CT_INLINE Vec<float> less_product(Vec<float> c, Vec<float> a, Vec<float> b) {
  return {_mm256_fnmadd_ps(a.v, b.v, c.v)};
}

CT_INLINE Vec<float> fused_plus(Vec<float> a, Vec<float> b) { return {_mm256_fmadd_ps(a.v, _mm256_set1_ps(1), b.v)}; }
CT_INLINE Vec<double> fused_plus(Vec<double> a, Vec<double> b) {
  return {_mm256_fmadd_pd(a.v, _mm256_set1_pd(1), b.v)};
}
CT_INLINE Vec<float> fused_minus(Vec<float> a, Vec<float> b) { return {_mm256_fmsub_ps(a.v, _mm256_set1_ps(1), b.v)}; }
CT_INLINE Vec<float> fused_less(Vec<float> a, Vec<float> b, float by) {
  return {_mm256_fnmadd_ps(b.v, _mm256_set1_ps(by), a.v)};
}
CT_INLINE Vec<double> fused_less(Vec<double> a, Vec<double> b, double by) {
  return {_mm256_fnmadd_pd(b.v, _mm256_set1_pd(by), a.v)};
}
#else
template <class T>
CT_INLINE Vec<T> fused_plus(Vec<T> a, Vec<T> b) {
  return a + b;
}
CT_INLINE Vec<float> fused_minus(Vec<float> a, Vec<float> b) { return a - b; }
template <class T>
CT_INLINE Vec<T> fused_less(Vec<T> a, Vec<T> b, T by) {
  return a - b * Vec<T>::splat(by);
}
#endif

}  // namespace
}  // namespace ct::kernels::CT_ISA
