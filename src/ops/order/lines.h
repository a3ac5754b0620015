// What ops share that put the elements of lines in order: how lines are walked, and the kernels for a dtype's keys. Ops
// see dense lines: lines that lie otherwise in memory are gathered, several neighbours at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "iter/lines.h"
#include "kernels/order_table.h"
#include "kernels/tuning.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
#include "tensor/tensor.h"

namespace ct {

void check_ordered(const char *name, DType dtype);  // refuses complex numbers, which have no order

// The kernels for the keys of a dtype, and how they are asked for.
struct Keys {
  Keys(DType of, bool descending_order);

  // Returns whether some element cannot be told from its key alone (a NaN, or -0).
  bool encode(char *keys, const char *from, int64_t n) const {
    return codec.encode(keys, from, n, codec.form[descending ? 1 : 0]);
  }
  void decode(char *to, const char *keys, int64_t n) const {
    codec.decode(to, keys, n, codec.form[descending ? 1 : 0]);
  }
  uint64_t at(const char *keys, int64_t index) const;
  void gather(char *to, const char *from, const int64_t *indices, int64_t n) const;       // elements
  void gather_keys(char *to, const char *from, const int64_t *indices, int64_t n) const;  // keys

  DType dtype;
  bool descending;
  int64_t itemsize, size;  // bytes of an element, and of a key
  const kernels::KeyCodec &codec;
  const kernels::KeySort &sort;
  const kernels::KeySearch &search;
  const kernels::KeyColumnsTable &columns;
  uint64_t nan;  // the key of NaN in ascending order; 0 where there is none
};

// Runs body(index, worker) for each task.
template <class Body>
void run_tasks(const char *name, int64_t tasks, int32_t workers, Body &&body) {
  const auto task = [&](int64_t index, int32_t worker) -> ct_status {
    body(index, worker);
    return CT_OK;
  };
  const ct_status status = workers > 1 ? parallel_run(tasks, task, workers) : serial_run(tasks, task);
  if (status != CT_OK) fail(status, name, ": the executor failed");
}
// Runs body(begin, end, worker) for ranges of `each` elements.
template <class Body>
void run_ranges(const char *name, int64_t count, int64_t each, int32_t workers, Body &&body) {
  run_tasks(name, divide_up(count, each), workers,
            [&](int64_t index, int32_t worker) { body(index * each, std::min(count, (index + 1) * each), worker); });
}

// Moves dense elements to where they are `step` bytes apart.
void spread(DType dtype, char *to, int64_t step, const char *from, int64_t n);
// Stores one element n times.
void repeat(DType dtype, char *to, int64_t step, const char *from, int64_t n);

// All elements as one dense line, for ops to which their order does not matter: a dense tensor's are taken in the order
// of memory.
Ref<Tensor> as_one_line(const Tensor &t);

class OrderLines {
 public:
  // Lines of `in` along dim, and where the results of each begin in `out` and beside it. Those have a dim for each of
  // the input's, of any size along dim. element_ps: what an element takes, for the choice of threads.
  OrderLines(const char *name, const Tensor &out, const Tensor &in, int32_t dim, const Tensor *beside,
             int64_t element_ps);

  struct Line {
    const char *from;  // dense
    char *to, *beside;
  };

  int64_t size() const { return size_; }
  int64_t to_step() const { return to_step_; }
  int64_t beside_step() const { return beside_step_; }
  // Whether there are few lines, each so long that threads share it.
  bool shares_lines() const { return workers_ > 1 && lines_.count() < workers_ && size_ * itemsize_ >= kSharedSort; }
  int32_t workers() const { return workers_; }
  const char *name() const { return name_; }
  int64_t count() const { return lines_.count(); }
  // Whether neighbours in the output belong to different lines, more than a few of them.
  bool lie_apart() const { return to_step_ != itemsize_ && size_ > 1 && lines_.across.size >= kFewestShortLines; }

  // A line of one element is in order. If lines are like that, copies their elements, where values are wanted, gives
  // each the place 0, and returns true.
  bool give_single(bool values, bool places) const;

  // Rows of lines side by side, first + k in column k. To a dense block from the input; from a dense block to an
  // output, the first one or the one beside it, whose dtype is `to_dtype`.
  void get_rows(char *block, int64_t first, int64_t count, int64_t row, int64_t rows) const;
  void put_rows(DType to_dtype, DType dtype, const char *block, int64_t first, int64_t count, int64_t row, int64_t rows,
                bool beside) const;
  const char *line(int64_t index) const;  // where it begins in the input
  int64_t from_step() const { return from_step_; }

  // take(line, scratch) for all lines; scratch: so many bytes of the worker's own. shares: one by one, because take has
  // threads share each.
  void run(int64_t scratch_bytes, FunctionRef<void(const Line &, char *)> take, bool shares = false) const;
  // Calls take(first line, count, scratch) for all lines, `width` of them side by side.
  void run_blocks(int64_t width, int64_t scratch_bytes, FunctionRef<void(int64_t, int64_t, char *)> take) const;

 private:
  void gather(char *to, int64_t line_bytes, const char *from, int64_t count) const;
  // Calls take(place of the first, count, the number of its line) for groups of lines that are neighbours along one
  // dim.
  template <class Take>
  void neighbours(int64_t first, int64_t count, Take &&take) const {
    for (int64_t k = 0; k < count;) {
      const int64_t at = (first + k) % lines_.across.size, some = std::min(count - k, lines_.across.size - at);
      Lines::Place place = lines_.group((first + k) / lines_.across.size);
      place.to += at * lines_.across.to;
      place.from += at * lines_.across.from;
      place.beside += at * lines_.across.beside;
      take(place, some, k);
      k += some;
    }
  }

  const char *name_;
  DType dtype_;
  int64_t itemsize_, size_, from_step_, to_step_, beside_step_ = 0;
  Lines lines_;
  bool dense_;
  int64_t together_;
  int32_t workers_;
};

// Puts a line into order: the indices of its elements, of equal ones the first first. keys: of the line; scratch: of
// order_scratch(n) bytes. n is at most kMostOrdered.
constexpr int64_t kMostOrdered = int64_t{1} << 32;
constexpr int64_t order_scratch(int64_t n) { return 2 * 8 * n; }
void check_orderable(const char *name, int64_t n);
void order_keys(const Keys &keys, const char *line_keys, int64_t n, int64_t *indices, char *scratch);

// Orders or sorts one line on many threads. scratch: shared_scratch(n, workers) bytes.
int64_t shared_scratch(int64_t n, int32_t workers);
void order_on_threads(const char *name, int32_t workers, const Keys &keys, const char *from, int64_t n,
                      int64_t *indices, char *scratch);
// Writes the sorted keys, dense, to `to`. Returns whether some element cannot be told from its key alone.
bool sort_on_threads(const char *name, int32_t workers, const Keys &keys, const char *from, int64_t n, char *to,
                     char *scratch);

}  // namespace ct
