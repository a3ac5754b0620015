// Entry points that move a tensor's elements to other places.
#include "ops/structural/rearrange.h"
#include "ops/index/index.h"

#include "capi/entry_points.h"
#include "ops/structural/complex_parts.h"

using namespace ct;

namespace {

std::optional<int32_t> dim_or_all(int32_t dim) { return dim == CT_ALL_DIMS ? std::nullopt : std::optional(dim); }

}  // namespace

extern "C" {

#define CT_REPEATS array(repeats, nrepeats, "repeats")
CT_BOTH_FORMS(repeat, (const ct_tensor *t, const int64_t *repeats, int32_t nrepeats), const InMemory self(t, "t"),
              repeat(self, CT_REPEATS), repeat_into(self, CT_REPEATS, given))
CT_BOTH_FORMS(repeat_interleave, (const ct_tensor *t, const ct_tensor *repeats, int32_t dim),
              const InMemory self(t, "t");
              const InMemory counts(repeats, "repeats"), repeat_interleave(self, counts, dim_or_all(dim)),
              repeat_interleave_into(self, counts, dim_or_all(dim), given))

#define CT_SHIFTS array(shifts, nshifts, "shifts"), dims_or_all(dims, ndims)
CT_BOTH_FORMS(roll, (const ct_tensor *t, const int64_t *shifts, int32_t nshifts, const int32_t *dims, int32_t ndims),
              const InMemory self(t, "t"), roll(self, CT_SHIFTS), roll_into(self, CT_SHIFTS, given))

#define CT_PADDING array(padding, npadding, "padding"), check_pad_mode(mode), value
CT_BOTH_FORMS(pad,
              (const ct_tensor *t, const int64_t *padding, int32_t npadding, ct_pad_mode mode, const ct_scalar *value),
              const InMemory self(t, "t"), pad(self, CT_PADDING), pad_into(self, CT_PADDING, given))

CT_BOTH_FORMS(tril, (const ct_tensor *t, int64_t diagonal), const InMemory self(t, "t"),
              triangle(self, diagonal, false), triangle_into(self, diagonal, false, given))
CT_BOTH_FORMS(triu, (const ct_tensor *t, int64_t diagonal), const InMemory self(t, "t"), triangle(self, diagonal, true),
              triangle_into(self, diagonal, true, given))
CT_BOTH_FORMS(diag, (const ct_tensor *t, int64_t diagonal), const InMemory self(t, "t"), diag(self, diagonal),
              diag_into(self, diagonal, given))
CT_BOTH_FORMS(diag_embed, (const ct_tensor *t, int64_t offset, int32_t dim1, int32_t dim2), const InMemory self(t, "t"),
              diag_embed(self, offset, dim1, dim2), diag_embed_into(self, offset, dim1, dim2, given))

CT_BOTH_FORMS(complex, (const ct_tensor *real, const ct_tensor *imag), const InMemory first(real, "real");
              const InMemory second(imag, "imag"), complex(first, second), complex_into(first, second, given))
CT_BOTH_FORMS(polar, (const ct_tensor *abs, const ct_tensor *angle), const InMemory first(abs, "abs");
              const InMemory second(angle, "angle"), polar(first, second), polar_into(first, second, given))

}  // extern "C"
