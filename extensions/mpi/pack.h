// Copies elements of a strided tensor into contiguous memory, and back.
#pragma once

#include "support.h"

namespace ct_mpi {

// The core copies large tensors. Small ones, as most edges of blocks are, go through plain loops here, which take less
// time than making the tensor handles that the core needs.
class Layout {
 public:
  Layout() = default;
  explicit Layout(Tensor t);  // whose memory must be writable for unpack

  bool is_run() const { return ndim_ == 0; }  // the elements lie one after the other
  char *data() const { return data_; }
  int64_t bytes() const { return bytes_; }
  void pack(char *to) const;
  void unpack(const char *from) const;

 private:
  template <bool kPack>
  void move(char *run) const;
  template <bool kPack, int kUnit>
  void walk(char *run) const;

  Tensor t_;
  char *data_ = nullptr;
  int64_t bytes_ = 0, unit_ = 1;  // bytes that are moved at once
  int64_t counts_[kMaxDims], steps_[kMaxDims];
  int32_t ndim_ = 0;  // dims of units, the last one first
  bool by_core_ = false;
};

}  // namespace ct_mpi
