// ct_<name> and ct_<name>_out of the scans and of the softmax family.
#include "ops/along/along.h"
#include "capi/entry_points.h"

using namespace ct;

#define CT_PARAMETERS int32_t dim, ct_dtype dtype,
#define CT_ARGUMENTS (AlongArgs{dim, dtype_or_undefined(dtype)})
#define CT_SCAN(name, ...)                                                                     \
  CT_ENTRY_POINTS(InMemory, name, CT_PARAMETERS, CT_ARGUMENTS, scan(ScanOp::name, self, args), \
                  scan_out(ScanOp::name, self, args, given))
#define CT_SOFTMAX(name, ...)                                                                        \
  CT_ENTRY_POINTS(InMemory, name, CT_PARAMETERS, CT_ARGUMENTS, softmax(SoftmaxOp::name, self, args), \
                  softmax_out(SoftmaxOp::name, self, args, given))

struct CumulativeArgs {
  AlongArgs along;
  bool include_initial;
};
#define CT_CUMULATIVE_PARAMETERS int32_t dim, ct_dtype dtype, bool include_initial,
#define CT_CUMULATIVE(name, op)                                                        \
  CT_ENTRY_POINTS(InMemory, name, CT_CUMULATIVE_PARAMETERS,                            \
                  (CumulativeArgs{{dim, dtype_or_undefined(dtype)}, include_initial}), \
                  cumulative(ScanOp::op, self, args.along, args.include_initial),      \
                  cumulative_out(ScanOp::op, self, args.along, args.include_initial, given))

extern "C" {
CT_CUMULATIVE(cumulative_sum, cumsum)
CT_CUMULATIVE(cumulative_prod, cumprod)
CT_SCANS(CT_SCAN)
CT_SOFTMAXES(CT_SOFTMAX)
}  // extern "C"
