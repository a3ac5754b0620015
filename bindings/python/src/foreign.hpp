// What NumPy's own objects mean as arguments. A program that has them has imported NumPy, so nothing here imports it.
#pragma once
#include "errors.hpp"

bool is_numpy_number(nb::handle object);  // one of NumPy's scalars: a bool, an integer, a float or a complex number
nb::object number_of_numpy(nb::handle object);  // Python's number for it, None for anything else
