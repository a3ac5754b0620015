/* Deferred tensors and programs: what is recorded, what is evaluated, what is refused, and that nothing leaks. */
#include "bad_input.h"

static ct_tensor *defer(const ct_tensor *x) {
  ct_error error = {0};
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_defer(x, &t, &error));
  return t;
}

static ct_tensor *evaluate(const ct_tensor *x) {
  ct_error error = {0};
  ct_tensor *t = NULL;
  REQUIRE_OK(ct_evaluate(&x, 1, &t, &error));
  return t;
}

/* a * b + 1, recorded. */
static ct_tensor *expression(const ct_tensor *a, const ct_tensor *b) {
  ct_error error = {0};
  ct_number one;
  ct_tensor *product = NULL, *sum = NULL;
  REQUIRE_OK(ct_mul(a, b, &product, &error));
  REQUIRE_OK(ct_add(product, ct_number_of(ct_scalar_i64(1), &one), &sum, &error));
  memset(&one, 0x5a, sizeof one); /* it was copied */
  release(&product);
  return sum;
}

static void recording(void) {
  ct_error error = {0};
  ct_tensor *a = counting(SIZES(2, 3), CT_FLOAT32), *b = counting(SIZES(3), CT_FLOAT64), *deferred = defer(a);
  CHECK(ct_is_deferred(deferred) && !ct_is_deferred(a) && !ct_is_deferred(NULL));
  CHECK(ct_tensor_data(deferred) == NULL && !ct_tensor_is_meta(deferred) && ct_tensor_is_read_only(deferred));
  CHECK_SIZES(deferred, 2, 3);
  ct_tensor *sum = expression(deferred, b);
  CHECK(ct_is_deferred(sum));
  CHECK_EQ(ct_tensor_dtype(sum), CT_FLOAT64);
  CHECK_STRIDES(sum, 3, 1);
  release(&deferred), release(&a), release(&b); /* the expression keeps them */
  ct_tensor *out = evaluate(sum);
  CHECK(!ct_is_deferred(out));
  CHECK_EQ(ELEMENT(out, 1, 2), 11);
  release(&out);
  ct_tensor *view = NULL; /* of what is recorded, in memory of its own */
  CHECK_OK(ct_slice(sum, 1, CT_TO_END, CT_TO_END, -2, &view, &error));
  out = evaluate(view);
  CHECK_SIZES(out, 2, 2);
  CHECK_STRIDES(out, 2, 1);
  CHECK_EQ(ELEMENT(out, 1, 0), 11);
  CHECK_EQ(ELEMENT(out, 1, 1), 1);
  release(&out), release(&view), release(&sum);
}

static void reading(void) { /* calls that read elements compute them first */
  ct_error error = {0};
  ct_tensor *a = counting(SIZES(2, 3), CT_FLOAT32), *deferred = defer(a), *sum = expression(deferred, a), *out = NULL;
  ct_scalar item = {0, 0, 0, 0, 0};
  CHECK_OK(ct_sum(sum, NULL, 0, false, CT_UNDEFINED, &out, &error));
  CHECK(ct_is_deferred(out));
  CHECK_OK(ct_tensor_item(out, &item, &error));
  CHECK(item.re == 61);
  release(&out);
  CHECK_OK(ct_cumsum(sum, 0, CT_UNDEFINED, &out, &error));
  CHECK(ct_is_deferred(out));
  CHECK_EQ(ELEMENT(out, 1, 2), 31);
  release(&out);
  CHECK_EQ(ELEMENT(sum, 1, 1), 17); /* a view of one element */
  char text[100] = "";
  CHECK_OK(ct_tensor_to_string(sum, text, sizeof text, NULL, &error));
  CHECK_TEXT(text, "tensor([[ 1.,  2.,  5.],\n        [10., 17., 26.]])");
  bool same = false;
  ct_tensor *evaluated = evaluate(sum);
  CHECK_OK(ct_equal(sum, evaluated, &same, &error));
  CHECK(same);
  CHECK_OK(ct_allclose(evaluated, sum, NULL, NULL, false, &same, &error));
  CHECK(same);
  struct DLManagedTensorVersioned *managed = NULL;
  CHECK_OK(ct_to_dlpack(sum, &managed, &error));
  CHECK_OK(ct_from_dlpack(managed, &out, &error));
  CHECK_EQ(ELEMENT(out, 1, 2), 26);
  release(&out);
  CHECK_OK(ct_empty_like(sum, CT_UNDEFINED, CT_PRESERVE, &out, &error)); /* looks at the layout alone */
  CHECK(!ct_is_deferred(out));
  release(&out);
  CHECK_OK(ct_ones_like(sum, CT_INT32, CT_PRESERVE, &out, &error));
  CHECK(ct_is_deferred(out));
  CHECK_EQ(ct_tensor_dtype(out), CT_INT32);
  release(&evaluated);
  evaluated = evaluate(out);
  CHECK_EQ(ELEMENT(evaluated, 1, 2), 1);
  release(&out), release(&evaluated), release(&sum), release(&deferred), release(&a);
}

