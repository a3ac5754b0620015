// Times the sides of a row in one process. The machine's speed wanders, so single figures say little. The sides take
// turns (A B C C B A), and the median of the paired ratios counts; the ratio of the minima stands beside it.
#pragma once

#include <ctensor.h>

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "case.h"
#include "limit.h"

namespace bench {

// An owned handle.
class Tensor {
 public:
  Tensor() = default;
  Tensor(const Operand &operand, char *memory);  // borrows the memory
  ~Tensor() { ct_tensor_release(handle_); }
  Tensor(Tensor &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Tensor(const Tensor &) = delete;
  Tensor &operator=(const Tensor &) = delete;

  ct_tensor *get() const { return handle_; }
  ct_tensor **receive() {
    ct_tensor_release(handle_);
    return &handle_;
  }

 private:
  ct_tensor *handle_ = nullptr;
};

void check(ct_status status);  // ends the program when a call failed

struct Side {
  std::string name;
  std::function<void()> run;
};

struct Options {
  int pairs = 40;
  int threads = 0;     // 0 means each of thread_counts
  double seconds = 4;  // for the pairs of one row; a slow row gets fewer pairs, but not below 10 (or --pairs)
  std::string filter;  // measures the rows whose name contains it
  std::string json;    // a file
  bool means = false;  // the mean share of each family, and its worst rows, are printed at the end
  bool peers = false;
  bool estimate = false;  // HPTT plans by its model instead of measuring, which is quicker
};

// The first side is the library's, the second is the reference. Blocks in which the reference's speed drifted do not
// count.
struct Measured {
  struct Of {
    double best = 0, median = 0;              // seconds
    double median_ratio = 0, best_ratio = 0;  // its time divided by the first side's
  };
  std::vector<Of> sides;
  double extra = 0;    // the median of how many seconds longer the first side takes than the second
  double counted = 0;  // like sides[1].median_ratio, but with the reference no faster than `cap` allows
  size_t pairs = 0;
  bool restless = false;  // too few blocks were steady, so all of them count
};

// The reference counts as at most 1.2 times as fast as the side with index `cap`; 0 sets no such bound.
Measured measure(const std::vector<Side> &sides, const Options &options, size_t cap);

// A call whose bytes a second are compared with those of memcpy.
struct RateCase {
  struct Memory {
    char *from, *to;
    int64_t nbytes;  // of one operand
    std::shared_ptr<Tensor> a, b, out;
  };
  std::string name;
  double bytes;  // read and written by a call
  std::function<Memory()> prepare;
  std::function<void(const Memory &)> call;
};

// A math function of contiguous f32, compared with SLEEF alone (math.cpp).
struct MathCase {
  std::string name;
  int op;
  int64_t count;
};

// A chain of ops, which runs as one program (chains.cpp).
struct ChainCase {
  std::string name;
  size_t chain;
  int64_t count;
  Memory memory;
};

struct SmallCase {
  std::string name;
  double floor;  // ns
  std::function<void()> run;
};

// How a row compares with its floor. unit is "" for a share of the limit, or "ns" for a time that the row must not
// exceed.
struct Verdict {
  const char *unit = "";
  double floor = 0, counted = 0;
  bool exists = false, pass = false;

  const char *text() const { return !exists ? "" : pass ? "pass" : "BELOW"; }
};

// Prints the table and the summary, and writes the JSON file.
class Report {
 public:
  explicit Report(const Options &options);
  ~Report();
  Report(const Report &) = delete;
  Report &operator=(const Report &) = delete;

  // `note` is printed at the end of the line.
  void add(const Case &c, int threads, const Limit &limit, const std::vector<Side> &sides, const Measured &measured,
           const std::string &note);
  void add(const SmallCase &c, const std::vector<Side> &sides, const Measured &measured);
  void add(const RateCase &c, int threads, double memcpy_bytes, const std::vector<Side> &sides,
           const Measured &measured);
  void add(const MathCase &c, int threads, const std::vector<Side> &sides, const Measured &measured);
  void summary();

 private:
  struct Versus {
    std::string group;
    double log_sum, worst;
    int count;
  };

  struct Share {
    std::string group, name;
    double of_limit;
  };

  void json_begin(const std::string &name, int threads);
  void json_sides(const std::vector<Side> &sides, const Measured &measured);
  void json_end(const Verdict &verdict, const Measured &measured);
  void print_means();
  void against_hptt(const Case &c, int threads, double ratio);

  std::FILE *json_ = nullptr;
  bool first_ = true;
  int passed_ = 0, below_ = 0;
  bool means_;
  std::vector<Versus> versus_;
  std::vector<Share> shares_;
};

// The faster of cached and non-temporal stores. Where a cache holds the case, one thread may be the fastest of all,
// because a team costs more than it gains.
Limit best_limit(Mix mix, double nbytes, int threads, const std::function<void(const Limit &)> &run);

std::vector<int> thread_counts(bool every);  // 1, 2 and all; or each number up to all

void run_case(const Case &c, const Options &options, Report &report);
void run_rate(const RateCase &c, const Options &options, Report &report);
void run_math(const MathCase &c, const Options &options, Report &report);
void run_chain(const ChainCase &c, const Options &options, Report &report);
void run_small(const SmallCase &c, const Options &options, Report &report);

}  // namespace bench
