// Entry points of views, and of resize.
#include "tensor/views.h"

#include "capi/entry_points.h"
#include "ops/structural/copy.h"
#include "tensor/resize.h"

using namespace ct;

extern "C" {

CT_MAKES(as_strided,
         (const ct_tensor *t, const int64_t *sizes, int32_t ndim, const int64_t *strides, int64_t storage_offset),
         as_strided(tensor(t, "t"), dims(sizes, ndim, "sizes"), dims(strides, ndim, "strides"), storage_offset))
CT_MAKES(view, (const ct_tensor *t, const int64_t *sizes, int32_t ndim),
         view(tensor(t, "t"), dims(sizes, ndim, "sizes")))
CT_MAKES(reshape, (const ct_tensor *t, const int64_t *sizes, int32_t ndim),
         reshape(tensor(t, "t"), dims(sizes, ndim, "sizes")))
CT_MAKES(permute, (const ct_tensor *t, const int32_t *order, int32_t ndim),
         permute(tensor(t, "t"), array(order, ndim, "dims")))
CT_MAKES(transpose, (const ct_tensor *t, int32_t dim0, int32_t dim1), transpose(tensor(t, "t"), dim0, dim1))
CT_MAKES(movedim, (const ct_tensor *t, const int32_t *source, const int32_t *destination, int32_t count),
         movedim(tensor(t, "t"), array(source, count, "source"), array(destination, count, "destination")))
CT_MAKES(slice, (const ct_tensor *t, int32_t dim, int64_t start, int64_t stop, int64_t step),
         slice(tensor(t, "t"), dim, start, stop, step))
CT_MAKES(select, (const ct_tensor *t, int32_t dim, int64_t index), select(tensor(t, "t"), dim, index))
CT_MAKES(narrow, (const ct_tensor *t, int32_t dim, int64_t start, int64_t length),
         narrow(tensor(t, "t"), dim, start, length))
CT_MAKES(expand, (const ct_tensor *t, const int64_t *sizes, int32_t ndim),
         expand(tensor(t, "t"), dims(sizes, ndim, "sizes")))
CT_MAKES(squeeze, (const ct_tensor *t, const int32_t *which, int32_t ndims),
         squeeze(tensor(t, "t"), dims_or_all(which, ndims)))
CT_MAKES(unsqueeze, (const ct_tensor *t, int32_t dim), unsqueeze(tensor(t, "t"), dim))
CT_MAKES(flatten, (const ct_tensor *t, int32_t start_dim, int32_t end_dim), flatten(tensor(t, "t"), start_dim, end_dim))
CT_MAKES(flip, (const ct_tensor *t, const int32_t *which, int32_t ndims),
         flip(tensor(t, "t"), dims_or_all(which, ndims)))
CT_MAKES(real, (const ct_tensor *t), real(tensor(t, "t")))
CT_MAKES(imag, (const ct_tensor *t), imag(tensor(t, "t")))
CT_MAKES(rot90, (const ct_tensor *t, int32_t k, int32_t dim0, int32_t dim1), rot90(tensor(t, "t"), k, dim0, dim1))
CT_MAKES(diagonal, (const ct_tensor *t, int64_t offset, int32_t dim1, int32_t dim2),
         diagonal(tensor(t, "t"), offset, dim1, dim2))
CT_MAKES(unfold, (const ct_tensor *t, int32_t dim, int64_t size, int64_t step), unfold(tensor(t, "t"), dim, size, step))
CT_MAKES(unflatten, (const ct_tensor *t, int32_t dim, const int64_t *sizes, int32_t nsizes),
         unflatten(tensor(t, "t"), dim, array(sizes, nsizes, "sizes")))
CT_MAKES(swapaxes, (const ct_tensor *t, int32_t dim0, int32_t dim1), transpose(tensor(t, "t"), dim0, dim1))
CT_MAKES(view_dtype, (const ct_tensor *t, ct_dtype dtype), view_dtype(tensor(t, "t"), check_dtype(dtype)))
CT_MAKES(view_as_real, (const ct_tensor *t), view_as_real(tensor(t, "t")))
CT_MAKES(view_as_complex, (const ct_tensor *t), view_as_complex(tensor(t, "t")))

ct_status ct_resize(ct_tensor *t, const int64_t *sizes, int32_t ndim, ct_memory_format format, ct_error *error) {
  return guarded("ct_resize", error, [&] {
    Tensor &self = tensor(t, "t");
    const Dims shape = dims(sizes, ndim, "sizes");
    const MemoryFormat given = check_memory_format(format);
    checked_nbytes(shape, self.itemsize());
    resize(self, shape, format_strides(shape, given == MemoryFormat::Preserve ? MemoryFormat::Contiguous : given));
  });
}

}  // extern "C"
