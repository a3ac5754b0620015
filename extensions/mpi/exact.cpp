// Sums over all ranks that are rounded only once, at the end. They are fixed-point numbers as wide as the range of
// doubles, whose digits are integers that MPI adds up, so neither the number of ranks nor any order can change a bit.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "comm.h"

namespace ct_mpi {

namespace {

constexpr int kDigits = 68, kBits = 32;
constexpr int kLeast = -1074;                 // the first bit counts 2^kLeast
constexpr int64_t kMost = int64_t{1} << 29;   // additions before carries must be passed on
constexpr int64_t kPiece = int64_t{1} << 18;  // elements that are converted at a time
constexpr int64_t kSums = 2048;               // sums that are added up at a time

// How many digits a real dtype has, and the least power of two that the last one can count.
struct Format {
  int digits, least;
};
Format format_of(ct_dtype dtype) {
  switch (dtype) {
    case CT_FLOAT16:
    case CT_COMPLEX32:
      return {11, -24};
    case CT_BFLOAT16:
      return {8, -133};
    case CT_FLOAT32:
    case CT_COMPLEX64:
      return {24, -149};
    default:
      return {53, -1074};
  }
}

struct BigSum {
  int64_t digits[kDigits] = {};
  int64_t nans = 0, plus = 0, minus = 0;  // how many of what is no number, and of infinities

  void add(const double *values, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      const auto bits = std::bit_cast<uint64_t>(values[i]);
      const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
      uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
      const bool negative = bits >> 63 != 0;
      if (exponent == 0x7ff) {
        ++(mantissa != 0 ? nans : negative ? minus : plus);
        continue;
      }
      if (exponent != 0) mantissa |= uint64_t{1} << 52;
      const int position = exponent == 0 ? 0 : exponent - 1, digit = position / kBits, shift = position % kBits;
      const uint64_t low = mantissa << shift, high = shift == 0 ? 0 : mantissa >> (64 - shift);
      const int64_t sign = negative ? -1 : 1;
      digits[digit] += sign * static_cast<int64_t>(low & 0xffffffff);
      digits[digit + 1] += sign * static_cast<int64_t>(low >> kBits);
      digits[digit + 2] += sign * static_cast<int64_t>(high);
    }
  }

  // Afterwards all digits but the last are in [0, 2^32); in a negative number, all are in (-2^32, 0].
  void carry() {
    pass_on();
    if (digits[kDigits - 1] >= 0) return;
    for (int64_t &digit : digits) digit = -digit;
    pass_on();
    for (int64_t &digit : digits) digit = -digit;
  }

  // Rounds to nearest, ties to even, to the digits of a format. A number beyond the format's range stays larger than it
  // can hold.
  double rounded(Format format) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (nans > 0 || (plus > 0 && minus > 0)) return std::numeric_limits<double>::quiet_NaN();
    if (plus > 0 || minus > 0) return plus > 0 ? kInfinity : -kInfinity;
    pass_on();
    const bool negative = digits[kDigits - 1] < 0;
    if (negative) {
      for (int64_t &digit : digits) digit = -digit;
      pass_on();
    }
    int top = kDigits - 1;
    while (top >= 0 && digits[top] == 0) --top;
    if (top < 0) return 0;
    const int highest = top * kBits + static_cast<int>(std::bit_width(static_cast<uint64_t>(digits[top]))) - 1;
    const int lowest = std::max(highest - format.digits + 1, format.least - kLeast);
    uint64_t kept = 0;
    for (int position = highest; position >= lowest; --position) kept = kept << 1 | bit(position);
    bool beyond = false;  // what lies below half of the last digit
    for (int position = lowest - 2; position >= 0 && !beyond; --position) beyond = bit(position) != 0;
    if (bit(lowest - 1) != 0 && (beyond || (kept & 1) != 0)) ++kept;
    const double result = std::ldexp(static_cast<double>(kept), lowest + kLeast);
    return negative ? -result : result;
  }

