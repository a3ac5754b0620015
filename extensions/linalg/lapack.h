// The functions of LAPACK that are used, under their names in Fortran, with an overload for each type. Matrices are
// stored by columns. Each function returns LAPACK's info, which is 0 or tells what went wrong. With `lwork` -1, a
// function tells in work[0] how much memory it needs.
#pragma once

#include <complex>
#include <cstddef>

#include "blas.h"

namespace ct_linalg {

extern "C" {
// The lengths of characters are arguments that Fortran adds at the end.
#define CT_LAPACK(l, T)                                                                                             \
  void l##getrf_(const int *m, const int *n, T *a, const int *lda, int *pivots, int *info);                         \
  void l##getri_(const int *n, T *a, const int *lda, const int *pivots, T *work, const int *lwork, int *info);      \
  void l##gesv_(const int *n, const int *nrhs, T *a, const int *lda, int *pivots, T *b, const int *ldb, int *info); \
  void l##potrf_(const char *uplo, const int *n, T *a, const int *lda, int *info, size_t);                          \
  void l##geqrf_(const int *m, const int *n, T *a, const int *lda, T *tau, T *work, const int *lwork, int *info);   \
  void l##trtrs_(const char *uplo, const char *trans, const char *diag, const int *n, const int *nrhs, const T *a,  \
                 const int *lda, T *b, const int *ldb, int *info, size_t, size_t, size_t);
CT_LAPACK(s, float)
CT_LAPACK(d, double)
CT_LAPACK(c, C64)
CT_LAPACK(z, C128)
#undef CT_LAPACK

#define CT_LAPACK(l, R)                                                                                                \
  void l##orgqr_(const int *m, const int *n, const int *k, R *a, const int *lda, const R *tau, R *work,                \
                 const int *lwork, int *info);                                                                         \
  void l##gesdd_(const char *job, const int *m, const int *n, R *a, const int *lda, R *s, R *u, const int *ldu, R *vt, \
                 const int *ldvt, R *work, const int *lwork, int *iwork, int *info, size_t);                           \
  void l##syevd_(const char *job, const char *uplo, const int *n, R *a, const int *lda, R *w, R *work,                 \
                 const int *lwork, int *iwork, const int *liwork, int *info, size_t, size_t);                          \
  void l##geev_(const char *left, const char *right, const int *n, R *a, const int *lda, R *wr, R *wi, R *vl,          \
                const int *ldvl, R *vr, const int *ldvr, R *work, const int *lwork, int *info, size_t, size_t);        \
  void l##gelsd_(const int *m, const int *n, const int *nrhs, R *a, const int *lda, R *b, const int *ldb, R *s,        \
                 const R *rcond, int *rank, R *work, const int *lwork, int *iwork, int *info);
CT_LAPACK(s, float)
CT_LAPACK(d, double)
#undef CT_LAPACK

#define CT_LAPACK(l, T, R)                                                                                             \
  void l##ungqr_(const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau, T *work,                \
                 const int *lwork, int *info);                                                                         \
  void l##gesdd_(const char *job, const int *m, const int *n, T *a, const int *lda, R *s, T *u, const int *ldu, T *vt, \
                 const int *ldvt, T *work, const int *lwork, R *rwork, int *iwork, int *info, size_t);                 \
  void l##heevd_(const char *job, const char *uplo, const int *n, T *a, const int *lda, R *w, T *work,                 \
                 const int *lwork, R *rwork, const int *lrwork, int *iwork, const int *liwork, int *info, size_t,      \
                 size_t);                                                                                              \
  void l##geev_(const char *left, const char *right, const int *n, T *a, const int *lda, T *w, T *vl, const int *ldvl, \
                T *vr, const int *ldvr, T *work, const int *lwork, R *rwork, int *info, size_t, size_t);               \
  void l##gelsd_(const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b, const int *ldb, R *s,        \
                 const R *rcond, int *rank, T *work, const int *lwork, R *rwork, int *iwork, int *info);
CT_LAPACK(c, C64, float)
CT_LAPACK(z, C128, double)
#undef CT_LAPACK
}

#define CT_LAPACK(l, T)                                                                                     \
  inline int getrf(int m, int n, T *a, int lda, int *pivots) {                                              \
    int info = 0;                                                                                           \
    l##getrf_(&m, &n, a, &lda, pivots, &info);                                                              \
    return info;                                                                                            \
  }                                                                                                         \
  inline int getri(int n, T *a, int lda, const int *pivots, T *work, int lwork) {                           \
    int info = 0;                                                                                           \
    l##getri_(&n, a, &lda, pivots, work, &lwork, &info);                                                    \
    return info;                                                                                            \
  }                                                                                                         \
  inline int gesv(int n, int nrhs, T *a, int lda, int *pivots, T *b, int ldb) {                             \
    int info = 0;                                                                                           \
    l##gesv_(&n, &nrhs, a, &lda, pivots, b, &ldb, &info);                                                   \
    return info;                                                                                            \
  }                                                                                                         \
  inline int potrf(char uplo, int n, T *a, int lda) {                                                       \
    int info = 0;                                                                                           \
    l##potrf_(&uplo, &n, a, &lda, &info, 1);                                                                \
    return info;                                                                                            \
  }                                                                                                         \
  inline int geqrf(int m, int n, T *a, int lda, T *tau, T *work, int lwork) {                               \
    int info = 0;                                                                                           \
    l##geqrf_(&m, &n, a, &lda, tau, work, &lwork, &info);                                                   \
    return info;                                                                                            \
  }                                                                                                         \
  inline int trtrs(char uplo, char trans, char diag, int n, int nrhs, const T *a, int lda, T *b, int ldb) { \
    int info = 0;                                                                                           \
    l##trtrs_(&uplo, &trans, &diag, &n, &nrhs, a, &lda, b, &ldb, &info, 1, 1, 1);                           \
    return info;                                                                                            \
  }
