// Runs the suites of a property test, or skips them where this machine lacks the ISA that CTENSOR_ISA names.
#include <gtest/gtest.h>

#include <cstdio>

#include "settings.h"

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!property::runs_wanted_isa()) {
    std::printf("this machine runs %s, not the wanted ISA\n", ct_isa());
    return property::kSkipped;
  }
  if (!property::choose_threads()) return 1;
  std::printf("ISA: %s, %d threads\n", ct_isa(), ct_get_num_threads());
  return RUN_ALL_TESTS();
}
