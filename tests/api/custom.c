/* Ops of the caller's: ct_op_run with outputs that are fresh, given, resized, proxied or refused; what fails, and that
 * it changes nothing; ct_parallel_for and ct_error_set. */
#include "alloc.h"
#include "snapshot.h"

static ct_error error;

/* The op: of a matrix [m, n], the float64 sums of the rows [m], and of the columns [n] where they are wanted. It asks
 * for a stride of its own where `step` is set. */
typedef struct sums_options {
  int64_t step;
  ct_status meta_status, impl_status;
  const char *message;
  int meta_calls, impl_calls;
  int set_twice, set_none, set_third;
  const ct_tensor *seen; /* the first output, as impl saw it */
} sums_options;

static ct_status sums_meta(const ct_tensor *const *inputs, int32_t ninputs, ct_op_outputs *outputs, void *user_data,
                           ct_error *e) {
  sums_options *o = user_data;
  ++o->meta_calls;
  if (ninputs != 1 || ct_tensor_ndim(inputs[0]) != 2) return ct_error_set(CT_ERROR_SHAPE, "t is no matrix", e);
  const int64_t *sizes = ct_tensor_sizes(inputs[0]);
  if (o->set_none) return CT_OK;
  ct_status status = ct_op_set_output(outputs, 0, sizes, 1, o->step != 0 ? &o->step : NULL, CT_FLOAT64, e);
  if (status == CT_OK && o->set_twice) status = ct_op_set_output(outputs, 0, sizes, 1, NULL, CT_FLOAT64, e);
  /* a second output is optional, and the op asks nowhere whether it is there. It goes on where that one is refused, and
   * fails all the same; only memory is another matter. */
  if (status == CT_OK && ct_op_set_output(outputs, 1, sizes + 1, 1, NULL, CT_FLOAT64, e) == CT_ERROR_OUT_OF_MEMORY) {
    status = CT_ERROR_OUT_OF_MEMORY;
  }
  if (status == CT_OK && o->set_third) status = ct_op_set_output(outputs, 2, sizes, 1, NULL, CT_FLOAT64, e);
  if (o->meta_status != CT_OK) return o->message != NULL ? ct_error_set(o->meta_status, o->message, e) : o->meta_status;
  return status;
}

static ct_status sums_impl(const ct_tensor *const *inputs, int32_t ninputs, ct_tensor *const *outputs, int32_t noutputs,
                           void *user_data, ct_error *e) {
  sums_options *o = user_data;
  ++o->impl_calls;
  o->seen = outputs[0];
  if (ninputs != 1) return CT_ERROR_INTERNAL;
  if (o->impl_status != CT_OK) return o->message != NULL ? ct_error_set(o->impl_status, o->message, e) : o->impl_status;
  ct_status status = ct_sum_out(inputs[0], DIMS(1), false, CT_FLOAT64, outputs[0], e);
  if (status == CT_OK && noutputs > 1) status = ct_sum_out(inputs[0], DIMS(0), false, CT_FLOAT64, outputs[1], e);
  return status;
}

static sums_options options;
static ct_op sums = {sizeof(ct_op), 0, "sums", sums_meta, sums_impl, &options};

static ct_status run(const ct_tensor *t, ct_tensor **outs, int32_t nouts, ct_error *e) {
  return ct_op_run(&sums, &t, 1, outs, nouts, e);
}
static void fresh_options(uint32_t flags) {
  memset(&options, 0, sizeof options);
  sums.flags = flags;
}
static ct_tensor *made(const int64_t *sizes, const int64_t *strides, int32_t ndim, ct_dtype dtype) {
  ct_tensor *t = NULL;
  if (strides == NULL) {
    REQUIRE_OK(ct_tensor_create(sizes, ndim, dtype, &t, &error));
  } else {
    REQUIRE_OK(ct_tensor_create_strided(sizes, ndim, strides, dtype, &t, &error));
  }
  REQUIRE_OK(ct_fill(t, &(ct_scalar){CT_INT64, 0, 7, 0, 0}, &error));
  return t;
}

