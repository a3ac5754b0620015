// ct_<name> and ct_<name>_out of every argreduction in the list.
#include "ops/reduce/argreduce.h"

#include "capi/guard.h"

using namespace ct;

namespace {

std::optional<int32_t> absent_or(const int32_t *dim) {
  return dim == nullptr ? std::nullopt : std::optional<int32_t>(*dim);
}

ct_status one(const char *function, ArgreduceOp op, const ct_tensor *t, const int32_t *dim, bool keepdim,
              ct_tensor **out, ct_error *error) {
  return making(function, out, error, [&] {
    const Tensor &self = tensor(t, "t");
    return argreduce(op, self, {absent_or(dim), keepdim}).first;
  });
}

ct_status one_into(const char *function, ArgreduceOp op, const ct_tensor *t, const int32_t *dim, bool keepdim,
                   ct_tensor *out, ct_error *error) {
  return guarded(function, error, [&] {
    const Tensor &self = tensor(t, "t");
    argreduce_out(op, self, {absent_or(dim), keepdim}, tensor(out, "out"), nullptr);
  });
}

ct_status two(const char *function, ArgreduceOp op, const ct_tensor *t, const int32_t *dim, bool keepdim,
              ct_tensor **first, ct_tensor **second, ct_error *error) {
  return making_two(function, first, second, error, [&] {
    const Tensor &self = tensor(t, "t");
    return argreduce(op, self, {absent_or(dim), keepdim});
  });
}

ct_status two_into(const char *function, ArgreduceOp op, const ct_tensor *t, const int32_t *dim, bool keepdim,
                   ct_tensor *first, ct_tensor *second, ct_error *error) {
  return guarded(function, error, [&] {
    const Tensor &self = tensor(t, "t");
    Tensor &into = tensor(first, "the first out");
    argreduce_out(op, self, {absent_or(dim), keepdim}, into, &tensor(second, "the second out"));
  });
}

}  // namespace

#define CT_ENTRY_POINTS_Index(name)                                                                                  \
  ct_status ct_##name(const ct_tensor *t, const int32_t *dim, bool keepdim, ct_tensor **out, ct_error *error) {      \
    return one("ct_" #name, ArgreduceOp::name, t, dim, keepdim, out, error);                                         \
  }                                                                                                                  \
  ct_status ct_##name##_out(const ct_tensor *t, const int32_t *dim, bool keepdim, ct_tensor *out, ct_error *error) { \
    return one_into("ct_" #name "_out", ArgreduceOp::name, t, dim, keepdim, out, error);                             \
  }
#define CT_ENTRY_POINTS_Indexed(name)                                                                             \
  ct_status ct_##name(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor **values, ct_tensor **indices,     \
                      ct_error *error) {                                                                          \
    return two("ct_" #name, ArgreduceOp::name, t, &dim, keepdim, values, indices, error);                         \
  }                                                                                                               \
  ct_status ct_##name##_out(const ct_tensor *t, int32_t dim, bool keepdim, ct_tensor *values, ct_tensor *indices, \
                            ct_error *error) {                                                                    \
    return two_into("ct_" #name "_out", ArgreduceOp::name, t, &dim, keepdim, values, indices, error);             \
  }
#define CT_ENTRY_POINTS_Range(name)                                                                               \
  ct_status ct_##name(const ct_tensor *t, const int32_t *dim, bool keepdim, ct_tensor **min, ct_tensor **max,     \
                      ct_error *error) {                                                                          \
    return two("ct_" #name, ArgreduceOp::name, t, dim, keepdim, min, max, error);                                 \
  }                                                                                                               \
  ct_status ct_##name##_out(const ct_tensor *t, const int32_t *dim, bool keepdim, ct_tensor *min, ct_tensor *max, \
                            ct_error *error) {                                                                    \
    return two_into("ct_" #name "_out", ArgreduceOp::name, t, dim, keepdim, min, max, error);                     \
  }
#define CT_ENTRY_POINTS(name, form, dtypes, wanted) CT_ENTRY_POINTS_##form(name)

extern "C" {
CT_ARGREDUCES(CT_ENTRY_POINTS)
}  // extern "C"
