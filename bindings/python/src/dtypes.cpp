// dtypes as Python sees them, and their promotion.
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "foreign.hpp"
#include "units.hpp"

void add_dtypes(nb::module_ &m) {
  nb::module_ header = nb::module_::import_("ctensor._header");
  load_errors(header);
  load_dtypes(header);
  m.def(
      "promote_types",
      [](RequiredDType a, RequiredDType b) {
        convert_all(a, b);
        ct_dtype out;
        CtError e;
        check(ct_promote_types(a, b, &out, e), e);
        return DTypeResult{dtype_object(out)};
      },
      nb::arg("a"), nb::arg("b"), "The dtype that two dtypes meet in.");
  m.def(
      "can_cast",
      [](RequiredDType from, RequiredDType to) {
        convert_all(from, to);
        return ct_can_cast(from, to);
      },
      nb::arg("from_"), nb::arg("to"), "Whether an op may write a result of one dtype into an output of another.");
  m.def(
      "isdtype",
      [](RequiredDType dtype, uint32_t kinds) {
        dtype.convert();
        return ct_isdtype(dtype, kinds);
      },
      nb::arg("dtype"), nb::arg("kinds"),
      "Whether the dtype is of one of these kinds, such as KIND_SIGNED | KIND_FLOAT.");
  for (auto [name, kind] : {std::pair{"KIND_BOOL", CT_KIND_BOOL},
                            {"KIND_SIGNED", CT_KIND_SIGNED},
                            {"KIND_UNSIGNED", CT_KIND_UNSIGNED},
                            {"KIND_INTEGER", CT_KIND_INTEGER},
                            {"KIND_FLOAT", CT_KIND_FLOAT},
                            {"KIND_COMPLEX", CT_KIND_COMPLEX},
                            {"KIND_NUMBER", CT_KIND_NUMBER}})
    m.attr(name) = static_cast<int>(kind);
  nb::class_<ct_finfo>(m, "FInfo", "What a float dtype, or the parts of a complex one, can hold.")
      .def_ro("bits", &ct_finfo::bits)
      .def_ro("eps", &ct_finfo::eps)
      .def_ro("max", &ct_finfo::max)
      .def_prop_ro("min", [](const ct_finfo &info) { return -info.max; })
      .def_ro("smallest_normal", &ct_finfo::smallest_normal)
      .def_ro("smallest_subnormal", &ct_finfo::smallest_subnormal);
  nb::class_<ct_iinfo>(m, "IInfo", "What an integer dtype can hold.")
      .def_ro("bits", &ct_iinfo::bits)
      .def_ro("min", &ct_iinfo::min)
      .def_ro("max", &ct_iinfo::max);
  m.def(
      "finfo",
      [](RequiredDType dtype) {
        dtype.convert();
        ct_finfo info{};
        CtError e;
        check(ct_dtype_finfo(dtype, &info, e), e);
        return info;
      },
      nb::arg("dtype"), "The limits of a float dtype, or of a complex one's parts.");
  m.def(
      "iinfo",
      [](RequiredDType dtype) {
        dtype.convert();
        ct_iinfo info{};
        CtError e;
        check(ct_dtype_iinfo(dtype, &info, e), e);
        return info;
      },
      nb::arg("dtype"), "The limits of an integer dtype.");
  m.def(
      "result_type",
      [](const nb::args &args) {
        std::vector<Operand> operands(args.size());
        std::vector<const ct_tensor *> tensors;
        for (size_t i = 0; i < operands.size(); i++) {
          operands[i].object = args[i];
          if (!is_tensor(args[i]) && !is_number(args[i]))
            raise(PyExc_TypeError, "result_type: tensors and numbers, not %s", Py_TYPE(args[i].ptr())->tp_name);
          operands[i].convert();
          tensors.push_back(operands[i]);
        }
        ct_dtype out;
        CtError e;
        check(ct_result_type(tensors.data(), static_cast<int32_t>(tensors.size()), &out, e), e);
        return DTypeResult{dtype_object(out)};
      },
      nb::sig("def result_type(*args: Tensor | ctensor._types.Number) -> ctensor._header.DType"),
      "The dtype in which an op computes on tensors and numbers.");
  m.def(
      "dtype",
      [](RequiredDType name) {
        name.convert();
        return DTypeResult{dtype_object(name)};
      },
      nb::arg("name"), "The dtype of a name, \"float32\", \"f32\" or NumPy's \"f4\", or of another library's dtype.");
  m.def(
      "_same_dtype",
      [](RequiredDType dtype, nb::handle other) {
        dtype.convert();
        try {
          return nb::borrow(dtype_of(other) == dtype.value ? Py_True : Py_False);
        } catch (nb::python_error &e) {  // other is of another type, or names no dtype
          return nb::borrow(e.matches(PyExc_TypeError) ? Py_NotImplemented : Py_False);
        }
      },
      nb::sig("def _same_dtype(dtype: ctensor._header.DType, other: object, /) -> bool"));
  m.def(
      "_number_of_numpy", [](nb::object object) { return number_of_numpy(object); },
      nb::sig("def _number_of_numpy(object: object) -> ctensor._types.Complex | None"));
}
