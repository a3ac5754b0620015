// What the units of this folder put into which table.
#pragma once

#include "kernels/order_table.h"

namespace ct::kernels::CT_ISA {

void register_keys(KeyTable &table);
void register_key_columns(SearchTable &table);
void register_search(SearchTable &table);
void register_sort(SortTable &table);

}  // namespace ct::kernels::CT_ISA
