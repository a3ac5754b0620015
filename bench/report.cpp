// Prints the table, writes the JSON file and compares rows with their floors.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "harness.h"
#include "hptt_peer.h"
#include "pool.h"

namespace bench {

namespace {

constexpr double kSmallBytes = 64 << 10;  // a smaller copy may take as long as the limit and kSmallExtraSeconds
constexpr double kSmallExtraSeconds = 30e-9;
constexpr double kL1Floor = 0.60, kL2Floor = 0.70, kL3Floor = 0.80;  // Floor::Where::kByLevel
constexpr double kNoSlower = 0.97;  // the clock tells two equal speeds apart by so much
constexpr double kMathFloor = 0.90;
constexpr size_t kWorst = 10;  // rows of a group that are printed again at the end
constexpr double kHpttOne = 1.3, kHpttTwo = 1.1, kHpttWorst = 0.95;

#if defined(__clang__)
const char kCompiler[] = __VERSION__;
#else
const char kCompiler[] = "GCC " __VERSION__;
#endif

Verdict judged(double floor, double counted) { return {"", floor, counted, true, counted >= floor}; }
Verdict judged_ns(double floor, double counted) { return {"ns", floor, counted, true, counted <= floor}; }

Verdict judge(const Case &c, int threads, const std::vector<Side> &sides, const Measured &measured) {
  if (c.every_thread_count) {
    for (size_t s = 2; s < sides.size(); s++) {
      if (sides[s].name == "one thread") return judged(kNoSlower, measured.sides[s].median_ratio);
    }
    return {};
  }
  if (c.floor.where == Floor::Where::kNowhere || threads > 2) return {};
  const double nbytes = c.reads + c.writes;
  const std::string at = level(nbytes);
  if (c.floor.where == Floor::Where::kByLevel && nbytes < kSmallBytes) {
    return judged_ns(kSmallExtraSeconds * 1e9, measured.extra * 1e9);
  }
  if (c.floor.where == Floor::Where::kByLevel && at != "DRAM") {
    return judged(at == "L3" ? kL3Floor : at == "L2" ? kL2Floor : kL1Floor, measured.counted);
  }
  if (c.floor.where == Floor::Where::kBeyondCaches && at != "DRAM") return {};
  return judged(threads == 1 ? c.floor.one : c.floor.two, measured.counted);
}

}  // namespace

Report::Report(const Options &options) : means_(options.means) {
  std::printf("libctensor %d.%d.%d, %s kernels, on %s (caches %lld KiB, %lld KiB, %lld MiB)\n", CT_VERSION_MAJOR,
              CT_VERSION_MINOR, CT_VERSION_PATCH, ct_isa(), processor().c_str(),
              static_cast<long long>(caches().l1 >> 10), static_cast<long long>(caches().l2 >> 10),
              static_cast<long long>(caches().l3 >> 20));
  std::printf(
      "GB/s counts bytes read and written, in the best call of each side. ratio is our speed to the limit's, as the\n"
      "median of the pairs; min is that of the best calls. floor shows what counts and the share that it must reach: "
      "on\n"
      "two threads in DRAM, the limit counts as at most 1.2 of one thread's. *: the machine was too restless to drop\n"
      "pairs. peers is our speed to theirs, median/min.\n\n");
  std::printf("%-52s %3s %4s %8s %8s %-11s %5s %5s  %-20s %5s  %s\n", "case", "thr", "in", "ours", "limit", "mix",
              "ratio", "min", "floor", "pairs", "peers");
  if (options.json.empty()) return;
  json_ = std::fopen(options.json.c_str(), "w");
  if (json_ == nullptr) {
    std::perror(options.json.c_str());
    std::exit(1);
  }
  std::fprintf(json_,
               "{\"program\": \"libctensor %d.%d.%d\", \"isa\": \"%s\", \"limit_isa\": \"%s\", \"processor\": \"%s\", "
               "\"threads\": %d, \"l1\": %lld, \"l2\": %lld, \"l3\": %lld, \"compiler\": \"%s\",\n\"rows\": [",
               CT_VERSION_MAJOR, CT_VERSION_MINOR, CT_VERSION_PATCH, ct_isa(), limit_isa(), processor().c_str(),
               thread_counts(true).back(), static_cast<long long>(caches().l1), static_cast<long long>(caches().l2),
               static_cast<long long>(caches().l3), kCompiler);
}

Report::~Report() {
  if (json_ == nullptr) return;
  std::fprintf(json_, "\n]}\n");
  std::fclose(json_);
}

void Report::json_begin(const std::string &name, int threads) {
  std::fprintf(json_, "%s\n{\"case\": \"%s\", \"threads\": %d", first_ ? "" : ",", name.c_str(), threads);
  first_ = false;
}

void Report::json_sides(const std::vector<Side> &sides, const Measured &measured) {
  std::fprintf(json_, ", \"sides\": {");
  for (size_t s = 0; s < sides.size(); s++) {
    const Measured::Of &of = measured.sides[s];
    std::fprintf(json_,
                 "%s\"%s\": {\"best_s\": %.6g, \"median_s\": %.6g, \"ours_to_it\": %.4f, \"ours_to_it_min\": %.4f}",
                 s == 0 ? "" : ", ", sides[s].name.c_str(), of.best, of.median, of.median_ratio, of.best_ratio);
  }
  std::fprintf(json_, "}");
}

void Report::json_end(const Verdict &verdict, const Measured &measured) {
  std::fprintf(json_, ", \"pairs\": %zu, \"restless\": %s", measured.pairs, measured.restless ? "true" : "false");
  if (verdict.exists) {
    std::fprintf(json_, ", \"floor\": %g, \"unit\": \"%s\", \"counted\": %.4f, \"pass\": %s", verdict.floor,
                 verdict.unit, verdict.counted, verdict.pass ? "true" : "false");
  }
  std::fprintf(json_, "}");
  std::fflush(json_);
}

void Report::add(const Case &c, int threads, const Limit &limit, const std::vector<Side> &sides,
                 const Measured &measured, const std::string &note) {
  const double nbytes = c.reads + c.writes;
  const Verdict verdict = judge(c, threads, sides, measured);
  if (verdict.exists) (verdict.pass ? passed_ : below_)++;
  char floor[32] = "";
  if (verdict.exists) {
    std::snprintf(floor, sizeof floor, *verdict.unit != 0 ? "%+.0f/%.0f ns %s" : "%.2f/%.2f %s", verdict.counted,
                  verdict.floor, verdict.text());
  }
  std::string peers;
  for (size_t s = 2; s < sides.size(); s++) {
    char text[64];
    const Measured::Of &of = measured.sides[s];
    std::snprintf(text, sizeof text, "%s%s %.2f/%.2f", s == 2 ? "" : ", ", sides[s].name.c_str(), of.median_ratio,
                  of.best_ratio);
    peers += text;
    if (sides[s].name == "hptt" && c.against_hptt) against_hptt(c, threads, of.median_ratio);
  }
  if (!note.empty()) peers += (peers.empty() ? "" : ", ") + note;
  std::string mix = mix_name(limit.mix);
  if (limit.non_temporal) mix += " nt";
  if (limit.threads < threads) mix += " 1T";
  const char *at = level(nbytes);
  const Measured::Of &ours = measured.sides[0], &its = measured.sides[1];
  std::printf("%-52s %3d %4s %8.1f %8.1f %-11s %5.2f %5.2f  %-20s %4zu%c  %s\n", c.name.c_str(), threads, at,
              nbytes / ours.best * 1e-9, nbytes / its.best * 1e-9, mix.c_str(), its.median_ratio, its.best_ratio, floor,
              measured.pairs, measured.restless ? '*' : ' ', peers.c_str());
  std::fflush(stdout);
  if (means_) {
    const std::string on = std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    shares_.push_back({c.family + ", " + on, c.name, its.median_ratio});
  }
  if (json_ == nullptr) return;
  json_begin(c.name, threads);
  std::fprintf(
      json_,
      ", \"family\": \"%s\", \"op\": \"%s\", \"memory\": \"%s\", \"reads\": %.0f, \"writes\": %.0f, \"level\": \"%s\"",
      c.family.c_str(), op_name(c.op), memory_name(c.memory), c.reads, c.writes, at);
  std::fprintf(json_, ", \"mix\": \"%s\", \"limit_is_non_temporal\": %s, \"limit_threads\": %d", mix_name(limit.mix),
               limit.non_temporal ? "true" : "false", limit.threads);
  json_sides(sides, measured);
  json_end(verdict, measured);
}

void Report::add(const SmallCase &c, const std::vector<Side> &sides, const Measured &measured) {
  const double ns = measured.sides[0].median * 1e9, best = measured.sides[0].best * 1e9;
  const Verdict verdict = c.floor == 0 ? Verdict{} : judged_ns(c.floor, ns);
  if (verdict.exists) (verdict.pass ? passed_ : below_)++;
  char floor[32] = "";
  if (verdict.exists) std::snprintf(floor, sizeof floor, "%.0f/%.0f ns %s", ns, c.floor, verdict.text());
  std::printf("%-52s   1      %5.0f ns, best %5.0f ns                  %-20s %4zu%c\n", c.name.c_str(), ns, best, floor,
              measured.pairs, measured.restless ? '*' : ' ');
  std::fflush(stdout);
  if (json_ == nullptr) return;
  json_begin(c.name, 1);
  json_sides(sides, measured);
  json_end(verdict, measured);
}

void Report::add(const RateCase &c, int threads, double memcpy_bytes, const std::vector<Side> &sides,
                 const Measured &measured) {
  std::printf("%-52s %3d %6.1f GB/s", c.name.c_str(), threads, c.bytes / measured.sides[0].best * 1e-9);
  for (size_t s = 1; s < sides.size(); s++) {
    const Measured::Of &of = measured.sides[s];
    const double more = c.bytes / memcpy_bytes;
    std::printf(", %s %.1f: %.2f/%.2f", sides[s].name.c_str(), memcpy_bytes / of.best * 1e-9, more * of.median_ratio,
                more * of.best_ratio);
  }
  std::printf("%5zu%c\n", measured.pairs, measured.restless ? '*' : ' ');
  std::fflush(stdout);
  if (json_ == nullptr) return;
  json_begin(c.name, threads);
  std::fprintf(json_, ", \"bytes\": %.0f, \"memcpy_bytes\": %.0f", c.bytes, memcpy_bytes);
  json_sides(sides, measured);
  json_end({}, measured);
}

void Report::add(const MathCase &c, int threads, const std::vector<Side> &sides, const Measured &measured) {
  const bool by_memory = sides.size() > 2 && measured.sides[2].median > measured.sides[1].median;
  const size_t slower = by_memory ? 2 : 1;
  const Measured::Of &ours = measured.sides[0], &its = measured.sides[slower];
  const Verdict verdict = judged(kMathFloor, its.median_ratio);
  (verdict.pass ? passed_ : below_)++;
  const auto ps = [&](double seconds) { return seconds * 1e12 / static_cast<double>(c.count); };
  std::printf("%-52s %3d %6.0f ps an element, %s %6.0f: %5.2f %5.2f  %.2f/%.2f %-6s %4zu%c\n", c.name.c_str(), threads,
              ps(ours.best), sides[slower].name.c_str(), ps(its.best), its.median_ratio, its.best_ratio,
              its.median_ratio, kMathFloor, verdict.text(), measured.pairs, measured.restless ? '*' : ' ');
  std::fflush(stdout);
  if (json_ == nullptr) return;
  json_begin(c.name, threads);
  std::fprintf(json_, ", \"elements\": %lld", static_cast<long long>(c.count));
  json_sides(sides, measured);
  json_end(verdict, measured);
}

void Report::against_hptt(const Case &c, int threads, double ratio) {
  const size_t slash = c.name.find(" /");
  const std::string group = short_name(c.to.dtype) + (slash == std::string::npos ? " whole" : c.name.substr(slash)) +
                            ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  auto found = std::find_if(versus_.begin(), versus_.end(), [&](const Versus &v) { return v.group == group; });
  if (found == versus_.end()) found = versus_.insert(versus_.end(), {group, 0, INFINITY, 0});
  found->log_sum += std::log(ratio);
  found->worst = std::min(found->worst, ratio);
  found->count++;
}

void Report::print_means() {
  std::stable_sort(shares_.begin(), shares_.end(), [](const Share &a, const Share &b) {
    return std::tie(a.group, a.of_limit) < std::tie(b.group, b.of_limit);
  });
  for (size_t begin = 0, end = 0; begin < shares_.size(); begin = end) {
    double log_sum = 0;
    for (; end < shares_.size() && shares_[end].group == shares_[begin].group; end++) {
      log_sum += std::log(shares_[end].of_limit);
    }
    const size_t count = end - begin;
    std::printf("%s, %zu cases: geometric mean of the share of the limit %.2f; the worst:\n",
                shares_[begin].group.c_str(), count, std::exp(log_sum / static_cast<double>(count)));
    for (size_t i = begin; i < std::min(end, begin + kWorst); i++) {
      std::printf("  %5.2f  %s\n", shares_[i].of_limit, shares_[i].name.c_str());
    }
  }
}

void Report::summary() {
  std::printf("\n");
  print_means();
  for (const Versus &versus : versus_) {
    const double mean = std::exp(versus.log_sum / versus.count);
    const double floor = versus.group.find(", 1 ") != std::string::npos ? kHpttOne : kHpttTwo;
    std::printf("HPTT %-24s %3d cases: geometric mean %.2f, worst %.2f; floors %.2f, %.2f: %s\n", versus.group.c_str(),
                versus.count, mean, versus.worst, floor, kHpttWorst,
                mean >= floor && versus.worst >= kHpttWorst ? "pass" : "BELOW");
  }
  std::printf("floors: %d pass, %d below\n", passed_, below_);
}

}  // namespace bench
