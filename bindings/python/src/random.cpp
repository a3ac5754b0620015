// Random numbers.
#include "calls.hpp"
#include "units.hpp"

namespace {
struct Rng {
  ct_rng *p = nullptr;
  explicit Rng(uint64_t seed) {
    CtError e;
    check(ct_rng_create(seed, &p, e), e, "Rng");
  }
  explicit Rng(ct_rng *owned) : p(owned) {}
  Rng(const Rng &) = delete;
  Rng(Rng &&other) noexcept : p(other.p) { other.p = nullptr; }
  ~Rng() { ct_rng_release(p); }
};

// Draws a fresh tensor, or into out, which keeps its sizes and dtype. Other threads run meanwhile.
template <class Fresh, class Into>
TensorResult drawn(Sizes &sizes, DTypeArg &dtype, const Out &out, Fresh fresh, Into into) {
  if (out.object.is_none()) {
    convert_all(sizes, dtype);
    ct_tensor *made = nullptr;
    run(true, [&](ct_error *e) { return fresh(sizes.data(), sizes.count(), ct_dtype(dtype), &made, e); });
    return {wrap(made)};
  }
  ct_tensor *given = tensor_of(out.object);
  run(true, [&](ct_error *e) { return into(given, e); });
  return {nb::borrow(out.object)};
}
}  // namespace

void add_random(nb::module_ &m) {
  using nb::arg;
  const auto sizes = [] { return arg("sizes") = nb::make_tuple(); };
  const auto dtype = [] { return arg("dtype") = nb::none(); };
  const auto out = [] { return arg("out") = nb::none(); };
  nb::class_<Rng>(
      m, "Rng",
      "A position in a stream of Philox4x32-10: the same seed draws the same numbers on any number of threads, "
      "any instruction set and into any layout. Draws make a tensor of sizes and dtype, or write into out.")
      .def(nb::init<uint64_t>(), arg("seed"))
      .def(
          "split",
          [](const Rng &self) {
            ct_rng *made = nullptr;
            CtError e;
            check(ct_rng_split(self.p, &made, e), e);
            return Rng(made);
          },
          "A generator of a stream of its own; takes one block.")
      .def_prop_ro("key", [](const Rng &self) { return ct_rng_key(self.p); })
      .def_prop_ro("stream", [](const Rng &self) { return ct_rng_stream(self.p); })
      .def_prop_ro(
          "counter", [](const Rng &self) { return ct_rng_counter(self.p); }, "How many blocks have been taken.")
      .def(
          "set_state",
          [](const Rng &self, uint64_t key, uint64_t stream, uint64_t counter) {
            CtError e;
            check(ct_rng_set_state(self.p, key, stream, counter, e), e);
          },
          arg("key"), arg("stream"), arg("counter"), "Puts it where another one was.")
      .def(
          "advance",
          [](const Rng &self, uint64_t blocks) {
            CtError e;
            check(ct_rng_advance(self.p, blocks, e), e);
          },
          arg("blocks"), "Skips blocks.")
      .def(
          "uniform",
          [](const Rng &self, Sizes sizes, double low, double high, DTypeArg dtype, Out out) {
            return drawn(
                sizes, dtype, out,
                [&](auto *s, auto count, auto d, auto **made, auto *e) {
                  return ct_uniform(self.p, s, count, low, high, d, made, e);
                },
                [&](auto *given, auto *e) { return ct_uniform_out(self.p, low, high, given, e); });
          },
          sizes(), arg("low") = 0.0, arg("high") = 1.0, dtype(), out(),
          "Spread evenly from low up to, but without, high; dtype None: float32.")
      .def(
          "normal",
          [](const Rng &self, Sizes sizes, double mean, double std, DTypeArg dtype, Out out) {
            return drawn(
                sizes, dtype, out,
                [&](auto *s, auto count, auto d, auto **made, auto *e) {
                  return ct_normal(self.p, s, count, mean, std, d, made, e);
                },
                [&](auto *given, auto *e) { return ct_normal_out(self.p, mean, std, given, e); });
          },
          sizes(), arg("mean") = 0.0, arg("std") = 1.0, dtype(), out(),
          "Of the normal distribution; dtype None: float32.")
      .def(
          "exponential",
          [](const Rng &self, Sizes sizes, double rate, DTypeArg dtype, Out out) {
            return drawn(
                sizes, dtype, out,
                [&](auto *s, auto count, auto d, auto **made, auto *e) {
                  return ct_exponential(self.p, s, count, rate, d, made, e);
                },
                [&](auto *given, auto *e) { return ct_exponential_out(self.p, rate, given, e); });
          },
          sizes(), arg("rate") = 1.0, dtype(), out(), "Of the exponential distribution; dtype None: float32.")
      .def(
          "randint",
          [](const Rng &self, Sizes sizes, int64_t low, int64_t high, DTypeArg dtype, Out out) {
            return drawn(
                sizes, dtype, out,
                [&](auto *s, auto count, auto d, auto **made, auto *e) {
                  return ct_randint(self.p, s, count, low, high, d, made, e);
                },
                [&](auto *given, auto *e) { return ct_randint_out(self.p, low, high, given, e); });
          },
          sizes(), arg("low") = 0, arg("high") = 2, dtype(), out(),
          "Integers from low up to, but without, high; dtype None: int64.")
      .def(
          "bernoulli",
          [](const Rng &self, Sizes sizes, double p, DTypeArg dtype, Out out) {
            return drawn(
                sizes, dtype, out,
                [&](auto *s, auto count, auto d, auto **made, auto *e) {
                  return ct_bernoulli(self.p, s, count, p, d, made, e);
                },
                [&](auto *given, auto *e) { return ct_bernoulli_out(self.p, p, given, e); });
          },
          sizes(), arg("p") = 0.5, dtype(), out(), "1 with the chance p, else 0; dtype None: float32.")
      .def(
          "randperm",
          [](const Rng &self, int64_t n, DTypeArg dtype, Out out) {
            dtype.convert();
            return fresh_or_into(
                true, out, [&](auto **made, auto *e) { return ct_randperm(self.p, n, dtype, made, e); },
                [&](auto *given, auto *e) { return ct_randperm_out(self.p, n, given, e); });
          },
          arg("n"), dtype(), out(), "The integers from 0 to n - 1 in a random order; dtype None: int64.")
      .def(
          "multinomial",
          [](const Rng &self, Self t, int64_t num_samples, bool replacement, Out out) {
            return fresh_or_into(
                true, out,
                [&](auto **made, auto *e) { return ct_multinomial(self.p, t.p, num_samples, replacement, made, e); },
                [&](auto *given, auto *e) {
                  return ct_multinomial_out(self.p, t.p, num_samples, replacement, given, e);
                });
          },
          arg("t"), arg("num_samples"), arg("replacement") = false, out(),
          "Indices along the last dim, drawn in proportion to t's elements there.");
}
