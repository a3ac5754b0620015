/* The pipeline of libctensor on a photograph:
 *   decode -> u8 HWC -> f32 NCHW, normalised per channel -> channels_last and back -> mean per channel ->
 *   luminance by a kernel of our own -> a thumbnail made of views -> pictures to look at.
 * Usage: photo <picture.png> <folder for the results> */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <ctensor.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "picture.h"

/* What each handle below is; all of them are released in one place. */
enum {
  PHOTO,         /* [H, W, 3] uint8, the decoder's own memory */
  CHW,           /* [3, H, W], a view */
  BATCH,         /* [1, 3, H, W], a view */
  PIXELS,        /* float32, in order */
  UNIT,          /* 0 ... 1 */
  MEAN,          /* ImageNet's, [3, 1, 1] */
  STD,           /* the same */
  CENTRED,       /* UNIT - MEAN */
  NORMALISED,    /* CENTRED / STD */
  AGAIN,         /* the same, from BATCH on, by four calls */
  FUSED,         /* and by one pass over memory */
  CHANNELS_LAST, /* the same values, channels together in memory */
  BACK,          /* and in order again */
  SAME,          /* BACK == NORMALISED, everywhere? */
  NSAME,         /* how many are */
  SUM,           /* per channel */
  CHANNEL_MEAN,  /* [3] */
  RED,           /* [H, W], views of PHOTO */
  GREEN,
  BLUE,
  LUMINANCE,   /* [H, W] float32, allocated by the iterator */
  GREY,        /* uint8 */
  ROWS,        /* PHOTO without the rows below the face, a view */
  FACE,        /* and without the columns beside it */
  HALF_ROWS,   /* every second row */
  HALF,        /* and column */
  MIRRORED,    /* read backwards */
  THUMBNAIL,   /* in order, for the encoder */
  UNSCALED,    /* NORMALISED * STD */
  UNCENTRED,   /* + MEAN */
  LEVELS,      /* * 255 */
  ROUNDED,     /* + 0.5 */
  BYTES,       /* uint8 */
  PLANES,      /* [3, H, W], a view */
  INTERLEAVED, /* [H, W, 3], a view */
  ROUND_TRIP,  /* in order, for the encoder */
  MATCH,       /* ROUND_TRIP == PHOTO */
  NMATCH,
  NTENSORS
};

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

/* Where a tensor's storage starts: views of one storage agree. */
static const char *memory_of(const ct_tensor *t) {
  return (const char *)ct_tensor_data(t) - ct_tensor_storage_offset(t) * ct_dtype_size(ct_tensor_dtype(t));
}

static void print_list(const int64_t *values, int32_t count) {
  char text[128];
  int length = 0;
  for (int32_t i = 0; i < count; i++)
    length += snprintf(text + length, sizeof text - (size_t)length, "%s%lld", i ? ", " : "", (long long)values[i]);
  printf("[%s]%*s", count ? text : "", length < 24 ? 24 - length : 0, "");
}

static void report(const char *what, const ct_tensor *made, const ct_tensor *from, double us) {
  printf("%-38s %-8s", what, ct_dtype_name(ct_tensor_dtype(made)));
  print_list(ct_tensor_sizes(made), ct_tensor_ndim(made));
  print_list(ct_tensor_strides(made), ct_tensor_ndim(made));
  printf("%-6s %9.1f us\n", memory_of(made) == memory_of(from) ? "view" : "moved", us);
}

/* The user's kernel. The iterator calls it with pieces of at most two dims, on several threads at once, in the order
 * that suits the operands' memory. Strides are in bytes. Operand 0 is the output; 1 to 3 are red, green and blue. */
static ct_status luminance(const ct_loop *loop, void *user_data) {
  const float *linear = user_data; /* an 8-bit sRGB level -> light */
  const int64_t *inner = loop->strides, *outer = loop->strides + loop->noperands;
  for (int64_t j = 0; j < loop->size1; j++) {
    char *p[4];
    for (int k = 0; k < 4; k++) p[k] = loop->data[k] + j * outer[k];
    for (int64_t i = 0; i < loop->size0; i++) {
      float y = 0.2126f * linear[*(uint8_t *)p[1]] + 0.7152f * linear[*(uint8_t *)p[2]] +
                0.0722f * linear[*(uint8_t *)p[3]]; /* ITU-R BT.709 */
      y = y <= 0.0031308f ? 12.92f * y : 1.055f * powf(y, 1 / 2.4f) - 0.055f;
      *(float *)p[0] = 255 * y + 0.5f;
      for (int k = 0; k < 4; k++) p[k] += inner[k];
    }
  }
  return CT_OK;
}

