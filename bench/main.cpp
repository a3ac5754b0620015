// bench [filter] [--threads N] [--pairs N] [--seconds S] [--peers] [--estimate] [--json FILE] [--list]
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "families.h"
#include "hptt_peer.h"

namespace {

using bench::Case;

const char kUsage[] =
    "usage: bench [filter] [options]\n"
    "  filter        cases whose name holds it; a name begins with the number in the proof set or the row of the "
    "targets\n"
    "  --list        the names alone; with --json, what the cases are, for other programs\n"
    "  --json FILE   the figures, beside the table\n"
    "  --threads N   the rows of that many threads alone\n"
    "  --pairs N     pairs of measurements a row (40)\n"
    "  --seconds S   about what a row's pairs may take: slow ones get fewer, not below 10 (4)\n"
    "  --peers       memcpy too, and HPTT where the build has it (-Dhptt_dir)\n"
    "  --estimate    HPTT plans by its model instead of measuring for up to 10 s a row\n";

struct Arguments {
  bench::Options options;
  bool list = false;
};

[[noreturn]] void usage(int status) {
  std::fprintf(status == 0 ? stdout : stderr, "%s", kUsage);
  std::exit(status);
}

Arguments parse(int argc, char **argv) {
  Arguments arguments;
  bench::Options &options = arguments.options;
  for (int i = 1; i < argc; i++) {
    const std::string option = argv[i];
    auto value = [&] {
      if (i + 1 >= argc) usage(2);
      return argv[++i];
    };
    if (option == "--help" || option == "-h") usage(0);
    if (option == "--pairs") {
      options.pairs = std::max(1, std::atoi(value()));
    } else if (option == "--threads") {
      options.threads = std::atoi(value());
    } else if (option == "--seconds") {
      options.seconds = std::atof(value());
    } else if (option == "--json") {
      options.json = value();
    } else if (option == "--list") {
      arguments.list = true;
    } else if (option == "--peers") {
      options.peers = true;
    } else if (option == "--estimate") {
      options.estimate = true;
    } else if (option[0] == '-' || !options.filter.empty()) {
      usage(2);
    } else {
      options.filter = option;
    }
  }
  return arguments;
}

// A number or a row's letter names the cases that begin with it; anything else may be anywhere in the name.
bool wanted(const std::string &name, const std::string &filter) {
  const bool first_word = filter.size() == 1 || filter.find_first_not_of("0123456789") == std::string::npos;
  if (filter.empty() || !first_word) return name.find(filter) != std::string::npos;
  return name.rfind(filter + " ", 0) == 0;
}

template <class C>
void keep_wanted(std::vector<C> &cases, const std::vector<C> &more, const std::string &filter) {
  for (const C &c : more) {
    if (wanted(c.name, filter)) cases.push_back(c);
  }
}

}  // namespace

int main(int argc, char **argv) {
  const Arguments arguments = parse(argc, argv);
  const bench::Options &options = arguments.options;
  std::vector<Case> cases;
  std::vector<bench::SmallCase> small;
  keep_wanted(small, bench::small_cases(), options.filter);
  std::vector<bench::RateCase> rates;
  keep_wanted(rates, bench::memcpy_cases(), options.filter);
  std::vector<bench::MathCase> math;
  keep_wanted(math, bench::math_cases(), options.filter);
  for (auto family : {bench::copy_cases, bench::cast_cases, bench::transpose_cases, bench::elementwise_cases,
                      bench::reduce_cases, bench::hptt_cases, bench::scaling_cases}) {
    keep_wanted(cases, family(), options.filter);
  }
  if (arguments.list) {
    if (!options.json.empty()) {
      bench::list_json(cases, options.json.c_str());
      return 0;
    }
    for (const bench::SmallCase &c : small) std::printf("%s\n", c.name.c_str());
    for (const bench::RateCase &c : rates) std::printf("%s\n", c.name.c_str());
    for (const bench::MathCase &c : math) std::printf("%s\n", c.name.c_str());
    for (const Case &c : cases) std::printf("%s\n", c.name.c_str());
    return 0;
  }

  const size_t total = small.size() + rates.size() + math.size() + cases.size();
  if (total == 0) std::fprintf(stderr, "bench: no case is named so: %s\n", options.filter.c_str());
  bench::Report report(options);
  const bool terminal = isatty(STDERR_FILENO) != 0;
  size_t done = 0;
  auto progress = [&](const std::string &name) {
    if (terminal) std::fprintf(stderr, "\r\033[K[%zu/%zu] %s\r", ++done, total, name.c_str());
  };
  for (const bench::SmallCase &c : small) {
    progress(c.name);
    bench::run_small(c, options, report);
  }
  for (const bench::RateCase &c : rates) {
    progress(c.name);
    bench::run_rate(c, options, report);
  }
  for (const bench::MathCase &c : math) {
    progress(c.name);
    bench::run_math(c, options, report);
  }
  for (const Case &c : cases) {
    progress(c.name);
    bench::run_case(c, options, report);
  }
  if (terminal) std::fprintf(stderr, "\r\033[K");
  if (options.peers && !bench::have_hptt()) std::printf("\nHPTT is not in this build: meson's option hptt_dir.\n");
  report.summary();
  return 0;
}
