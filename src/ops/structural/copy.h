// Copies and what is made of them: contiguous, clone, to, reshape, flatten. Rules: docs/semantics.md.
#pragma once

#include "tensor/tensor.h"

namespace ct {

void copy(Tensor &dst, const Tensor &src);  // broadcasts and converts

// Whether neighbours lie along different dims in an input and an output of its sizes, and they are many. Ops that go
// line by line may then begin with a copy to the output: the copy engine turns an input in less time than lines of it
// are picked, whatever their dim.
bool is_turned(const Tensor &input, const Tensor &out);

Ref<Tensor> contiguous(const Tensor &t, MemoryFormat format);  // t itself where it already is
Ref<Tensor> clone(const Tensor &t, MemoryFormat format);
// Undefined and Preserve: keep. t itself where there is nothing to do, unless `always` asks for a copy.
Ref<Tensor> to(const Tensor &t, DType dtype, MemoryFormat format, bool always);
Ref<Tensor> empty_like(const Tensor &t, DType dtype, MemoryFormat format);
// A recorded tensor, laid out as `deferred` is, whose elements all are `element`; it takes no memory.
Ref<Tensor> repeated_like(const Tensor &deferred, const Tensor &element, MemoryFormat format);
Ref<Tensor> reshape(const Tensor &t, Dims sizes);  // a view where there is one
Ref<Tensor> flatten(const Tensor &t, int32_t start_dim, int32_t end_dim);

}  // namespace ct
