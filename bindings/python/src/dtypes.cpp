// dtypes as Python sees them, and what they become together.
#include <string>
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
        } catch (nb::python_error &e) {  // of another type, or no dtype's name
          return nb::borrow(e.matches(PyExc_TypeError) ? Py_NotImplemented : Py_False);
        }
      },
      nb::sig("def _same_dtype(dtype: ctensor._header.DType, other: object, /) -> bool"));
  m.def(
      "_number_of_numpy", [](nb::object object) { return number_of_numpy(object); },
      nb::sig("def _number_of_numpy(object: object) -> complex | None"));
}
