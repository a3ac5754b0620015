// Copies that change no bits, and those into another dtype.
#pragma once

#include "iter/copy_plan.h"
#include "iter/iterator.h"

namespace ct {

// Neighbours that stay together on both sides, and are as long as an element of another dtype, are copied as one such
// element. Returns that dtype, or Undefined: no element has so many bytes, or one neighbour is one already.
constexpr DType dtype_of_neighbours(int64_t bytes) noexcept {
  return bytes == 2 ? DType::UInt16 : bytes == 4 ? DType::UInt32 : bytes == 8 ? DType::UInt64 : DType::Undefined;
}

// Copies all of an iterator of one output and one input of the same element size, in the way that iter/copy_plan.h
// chooses.
void run_copy(const Iterator &it);

// The same where an input's elements along dim 0 lie anywhere, as `rows` says. The iterator's stride of the input along
// dim 0 is 0, and along another dim it is the size of an element.
void run_copy(const Iterator &it, const InputRows &rows);

// Converts all of an iterator of one output and one input. Where each row is one element, over and over, that element
// is converted alone: the iterator then has the input in the output's dtype.
void run_conversion(Iterator &it);

}  // namespace ct
