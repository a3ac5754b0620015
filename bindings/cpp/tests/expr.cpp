// Deferred tensors, programs, and functions that become programs.
#include "check.hpp"

#include <thread>

using namespace ctensor;

namespace {

void evaluating() {
  const Tensor x = arange(6).to(DType::Float32).view({2, 3}), leaf = defer(x);
  CHECK(leaf.is_deferred() && !x.is_deferred());
  const Tensor y = (leaf * x + 1).transpose(0, 1);
  CHECK(y.is_deferred());
  CHECK_EQ(y.size(0), 3);
  const std::vector<Tensor> both = evaluate({y, -leaf});
  CHECK_EQ(both[0].to_string(), "tensor([[ 1., 10.],\n        [ 2., 17.],\n        [ 5., 26.]])");
  CHECK_EQ(both[1].to_vector<float>()[5], -5);
  CHECK_EQ(sum(y).item<int>(), 61);
  CHECK_EQ(y.to_vector<float>()[1], 10);
  std::vector<Tensor> outs{zeros({3, 2}), Tensor()};
  const Tensor given = outs[0];
  evaluate_out({y, leaf}, outs);
  CHECK(outs[0].get() == given.get());
  CHECK_EQ(sum(given).item<int>(), 61);
  CHECK_EQ(sum(outs[1]).item<int>(), 15);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("deferred", "evaluate"), y.span<float>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("deferred", "evaluate"), (y.access<const float, 2>()));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("[2, 3]", "[4]"), leaf + zeros({4}));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("2 deferred", "1 outs"), evaluate_out({y, y}, outs = {Tensor()}));
  x.fill(1);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("written to since"), evaluate(y));
}

void programs() {
  const Tensor leaf = defer(Tensor::create_meta({4}));
  Program program({leaf}, {leaf * 2, leaf + 1});
  const Program again = program;
  program = Program({leaf}, {leaf});
  const std::vector<Tensor> outs = again.run({ones({4})});
  CHECK_EQ(sum(outs[0]).item<int>(), 8);
  CHECK_EQ(sum(outs[1]).item<int>(), 8);
  CHECK(again.to_string().find("mul") != std::string::npos);
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("ct_program_run", "[5]"), again.run({ones({5})}));
}

void fusing() {
  std::atomic<int> calls{0};
  auto scaled = fuse([&](const Tensor &x, const Tensor &y) {
    ++calls;
    return (x - y) / 2;
  });
  for (const int64_t size : {3, 5, 3}) CHECK_EQ(sum(scaled(ones({size}), zeros({1}))).item<double>(), size / 2.0);
  CHECK_EQ(calls.load(), 2);
  const Tensor out = zeros({3});
  scaled.out(out, ones({3}), zeros({1}));
  CHECK_EQ(sum(out).item<double>(), 1.5);
  auto two = fuse([](const Tensor &x) { return std::vector<Tensor>{x + 1, x * 2}; });
  CHECK_EQ(sum(two.all(ones({2}))[1]).item<int>(), 4);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back([&] {
      for (int64_t size = 1; size < 50; ++size)
        wrong += sum(scaled(ones({size}), zeros({1}))).item<double>() != size / 2.0;
    });
  }
  for (std::thread &one : threads) one.join();
  CHECK_EQ(wrong.load(), 0);
}

}  // namespace

int main() {
  return run_tests([] {
    evaluating();
    programs();
    fusing();
  });
}
