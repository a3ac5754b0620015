#include "iter/flat.h"

#include <algorithm>

#include "iter/traffic.h"
#include "runtime/error.h"
#include "runtime/threads.h"

namespace ct {

void run_flat(kernels::Loop kernel, int64_t numel, int32_t noperands, char *const *data, const int64_t *strides,
              Cost cost) {
  // Lines of an output that is read as well are in the cache already.
  const bool in_place = std::find(data + 1, data + noperands, data[0]) != data + noperands;
  const kernels::Traffic how = in_place ? kernels::Traffic::Cached : traffic(cost.bytes);
  const int64_t grain = grain_of(numel, cost);
  if (grain >= numel) return kernel(data, strides, numel, 1, how);
  auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    constexpr int32_t max_operands = 4;
    char *at[max_operands];
    for (int32_t k = 0; k < noperands; ++k) at[k] = data[k] + begin * strides[k];
    kernel(at, strides, end - begin, 1, how);
    return CT_OK;
  };
  const ct_status status = parallel_ranges(numel, grain, line_cuts(data[0], strides[0]), range);
  if (status != CT_OK) fail(status, "the executor failed");
}

}  // namespace ct
