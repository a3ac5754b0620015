// Transforms of the lines of a tensor along one dim: pocketfft's plans, run on several lines at a time.
#pragma once

#include <ctensor.h>

#include <cstdint>

namespace ct_fft {

enum class Kind {
  ComplexToComplex,
  RealToHalf,  // n real elements to the first n / 2 + 1 complex ones
  RealToFull,  // the same, to all of them
  HalfToReal,  // back
};

struct Pass {
  Kind kind;
  bool forward;
  double scale;
  int64_t n;       // elements of the transform
  int64_t read;    // of each input line; further ones are zeros
  const char *in;  // may be where `out` is, element by element
  char *out;
  int64_t in_step, out_step;  // bytes along a line
  int32_t ndim;               // the other dims, bytes; the last is the fastest
  int64_t sizes[64], in_strides[64], out_strides[64];
};

// T is float or double. Fails where memory runs out.
template <class T>
ct_status run_pass(const Pass &pass, ct_error *error) noexcept;

}  // namespace ct_fft