 private:
  void pass_on() {
    for (int i = 0; i + 1 < kDigits; ++i) {
      const int64_t over = digits[i] >> kBits;
      digits[i] -= over * (int64_t{1} << kBits);
      digits[i + 1] += over;
    }
  }
  uint64_t bit(int position) const {
    return position < 0 ? 0 : static_cast<uint64_t>(digits[position / kBits]) >> (position % kBits) & 1;
  }
};
constexpr int kWords = kDigits + 3;
static_assert(sizeof(BigSum) == kWords * sizeof(int64_t));

// Sums over a tensor of real numbers: its first `kept` dims tell the sums apart, and the others are summed over.
struct Sums {
  MPI_Comm comm;
  Format format;

  // Adds the elements of this rank to their sums.
  void add(const ct_tensor *t, int32_t kept, BigSum *sums) const {
    const int64_t numel = ct_tensor_numel(t);
    if (numel == 0) return;
    const Dims dims = sizes(t);
    if (numel > kPiece && kept > 0) {
      int64_t rest = 1;
      for (int32_t d = 1; d < kept; ++d) rest *= dims[static_cast<size_t>(d)];
      for (int64_t i = 0; i < dims[0]; ++i) add(make(ct_select, t, 0, i), kept - 1, sums + i * rest);
      return;
    }
    if (numel > kPiece) {
      const auto longest = static_cast<int32_t>(std::ranges::max_element(dims) - dims.begin());
      const int64_t size = dims[static_cast<size_t>(longest)], half = size / 2;
      add(make(ct_narrow, t, longest, int64_t{0}, half), 0, sums);
      add(make(ct_narrow, t, longest, half, size - half), 0, sums);
      sums->carry();  // before kMost additions, as a piece has fewer
      return;
    }
    static_assert(2 * kPiece < kMost);
    const Tensor dense = contiguous(make(ct_to, t, ct_dtype{CT_FLOAT64}, ct_memory_format{CT_PRESERVE}, false));
    int64_t count = 1;
    for (int32_t d = 0; d < kept; ++d) count *= dims[static_cast<size_t>(d)];
    const double *values = static_cast<const double *>(ct_tensor_data(dense));
    for (int64_t i = 0; i < count; ++i) sums[i].add(values + i * (numel / count), numel / count);
  }

  // Only digits that some rank has are sent, because the range of most data is far narrower than that of doubles.
  void add_over_ranks(std::vector<BigSum> *sums) const {
    int64_t ends[] = {-(kDigits - 1), 0};  // the lowest digit, negated, and the highest
    for (BigSum &sum : *sums) {
      sum.carry();
      for (int i = 0; i < kDigits; ++i) {
        if (sum.digits[i] == 0) continue;
        ends[0] = std::max<int64_t>(ends[0], -i);
        ends[1] = std::max<int64_t>(ends[1], i);
      }
    }
    check(MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_INT64_T, MPI_MAX, comm));
    const int64_t first = -ends[0], digits = std::max<int64_t>(ends[1] - first + 1, 0), words = digits + 3;
    std::vector<int64_t> sent(sums->size() * static_cast<size_t>(words));
    int64_t *to = sent.data();
    for (const BigSum &sum : *sums) {
      to = std::copy_n(sum.digits + first, digits, to);
      for (const int64_t count : {sum.nans, sum.plus, sum.minus}) *to++ = count;
    }
    check(MPI_Allreduce(MPI_IN_PLACE, sent.data(), static_cast<int>(sent.size()), MPI_INT64_T, MPI_SUM, comm));
    const int64_t *from = sent.data();
    for (BigSum &sum : *sums) {
      std::copy_n(from, digits, sum.digits + first);
      sum.nans = from[digits], sum.plus = from[digits + 1], sum.minus = from[digits + 2];
      from += words;
    }
  }

  // All ranks take the same steps, since they have the same kept dims.
  void run(const ct_tensor *t, int32_t kept, double *results) const {
    int64_t count = 1;
    for (int32_t d = 0; d < kept; ++d) count *= sizes(t)[static_cast<size_t>(d)];
    if (count == 0) return;
    if (count > kSums) {
      const int64_t size = sizes(t)[0], rest = count / size, step = std::max<int64_t>(kSums / rest, 1);
      for (int64_t i = 0; i < size; i += step) {
        const int64_t length = std::min(step, size - i);
        if (step == 1) {
          run(make(ct_select, t, 0, i), kept - 1, results + i * rest);
        } else {
          run(make(ct_narrow, t, 0, i, length), kept, results + i * rest);
        }
      }
      return;
    }
    std::vector<BigSum> sums(static_cast<size_t>(count));
    add(t, kept, sums.data());
    add_over_ranks(&sums);
    for (BigSum &sum : sums) *results++ = sum.rounded(format);
  }
};

