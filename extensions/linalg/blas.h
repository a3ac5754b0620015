// The functions of CBLAS that are used, as any library of them has them: declared here, since their headers differ.
// Integers are int. One overload for each type.
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

// Holds BLAS to this many threads of its own while it lives, on all threads of the process: 1 where the work is spread
// by ct_parallel_for. Where several are alive, the smallest number counts; what was set before comes back with the
// last. A library of BLAS without such a setting is left as it is.
class BlasThreads {
 public:
  explicit BlasThreads(int threads);
  ~BlasThreads();
  BlasThreads(const BlasThreads &) = delete;
  BlasThreads &operator=(const BlasThreads &) = delete;
};
// Whether BLAS was made for what this machine has: an older library of OpenBLAS takes kernels of the oldest processors
// for those that are newer than itself.
bool blas_is_apt();
// How many threads a call of LAPACK that is alone may take: ct_get_num_threads, and one in a forked child.
int threads_of_one_call();

}  // namespace ct_linalg
