/* What calls of the extensions go through, beside what the core's do. */
#ifndef CTENSOR_GO_EXTENSION_H
#define CTENSOR_GO_EXTENSION_H

#include "shim.h"

typedef struct {
  ct_tensor *out[3];
  go_done done;
} go_several;

/* An option that may be absent: NULL is given for it. */
typedef struct {
  double value;
  bool given;
} go_number;

static inline const double *go_number_of(const go_number *number) { return number->given ? &number->value : NULL; }

/* A length of 0 stands for none, and a count of -1 for no list. */
static inline const int64_t *go_length_of(const int64_t *length) { return *length == 0 ? NULL : length; }

static inline const int64_t *go_lengths_of(const go_sizes *sizes) { return sizes->count < 0 ? NULL : sizes->values; }

#endif
