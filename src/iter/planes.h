// The walk of kernels over several dims: planes of two dims each, chosen so that the output runs along memory in one
// and, where an input's neighbours lie along another dim, that input in the other. A kernel transposes such a plane
// in tiles.
#pragma once

#include <cstdint>
#include <span>

#include "iter/iterator.h"
#include "kernels/table.h"

namespace ct {

// Calls the kernel over all of an iterator of two dims or more. Operands are converted in blocks of a plane. grain:
// elements worth a task. traffic: what the kernel is told. options: what it gets behind its operands.
void run_planes(const Iterator &it, kernels::Loop kernel, int64_t grain, kernels::Traffic traffic,
                std::span<char *const> options = {});

}  // namespace ct
