// Conversion between any two dtypes.
#include "kernels/convert.inl.h"
#include "kernels/stream.h"
#include "kernels/units.h"

namespace ct::kernels::CT_ISA {
namespace {

// Rows that registers stream as they are: whole registers of plain numbers.
template <class To, class From>
inline constexpr bool kStreams = in_registers<To, From>() && !kIsComplex<To> && !kSame<To, Half>;

template <class To, class From>
CT_NOINLINE void stream_converted(char *to, const char *from, int64_t n) {
  constexpr auto kTo = static_cast<int64_t>(sizeof(To));
  constexpr auto kFrom = static_cast<int64_t>(sizeof(From));
  constexpr int64_t kStep = kUnits<To> * Vec<float>::kLanes;
  const auto misplaced = static_cast<int64_t>((uint64_t{0} - reinterpret_cast<uintptr_t>(to)) % kLine) / kTo;
  int64_t i = misplaced < n ? misplaced : n;
  convert_row<To, From>(to, &from, i, 0);
  for (; i + kStep <= n; i += kStep) {
    const char *const at = from + i * kFrom;
    for (int64_t line = 0; line < kStep * kFrom; line += kLine) __builtin_prefetch(at + Ahead::kDistance + line);
    convert_unit<To, From, Traffic::Streamed>(to + i * kTo, at);
  }
  const char *const rest = from + i * kFrom;
  convert_row<To, From>(to + i * kTo, &rest, n - i, 0);
}

template <class To, class From>
void convert(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  constexpr auto kTo = static_cast<int64_t>(sizeof(To));
  if constexpr (kStreams<To, From>) {
    constexpr int64_t kLongRow = 256;
    const bool dense = strides[0] == kTo && strides[1] == static_cast<int64_t>(sizeof(From));
    const bool aligned = reinterpret_cast<uintptr_t>(data[0]) % kTo == 0 && strides[2] % kTo == 0;
    if (traffic == Traffic::Streamed && dense && aligned && size0 >= kLongRow) {
      for (int64_t j = 0; j < size1; ++j) {
        stream_converted<To, From>(data[0] + j * strides[2], data[1] + j * strides[3], size0);
      }
      return stream_fence();
    }
  }
  static constexpr RowLoop kLoop{&convert_row<To, From>, 2, {{sizeof(To), nullptr}, {sizeof(From), nullptr}}};
  run(kLoop, data, strides, size0, size1, traffic);
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
