/* Joining, indexing, order, and tensors by rule: a call of each kind. Included by fuzz.c, whose choices these take.
 * `into` is what a call writes to; where it is NULL, the call makes *out. */
#define EITHER(op, ...) (into != NULL ? op##_out(__VA_ARGS__, into, error) : op(__VA_ARGS__, out, error))
#define EITHER_OF_TWO(op, ...) \
  (into != NULL ? op##_out(__VA_ARGS__, into, beside, error) : op(__VA_ARGS__, out, &second, error))

/* Indices up to the limit, rarely beyond, of the sizes of `like`, or in one dim. NULL where there are none. */
static ct_tensor *indices_of(const ct_tensor *like, bool in_one_dim, int64_t limit) {
  ct_tensor *made = NULL, *converted = NULL;
  const int64_t numel = ct_tensor_numel(like), line = below(6);
  if (!in_one_dim && (numel < 0 || numel > 4096)) return NULL;
  if (limit > 1000) limit = 1000;
  if (in_one_dim) {
    ct_zeros(&line, 1, CT_INT64, &made, NULL);
  } else {
    ct_zeros(ct_tensor_sizes(like), ct_tensor_ndim(like), CT_INT64, &made, NULL);
  }
  if (made == NULL) return NULL;
  void *data = NULL;
  if (ct_tensor_data_mut(made, &data, NULL) != CT_OK) {
    ct_tensor_release(made);
    return NULL;
  }
  int64_t *const at = data;
  for (int64_t k = 0; k < ct_tensor_numel(made); ++k)
    at[k] = limit <= 0 || one_in(60) ? number() : below(limit) - (one_in(4) ? limit : 0);
  if (one_in(4)) ct_to(made, one_in(2) ? CT_INT32 : CT_INT8, CT_PRESERVE, false, &converted, NULL);
  if (converted == NULL) return made;
  ct_tensor_release(made);
  return converted;
}
static int64_t size_along(const ct_tensor *t, int32_t d) {
  const int32_t ndim = ct_tensor_ndim(t);
  if (d < 0) d += ndim;
  return ndim > 0 && d >= 0 && d < ndim ? ct_tensor_sizes(t)[d] : 1;
}
static ct_tensor *mask_of(const ct_tensor *t) {
  ct_tensor *mask = NULL;
  if (!one_in(6)) ct_ne(t, one_in(2) ? t : any(), &mask, NULL);
  return mask;
}

/* The first of many outs. */
static ct_status parts(const ct_tensor *t, const ct_tensor *const *list, int32_t count, ct_tensor **out,
                       ct_error *error) {
  ct_tensor *outs[64] = {NULL};
  const int32_t which = dim();
  int32_t made = 0;
  ct_status status;
  *out = NULL;
  switch (below(5)) {
    case 0:
      for (int k = 0; k < 4; ++k) sizes[k] = below(3);
      if (count > 1) sizes[0] = size_along(t, which) - sizes[1] - (count > 2 ? sizes[2] : 0);
      status = ct_split(t, sizes, count, which, outs, error);
      break;
    case 1:
      status = ct_chunk(t, one_in(20) ? -1 : (int32_t)below(9), which, outs, &made, error);
      break;
    case 2:
      if (size_along(t, which) > 64) return CT_OK;
      status = ct_unbind(t, which, outs, error);
      break;
    case 3:
      status = ct_broadcast_tensors(list, count, outs, error);
      break;
    default:
      status = ct_meshgrid(list, count, one_in(2) ? CT_MESHGRID_XY : CT_MESHGRID_IJ, outs, error);
  }
  if (status == CT_OK) *out = outs[0];
  for (int k = 0; k < 64; ++k) {
    if (status != CT_OK && outs[k] != NULL) complain("a failure with one of its outs", 42, status, error);
    if (k > 0) ct_tensor_release(outs[k]);
  }
  return status;
}

static ct_status joins(const ct_tensor *t, ct_tensor *into, ct_tensor **out, ct_error *error) {
  const ct_scalar value = scalar();
  const ct_tensor *list[4];
  const int32_t count = 1 + (int32_t)below(4), which = dim();
  for (int k = 0; k < 4; ++k) list[k] = one_in(3) ? any() : t;
  int64_t counts[6];
  int32_t named[3];
  for (int k = 0; k < 6; ++k) counts[k] = one_in(60) ? number() : below(5) - 1;
  for (int k = 0; k < 3; ++k) named[k] = dim();
  ct_tensor *index = NULL;
  ct_status status;
  switch (below(into != NULL ? 8 : 12)) {
    case 0:
      return EITHER(ct_cat, list, count, which);
    case 1:
      return EITHER(ct_stack, list, count, which);
    case 2:
      return EITHER(ct_repeat, t, counts, (int32_t)below(6));
    case 3:
      index = indices_of(t, true, 4);
      status = EITHER(ct_repeat_interleave, t, index != NULL ? index : any(), one_in(3) ? CT_ALL_DIMS : which);
      ct_tensor_release(index);
      return status;
    case 4:
      return EITHER(ct_roll, t, counts, (int32_t)below(4), one_in(4) ? NULL : named, (int32_t)below(4));
    case 5:
      return EITHER(ct_pad, t, counts, (int32_t)below(7), (ct_pad_mode)below(5), one_in(2) ? NULL : &value);
    case 6:
      if (one_in(4)) return EITHER(ct_diag, t, counts[0]);
      if (one_in(3)) return EITHER(ct_diag_embed, t, counts[0], named[0], named[1]);
      return one_in(2) ? EITHER(ct_tril, t, counts[0]) : EITHER(ct_triu, t, counts[0]);
    case 7:
      if (one_in(2)) return EITHER(ct_cumulative_sum, t, which, dtype_or_none(), true);
      return one_in(2) ? EITHER(ct_complex, t, list[0]) : EITHER(ct_polar, t, list[0]);
    case 8:
      return one_in(2) ? ct_rot90(t, (int32_t)number(), which, named[0], out, error)
                       : ct_swapaxes(t, which, named[0], out, error);
    case 9:
      return one_in(2) ? ct_unfold(t, which, counts[0], counts[1], out, error)
                       : ct_unflatten(t, which, counts, (int32_t)below(4), out, error);
    case 10:
      if (one_in(4)) return ct_diagonal(t, counts[0], which, named[0], out, error);
      if (one_in(3)) return ct_view_dtype(t, dtype(), out, error);
      return one_in(2) ? ct_view_as_real(t, out, error) : ct_view_as_complex(t, out, error);
    default:
      return parts(t, list, count, out, error);
  }
}

static ct_status indexes(const ct_tensor *t, ct_tensor *into, ct_tensor **out, ct_error *error) {
  const ct_scalar value = scalar();
  const int32_t which = dim();
  const int64_t limit = size_along(t, which);
  const ct_tensor *const other = one_in(3) ? any() : t;
  const int64_t kind = below(14);
  const bool in_line = kind < 5, whole = kind == 7 || kind == 8;
  ct_tensor *index = indices_of(other, in_line, whole ? ct_tensor_numel(t) : limit), *mask = mask_of(t);
  const ct_tensor *const at = index != NULL ? index : any(), *const chosen = mask != NULL ? mask : any();
  ct_tensor *source = NULL; /* of the sizes that an index_add or a masked_scatter takes */
  const ct_tensor *list[5];
  const int32_t count = (int32_t)below(6);
  for (int k = 0; k < 5; ++k) list[k] = one_in(3) ? NULL : one_in(8) ? chosen : one_in(20) ? any() : at;
  if (in_line && kind > 0) ct_index_select(t, which, at, &source, NULL);
  const ct_tensor *const from = source != NULL ? source : other;
  ct_status status;
  switch (kind) {
    case 0:
      status = EITHER(ct_index, t, list, count);
      break;
    case 1:
      status = EITHER(ct_index_select, t, which, at);
      break;
    case 2:
      status = EITHER(ct_index_add, t, which, at, from, one_in(2) ? NULL : &value);
      break;
    case 3:
      status = EITHER(ct_index_copy, t, which, at, from);
      break;
    case 4:
      status = EITHER(ct_index_fill, t, which, at, &value);
      break;
    case 5:
      status = one_in(2) ? EITHER(ct_gather, t, which, at) : EITHER(ct_take_along_dim, t, at, which);
      break;
    case 6:
      status = EITHER(ct_scatter, t, which, at, other, (ct_scatter_reduce)below(6));
      break;
    case 7:
      status = EITHER(ct_take, t, at);
      break;
    case 8:
      status = EITHER(ct_put, t, at, other, one_in(2));
      break;
    case 9:
      status = EITHER(ct_masked_select, t, chosen);
      break;
    case 10:
      status = EITHER(ct_masked_scatter, t, chosen, other);
      break;
    case 11:
      status = one_in(2) ? EITHER(ct_nonzero, t) : EITHER(ct_argwhere, t);
      break;
    case 12:
      status = EITHER(ct_one_hot, one_in(4) ? t : at, one_in(40) ? number() : below(8) - 1);
      break;
    default:
      if (into == NULL) {
        if (out != NULL) *out = NULL;
        status = CT_OK;
      } else {
        status = ct_index_put(into, list, count, other, one_in(2), error);
      }
  }
  ct_tensor_release(index), ct_tensor_release(mask), ct_tensor_release(source);
  return status;
}

static ct_status orders(const ct_tensor *t, ct_tensor *into, ct_tensor **out, ct_error *error) {
  const int32_t which = dim(), maybe = one_in(4) ? CT_ALL_DIMS : which;
  const bool flag = one_in(2), other_flag = one_in(2);
  const int64_t k = one_in(30) ? number() : below(4);
  const ct_tensor *const other = one_in(3) ? any() : t;
  ct_tensor *const beside = one_in(20) ? NULL : any();
  ct_tensor *second = NULL, *third = NULL, *q = NULL;
  ct_status status;
  switch (below(into != NULL ? 14 : 17)) {
    case 0:
      if (into != NULL) return ct_sort_out(t, which, flag, other_flag, into, beside, error);
      status = ct_sort(t, which, flag, other_flag, out, one_in(3) ? NULL : &second, error);
      break;
    case 1:
      return EITHER(ct_argsort, t, which, flag, other_flag);
    case 2:
      status = EITHER_OF_TWO(ct_topk, t, k, which, flag, other_flag);
      break;
    case 3:
      status = EITHER_OF_TWO(ct_kthvalue, t, k, which, flag);
      break;
    case 4:
      status = flag ? EITHER_OF_TWO(ct_median_dim, t, which, other_flag)
                    : EITHER_OF_TWO(ct_nanmedian_dim, t, which, other_flag);
      break;
    case 5:
      return flag ? EITHER(ct_median, t) : EITHER(ct_nanmedian, t);
    case 6:
      status = EITHER_OF_TWO(ct_mode, t, which, flag);
      break;
    case 7:
      sizes[0] = below(4);
      ct_zeros(sizes, one_in(3) ? 0 : 1, one_in(2) ? CT_FLOAT64 : CT_FLOAT32, &q, NULL);
      status = EITHER(ct_quantile, t, q != NULL ? q : any(), maybe, flag, (ct_interpolation)below(6));
      break;
    case 8:
      return EITHER(ct_searchsorted, t, other, flag);
    case 9:
      return EITHER(ct_bucketize, t, other, flag);
    case 10:
      return EITHER(ct_isin, t, other, flag);
    case 11:
      return EITHER(ct_histc, t, one_in(40) ? number() : below(20), flag ? 0.0 : -2.0, other_flag ? 0.0 : 9.5);
    case 12:
      status = flag ? EITHER_OF_TWO(ct_cummax, t, which) : EITHER_OF_TWO(ct_cummin, t, which);
      break;
    case 13:
      if (one_in(2)) return EITHER(ct_logcumsumexp, t, which);
      return EITHER(ct_diff, t, k, which, flag ? NULL : other, other_flag ? NULL : other);
    case 14:
      status = (flag ? ct_unique : ct_unique_consecutive)(t, out, one_in(2) ? NULL : &second, one_in(2) ? NULL : &third,
                                                          error);
      break;
    case 15:
      status = (flag ? ct_unique_dim : ct_unique_consecutive_dim)(t, which, out, one_in(2) ? NULL : &second,
                                                                  one_in(2) ? NULL : &third, error);
      break;
    default:
      return ct_bincount(t, flag ? NULL : other, one_in(20) ? number() : below(9), out, error);
  }
  if (status != CT_OK && (second != NULL || third != NULL)) complain("a failure with a second out", 44, status, error);
  ct_tensor_release(second), ct_tensor_release(third), ct_tensor_release(q);
  return status;
}

static ct_status by_rule(ct_tensor **out, ct_error *error) {
  const ct_scalar start = scalar(), end = scalar();
  const int64_t rows = size(), columns = size(), offset = number();
  switch (below(5)) {
    case 0:
      return ct_eye(rows, columns, offset, dtype(), out, error);
    case 1:
      return ct_linspace(&start, &end, rows, dtype(), out, error);
    case 2:
      return ct_logspace(&start, &end, rows, one_in(2) ? 2 : -0.5, dtype(), out, error);
    case 3:
      return ct_tril_indices(rows, columns, offset, dtype(), out, error);
    default:
      return ct_triu_indices(rows, columns, offset, dtype(), out, error);
  }
}
