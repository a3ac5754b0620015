// Loops of our own: lambdas on many threads, pieces, reductions, and exceptions from each.
#include "check.hpp"

#include <mutex>
#include <thread>

using namespace ctensor;

namespace {

struct Mine : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Body>
std::string caught(Body body) {
  try {
    body();
  } catch (const Mine &e) {
    return e.what();
  }
  return "nothing";
}

void elementwise() {
  const Tensor a = arange(0, 12, 1, DType::Float32).view({3, 4}), b = Tensor::of<uint8_t>({1, 2, 3, 4});
  // the operands are transposed and broadcast; b keeps its dtype
  const Iter it = IterConfig()
                      .output({}, DType::Float64)
                      .input(a.transpose(0, 1))
                      .input(b.unsqueeze(1))
                      .flags(CT_ITER_NO_SAME_DTYPE_CHECK)
                      .build();
  CHECK(it.noperands() == 3 && it.noutputs() == 1 && it.numel() == 12 && it.ndim() == 2);
  CHECK(it.dtype(0) == DType::Float64 && it.dtype(2) == DType::UInt8 && it.common_dtype() == DType::Undefined);
  CHECK(it.sizes().size() == 2 && it.strides(0).size() == 2);
  it.elements<double, const float, const uint8_t>([](double &y, float x, uint8_t k) { y = 100.0 * k + double(x); });
  const Tensor out = it.operand(0);
  CHECK(out.to_vector<int>() == std::vector<int>({100, 104, 108, 201, 205, 209, 302, 306, 310, 403, 407, 411}));
  CHECK(out.stride(0) == 1 && out.stride(1) == 4);  // in the inputs' order

  CHECK_THROWS(CT_ERROR_INVALID, WORDS("2 types", "3 operands"), it.elements<double, const float>([](auto &...) {}));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("operand 1", "float32", "int32"),
               it.elements<double, const int, const uint8_t>([](auto &...) {}));
  CHECK_THROWS(CT_ERROR_READ_ONLY, WORDS("operand 2", "const"),
               it.elements<double, const float, uint8_t>([](auto &...) {}));
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("operand 3 of 3"), it.strides(3));
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("ct_iter_operand"), it.operand(3));
}

// Operands are converted to the loop's dtypes in blocks, before and after the loop.
void converted() {
  const Tensor a = arange(100000).view({100, 1000}), out = zeros({100, 1000}, DType::Float16);
  const Iter it = IterConfig().output(out).input(a).preset(CT_ITER_UNARY_FLOAT).build();
  CHECK(it.dtype(0) == DType::Float32 && it.common_dtype() == DType::Float32);
  std::atomic<int64_t> elements{0};
  std::atomic<int> threads{0};
  it.for_each(
      [&](const Loop &piece) {
        for (int64_t j = 0; j < piece.size1(); ++j) {
          for (int64_t i = 0; i < piece.size0(); ++i) {
            float x;
            std::memcpy(&x, piece.data(1) + i * piece.inner(1) + j * piece.outer(1), sizeof x);
            x = std::min(x, 7.0f);
            std::memcpy(piece.data(0) + i * piece.inner(0) + j * piece.outer(0), &x, sizeof x);
          }
        }
        elements += piece.size0() * piece.size1();
        if (piece.worker() > 0) ++threads;
        return CT_OK;
      },
      1000);
  CHECK_EQ(elements.load(), 100000);
  CHECK(get_num_threads() == 1 || threads > 0);
  CHECK_EQ(sum(out, std::nullopt, false, DType::Float64).item<int64_t>(), 28 + 7 * (100000 - 8));
}

