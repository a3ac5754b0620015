// The parameters of the elementwise ops' C functions, by the groups that kernels/lists/elementwise.h names. The entry
// points, the conversion of options, the declarations in ctensor.h and their comments are made from these lines.
#pragma once

//   CT_PARAMETERS_<group>(T, O): the tensors, then the options, in the order of the C function.
//   T(name, presence)           presence: Needed, or OrNull where it may be NULL
//   O(name, fallback, as, doc)  an option: a plain value for the kinds Decimals, Order and Flag, else a ct_scalar
//     fallback  the value of a ct_scalar that is NULL
//     as        what it becomes, and what it must be (OptionKind of ops/elementwise/options.cpp):
//                 Number     of the dtype that the kernel computes in
//                 Real       the same, but real; a double if the kernel computes in integers or bools
//                 Tolerance  the same, not negative and not NaN
//                 Element    of the dtype of the result; must not be NULL
//                 Decimals   an int32_t; the kernel gets two powers of ten
//                 Order      an int32_t from 0 to 150; the kernel gets it as a number
//                 Flag       a bool
//     doc       what the header says about the fallback
// clang-format off
#define CT_PARAMETERS_Unary(T, O) T(t, Needed)
#define CT_PARAMETERS_Binary(T, O) T(a, Needed) T(b, Needed)
#define CT_PARAMETERS_Ternary(T, O) T(a, Needed) T(b, Needed) T(c, Needed)
#define CT_PARAMETERS_Where(T, O) T(condition, Needed) T(a, Needed) T(b, Needed)
#define CT_PARAMETERS_Lerp(T, O) T(start, Needed) T(end, Needed) T(weight, Needed)
#define CT_PARAMETERS_Bound(T, O) T(t, Needed) T(bound, Needed)
#define CT_PARAMETERS_Clamp(T, O) T(t, Needed) T(lower, OrNull) T(upper, OrNull)
#define CT_PARAMETERS_Scaled(T, O) T(a, Needed) T(b, Needed) O(alpha, 1, Number, "1")
#define CT_PARAMETERS_AddC(T, O) T(t, Needed) T(a, Needed) T(b, Needed) O(value, 1, Number, "1")
#define CT_PARAMETERS_LeakyRelu(T, O) T(t, Needed) O(negative_slope, 0.01, Number, "0.01")
#define CT_PARAMETERS_Elu(T, O) T(t, Needed) O(alpha, 1, Number, "1")
#define CT_PARAMETERS_Softplus(T, O) T(t, Needed) O(beta, 1, Number, "1") O(threshold, 20, Number, "20")
#define CT_PARAMETERS_Logit(T, O) T(t, Needed) O(eps, -1, Real, "no bounds")
#define CT_PARAMETERS_RoundDecimals(T, O) T(t, Needed) O(decimals, 0, Decimals, "")
#define CT_PARAMETERS_Polygamma(T, O) T(t, Needed) O(n, 0, Order, "")
#define CT_PARAMETERS_NanToNum(T, O) \
  T(t, Needed) O(nan_value, 0, Real, "0") O(posinf, kLargest, Real, "the largest number of the dtype") \
  O(neginf, -kLargest, Real, "the smallest")
#define CT_PARAMETERS_Close(T, O) \
  T(a, Needed) T(b, Needed) O(rtol, 1e-5, Tolerance, "1e-5") O(atol, 1e-8, Tolerance, "1e-8") \
  O(equal_nan, 0, Flag, "")
#define CT_PARAMETERS_Fill(T, O) T(t, Needed) T(mask, Needed) O(value, 0, Element, "")

// All groups of parameters.
#define CT_PARAMETER_GROUPS(X) \
  X(Unary) X(Binary) X(Ternary) X(Where) X(Lerp) X(Bound) X(Clamp) X(Scaled) X(AddC) X(LeakyRelu) X(Elu) X(Softplus) \
  X(Logit) X(RoundDecimals) X(Polygamma) X(NanToNum) X(Close) X(Fill)
// clang-format on
