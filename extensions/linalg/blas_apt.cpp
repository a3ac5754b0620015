#include <algorithm>
#include <string_view>

#include "api.h"
#include "blas.h"

// OpenBLAS has it, other libraries may not.
extern "C" __attribute__((weak)) char *openblas_get_corename(void);

namespace ct_linalg {

bool blas_is_apt() {
  static const bool apt = [] {
    const std::string_view isa = ct_isa();
    if (openblas_get_corename == nullptr || isa == "base") return true;
    constexpr std::string_view kAvx512[] = {"SkylakeX", "Cooperlake", "SapphireRapids"}, kAvx2[] = {"Haswell", "Zen"};
    const auto is_in = [core = std::string_view(openblas_get_corename())](const auto &names) {
      return std::find(std::begin(names), std::end(names), core) != std::end(names);
    };
    return is_in(kAvx512) || (isa == "avx2" && is_in(kAvx2));
  }();
  return apt;
}

}  // namespace ct_linalg
