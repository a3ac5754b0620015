// Prints the largest error of each math op and float dtype, in ULPs, on this instruction set (CTENSOR_ISA), one per
// line:
//   op dtype error input [input]
//   accuracy [--count N] [--op NAME]   dense and random samples; all 2^16 inputs of the halves, fewer below 20000
//   accuracy --sweep NAME              all 2^32 float32 inputs of a unary op
// --deterministic sets that mode. --check prints only errors that are larger than promised, and then exits with 1.
// tools/accuracy.py makes docs/accuracy.md of the output. An infinite error is a wrong infinity, NaN or sign of zero.
#include <ctensor.h>

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "calls.h"
#include "handles.h"
#include "math_functions.h"
#include "value.h"

namespace {

using Long = long double;
constexpr Long kEndless = std::numeric_limits<Long>::infinity();

struct Worst {
  Long error = 0, a = 0, b = 0, got = 0;
};

// The error in ULPs of the dtype. Infinity counts as the power of two that follows the largest number.
Long error_of(const reference::MathFunction &f, ct_dtype dtype, Long a, Long b, Long got) {
  const reference::Format format = reference::info(dtype).format;
  const Long exact = f.one != nullptr ? f.one(a) : f.two(a, b);
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) == std::isnan(got) ? 0 : kEndless;
  if (std::isinf(exact)) return got == exact ? 0 : kEndless;
  if (exact == 0) return got == 0 && std::signbit(got) == std::signbit(exact) ? 0 : kEndless;
  if (got != 0 && std::signbit(got) != std::signbit(exact) && f.scale == nullptr) return kEndless;
  const Long largest = reference::max_finite(format);
  if (std::isinf(got)) {
    if (std::fabs(exact) > largest) return 0;
    got = std::copysign(std::ldexp(1.0L, format.max_exponent), got);
  }
  Long size = std::min(std::fabs(exact), largest);
  if (f.scale != nullptr) size = std::max(size, f.scale(a, b));
  Long error = std::fabs(got - exact) / reference::ulp(format, size);
  if (std::fabs(exact) > largest) error = std::fabs(got) < largest ? error : 0;
  return error;
}

const property::Call &call_of(const char *name) {
  for (const property::Call &call : property::calls()) {
    if (std::strcmp(call.name, name) == 0) return call;
  }
  std::fprintf(stderr, "no op %s\n", name);
  std::exit(2);
}

class Measure {
 public:
  Measure(const reference::MathFunction &f, ct_dtype dtype) : f_(f), dtype_(dtype), call_(call_of(f.name)) {}

  void run(const std::vector<char> &a, const std::vector<char> &b) {
    const int64_t size = reference::info(dtype_).size, count = static_cast<int64_t>(a.size()) / size;
    reference::Handle inputs[2], out;
    const std::vector<char> *bytes[] = {&a, &b};
    const int arity = f_.one != nullptr ? 1 : 2;
    for (int k = 0; k < arity; ++k) {
      ct_tensor_from_const_data(bytes[k]->data(), &count, 1, nullptr, dtype_, nullptr, nullptr, inputs[k].receive(),
                                nullptr);
    }
    const ct_tensor *tensors[] = {inputs[0], inputs[1]};
    static const ct_scalar first = {CT_INT32, 0, 1, 0, 0};
    const ct_scalar *const of_order[] = {&first, nullptr, nullptr};
    const bool has_order = std::strcmp(f_.name, "polygamma") == 0;
    if (call_.fresh(tensors, has_order ? of_order : property::kNoOptions, out.receive(), nullptr) != CT_OK)
      std::exit(2);
    const char *results = static_cast<const char *>(ct_tensor_data(out));
    for (int64_t i = 0; i < count; ++i) {
      const Long x = reference::load(dtype_, a.data() + i * size).re;
      const Long y = arity == 2 ? reference::load(dtype_, b.data() + i * size).re : 0;
      const Long got = reference::load(dtype_, results + i * size).re;
      const Long error = error_of(f_, dtype_, x, y, got);
      if (error > worst_.error) worst_ = {error, x, y, got};
    }
  }
  void print() const {
    std::printf("%s %s %.3Lf %.17Lg", f_.name, reference::info(dtype_).name, worst_.error, worst_.a);
    if (f_.two != nullptr) std::printf(" %.17Lg", worst_.b);
    std::printf(" -> %.17Lg\n", worst_.got);
    std::fflush(stdout);
  }

  Long worst() const { return worst_.error; }

 private:
  const reference::MathFunction &f_;
  ct_dtype dtype_;
  const property::Call &call_;
  Worst worst_;
};

class Bits {
 public:
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  Long moderate() {  // 2^-12 … 2^10, most of them near 1
    const Long unit = static_cast<Long>(static_cast<int64_t>(next())) / 0x1p63L;
    return std::ldexp(unit, static_cast<int>(next() % 12) + static_cast<int>(next() % 12) - 11);
  }

 private:
  uint64_t state_ = 1;
};

void append(std::vector<char> &bytes, ct_dtype dtype, Long x) {
  char element[16];
  reference::store(dtype, reference::of_float(reference::round_to(reference::info(dtype).format, x)), element);
  bytes.insert(bytes.end(), element, element + reference::info(dtype).size);
}

