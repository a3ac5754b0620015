// Fourier transforms: known values, identities, options, outputs, errors.
#include <ctensor_fft.hpp>

#include "compare.hpp"

namespace {

using Complex = std::complex<double>;
using Numbers = std::vector<int64_t>;

Numbers sizes(const Tensor &t) { return {t.sizes().begin(), t.sizes().end()}; }
// Whether sizes are the same and elements nearly equal, of any dtypes.
bool near(const Tensor &a, const Tensor &b) { return sizes(a) == sizes(b) && all(abs(a - b) < 1e-10).item<bool>(); }
Tensor line() { return Tensor::of<double>({1, 2, 3, 4}); }
Tensor spectrum() { return Tensor::of<Complex>({10, {-2, 2}, -2, {-2, -2}}); }
Tensor grid() { return sin(arange(0, 24, 1, DType::Float64)).view({2, 3, 4}); }

void known_values() {
  CHECK(near(fft::fft(line()), spectrum()));
  CHECK(near(fft::ifft(spectrum()), line()));
  CHECK(near(fft::rfft(line()), spectrum().narrow(0, 0, 3)));
  CHECK(near(fft::irfft(spectrum().narrow(0, 0, 3)), line()));
  CHECK(near(fft::hfft(line()), fft::irfft(line(), std::nullopt, -1, fft::Norm::Forward)));
  CHECK(near(fft::ihfft(line()), conj(spectrum().narrow(0, 0, 3)) / 4));
  CHECK(near(fft::fftfreq(4), Tensor::of<double>({0, 0.25, -0.5, -0.25})));
  CHECK(fft::fftfreq(4).dtype() == DType::Float32);
  CHECK(near(fft::rfftfreq(5, 0.5, DType::Float64), Tensor::of<double>({0, 0.4, 0.8})));
  CHECK(near(fft::fftshift(line()), Tensor::of<double>({3, 4, 1, 2})));
  CHECK(near(fft::ifftshift(fft::fftshift(grid(), {0, 1}), {0, 1}), grid()));
}

void options() {
  CHECK(near(fft::fft(line(), 2), Tensor::of<Complex>({3, -1})));
  CHECK(near(fft::fft(line(), std::nullopt, 0, fft::Norm::Ortho), spectrum() / 2));
  CHECK(near(fft::fft(line(), std::nullopt, 0, fft::Norm::Forward), spectrum() / 4));
  CHECK(sizes(fft::rfft(grid(), 6, 1)) == Numbers({2, 4, 4}));
  CHECK(sizes(fft::fftn(grid(), {4, 5})) == Numbers({2, 4, 5}));
  CHECK(sizes(fft::fftn(grid(), {4, 5}, {0, 1})) == Numbers({4, 5, 4}));
  CHECK(sizes(fft::fftn(grid(), 8, 1)) == Numbers({2, 8, 4}));
  CHECK(near(fft::fftn(grid(), std::nullopt, {}), grid()));  // along no dim
  CHECK(near(fft::fftn(grid()), fft::fft(fft::fft(fft::fft(grid(), std::nullopt, 0), std::nullopt, 1))));
}

void identities() {
  CHECK(near(fft::ifftn(fft::fftn(grid())), grid()));
  CHECK(near(fft::irfftn(fft::rfftn(grid())), grid()));
  CHECK(near(fft::hfftn(fft::ihfftn(grid())), grid()));
  // Parseval: the orthonormal transform keeps the sum of squares
  const Tensor made = fft::fftn(grid(), std::nullopt, std::nullopt, fft::Norm::Ortho);
  CHECK(near(sum(square(abs(made))), sum(square(grid()))));
  // any strides give the same as a copy
  const Tensor turned = grid().transpose(0, 2).flip(1);
  CHECK(near(fft::fft(turned), fft::fft(turned.contiguous())));
}

void outputs() {
  Tensor t = spectrum();
  fft::fft_out(t, std::nullopt, -1, fft::Norm::Backward, t);  // in place
  CHECK(near(t, fft::fft(spectrum())));
  Tensor out = zeros({1}, DType::Complex128);
  fft::rfft_out(line(), std::nullopt, -1, fft::Norm::Backward, out);  // resized
  CHECK(near(out, fft::rfft(line())));
  fft::fftn_out(grid(), {4, 5}, {1, 2}, fft::Norm::Ortho, out);
  CHECK(near(out, fft::fftn(grid(), {4, 5}, {1, 2}, fft::Norm::Ortho)));
  fft::fftshift_out(spectrum(), 0, out);
  CHECK(near(out, fft::fftshift(spectrum())));
}

void errors() {
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_fft_fft", "0"), fft::fft(line(), 0));
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("ct_fft_rfft", "2"), fft::rfft(line(), std::nullopt, 2));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("complex"), fft::rfft(spectrum()));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("ct_fft_fft"), fft::fft(Tensor()));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("fftn", "2", "1"), fft::fftn(grid(), {4, 5}, 1));
  const std::vector<int64_t> many(100, 1);
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("100"), fft::fftn(grid(), many));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("64"), fft::fftshift(grid(), std::vector<int32_t>(100, 0)));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("float64"),
               fft::fft_out(line(), std::nullopt, 0, fft::Norm::Backward, zeros(4, DType::Float64)));
}

// A list as C takes it, for the length of a call.
template <class T>
const T *of(std::initializer_list<T> values) {
  return values.begin();
}

Tensor matrix;  // the operands

void every_function() {
#include "fft.inc"
}

}  // namespace

int main() {
  return run_tests([] {
    known_values();
    options();
    identities();
    outputs();
    errors();
    matrix = Tensor::of<double>({4, 1, 0, 1, 3, 1, 0, 1, 2}, {3, 3});
    every_function();
    matrix = Tensor();
    check_compared(16);
  });
}
