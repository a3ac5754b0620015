// Memory overlap as a question about integers: can sum(c[k] * z[k]) == target with 0 <= z[k] <= bound[k]?
// The terms are the dims' strides; a depth-first search with gcd and range pruning answers it, in bounded time.
#include "tensor/overlap.h"

#include <algorithm>
#include <numeric>

#include "runtime/error.h"

namespace ct {
namespace {

// Nodes visited before the search gives up. Layouts that views make take a handful; the bound keeps the adversarial
// ones far below a millisecond.
constexpr int kMaxSteps = 20000;
// There are at most both tensors' dims, and one term for the bytes inside an element.
constexpr int kMaxTerms = 2 * kMaxDims + 1;

using Answer = InternalOverlap;
struct Term {
  int64_t coefficient;  // > 0
  int64_t bound;        // > 0
};

// a * b modulo m, for 0 <= a, b < m.
int64_t mul_mod(int64_t a, int64_t b, int64_t m) { return static_cast<int64_t>(Wide{a} * b % m); }

// The inverse of a modulo m, where gcd(a, m) is 1 and m >= 1.
int64_t inverse_mod(int64_t a, int64_t m) {
  int64_t r0 = m, r1 = a % m, t0 = 0, t1 = 1;
  while (r1 != 0) {
    const int64_t quotient = r0 / r1;
    r0 -= quotient * r1;
    std::swap(r0, r1);
    t0 -= quotient * t1;
    std::swap(t0, t1);
  }
  return t0 < 0 ? t0 + m : t0 % m;
}

class Equation {
 public:
  // Adds coefficient * z with 0 <= z <= bound. The caller has made the coefficient positive.
  void add(int64_t coefficient, int64_t bound) {
    if (coefficient == 0 || bound == 0) return;
    int64_t extent;
    overflow_ |= __builtin_mul_overflow(coefficient, bound, &extent);
    overflow_ |= __builtin_add_overflow(total_, extent, &total_);
    terms_[count_++] = {coefficient, bound};
  }

  // Consumes steps.
  Answer solve(int64_t target, int *steps) {
    if (overflow_ || total_ > INT64_MAX / 2) return Answer::TooHard;  // the search adds two such numbers
    if (target < 0 || target > total_) return Answer::No;
    if (target == 0 || target == total_) return Answer::Yes;
    simplify();
    prepare();
    if (target % gcd_[0] != 0) return Answer::No;
    return search(0, target, steps);
  }

 private:
  // c * z and (c * m) * w with m <= bound + 1 leave no gap between them: one term c * (z + m * w). Contiguous dims
  // fuse. Leaves the terms in descending order of coefficient: large steps decide first, small ones fill in.
  void simplify() {
    std::sort(terms_, terms_ + count_, [](Term x, Term y) { return x.coefficient < y.coefficient; });
    for (int i = 0; i < count_; ++i) {
      int kept = i + 1;
      for (int j = i + 1; j < count_; ++j) {
        const int64_t multiple = terms_[j].coefficient / terms_[i].coefficient;
        if (terms_[j].coefficient % terms_[i].coefficient == 0 && multiple - 1 <= terms_[i].bound) {
          terms_[i].bound += multiple * terms_[j].bound;  // at most total_
        } else {
          terms_[kept++] = terms_[j];
        }
      }
      count_ = kept;
    }
    std::reverse(terms_, terms_ + count_);
  }

  // Computes for the terms from k on their gcd and their largest sum, and for term k, which z leave a multiple of the
  // rest's gcd.
  void prepare() {
    gcd_[count_] = 0;
    rest_[count_] = 0;
    for (int k = count_ - 1; k >= 0; --k) {
      gcd_[k] = std::gcd(gcd_[k + 1], terms_[k].coefficient);
      rest_[k] = rest_[k + 1] + terms_[k].coefficient * terms_[k].bound;
      step_[k] = gcd_[k + 1] == 0 ? 1 : gcd_[k + 1] / gcd_[k];
      inverse_[k] = inverse_mod(terms_[k].coefficient / gcd_[k], step_[k]);
    }
  }

  // Whether the terms k and later reach the target, which their gcd divides and which lies within their range.
  Answer search(int k, int64_t target, int *steps) {
    const auto [coefficient, bound] = terms_[k];
    const int64_t excess = target - rest_[k + 1];
    const int64_t low = excess <= 0 ? 0 : (excess - 1) / coefficient + 1;
    // coefficient * z ≡ target modulo the gcd of the rest; the gcd of all divides the target by construction.
    const int64_t residue = mul_mod(target / gcd_[k] % step_[k], inverse_[k], step_[k]);
    int64_t ahead = (residue - low) % step_[k];
    if (ahead < 0) ahead += step_[k];
    for (int64_t z = low + ahead; z <= std::min(bound, target / coefficient); z += step_[k]) {
      if (--*steps < 0) return Answer::TooHard;
      const int64_t left = target - coefficient * z;
      // With at most one term after this one, its gcd and its range are its exact conditions.
      if (left == 0 || k + 2 >= count_) return Answer::Yes;
      const Answer answer = search(k + 1, left, steps);
      if (answer != Answer::No) return answer;
    }
    return Answer::No;
  }

