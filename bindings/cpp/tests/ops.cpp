// Every op in C++ gives the same bits or the same failure as in C, fresh and into a given tensor.
#include "compare.hpp"

namespace {

std::vector<Tensor> t;  // the operands
const Scalar half = 0.5;
const int32_t last[] = {-1};

#define COMPARE_BOOL(cpp, c)                 \
  {                                          \
    bool flag = false;                       \
    ct_error given{}, *const error = &given; \
    const ct_status status = c;              \
    try {                                    \
      CHECK_EQ(cpp, flag);                   \
    } catch (const Error &e) {               \
      CHECK_EQ(e.code(), status);            \
    }                                        \
  }

void all_ops() {
#include "ops.inc"
}

}  // namespace

int main() {
  return run_tests([] {
    const Tensor floats = Tensor::of<float>({0.5f, -1, 2, 0, 3, -0.25f}, {2, 3});
    const Tensor ints = Tensor::of<int32_t>({5, 1, 2, 3, 4, 6}, {2, 3});
    const Tensor bools = Tensor::of<bool>({true, false, true, true, false, false}, {2, 3});
    for (const std::vector<Tensor> &operands : {std::vector<Tensor>{floats, floats + 1, floats * 2},
                                                {ints, ints + 1, ints},
                                                {bools, floats, floats},
                                                {floats, bools, floats}}) {
      t = operands;
      all_ops();
    }
    t.clear();
    check_compared(100);
  });
}
