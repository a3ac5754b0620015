// What a ct_program handle is: a program, and the layouts of its leaves and results.
#pragma once

#include <span>

#include "capi/guard.h"
#include "expr/program.h"
#include "runtime/allocator.h"
#include "runtime/ref.h"

namespace ct {

struct ProgramHandle final : RefCounted<ProgramHandle> {
  ProgramHandle() = default;
  ~ProgramHandle() {
    for (const Leaf &leaf : leaves) leaf.layout->release();
    for (const Tensor *tensor : results) tensor->release();
  }
  static void dispose(ProgramHandle *handle) noexcept { destroy(handle); }

  // leaves: deferred tensors, each of the whole of a leaf.
  void compile(std::span<const Tensor *const> of, std::span<const Tensor *const> computed);
  void run(std::span<const ct_tensor *const> inputs, std::span<ct_tensor *> outs) const;

  // Layouts are meta tensors. begin, end: bytes from the first element to where the lowest begins, and the highest
  // ends.
  struct Leaf {
    Tensor *layout;
    int64_t begin, end;
  };
  Program program;
  SmallVec<Leaf, 4> leaves;
  SmallVec<Tensor *, 4> results;  // dense

  bool is_contiguous = false;  // all of them, and they are few

 private:
  static constexpr int64_t kFewLeaves = 8;

  bool run_contiguous(std::span<const ct_tensor *const> inputs, ct_tensor *&out) const;
  bool can_write_to(const Tensor &out, const Tensor &result, std::span<char *const> inputs) const noexcept;
};

inline ProgramHandle *unwrap(const ct_program *program) {
  return reinterpret_cast<ProgramHandle *>(const_cast<ct_program *>(program));
}

}  // namespace ct
