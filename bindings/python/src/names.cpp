// Names that NumPy and PyTorch have for an op's dim or dims, and for keepdim.
#include <string_view>

#include "handles.hpp"
#include "units.hpp"

namespace {
struct Names {
  const char *op, *dim;
};

// An op's own name for one of its parameters, or nothing.
const char *own(std::string_view name, const Names &names) {
  if (name == "keepdims") return "keepdim";
  const bool is_dim = name == "axis" || name == "dim" || name == "dims";
  return is_dim && name != names.dim ? names.dim : nullptr;
}

nb::object call(const nb::handle &function, const Names &names, const nb::args &args, const nb::kwargs &given) {
  nb::dict renamed;
  bool changed = false;
  for (auto [key, value] : given) {
    const char *name = nb::borrow<nb::str>(key).c_str(), *is = own(name, names);
    changed |= is != nullptr;
    const char *to = is == nullptr ? name : is;
    if (renamed.contains(to)) raise(PyExc_TypeError, "%s: %s twice, by two of its names", names.op, to);
    renamed[to] = value;
  }
  if (!changed) throw nb::next_overload();  // nothing that another name would mend
  return function(*args, **renamed);
}
}  // namespace

void also_by_numpys_names(nb::module_ &m, const char *op, const char *dim, const char *signature) {
  Names names{op, dim};
  m.def(
      op,
      [module = m.ptr(), names](const nb::args &args, const nb::kwargs &given) {
        return call(nb::handle(module).attr(names.op), names, args, given);
      },
      nb::sig(signature));
}

void also_by_numpys_names(TensorClass &c, const char *op, const char *dim, const char *signature) {
  Names names{op, dim};
  c.def(
      op,
      [names](nb::handle self, const nb::args &args, const nb::kwargs &given) {
        return call(self.attr(names.op), names, args, given);
      },
      nb::sig(signature));
}
