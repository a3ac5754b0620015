// The enumerators in C++ and the public constants must be the same numbers, because the library casts between them.
#include "iter/config.h"
#include "kernels/types.h"
#include "runtime/api.h"
#include "tensor/layout.h"

#define CT_SAME(constant, enumerator) \
  static_assert(static_cast<uint32_t>(constant) == static_cast<uint32_t>(enumerator), #constant)

CT_SAME(CT_UNDEFINED, ct::DType::Undefined);
#define CT_SAME_DTYPE(name, number, constant, ...) CT_SAME(constant, ct::DType::name);
CT_DTYPES(CT_SAME_DTYPE)
static_assert(ct::kNumDTypes == CT_UINT64 + 1, "a dtype more: its constant is the last one");

CT_SAME(CT_CONTIGUOUS, ct::MemoryFormat::Contiguous);
CT_SAME(CT_PRESERVE, ct::MemoryFormat::Preserve);
CT_SAME(CT_CHANNELS_LAST, ct::MemoryFormat::ChannelsLast);
CT_SAME(CT_CHANNELS_LAST_3D, ct::MemoryFormat::ChannelsLast3d);

CT_SAME(CT_ITER_ALLOW_OVERLAP, ct::iter_flags::kAllowOverlap);
CT_SAME(CT_ITER_NO_SAME_DTYPE_CHECK, ct::iter_flags::kNoSameDTypeCheck);
CT_SAME(CT_ITER_NO_RESIZE, ct::iter_flags::kNoResize);
CT_SAME(CT_ITER_REDUCTION, ct::iter_flags::kReduction);
CT_SAME(CT_ITER_PROMOTE_INPUTS, ct::iter_flags::kPromoteInputs);
CT_SAME(CT_ITER_INTEGERS_TO_FLOAT, ct::iter_flags::kIntegersToFloat);
CT_SAME(CT_ITER_CAST_TO_OUTPUTS, ct::iter_flags::kCastToOutputs);
CT_SAME(CT_ITER_SAFE_CAST, ct::iter_flags::kSafeCast);
CT_SAME(CT_ITER_LINEAR, ct::iter_flags::kLinear);
CT_SAME(CT_ITER_NO_SAME_DEVICE_CHECK, ct::iter_flags::kNoSameDeviceCheck);
CT_SAME(CT_ITER_ALLOW_CPU_SCALARS, ct::iter_flags::kAllowCpuScalars);

int main() { return 0; }
