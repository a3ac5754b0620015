#include "ops/elementwise/frexp.h"

#include <bit>
#include <cstring>

#include "iter/for_each.h"
#include "ops/elementwise/elementwise.h"
#include "ops/structural/copy.h"
#include "runtime/error.h"
#include "tensor/layout.h"
#include "tensor/overlap.h"

namespace ct {

namespace {

// x = mantissa * 2^exponent with 1/2 <= |mantissa| < 1; x itself and 0 where x is 0, infinite or NaN. By the bits, so
// that a row is a loop without a call.
template <class T, class Bits>
void split(T x, T *mantissa, int32_t *exponent) {
  constexpr int kFraction = sizeof(T) == 4 ? 23 : 52, kBias = sizeof(T) == 4 ? 126 : 1022;
  constexpr int kUp = 64;  // brings subnormal numbers among the normal ones
  constexpr Bits kExponents = (Bits{1} << (sizeof(T) == 4 ? 8 : 11)) - 1;
  auto bits = std::bit_cast<Bits>(x);
  const bool tiny = (bits >> kFraction & kExponents) == 0;
  if (tiny) bits = std::bit_cast<Bits>(x * static_cast<T>(0x1p64));
  const auto biased = static_cast<int32_t>(bits >> kFraction & kExponents);
  const bool kept = x == 0 || biased == static_cast<int32_t>(kExponents);
  const Bits fraction = (bits & ~(kExponents << kFraction)) | Bits{kBias} << kFraction;
  *mantissa = kept ? x : std::bit_cast<T>(fraction);
  *exponent = kept ? 0 : biased - kBias - (tiny ? kUp : 0);
}

template <class T, class Bits>
ct_status split_all(const ct_loop &piece) {
  for (int64_t i1 = 0; i1 < piece.size1; ++i1) {
    char *at[3];
    for (int k = 0; k < 3; ++k) at[k] = piece.data[k] + i1 * piece.strides[3 + k];
    for (int64_t i = 0; i < piece.size0; ++i) {
      T x, mantissa;
      int32_t exponent = 0;
      std::memcpy(&x, at[2] + i * piece.strides[2], sizeof x);
      split<T, Bits>(x, &mantissa, &exponent);
      std::memcpy(at[0] + i * piece.strides[0], &mantissa, sizeof mantissa);
      std::memcpy(at[1] + i * piece.strides[1], &exponent, sizeof exponent);
    }
  }
  return CT_OK;
}

struct Frexp : OneInput {
  void meta(Output &mantissa, Output *exponent) const {
    if (!is_floating(input.dtype())) fail(CT_ERROR_DTYPE, "frexp takes real floats, got ", dtype_name(input.dtype()));
    const DimVec strides = dense_strides_like(input.sizes(), input.strides());
    mantissa.set_raw_strided(input.sizes(), strides, input.dtype(), input.is_meta());
    exponent->set_raw_strided(input.sizes(), strides, DType::Int32, input.is_meta());
  }
  void impl(Output &mantissa, Output *exponent) const {
    const DType computed = input.dtype() == DType::Float64 ? DType::Float64 : DType::Float32;
    Tensor *const outputs[] = {&mantissa.get(), &exponent->get()};
    const Tensor *const one = &input;
    const DType written[] = {computed, DType::Int32};
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
      return computed == DType::Float64 ? split_all<double, uint64_t>(piece) : split_all<float, uint32_t>(piece);
    };
    const ct_status status = for_each(it, loop, 0, element_ps);
    if (status != CT_OK) fail(status, "frexp: the executor failed");
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

TwoTensors frexp(const Tensor &t) { return functional_two(Frexp{{t}}, true); }
void frexp_out(const Tensor &t, Tensor &mantissa, Tensor &exponent) { into_two(Frexp{{t}}, mantissa, &exponent); }

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
