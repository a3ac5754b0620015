// bench [filter] [--random [SEED]] [--cases N] [--threads N] [--pool] [--pairs N] [--seconds S] [--peers] [--estimate]
//       [--json FILE] [--list]
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <random>

#include "families.h"
#include "hptt_peer.h"

namespace {

using bench::Case;

const char kUsage[] =
    "usage: bench [filter] [options]\n"
    "  filter        measure the cases whose name contains this text: \"sum dim 0\", \"transpose f32\", \"small:\"\n"
    "  --list        print the names alone; with --json, write the cases themselves, for other programs\n"
    "  --random SEED measure random layouts, dtypes and sizes instead, the same ones for a seed; without a seed, one "
    "is\n"
    "                drawn. The worst cases of each group and its mean are printed at the end\n"
    "  --cases N     take that many random cases a group (60)\n"
    "  --json FILE   write the figures to a file, too\n"
    "  --threads N   measure with that many threads alone\n"
    "  --pool        measure the library on its own pool of threads instead of OpenMP's. The limits are on OpenMP's, "
    "which\n"
    "                must not wait awake beside it: OMP_WAIT_POLICY=passive\n"
    "  --pairs N     take that many pairs of measurements a row (40)\n"
    "  --seconds S   take about so long for the pairs of a row (4; 0.1 for random cases); slow rows get fewer\n"
    "                pairs, but not below 10\n"
    "  --peers       measure memcpy, too, and HPTT where the build has it (-Dhptt_dir)\n"
    "  --estimate    let HPTT plan by its model instead of measuring for up to 10 s a row\n";

struct Arguments {
  bench::Options options;
  bool list = false, random = false;
  uint64_t seed = 0;
  int cases = 60;
};

[[noreturn]] void usage(int status) {
  std::fprintf(status == 0 ? stdout : stderr, "%s", kUsage);
  std::exit(status);
}

Arguments parse(int argc, char **argv) {
  Arguments arguments;
  bench::Options &options = arguments.options;
  options.seconds = 0;
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
    } else if (option == "--pool") {
      bench::check(ct_set_thread_pool(0, nullptr));
    } else if (option == "--random") {
      options.means = arguments.random = true;
      const bool has_seed = i + 1 < argc && std::isdigit(static_cast<unsigned char>(*argv[i + 1])) != 0;
      arguments.seed = has_seed ? std::strtoull(argv[++i], nullptr, 10) : std::random_device{}();
    } else if (option == "--cases") {
      arguments.cases = std::max(1, std::atoi(value()));
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
  if (options.seconds == 0) options.seconds = arguments.random ? 0.1 : 4;
  return arguments;
}

template <class C>
void keep_wanted(std::vector<C> &cases, const std::vector<C> &more, const std::string &filter) {
  for (const C &c : more) {
    if (c.name.find(filter) != std::string::npos) cases.push_back(c);
  }
}

}  // namespace

int main(int argc, char **argv) {
  const Arguments arguments = parse(argc, argv);
  const bench::Options &options = arguments.options;
  std::vector<Case> cases;
  std::vector<bench::SmallCase> small;
  std::vector<bench::RateCase> rates;
  std::vector<bench::MathCase> math;
  std::vector<bench::ChainCase> chains;
  if (arguments.random) {
    keep_wanted(cases, bench::random_cases(arguments.seed, arguments.cases), options.filter);
  } else {
    keep_wanted(small, bench::small_cases(), options.filter);
    keep_wanted(small, bench::program_cases(), options.filter);
    keep_wanted(small, bench::order_cases(), options.filter);
    keep_wanted(rates, bench::memcpy_cases(), options.filter);
    keep_wanted(math, bench::math_cases(), options.filter);
    keep_wanted(chains, bench::chain_cases(), options.filter);
    for (const bench::Family &family : bench::kFamilies) {
      std::vector<Case> all = family.cases();
      for (Case &c : all) c.family = family.name;
      keep_wanted(cases, all, options.filter);
    }
  }
  if (arguments.list) {
    if (!options.json.empty()) {
      bench::list_json(cases, options.json.c_str());
      return 0;
    }
    for (const bench::SmallCase &c : small) std::printf("%s\n", c.name.c_str());
    for (const bench::RateCase &c : rates) std::printf("%s\n", c.name.c_str());
    for (const bench::MathCase &c : math) std::printf("%s\n", c.name.c_str());
    for (const bench::ChainCase &c : chains) std::printf("%s\n", c.name.c_str());
    for (const Case &c : cases) std::printf("%s\n", c.name.c_str());
    return 0;
  }

  const size_t total = small.size() + rates.size() + math.size() + chains.size() + cases.size();
  if (total == 0) std::fprintf(stderr, "bench: no case's name contains: %s\n", options.filter.c_str());
  if (arguments.random) {
    std::printf("--random %llu --cases %d\n", static_cast<unsigned long long>(arguments.seed), arguments.cases);
  }
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
  for (const bench::ChainCase &c : chains) {
    progress(c.name);
    bench::run_chain(c, options, report);
  }
  for (const Case &c : cases) {
    progress(c.name);
    bench::run_case(c, options, report);
  }
  if (terminal) std::fprintf(stderr, "\r\033[K");
  if (options.peers && !bench::have_hptt()) std::printf("\nThis build has no HPTT: give Meson the option hptt_dir.\n");
  report.summary();
  return 0;
}