CT_LAPACK(s, float)
CT_LAPACK(d, double)
CT_LAPACK(c, C64)
CT_LAPACK(z, C128)
#undef CT_LAPACK

// rwork, and iwork, stand for memory that only some of the types need.
#define CT_LAPACK(l, R)                                                                                                \
  inline int orgqr(int m, int n, int k, R *a, int lda, const R *tau, R *work, int lwork) {                             \
    int info = 0;                                                                                                      \
    l##orgqr_(&m, &n, &k, a, &lda, tau, work, &lwork, &info);                                                          \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int gesdd(char job, int m, int n, R *a, int lda, R *s, R *u, int ldu, R *vt, int ldvt, R *work, int lwork,    \
                   R *, int *iwork) {                                                                                  \
    int info = 0;                                                                                                      \
    l##gesdd_(&job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, iwork, &info, 1);                            \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int heevd(char job, char uplo, int n, R *a, int lda, R *w, R *work, int lwork, R *, int, int *iwork,          \
                   int liwork) {                                                                                       \
    int info = 0;                                                                                                      \
    l##syevd_(&job, &uplo, &n, a, &lda, w, work, &lwork, iwork, &liwork, &info, 1, 1);                                 \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int geev(char right, int n, R *a, int lda, R *w, R *w_imag, R *v, int ldv, R *work, int lwork, R *) {         \
    int info = 0;                                                                                                      \
    const char left = 'N';                                                                                             \
    const int one = 1;                                                                                                 \
    l##geev_(&left, &right, &n, a, &lda, w, w_imag, nullptr, &one, v, &ldv, work, &lwork, &info, 1, 1);                \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int gelsd(int m, int n, int nrhs, R *a, int lda, R *b, int ldb, R *s, R rcond, int *rank, R *work, int lwork, \
                   R *, int *iwork) {                                                                                  \
    int info = 0;                                                                                                      \
    l##gelsd_(&m, &n, &nrhs, a, &lda, b, &ldb, s, &rcond, rank, work, &lwork, iwork, &info);                           \
    return info;                                                                                                       \
  }
CT_LAPACK(s, float)
CT_LAPACK(d, double)
#undef CT_LAPACK

#define CT_LAPACK(l, T, R)                                                                                             \
  inline int orgqr(int m, int n, int k, T *a, int lda, const T *tau, T *work, int lwork) {                             \
    int info = 0;                                                                                                      \
    l##ungqr_(&m, &n, &k, a, &lda, tau, work, &lwork, &info);                                                          \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int gesdd(char job, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int lwork,    \
                   R *rwork, int *iwork) {                                                                             \
    int info = 0;                                                                                                      \
    l##gesdd_(&job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork, iwork, &info, 1);                     \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int heevd(char job, char uplo, int n, T *a, int lda, R *w, T *work, int lwork, R *rwork, int lrwork,          \
                   int *iwork, int liwork) {                                                                           \
    int info = 0;                                                                                                      \
    l##heevd_(&job, &uplo, &n, a, &lda, w, work, &lwork, rwork, &lrwork, iwork, &liwork, &info, 1, 1);                 \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int geev(char right, int n, T *a, int lda, T *w, T *, T *v, int ldv, T *work, int lwork, R *rwork) {          \
    int info = 0;                                                                                                      \
    const char left = 'N';                                                                                             \
    const int one = 1;                                                                                                 \
    l##geev_(&left, &right, &n, a, &lda, w, nullptr, &one, v, &ldv, work, &lwork, rwork, &info, 1, 1);                 \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int gelsd(int m, int n, int nrhs, T *a, int lda, T *b, int ldb, R *s, R rcond, int *rank, T *work, int lwork, \
                   R *rwork, int *iwork) {                                                                             \
    int info = 0;                                                                                                      \
    l##gelsd_(&m, &n, &nrhs, a, &lda, b, &ldb, s, &rcond, rank, work, &lwork, rwork, iwork, &info);                    \
    return info;                                                                                                       \
  }
CT_LAPACK(c, C64, float)
CT_LAPACK(z, C128, double)
#undef CT_LAPACK

}  // namespace ct_linalg
