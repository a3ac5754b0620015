/* A program against the installed libraries, in C99: the spectrum of a cosine has its two peaks. */
#include <ctensor_fft.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  enum { n = 64, turns = 5 };
  double wave[n];
  const int64_t sizes[] = {n};
  ct_error error;
  ct_tensor *t = NULL, *spectrum = NULL, *frequencies = NULL;
  error.struct_size = sizeof error;
  for (int i = 0; i < n; ++i) wave[i] = cos(2 * 3.14159265358979323846 * turns * i / n);
  if (ct_tensor_from_data(wave, sizes, 1, NULL, CT_FLOAT64, NULL, NULL, &t, &error) != CT_OK ||
      ct_fft_rfft(t, NULL, -1, CT_FFT_BACKWARD, &spectrum, &error) != CT_OK ||
      ct_fft_rfftfreq(n, 1.0 / n, CT_FLOAT64, &frequencies, &error) != CT_OK) {
    printf("%s\n", error.message);
    return 1;
  }
  const double *parts = ct_tensor_data(spectrum);
  int wrong = ct_tensor_sizes(spectrum)[0] != n / 2 + 1;
  for (int k = 0; k <= n / 2; ++k) {
    const double wanted = k == turns ? n / 2.0 : 0;
    if (fabs(parts[2 * k] - wanted) > 1e-12 || fabs(parts[2 * k + 1]) > 1e-12) wrong = 1;
  }
  if (((const double *)ct_tensor_data(frequencies))[turns] != turns) wrong = 1;
  ct_tensor_release(t);
  ct_tensor_release(spectrum);
  ct_tensor_release(frequencies);
  if (wrong) printf("the spectrum is not that of a cosine\n");
  return wrong;
}
