// The C++ side's enumerators and the public constants are the same numbers: the library casts between them.
#include "iter/config.h"
#include "kernels/types.h"
#include "runtime/api.h"
#include "tensor/layout.h"

#define CT_SAME(constant, enumerator) \
  static_assert(static_cast<uint32_t>(constant) == static_cast<uint32_t>(enumerator), #constant)

CT_SAME(CT_UNDEFINED, ct::DType::Undefined);
CT_SAME(CT_BOOL, ct::DType::Bool);
CT_SAME(CT_UINT8, ct::DType::UInt8);
CT_SAME(CT_INT8, ct::DType::Int8);
CT_SAME(CT_INT16, ct::DType::Int16);
CT_SAME(CT_INT32, ct::DType::Int32);
CT_SAME(CT_INT64, ct::DType::Int64);
CT_SAME(CT_FLOAT16, ct::DType::Float16);
CT_SAME(CT_FLOAT32, ct::DType::Float32);
CT_SAME(CT_FLOAT64, ct::DType::Float64);
CT_SAME(CT_COMPLEX32, ct::DType::Complex32);
CT_SAME(CT_COMPLEX64, ct::DType::Complex64);
CT_SAME(CT_COMPLEX128, ct::DType::Complex128);
CT_SAME(CT_BFLOAT16, ct::DType::BFloat16);
CT_SAME(CT_UINT16, ct::DType::UInt16);
CT_SAME(CT_UINT32, ct::DType::UInt32);
CT_SAME(CT_UINT64, ct::DType::UInt64);
static_assert(ct::kNumDTypes == CT_UINT64 + 1, "a dtype more: add its line above");

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
