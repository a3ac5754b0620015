// What objects of NumPy and PyTorch mean as arguments. A program that has such objects has imported their module, so
// nothing here imports it.
#pragma once
#include "errors.hpp"

bool is_numpy_number(nb::handle object);  // one of NumPy's scalars: a bool, an integer, a float or a complex number
nb::object number_of_numpy(nb::handle object);  // Python's number for it, None for anything else

// The name of the dtype that NumPy's and PyTorch's dtypes, NumPy's scalar types and Python's number types mean; None
// for anything else.
nb::object dtype_name_of(nb::handle object);
