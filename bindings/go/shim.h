// Every call from Go goes through these shims. Results come back by value, so that C gets no Go memory, nothing escapes
// to Go's heap, and a call may call back. An error's message is copied only if there is an error.
#ifndef CTENSOR_GO_SHIM_H
#define CTENSOR_GO_SHIM_H

#include <ctensor.h>
#include <stdlib.h>
#include <string.h>

#if CT_VERSION_MAJOR != 0 || CT_VERSION_MINOR != 2
#error "this module is for libctensor 0.2: install that version, or set PKG_CONFIG_PATH to the folder of its ctensor.pc"
#endif

typedef struct {
  ct_status status;
  char *message; /* from malloc; NULL when status is CT_OK */
} go_done;

typedef struct {
  ct_tensor *out;
  go_done done;
} go_made;

typedef struct {
  ct_tensor *out0, *out1;
  go_done done;
} go_made2;

typedef struct {
  bool out;
  go_done done;
} go_told;

/* A tensor has at most 64 dims. There is room for one more, so that the library itself fails for too many. */
typedef struct {
  int32_t count;
  bool all;
  int32_t values[65];
} go_dims;

typedef struct {
  int32_t count;
  int64_t values[65];
} go_sizes;

static inline go_done go_result(ct_status status, const ct_error *error) {
  go_done done = {status, NULL};
  if (status != CT_OK) done.message = strdup(error->message);
  return done;
}

/* Evaluates `call`, which passes `&error`, and stores its outcome in `result`. */
#define GO_CALL(result, call)          \
  do {                                 \
    ct_error error;                    \
    error.struct_size = sizeof error;  \
    error.message[0] = 0;              \
    ct_status status = (call);         \
    (result) = go_result(status, &error); \
  } while (0)

/* An option that is not given has no dtype. */
static inline const ct_scalar *go_optional(const ct_scalar *value) { return value->dtype == CT_UNDEFINED ? NULL : value; }

static inline const int32_t *go_dims_of(const go_dims *dims) { return dims->all ? NULL : dims->values; }

/* The number, as a tensor in the caller's memory, if there is one, else the tensor. */
static inline const ct_tensor *go_operand(const ct_tensor *tensor, ct_scalar number, ct_number *memory) {
  return number.dtype == CT_UNDEFINED ? tensor : ct_number_of(number, memory);
}

/* One more tensor over t's memory, made by a flip along no dims. */
static inline ct_status go_alias(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  int32_t none = 0;
  return ct_flip(t, &none, 0, out, error);
}

#endif
