/* What a tensor is and holds at one moment, to show that a failed call changed nothing. */
#ifndef CT_TESTS_SNAPSHOT_H
#define CT_TESTS_SNAPSHOT_H

#include "check.h"

typedef struct snapshot {
  const ct_tensor *tensor;
  int32_t ndim;
  int64_t numel, offset, nbytes;
  ct_dtype dtype;
  int64_t sizes[64], strides[64];
  const void *data;
  bool unique;
  char *bytes; /* the bytes of the whole storage */
} snapshot;

static inline const char *snapshot_start(const ct_tensor *t) {
  if (ct_tensor_data(t) == NULL) return NULL;
  return (const char *)ct_tensor_data(t) - ct_tensor_storage_offset(t) * ct_dtype_size(ct_tensor_dtype(t));
}

static inline void snapshot_take(snapshot *s, const ct_tensor *t) {
  memset(s, 0, sizeof *s);
  s->tensor = t;
  if (t == NULL) return;
  s->ndim = ct_tensor_ndim(t);
  s->numel = ct_tensor_numel(t);
  s->offset = ct_tensor_storage_offset(t);
  s->nbytes = ct_tensor_storage_nbytes(t);
  s->dtype = ct_tensor_dtype(t);
  s->data = ct_tensor_data(t);
  s->unique = ct_tensor_is_unique(t);
  memcpy(s->sizes, ct_tensor_sizes(t), (size_t)s->ndim * sizeof(int64_t));
  memcpy(s->strides, ct_tensor_strides(t), (size_t)s->ndim * sizeof(int64_t));
  if (s->data != NULL && s->nbytes > 0) {
    s->bytes = malloc((size_t)s->nbytes);
    memcpy(s->bytes, snapshot_start(t), (size_t)s->nbytes);
  }
}

/* TSan notes all that memcmp reads, which takes most of a test's time. It sees other tests read what threads wrote. */
#ifdef __SANITIZE_THREAD__
__attribute__((no_sanitize("thread"))) static inline bool snapshot_same_bytes(const char *a, const char *b, int64_t n) {
  int64_t same = 0;
  while (same < n && a[same] == b[same]) ++same;
  return same == n;
}
#else
static inline bool snapshot_same_bytes(const char *a, const char *b, int64_t n) { return memcmp(a, b, (size_t)n) == 0; }
#endif

/* Returns NULL when the tensor is as it was, otherwise what changed. */
static inline const char *snapshot_changed(const snapshot *s) {
  const ct_tensor *t = s->tensor;
  if (t == NULL) return NULL;
  if (ct_tensor_ndim(t) != s->ndim || !same_numbers(ct_tensor_sizes(t), s->sizes, s->ndim)) return "sizes";
  if (!same_numbers(ct_tensor_strides(t), s->strides, s->ndim)) return "strides";
  if (ct_tensor_numel(t) != s->numel) return "numel";
  if (ct_tensor_dtype(t) != s->dtype) return "dtype";
  if (ct_tensor_data(t) != s->data || ct_tensor_storage_offset(t) != s->offset) return "the data's address";
  if (ct_tensor_storage_nbytes(t) != s->nbytes) return "the storage's size";
  if (ct_tensor_is_unique(t) != s->unique) return "the number of references";
  if (s->bytes != NULL && !snapshot_same_bytes(s->bytes, snapshot_start(t), s->nbytes)) return "the data";
  return NULL;
}

static inline void snapshot_drop(snapshot *s) {
  free(s->bytes);
  s->bytes = NULL;
}

#endif
