// Checks some elements of a result, which are computed one by one from the operands.
#pragma once

#include "case.h"

namespace bench {

class Samples {
 public:
  // Overwrites those elements of `to`, so that a call that writes nothing fails the check.
  Samples(const Case &c, char *to, const char *from);
  void check(const char *to) const;  // ends the program when an element is wrong

 private:
  struct Sample {
    int64_t at;  // index into the memory of `to`
    double value;
  };
  const Case &case_;
  std::vector<Sample> samples_;
};

}  // namespace bench
