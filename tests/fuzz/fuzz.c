/* Random sequences of calls with right and wrong arguments on a pool of tensors and views of them. Nothing may crash,
 * every status must be one that the header names, every failure must have a message and NULL in its out, and at the end
 * every block must have been freed. The seed decides everything:  fuzz [first seed [number of seeds]]
 *
 * With CT_LIBFUZZER (-Dfuzzing=true) libFuzzer chooses instead: each choice takes a byte of its input, or four, and the
 * sequence ends with the input. */
#define _POSIX_C_SOURCE 200809L
#include <dlpack/dlpack.h>

#include "../api/alloc.h"
#include "../api/executor.h"

enum { POOL = 24, CALLS = 400, SEQUENCES = 6000 };

static uint64_t state;
static ct_tensor *pool[POOL];
static float storage[4096]; /* borrowed tensors lie in it */
static uint64_t seed;
static int64_t calls, failures_seen, injected;

#ifdef CT_LIBFUZZER
static const uint8_t *input;
static size_t input_left;

static uint32_t take(size_t bytes) {
  uint32_t value = 0;
  for (; bytes > 0 && input_left > 0; --bytes, --input_left) value = value << 8 | *input++;
  return value;
}
static uint32_t draw(void) { return take(4); }
static int64_t below(int64_t n) { return (int64_t)(take(n <= 256 ? 1 : 4) % (uint32_t)n); }
static bool goes_on(int64_t call) { return call < CALLS && input_left > 0; }
#else
static uint32_t draw(void) { /* splitmix64 */
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)(z >> 32);
}
static int64_t below(int64_t n) { return (int64_t)(draw() % (uint32_t)n); }
static bool goes_on(int64_t call) { return call < CALLS; }
#endif
static bool one_in(int64_t n) { return below(n) == 0; }

/* Mostly small numbers, sometimes extreme ones. */
static int64_t number(void) {
  static const int64_t extremes[] = {INT64_MIN, INT64_MAX,        INT64_MIN + 1,    -1,
                                     INT32_MAX, (int64_t)1 << 32, (int64_t)1 << 62, -((int64_t)1 << 61)};
  return one_in(40) ? extremes[below(8)] : below(12) - 3;
}
static int64_t size(void) { return one_in(60) ? number() : one_in(15) ? 0 : one_in(12) ? below(40) : 1 + below(5); }
static int32_t dim(void) { return one_in(30) ? (int32_t)number() : (int32_t)below(7) - 3; }
static ct_dtype dtype(void) { return one_in(40) ? draw() : 1 + (ct_dtype)below(16); }
static ct_dtype dtype_or_none(void) { return one_in(2) ? CT_UNDEFINED : dtype(); }
static ct_memory_format format(void) { return one_in(40) ? draw() : (ct_memory_format)below(4); }
static ct_tensor *any(void) { return one_in(200) ? NULL : pool[below(POOL)]; }

static int64_t sizes[80], strides[80];
static int32_t dims[80];
static int32_t shape(void) { /* fills sizes and strides, returns ndim */
  const int32_t ndim = one_in(80) ? (int32_t)number() : one_in(25) ? (int32_t)below(70) : (int32_t)below(5);
  for (int d = 0; d < 80; ++d) {
    sizes[d] = ndim > 6 ? (one_in(10) ? size() : 1) : size();
    strides[d] = one_in(3) ? below(400) - 200 : number();
  }
  return ndim;
}
static int32_t some_dims(void) {
  const int32_t count = one_in(40) ? (int32_t)number() : (int32_t)below(5);
  for (int d = 0; d < 80; ++d) dims[d] = dim();
  return count > 80 ? 80 : count;
}
static ct_scalar scalar(void) {
  static const double reals[] = {0, 1, -1, 0.5, 255, 256, 1e10, -1e300, 3.4e38, 65504, 65520};
  ct_scalar value = {dtype(), one_in(100) ? draw() : 0, number(), reals[below(11)], one_in(3) ? reals[below(11)] : 0};
  return value;
}

static void complain(const char *what, int which, ct_status status, const ct_error *error) {
  printf("seed %llu, call %lld (kind %d): %s; status %d, message \"%s\"\n", (unsigned long long)seed, (long long)calls,
         which, what, (int)status, error->message);
  ++check_failures;
}

/* What the pieces of a walk have met: sums that do not depend on their order. range: of the elements by their numbers,
 * where pieces that lie end to end leave the ends of all. places: of the addresses of each operand's elements. */
enum { OPERANDS = 7 }; /* three outputs and four inputs */
static uint64_t met_range, met_places[OPERANDS];