static void writing(void) { /* into given tensors, which may be what is read */
  ct_error error = {0};
  ct_tensor *a = counting(SIZES(2, 3), CT_FLOAT32), *deferred = defer(a), *sum = expression(deferred, a), *out = NULL;
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_FLOAT64, &out, &error));
  CHECK_OK(ct_copy(out, sum, &error)); /* converts */
  CHECK_EQ(ELEMENT(out, 1, 2), 26);
  CHECK_OK(ct_add_out(sum, a, out, &error));
  CHECK_EQ(ELEMENT(out, 1, 2), 31);
  CHECK_OK(ct_sum_out(sum, NULL, 0, false, CT_FLOAT64, out, &error));
  CHECK_EQ(ELEMENT(out, 0), 61);
  release(&out);
  const ct_tensor *result = sum;
  CHECK_OK(ct_evaluate(&result, 1, &a, &error)); /* the very same elements */
  CHECK_EQ(ELEMENT(a, 1, 2), 26);
  release(&sum), release(&deferred);
  deferred = defer(a);
  sum = expression(deferred, a);
  ct_tensor *flipped = NULL; /* the same memory the other way round */
  REQUIRE_OK(ct_flip(a, NULL, 0, &flipped, &error));
  result = sum;
  CHECK_OK(ct_evaluate(&result, 1, &flipped, &error));
  CHECK_EQ(ELEMENT(flipped, 1, 2), 677);
  CHECK_EQ(ELEMENT(a, 0, 0), 677);
  CHECK_EQ(ELEMENT(a, 1, 2), 2);
  release(&flipped), release(&sum), release(&deferred), release(&a);
  /* a result that is not deferred is copied; there may be none at all */
  a = counting(SIZES(4), CT_INT8);
  out = evaluate(a);
  CHECK(out != a && ct_tensor_data(out) != ct_tensor_data(a));
  CHECK_EQ(ELEMENT(out, 3), 3);
  CHECK_OK(ct_evaluate(NULL, 0, NULL, &error));
  release(&out), release(&a);
}

static void several_results(void) {
  ct_error error = {0};
  ct_tensor *a = counting(SIZES(100, 30), CT_FLOAT32), *deferred = defer(a), *root = NULL,
            *outs[3] = {NULL, NULL, NULL};
  REQUIRE_OK(ct_square(deferred, &root, &error));
  ct_tensor *transposed = NULL, *less = NULL;
  REQUIRE_OK(ct_transpose(root, 0, 1, &transposed, &error));
  REQUIRE_OK(ct_lt(root, a, &less, &error));
  REQUIRE_OK(ct_zeros(SIZES(30, 100), CT_FLOAT32, &outs[1], &error));
  ct_tensor *const given = outs[1];
  const ct_tensor *const results[] = {root, transposed, less};
  CHECK_OK(ct_evaluate(results, 3, outs, &error));
  CHECK(outs[1] == given);
  CHECK_EQ(ELEMENT(outs[0], 1, 3), 33 * 33);
  CHECK_EQ(ELEMENT(outs[1], 3, 1), 33 * 33);
  CHECK_EQ(ELEMENT(outs[2], 0, 1), 0);
  for (int k = 0; k < 3; ++k) release(&outs[k]);
  release(&less), release(&transposed), release(&root), release(&deferred), release(&a);
}