void failing() {
  const Tensor a = zeros({100, 1000});
  const Iter it = IterConfig().output(zeros_like(a)).input(a).build();
  CHECK_EQ(caught([&] { it.for_each([](const Loop &) { throw Mine("all of them"); }, 10); }), "all of them");
  CHECK_EQ(caught([&] { it.elements<float, const float>([](float &, float) { throw Mine("one"); }); }), "one");
  CHECK_EQ(caught([&] { it.serial_for_each(5, 50, [](const Loop &) { throw Mine("serial"); }); }), "serial");
  CHECK_EQ(caught([&] {
             for (const Loop &piece : it.pieces()) {
               if (piece.begin() >= 0) throw Mine("piece");
             }
           }),
           "piece");
  CHECK_THROWS(CT_STATUS_USER, WORDS("ct_iter_for_each"), it.for_each([](const Loop &) { return CT_STATUS_USER; }));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("17"), it.for_each([](const Loop &) { return 17; }));
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("100001"), it.serial_for_each(0, 100001, [](const Loop &) {}));
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("-1"), it.pieces(-1, 3));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("[2]", "[3]"), IterConfig().output().input(zeros(2)).input(zeros(3)).build());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("input"), IterConfig().output().input(Tensor()).build());
  it.for_each([](const Loop &) {});  // the iterator still works
}

void by_pieces() {
  const Tensor a = arange(60).view({3, 4, 5}).permute({2, 0, 1});
  Tensor total = zeros({}, DType::Int64);
  const Iter it = IterConfig().input(a).flags(CT_ITER_LINEAR).build();
  int64_t sum_of = 0, next = 0;
  for (const Loop &piece : it.pieces()) {
    CHECK_EQ(piece.begin(), next);
    next += piece.size0() * piece.size1();
    for (int64_t j = 0; j < piece.size1(); ++j) {
      for (int64_t i = 0; i < piece.size0(); ++i) {
        sum_of += *reinterpret_cast<const int64_t *>(piece.data(0) + i * piece.inner(0) + j * piece.outer(0));
      }
    }
  }
  CHECK_EQ(sum_of, 59 * 30);
  // halves of one iterator on two threads, written back by their cursors
  const Tensor out = zeros({5, 3, 4}, DType::Float32);
  const Iter twice = IterConfig()
                         .output(out)
                         .input(a)
                         .flags(CT_ITER_PROMOTE_INPUTS | CT_ITER_CAST_TO_OUTPUTS | CT_ITER_NO_RESIZE)
                         .build();
  std::vector<std::thread> threads;
  for (int k = 0; k < 2; ++k) {
    threads.emplace_back([cursor = twice.pieces(k * 30, k * 30 + 30)]() mutable {
      for (const Loop &piece : cursor) {
        for (int64_t j = 0; j < piece.size1(); ++j) {
          for (int64_t i = 0; i < piece.size0(); ++i) {
            int64_t x;
            std::memcpy(&x, piece.data(1) + i * piece.inner(1) + j * piece.outer(1), sizeof x);
            x *= 2;
            std::memcpy(piece.data(0) + i * piece.inner(0) + j * piece.outer(0), &x, sizeof x);
          }
        }
      }
    });
  }
  for (std::thread &one : threads) one.join();
  CHECK(equal(out, (a * 2).to(DType::Float32)));
  for (const Loop &piece : it.pieces(7, 7)) CHECK(piece.size0() < 0);  // never
}

