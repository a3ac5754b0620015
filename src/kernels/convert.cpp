// Conversion between any two dtypes.
#include "kernels/convert.inl.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

template <class To, class From>
void convert(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  constexpr bool kHasHalf = !kSame<To, Wide<To>> || !kSame<From, Wide<From>>;
  if constexpr (kHasHalf && !kConvertsInt64 && (kIsInt64<To> || kIsInt64<From>)) {  // by way of blocks of floats
    static constexpr RowLoop kLoop{
        &convert_row<Wide<To>, Wide<From>>, 2, {output_operand<To>(), input_operand<From>()}};
    run(kLoop, data, strides, size0, size1, traffic);
  } else {
    static constexpr RowLoop kLoop{&convert_row<To, From>, 2, {{sizeof(To), nullptr}, {sizeof(From), nullptr}}};
    run(kLoop, data, strides, size0, size1, traffic);
  }
}

// Integers wrap, so a result's sign never matters, and an argument's only where it is widened or read as a number.
template <class To, class From>
constexpr Loop conversion() {
  if constexpr (kIsInteger<To> && kIsInteger<From>) {
    if constexpr (sizeof(To) == sizeof(From)) {
      return copy_loop(sizeof(To));
    } else if constexpr (sizeof(To) < sizeof(From)) {
      return &convert<Unsigned<To>, Unsigned<From>>;
    } else {
      return &convert<Unsigned<To>, From>;
    }
  } else if constexpr (kSame<To, From>) {
    return copy_loop(sizeof(To));
  } else if constexpr (kSame<To, Bool>) {
    return &convert<To, Unsigned<From>>;
  } else if constexpr (kSame<From, Bool>) {
    return &convert<Unsigned<To>, From>;
  } else {
    return &convert<To, From>;
  }
}

template <class From>
void register_from(Table &table, DType from) {
#define CT_REGISTER(dtype, element, wide) \
  table.convert[static_cast<int>(DType::dtype)][static_cast<int>(from)] = conversion<element, From>();
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace

void register_convert(Table &table) {
#define CT_REGISTER(dtype, element, wide) register_from<element>(table, DType::dtype);
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
