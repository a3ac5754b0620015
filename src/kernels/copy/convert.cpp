// Conversion between any two dtypes.
#include "kernels/copy/convert.inl.h"
#include "kernels/copy/interleave.h"
#include "kernels/copy/non_temporal.h"
#include "kernels/registrations.h"

namespace ct::kernels::CT_ISA {
namespace {

// Up to kMostInterleaved rows that are to be interleaved as smaller elements are converted first, so that less is left
// to interleave. Past the caches that gains nothing.
constexpr int64_t kConvertedRow = 2048;  // bytes of a row of a block: all of it stays in L1 beside what it is made from

bool interleaves(const int64_t *strides, int64_t size0, int64_t size1, int64_t to_size, int64_t from_size) {
  return kShufflesBytes && size0 > 1 && size0 <= kMostInterleaved && size1 > kCacheLine && strides[0] == to_size &&
         strides[2] == size0 * to_size && strides[3] == from_size;
}

CT_NOINLINE void convert_and_interleave(RowFunction convert, char *const *data, const int64_t *strides, int64_t size0,
                                        int64_t size1) {
  constexpr int64_t kApart = kConvertedRow + kCacheLine;
  alignas(kCacheLine) char rows[kMostInterleaved * kApart];
  const int64_t to_size = strides[0];
  const int64_t block = kConvertedRow / to_size;
  for (int64_t i = 0; i < size1; i += block) {
    const int64_t n = size1 - i < block ? size1 - i : block;
    for (int64_t k = 0; k < size0; ++k) {
      const char *const from = data[1] + k * strides[1] + i * strides[3];
      convert(rows + k * kApart, &from, n, 0);
    }
    transpose_interleaved(data[0] + i * strides[2], strides[2], rows, kApart, size0, n, to_size);
  }
}

template <class To, class From>
void convert(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, Traffic traffic) {
  constexpr auto kTo = static_cast<int64_t>(sizeof(To));
  if constexpr (sizeof(To) < sizeof(From)) {
    if (traffic == Traffic::Cached && interleaves(strides, size0, size1, kTo, sizeof(From))) {
      return convert_and_interleave(&convert_row<To, From>, data, strides, size0, size1);
    }
  }
  constexpr int64_t kLongRow = 256;  // elements; most lines of such a row are whole
  RowLoop loop{&convert_row<To, From>, 2, {{sizeof(To)}, {sizeof(From)}}};
  loop.knows_non_temporal = kStreams<To, From> && size0 >= kLongRow;
  run(loop, data, strides, size0, size1, traffic);
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
void register_from(ConvertTable &table, DType from) {
#define CT_REGISTER(dtype, element, wide) \
  table.convert[static_cast<int>(DType::dtype)][static_cast<int>(from)] = conversion<element, From>();
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace

#define CT_WIDEN(form, memory, computed) , &convert_row<computed, memory>
const RowFunction kWidens[] = {nullptr CT_FORMS(CT_WIDEN)};
#undef CT_WIDEN
#define CT_NARROW(form, memory, computed) , &convert_row<memory, computed>
const RowFunction kNarrows[] = {nullptr CT_WIDE_FORMS(CT_NARROW)};
#undef CT_NARROW

void register_convert(ConvertTable &table) {
#define CT_REGISTER(dtype, element, wide) register_from<element>(table, DType::dtype);
  CT_ELEMENTS(CT_REGISTER)
#undef CT_REGISTER
}

}  // namespace ct::kernels::CT_ISA
