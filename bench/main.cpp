// bench_pipeline [filter] [--at-least RATIO] [--pairs N]
#include <cstdlib>
#include <cstring>

#include "families.h"

int main(int argc, char **argv) {
  bench::Options options;
  for (int i = 1; i < argc; i++) {
    if (std::strcmp(argv[i], "--at-least") == 0 && i + 1 < argc) {
      options.at_least = std::atof(argv[++i]);
    } else if (std::strcmp(argv[i], "--pairs") == 0 && i + 1 < argc) {
      options.pairs = std::atoi(argv[++i]);
    } else {
      options.filter = argv[i];
    }
  }
  bench::Harness harness(options);
  bench::contiguous(harness);
  return harness.ok() ? 0 : 1;
}