#define CHECK_ROWS(t) (void)(CHECK_SIZES(t, 2) && CHECK_EQ(ELEMENT(t, 0), 3) && CHECK_EQ(ELEMENT(t, 1), 12))
#define CHECK_COLUMNS(t) (void)(CHECK_SIZES(t, 3) && CHECK_EQ(ELEMENT(t, 0), 3) && CHECK_EQ(ELEMENT(t, 2), 7))

static void fresh(const ct_tensor *t) {
  fresh_options(0);
  ct_tensor *outs[2] = {NULL, NULL};
  REQUIRE_OK(run(t, outs, 2, &error));
  CHECK_ROWS(outs[0]);
  CHECK_COLUMNS(outs[1]);
  CHECK_EQ(options.meta_calls, 1);
  CHECK_EQ(options.impl_calls, 1);
  CHECK(ct_tensor_is_unique(outs[0]));
  release(&outs[0]), release(&outs[1]);
  options.step = -2;
  REQUIRE_OK(run(t, outs, 1, &error));
  CHECK_ROWS(outs[0]);
  CHECK_STRIDES(outs[0], -2);
  release(&outs[0]);
}

static void given(const ct_tensor *t) {
  fresh_options(0);
  ct_tensor *out = made(LIST(2), NULL, 1, CT_FLOAT64), *wrong = made(LIST(7), NULL, 1, CT_FLOAT64), *other = NULL;
  ct_tensor *spread = made(LIST(2), LIST(3), 1, CT_FLOAT64);
  REQUIRE_OK(run(t, &out, 1, &error));
  CHECK_ROWS(out);
  CHECK(options.seen == out);
  ct_tensor *both[] = {wrong, NULL}; /* one is resized, the other one made */
  REQUIRE_OK(run(t, both, 2, &error));
  CHECK(both[0] == wrong);
  CHECK_ROWS(wrong);
  CHECK_COLUMNS(both[1]);
  other = both[1];
  REQUIRE_OK(run(t, &spread, 1, &error));
  CHECK_ROWS(spread);
  CHECK_STRIDES(spread, 3);
  CHECK(options.seen != spread); /* a proxy */
  fresh_options(CT_OP_ANY_STRIDES);
  REQUIRE_OK(ct_fill(spread, &(ct_scalar){CT_INT64, 0, 7, 0, 0}, &error));
  REQUIRE_OK(run(t, &spread, 1, &error));
  CHECK_ROWS(spread);
  CHECK(options.seen == spread);
  release(&out), release(&wrong), release(&spread), release(&other);
}

static void without_computing(void) {
  fresh_options(0);
  ct_tensor *meta = NULL, *empty = NULL, *out = NULL;
  REQUIRE_OK(ct_tensor_create_meta(SIZES(2, 3), NULL, CT_FLOAT32, &meta, &error));
  REQUIRE_OK(run(meta, &out, 1, &error));
  CHECK_SIZES(out, 2);
  CHECK(ct_tensor_is_meta(out));
  REQUIRE_OK(run(meta, &out, 1, &error)); /* into it */
  release(&out), release(&meta);
  REQUIRE_OK(ct_tensor_create(SIZES(0, 0), CT_FLOAT32, &empty, &error));
  out = made(LIST(2), NULL, 1, CT_FLOAT64);
  REQUIRE_OK(run(empty, &out, 1, &error));
  CHECK_SIZES(out, 0);
  CHECK_EQ(options.impl_calls, 0);
  CHECK_EQ(options.meta_calls, 3);
  release(&out), release(&empty);
}

static void deferred(const ct_tensor *t) {
  fresh_options(0);
  ct_tensor *leaf = NULL, *twice = NULL, *out = NULL;
  REQUIRE_OK(ct_defer(t, &leaf, &error));
  REQUIRE_OK(ct_add(leaf, leaf, &twice, &error));
  REQUIRE_OK(run(twice, &out, 1, &error));
  CHECK_SIZES(out, 2);
  CHECK_EQ(ELEMENT(out, 1), 24);
  release(&out);
  out = twice;
  CHECK_EQ(run(t, &out, 1, &error), CT_ERROR_INVALID);
  CHECK(strstr(error.message, "deferred") != NULL);
  release(&leaf), release(&twice);
}

