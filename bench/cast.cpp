// Conversions of contiguous tensors, in each level of the memory.
#include "families.h"

namespace bench {

std::vector<Case> cast_cases() {
  struct Cast {
    ct_dtype from, to;
  };
  const Cast casts[] = {{CT_FLOAT32, CT_FLOAT16},  {CT_FLOAT16, CT_FLOAT32}, {CT_FLOAT32, CT_BFLOAT16},
                        {CT_BFLOAT16, CT_FLOAT32}, {CT_INT64, CT_FLOAT32},   {CT_FLOAT64, CT_INT32},
                        {CT_UINT8, CT_FLOAT32},    {CT_FLOAT64, CT_FLOAT32}, {CT_FLOAT32, CT_BOOL}};
  std::vector<Case> cases;
  for (const Cast &cast : casts) {
    for (int64_t count : {int64_t{48} << 10, int64_t{1} << 20, int64_t{32} << 20}) {
      const std::string name = "cast " + short_name(cast.from) + "->" + short_name(cast.to) + " " + count_text(count);
      cases.push_back(with(copy_case(name, contiguous(cast.to, {count}), contiguous(cast.from, {count})), kContiguous));
    }
    cases.push_back(with(cases.back(), Memory::kFresh));
  }
  return cases;
}

}  // namespace bench
