// The commands of ctensor, the program: each prints what it finds and returns the exit status.
#pragma once

#include <ctensor.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace cli {

using Json = nlohmann::ordered_json;

struct Options {
  bool json = false;
  bool quiet = false;  // no progress
};

int info(const Options &options, const std::vector<std::string> &paths, bool brief);

struct Conversion {
  std::string from, to, dtype, layout, tensor;
  bool deflate = false;
};
int convert(const Options &options, const Conversion &conversion);

struct Tolerance {
  double relative = 0, absolute = 0;
};
int diff(const Options &options, const std::string &a, const std::string &b, const Tolerance &tolerance);

int bench(const Options &options, int32_t threads);

// ---- shared ----

// Holds an int64 or a uint64, and the difference of two.
using Integer = __int128;
Integer integer_of(const ctensor::Tensor &number);

// Text from a file without its control characters, which a terminal would take for commands.
std::string printable(const std::string &text);
// A tensor's name as a person reads it: npy has none.
std::string shown(const std::string &name);
std::string shape_of(const ctensor::Tensor &t);  // [2, 3]
std::string short_number(double value);          // six digits
std::string bytes_of(int64_t count);             // 1.5 MiB

// Calls piece(part) for all elements of t, some at a time, as 1-d tensors in the order of memory. If that takes long,
// the terminal shows how much is done.
class Walk {
 public:
  Walk(const Options &options, int64_t bytes, std::string what);
  ~Walk();
  void over(const ctensor::Tensor &t, const std::function<void(const ctensor::Tensor &)> &piece);
  void over(const ctensor::Tensor &a, const ctensor::Tensor &b,
            const std::function<void(const ctensor::Tensor &, const ctensor::Tensor &)> &piece);

 private:
  void done(int64_t bytes);

  bool shows_;
  int64_t bytes_, done_ = 0, shown_ = -1;
  std::string what_;
};

}  // namespace cli