static void programs(void) {
  ct_error error = {0};
  ct_tensor *shape = NULL, *out = NULL, *a = counting(SIZES(5, 8), CT_FLOAT32), *b = counting(SIZES(5, 8), CT_FLOAT32);
  REQUIRE_OK(ct_tensor_create_meta(LIST(5, 8), 2, NULL, CT_FLOAT32, &shape, &error));
  ct_tensor *x = defer(shape), *y = defer(shape), *sum = expression(x, y);
  const ct_tensor *const leaves[] = {x, y}, *const result = sum, *const inputs[] = {a, b};
  ct_program *program = NULL;
  REQUIRE_OK(ct_program_create(leaves, 2, &result, 1, &program, &error));
  release(&x), release(&y), release(&sum), release(&shape);
  CHECK_OK(ct_program_run(program, inputs, 2, &out, 1, &error));
  CHECK_EQ(ELEMENT(out, 1, 1), 82);
  const ct_scalar two = ct_scalar_i64(2);
  REQUIRE_OK(ct_fill(a, &two, &error)); /* inputs may change */
  ct_tensor *const given = out;
  CHECK_OK(ct_program_run(program, inputs, 2, &out, 1, &error));
  CHECK(out == given);
  CHECK_EQ(ELEMENT(out, 1, 1), 19);
  release(&out);
  const ct_tensor *const same[] = {a, a};
  CHECK_OK(ct_program_run(program, same, 2, &a, 1, &error)); /* into an input */
  CHECK_EQ(ELEMENT(a, 4, 7), 5);
  char text[300], cut[5];
  int64_t needed = 0;
  CHECK_OK(ct_program_to_string(program, text, sizeof text, &needed, &error));
  CHECK_TEXT(text, "pass 1: [5, 8] in tiles of 40, reads 328 bytes, writes 160\n  mul add\n");
  CHECK_EQ(needed, strlen(text) + 1);
  CHECK_OK(ct_program_to_string(program, cut, sizeof cut, &needed, &error));
  CHECK_TEXT(cut, "pass");
  CHECK_EQ(needed, strlen(text) + 1);
  CHECK_OK(ct_program_to_string(program, NULL, 0, NULL, &error));
  ct_program *const again = ct_program_retain(program);
  CHECK(again == program && ct_program_retain(NULL) == NULL);
  ct_program_release(again);
  ct_program_release(program);
  ct_program_release(NULL);
  release(&a), release(&b);
}

/* A leaf that this library has written to since is refused, whoever wrote. */
static void versions(void) {
  ct_error error = {0};
  ct_tensor *a = counting(SIZES(2, 3), CT_FLOAT32), *part = NULL, *made = NULL, *total = NULL;
  const ct_scalar two = ct_scalar_i64(2);
  REQUIRE_OK(ct_select(a, 0, 1, &part, &error));
  ct_tensor *deferred = defer(a), *sum = expression(deferred, a);
  CHECK_EQ(ct_fill(part, NULL, NULL), CT_ERROR_INVALID); /* a call that fails has written nothing */
  made = evaluate(sum);
  release(&made);
  CHECK_OK(ct_fill(part, &two, &error));
  const ct_tensor *const result = sum, *const leaf = deferred;
  BAD_T(CT_ERROR_INVALID, "ct_evaluate|written to since", (out = NULL, ct_evaluate(&result, 1, &out, err)));
  bool same = false;
  BAD_V(CT_ERROR_INVALID, "ct_equal|written to since", ct_equal(sum, a, &same, err));
  BAD_V(CT_ERROR_INVALID, "ct_equal|written to since", ct_equal(a, leaf, &same, err));
  REQUIRE_OK(ct_zeros(NULL, 0, CT_FLOAT64, &total, &error));
  BAD_V(CT_ERROR_INVALID, "ct_sum_out|written to since", ct_sum_out(sum, NULL, 0, false, CT_FLOAT64, total, err));
  release(&total);
  release(&sum), release(&deferred);
  deferred = defer(a);
  sum = expression(deferred, a);
  CHECK_OK(ct_neg_out(sum, a, &error)); /* recorded after the write; reads a, and then writes to it */
  ct_tensor *other = NULL;
  REQUIRE_OK(ct_zeros(SIZES(2, 3), CT_FLOAT32, &other, &error));
  BAD_V(CT_ERROR_INVALID, "ct_neg_out|written to since", ct_neg_out(sum, other, err));
  release(&other);
  release(&sum), release(&deferred), release(&part), release(&a);
}

