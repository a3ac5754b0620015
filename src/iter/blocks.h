// The walk over all of an iterator, block by block. A block is a plane of two dims, chosen so that the output runs
// along memory in one and, where an input's neighbours lie along another dim, that input in the other: a kernel
// transposes such a plane in tiles. Where planes are small, a block is a box of several dims, which the loop sees as
// one row: operands that lie in another order are packed. Eager calls walk so, and the passes of an expression whose
// operands lie in different orders (src/expr): their loop takes dense rows alone, into which blocks are packed.
#pragma once

#include <optional>
#include <span>

#include "iter/iterator.h"
#include "iter/odometer.h"
#include "iter/staging.h"
#include "kernels/table.h"
#include "runtime/function_ref.h"

namespace ct {

// What is called for each block.
struct BlockCall {
  // Called with n1 rows of n0 elements. In every operand each row is dense, or one element.
  using Rows = FunctionRef<void(char *const *data, const int64_t *strides, int64_t n0, int64_t n1, int32_t worker)>;

  kernels::Loop kernel = nullptr;
  kernels::Traffic stores = kernels::Traffic::Cached;
  std::span<char *const> options = {};
  const Rows *rows = nullptr;  // in place of a kernel

  void set_options(char **data, int32_t noperands) const {
    std::copy(options.begin(), options.end(), data + noperands);
  }
  void run(Staging &staging, char *const *data, int64_t size0, int64_t size1, int32_t worker) const;
};

// Whether calling the kernel for each plane would cost more than packing boxes does, for operands within the caches.
// Planes that all operands run along in rows cost less.
bool is_worth_boxes(const Iterator &it);
// The second dim of planes, if the iterator has more than one dim.
int32_t second_dim_of(const Iterator &it);

// An odometer over the blocks: strips of planes, or boxes, and outer dims. Each step moves every operand by a stride of
// its own.
class Blocks {
 public:
  // The iterator must stay. grain: the number of elements that are worth a thread; planes are cut for the threads this
  // gives. Takes all memory that the walk needs.
  Blocks(const Iterator &it, kernels::Traffic stores, int64_t grain, bool boxes);

  int64_t count() const {
    int64_t count = 1;
    for (const int64_t size : counts_) count *= size;
    return count;
  }
  // Whether the rows that BlockCall::rows gets run along dim d of the iterator.
  bool is_in_row(int32_t d) const noexcept;

  // Calls for each block, of which those from `kept` on stay in the cache. threads: see parallel_run.
  ct_status run(const BlockCall &call, int64_t grain, int64_t kept, int32_t threads) const;

 private:
  struct Place;

  void run(const BlockCall &call, int64_t begin, int64_t end, int64_t kept, int32_t worker) const {
    if (box_.empty() && !it_.needs_conversion() && call.rows == nullptr) {
      return run(call, begin, end, kept, worker, nullptr);
    }
    run_staged(call, begin, end, kept, worker);
  }
  void run_staged(const BlockCall &call, int64_t begin, int64_t end, int64_t kept, int32_t worker) const;
  void run(const BlockCall &call, int64_t begin, int64_t end, int64_t kept, int32_t worker, Staging *staging) const;
  void lay_planes(kernels::Traffic stores, int64_t wanted);
  void lay_boxes();
  int64_t find_lead() const;
  void prefetch(char *const *data, bool with_output) const;
  void cut(int64_t parts, int64_t itemsize);
  void add_count(int64_t size, int32_t d, int64_t by = 1);

  const Iterator &it_;
  int32_t noperands_;
  int32_t second_ = 1;                 // dim 1 of planes
  int64_t size0_ = 1, size1_ = 1;      // of a plane; of a box's whole dims together, and of the one that is cut
  int64_t strip0_ = 0, strip1_ = 0;    // of them in a block
  int64_t lead_ = 0;                   // how many blocks ahead are prefetched
  DimVec box_;                         // its sizes; empty: blocks are planes
  DimVec counts_;                      // strips along dim 1, strips along dim 0, outer dims
  int64_t first_ = 0;                  // of the counts, that which turns first: without strips, an outer dim
  SmallVec<int64_t, 32> steps_;        // [count][operand], bytes
  int64_t strides_[2 * kMaxOperands];  // of a block's two dims
};

}  // namespace ct
