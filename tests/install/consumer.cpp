// The same program in C++, with the installed headers.
#include <ctensor.hpp>
#include <iostream>

int main() {
  using namespace ctensor;
  const Tensor zero = zeros({1000, 2000});
  const double total = sum(exp(zero.transpose(0, 1))).item<double>();
  if (total != 2e6) {
    std::cerr << "the sum is " << total << '\n';
    return 1;
  }
  try {
    zero + zero.transpose(0, 1);
  } catch (const Error &e) {
    std::cout << "consumer: ok\n";
    return e.code() == CT_ERROR_SHAPE ? 0 : 1;
  }
  return 1;
}
