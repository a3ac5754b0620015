// ct_<name> and ct_<name>_out of every argreduction in the list.
#include "ops/reduce/reduce.h"

#include "capi/entry_points.h"

using namespace ct;

namespace {

std::optional<int32_t> dim_or_all(int32_t dim) {
  return dim == CT_ALL_DIMS ? std::nullopt : std::optional<int32_t>(dim);
}

}  // namespace

#define CT_ARGUMENTS_OrAll (ArgreduceArgs{dim_or_all(dim), keepdim})
#define CT_PARAMETERS_OneDim int32_t dim, bool keepdim,
#define CT_ARGUMENTS_OneDim (ArgreduceArgs{dim, keepdim})

#define CT_ARGREDUCE_Index(name)                                          \
  CT_ENTRY_POINTS(tensor, name, CT_PARAMETERS_OneDim, CT_ARGUMENTS_OrAll, \
                  argreduce(ArgreduceOp::name, self, args).first,         \
                  argreduce_out(ArgreduceOp::name, self, args, given, nullptr))
#define CT_ARGREDUCE_OF_TWO(name, dims)                                                                             \
  CT_ENTRY_POINTS_OF_TWO(name, CT_PARAMETERS_OneDim, CT_ARGUMENTS_##dims, argreduce(ArgreduceOp::name, self, args), \
                         argreduce_out(ArgreduceOp::name, self, args, given, &second), "the first out",             \
                         "the second out")
#define CT_ARGREDUCE_Indexed(name) CT_ARGREDUCE_OF_TWO(name, OneDim)
#define CT_ARGREDUCE_Range(name) CT_ARGREDUCE_OF_TWO(name, OrAll)
#define CT_ARGREDUCE(name, form, ...) CT_ARGREDUCE_##form(name)

extern "C" {
CT_ARGREDUCES(CT_ARGREDUCE)
}  // extern "C"
