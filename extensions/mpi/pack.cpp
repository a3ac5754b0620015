#include "pack.h"

#include <cstring>

namespace ct_mpi {

namespace {

// Up to so many bytes, plain loops are at least as fast as the core's copy: for several dims of short units, and of
// long ones. For one dim of units, which edges of blocks are, they always are on one thread; with several threads, the
// core shares large copies among them. Measured on edges of 1 KiB to 64 MiB, by bench/mpi_halo.c.
constexpr int64_t kPlain = 8 << 10, kPlainRows = 512 << 10, kLongUnit = 64;

}  // namespace

Layout::Layout(Tensor t) : t_(std::move(t)), bytes_(nbytes(t_)) {
  data_ = static_cast<char *>(const_cast<void *>(ct_tensor_data(t_)));
  const int64_t itemsize = ct_tensor_itemsize(t_);
  unit_ = itemsize;
  if (bytes_ == 0) return;
  for (int32_t d = ct_tensor_ndim(t_) - 1; d >= 0; --d) {
    const int64_t size = ct_tensor_sizes(t_)[d], step = ct_tensor_strides(t_)[d] * itemsize;
    if (size == 1) continue;
    if (ndim_ > 0 && step == steps_[ndim_ - 1] * counts_[ndim_ - 1]) {
      counts_[ndim_ - 1] *= size;
    } else {
      counts_[ndim_] = size, steps_[ndim_] = step, ++ndim_;
    }
  }
  if (ndim_ == 0 || steps_[0] != itemsize) {
    if (ndim_ == 0) unit_ = bytes_;
  } else {
    unit_ = counts_[0] * itemsize;
    for (int32_t d = 1; d < ndim_; ++d) counts_[d - 1] = counts_[d], steps_[d - 1] = steps_[d];
    --ndim_;
  }
  if (ndim_ == 1) {
    by_core_ = bytes_ > kPlainRows && ct_get_num_threads() > 1;
  } else if (ndim_ > 1) {
    by_core_ = bytes_ > (unit_ >= kLongUnit ? kPlainRows : kPlain);
  }
}

template <bool kPack, int kUnit>
void Layout::walk(char *run) const {
  const int64_t unit = kUnit == 0 ? unit_ : kUnit;
  const int64_t inner = counts_[0], step = steps_[0], middle = ndim_ > 1 ? counts_[1] : 1,
                next = ndim_ > 1 ? steps_[1] : 0;
  int64_t index[kMaxDims] = {};
  char *at = data_;
  for (;;) {
    for (int64_t j = 0; j < middle; ++j) {
      char *one = at + j * next;
      for (int64_t i = 0; i < inner; ++i) {
        std::memcpy(kPack ? run : one, kPack ? one : run, static_cast<size_t>(unit));
        one += step, run += unit;
      }
    }
    int32_t d = 2;
    for (; d < ndim_; ++d) {
      at += steps_[d];
      if (++index[d] < counts_[d]) break;
      at -= steps_[d] * counts_[d];
      index[d] = 0;
    }
    if (d >= ndim_) return;
  }
}

template <bool kPack>
void Layout::move(char *run) const {
  switch (unit_) {
    case 1:
      return walk<kPack, 1>(run);
    case 2:
      return walk<kPack, 2>(run);
    case 4:
      return walk<kPack, 4>(run);
    case 8:
      return walk<kPack, 8>(run);
    case 16:
      return walk<kPack, 16>(run);
    case 32:
      return walk<kPack, 32>(run);
    default:
      return walk<kPack, 0>(run);
  }
}

void Layout::pack(char *to) const {
  if (bytes_ == 0) return;
  if (ndim_ == 0) {
    std::memcpy(to, data_, static_cast<size_t>(bytes_));
  } else if (by_core_) {
    call(ct_copy, over(to, sizes(t_), ct_tensor_dtype(t_)).get(), t_.get());
  } else {
    move<true>(to);
  }
}

void Layout::unpack(const char *from) const {
  if (bytes_ == 0) return;
  char *const run = const_cast<char *>(from);
  if (ndim_ == 0) {
    std::memcpy(data_, from, static_cast<size_t>(bytes_));
  } else if (by_core_) {
    call(ct_copy, t_.get(), over(run, sizes(t_), ct_tensor_dtype(t_)).get());
  } else {
    move<false>(run);
  }
}

}  // namespace ct_mpi
