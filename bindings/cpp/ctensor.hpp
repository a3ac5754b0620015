// libctensor for C++17 and newer: tensors that release themselves, exceptions for statuses, loops from lambdas.
// It is header-only, and needs only ctensor.h and the library. Everything is in namespace ctensor.
//
// A Tensor is a handle like a shared_ptr: copying it makes one more reference to the same tensor, and a const Tensor is
// a constant handle, not a constant tensor. Threads may do what ctensor.h allows: anything with different tensors,
// reading with one, and copying and destroying handles of one.
#ifndef CTENSOR_HPP
#define CTENSOR_HPP

#include "ctensor/dlpack.hpp"
#include "ctensor/expr.hpp"
#include "ctensor/files.hpp"
#include "ctensor/indexing.hpp"
#include "ctensor/iter.hpp"
#include "ctensor/joining.hpp"
#include "ctensor/library.hpp"
#include "ctensor/operators.hpp"
#include "ctensor/ops.hpp"
#include "ctensor/random.hpp"
#include "ctensor/tensor.hpp"

#endif
