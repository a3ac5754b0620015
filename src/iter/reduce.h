// Reductions: pieces and their tree depend on sizes, strides and dtypes alone, so the bits do not depend on threads.
#pragma once

#include "iter/for_each.h"
#include "runtime/cost.h"
#include "tensor/scalar.h"

namespace ct {

// An input that no memory holds. Its elements come in the order of a dense tensor, in the way of kernels::Computed.
struct ComputedInput {
  FunctionRef<const char *(int64_t first, int64_t count, int32_t worker)> elements;
  int32_t workers;   // that may ask for some
  Cost cost;         // of all of them
  int64_t itemsize;  // of each
  // NULL, or what sums a leaf of elements; see kernels::Computed.
  const FunctionRef<void(int64_t first, int64_t count, int32_t worker, char *lanes)> *sums = nullptr;

  kernels::Computed from(int64_t first, int32_t worker) const noexcept {
    const auto ask = [](const void *source, int64_t at, int64_t count, int32_t by) {
      return static_cast<const ComputedInput *>(source)->elements(at, count, by);
    };
    const auto sum = [](const void *source, int64_t at, int64_t count, int32_t by, char *lanes) {
      (*static_cast<const ComputedInput *>(source)->sums)(at, count, by, lanes);
    };
    return {ask, sums != nullptr ? sum : kernels::Computed::Sums{}, this, first, itemsize, worker};
  }
};

struct Reduction {
  DType accumulator = DType::Undefined;  // Undefined: each output's dtype as the loop sees it
  // Accumulates a piece into accumulators that hold the identity or what earlier pieces left. Operands as the
  // iterator's: accumulators (strides 0 along reduced dims), then inputs. Dim 0 of the piece is the first reduced dim,
  // dim 1 the first kept dim or, with a single output, the second reduced dim.
  // begin: the first element's position in the iterator's order. Reduced dims are its fastest, so with
  // R = numel / num_output_elements elements an output, begin % R is the position among the reduced elements, begin / R
  // the output's; the piece's element (i, j) has begin + i + j * R, or begin + i + j * size0 with a single output. (Of
  // a linear iterator begin is row-major, which says the same only where all dims are reduced.)
  LoopRef loop;
  // Operands: (into, from) of each output, contiguous accumulators; `from` follows `into` in the order of elements.
  // begin: the first output's position. No piece of work is combined twice, or before both sides are complete.
  LoopRef combine;
  std::span<const Scalar> identities;   // one an accumulator
  int64_t element_ps = kUnknownLoopPs;  // what the loop computes for an element
  // What becomes of complete accumulators before they are converted into the outputs; NULL: nothing. Operands: the
  // arrays of contiguous accumulators, size0 long. Not called where nothing is reduced.
  const LoopRef *finish = nullptr;
  // Where it is not empty, the accumulators' dtypes in place of `accumulator`: one an output, then further ones that no
  // output takes, whose operands stand between the outputs' and the inputs'.
  std::span<const DType> accumulators = {};
  // Whether the outputs of all these accumulators are known, whatever other elements there are: then the rest need not
  // be read. Operands as finish's; NULL: they never are.
  const FunctionRef<bool(const ct_loop &)> *absorbed = nullptr;
  // In place of the input's data, where the reduced dims are its last ones, or all, and it is dense. Pieces of few
  // elements come to the loop as memory, others as kernels::Computed.
  const ComputedInput *computed = nullptr;
  // The loop is not told positions, and how many outputs a piece has, side by side, changes none of them.
  bool packs = false;
  bool any_order = false;  // elements give the same bits in any order
  bool parts = false;      // many rows of a few columns are taken in parts side by side, without waiting for each other
};

// Allocates its scratch before the first call of a loop. Outputs are overwritten (identity where nothing is reduced).
// A status other than CT_OK stops it and is returned; outputs are then valid, with unspecified contents.
ct_status reduce(const Iterator &it, const Reduction &reduction);

}  // namespace ct
