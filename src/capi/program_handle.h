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
    for (const Tensor *tensor : leaves) tensor->release();
    for (const Tensor *tensor : results) tensor->release();
  }
  static void dispose(ProgramHandle *handle) noexcept { destroy(handle); }

  // leaves: deferred tensors, each of the whole of a leaf.
  void compile(std::span<const Tensor *const> of, std::span<const Tensor *const> computed);
  void run(std::span<const Tensor *const> inputs, std::span<ct_tensor *> outs) const;

  Program program;
  SmallVec<Tensor *, 4> leaves, results;  // meta: their layouts alone
};

inline ProgramHandle *unwrap(const ct_program *program) {
  return reinterpret_cast<ProgramHandle *>(const_cast<ct_program *>(program));
}

}  // namespace ct
