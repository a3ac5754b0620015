// Products with several numbers of threads, from several threads at a time, and in forked children.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "oracle.h"

using namespace oracle;

namespace {

struct Threads {
  explicit Threads(int32_t count) { EXPECT_TRUE(ok(ct_set_num_threads(count, &error))); }
  ~Threads() { ct_set_num_threads(before, nullptr); }
  const int32_t before = ct_get_num_threads();
};

void multiply_some(ct_dtype dtype) {
  const Tensor a = random_tensor({2, 120, 70}, dtype), b = random_tensor({2, 70, 90}, dtype);
  expect_products(RESULT(matmul, a, b), {{a, {0, 1, 2}}, {b, {0, 2, 3}}}, {0, 1, 3});
  const Tensor v = random_tensor({70}, dtype);
  expect_products(RESULT(matmul, a, v), {{a, {0, 1, 2}}, {v, {2}}}, {0, 1});
}

TEST(Threads, AnyNumber) {
  for (const int32_t count : {1, 2, 3, 8}) {
    const Threads set(count);
    for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64, CT_INT16}) multiply_some(dtype);
  }
}

// Each thread compares its own results: they must not meet in what products keep.
TEST(Threads, ManyCallers) {
  const Tensor a = random_tensor({100, 80}, CT_FLOAT64), b = random_tensor({80, 100}, CT_FLOAT64);
  const Tensor wanted = make(ct_linalg_matmul, a.get(), b.get());
  const ct_scalar close = ct_scalar_f64(1e-12);
  std::vector<std::thread> callers;
  callers.reserve(4);
  std::atomic<int> same{0};
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < 20; ++j) {
        ct_tensor *out = nullptr;
        bool equal = false;
        if (ct_linalg_matmul(a, b, &out, nullptr) == CT_OK)
          ct_allclose(out, wanted, &close, &close, false, &equal, nullptr);
        ct_tensor_release(out);
        same += equal;
      }
    });
  }
  for (std::thread &caller : callers) caller.join();
  EXPECT_EQ(same, 80);
}

TEST(Threads, ForkedChild) {
  multiply_some(CT_FLOAT64);
  const pid_t child = fork();
  if (child == 0) {
    for (const ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64, CT_COMPLEX128}) multiply_some(dtype);
    _exit(HasFailure() ? 1 : 0);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  multiply_some(CT_FLOAT64);
}

}  // namespace
