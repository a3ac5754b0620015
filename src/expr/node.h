// A node of an expression: an op that has been recorded, not computed, with its operands. A deferred tensor is a layout
// over a storage without memory that holds such a node; so a view of it needs no node of its own. Nodes never change:
// any number of threads may read one.
#pragma once

#include <cstdint>
#include <span>

#include "iter/iterator.h"
#include "kernels/table.h"
#include "runtime/ref.h"
#include "tensor/tensor.h"

namespace ct {

struct ComputedInput;  // iter/reduce.h

// A recorded reduction, or a recorded op along one dim: everything that is needed to compute it once its input is in
// memory.
struct ReductionCall {
  // by_rows: the input consists of few dense rows, whose results are computed without any memory; reduced and keepdim
  // then refer to such an input. Allowed only where the field `by_rows` says so.
  void (*run)(const ReductionCall &call, const Tensor &input, Tensor &out, bool by_rows) = nullptr;
  uint64_t reduced = 0;  // a bit a dim
  double number = 0;     // an option of the op
  int32_t op = 0;
  DType dtype = DType::Undefined;  // what was asked for
  bool keepdim = false, by_rows = false;
  bool computes = false;  // it takes a computed input that is dense and whose last dims are reduced, or all
  bool sums = false;      // elements are added as they are, by Accumulator::sum
  bool is_along = false;  // it goes along the dim in `reduced`, and gives as many elements as it takes
  const ComputedInput *computed = nullptr;  // that input, when it runs
};

class Node final : public RefCounted<Node> {
 public:
  static constexpr int32_t kMostOperands = 3;

  struct Operand {
    Ref<Tensor> tensor;             // deferred, or of memory: then it is nobody else's, so that its layout stays
    DType read = DType::Undefined;  // as the kernel sees it
    uint32_t version = 0;           // of its memory when the op was recorded
  };

  const char *name = "";
  int32_t op = -1;               // of kernels::Elementwise, or -1
  kernels::Loop loop = nullptr;  // NULL: the result is operand 0, element by element, or a reduction of it
  ReductionCall reduction;
  DType written = DType::Undefined;  // what the kernel writes
  DType dtype = DType::Undefined;    // what the result has
  int64_t element_ps = 0;            // see Cost
  bool is_leaf = false;              // operand 0 as it lies in memory: layouts are those of its storage
  bool looks_for_zeros = false;      // whether operand 1, a divisor of integers, has to be searched for zeros first
  int32_t noperands = 0, noptions = 0;
  Operand operands[kMostOperands];
  DimVec sizes, strides;  // of the whole result, dense
  alignas(16) char options[kernels::kMostOptions][16];

  bool is_reduction() const noexcept { return reduction.run != nullptr; }
  static void dispose(Node *node) noexcept;

 private:
  template <class T, class... Args>
  friend T *make(Args &&...);
  template <class T>
  friend void destroy(T *) noexcept;
  friend struct NodeChain;
  Node() = default;
  ~Node() = default;

  Node *next_ = nullptr;  // in a list of those that are about to go
};

// An op to be recorded: what its kernel is, and an iterator over its output and inputs that says how it reads and
// writes them.
struct Recorded {
  const char *name;
  kernels::Loop loop;
  const Iterator &it;
  int64_t element_ps = 0;
  std::span<char *const> options = {};
  bool looks_for_zeros = false;
  int32_t op = -1;  // of kernels::Elementwise; -1: it copies, or converts
};
Ref<Node> make_node(const Recorded &op);
Ref<Node> make_node(const char *name, const ReductionCall &call, const Tensor &input, Dims sizes, DType dtype);
Ref<Tensor> deferred_tensor(Ref<Node> node);  // the whole result, as it would be laid out in memory

// Makes t a leaf of an expression: a tensor of the same layout over a deferred storage.
Ref<Tensor> defer(const Tensor &t);

inline const Node &node_of(const Tensor &deferred) { return *static_cast<const Node *>(deferred.storage().node()); }
inline bool any_deferred(std::span<const Tensor *const> tensors) {
  bool any = false;
  for (const Tensor *t : tensors) any |= t != nullptr && t->is_deferred();
  return any;
}

}  // namespace ct
