// Measures the library against a reference in one process. The machine's speed wanders, so single figures say little:
// the two sides alternate (A B B A) and what counts is the median of the paired ratios beside the ratio of the minima.
#pragma once

#include <ctensor.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// Page-aligned memory, advised to be huge pages, filled with random floats in [0, 1): zeros would be kind to caches.
class Buffer {
 public:
  explicit Buffer(int64_t nbytes, uint64_t seed = 1);
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  char *data() const { return data_; }
  int64_t nbytes() const { return nbytes_; }

 private:
  char *data_;
  int64_t nbytes_;
};

// An owned handle.
class Tensor {
 public:
  Tensor() = default;
  Tensor(const Buffer &buffer, std::vector<int64_t> sizes, ct_dtype dtype);  // looks at the buffer
  ~Tensor() { ct_tensor_release(handle_); }
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
  double bytes;  // read and written, each counted once
  std::function<void()> run;
};

Side memcpy_side(const Buffer &to, const Buffer &from, int threads);  // each thread copies its share

struct Options {
  int pairs = 40;
  double at_least = 0;  // the program fails when a ratio is below
  std::string filter;   // rows whose name holds it
};

class Harness {
 public:
  explicit Harness(const Options &options);

  std::vector<int> thread_counts() const;  // one, and all

  // Prints a row: bytes per second of both sides, and their ratio.
  void compare(const std::string &name, int threads, const Side &ours, const Side &reference);
  bool ok() const { return ok_; }

 private:
  Options options_;
  bool ok_ = true;
};

}  // namespace bench