/* Each must fail with a message that has the op's name in front, and change none of what is given. */
static void refused(const char *what, ct_status wanted, const char *part, const ct_tensor *t, ct_tensor *a,
                    ct_tensor *b, int32_t nouts) {
  ct_tensor *outs[] = {a, b, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  snapshot before[3];
  memset(before, 0, sizeof before);
  snapshot_take(&before[0], t), snapshot_take(&before[1], a), snapshot_take(&before[2], b);
  const int64_t live = alloc_live;
  memset(&error, 0, sizeof error);
  const ct_status status = run(t, outs, nouts, &error);
  bool ok = status == wanted && error.code == wanted && strncmp(error.message, "sums: ", 6) == 0 &&
            strstr(error.message, part) != NULL && outs[0] == a && outs[1] == b && outs[2] == NULL;
  ok = ok && run(t, outs, nouts, NULL) == wanted && alloc_live == live;
  for (int k = 0; k < 3; ++k) {
    ok = ok && snapshot_changed(&before[k]) == NULL;
    snapshot_drop(&before[k]);
  }
  if (!CHECK(ok)) printf("  %s: status %d, \"%s\"\n", what, (int)status, error.message);
}

static void failing(ct_tensor *t) {
  static const double constant[2] = {1, 2};
  ct_tensor *whole = made(LIST(12), NULL, 1, CT_FLOAT64), *matrix = NULL, *inside = NULL, *row = NULL, *half = NULL;
  ct_tensor *out = made(LIST(2), NULL, 1, CT_FLOAT64), *larger = made(LIST(9), NULL, 1, CT_FLOAT64);
  ct_tensor *typed = made(LIST(2), NULL, 1, CT_FLOAT32), *folded = made(LIST(2), LIST(1), 1, CT_FLOAT64);
  ct_tensor *meta = NULL, *fixed = NULL, *repeated = NULL;
  REQUIRE_OK(ct_as_strided(whole, LIST(2, 3), 2, LIST(3, 1), 0, &matrix, &error));
  REQUIRE_OK(ct_as_strided(whole, LIST(2), 1, LIST(1), 5, &inside, &error));
  REQUIRE_OK(ct_as_strided(whole, LIST(2), 1, LIST(1), 8, &row, &error));
  REQUIRE_OK(ct_as_strided(whole, LIST(3), 1, LIST(1), 9, &half, &error));
  REQUIRE_OK(ct_as_strided(whole, LIST(2), 1, LIST(0), 11, &repeated, &error));
  REQUIRE_OK(ct_tensor_create_meta(SIZES(2), NULL, CT_FLOAT64, &meta, &error));
  REQUIRE_OK(ct_tensor_from_const_data(constant, SIZES(2), NULL, CT_FLOAT64, NULL, NULL, &fixed, &error));

  fresh_options(0);
  refused("no matrix", CT_ERROR_SHAPE, "t is no matrix", whole, out, NULL, 1);
  refused("dtype", CT_ERROR_DTYPE, "float32", t, typed, NULL, 1);
  refused("second dtype", CT_ERROR_INVALID, "output 1", t, larger, typed, 2);
  refused("meta", CT_ERROR_INVALID, "meta", t, meta, NULL, 1);
  refused("read-only", CT_ERROR_READ_ONLY, "read-only", t, fixed, NULL, 1);
  refused("overlaps the input", CT_ERROR_OVERLAP, "overlap", matrix, inside, NULL, 1);
  refused("outputs overlap", CT_ERROR_OVERLAP, "overlap", t, row, half, 2);
  refused("an output twice", CT_ERROR_OVERLAP, "overlap", t, out, out, 2);
  refused("elements twice", CT_ERROR_OVERLAP, "", t, repeated, NULL, 1);
  refused("no outputs", CT_ERROR_INVALID, "1 to 8", t, NULL, NULL, 0);
  refused("too many", CT_ERROR_INVALID, "got 9", t, NULL, NULL, 9);
  refused("unset", CT_ERROR_INVALID, "output 2", t, NULL, NULL, 3);

  for (int in_impl = 0; in_impl < 2; ++in_impl) {
    const ct_status statuses[] = {CT_ERROR_FORMAT, CT_STATUS_USER - 5, CT_ERROR_OUT_OF_MEMORY};
    for (int k = 0; k < 3; ++k) {
      fresh_options(0);
      *(in_impl ? &options.impl_status : &options.meta_status) = statuses[k];
      refused("without words", statuses[k], in_impl ? "impl" : "meta", t, larger, NULL, 1);
      options.message = "these words";
      refused("with words", statuses[k], "sums: these words", t, larger, NULL, 1);
      refused("into two", statuses[k], "sums: these words", t, out, larger, 2);
      if (in_impl) CHECK(options.impl_calls > 0);
    }
    fresh_options(0);
    *(in_impl ? &options.impl_status : &options.meta_status) = 17;
    refused("no status", CT_ERROR_INVALID, "17", t, larger, NULL, 1);
  }
  fresh_options(0);
  options.set_twice = 1;
  refused("twice", CT_ERROR_INVALID, "twice", t, larger, NULL, 1);
  fresh_options(0);
  options.set_none = 1;
  refused("none", CT_ERROR_INVALID, "output 0", t, larger, NULL, 1);
  fresh_options(0);
  options.set_third = 1;
  refused("third", CT_ERROR_INDEX, "output 2", t, larger, NULL, 2);

  fresh_options(0);
  CHECK_EQ(ct_op_run(NULL, NULL, 0, &out, 1, &error), CT_ERROR_INVALID);
  ct_op wrong = sums;
  wrong.flags = 1u << 9;
  CHECK_EQ(ct_op_run(&wrong, NULL, 0, &out, 1, &error), CT_ERROR_INVALID);
  wrong = sums, wrong.name = NULL;
  CHECK_EQ(ct_op_run(&wrong, NULL, 0, &out, 1, &error), CT_ERROR_INVALID);
  wrong = sums, wrong.impl = NULL;
  CHECK_EQ(ct_op_run(&wrong, NULL, 0, &out, 1, &error), CT_ERROR_INVALID);
  wrong = sums, wrong.meta = NULL;
  CHECK_EQ(ct_op_run(&wrong, NULL, 0, &out, 1, &error), CT_ERROR_INVALID);
  const ct_tensor *const none[] = {NULL};
  CHECK_EQ(ct_op_run(&sums, none, 1, &out, 1, &error), CT_ERROR_INVALID);
  CHECK(strstr(error.message, "inputs[0]") != NULL);
  CHECK_EQ(ct_op_run(&sums, none, -1, &out, 1, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_op_run(&sums, NULL, 0, NULL, 1, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_op_set_output(NULL, 0, NULL, 0, NULL, CT_FLOAT32, &error), CT_ERROR_INVALID);
  CHECK_EQ(options.meta_calls, 0);
  ct_tensor *all[] = {whole, matrix, inside, row, half, out, larger, typed, folded, meta, fixed, repeated};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) ct_tensor_release(all[k]);
}

/* t += 1, for an op that may work in place. */
static ct_status increment_meta(const ct_tensor *const *inputs, int32_t ninputs, ct_op_outputs *outputs,
                                void *user_data, ct_error *e) {
  (void)user_data;
  if (ninputs != 1) return CT_ERROR_INVALID;
  return ct_op_set_output(outputs, 0, ct_tensor_sizes(inputs[0]), ct_tensor_ndim(inputs[0]),
                          ct_tensor_strides(inputs[0]), ct_tensor_dtype(inputs[0]), e);
}
static ct_status increment_impl(const ct_tensor *const *inputs, int32_t ninputs, ct_tensor *const *outputs,
                                int32_t noutputs, void *user_data, ct_error *e) {
  (void)user_data;
  ct_number one;
  if (ninputs != 1 || noutputs != 1) return CT_ERROR_INVALID;
  return ct_add_out(inputs[0], ct_number_of(ct_scalar_i64(1), &one), outputs[0], e);
}

static void in_place(void) {
  ct_tensor *t = counting(SIZES(2, 3), CT_FLOAT32);
  ct_op op = {sizeof op, 0, "increment", increment_meta, increment_impl, NULL};
  const ct_tensor *const inputs[] = {t};
  ct_tensor *outs[] = {t};
  CHECK_EQ(ct_op_run(&op, inputs, 1, outs, 1, &error), CT_ERROR_OVERLAP);
  CHECK_EQ(ELEMENT(t, 1, 2), 5);
  op.flags = CT_OP_IN_PLACE;
  CHECK_OK(ct_op_run(&op, inputs, 1, outs, 1, &error));
  CHECK_EQ(ELEMENT(t, 1, 2), 6);
  ct_tensor *part = NULL, *shifted = NULL;
  REQUIRE_OK(ct_as_strided(t, LIST(5), 1, LIST(1), 0, &part, &error));
  REQUIRE_OK(ct_as_strided(t, LIST(5), 1, LIST(1), 1, &shifted, &error));
  const ct_tensor *const parts[] = {part};
  CHECK_EQ(ct_op_run(&op, parts, 1, &shifted, 1, &error), CT_ERROR_OVERLAP);
  CHECK_EQ(ELEMENT(t, 0, 1), 2);
  release(&part), release(&shifted), release(&t);
}

/* Every allocation fails in turn. */
static void allocations(const ct_tensor *t) {
  ct_tensor *leaf = NULL, *twice = NULL;
  REQUIRE_OK(ct_defer(t, &leaf, &error));
  REQUIRE_OK(ct_add(leaf, leaf, &twice, &error));
  for (int way = 0; way < 4; ++way) {
    fresh_options(0);
    int64_t failures = 0;
    for (int64_t n = 1; n < 200; ++n) {
      ct_tensor *small = way == 1 || way == 3 ? made(LIST(1), NULL, 1, CT_FLOAT64) : NULL;
      ct_tensor *spread = way == 2 ? made(LIST(3), LIST(5), 1, CT_FLOAT64) : NULL;
      ct_tensor *outs[] = {small, spread};
      snapshot before[2];
      memset(before, 0, sizeof before);
      snapshot_take(&before[0], small), snapshot_take(&before[1], spread);
      const int64_t live = alloc_live;
      memset(&error, 0, sizeof error);
      alloc_failed = 0;
      alloc_fail_at = alloc_requests + n;
      const ct_status status = run(way == 3 ? twice : t, outs, 2, &error);
      alloc_fail_at = 0;
      const bool refused = alloc_failed != 0;
      if (refused) {
        ++failures;
        CHECK_EQ(status, CT_ERROR_OUT_OF_MEMORY);
        CHECK(strstr(error.message, "bytes") != NULL);
        CHECK_EQ(alloc_live, live);
        CHECK(outs[0] == small && outs[1] == spread);
        CHECK(snapshot_changed(&before[0]) == NULL);
        /* where impl had computed before the copy failed, contents may differ, but not the layout */
        const char *changed = snapshot_changed(&before[1]);
        CHECK(changed == NULL || strcmp(changed, "the data") == 0);
      } else {
        CHECK_OK(status);
        CHECK_SIZES(outs[0], 2);
        CHECK_SIZES(outs[1], 3);
      }
      snapshot_drop(&before[0]), snapshot_drop(&before[1]);
      ct_tensor_release(small != NULL ? small : outs[0]);
      ct_tensor_release(spread != NULL ? spread : outs[1]);
      if (!refused) break;
    }
    CHECK(failures >= 2);
  }
  release(&leaf), release(&twice);
}

typedef struct counted {
  int64_t count, seen[1000];
  int32_t workers;
  ct_status status;
  int64_t fail_at;
  bool nested;
} counted;

static ct_status nested_range(int64_t begin, int64_t end, int32_t worker, void *user_data) {
  if (worker != 0) return CT_ERROR_INTERNAL;
  __atomic_add_fetch((int64_t *)user_data, end - begin, __ATOMIC_RELAXED);
  return CT_OK;
}
static ct_status count_range(int64_t begin, int64_t end, int32_t worker, void *user_data) {
  counted *c = user_data;
  if (worker < 0 || worker >= c->workers || begin >= end || end > c->count) return CT_ERROR_INTERNAL;
  for (int64_t i = begin; i < end; ++i) {
    if (c->status != CT_OK && i == c->fail_at) return c->status;
    __atomic_add_fetch(&c->seen[i], 1, __ATOMIC_RELAXED);
  }
  if (!c->nested) return CT_OK;
  int64_t inner = 0;
  const ct_status status = ct_parallel_for(50, 0, nested_range, &inner, NULL);
  return status != CT_OK ? status : inner == 50 ? CT_OK : CT_ERROR_INTERNAL;
}

static void parallel(void) {
  for (int32_t threads = 1; threads <= 4; threads += 3) {
    REQUIRE_OK(ct_set_num_threads(threads, &error));
    for (int64_t count = 0; count <= 1000; count = count * 3 + 1) {
      for (int64_t ps = 0; ps <= 1000000000; ps = ps * 100 + 1000) {
        counted c;
        memset(&c, 0, sizeof c);
        c.count = count, c.workers = threads, c.nested = threads > 1 && count > 1 && ps == 0;
        CHECK_OK(ct_parallel_for(count, ps, count_range, &c, &error));
        int64_t wrong = 0;
        for (int64_t i = 0; i < 1000; ++i) wrong += c.seen[i] != (i < count);
        CHECK_EQ(wrong, 0);
      }
    }
    const ct_status statuses[] = {CT_ERROR_OUT_OF_MEMORY, CT_STATUS_USER, CT_STATUS_USER - 1, CT_ERROR_INTERNAL};
    for (int k = 0; k < 4; ++k) {
      counted c;
      memset(&c, 0, sizeof c);
      c.count = 1000, c.workers = threads, c.status = statuses[k], c.fail_at = 250 * k + 3;
      CHECK_EQ(ct_parallel_for(1000, 0, count_range, &c, &error), statuses[k]);
      CHECK_EQ(c.seen[c.fail_at], 0);
      CHECK(strstr(error.message, "ct_parallel_for: stopped by fn") != NULL);
      c.status = 5;
      CHECK_EQ(ct_parallel_for(1000, 0, count_range, &c, &error), CT_ERROR_INVALID);
    }
  }
  REQUIRE_OK(ct_set_num_threads(0, &error));
  CHECK_EQ(ct_parallel_for(1, 0, NULL, NULL, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_parallel_for(-1, 0, count_range, NULL, &error), CT_ERROR_INVALID);
  CHECK_EQ(ct_parallel_for(1, -1, count_range, NULL, &error), CT_ERROR_INVALID);
}

static void errors(void) {
  ct_error e;
  memset(&e, 0x55, sizeof e);
  e.struct_size = 16;
  CHECK_EQ(ct_error_set(CT_ERROR_IO, "0123456789", &e), CT_ERROR_IO);
  CHECK_EQ(e.code, CT_ERROR_IO);
  CHECK_TEXT(e.message, "0123\xE2\x80\xA6");
  CHECK_EQ(e.message[8], 0x55);
  e.struct_size = sizeof e;
  CHECK_EQ(ct_error_set(CT_OK, "fine", &e), CT_OK);
  CHECK_EQ(e.code, CT_ERROR_IO);
  CHECK_EQ(ct_error_set(CT_STATUS_USER, NULL, &e), CT_STATUS_USER);
  CHECK_TEXT(e.message, "");
  CHECK_EQ(ct_error_set(CT_ERROR_SHAPE, "nowhere", NULL), CT_ERROR_SHAPE);
}

int main(void) {
  alloc_install();
  ct_tensor *t = counting(SIZES(2, 3), CT_FLOAT32);
  fresh(t);
  given(t);
  without_computing();
  deferred(t);
  failing(t);
  in_place();
  allocations(t);
  parallel();
  errors();
  release(&t);
  return alloc_done();
}
