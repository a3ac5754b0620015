// Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011), and what its
// words become: docs/random.md. Every operation here is an integer's or one of IEEE's, correctly rounded and never
// fused, so the numbers have the same bits on every instruction set.
#include "kernels/registrations.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {
namespace {

using Words = Vec<uint32_t>;
using Pairs = Vec<uint64_t>;

constexpr int kVectors = 4;  // generators side by side: a round waits for a product, whose latency others fill
constexpr int64_t kBlocks = kVecBytes / 16;
static_assert(kRandomGroup % (kVectors * kVecBytes) == 0);

// Two words for each lane: `even` in the even lanes, `odd` in the odd ones.
CT_INLINE Pairs alternating(uint64_t even, uint64_t odd) {
  Pairs r;
  for (int i = 0; i < Pairs::kLanes; ++i) r.v[i] = i % 2 == 0 ? even : odd;
  return r;
}

template <int... I>
CT_INLINE Pairs reversed_words(Pairs x, Indices<I...>) {
  const auto words = (Words::Native)x.v;
  return {(Pairs::Native)__builtin_shufflevector(words, words, (I ^ 3)...)};
}

// The words of a block lie side by side: c0 c1 c2 c3. The products of c0 and c2, two words each, lie where they did, so
// a round is products in the opposite order, with c1 and c3 and the keys added without carry to the high words.
void words(char *to, const RandomStream &from, int64_t groups) {
  Pairs keys[10];
  auto key0 = static_cast<uint32_t>(from.key), key1 = static_cast<uint32_t>(from.key >> 32U);
  for (Pairs &key : keys) {
    key = alternating(key0, key1);
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  const Pairs factors = alternating(0xD2511F53, 0xCD9E8D57);
  Pairs counters;
  for (int i = 0; i < Pairs::kLanes; ++i) {
    counters.v[i] = i % 2 == 0 ? from.counter + static_cast<uint64_t>(i) / 2 : from.stream;
  }
  const Pairs step = alternating(kBlocks, 0);
  for (int64_t bytes = groups * kRandomGroup; bytes > 0; bytes -= kVectors * kVecBytes) {
    Pairs x[kVectors];
    CT_UNROLL(4)
    for (Pairs &one : x) {
      one = counters;
      counters = counters + step;
    }
    CT_UNROLL(10)
    for (const Pairs &key : keys) {
      CT_UNROLL(4)
      for (Pairs &one : x) {
        const Pairs product = multiply_low_words(one, factors);
        one = reversed_words(product, Iota<Words::kLanes>{}) ^ Pairs { one.v >> 32U } ^ key;
      }
    }
    CT_UNROLL(4)
    for (const Pairs &one : x) {
      one.store(to);
      to += kVecBytes;
    }
  }
}

// How words become numbers of T: from one word, or from two of which the low one comes first.
template <class T>
struct From;
template <>
struct From<float> {
  using Bits = Words;
  static constexpr unsigned kWidth = 32, kFraction = 23, kDigits = 24;
  // Converts numbers below 2^31.
  static CT_INLINE Vec<float> number(Words::Native x) {
    return {__builtin_convertvector((Vec<int32_t>::Native)x, Vec<float>::Native)};
  }
  // From 2^-32 to 1, both included.
  static CT_INLINE Vec<float> positive(Words x) {
    return (number(x.v >> 1U) + Vec<float>::splat(0.5F)) * Vec<float>::splat(0x1p-31F);
  }
};
template <>
struct From<double> {
  using Bits = Pairs;
  static constexpr unsigned kWidth = 64, kFraction = 52, kDigits = 53;
  // Converts numbers below 2^53. Instruction sets without a 64-bit conversion put each half into a double's fraction.
  static CT_INLINE Vec<double> number(Pairs::Native x) {
    const Vec<double> low{(Vec<double>::Native)((x & 0xffffffffU) | 0x4330000000000000U)};
    const Vec<double> high{(Vec<double>::Native)((x >> 32U) | 0x4530000000000000U)};
    return (high - Vec<double>::splat(0x1p84 + 0x1p52)) + low;
  }
  // Between 2^-54 and 1, both included.
  static CT_INLINE Vec<double> positive(Pairs x) {
    return (number(x.v >> 11U) + Vec<double>::splat(0.5)) * Vec<double>::splat(0x1p-53);
  }
};
template <class T>
using BitsFor = typename From<T>::Bits;

// fdlibm's coefficients (e_log.c, k_sin.c, k_cos.c, and their single forms). Highest power first.
template <class T>
struct Coefficients;
template <>
struct Coefficients<double> {
  static constexpr double kLog[] = {1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01,
                                    2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01,
                                    6.666666666666735130e-01};
  static constexpr double kSin[] = {1.58969099521155010221e-10, -2.50507602534068634195e-08,
                                    2.75573137070700676789e-06, -1.98412698298579493134e-04,
                                    8.33333333332248946124e-03, -1.66666666666666324348e-01};
  static constexpr double kCos[] = {-1.13596475577881948265e-11, 2.08757232129817482790e-09,
                                    -2.75573143513906633035e-07, 2.48015872894767294178e-05,
                                    -1.38888888888741095749e-03, 4.16666666666666019037e-02};
  static constexpr double kLog2High = 6.93147180369123816490e-01, kLog2Low = 1.90821492927058770002e-10;
  static constexpr uint64_t kRootHalf = 0x3FE6A09E00000000, kOne = 0x3FF0000000000000, kInteger = 0x4330000000000000;
  static constexpr double kIntegerOne = 0x1p52 + 1023;
};
template <>
struct Coefficients<float> {
  static constexpr float kLog[] = {0.24279078841F, 0.28498786688F, 0.40000972152F, 0.66666662693F};
  static constexpr float kSin[] = {-1.9515295891e-4F, 8.3321608736e-3F, -1.6666654611e-1F};
  static constexpr float kCos[] = {2.443315711809948e-5F, -1.388731625493765e-3F, 4.166664568298827e-2F};
  static constexpr float kLog2High = 6.9313812256e-01F, kLog2Low = 9.0580006145e-06F;
  static constexpr uint32_t kRootHalf = 0x3F3504F3, kOne = 0x3F800000, kInteger = 0x4B000000;
  static constexpr float kIntegerOne = 0x1p23F + 127;
};

template <class T, int count>
CT_INLINE Vec<T> series(const T (&coefficients)[count], Vec<T> x) {
  Vec<T> sum = Vec<T>::splat(coefficients[0]);
  for (int i = 1; i < count; ++i) sum = sum * x + Vec<T>::splat(coefficients[i]);
  return sum;
}

// The natural logarithm of normal numbers up to 1.
template <class T>
CT_INLINE Vec<T> log_of(Vec<T> x) {
  using C = Coefficients<T>;
  using Native = typename BitsFor<T>::Native;
  constexpr unsigned kFraction = From<T>::kFraction;
  const Native bits = (Native)x.v + (C::kOne - C::kRootHalf);
  const Vec<T> one = Vec<T>::splat(1);
  const Native fraction = (bits & ((decltype(C::kOne){1} << kFraction) - 1)) + C::kRootHalf;
  const Vec<T> k = Vec<T>{(typename Vec<T>::Native)((bits >> kFraction) | C::kInteger)} - Vec<T>::splat(C::kIntegerOne);
  const Vec<T> f = Vec<T>{(typename Vec<T>::Native)fraction} - one;
  const Vec<T> s = f / (f + Vec<T>::splat(2));
  const Vec<T> z = s * s;
  const Vec<T> r = z * series(C::kLog, z);
  const Vec<T> half_square = f * f * Vec<T>::splat(T(0.5));
  return k * Vec<T>::splat(C::kLog2High) -
         ((half_square - (s * (half_square + r) + k * Vec<T>::splat(C::kLog2Low))) - f);
}

template <class T>
CT_INLINE Vec<T> root(Vec<T> x) {
  for (int i = 0; i < Vec<T>::kLanes; ++i) {
    if constexpr (sizeof(T) == 4) {
      x.v[i] = __builtin_sqrtf(x.v[i]);
    } else {
      x.v[i] = __builtin_sqrt(x.v[i]);
    }
  }
  return x;
}

// Takes every second element of two registers, within each 16 bytes, starting with the first or the second element; and
// the inverse.
template <class V, bool second, int... I>
CT_INLINE V every_second(V a, V b, Indices<I...>) {
  constexpr int n = 16 / static_cast<int>(sizeof(a.v[0])), lanes = V::kLanes;
  return shuffled<(I / n * n + (I % n < n / 2 ? I % n * 2 : lanes + (I % n - n / 2) * 2) + second)...>(a, b);
}
template <bool upper, class V, int... I>
CT_INLINE V alternated(V a, V b, Indices<I...>) {
  constexpr int n = 16 / static_cast<int>(sizeof(a.v[0])), lanes = V::kLanes;
  return shuffled<(I / n * n + I % n / 2 + (upper ? n / 2 : 0) + I % 2 * lanes)...>(a, b);
}

template <class T>
struct Numbers {
  using Bits = BitsFor<T>;
  using Lanes = Iota<Vec<T>::kLanes>;

  static void uniform(char *data, int64_t groups, const UniformRange &range) {
    const Vec<T> low = Vec<T>::splat(static_cast<T>(range.low)), span = Vec<T>::splat(static_cast<T>(range.span));
    const Vec<T> top = Vec<T>::splat(static_cast<T>(range.top));
    const auto shift = static_cast<unsigned>(From<T>::kWidth) - static_cast<unsigned>(range.digits);
    const Vec<T> unit = Vec<T>::splat(T(1) / static_cast<T>(uint64_t{1} << static_cast<unsigned>(range.digits)));
    for (char *const end = data + groups * kRandomGroup; data < end; data += kVecBytes) {
      const Vec<T> x = From<T>::number(Bits::load(data).v >> shift) * unit;
      farther<false>(low + x * span, top).store(data);
    }
  }

  // Box and Muller's transform of two numbers into two.
  static void normal(char *data, int64_t groups, double mean, double std) {
    using Native = typename Bits::Native;
    using C = Coefficients<T>;
    using Bit = decltype(C::kOne + 0);
    constexpr unsigned kWidth = From<T>::kWidth, kDigits = From<T>::kDigits;
    const Vec<T> by = Vec<T>::splat(static_cast<T>(std)), plus = Vec<T>::splat(static_cast<T>(mean));
    const Vec<T> one = Vec<T>::splat(1);
    // A quarter turn has 2^kDigits steps.
    const Vec<T> middle = Vec<T>::splat(static_cast<T>(uint64_t{1} << (kDigits - 1)));
    const Vec<T> turn =
        Vec<T>::splat(static_cast<T>(1.57079632679489661923 / static_cast<double>(uint64_t{1} << kDigits)));
    for (char *const end = data + groups * kRandomGroup; data < end; data += 2 * kVecBytes) {
      const Bits a = Bits::load(data), b = Bits::load(data + kVecBytes);
      const Bits first = every_second<Bits, false>(a, b, Lanes{}), second = every_second<Bits, true>(a, b, Lanes{});
      const Vec<T> radius = root(Vec<T>::splat(-2) * log_of(From<T>::positive(first)));
      const Native turned = second.v + (Bit{1} << (kWidth - 3));
      const Native quarter = turned >> (kWidth - 2);
      const Vec<T> angle = (From<T>::number((turned << 2U) >> (kWidth - kDigits)) - middle) * turn;
      const Vec<T> z = angle * angle;
      const Vec<T> sine = angle + angle * (z * series(C::kSin, z));
      const Vec<T> cosine = (one - z * Vec<T>::splat(T(0.5))) + z * z * series(C::kCos, z);
      const auto swaps = (quarter & 1U) != Native{};
      const Bits x_size{(Native)select(swaps, sine, cosine).v}, y_size{(Native)select(swaps, cosine, sine).v};
      const Vec<T> x{(typename Vec<T>::Native)(x_size.v ^ (((quarter + 1) >> 1U) << (kWidth - 1)))};
      const Vec<T> y{(typename Vec<T>::Native)(y_size.v ^ ((quarter >> 1U) << (kWidth - 1)))};
      const Vec<T> one_of_two = plus + by * (radius * x), other = plus + by * (radius * y);
      alternated<false>(one_of_two, other, Lanes{}).store(data);
      alternated<true>(one_of_two, other, Lanes{}).store(data + kVecBytes);
    }
  }

  static void exponential(char *data, int64_t groups, double by) {
    const Vec<T> scale = Vec<T>::splat(static_cast<T>(by));
    for (char *const end = data + groups * kRandomGroup; data < end; data += kVecBytes) {
      ((Vec<T>{} - log_of(From<T>::positive(Bits::load(data)))) * scale).store(data);
    }
  }
};

}  // namespace

void register_random(RandomTable &table) {
  table.words = words;
  table.of[0] = {Numbers<float>::uniform, Numbers<float>::normal, Numbers<float>::exponential};
  table.of[1] = {Numbers<double>::uniform, Numbers<double>::normal, Numbers<double>::exponential};
}

}  // namespace ct::kernels::CT_ISA
