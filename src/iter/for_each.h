// Walking an iterator: serially over a range, in parallel over all of it, and by cursor (iter/cursor.h).
// Operands whose dtype differs from the loop's are converted in blocks of the worker's workspace: no allocation. A loop
// then gets the block, and must write every element of its converted outputs; of a call that fails nothing is written
// back. Meta iterators are CT_OK without a call.
#pragma once

#include <span>

#include "iter/iterator.h"
#include "kernels/table.h"
#include "runtime/function_ref.h"

namespace ct {

using LoopRef = FunctionRef<ct_status(const ct_loop &)>;
constexpr int64_t kUnknownLoopPs = 250;  // what an element of a caller's loop is taken to cost

// Throws CT_ERROR_INDEX unless 0 <= begin <= end <= numel. A status other than CT_OK stops the walk and is returned.
ct_status serial_for_each(const Iterator &it, int64_t begin, int64_t end, LoopRef loop, int32_t worker = 0);
// grain_size 0: by cost (runtime/cost.h). Serial up to one grain, and on a reduction, whose ranges share outputs.
ct_status for_each(const Iterator &it, LoopRef loop, int64_t grain_size = 0, int64_t element_ps = kUnknownLoopPs);
// A kernel cannot fail, and writes every element: large outputs are stored past the caches.
// options: what the kernel gets behind its operands.
void run(const Iterator &it, kernels::Loop kernel, int64_t element_ps = 0, std::span<char *const> options = {});
// The same where the caller knows how outputs are best stored, and whether elements are picked into boxes.
void run(const Iterator &it, kernels::Loop kernel, kernels::Traffic stores, bool boxes);

}  // namespace ct
