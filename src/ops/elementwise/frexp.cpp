#include "ops/elementwise/frexp.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "iter/for_each.h"
#include "ops/elementwise/elementwise.h"
#include "ops/structural/copy.h"
#include "runtime/error.h"
#include "tensor/layout.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

// The two parts of a number, by its bits, so that a row is a loop without a call.
template <class T>
struct Float {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  static constexpr int kFraction = sizeof(T) == 4 ? 23 : 52, kBias = sizeof(T) == 4 ? 127 : 1023;
  static constexpr Bits kExponents = (Bits{1} << (sizeof(T) == 4 ? 8 : 11)) - 1;
};

// x = mantissa * 2^exponent with 1/2 <= |mantissa| < 1; x itself and 0 where x is 0, infinite or NaN.
struct Frexp {
  template <class T>
  using Second = int32_t;
  static constexpr const char *kName = "frexp";
  static DType second_dtype(DType) { return DType::Int32; }

  template <class T>
  static void split(T x, T *mantissa, int32_t *exponent) {
    using F = Float<T>;
    using Bits = typename F::Bits;
    constexpr int kUp = 64;  // brings subnormal numbers among the normal ones
    auto bits = std::bit_cast<Bits>(x);
    const bool tiny = (bits >> F::kFraction & F::kExponents) == 0;
    if (tiny) bits = std::bit_cast<Bits>(x * static_cast<T>(0x1p64));
    const auto biased = static_cast<int32_t>(bits >> F::kFraction & F::kExponents);
    const bool kept = x == 0 || biased == static_cast<int32_t>(F::kExponents);
    const Bits fraction = (bits & ~(F::kExponents << F::kFraction)) | Bits{F::kBias - 1} << F::kFraction;
    *mantissa = kept ? x : std::bit_cast<T>(fraction);
    *exponent = kept ? 0 : biased - (F::kBias - 1) - (tiny ? kUp : 0);
  }
};

// x = fractional + integral, both with x's sign: an infinity has the fraction 0, and NaN is both.
struct Modf {
  template <class T>
  using Second = T;
  static constexpr const char *kName = "modf";
  static DType second_dtype(DType dtype) { return dtype; }

  template <class T>
  static void split(T x, T *fractional, T *integral) {
    using F = Float<T>;
    using Bits = typename F::Bits;
    const auto bits = std::bit_cast<Bits>(x);
    const int exponent = static_cast<int>(bits >> F::kFraction & F::kExponents) - F::kBias;
    const int digits = std::clamp(F::kFraction - exponent, 0, F::kFraction);  // behind the point
    const Bits sign = bits & Bits{1} << (sizeof(T) * 8 - 1);
    const auto whole = std::bit_cast<T>(exponent < 0 ? sign : bits & ~((Bits{1} << digits) - 1));
    const bool is_infinite = bits << 1 == F::kExponents << (F::kFraction + 1);
    const auto rest = std::bit_cast<Bits>(is_infinite ? T{0} : x - whole);
    *integral = whole;
    *fractional = std::bit_cast<T>(rest | sign);
  }
};

template <class Op, class T>
ct_status split_all(const ct_loop &piece) {
  using Second = typename Op::template Second<T>;
  for (int64_t i1 = 0; i1 < piece.size1; ++i1) {
    char *at[3];
    for (int k = 0; k < 3; ++k) at[k] = piece.data[k] + i1 * piece.strides[3 + k];
    for (int64_t i = 0; i < piece.size0; ++i) {
      T x, first;
      Second second{};
      std::memcpy(&x, at[2] + i * piece.strides[2], sizeof x);
      Op::split(x, &first, &second);
      std::memcpy(at[0] + i * piece.strides[0], &first, sizeof first);
      std::memcpy(at[1] + i * piece.strides[1], &second, sizeof second);
    }
  }
  return CT_OK;
}

template <class Op>
struct Parts : OneInput {
  void meta(Output &first, Output *second) const {
    if (!is_floating(input.dtype())) {
      fail(CT_ERROR_DTYPE, Op::kName, " takes real floats, got ", dtype_name(input.dtype()));
    }
    const DimVec strides = dense_strides_like(input.sizes(), input.strides());
    first.set_raw_strided(input.sizes(), strides, input.dtype(), input.is_meta());
    second->set_raw_strided(input.sizes(), strides, Op::second_dtype(input.dtype()), input.is_meta());
  }
  void impl(Output &first, Output *second) const {
    const DType computed = input.dtype() == DType::Float64 ? DType::Float64 : DType::Float32;
    Tensor *const outputs[] = {&first.get(), &second->get()};
    const Tensor *const one = &input;
    const DType written[] = {computed, Op::second_dtype(computed)};
    IterConfig config;
    config.flags = iter_flags::kNoSameDTypeCheck | iter_flags::kNoResize | iter_flags::kCastToOutputs;
    config.outputs = outputs;
    config.inputs = {&one, 1};
    config.output_dtypes = written;
    config.input_dtypes = {&computed, 1};
    config.borrows = true;
    Iterator it;
    it.build(config);
    constexpr int64_t element_ps = 2000;
    const auto loop = [computed](const ct_loop &piece) {
      return computed == DType::Float64 ? split_all<Op, double>(piece) : split_all<Op, float>(piece);
    };
    const ct_status status = for_each(it, loop, 0, element_ps);
    if (status != CT_OK) fail(status, Op::kName, ": the executor failed");
  }
};

// What float_power computes in.
DType dtype_of_power(const Tensor &a, const Tensor &b) {
  return is_complex(a.dtype()) || is_complex(b.dtype()) ? DType::Complex128 : DType::Float64;
}

struct Powers {
  Ref<Tensor> a, b;
  const Tensor *tensors[2];

  Powers(const Tensor &base, const Tensor &exponent)
      : a(to(base, dtype_of_power(base, exponent), MemoryFormat::Preserve, false)),
        b(to(exponent, a->dtype(), MemoryFormat::Preserve, false)),
        tensors{a.get(), b.get()} {}
};

}  // namespace

TwoTensors frexp(const Tensor &t) { return functional_two(Parts<Frexp>{{t}}, true); }
void frexp_out(const Tensor &t, Tensor &mantissa, Tensor &exponent) {
  into_two(Parts<Frexp>{{t}}, mantissa, &exponent);
}
TwoTensors modf(const Tensor &t) { return functional_two(Parts<Modf>{{t}}, true); }
void modf_out(const Tensor &t, Tensor &fractional, Tensor &integral) {
  into_two(Parts<Modf>{{t}}, fractional, &integral);
}

Ref<Tensor> float_power(const Tensor &a, const Tensor &b) {
  return elementwise(elementwise_ops::pow, Powers(a, b).tensors);
}
void float_power_out(const Tensor &a, const Tensor &b, Tensor &out) {
  const DType dtype = dtype_of_power(a, b);
  if (out.dtype() != dtype) {
    fail(CT_ERROR_DTYPE, "float_power gives ", dtype_name(dtype), ", but out is ", dtype_name(out.dtype()));
  }
  elementwise_out(elementwise_ops::pow, Powers(a, b).tensors, out);
}

}  // namespace ct
