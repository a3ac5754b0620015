#include <cstring>

#include "api.h"
#include "kernels.h"
#include "linalg_isas.h"

namespace ct_linalg {

#define CT_DECLARE(isa)       \
  namespace isa {             \
  extern const Kernels table; \
  }
CT_LINALG_ISAS(CT_DECLARE)
#undef CT_DECLARE

const Kernels &kernels() {
  static const Kernels *const chosen = [] {
    const Kernels *found = nullptr;
#define CT_CHOOSE(isa) \
  if (found == nullptr || std::strcmp(ct_isa(), #isa) == 0) found = &isa::table;
    CT_LINALG_ISAS(CT_CHOOSE)
#undef CT_CHOOSE
    return found;
  }();
  return *chosen;
}

}  // namespace ct_linalg