Tensor sum_exact(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype, MPI_Comm user,
                 const Out &to) {
  MPI_Comm comm = private_comm(user);
  Tensor real, out, results;
  int32_t kept = 0;
  agree(comm, [&]() -> Part {
    Tensor sent = check_input(t, "t");
    to.check(sent);
    // The core checks the arguments, and tells what the result looks like.
    const Tensor meta =
        make(ct_tensor_create_meta, ct_tensor_sizes(sent), ct_tensor_ndim(sent), nullptr, ct_tensor_dtype(sent));
    const Tensor like = make(ct_sum_exact, meta.get(), dims, ndims, keepdim, dtype);
    const ct_dtype before = ct_tensor_dtype(sent), result = ct_tensor_dtype(like);
    out = to.get(result, sizes(like));
    const bool is_complex = ct_isdtype(result, CT_KIND_COMPLEX);
    // Elements are converted to the result's dtype first, as in the core.
    if (before != result) sent = make(ct_to, sent.get(), result, ct_memory_format{CT_PRESERVE}, false);
    if (is_complex) sent = make(ct_to, sent.get(), ct_dtype{CT_COMPLEX128}, ct_memory_format{CT_PRESERVE}, false);
    // The kept dims come first, then the parts of complex numbers, then the summed dims.
    const int32_t ndim = ct_tensor_ndim(sent);
    bool is_summed[kMaxDims + 1] = {};
    for (int32_t k = 0; k < (dims == nullptr ? ndim : ndims); ++k) {
      is_summed[dims == nullptr ? k : wrap_dim(dims[k], ndim)] = true;
    }
    int32_t order[kMaxDims + 1], last = 0;
    std::vector<int64_t> same;
    for (int32_t d = 0; d < ndim; ++d) {
      same.push_back(is_summed[d] ? -1 : sizes(sent)[static_cast<size_t>(d)]);
      if (!is_summed[d]) order[kept++] = d;
    }
    if (is_complex) {
      sent = make(ct_view_as_real, sent.get());
      order[kept++] = ndim;
    }
    last = kept;
    for (int32_t d = 0; d < ndim; ++d) {
      if (is_summed[d]) order[last++] = d;
    }
    real = make(ct_permute, sent.get(), order, last);
    results = empty(sizes(real).first(static_cast<size_t>(kept)), CT_FLOAT64);
    return {before, same, std::string("a sum in ") + ct_dtype_name(result)};
  });
  Sums{comm, format_of(ct_tensor_dtype(out))}.run(real, kept, reinterpret_cast<double *>(data_mut(results)));
  const Tensor place = ct_isdtype(ct_tensor_dtype(out), CT_KIND_COMPLEX) ? make(ct_view_as_real, out.get()) : out;
  call(ct_copy, place.get(), make(ct_reshape, results.get(), ct_tensor_sizes(place), ct_tensor_ndim(place)).get());
  return out;
}

}  // namespace

}  // namespace ct_mpi

using namespace ct_mpi;

extern "C" {

ct_status ct_mpi_sum_exact(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                           MPI_Comm comm, ct_tensor **out, ct_error *error) {
  return guarded("ct_mpi_sum_exact", error, [&] {
    const Out to = Out::made(out);
    to.give(sum_exact(t, dims, ndims, keepdim, dtype, comm, to));
  });
}
ct_status ct_mpi_sum_exact_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                               MPI_Comm comm, ct_tensor *out, ct_error *error) {
  return guarded("ct_mpi_sum_exact_out", error, [&] {
    // As in ct_sum_exact_out: without a dtype, out's counts.
    const bool is_out = dtype == CT_UNDEFINED && out != nullptr;
    sum_exact(t, dims, ndims, keepdim, is_out ? ct_tensor_dtype(out) : dtype, comm, Out::into(out));
  });
}

}  // extern "C"