  int count_ = 0;
  bool overflow_ = false;
  int64_t total_ = 0;
  Term terms_[kMaxTerms];
  int64_t gcd_[kMaxTerms + 1], rest_[kMaxTerms + 1], step_[kMaxTerms], inverse_[kMaxTerms];
};

// The bytes [begin, end) that a tensor reaches, as addresses. A meta tensor has none; its storage stands in: two
// tensors on one meta storage overlap as they would with data, and others never do.
struct Span {
  Wide begin, end;
};

Wide start_address(const Tensor &t) {
  if (t.is_meta()) return Wide{t.offset()} * t.itemsize();
  return static_cast<Wide>(reinterpret_cast<uintptr_t>(t.data()));
}

Span address_span(const Tensor &t) {
  const Wide start = start_address(t);
  Span span{start, start + t.itemsize()};
  for (int32_t d = 0; d < t.ndim(); ++d) {
    const Wide reach = Wide{t.strides()[d]} * (t.sizes()[d] - 1) * t.itemsize();
    (reach < 0 ? span.begin : span.end) += reach;
  }
  return span;
}

// Element by element the same mapping. Sizes are compared from the right, as broadcasting does: leading dims of size 1
// may be missing on one side, and the stride of a size-1 dim means nothing.
bool same_mapping(const Tensor &a, const Tensor &b) {
  const int32_t ndim = std::max(a.ndim(), b.ndim());
  for (int32_t d = 1; d <= ndim; ++d) {
    const bool in_a = d <= a.ndim(), in_b = d <= b.ndim();
    const int64_t size_a = in_a ? a.sizes()[a.ndim() - d] : 1, size_b = in_b ? b.sizes()[b.ndim() - d] : 1;
    if (size_a != size_b) return false;
    if (size_a != 1 && a.strides()[a.ndim() - d] != b.strides()[b.ndim() - d]) return false;
  }
  return true;
}

Wide magnitude(Wide value) { return value < 0 ? -value : value; }

// Some byte of a is a byte of b. Both have elements, and their spans intersect, so distances fit 64 bits for every
// layout that memory can hold; what does not fit is TooHard.
Answer share_a_byte(const Tensor &a, const Tensor &b, const Span &span_a, const Span &span_b) {
  // In the unit that divides every distance, an element is size / unit units wide.
  const Wide distance = span_b.begin - span_a.begin;
  if (magnitude(distance) > INT64_MAX) return Answer::TooHard;
  const int64_t unit = std::gcd(std::gcd(a.itemsize(), b.itemsize()), static_cast<int64_t>(distance));
  // With every dim made to count upwards from its lowest address: low_a + i + u == low_b + j + v, where i and j are
  // sums over dims and u and v bytes inside an element. Counting j and v backwards (bound - j) makes all signs
  // positive.
  Equation equation;
  Wide target = distance;
  bool fits = true;
  const auto add_dims = [&](const Tensor &t, bool backwards) {
    for (int32_t d = 0; d < t.ndim(); ++d) {
      if (t.sizes()[d] == 1) continue;
      const Wide step = magnitude(t.strides()[d]) * t.itemsize() / unit;
      fits = fits && step <= INT64_MAX;
      equation.add(static_cast<int64_t>(step), t.sizes()[d] - 1);
      if (backwards) target += step * unit * (t.sizes()[d] - 1);
    }
  };
  add_dims(a, false);
  add_dims(b, true);
  equation.add(1, a.itemsize() / unit - 1 + b.itemsize() / unit - 1);
  target = target / unit + (b.itemsize() / unit - 1);
  if (!fits || magnitude(target) > INT64_MAX) return Answer::TooHard;
  int steps = kMaxSteps;
  return equation.solve(static_cast<int64_t>(target), &steps);
}

constexpr const char *kRemedy = " Please clone() the tensor before performing the operation. ";

// Short enough for both layouts to fit into a ct_error behind PyTorch's two sentences.
[[noreturn]] void refuse(Overlap found, const char *which, const char *before, const Tensor &a, const char *between,
                         const Tensor &b, const char *after) {
  const bool unknown = found == Overlap::TooHard;
  fail(CT_ERROR_OVERLAP, "unsupported operation: ", unknown ? "" : "some elements of ", which,
       unknown ? " may overlap; their layouts are too irregular to tell." : " refer to a single memory location.",
       kRemedy, before, a.sizes(), "@", a.strides(), between, b.sizes(), "@", b.strides(), after);
}

}  // namespace

InternalOverlap internal_overlap(Dims sizes, Dims strides) noexcept {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return Answer::No;
  Term dims[kMaxDims];
  int count = 0;
  bool repeats = false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    if (strides[d] == 0) repeats = true;
    if (strides[d] == INT64_MIN) return Answer::TooHard;
    dims[count++] = {strides[d] < 0 ? -strides[d] : strides[d], sizes[d] - 1};
  }
  if (repeats) return Answer::Yes;
  std::sort(dims, dims + count, [](Term x, Term y) { return x.coefficient < y.coefficient; });