static uint64_t mix(uint64_t z) {
  z = (z + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Reads a byte of every element that it is given, and writes the byte of the first operand back where user_data says
 * that no two tasks share it. It may run on many threads, so it draws no random numbers. */
static ct_status loop(const ct_loop *piece, void *user_data) {
  const uint64_t from = (uint64_t)piece->begin, to = from + (uint64_t)(piece->size0 * piece->size1);
  __atomic_add_fetch(&met_range, mix(to) - mix(from), __ATOMIC_RELAXED);
  for (int32_t k = 0; k < piece->noperands; ++k) {
    uint64_t places = 0;
    for (int64_t j = 0; j < piece->size1; ++j) {
      for (int64_t i = 0; i < piece->size0; ++i)
        places += mix((uintptr_t)piece->data[k] +
                      (uintptr_t)(i * piece->strides[k] + j * piece->strides[piece->noperands + k]));
    }
    __atomic_add_fetch(&met_places[k], places, __ATOMIC_RELAXED);
  }
  for (int64_t j = 0; j < piece->size1; ++j) {
    for (int64_t i = 0; i < piece->size0; ++i) {
      for (int32_t k = 0; k < piece->noperands; ++k) {
        volatile char *at = piece->data[k] + i * piece->strides[k] + j * piece->strides[piece->noperands + k];
        const char byte = *at;
        if (k == 0 && user_data != NULL) *at = byte;
      }
    }
  }
  const uint64_t chance = ((uint64_t)piece->begin + 1) * 0x9e3779b97f4a7c15u ^ seed << 20;
  return chance % 53 == 0 ? CT_STATUS_USER - 1 : chance % 211 == 0 ? 17 : CT_OK;
}

/* An output that fits an input, with size 1 in the dims that are reduced. NULL where there is none. */
static ct_tensor *fitting(const ct_tensor *input, bool reduced) {
  ct_tensor *made = NULL;
  const int32_t ndim = ct_tensor_ndim(input);
  if (ndim < 0 || ndim > 60 || (ct_tensor_numel(input) > 100000 && !ct_tensor_is_meta(input))) return NULL;
  for (int32_t d = 0; d < ndim; ++d) sizes[d] = reduced && one_in(2) ? 1 : ct_tensor_sizes(input)[d];
  if (ct_tensor_is_meta(input))
    ct_tensor_create_meta(sizes, ndim, NULL, ct_tensor_dtype(input), &made, NULL);
  else
    ct_zeros(sizes, ndim, one_in(3) ? dtype() : ct_tensor_dtype(input), &made, NULL);
  return made;
}

/* Nothing is walked where one of the operands is meta. */
static bool has_meta(const ct_iter *it) {
  bool meta = false;
  for (int32_t k = 0; k < ct_iter_noperands(it); ++k) {
    ct_tensor *operand = NULL;
    meta = meta || ct_iter_operand(it, k, &operand, NULL) != CT_OK || ct_tensor_is_meta(operand);
    ct_tensor_release(operand);
  }
  return meta;
}

/* Whether a walk over all elements met each of them once, and each operand's where its tensor says: found by an
 * odometer over the sizes that all operands broadcast to. Operands that are converted lie in buffers, so theirs are
 * not. */
static bool met_everything(const ct_iter *it) {
  ct_tensor *operands[OPERANDS] = {NULL};
  const int32_t count = ct_iter_noperands(it);
  const int64_t numel = ct_iter_numel(it);
  int64_t shape_of_all[80], index[80] = {0}, steps[OPERANDS][80] = {{0}};
  uint64_t places[OPERANDS] = {0};
  int32_t ndim = 0;
  bool right = met_range == mix((uint64_t)numel) - mix(0);
  for (int32_t k = 0; k < count; ++k) {
    if (ct_iter_operand(it, k, &operands[k], NULL) != CT_OK) return false;
    if (ct_tensor_ndim(operands[k]) > ndim) ndim = ct_tensor_ndim(operands[k]);
  }
  for (int32_t d = 0; d < ndim; ++d) shape_of_all[d] = 1;
  for (int32_t k = 0; k < count; ++k) {
    const int32_t missing = ndim - ct_tensor_ndim(operands[k]);
    for (int32_t d = missing; d < ndim; ++d) {
      const int64_t of_dim = ct_tensor_sizes(operands[k])[d - missing];
      if (of_dim == 1) continue;
      shape_of_all[d] = of_dim;
      steps[k][d] = ct_tensor_strides(operands[k])[d - missing] * ct_dtype_size(ct_tensor_dtype(operands[k]));
    }
  }
  for (int64_t n = 0; n < numel; ++n) {
    for (int32_t k = 0; k < count; ++k) {
      int64_t offset = 0;
      for (int32_t d = 0; d < ndim; ++d) offset += index[d] * steps[k][d];
      places[k] += mix((uintptr_t)ct_tensor_data(operands[k]) + (uintptr_t)offset);
    }
    for (int32_t d = ndim - 1; d >= 0 && ++index[d] == shape_of_all[d]; --d) index[d] = 0;
  }
  for (int32_t k = 0; k < count; ++k) {
    if (ct_iter_dtype(it, k) == ct_tensor_dtype(operands[k])) right = right && places[k] == met_places[k];
    ct_tensor_release(operands[k]);
  }
  return right;
}

/* Builds an iterator, mostly a valid one, and walks it in one of the four ways. */
static ct_status iterate(ct_tensor **out, ct_error *error) {
  static const int32_t inputs_of[] = {-1, 1, 1, 2, 2, 2, 3, 0, 1};
  ct_tensor *outputs[3] = {NULL, NULL, NULL}, *fresh = NULL;
  const ct_tensor *inputs[4];
  ct_dtype dtypes[3];
  ct_iter_config config;
  memset(&config, 0, sizeof config);
  config.struct_size = one_in(100) ? (uint32_t)below(sizeof config) : one_in(2) ? 0 : (uint32_t)sizeof config;
  config.preset = one_in(60) ? draw() : (uint32_t)below(9);
  config.flags = one_in(5) ? draw() % 2048 : one_in(100) ? draw() : 0;
  config.noutputs = config.ninputs = 1;
  if (config.preset == CT_ITER_CUSTOM) {
    config.noutputs = 1 + (int32_t)below(2);
    config.ninputs = 1 + (int32_t)below(3);
    config.flags |= one_in(4) ? CT_ITER_NO_SAME_DTYPE_CHECK : CT_ITER_PROMOTE_INPUTS | CT_ITER_CAST_TO_OUTPUTS;
    if (one_in(4)) config.flags |= CT_ITER_REDUCTION | CT_ITER_NO_RESIZE;
  } else if (config.preset <= CT_ITER_REDUCE) {
    config.ninputs = inputs_of[config.preset];
  }
  if (one_in(60)) config.noutputs = (int32_t)below(9) - 5;
  if (one_in(60)) config.ninputs = (int32_t)below(9) - 5;
  if (config.noutputs > 3) config.noutputs = 3;
  if (config.ninputs > 4) config.ninputs = 4;
  for (int k = 0; k < 4; ++k) inputs[k] = k > 0 && !one_in(4) ? inputs[0] : any();
  for (int k = 0; k < 3; ++k) outputs[k] = one_in(6) ? any() : NULL;
  for (int k = 0; k < 3; ++k) dtypes[k] = one_in(3) ? dtype() : CT_UNDEFINED;
  const bool reduces = config.preset == CT_ITER_REDUCE || (config.flags & CT_ITER_REDUCTION) != 0;
  if (reduces || config.preset == CT_ITER_NULLARY || one_in(4)) outputs[0] = fresh = fitting(inputs[0], reduces);
  if (reduces && config.noutputs == 2) config.noutputs = 1;
  config.outputs = fresh == NULL && one_in(3) ? NULL : outputs;
  config.inputs = one_in(80) ? NULL : inputs;
  if (one_in(6)) config.output_dtypes = dtypes;
  if (one_in(15)) config.static_dtype = dtype();
  if (one_in(15)) {
    config.static_ndim = shape();
    if (config.static_ndim > 80) config.static_ndim = 80;
    config.static_sizes = sizes;
    config.nsquash = some_dims();
    config.squash_dims = dims;
  }
  ct_iter *it = NULL;
  *out = NULL;
  ct_status status = ct_iter_build(&config, &it, error);
  if (status != CT_OK) {
    if (it != NULL) complain("a failed build gives an iterator", 41, status, error);
    ct_tensor_release(fresh);
    return status;
  }
  const int64_t numel = ct_iter_numel(it);
  const bool may_share = (config.flags & (CT_ITER_ALLOW_OVERLAP | CT_ITER_REDUCTION)) != 0 ||
                         config.preset == CT_ITER_REDUCE || config.noutputs == 0;
  void *own = may_share ? NULL : &config;
  met_range = 0;
  memset(met_places, 0, sizeof met_places);
  bool meets_all = false;
  /* with a squashed or static shape, a loop must know the layout, so those iterators are not walked */
  if (config.static_sizes == NULL && numel < 100000) {
    if (!reduces && one_in(2)) {
      status = ct_iter_for_each(it, loop, own, one_in(3) ? 1 + below(50) : 0, error);
      meets_all = status == CT_OK && !has_meta(it);
    } else if (!reduces && one_in(2))
      status = ct_iter_serial_for_each(it, below(3), one_in(2) ? numel : number(), loop, own, error);
    else if (reduces && !one_in(4)) {
      const ct_scalar identities[3] = {scalar(), scalar(), scalar()};
      const ct_iter_reduction reduction = {0, one_in(2) ? CT_UNDEFINED : dtype(), loop, loop, identities, NULL};
      status = ct_iter_reduce(it, &reduction, error);
    } else {
      ct_iter_cursor *cursor = NULL;
      ct_loop piece;
      memset(&piece, 0, sizeof piece);
      piece.struct_size = sizeof piece;
      status = ct_iter_cursor_create(it, one_in(2) ? 0 : number(), !one_in(4) ? numel : number(), &cursor, error);
      while (cursor != NULL && ct_iter_cursor_next(cursor, &piece)) {
        loop(&piece, own);
        if (one_in(20)) break;
      }
      ct_iter_cursor_release(cursor);
    }
  }
  if (meets_all && !met_everything(it)) complain("a walk does not meet all", 41, status, error);
  if (status == CT_OK) status = ct_iter_operand(it, (int32_t)below(ct_iter_noperands(it)), out, error);
  ct_iter_release(it);
  ct_tensor_release(fresh);
  return status;
}

typedef ct_status (*typed)(const ct_tensor *, const int32_t *, int32_t, bool, ct_dtype, ct_tensor **, ct_error *);
typedef ct_status (*typed_out)(const ct_tensor *, const int32_t *, int32_t, bool, ct_dtype, ct_tensor *, ct_error *);
typedef ct_status (*plain)(const ct_tensor *, const int32_t *, int32_t, bool, ct_tensor **, ct_error *);
typedef ct_status (*plain_out)(const ct_tensor *, const int32_t *, int32_t, bool, ct_tensor *, ct_error *);
static const typed kTyped[] = {ct_sum, ct_nansum, ct_mean, ct_nanmean, ct_prod, ct_sum_compensated, ct_sum_exact};
static const typed_out kTypedOut[] = {ct_sum_out,  ct_nansum_out,          ct_mean_out,     ct_nanmean_out,
                                      ct_prod_out, ct_sum_compensated_out, ct_sum_exact_out};
static const plain kPlain[] = {ct_amax, ct_amin, ct_any, ct_all, ct_count_nonzero};
static const plain_out kPlainOut[] = {ct_amax_out, ct_amin_out, ct_any_out, ct_all_out, ct_count_nonzero_out};

/* An argreduction, into t where it is given. A second result is released. */
static ct_status search(const ct_tensor *a, ct_tensor *t, ct_tensor **out, ct_error *error) {
  const int32_t which = dim(), maybe = one_in(3) ? CT_ALL_DIMS : which;
  const bool keepdim = one_in(2);
  ct_tensor *second = one_in(3) ? any() : NULL, *fresh = NULL;
  ct_status status;
  switch (below(5)) {
    case 0:
      return t != NULL ? ct_argmax_out(a, maybe, keepdim, t, error) : ct_argmax(a, maybe, keepdim, out, error);
    case 1:
      return t != NULL ? ct_argmin_out(a, maybe, keepdim, t, error) : ct_argmin(a, maybe, keepdim, out, error);
    case 2:
      if (t != NULL) return ct_max_dim_out(a, which, keepdim, t, second, error);
      status = ct_max_dim(a, which, keepdim, out, &fresh, error);
      break;
    case 3:
      if (t != NULL) return ct_min_dim_out(a, which, keepdim, t, second, error);
      status = ct_min_dim(a, which, keepdim, out, &fresh, error);
      break;
    default:
      if (t != NULL) return ct_aminmax_out(a, maybe, keepdim, t, second, error);
      status = ct_aminmax(a, maybe, keepdim, out, &fresh, error);
  }
  ct_tensor_release(fresh);
  return status;
}

/* A reduction over a few dims, in the same way. */
static ct_status variance(const ct_tensor *a, ct_tensor *t, ct_tensor **out, ct_error *error) {
  const ct_scalar value = scalar(), *const maybe = one_in(3) ? NULL : &value;
  const int32_t ndim = some_dims();
  const bool keepdim = one_in(2), roots = one_in(2);
  ct_tensor *mean = NULL;
  switch (below(3)) {
    case 0:
      if (roots) {
        return t != NULL ? ct_std_out(a, dims, ndim, maybe, keepdim, t, error)
                         : ct_std(a, dims, ndim, maybe, keepdim, out, error);
      }
      return t != NULL ? ct_var_out(a, dims, ndim, maybe, keepdim, t, error)
                       : ct_var(a, dims, ndim, maybe, keepdim, out, error);
    case 1:
      return t != NULL ? ct_logsumexp_out(a, dims, ndim, keepdim, t, error)
                       : ct_logsumexp(a, dims, ndim, keepdim, out, error);
    default:
      if (t != NULL) {
        ct_tensor *const second = one_in(3) ? any() : NULL;
        return (roots ? ct_std_mean_out : ct_var_mean_out)(a, dims, ndim, maybe, keepdim, t, second, error);
      }
      const ct_status status = (roots ? ct_std_mean : ct_var_mean)(a, dims, ndim, maybe, keepdim, out, &mean, error);
      ct_tensor_release(mean);
      return status;
  }
}

typedef ct_status (*binary_op)(const ct_tensor *, const ct_tensor *, ct_tensor **, ct_error *);
typedef ct_status (*binary_out)(const ct_tensor *, const ct_tensor *, ct_tensor *, ct_error *);
static const binary_op kBinary[] = {ct_add, ct_sub, ct_mul, ct_div, ct_floor_divide, ct_eq, ct_lt};
static const binary_out kBinaryOut[] = {ct_add_out,          ct_sub_out, ct_mul_out, ct_div_out,
                                        ct_floor_divide_out, ct_eq_out,  ct_lt_out};

/* An op with options, into t where it is given. */
static ct_status with_options(const ct_tensor *a, ct_tensor *t, ct_tensor **out, ct_error *error) {
  const ct_scalar values[] = {scalar(), scalar(), scalar()};
  const ct_scalar *o[3];
  for (int k = 0; k < 3; ++k) o[k] = one_in(3) ? NULL : &values[k];
  const ct_tensor *b = any(), *c = any();
  const bool flag = one_in(2);
  const int32_t decimals = one_in(8) ? (int32_t)number() : (int32_t)below(20) - 10;
  bool answer;
  switch (below(14)) {
    case 0:
      return t != NULL ? ct_add_scaled_out(a, b, o[0], t, error) : ct_add_scaled(a, b, o[0], out, error);
    case 1:
      return t != NULL ? ct_addcmul_out(a, b, c, o[0], t, error) : ct_addcmul(a, b, c, o[0], out, error);
    case 2:
      return t != NULL ? ct_addcdiv_out(a, b, c, o[0], t, error) : ct_addcdiv(a, b, c, o[0], out, error);
    case 3:
      return t != NULL ? ct_leaky_relu_out(a, o[0], t, error) : ct_leaky_relu(a, o[0], out, error);
    case 4:
      if (one_in(2)) b = NULL;
      return t != NULL ? ct_clamp_out(a, b, c, t, error) : ct_clamp(a, b, c, out, error);
    case 5:
      return t != NULL ? ct_nan_to_num_out(a, o[0], o[1], o[2], t, error)
                       : ct_nan_to_num(a, o[0], o[1], o[2], out, error);
    case 6:
      return t != NULL ? ct_isclose_out(a, b, o[0], o[1], flag, t, error)
                       : ct_isclose(a, b, o[0], o[1], flag, out, error);
    case 7:
      return t != NULL ? ct_round_decimals_out(a, decimals, t, error) : ct_round_decimals(a, decimals, out, error);
    case 8:
      return t != NULL ? ct_masked_fill_out(a, b, o[0], t, error) : ct_masked_fill(a, b, o[0], out, error);
    case 9:
      return t != NULL ? ct_elu_out(a, o[0], t, error) : ct_elu(a, o[0], out, error);
    case 10:
      return t != NULL ? ct_softplus_out(a, o[0], o[1], t, error) : ct_softplus(a, o[0], o[1], out, error);
    case 11:
      return t != NULL ? ct_logit_out(a, o[0], t, error) : ct_logit(a, o[0], out, error);
    case 12:
      return t != NULL ? ct_angle_out(a, t, error) : ct_angle(a, out, error);
    default:
      if (t == NULL) return ct_isclose(a, a, o[0], o[1], flag, out, error);
      return one_in(2) ? ct_equal(a, b, &answer, error) : ct_allclose(a, b, o[0], o[1], flag, &answer, error);
  }
}

/* A tensor that comes from DLPack: one of ours there and back, or a struct that is sometimes invalid. */
static struct DLManagedTensorVersioned foreign;
static DLManagedTensor foreign_legacy;
static int64_t given_away, given_back;

static void foreign_deleted(struct DLManagedTensorVersioned *self) { given_back += self == &foreign; }
static void foreign_legacy_deleted(DLManagedTensor *self) { given_back += self == &foreign_legacy; }

static ct_status by_dlpack(const ct_tensor *t, ct_tensor **out, ct_error *error) {
  struct DLManagedTensorVersioned *managed = NULL;
  DLManagedTensor *old = NULL;
  ct_status status;
  *out = NULL;
  switch (below(4)) {
    case 0:
      status = ct_to_dlpack(t, &managed, error);
      return status == CT_OK ? ct_from_dlpack(managed, out, error) : status;
    case 1:
      status = ct_to_dlpack_legacy(t, &old, error);
      return status == CT_OK ? ct_from_dlpack_legacy(old, out, error) : status;
    default:
      break;
  }
  static const uint8_t codes[][2] = {{6, 8}, {1, 8}, {0, 8}, {0, 16}, {0, 32}, {2, 16}, {2, 32}, {4, 16}, {5, 32}};
  const int64_t pick = below(9);
  DLTensor given;
  memset(&given, 0, sizeof given);
  /* tensors with small sizes and strides lie inside storage; others are refused, or released without being read */
  given.ndim = (int32_t)below(4);
  for (int d = 0; d < 80; ++d) sizes[d] = below(5), strides[d] = below(21) - 10;
  given.data = storage + 1024;
  given.device.device_type = kDLCPU;
  given.dtype.code = codes[pick][0];
  given.dtype.bits = codes[pick][1];
  given.dtype.lanes = 1;
  given.shape = sizes;
  given.strides = one_in(3) ? NULL : strides;
  given.byte_offset = 16 * (uint64_t)below(9);
  bool hostile = one_in(3);
  if (hostile) {
    if (one_in(3)) given.ndim = shape();
    if (given.ndim > 80 && given.ndim < 1000) given.ndim = 80; /* sizes has no more */
    if (one_in(9)) given.ndim = (int32_t)draw();
    if (one_in(9)) given.data = NULL;
    if (one_in(9)) given.dtype.code = (uint8_t)draw();
    if (one_in(9)) given.dtype.bits = (uint8_t)draw();
    if (one_in(9)) given.dtype.lanes = (uint16_t)draw();
    if (one_in(9)) given.shape = NULL;
    if (one_in(9)) given.byte_offset = one_in(2) ? draw() : UINT64_MAX - draw();
    if (one_in(9)) given.device.device_type = (DLDeviceType)below(20);
  }
  ++given_away;
  if (one_in(2)) {
    foreign.version.major = one_in(20) ? draw() : 1;
    foreign.version.minor = draw();
    foreign.flags = one_in(4) ? draw() : 0;
    foreign.deleter = foreign_deleted;
    foreign.dl_tensor = given;
    status = ct_from_dlpack(&foreign, out, error);
  } else {
    foreign_legacy.deleter = foreign_legacy_deleted;
    foreign_legacy.dl_tensor = given;
    status = ct_from_dlpack_legacy(&foreign_legacy, out, error);
  }
  if (hostile && status == CT_OK) { /* it may reach anywhere in memory */
    release(out);
    return CT_OK;
  }
  return status;
}

#include "arranging.h"

/* A random call that makes a tensor. */
static ct_status make(int which, ct_tensor **out, ct_error *error) {
  const ct_scalar value = scalar(), end = scalar(), step = scalar();
  const ct_tensor *t = any(), *two;
  const int32_t *named;
  ct_number own_number;
  int32_t ndim;
  switch (which) {
    case 0:
      ndim = shape();
      return ct_zeros(sizes, ndim, dtype(), out, error);
    case 1:
      ndim = shape();
      return ct_full(sizes, ndim, &value, dtype_or_none(), out, error);
    case 2: /* unspecified contents would make runs different */
      ndim = shape();
      {
        ct_status status = ct_tensor_create_strided(sizes, ndim, strides, dtype(), out, error);
        const ct_scalar zero = {CT_INT64, 0, 0, 0, 0};
        if (status == CT_OK && ct_tensor_storage_nbytes(*out) > (1 << 20)) release(out), status = CT_OK;
        if (status == CT_OK && *out != NULL) ct_fill(*out, &zero, NULL);
        return status;
      }
    case 3:
      ndim = shape();
      return ct_tensor_create_meta(sizes, ndim, one_in(2) ? strides : NULL, dtype(), out, error);
    case 4: { /* inside storage, or refused because it is misaligned */
      ndim = (int32_t)below(4);
      for (int d = 0; d < 4; ++d) sizes[d] = below(5), strides[d] = below(21) - 10;
      char *at = (char *)(storage + 1024) + (one_in(20) ? 1 : 0);
      const ct_dtype of = dtype();
      return one_in(4) ? ct_tensor_from_const_data(at, sizes, ndim, strides, of, NULL, NULL, out, error)
                       : ct_tensor_from_data(at, sizes, ndim, strides, of, NULL, NULL, out, error);
    }
    case 5:
      return ct_tensor_create_scalar(&value, one_in(2), out, error);
    case 6:
      /* a number in our own memory, which a call that holds on to it copies */
      two = ct_number_of(one_in(2) ? value : ct_scalar_i64(value.i), &own_number);
      if (one_in(2)) return kBinary[below(7)](one_in(2) ? t : two, two, out, error);
      return one_in(2) ? ct_contiguous(two, CT_CONTIGUOUS, out, error) : ct_unsqueeze(two, 0, out, error);
    case 7:
      if (value.re > 1e4 || end.re > 1e4 || value.i > 1000 || end.i > 1000 || value.re < -1e4) return CT_ERROR_INVALID;
      return ct_arange(one_in(2) ? NULL : &value, &end, one_in(2) ? NULL : &step, dtype_or_none(), out, error);
    case 8:
      return ct_zeros_like(t, dtype_or_none(), format(), out, error);
    case 9:
      return ct_full_like(t, &value, dtype_or_none(), format(), out, error);
    case 10:
      ndim = shape();
      return ct_as_strided(t, sizes, ndim, strides, number(), out, error);
    case 11:
      ndim = shape();
      return ct_view(t, sizes, ndim, out, error);
    case 12: { /* a shape that fits: two factors of numel */
      const int64_t numel = ct_tensor_numel(t), rows = 1 + below(6);
      sizes[0] = numel % rows == 0 ? rows : 1;
      sizes[1] = one_in(2) ? -1 : numel / sizes[0];
      return ct_reshape(t, sizes, 2, out, error);
    }
    case 13: {
      ndim = ct_tensor_ndim(t);
      const int32_t turn = (int32_t)below(5);
      for (int32_t d = 0; d < ndim; ++d) dims[d] = one_in(60) ? dim() : (d + turn) % ndim;
      return ct_permute(t, dims, ndim, out, error);
    }
    case 14:
      return ct_transpose(t, dim(), dim(), out, error);
    case 15: {
      const int32_t count = some_dims(), other[] = {dim(), dim(), dim()};
      return ct_movedim(t, dims, other, count > 3 ? 3 : count, out, error);
    }
    case 16:
      return ct_slice(t, dim(), one_in(2) ? CT_TO_END : number(), one_in(2) ? CT_TO_END : number(),
                      one_in(3) ? -1 : number(), out, error);
    case 17:
      return ct_select(t, dim(), number(), out, error);
    case 18:
      return ct_narrow(t, dim(), number(), number(), out, error);
    case 19:
      ndim = shape();
      return ct_expand(t, sizes, ndim, out, error);
    case 20:
      return ct_squeeze(t, one_in(3) ? NULL : dims, one_in(2) ? 0 : some_dims(), out, error);
    case 21:
      return ct_unsqueeze(t, dim(), out, error);
    case 22:
      return ct_flatten(t, dim(), dim(), out, error);
    case 23:
      ndim = some_dims();
      return ct_flip(t, one_in(10) ? NULL : dims, ndim, out, error);
    case 24:
      return one_in(2) ? ct_real(t, out, error) : ct_imag(t, out, error);
    case 25:
      return ct_contiguous(t, format(), out, error);
    case 26:
      return ct_clone(t, format(), out, error);
    case 27:
      return ct_to(t, dtype_or_none(), format(), one_in(2), out, error);
    case 28:
      return one_in(2) ? with_options(t, NULL, out, error) : one_in(2) ? ct_neg(t, out, error) : ct_exp(t, out, error);
    case 29:
    case 30:
    case 31:
      return kBinary[below(7)](t, any(), out, error);
    case 32: {
      ct_tensor *condition = NULL;
      if (!one_in(4)) ct_eq(t, t, &condition, NULL);
      const ct_status status = ct_where(condition != NULL ? condition : any(), t, one_in(2) ? t : any(), out, error);
      ct_tensor_release(condition);
      return status;
    }
    case 33:
      ndim = some_dims();
      named = one_in(5) ? NULL : dims;
      if (named == NULL && !one_in(8)) ndim = 0;
      if (one_in(2)) return kPlain[below(5)](t, named, ndim, one_in(2), out, error);
      if (one_in(4)) return variance(t, NULL, out, error);
      if (one_in(4)) return ct_norm(t, one_in(4) ? NULL : &value, named, ndim, one_in(2), dtype_or_none(), out, error);
      return kTyped[below(7)](t, named, ndim, one_in(2), dtype_or_none(), out, error);
    case 34:
      return one_in(2) ? ct_cumsum(t, dim(), dtype_or_none(), out, error)
                       : ct_cumprod(t, dim(), dtype_or_none(), out, error);
    case 36:
      return search(t, NULL, out, error);
    case 37:
      return by_dlpack(t, out, error);
    case 42:
    case 43:
      return joins(t, NULL, out, error);
    case 44:
    case 45:
      return indexes(t, NULL, out, error);
    case 46:
    case 47:
      return orders(t, NULL, out, error);
    case 48:
      return by_rule(out, error);
    case 35:
      return one_in(2) ? ct_softmax(t, dim(), dtype_or_none(), out, error)
                       : ct_log_softmax(t, dim(), dtype_or_none(), out, error);
    default:
      return iterate(out, error);
  }
}

/* A random call that writes into a tensor. */
static ct_status write(int which, ct_error *error) {
  const ct_scalar value = scalar();
  ct_tensor *t = any();
  const ct_tensor *a = any(), *b = any();
  int32_t ndim;
  char text[300];
  int64_t needed;
  ct_scalar item;
  switch (which) {
    case 0:
      return ct_copy(t, a, error);
    case 1:
      return ct_fill(t, &value, error);
    case 2:
      ndim = shape();
      return ct_resize(t, sizes, ndim, format(), error);
    case 3:
      return one_in(2) ? ct_neg_out(a, t, error) : ct_exp_out(a, t, error);
    case 4:
    case 5:
      return kBinaryOut[below(7)](a, one_in(4) ? t : b, t, error);
    case 6:
      return one_in(2) ? ct_where_out(any(), a, b, t, error) : with_options(a, t, NULL, error);
    case 7:
      ndim = some_dims();
      if (one_in(2)) return kPlainOut[below(5)](a, dims, ndim, one_in(2), t, error);
      if (one_in(4)) return variance(a, t, NULL, error);
      if (one_in(4)) return ct_norm_out(a, NULL, dims, ndim, one_in(2), dtype_or_none(), t, error);
      return kTypedOut[below(7)](a, dims, ndim, one_in(2), dtype_or_none(), t, error);
    case 8:
      return one_in(2) ? ct_cumsum_out(one_in(3) ? t : a, dim(), dtype_or_none(), t, error)
                       : ct_cumprod_out(one_in(3) ? t : a, dim(), dtype_or_none(), t, error);
    case 10:
      return one_in(2) ? ct_softmax_out(one_in(3) ? t : a, dim(), dtype_or_none(), t, error)
                       : ct_log_softmax_out(one_in(3) ? t : a, dim(), dtype_or_none(), t, error);
    case 11:
      return search(a, t, NULL, error);
    case 13:
      return t == NULL ? CT_OK : joins(a, t, NULL, error);
    case 14:
    case 15:
      return t == NULL ? CT_OK : indexes(a, t, NULL, error);
    case 16:
      return t == NULL ? CT_OK : orders(a, t, NULL, error);
    case 9:
      return ct_tensor_item(a, &item, error);
    default: {
      const int64_t capacity = one_in(20) ? number() : (int64_t)sizeof text;
      return ct_tensor_to_string(a, text, capacity > (int64_t)sizeof text ? 1 : capacity, &needed, error);
    }
  }
}

static void check_status(ct_status status, int which, const ct_error *error, bool has_message) {
  const bool known = (status <= CT_OK && status >= CT_ERROR_BUSY) || status == CT_STATUS_USER - 1;
  ++check_count;
  if (!known) complain("an unexpected status", which, status, error);
  if (status != CT_OK) {
    ++failures_seen;
    if (has_message && (error->message[0] == '\0' || memchr(error->message, 0, sizeof error->message) == NULL)) {
      complain("a failure without a message", which, status, error);
    }
    if (has_message && error->code != status) complain("another code than its status", which, status, error);
  } else if (error->message[0] != '\0' || error->code != 0) {
    complain("an error written on success", which, status, error);
  }
}

static void step(void) {
  ct_error error;
  memset(&error, 0, sizeof error);
  ++calls;
  /* sometimes memory runs out in the middle of a call */
  alloc_failed = 0;
  if (one_in(12)) alloc_fail_at = alloc_requests + 1 + below(6);
  if (one_in(3)) {
    const int which = (int)below(17);
    const ct_status status = write(which, &error);
    alloc_fail_at = 0;
    check_status(status, 50 + which, &error, true);
  } else {
    const int which = (int)below(49);
    ct_tensor *made = NULL;
    const ct_status status = make(which, &made, &error);
    alloc_fail_at = 0;
    check_status(status, which, &error, which != 7);
    if (status != CT_OK && made != NULL) complain("a failure with an out", which, status, &error);
    if (status == CT_OK && made != NULL) {
      const bool large = ct_tensor_storage_nbytes(made) > (1 << 20) || ct_tensor_numel(made) > (1 << 18);
      if (large && !ct_tensor_is_meta(made)) { /* keep runs short */
        ct_tensor_release(made);
      } else {
        const int64_t slot = below(POOL);
        ct_tensor_release(pool[slot]);
        pool[slot] = made;
      }
    }
  }
  injected += alloc_failed;
}

static void run(void) {
  state = seed;
  for (int k = 0; k < 4096; ++k) storage[k] = (float)k;
  for (int k = 0; k < POOL; ++k) {
    int64_t start[4] = {1 + below(3), 1 + below(4), 1 + below(5), 1 + below(3)};
    pool[k] = counting(start, (int32_t)below(5), 1 + (ct_dtype)below(16));
  }
  for (int64_t k = 0; goes_on(k); ++k) step();
  for (int k = 0; k < POOL; ++k) release(&pool[k]);
  if (given_away != given_back) {
    printf("seed %llu calls %lld deleters of %lld\n", (unsigned long long)seed, (long long)given_back,
           (long long)given_away);
    ++check_failures;
    given_back = given_away;
  }
  if (alloc_live != 0) {
    printf("seed %llu leaves %lld blocks\n", (unsigned long long)seed, (long long)alloc_live);
    ++check_failures;
    alloc_live = 0;
  }
}

static void prepare(void) {
  alloc_install();
  alloc_limit = (size_t)64 << 20;
  use_threads(2);
}

#ifdef CT_LIBFUZZER
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  prepare();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input = data;
  input_left = size;
  seed = 1469598103934665603u; /* FNV-1a of the input, for loops, which may run on any thread */
  for (size_t k = 0; k < size; ++k) seed = (seed ^ data[k]) * 1099511628211u;
  run();
  if (check_failures != 0) abort();
  return 0;
}
#else
int main(int argc, char **argv) {
  const char *scale = getenv("CT_TEST_CASES");
  int64_t first = 1, count = SEQUENCES;
  if (scale != NULL) count = SEQUENCES * atoll(scale) / 2000 + 1; /* a share of 2000, as in the property tests */
  if (argc > 1) first = atoll(argv[1]), count = argc > 2 ? atoll(argv[2]) : 1;
  prepare();
  for (int64_t k = 0; k < count && check_failures < 20; ++k) {
    seed = (uint64_t)(first + k);
    run();
  }
  printf("%lld sequences, %lld calls, %lld of them failed, %lld with a refused allocation\n", (long long)count,
         (long long)calls, (long long)failures_seen, (long long)injected);
  return alloc_done();
}
#endif