/* A row of what is computed from it needs all of it: reductions of rows, and what goes on from them, go together. */
static void reductions(void) {
  ct_error error = {0};
  ct_tensor *a = counting(SIZES(40, 64), CT_FLOAT32), *x = defer(a), *mean = NULL, *centred = NULL, *norm = NULL,
            *total = NULL, *out = NULL;
  REQUIRE_OK(ct_mean(x, (const int32_t[]){1}, 1, true, CT_UNDEFINED, &mean, &error));
  CHECK(ct_is_deferred(mean));
  CHECK_SIZES(mean, 40, 1);
  REQUIRE_OK(ct_sub(x, mean, &centred, &error));
  REQUIRE_OK(ct_norm(centred, NULL, (const int32_t[]){1}, 1, false, CT_UNDEFINED, &norm, &error));
  REQUIRE_OK(ct_sum(centred, NULL, 0, false, CT_UNDEFINED, &total, &error));
  const ct_tensor *const results[] = {centred, norm, total};
  ct_tensor *outs[3] = {NULL, NULL, NULL};
  CHECK_OK(ct_evaluate(results, 3, outs, &error));
  CHECK_EQ(ELEMENT(outs[0], 39, 63), 31.5);
  CHECK_EQ(ELEMENT(outs[2], 0), 0);
  ct_program *program = NULL;
  const ct_tensor *const leaf = x, *const input = a;
  REQUIRE_OK(ct_program_create(&leaf, 1, results, 2, &program, &error));
  char text[300];
  CHECK_OK(ct_program_to_string(program, text, sizeof text, NULL, &error));
  CHECK_TEXT(text,
             "passes 1 to 4: [40, 64] by 40 rows, reads 10240 bytes, writes 10560\n  mean | sub | norm | copies\n");
  ct_tensor *again[2] = {NULL, NULL};
  CHECK_OK(ct_program_run(program, &input, 1, again, 2, &error));
  CHECK_EQ(ELEMENT(again[0], 0, 0), -31.5);
  CHECK_EQ(ELEMENT(again[1], 7), ELEMENT(outs[1], 7));
  for (int k = 0; k < 3; ++k) release(&outs[k]);
  for (int k = 0; k < 2; ++k) release(&again[k]);
  ct_program_release(program);
  CHECK_OK(
      ct_sum_out(centred, (const int32_t[]){0}, 1, false, CT_UNDEFINED, a, &error)); /* into a leaf, which it resizes */
  CHECK_SIZES(a, 64);
  CHECK_EQ(ELEMENT(a, 63), 31.5 * 40);
  release(&total), release(&norm), release(&centred), release(&mean), release(&x), release(&a);
  /* of no elements */
  a = counting(SIZES(3, 0), CT_FLOAT32), x = defer(a);
  REQUIRE_OK(ct_sum(x, (const int32_t[]){1}, 1, false, CT_UNDEFINED, &total, &error));
  out = evaluate(total);
  CHECK_EQ(ELEMENT(out, 2), 0);
  release(&out), release(&total), release(&x), release(&a);
}

/* Ops along one dim stay in a program, too: with the rows around them, or as a pass of their own. */
static void along(void) {
  ct_error error = {0};
  ct_tensor *a = counting(SIZES(40, 64), CT_FLOAT32), *x = defer(a), *twice = NULL, *soft = NULL, *sums = NULL;
  REQUIRE_OK(ct_add(x, x, &twice, &error));
  REQUIRE_OK(ct_softmax(twice, 1, CT_UNDEFINED, &soft, &error));
  CHECK(ct_is_deferred(soft));
  REQUIRE_OK(ct_cumsum(soft, 0, CT_UNDEFINED, &sums, &error));
  const ct_tensor *const result = sums, *const leaf = x, *const input = a;
  ct_program *program = NULL;
  REQUIRE_OK(ct_program_create(&leaf, 1, &result, 1, &program, &error));
  char text[300];
  CHECK_OK(ct_program_to_string(program, text, sizeof text, NULL, &error));
  CHECK_TEXT(text,
             "passes 1 to 2: [40, 64] by 40 rows, reads 10240 bytes, writes 10240\n  add | softmax\n"
             "pass 3: [40, 64] reads 10240 bytes, writes 10240\n  cumsum\n");
  ct_tensor *again = NULL;
  CHECK_OK(ct_program_run(program, &input, 1, &again, 1, &error));
  CHECK(ELEMENT(again, 39, 63) > 34.5 && ELEMENT(again, 39, 63) < 34.6); /* 40 times 1 − e⁻² */
  ct_program_release(program);
  release(&again), release(&sums), release(&soft), release(&twice), release(&x), release(&a);
}

