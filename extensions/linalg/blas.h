// The functions of CBLAS that are used. They are declared here, because the headers of BLAS libraries differ. Integers
// are int. There is an overload for each type.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>

namespace ct_linalg {

using C64 = std::complex<float>;
using C128 = std::complex<double>;

constexpr int64_t kBlasMost = std::numeric_limits<int>::max();  // of a size, and of a leading dim

enum : int { kRowMajor = 101, kColMajor = 102, kNoTrans = 111, kTrans = 112 };

extern "C" {
#define CT_BLAS(letter, T, scalar)                                                                              \
  void cblas_##letter##gemm(int order, int trans_a, int trans_b, int m, int n, int k, scalar alpha, const T *a, \
                            int lda, const T *b, int ldb, scalar beta, T *c, int ldc);
CT_BLAS(s, float, float)
CT_BLAS(d, double, double)
CT_BLAS(c, void, const void *)
CT_BLAS(z, void, const void *)
#undef CT_BLAS
}

#define CT_BLAS(letter, T, pass)                                                                                       \
  inline void gemm(int order, int trans_a, int trans_b, int m, int n, int k, T alpha, const T *a, int lda, const T *b, \
                   int ldb, T beta, T *c, int ldc) {                                                                   \
    cblas_##letter##gemm(order, trans_a, trans_b, m, n, k, pass alpha, a, lda, b, ldb, pass beta, c, ldc);             \
  }
#define CT_BY_VALUE
#define CT_BY_ADDRESS &
CT_BLAS(s, float, CT_BY_VALUE)
CT_BLAS(d, double, CT_BY_VALUE)
CT_BLAS(c, C64, CT_BY_ADDRESS)
CT_BLAS(z, C128, CT_BY_ADDRESS)
#undef CT_BY_VALUE
#undef CT_BY_ADDRESS
#undef CT_BLAS

// While this lives, BLAS uses no more than this many threads of its own, in the whole process: 1 where ct_parallel_for
// spreads the work. Where several are alive, the smallest number counts; the last one restores what was set before. A
// BLAS library without such a setting is left as it is.
class BlasThreads {
 public:
  explicit BlasThreads(int threads);
  ~BlasThreads();
  BlasThreads(const BlasThreads &) = delete;
  BlasThreads &operator=(const BlasThreads &) = delete;
};
// Whether BLAS uses kernels made for this machine: an old OpenBLAS takes processors that are newer than itself for the
// oldest ones.
bool blas_is_apt();
// How many threads a lone call of LAPACK may use: ct_get_num_threads, but one in a forked child.
int threads_of_one_call();

}  // namespace ct_linalg
