// What some elements of a result must be, worked out one by one from the operands.
#pragma once

#include "case.h"

namespace bench {

class Samples {
 public:
  // Overwrites those elements of `to`, so that a call that writes nothing is found out.
  Samples(const Case &c, char *to, const char *from);
  void check(const char *to) const;  // ends the program where one is wrong

 private:
  struct Sample {
    int64_t at;  // element of `to`'s memory
    double value;
  };
  const Case &case_;
  std::vector<Sample> samples_;
};

}  // namespace bench
