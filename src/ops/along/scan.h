// Every scan of kernels/lists/scan.h as a structured op. The result's dtype is the one asked for, else out's, else
// int64 for bool and integers (uint64 stays), else t's; elements become that before anything is accumulated.
#pragma once

#include "kernels/lists/scan.h"
#include "ops/along/along.h"

namespace ct {

using kernels::ScanOp;

Ref<Tensor> scan(ScanOp op, const Tensor &t, const AlongArgs &args);
void scan_out(ScanOp op, const Tensor &t, const AlongArgs &args, Tensor &out);

}  // namespace ct
