// How an expression is cut into passes: each is one walk over memory, in which all that it computes stays in tiles.
//
// A view moves indices alone, and an elementwise op takes no notice of them. So an op seen through a view is the same
// op on views of its operands, and grouping goes from the results down to memory with the layout through which each
// node is seen. A node is stored in a pass of its own only where no such layout of its operands exists, where it is
// seen through more layouts than computing it anew is worth, or where a pass would have to hold too many values at a
// time.
#pragma once

#include <cstdint>
#include <span>

#include "expr/node.h"

namespace ct {

// Where elements of memory come from.
struct Source {
  enum class Kind : uint8_t { Constant, Argument, Temporary, Result, Block };  // a block: of what is reduced at once
  Kind kind;
  int32_t index;                   // of the argument, the temporary or the result
  const Tensor *tensor = nullptr;  // of a constant
  uint32_t version = 0;            // of a constant's memory, as it was recorded
};

// A reduction of the last dims of a contiguous tensor, or of all of a dense one. Rows go together where they fit into a
// cache, are long enough for every reduction to take them one by one, and short enough to be a single leaf: so their
// results have the same bits however many rows there are. A reduction of other rows gets its input computed.
struct ReducedRows {
  ReducedRows() = default;
  explicit ReducedRows(const Node &reduction);
  bool operator==(const ReducedRows &) const = default;

  int64_t rows = 0, row = 0;  // how many, of how many elements each; 0: it is none
  bool together = false;
};

class Grouping {
 public:
  // arguments: leaves whose memory is given later.
  Grouping(std::span<const Tensor *const> results, std::span<const Node *const> arguments);
  Grouping(const Grouping &) = delete;
  Grouping &operator=(const Grouping &) = delete;

  // What a node computes in a pass, or what it reads from memory: an element for each index of the pass.
  struct Value {
    enum class Kind : uint8_t { Wanted, Computed, Memory, Same };
    Kind kind;
    DType dtype;
    int32_t pass;
    int32_t at;       // the node; of memory, the source; or another value, which is the same
    int32_t next;     // another value of the node, or -1
    int32_t strides;  // in numbers: as many as the pass has dims, in elements of the storage
    int64_t offset;   // in elements
  };
  struct Step {
    int32_t node, value, pass;
    int32_t operands[Node::kMostOperands];  // values
  };
  struct Pass {
    int32_t sizes, ndim;  // sizes in numbers
    int32_t order;        // passes go from the lowest to the highest
    int32_t pending;      // values that are wanted, and not yet computed
    int32_t divides;      // the node whose divisor is searched for zeros, or -1
    int32_t reduces;      // the node that reduces what it computes, or what lies in memory, or -1
  };
  // What a pass stores: a result, or a node. For a pass that searches or reduces: what is searched or reduced.
  struct Store {
    int32_t pass, value;
    Source::Kind kind;
    int32_t index;  // of the result or temporary
  };

  Dims sizes(const Pass &pass) const noexcept { return numbers_at(pass.sizes, pass.ndim); }
  Dims strides(const Value &value) const noexcept { return numbers_at(value.strides, passes[value.pass].ndim); }
  const Node &node(int32_t index) const noexcept { return *places_[index].node; }
  // Where an argument's data begins in its storage, in bytes, because layouts here refer to the whole storage.
  int64_t first_byte(int32_t argument) const noexcept {
    const Tensor &leaf = *arguments_[static_cast<size_t>(argument)]->operands[0].tensor;
    return leaf.offset() * leaf.itemsize();
  }

  SmallVec<Pass, 4> passes;
  SmallVec<Value, 24> values;
  SmallVec<Step, 16> steps;  // those of a pass, the last first
  SmallVec<Store, 4> stores;
  SmallVec<Source, 8> sources;
  SmallVec<int32_t, 4> temporaries;  // the node of each

 private:
  struct Place {
    const Node *node;
    int32_t first, count;  // its values
    bool in_memory;        // a reduction reads it
  };
  struct Slot {
    const Node *node;
    int32_t place;
  };
  struct IndexMap;

  Dims numbers_at(int32_t at, int32_t ndim) const noexcept { return {numbers_.data() + at, static_cast<size_t>(ndim)}; }
  void collect(const Node *root);
  bool enter(const Node *node);
  Slot &find(const Node *node) noexcept;
  void grow_table();
  int32_t open_pass(Dims sizes, int32_t order);
  int32_t add_numbers(Dims of);
  int32_t value_of(const Tensor &t, int32_t pass, int32_t strides, int64_t offset);
  int32_t whole_value_of(const Tensor &t, int32_t pass) {
    return value_of(t, pass, add_numbers(t.strides()), t.offset());
  }
  int32_t memory_value(const Tensor &t, uint32_t version, int32_t pass, int32_t strides, int64_t offset);
  int32_t source_of(const Node &leaf);
  bool is_whole(const Value &value, const Node &node) const noexcept;
  bool map(const Value &value, const Node &node, IndexMap *to) const noexcept;
  bool must_store(int32_t place) const noexcept;
  void settle(int32_t place);
  void compute(int32_t place, int32_t value);
  void store(int32_t place);

  std::span<const Node *const> arguments_;
  SmallVec<Place, 16> places_;  // operands before what reads them
  SmallVec<Slot, 64> table_;    // open addressing
  int64_t entered_ = 0;         // nodes in the table
  SmallVec<int64_t, 64> numbers_;
};

}  // namespace ct
