/* What calls of the extensions need in addition to shim.h. */
#ifndef CTENSOR_GO_EXTENSION_H
#define CTENSOR_GO_EXTENSION_H

#include "shim.h"

typedef struct {
  ct_tensor *out[3];
  go_done done;
} go_several;

/* An option that may be absent, which C takes as NULL. */
typedef struct {
  double value;
  bool given;
} go_number;

static inline const double *go_number_of(const go_number *number) { return number->given ? &number->value : NULL; }

/* A length of 0 stands for an absent one, and a count of -1 for an absent list. */
static inline const int64_t *go_length_of(const int64_t *length) { return *length == 0 ? NULL : length; }

static inline const int64_t *go_lengths_of(const go_sizes *sizes) { return sizes->count < 0 ? NULL : sizes->values; }

#endif
