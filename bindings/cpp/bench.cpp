// What a call costs compared with the same call in C: medians of short alternating runs, in nanoseconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctensor.hpp>

using namespace ctensor;

namespace {

template <class Body>
double time_of(Body &body) {
  constexpr int kCalls = 2000;
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < kCalls; ++i) body();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - began).count() / kCalls;
}

template <class C, class Cpp>
void compare(const char *name, C c, Cpp cpp) {
  constexpr int kRuns = 301;
  std::vector<double> of_c, of_cpp;
  for (int i = 0; i < kRuns; ++i) {
    of_c.push_back(time_of(c));
    of_cpp.push_back(time_of(cpp));
  }
  std::sort(of_c.begin(), of_c.end());
  std::sort(of_cpp.begin(), of_cpp.end());
  std::printf("%-24s %8.1f %8.1f %8.2f\n", name, of_c[kRuns / 2], of_cpp[kRuns / 2],
              of_cpp[kRuns / 2] / of_c[kRuns / 2]);
}

}  // namespace

int main() {
  const Tensor a = arange(8).to(DType::Float32), b = ones({8}), out = zeros({8});
  ct_tensor *const raw_a = a.get(), *const raw_b = b.get(), *const raw_out = out.get();
  ct_error error{};
  int failed = 0;
  std::printf("%-24s %8s %8s %8s\n", "8 floats, ns a call", "C", "C++", "C++ / C");
  compare(
      "add_out", [&] { failed |= ct_add_out(raw_a, raw_b, raw_out, &error); }, [&] { add_out(a, b, out); });
  compare(
      "add, fresh",
      [&] {
        ct_tensor *made = nullptr;
        failed |= ct_add(raw_a, raw_b, &made, &error);
        ct_tensor_release(made);
      },
      [&] { add(a, b); });
  compare(
      "select",
      [&] {
        ct_tensor *made = nullptr;
        failed |= ct_select(raw_a, 0, 3, &made, &error);
        ct_tensor_release(made);
      },
      [&] { a.select(0, 3); });
  compare(
      "mul by a number, fresh",
      [&] {
        ct_number number;
        ct_tensor *made = nullptr;
        failed |= ct_mul(raw_a, ct_number_of(ct_scalar_f64(2.5), &number), &made, &error);
        ct_tensor_release(made);
      },
      [&] { a * 2.5; });
  return failed != 0;
}
