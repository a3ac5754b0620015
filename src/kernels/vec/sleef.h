// The one place that names the functions of SLEEF.
#pragma once

#include <sleef.h>

#include "kernels/vec/vec.h"

// The functions of SLEEF that kernels use, within 1 ULP. FastMath is the ISA's own; DeterministicMath is the cinz_
// family, whose results have the same bits on every ISA. Never the unprefixed functions: their sin, cos, tan, … choose
// one range reduction for all lanes (SLEEF 3.5.1, sleefsimdsp.c without DETERMINISTIC), so a lane's bits would depend
// on its neighbours. finz_ and cinz_, with and without FMA, choose lane by lane, at the same speed.
#define CT_SLEEF_OF_ONE(name, ulps, prefix, f32, f64, isa)                                          \
  static CT_INLINE Vec<float> name(Vec<float> x) { return {prefix##name##f32##_##ulps##isa(x.v)}; } \
  static CT_INLINE Vec<double> name(Vec<double> x) { return {prefix##name##f64##_##ulps##isa(x.v)}; }
#define CT_SLEEF_OF_TWO(name, ulps, prefix, f32, f64, isa)                                                             \
  static CT_INLINE Vec<float> name(Vec<float> x, Vec<float> y) { return {prefix##name##f32##_##ulps##isa(x.v, y.v)}; } \
  static CT_INLINE Vec<double> name(Vec<double> x, Vec<double> y) {                                                    \
    return {prefix##name##f64##_##ulps##isa(x.v, y.v)};                                                                \
  }
#define CT_SLEEF(policy, prefix, f32, f64, isa)                \
  struct policy {                                              \
    CT_SLEEF_OF_ONE(exp, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(exp2, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(expm1, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(log, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(log2, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(log10, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(log1p, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(sin, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(cos, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(tan, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(asin, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(acos, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(atan, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(cbrt, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(sinh, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(cosh, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(tanh, u10, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(asinh, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(acosh, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(atanh, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_ONE(erf, u10, prefix, f32, f64, isa)           \
    CT_SLEEF_OF_ONE(erfc, u15, prefix, f32, f64, isa)          \
    CT_SLEEF_OF_ONE(lgamma, u10, prefix, f32, f64, isa)        \
    CT_SLEEF_OF_TWO(atan2, u10, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_TWO(hypot, u05, prefix, f32, f64, isa)         \
    CT_SLEEF_OF_TWO(pow, u10, prefix, f32, f64, isa)           \
    static CT_INLINE Vec<Complex<float>> cis(Vec<float> x) {   \
      const auto r = prefix##sincos##f32##_u10##isa(x.v);      \
      return {{r.y}, {r.x}};                                   \
    }                                                          \
    static CT_INLINE Vec<Complex<double>> cis(Vec<double> x) { \
      const auto r = prefix##sincos##f64##_u10##isa(x.v);      \
      return {{r.y}, {r.x}};                                   \
    }                                                          \
  };