void append_bits(std::vector<char> &bytes, ct_dtype dtype, uint64_t bits) {
  const char *from = reinterpret_cast<const char *>(&bits);  // little endian
  bytes.insert(bytes.end(), from, from + reference::info(dtype).size);
}

// Where functions change: zeros, ends of ranges, overflow, and the neighbours of all of these.
std::vector<Long> special(ct_dtype dtype) {
  const reference::Format format = reference::info(dtype).format;
  std::vector<Long> found = {0, kEndless, reference::max_finite(format), std::ldexp(1.0L, format.min_exponent - 1),
                             std::ldexp(1.0L, format.min_exponent - format.digits)};
  for (const Long x : {0.25L,
                       0.5L,
                       0.75L,
                       1.0L,
                       1.5L,
                       2.0L,
                       3.0L,
                       10.0L,
                       85.0L,
                       88.0L,
                       88.72284L,
                       89.416L,
                       87.33655L,
                       103.97208L,
                       104.0L,
                       127.0L,
                       128.0L,
                       126.0L,
                       149.0L,
                       150.0L,
                       709.0L,
                       709.75L,
                       709.78271L,
                       709.782712893384L,
                       710.4758600739439L,
                       708.3964185322641L,
                       745.1332191019411L,
                       1022.0L,
                       1023.0L,
                       1024.0L,
                       1074.0L,
                       1e18L,
                       1e19L,
                       1e38L,
                       1.7e38L,
                       1e150L,
                       1e155L,
                       1e307L,
                       1.7e308L,
                       3.14159265358979L,
                       1.57079632679489L,
                       4e36L,
                       2e305L,
                       0.1L,
                       12.0L,
                       13.0L,
                       20.0L,
                       37.0L,
                       38.0L}) {
    if (x > reference::max_finite(format)) continue;
    const Long middle = reference::round_to(format, x), step = reference::ulp(format, middle);
    for (int k = -20; k <= 20; ++k) found.push_back(middle + k * step);
  }
  const size_t count = found.size();
  for (size_t i = 0; i < count; ++i) found.push_back(-found[i]);
  found.push_back(std::numeric_limits<Long>::quiet_NaN());
  return found;
}

void sample(Measure &measure, bool binary, ct_dtype dtype, int64_t count) {
  Bits random;
  std::vector<char> a, b;
  const std::vector<Long> edges = special(dtype);
  const int64_t size = reference::info(dtype).size;
  for (const Long x : edges) {
    append(a, dtype, x);
    append(b, dtype, edges[random.next() % edges.size()]);
  }
  if (size == 2 && !binary) {
    const uint64_t step = count < 20000 ? 101 : 1;  // a shorter pass
    for (uint64_t bits = 0; bits < 65536; bits += step) append_bits(a, dtype, bits);
  } else {
    for (int64_t i = 0; i < count / 2; ++i) {  // every exponent is equally likely
      const uint64_t x =
          size == 4 ? static_cast<uint64_t>(i) * (uint64_t{1} << 33) / static_cast<uint64_t>(count) : random.next();
      append_bits(a, dtype, x);
      if (i % 2 == 0)
        append_bits(b, dtype, random.next());
      else
        append(b, dtype, random.moderate());
    }
    for (int64_t i = 0; i < count / 2; ++i) {
      append(a, dtype, random.moderate());
      append(b, dtype, i % 16 == 0 ? edges[random.next() % edges.size()] : random.moderate());
    }
  }
  measure.run(a, b);
}

void sweep(Measure &measure) {
  std::vector<char> a;
  for (uint64_t begin = 0; begin < uint64_t{1} << 32; begin += 1 << 20) {
    a.clear();
    for (uint64_t bits = begin; bits < begin + (1 << 20); ++bits) append_bits(a, CT_FLOAT32, bits);
    measure.run(a, a);
  }
}

}  // namespace

int main(int argc, char **argv) {
  int64_t count = 1 << 19;
  const char *only = nullptr;
  bool all_inputs = false, check = false;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--check") check = true;
    if (option == "--deterministic") ct_set_deterministic(true, nullptr);
    if (i + 1 == argc) continue;
    if (option == "--count") count = std::atoll(argv[i + 1]);
    if (option == "--op" || option == "--sweep") only = argv[i + 1];
    all_inputs |= option == "--sweep";
  }
  if (const char *isa = std::getenv("CTENSOR_ISA"); isa != nullptr && std::strcmp(isa, ct_isa()) != 0) {
    std::printf("this CPU has no %s\n", isa);
    return 77;
  }
  if (only != nullptr) call_of(only);
  int wrong = 0;
  for (const reference::MathFunction &f : reference::math_functions()) {
    if (only != nullptr && std::strcmp(only, f.name) != 0) continue;
    for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_FLOAT16, CT_BFLOAT16}) {
      if (all_inputs && dtype != CT_FLOAT32) continue;
      Measure measure(f, dtype);
      all_inputs ? sweep(measure) : sample(measure, f.two != nullptr, dtype, count);
      // Halves are rounded from float32, whose ULPs are much smaller.
      const Long bound = reference::is_half(dtype) ? 0.5L + f.ulps / 1024 : f.ulps + 1.0 / 512;
      if (check && measure.worst() <= bound) continue;
      measure.print();
      wrong += measure.worst() > bound;
    }
  }
  if (check) std::printf("%d errors are larger than promised\n", wrong);
  return check && wrong != 0 ? 1 : 0;
}