  // Two indices meet when their differences d satisfy sum(stride * d) == 0, |d| <= size - 1, not all zero. Let k be the
  // last dim (by stride) where they differ, and d[k] >= 1: with d[k] = 1 + f and d[j] = e[j] - bound[j] for j < k,
  //   stride[k] * f + sum(stride[j] * e[j]) == sum(stride[j] * bound[j]) - stride[k],  f < bound[k], e[j] <= 2 *
  //   bound[j].
  // When the stride is larger than what the smaller dims reach, the right side is negative: no two indices meet.
  int64_t reach = 0;  // of the dims before k
  int steps = kMaxSteps;
  bool too_hard = false;
  for (int k = 0; k < count; ++k) {
    if (dims[k].coefficient <= reach) {
      Equation equation;
      equation.add(dims[k].coefficient, dims[k].bound - 1);
      for (int j = 0; j < k; ++j) {
        int64_t twice;
        if (__builtin_mul_overflow(dims[j].bound, int64_t{2}, &twice)) return Answer::TooHard;
        equation.add(dims[j].coefficient, twice);
      }
      const Answer answer = equation.solve(reach - dims[k].coefficient, &steps);
      if (answer == Answer::Yes) return answer;
      too_hard |= answer == Answer::TooHard;
    }
    int64_t extent;
    if (__builtin_mul_overflow(dims[k].coefficient, dims[k].bound, &extent) ||
        __builtin_add_overflow(reach, extent, &reach)) {
      return Answer::TooHard;
    }
  }
  return too_hard ? Answer::TooHard : Answer::No;
}

Overlap overlap(const Tensor &a, const Tensor &b) noexcept {
  if (&a == &b) return Overlap::Full;
  if (a.numel() == 0 || b.numel() == 0) return Overlap::No;
  if (a.is_meta() != b.is_meta() || (a.is_meta() && &a.storage() != &b.storage())) return Overlap::No;

  const Span span_a = address_span(a), span_b = address_span(b);
  if (span_a.end <= span_b.begin || span_b.end <= span_a.begin) return Overlap::No;
  if (start_address(a) == start_address(b)) {  // element [0, …, 0] of both is shared, whatever the rest does
    return a.itemsize() == b.itemsize() && same_mapping(a, b) ? Overlap::Full : Overlap::Partial;
  }
  if (a.is_non_overlapping_and_dense() && b.is_non_overlapping_and_dense()) return Overlap::Partial;
  const Answer answer = share_a_byte(a, b, span_a, span_b);
  return answer == Answer::No ? Overlap::No : answer == Answer::Yes ? Overlap::Partial : Overlap::TooHard;
}

void check_no_internal_overlap(const Tensor &output) {
  if (output.is_non_overlapping_and_dense()) return;
  const InternalOverlap found = internal_overlap(output.sizes(), output.strides());
  if (found == InternalOverlap::No) return;
  fail(CT_ERROR_OVERLAP, "unsupported operation: more than one element of the written-to tensor ",
       found == InternalOverlap::Yes ? "refers" : "may refer", " to a single memory location.", kRemedy,
       "It has sizes ", output.sizes(), " and strides ", output.strides());
}

void check_no_partial_overlap(const Tensor &output, const Tensor &other) {
  const Overlap found = overlap(output, other);
  if (found == Overlap::No || found == Overlap::Full) return;
  refuse(found, "the input tensor and the written-to tensor", "out ", output, " overlaps ", other, "");
}

void check_no_overlap(const Tensor &output, const Tensor &other_output) {
  const Overlap found = overlap(output, other_output);
  if (found == Overlap::No) return;
  refuse(found, "two written-to tensors", "outputs ", output, " and ", other_output, " overlap");
}

void check_no_common_element(const Tensor &output, const Tensor &input) {
  const Overlap found = overlap(output, input);
  if (found == Overlap::No) return;
  refuse(found, "the input tensor and the written-to tensor", "out ", output, " overlaps ", input, "");
}

}  // namespace ct