/* To float32, / 255, - mean, / deviation: computed, or where x is deferred, recorded. */
static ct_status normalise(const ct_tensor *x, const ct_tensor *mean, const ct_tensor *std, ct_tensor **out,
                           ct_error *error) {
  ct_number n255;
  ct_tensor *pixels = NULL, *unit = NULL, *centred = NULL;
  ct_status status = ct_to(x, CT_FLOAT32, CT_CONTIGUOUS, false, &pixels, error);
  if (status == CT_OK) status = ct_div(pixels, ct_number_of(ct_scalar_f64(255), &n255), &unit, error);
  if (status == CT_OK) status = ct_sub(unit, mean, &centred, error);
  if (status == CT_OK) status = ct_div(centred, std, out, error);
  ct_tensor_release(pixels);
  ct_tensor_release(unit);
  ct_tensor_release(centred);
  return status;
}

static ct_status normalise_fused(const ct_tensor *x, const ct_tensor *mean, const ct_tensor *std, ct_tensor **out,
                                 ct_error *error) {
  ct_tensor *leaf = NULL, *recorded = NULL;
  ct_status status = ct_defer(x, &leaf, error);
  if (status == CT_OK) status = normalise(leaf, mean, std, &recorded, error);
  const ct_tensor *const results[] = {recorded};
  if (status == CT_OK) status = ct_evaluate(results, 1, out, error);
  ct_tensor_release(leaf);
  ct_tensor_release(recorded);
  return status;
}

