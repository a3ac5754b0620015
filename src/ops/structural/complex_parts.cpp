// complex and polar: parts that are interleaved.
#include "ops/structural/complex_parts.h"

#include "ops/elementwise/elementwise.h"
#include "ops/structural/copy.h"
#include "ops/structural/output_of.h"
#include "runtime/error.h"
#include "tensor/views.h"

namespace ct {

namespace {

struct OfParts {
  const char *const name;
  const Tensor &first, &second;
  const bool is_polar;
  const Tensor *const inputs_[2] = {&first, &second};
  DimVec shape{};
  DType dtype = DType::Undefined;  // of both parts
  Ref<Tensor> parts[2]{};

  std::span<const Tensor *const> inputs() const { return inputs_; }

  void meta(Output &output) {
    dtype = (first.is_wrapped_number() ? second : first).dtype();
    if (!fits(first) || !fits(second)) {
      fail(CT_ERROR_DTYPE, name, ": both parts must be of one dtype, got ", dtype_name(first.dtype()), " and ",
           dtype_name(second.dtype()));
    }
    if (!is_floating(dtype) || dtype == DType::BFloat16) {
      fail(CT_ERROR_DTYPE, name, ": expected float16, float32 or float64, got ", dtype_name(dtype));
    }
    const bool meta = all_meta(inputs_);
    broadcast_into(&shape, first.sizes());
    broadcast_into(&shape, second.sizes());
    checked_nbytes(shape, 2 * dtype_size(dtype));
    const auto check = [&] {
      if (output.given() != nullptr) check_apart(*output.given(), inputs_);
    };
    check();
    output.set_raw_contiguous(shape, complex_of(dtype), meta);
    check();
    if (meta) return;
    const Ref<Tensor> typed[] = {to(first, dtype, MemoryFormat::Preserve, false),
                                 to(second, dtype, MemoryFormat::Preserve, false)};
    const Tensor *sources[] = {typed[0].get(), typed[1].get()};
    Ref<Tensor> products[2];
    if (is_polar) {
      for (int k = 0; k < 2; ++k) {
        const Tensor *const angle[] = {typed[1].get()};
        const Ref<Tensor> factor = elementwise(k == 0 ? elementwise_ops::cos : elementwise_ops::sin, angle);
        const Tensor *const both[] = {typed[0].get(), factor.get()};
        products[k] = elementwise(elementwise_ops::mul, both);
        sources[k] = products[k].get();
      }
    }
    for (int k = 0; k < 2; ++k) parts[k] = with_sizes(*sources[k], shape);
  }

  // A wrapped number takes the other part's dtype.
  bool fits(const Tensor &part) const {
    return part.dtype() == dtype || (part.is_wrapped_number() && can_cast(part.dtype(), dtype));
  }

  // Parts of equal strides are taken as the two rows of a plane, which is transposed.
  void impl(Output &output) {
    Tensor &out = output.get();
    if (out.is_meta()) return;
    const int64_t itemsize = out.itemsize(), part_size = itemsize / 2;
    const Ref<Tensor> target = view_as_real(out);
    const auto add_dims = [&](Box &box, const Tensor &part) {
      for (int32_t d = out.ndim() - 1; d >= 0; --d) {
        box.add(out.sizes()[d], out.strides()[d] * itemsize, part.strides()[d] * part_size);
      }
    };
    if (same_dims(parts[0]->strides(), parts[1]->strides())) {
      return copy_box(*target, target->numel(), [&](Box &box) {
        box.begin(target->data(), parts[0]->data(), dtype, nullptr);
        box.add(2, part_size, parts[1]->data() - parts[0]->data());
        add_dims(box, *parts[0]);
      });
    }
    const auto numel = [&](int64_t) { return out.numel(); };
    const auto describe = [&](int64_t k, Box &box) {
      box.begin(target->data() + k * part_size, *parts[k]);
      add_dims(box, *parts[k]);
    };
    copy_boxes(*target, {2, numel, describe});
  }
};

}  // namespace

Ref<Tensor> complex(const Tensor &real, const Tensor &imag) {
  return functional(OfParts{"complex", real, imag, false});
}
void complex_into(const Tensor &real, const Tensor &imag, Tensor &out) {
  into(OfParts{"complex", real, imag, false}, out);
}
Ref<Tensor> polar(const Tensor &abs, const Tensor &angle) { return functional(OfParts{"polar", abs, angle, true}); }
void polar_into(const Tensor &abs, const Tensor &angle, Tensor &out) { into(OfParts{"polar", abs, angle, true}, out); }

}  // namespace ct
