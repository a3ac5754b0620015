// Checks that functions in C++ give the same bits or the same failure as in C, fresh and into a given tensor.
#ifndef COMPARE_HPP
#define COMPARE_HPP

#include "check.hpp"

#include <set>

using namespace ctensor;

inline std::set<std::string> called, succeeded;

struct Result {
  ct_status status = CT_OK;
  std::string message;
  std::vector<Tensor> tensors;
};

template <class Call>
Result from_cpp(Call call) {
  Result result;
  try {
    result.tensors = call();
  } catch (const Error &e) {
    result.status = e.code();
    result.message = e.what();
  }
  return result;
}

inline bool same(const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype() || a.ndim() != b.ndim()) return false;
  for (int32_t d = 0; d < a.ndim(); ++d) {
    if (a.size(d) != b.size(d)) return false;
  }
  const Tensor x = a.contiguous(), y = b.contiguous();
  return x.numel() == 0 || std::memcmp(x.data(), y.data(), static_cast<size_t>(x.numel() * dtype_size(x.dtype()))) == 0;
}

template <class Fresh, class Into, class C>
void compare(size_t count, const char *name, Fresh fresh, Into into, C c) {
  called.insert(name);
  std::vector<ct_tensor *> raw(count);
  ct_error error{};
  Result wanted;
  wanted.status = c(raw.data(), &error);
  wanted.message = error.message;
  for (ct_tensor *one : raw) {
    if (one != nullptr) wanted.tensors.push_back(Tensor::adopt(one));
  }
  const Result got = from_cpp(fresh);
  report(got.status == wanted.status && got.message == wanted.message, name, 0,
         "\"" + got.message + "\", not \"" + wanted.message + "\"");
  report(got.tensors.size() == wanted.tensors.size(), name, 0, "another number of results");
  if (got.status != CT_OK) return;
  succeeded.insert(name);
  std::vector<Tensor> out;
  for (size_t k = 0; k < count; ++k) {
    report(same(got.tensors[k], wanted.tensors[k]), name, 0, "differs from C's");
    out.push_back(Tensor::create(0, wanted.tensors[k].dtype()));
  }
  if constexpr (!std::is_same<Into, std::nullptr_t>::value) {
    try {
      into(out);
    } catch (const Error &e) {
      report(false, name, 0, std::string("into a given tensor: ") + e.what());
    }
    for (size_t k = 0; k < count; ++k) report(same(out[k], wanted.tensors[k]), name, 0, "differs into a given tensor");
  }
}

// Checks that every function that was compared has succeeded at least once.
inline void check_compared(size_t least) {
  CHECK(called.size() >= least);
  for (const std::string &name : called) report(succeeded.count(name) == 1, __FILE__, __LINE__, name + ": fails");
}

#define STRIP(...) __VA_ARGS__
#define COMPARE_FORMS(count, name, fresh, into, c)                                      \
  compare(                                                                              \
      count, name,                                                                      \
      [] {                                                                              \
        std::vector<Tensor> taken;                                                      \
        const auto take = [&taken](std::initializer_list<Tensor> all) { taken = all; }; \
        STRIP fresh;                                                                    \
        return taken;                                                                   \
      },                                                                                \
      into, [](ct_tensor **raw, ct_error *error) { return c; });
#define COMPARE(count, name, fresh, into, c) \
  COMPARE_FORMS(                             \
      count, name, fresh, [](const std::vector<Tensor> &out) { STRIP into; }, c)
#define COMPARE_FRESH(count, name, fresh, c) COMPARE_FORMS(count, name, fresh, nullptr, c)

#endif
