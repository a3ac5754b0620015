// Fourier transforms, if the library ctensor_fft is present. ctensor/fft.py gives them NumPy's names.
#include <ctensor_fft.h>

#include "calls.hpp"
#include "units.hpp"

namespace {
constexpr const char *kTransforms[] = {"fft", "ifft", "rfft", "irfft", "hfft", "ihfft", nullptr};
constexpr const char *kNorms[] = {"backward", "ortho", "forward", nullptr};
constexpr decltype(&ct_fft_fftn) kFresh[] = {ct_fft_fftn,   ct_fft_ifftn, ct_fft_rfftn,
                                             ct_fft_irfftn, ct_fft_hfftn, ct_fft_ihfftn};
constexpr decltype(&ct_fft_fftn_out) kInto[] = {ct_fft_fftn_out,   ct_fft_ifftn_out, ct_fft_rfftn_out,
                                                ct_fft_irfftn_out, ct_fft_hfftn_out, ct_fft_ihfftn_out};
}  // namespace

void add_fft(nb::module_ &m) {
  using nb::arg;
  m.def(
      "_fft",
      [](Choice<kTransforms> which, Operand t, OptionalSizes s, Dims dims, Choice<kNorms> norm,
         Out out) -> TensorResult {
        bool unlock = convert_all(which, t, s, dims, norm);
        // dims may be NULL for all dims, or with lengths for as many of the last ones
        const int32_t count = dims.none ? s.count() : dims.count();
        if (!s.none && s.count() != count) throw nb::value_error("there must be as many lengths as dims");
        return fresh_or_into(
            unlock, out,
            [&](ct_tensor **x, ct_error *e) { return kFresh[which](t, s.data(), dims.data(), count, norm, x, e); },
            [&](ct_tensor *x, ct_error *e) { return kInto[which](t, s.data(), dims.data(), count, norm, x, e); });
      },
      arg("which"), arg("t"), arg("s").none(), arg("dims").none(), arg("norm"), arg("out").none());
  m.def(
      "_fftfreq",
      [](Int64 n, double d, bool half, DTypeArg dtype) -> TensorResult {
        convert_all(n, dtype);
        return fresh(false, [&](ct_tensor **x, ct_error *e) {
          return (half ? ct_fft_rfftfreq : ct_fft_fftfreq)(n, d, dtype, x, e);
        });
      },
      arg("n"), arg("d"), arg("half"), arg("dtype"));
  m.def(
      "_fftshift",
      [](Operand t, Dims dims, bool back, Out out) -> TensorResult {
        bool unlock = convert_all(t, dims);
        return fresh_or_into(
            unlock, out,
            [&](ct_tensor **x, ct_error *e) {
              return (back ? ct_fft_ifftshift : ct_fft_fftshift)(t, dims.data(), dims.count(), x, e);
            },
            [&](ct_tensor *x, ct_error *e) {
              return (back ? ct_fft_ifftshift_out : ct_fft_fftshift_out)(t, dims.data(), dims.count(), x, e);
            });
      },
      arg("t"), arg("dims").none(), arg("back"), arg("out").none());
}