static void refusing(void) {
  ct_error error = {0};
  ct_number memory;
  const ct_scalar two = ct_scalar_i64(2);
  ct_tensor *deferred = defer(f23), *of_meta = defer(meta), *view = NULL, *wrong = NULL, *zeros = NULL,
            *quotient = NULL;
  const ct_tensor *const number = ct_number_of(two, &memory);
  REQUIRE_OK(ct_transpose(deferred, 0, 1, &view, &error));
  watch_start(); /* the operands have more references now */
  BAD_T(CT_ERROR_INVALID, "ct_defer|x is NULL", ct_defer(NULL, &out, err));
  BAD_V(CT_ERROR_INVALID, "ct_defer|out is NULL", ct_defer(f23, NULL, err));
  BAD_T(CT_ERROR_INVALID, "ct_defer|deferred already", ct_defer(deferred, &out, err));
  BAD_T(CT_ERROR_INVALID, "ct_defer|number", ct_defer(number, &out, err));
  /* ops say the same as of tensors in memory, when they are recorded */
  BAD_T(CT_ERROR_SHAPE, "ct_add|must match the size|[2, 3]|[3, 4]", ct_add(deferred, f34, &out, err));
  BAD_T(CT_ERROR_DTYPE, "ct_bitwise_and|float32", ct_bitwise_and(deferred, f23, &out, err));
  BAD_T(CT_ERROR_INVALID, "ct_add|same device", ct_add(deferred, meta, &out, err));
  BAD_T(CT_ERROR_INDEX, "ct_select", ct_select(deferred, 0, 2, &out, err));
  BAD_T(CT_ERROR_SHAPE, "ct_tensor_item|one element", (out = NULL, ct_tensor_item(deferred, &(ct_scalar){0}, err)));
  /* what has no memory cannot be written to, nor walked */
  BAD_V(CT_ERROR_INVALID, "ct_add_out|out is deferred", ct_add_out(f23, f23, deferred, err));
  BAD_V(CT_ERROR_INVALID, "ct_sum_out|out is deferred", ct_sum_out(f23, NULL, 0, false, CT_UNDEFINED, deferred, err));
  BAD_V(CT_ERROR_INVALID, "ct_copy|dst is deferred", ct_copy(deferred, f23, err));
  BAD_V(CT_ERROR_INVALID, "ct_fill|dst is deferred", ct_fill(deferred, &two, err));
  BAD_V(CT_ERROR_INVALID, "ct_resize|t is deferred", ct_resize(deferred, SIZES(7), CT_CONTIGUOUS, err));
  BAD_P(CT_ERROR_INVALID, "ct_tensor_data_mut|t is deferred", ct_tensor_data_mut(deferred, &pointer_out, err));
  ct_iter_config config = {0};
  config.preset = CT_ITER_UNARY;
  config.noutputs = config.ninputs = 1;
  config.inputs = (const ct_tensor *const *)&deferred;
  BAD_I(CT_ERROR_INVALID, "ct_iter_build|inputs is deferred", ct_iter_build(&config, &iter_out, err));
  config.inputs = (const ct_tensor *const *)&f23;
  config.outputs = &deferred;
  BAD_I(CT_ERROR_INVALID, "ct_iter_build|outputs is deferred", ct_iter_build(&config, &iter_out, err));
  /* evaluation */
  const ct_tensor *one = deferred;
  BAD_T(CT_ERROR_INVALID, "ct_evaluate|negative", (out = NULL, ct_evaluate(&one, -1, &out, err)));
  BAD_T(CT_ERROR_INVALID, "ct_evaluate|deferred is NULL", (out = NULL, ct_evaluate(NULL, 1, &out, err)));
  BAD_V(CT_ERROR_INVALID, "ct_evaluate|outs is NULL", ct_evaluate(&one, 1, NULL, err));
  one = NULL;
  BAD_T(CT_ERROR_INVALID, "ct_evaluate|NULL", (out = NULL, ct_evaluate(&one, 1, &out, err)));
  one = of_meta;
  BAD_T(CT_ERROR_INVALID, "ct_evaluate|meta", (out = NULL, ct_evaluate(&one, 1, &out, err)));
  bool same = false;
  BAD_V(CT_ERROR_INVALID, "ct_equal|meta", ct_equal(of_meta, of_meta, &same, err));
  one = deferred;
  wrong = f34;
  BAD_V(CT_ERROR_SHAPE, "ct_evaluate|[3, 4]|[2, 3]", ct_evaluate(&one, 1, &wrong, err));
  wrong = i23;
  BAD_V(CT_ERROR_DTYPE, "ct_evaluate|int32|float32", ct_evaluate(&one, 1, &wrong, err));
  wrong = read_only;
  BAD_V(CT_ERROR_READ_ONLY, "ct_evaluate|read-only", ct_evaluate(&one, 1, &wrong, err));
  wrong = meta;
  BAD_V(CT_ERROR_INVALID, "ct_evaluate|meta", ct_evaluate(&one, 1, &wrong, err));
  wrong = deferred;
  BAD_V(CT_ERROR_INVALID, "ct_evaluate|deferred", ct_evaluate(&one, 1, &wrong, err));
  ct_tensor *both[] = {borrowed, borrowed};
  const ct_tensor *const twice[] = {deferred, deferred};
  BAD_V(CT_ERROR_OVERLAP, "ct_evaluate", ct_evaluate(twice, 2, both, err));
  /* a divisor of integers that is deferred */
  REQUIRE_OK(ct_sub(i23, i23, &zeros, &error));
  ct_tensor *divisor = defer(zeros);
  REQUIRE_OK(ct_floor_divide(i23, divisor, &quotient, &error));
  one = quotient;
  wrong = i23;
  watch_start();
  BAD_T(CT_ERROR_DIVISION_BY_ZERO, "ct_evaluate|floor_divide: integer division by zero|int32|[2, 3]",
        (out = NULL, ct_evaluate(&one, 1, &out, err)));
  BAD_V(CT_ERROR_DIVISION_BY_ZERO, "ct_evaluate|division by zero", ct_evaluate(&one, 1, &wrong, err));
  /* programs */
  const ct_tensor *leaf = deferred, *result = view, *input = f34;
  ct_program *program = NULL;
  BAD_V(CT_ERROR_INVALID, "ct_program_create|out is NULL", ct_program_create(&leaf, 1, &result, 1, NULL, err));
  BAD_V(CT_ERROR_INVALID, "ct_program_create|negative", ct_program_create(&leaf, -1, &result, 1, &program, err));
  BAD_V(CT_ERROR_INVALID, "ct_program_create|leaves is NULL", ct_program_create(NULL, 1, &result, 1, &program, err));
  BAD_V(CT_ERROR_INVALID, "ct_program_create|leaves[1] is there twice",
        ct_program_create(twice, 2, &result, 1, &program, err));
  leaf = f23;
  BAD_V(CT_ERROR_INVALID, "ct_program_create|leaves[0]|ct_defer",
        ct_program_create(&leaf, 1, &result, 1, &program, err));
  leaf = view;
  BAD_V(CT_ERROR_INVALID, "ct_program_create|leaves[0] is a view",
        ct_program_create(&leaf, 1, &result, 1, &program, err));
  leaf = deferred;
  REQUIRE_OK(ct_program_create(&leaf, 1, &result, 1, &program, &error));
  BAD_T(CT_ERROR_INVALID, "ct_program_run|p is NULL", (out = NULL, ct_program_run(NULL, &input, 1, &out, 1, err)));
  BAD_T(CT_ERROR_INVALID, "ct_program_run|1 leaves|got 2",
        (out = NULL, ct_program_run(program, twice, 2, &out, 1, err)));
  BAD_T(CT_ERROR_SHAPE, "ct_program_run|[3, 4]|[2, 3]", (out = NULL, ct_program_run(program, &input, 1, &out, 1, err)));
  input = i23;
  BAD_T(CT_ERROR_DTYPE, "ct_program_run|int32", (out = NULL, ct_program_run(program, &input, 1, &out, 1, err)));
  input = deferred;
  BAD_T(CT_ERROR_INVALID, "ct_program_run|deferred", (out = NULL, ct_program_run(program, &input, 1, &out, 1, err)));
  input = meta;
  BAD_T(CT_ERROR_INVALID, "ct_program_run|meta", (out = NULL, ct_program_run(program, &input, 1, &out, 1, err)));
  input = NULL;
  BAD_T(CT_ERROR_INVALID, "ct_program_run|NULL", (out = NULL, ct_program_run(program, &input, 1, &out, 1, err)));
  BAD_V(CT_ERROR_INVALID, "ct_program_to_string|p is NULL", ct_program_to_string(NULL, NULL, 0, NULL, err));
  BAD_V(CT_ERROR_INVALID, "ct_program_to_string|negative", ct_program_to_string(program, NULL, -1, NULL, err));
  BAD_V(CT_ERROR_INVALID, "ct_program_to_string|buffer", ct_program_to_string(program, NULL, 5, NULL, err));
  ct_program_release(program);
  release(&quotient), release(&divisor), release(&zeros), release(&view), release(&of_meta), release(&deferred);
}

int main(void) {
  alloc_install();
  make_operands();
  recording();
  reading();
  writing();
  several_results();
  programs();
  watch_end();
  make_operands();
  versions();
  reductions();
  along();
  refusing();
  return bad_done(45);
}
