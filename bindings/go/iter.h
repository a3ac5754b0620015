// What iter.go and walk.go share.
#ifndef CTENSOR_GO_ITER_H
#define CTENSOR_GO_ITER_H

#include "shim.h"

// An iterator, and a view of each operand: an operand that is resized then leaves its memory to the view, so that the
// iterator's addresses stay good.
typedef struct {
  ct_iter *iter;
  int32_t count;
  ct_tensor *views[64];
} go_iter;

static inline const ct_iter *go_iter_of(const go_iter *it) { return it == NULL ? NULL : it->iter; }

#endif
