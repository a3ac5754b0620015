// Copies of many boxes into one output: what joins and rearranges tensors is made of them. Threads share the whole
// output, however its elements are spread over boxes. Everything that can fail comes before the first write.
#pragma once

#include <optional>

#include "iter/dims.h"
#include "runtime/function_ref.h"
#include "runtime/threads.h"
#include "runtime/workspace.h"
#include "tensor/tensor.h"

namespace ct {

// Elements that are copied together, with their places on both sides. The source may be one element that repeats.
struct Box {
  char *data[2];         // the first elements of the output's part, and of the source
  DType from;            // the source's dtype
  const Tensor *source;  // that it is part of; NULL: a lone element, or the output
  int64_t numel;
  DimList<2> dims;  // bytes

  void begin(char *to, const char *element, DType dtype, const Tensor *part_of) noexcept {
    data[0] = to;
    data[1] = const_cast<char *>(element);
    from = dtype;
    source = part_of;
    numel = 1;
  }
  void begin(char *to, const Tensor &t) noexcept { begin(to, t.data(), t.dtype(), &t); }
  // Adds a dim; dims may come in any order, and strides are in bytes. A box without elements is skipped, so its dims
  // may be left out.
  void add(int64_t size, int64_t to, int64_t stride) noexcept {
    numel *= size;
    if (size > 1) dims.add(size, {to, stride});
  }
};

class Boxes {
 public:
  int64_t count = 1;
  FunctionRef<int64_t(int64_t index)> numel;            // of a box
  FunctionRef<void(int64_t index, Box &box)> describe;  // what `box`, which is new, is
};

// The boxes must not share elements, nor memory with their sources.
void copy_boxes(Tensor &out, const Boxes &boxes);

// For an output that several calls of copy_boxes write to in turn: all memory is found before the first. Later calls
// have at most three boxes.
class CopiesInTurn {
 public:
  explicit CopiesInTurn(const Tensor &out);

 private:
  const Workspace workspace_;
  std::optional<HeldWorkspaces> of_workers_;
};

// Copies one box.
template <class Describe>
void copy_box(Tensor &out, int64_t numel, Describe describe) {
  copy_boxes(out, {1, [=](int64_t) { return numel; }, [&](int64_t, Box &box) { describe(box); }});
}

// Copies all of a tensor into a part of an output whose other elements are there already. It runs on this thread, and
// cannot fail where the caller has a Workspace.
void copy_alone(const Tensor &to, const Tensor &from) noexcept;

// Throws CT_ERROR_OVERLAP where a given out has an element twice, or one that an input has too.
void check_apart(const Tensor &out, std::span<const Tensor *const> inputs);

// Whether the inputs, at least one, are meta; throws CT_ERROR_INVALID where only some are.
bool all_meta(std::span<const Tensor *const> inputs);

}  // namespace ct