void reductions() {
  const Tensor a = arange(20000).view({100, 200}).to(DType::Float32), out = zeros({100, 1}, DType::Float32);
  const Iter it = IterConfig().output(out).input(a).preset(CT_ITER_REDUCE).build();
  it.reduce_elements<double, float>(
      0, [](double &sum, float x) { sum += double(x); }, [](double &into, double from) { into += from; });
  CHECK(equal(out, sum(a, 1, true)));
  // two outputs at once, by pieces: the smallest and the largest
  const Tensor low = zeros({1, 1}, DType::Float32), high = zeros({1, 1}, DType::Float32);
  const Iter both = IterConfig().output(low).output(high).input(a - 50).preset(CT_ITER_REDUCE).build();
  const auto each = [](const Loop &piece, int32_t outputs_apart, int32_t input, auto better) {
    for (int64_t j = 0; j < piece.size1(); ++j) {
      for (int64_t i = 0; i < piece.size0(); ++i) {
        for (int32_t k = 0; k < 2; ++k) {
          const int32_t from = input + (outputs_apart == 2 ? 2 * k : 0), into = outputs_apart * k;
          float *const at = reinterpret_cast<float *>(piece.data(into) + i * piece.inner(into) + j * piece.outer(into));
          const float x = *reinterpret_cast<float *>(piece.data(from) + i * piece.inner(from) + j * piece.outer(from));
          if (better(k, x, *at)) *at = x;
        }
      }
    }
  };
  const auto better = [](int32_t k, float x, float than) { return k == 0 ? x < than : x > than; };
  const double infinity = std::numeric_limits<double>::infinity();
  both.reduce(
      {infinity, -infinity}, DType::Undefined, [&](const Loop &piece) { each(piece, 1, 2, better); },
      [&](const Loop &piece) { each(piece, 2, 1, better); });
  CHECK_EQ(low.item<int>(), -50);
  CHECK_EQ(high.item<int>(), 19949);
  CHECK_EQ(caught([&] {
             it.reduce_elements<double, float>(
                 0, [](double &, float) { throw Mine("add"); }, [](double &, double) {});
           }),
           "add");
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("1 identities", "2 outputs"),
               both.reduce(
                   {0.0}, DType::Undefined, [](const Loop &) {}, [](const Loop &) {}));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("operand 1", "float32", "int8"),
               (it.reduce_elements<double, int8_t>(
                   0, [](double &, int8_t) {}, [](double &, double) {})));
}

void configured() {
  CHECK(IterConfig()
            .output()
            .input(zeros(3))
            .static_dtype(DType::Int16)
            .flags(CT_ITER_NO_SAME_DTYPE_CHECK)
            .build()
            .dtype(0) == DType::Int16);
  const Tensor t = zeros({4, 5});
  const Iter rows =
      IterConfig().output(t).static_sizes({4, 5}, 1).flags(CT_ITER_NO_RESIZE).build();  // the loop walks dim 1 itself
  int seen = 0;
  rows.serial_for_each(0, rows.numel(), [&](const Loop &piece) { seen += int(piece.size0() * piece.size1()); });
  CHECK_EQ(seen, 4);
  // an input may be read in a dtype of its own, and then takes no part in promotion
  const Iter mixed =
      IterConfig().output().input(arange(4), DType::Float64).input(ones({4})).flags(CT_ITER_PROMOTE_INPUTS).build();
  CHECK(mixed.dtype(1) == DType::Float64 && mixed.dtype(2) == DType::Float32);
  mixed.elements<float, const double, const float>([](float &y, double a, float b) { y = float(a) + b; });
  CHECK(mixed.operand(0).to_vector<int>() == std::vector<int>({1, 2, 3, 4}));
  // the shape before fusing, and the order of its dims
  const Iter shaped = IterConfig().output().input(zeros({2, 3, 4}).permute({2, 0, 1})).build();
  CHECK(shaped.ndim() == 1 && std::vector<int64_t>({4, 2, 3}) == std::vector<int64_t>(shaped.broadcast_sizes().begin(),
                                                                                      shaped.broadcast_sizes().end()));
  CHECK(std::vector<int32_t>({0, 2, 1}) ==
        std::vector<int32_t>(shaped.permutation().begin(), shaped.permutation().end()));
  // an iterator keeps its operands
  Iter it = IterConfig().output().input(arange(3)).preset(CT_ITER_UNARY).build();
  Iter moved = std::move(it);
  moved.elements<int64_t, const int64_t>([](int64_t &y, int64_t x) { y = -x; });
  CHECK_EQ(moved.operand(0).to_string(), "tensor([ 0, -1, -2])");
}

}  // namespace

int main() {
  return run_tests([] {
    elementwise();
    converted();
    failing();
    by_pieces();
    reductions();
    configured();
  });
}
