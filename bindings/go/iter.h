// Declarations that iter.go and walk.go share.
#ifndef CTENSOR_GO_ITER_H
#define CTENSOR_GO_ITER_H

#include "shim.h"

// An iterator, and a view of each operand: when an operand is resized, its memory stays with the view, so that the
// iterator's addresses stay valid.
typedef struct {
  ct_iter *iter;
  int32_t count;
  ct_tensor *views[64];
} go_iter;

static inline const ct_iter *go_iter_of(const go_iter *it) { return it == NULL ? NULL : it->iter; }

#endif
