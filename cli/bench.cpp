// ctensor bench: what the machine's memory can do, and what ops make of it.
#include <chrono>
#include <cstring>

#include "cli.h"

namespace cli {

using namespace ctensor;

namespace {

// Seconds of the best of several calls, which take about a fifth of a second together.
double best(const std::function<void()> &call) {
  using Clock = std::chrono::steady_clock;
  double fastest = 1e9, total = 0;
  for (int k = 0; k < 3 || total < 0.2; ++k) {
    const auto begin = Clock::now();
    call();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    fastest = std::min(fastest, seconds);
    total += seconds;
  }
  return fastest;
}

}  // namespace

int bench(const Options &options, int32_t threads) {
  if (threads > 0) set_num_threads(threads);
  Json all = {{"version", std::to_string(version().major) + "." + std::to_string(version().minor) + "." +
                              std::to_string(version().patch)},
              {"isa", isa()},
              {"threads", get_num_threads()},
              {"cases", Json::array()}};
  if (!options.json) {
    std::printf("libctensor %s, %s, %d threads; float32, GB/s of what is read and written\n\n",
                all["version"].get<std::string>().c_str(), isa(), get_num_threads());
    std::printf("%-10s %9s %9s %9s %9s %9s %9s\n", "", "memcpy", "copy", "transpose", "add", "sum", "exp");
  }
  for (const int64_t side : {64, 512, 4096}) {
    const Tensor x = Rng(1).uniform({side, side}), y = empty_like(x), turned = x.transpose(0, 1), total = zeros({});
    const auto bytes = static_cast<double>(x.nbytes());
    struct {
      const char *name;
      double moved;
      std::function<void()> call;
    } const cases[] = {
        // memcpy takes one thread, and is the usual limit of one
        {"memcpy", 2 * bytes, [&] { std::memcpy(y.data_mut(), x.data(), static_cast<size_t>(x.nbytes())); }},
        {"copy", 2 * bytes, [&] { y.copy_from(x); }},
        {"transpose", 2 * bytes, [&] { y.copy_from(turned); }},
        {"add", 3 * bytes, [&] { add_out(x, x, y); }},
        {"sum", bytes, [&] { sum_out(x, std::nullopt, false, DType::Undefined, total); }},
        {"exp", 2 * bytes, [&] { exp_out(x, y); }},
    };
    if (!options.json) std::printf("%-10s", bytes_of(x.nbytes()).c_str());
    for (const auto &one : cases) {
      const double rate = one.moved / best(one.call) / 1e9;
      all["cases"].push_back({{"name", one.name}, {"bytes", x.nbytes()}, {"gb_per_s", rate}});
      if (!options.json) std::printf(" %9.1f", rate), std::fflush(stdout);
    }
    if (!options.json) std::printf("\n");
  }
  if (options.json) std::printf("%s\n", all.dump(2).c_str());
  return 0;
}

}  // namespace cli