#define CHECK(call)                                                                      \
  do {                                                                                   \
    if ((call) != CT_OK) {                                                               \
      fprintf(stderr, "%s: %s: %s\n", #call, ct_status_name(error.code), error.message); \
      goto done;                                                                         \
    }                                                                                    \
  } while (0)
#define STEP(what, made, from, call)                  \
  do {                                                \
    double began = now_us();                          \
    CHECK(call);                                      \
    report(what, t[made], t[from], now_us() - began); \
  } while (0)

static int write_picture(const char *folder, const char *name, const ct_tensor *t) {
  char path[4096];
  const int64_t *sizes = ct_tensor_sizes(t);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (picture_write(path, ct_tensor_data(t), sizes[0], sizes[1], ct_tensor_ndim(t) == 3 ? sizes[2] : 1) != 0) return -1;
  printf("wrote %s\n", path);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: photo <picture.png> <folder for the results>\n");
    return 2;
  }
  int status = EXIT_FAILURE;
  ct_tensor *t[NTENSORS] = {0};
  ct_number numbers[3];
  ct_iter *it = NULL;
  ct_error error = {.struct_size = sizeof error};
  ct_scalar scalar;

  int64_t h = 0, w = 0;
  uint8_t *pixels = picture_read(argv[1], &h, &w);
  if (pixels == NULL) return EXIT_FAILURE;
  if (h < 320 || w < 384) {
    fprintf(stderr, "%s: at least 384 x 320 pixels are needed, this has %d x %d\n", argv[1], (int)w, (int)h);
    free(pixels);
    return EXIT_FAILURE;
  }
  printf("libctensor %u.%u.%u, %s kernels, %d threads\n%s: %lld x %lld\n\n", ct_version() >> 16,
         ct_version() >> 8 & 255, ct_version() & 255, ct_isa(), (int)ct_get_num_threads(), argv[1], (long long)w,
         (long long)h);
  printf("%-38s %-8s%-26s%-26s%-6s %12s\n", "step", "dtype", "sizes", "strides", "memory", "time");

  /* From here on the tensor owns the decoder's memory: free() runs when the last view of it goes. */
  const int64_t hwc_sizes[] = {h, w, 3};
  STEP("decoded picture, borrowed", PHOTO, PHOTO,
       ct_tensor_from_data(pixels, hwc_sizes, 3, NULL, CT_UINT8, free, pixels, &t[PHOTO], &error));

  /* u8 HWC -> f32 NCHW: two views, then one pass that permutes and converts. */
  const int32_t to_chw[] = {2, 0, 1};
  STEP("permute to CHW", CHW, PHOTO, ct_permute(t[PHOTO], to_chw, 3, &t[CHW], &error));
  STEP("unsqueeze to NCHW", BATCH, CHW, ct_unsqueeze(t[CHW], 0, &t[BATCH], &error));
  STEP("to float32, contiguous", PIXELS, BATCH, ct_to(t[BATCH], CT_FLOAT32, CT_CONTIGUOUS, false, &t[PIXELS], &error));

  /* The mean of each channel, by the library. */
  const int32_t n_h_w[] = {0, 2, 3};
  const ct_tensor *const n255 = ct_number_of(ct_scalar_f64(255), &numbers[0]);
  STEP("/ 255", UNIT, PIXELS, ct_div(t[PIXELS], n255, &t[UNIT], &error));
  STEP("sum over N, H, W", SUM, UNIT, ct_sum(t[UNIT], n_h_w, 3, false, CT_UNDEFINED, &t[SUM], &error));
  const ct_tensor *const count = ct_number_of(ct_scalar_i64(h * w), &numbers[1]);
  STEP("/ (H W): mean per channel", CHANNEL_MEAN, SUM, ct_div(t[SUM], count, &t[CHANNEL_MEAN], &error));

  /* Normalise with ImageNet's constants, broadcast along H and W. The tensors borrow them. */
  static const float mean[] = {0.485f, 0.456f, 0.406f}, std[] = {0.229f, 0.224f, 0.225f};
  const int64_t per_channel[] = {3, 1, 1};
  CHECK(ct_tensor_from_const_data(mean, per_channel, 3, NULL, CT_FLOAT32, NULL, NULL, &t[MEAN], &error));
  CHECK(ct_tensor_from_const_data(std, per_channel, 3, NULL, CT_FLOAT32, NULL, NULL, &t[STD], &error));
  STEP("- ImageNet's mean", CENTRED, UNIT, ct_sub(t[UNIT], t[MEAN], &t[CENTRED], &error));
  STEP("/ ImageNet's deviation", NORMALISED, CENTRED, ct_div(t[CENTRED], t[STD], &t[NORMALISED], &error));

  /* The four calls that lead there, and their ops in one pass over memory, which gives the same bits. */
  STEP("those four again, call by call", AGAIN, BATCH, normalise(t[BATCH], t[MEAN], t[STD], &t[AGAIN], &error));
  STEP("those four, fused into one pass", FUSED, BATCH, normalise_fused(t[BATCH], t[MEAN], t[STD], &t[FUSED], &error));
  bool equal = false;
  CHECK(ct_equal(t[FUSED], t[NORMALISED], &equal, &error));
  if (!equal) {
    fprintf(stderr, "fusing changed values\n");
    goto done;
  }

  /* channels_last and back: the same sizes and values, other strides. */
  STEP("contiguous(channels_last)", CHANNELS_LAST, NORMALISED,
       ct_contiguous(t[NORMALISED], CT_CHANNELS_LAST, &t[CHANNELS_LAST], &error));
  STEP("contiguous(contiguous): back", BACK, CHANNELS_LAST,
       ct_contiguous(t[CHANNELS_LAST], CT_CONTIGUOUS, &t[BACK], &error));
  STEP("back == before?", SAME, BACK, ct_eq(t[BACK], t[NORMALISED], &t[SAME], &error));
  STEP("how many are equal", NSAME, SAME, ct_sum(t[SAME], NULL, 0, false, CT_UNDEFINED, &t[NSAME], &error));
  CHECK(ct_tensor_item(t[NSAME], &scalar, &error));
  if (scalar.i != 3 * h * w) {
    fprintf(stderr, "channels_last and back changed %lld values\n", (long long)(3 * h * w - scalar.i));
    goto done;
  }

  /* Luminance: our own kernel over three views of the decoder's memory. The iterator broadcasts, checks, orders,
   * allocates the output and spreads the work over threads. */
  STEP("red: select(-1, 0)", RED, PHOTO, ct_select(t[PHOTO], -1, 0, &t[RED], &error));
  STEP("green: select(-1, 1)", GREEN, PHOTO, ct_select(t[PHOTO], -1, 1, &t[GREEN], &error));
  STEP("blue: select(-1, 2)", BLUE, PHOTO, ct_select(t[PHOTO], -1, 2, &t[BLUE], &error));
  float linear[256];
  for (int i = 0; i < 256; i++) {
    float level = (float)i / 255;
    linear[i] = level <= 0.04045f ? level / 12.92f : powf((level + 0.055f) / 1.055f, 2.4f);
  }
  const ct_tensor *inputs[] = {t[RED], t[GREEN], t[BLUE]};
  const ct_dtype float32 = CT_FLOAT32;
  const ct_iter_config config = {.struct_size = sizeof config,
                                 .flags = CT_ITER_NO_SAME_DTYPE_CHECK,
                                 .noutputs = 1, /* none given: allocated */
                                 .ninputs = 3,
                                 .inputs = inputs,
                                 .output_dtypes = &float32};
  double began = now_us();
  CHECK(ct_iter_build(&config, &it, &error));
  double built = now_us();
  CHECK(ct_iter_for_each(it, luminance, linear, 0, &error));
  double walked = now_us();
  CHECK(ct_iter_operand(it, 0, &t[LUMINANCE], &error));
  report("our kernel: luminance", t[LUMINANCE], t[PHOTO], walked - built);
  printf("    iterator built in %.1f us: %d dim%s, strides in bytes out %lld, in %lld\n", built - began,
         (int)ct_iter_ndim(it), ct_iter_ndim(it) == 1 ? "" : "s", (long long)ct_iter_strides(it, 0)[0],
         (long long)ct_iter_strides(it, 1)[0]);
  STEP("to uint8", GREY, LUMINANCE, ct_to(t[LUMINANCE], CT_UINT8, CT_PRESERVE, false, &t[GREY], &error));

  /* A thumbnail: crop, halve and mirror are views; one copy puts the pixels in order for the encoder. */
  STEP("rows 0 to 256", ROWS, PHOTO, ct_narrow(t[PHOTO], 0, 0, 256, &t[ROWS], &error));
  STEP("columns 96 to 352", FACE, ROWS, ct_slice(t[ROWS], 1, 96, 352, 1, &t[FACE], &error));
  STEP("every second row", HALF_ROWS, FACE, ct_slice(t[FACE], 0, 0, CT_TO_END, 2, &t[HALF_ROWS], &error));
  STEP("every second column", HALF, HALF_ROWS, ct_slice(t[HALF_ROWS], 1, 0, CT_TO_END, 2, &t[HALF], &error));
  const int32_t columns[] = {1};
  STEP("flip: mirrored", MIRRORED, HALF, ct_flip(t[HALF], columns, 1, &t[MIRRORED], &error));
  STEP("contiguous", THUMBNAIL, MIRRORED, ct_contiguous(t[MIRRORED], CT_CONTIGUOUS, &t[THUMBNAIL], &error));

  /* All the way back from the channels_last tensor to 8 bits, and compare with the file. */
  STEP("channels_last * deviation", UNSCALED, CHANNELS_LAST, ct_mul(t[CHANNELS_LAST], t[STD], &t[UNSCALED], &error));
  STEP("+ mean", UNCENTRED, UNSCALED, ct_add(t[UNSCALED], t[MEAN], &t[UNCENTRED], &error));
  STEP("* 255", LEVELS, UNCENTRED, ct_mul(t[UNCENTRED], n255, &t[LEVELS], &error));
  const ct_tensor *const n05 = ct_number_of(ct_scalar_f64(0.5), &numbers[2]);
  STEP("+ 0.5", ROUNDED, LEVELS, ct_add(t[LEVELS], n05, &t[ROUNDED], &error));
  STEP("to uint8, strides kept", BYTES, ROUNDED, ct_to(t[ROUNDED], CT_UINT8, CT_PRESERVE, false, &t[BYTES], &error));
  const int32_t to_hwc[] = {1, 2, 0};
  STEP("select(0, 0): CHW", PLANES, BYTES, ct_select(t[BYTES], 0, 0, &t[PLANES], &error));
  STEP("permute to HWC", INTERLEAVED, PLANES, ct_permute(t[PLANES], to_hwc, 3, &t[INTERLEAVED], &error));
  STEP("contiguous: already is", ROUND_TRIP, INTERLEAVED,
       ct_contiguous(t[INTERLEAVED], CT_CONTIGUOUS, &t[ROUND_TRIP], &error));
  STEP("== the decoded picture?", MATCH, ROUND_TRIP, ct_eq(t[ROUND_TRIP], t[PHOTO], &t[MATCH], &error));
  STEP("how many are equal", NMATCH, MATCH, ct_sum(t[MATCH], NULL, 0, false, CT_UNDEFINED, &t[NMATCH], &error));
  CHECK(ct_tensor_item(t[NMATCH], &scalar, &error));

  char text[256];
  CHECK(ct_tensor_to_string(t[CHANNEL_MEAN], text, sizeof text, NULL, &error));
  printf("\nmean of red, green, blue: %s\n", text);
  printf("round trip through float32 and channels_last: %lld of %lld bytes as in the file\n", (long long)scalar.i,
         (long long)(3 * h * w));
  if (scalar.i != 3 * h * w) goto done;
  if (write_picture(argv[2], "luminance.png", t[GREY]) != 0) goto done;
  if (write_picture(argv[2], "thumbnail.png", t[THUMBNAIL]) != 0) goto done;
  if (write_picture(argv[2], "round_trip.png", t[ROUND_TRIP]) != 0) goto done;
  status = EXIT_SUCCESS;

done:
  ct_iter_release(it);
  for (int i = 0; i < NTENSORS; i++) ct_tensor_release(t[i]);
  return status;
}
