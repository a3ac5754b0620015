// The Vec of the ISA that this unit is compiled for (-DCT_ISA=avx2 and the like).
#pragma once

// The formatter would put spaces into the path.
// clang-format off
#define CT_QUOTE(x) #x
#define CT_VEC_HEADER(isa) CT_QUOTE(kernels/vec/isa.h)
// clang-format on
#include CT_VEC_HEADER(CT_ISA)
