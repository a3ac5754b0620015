/* As much of ONNX Runtime's C API as docs/cookbook/onnxruntime.md uses, so that the example compiles and runs without
 * the runtime. The names and parameters are the runtime's. Its "model" gives the sum of each plane of a [1, C, H, W]
 * input. */
#ifndef ONNXRUNTIME_C_API_H
#define ONNXRUNTIME_C_API_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define ORT_API_VERSION 14

typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtRunOptions OrtRunOptions;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef enum OrtLoggingLevel { ORT_LOGGING_LEVEL_WARNING = 2 } OrtLoggingLevel;
typedef enum OrtAllocatorType { OrtDeviceAllocator = 0, OrtArenaAllocator = 1 } OrtAllocatorType;
typedef enum OrtMemType { OrtMemTypeDefault = 0 } OrtMemType;
typedef enum ONNXTensorElementDataType { ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT = 1 } ONNXTensorElementDataType;

typedef struct OrtValue {
  float *data;
  int64_t shape[4];
  size_t rank;
  int owned;
} OrtValue;
typedef OrtValue OrtTensorTypeAndShapeInfo;

typedef struct OrtApi {
  OrtStatus *(*CreateEnv)(OrtLoggingLevel level, const char *name, OrtEnv **out);
  OrtStatus *(*CreateSessionOptions)(OrtSessionOptions **out);
  OrtStatus *(*CreateSession)(const OrtEnv *env, const char *path, const OrtSessionOptions *options, OrtSession **out);
  OrtStatus *(*CreateCpuMemoryInfo)(OrtAllocatorType type, OrtMemType mem_type, OrtMemoryInfo **out);
  OrtStatus *(*CreateTensorWithDataAsOrtValue)(const OrtMemoryInfo *info, void *data, size_t bytes,
                                               const int64_t *shape, size_t rank, ONNXTensorElementDataType type,
                                               OrtValue **out);
  OrtStatus *(*Run)(OrtSession *session, const OrtRunOptions *options, const char *const *input_names,
                    const OrtValue *const *inputs, size_t ninputs, const char *const *output_names, size_t noutputs,
                    OrtValue **outputs);
  OrtStatus *(*GetTensorTypeAndShape)(const OrtValue *value, OrtTensorTypeAndShapeInfo **out);
  OrtStatus *(*GetDimensionsCount)(const OrtTensorTypeAndShapeInfo *info, size_t *out);
  OrtStatus *(*GetDimensions)(const OrtTensorTypeAndShapeInfo *info, int64_t *values, size_t count);
  OrtStatus *(*GetTensorMutableData)(OrtValue *value, void **out);
  const char *(*GetErrorMessage)(const OrtStatus *status);
  void (*ReleaseStatus)(OrtStatus *status);
  void (*ReleaseTensorTypeAndShapeInfo)(OrtTensorTypeAndShapeInfo *info);
  void (*ReleaseValue)(OrtValue *value);
  void (*ReleaseMemoryInfo)(OrtMemoryInfo *info);
  void (*ReleaseSession)(OrtSession *session);
  void (*ReleaseSessionOptions)(OrtSessionOptions *options);
  void (*ReleaseEnv)(OrtEnv *env);
} OrtApi;

typedef struct OrtApiBase {
  const OrtApi *(*GetApi)(uint32_t version);
} OrtApiBase;

static OrtStatus *stub_env(OrtLoggingLevel level, const char *name, OrtEnv **out) {
  (void)level, (void)name;
  *out = NULL;
  return NULL;
}

static OrtStatus *stub_options(OrtSessionOptions **out) {
  *out = NULL;
  return NULL;
}

static OrtStatus *stub_session(const OrtEnv *env, const char *path, const OrtSessionOptions *options,
                               OrtSession **out) {
  (void)env, (void)path, (void)options;
  *out = NULL;
  return NULL;
}

static OrtStatus *stub_memory(OrtAllocatorType type, OrtMemType mem_type, OrtMemoryInfo **out) {
  (void)type, (void)mem_type;
  *out = NULL;
  return NULL;
}

static OrtStatus *stub_tensor(const OrtMemoryInfo *info, void *data, size_t bytes, const int64_t *shape, size_t rank,
                              ONNXTensorElementDataType type, OrtValue **out) {
  (void)info, (void)type;
  size_t count = 1;
  *out = (OrtValue *)calloc(1, sizeof **out);
  for (size_t i = 0; i < rank; i++) count *= (size_t)((*out)->shape[i] = shape[i]);
  if (count * sizeof(float) != bytes) abort();
  (*out)->data = (float *)data;
  (*out)->rank = rank;
  return NULL;
}

static OrtStatus *stub_run(OrtSession *session, const OrtRunOptions *options, const char *const *input_names,
                           const OrtValue *const *inputs, size_t ninputs, const char *const *output_names,
                           size_t noutputs, OrtValue **outputs) {
  (void)session, (void)options, (void)input_names, (void)ninputs, (void)output_names, (void)noutputs;
  const OrtValue *in = inputs[0];
  int64_t plane = in->shape[2] * in->shape[3];
  OrtValue *out = (OrtValue *)calloc(1, sizeof *out);
  out->data = (float *)calloc((size_t)in->shape[1], sizeof(float));
  out->shape[0] = 1, out->shape[1] = in->shape[1], out->rank = 2, out->owned = 1;
  for (int64_t i = 0; i < in->shape[1] * plane; i++) out->data[i / plane] += in->data[i];
  outputs[0] = out;
  return NULL;
}

static OrtStatus *stub_shape(const OrtValue *value, OrtTensorTypeAndShapeInfo **out) {
  *out = (OrtValue *)malloc(sizeof **out);
  **out = *value;
  return NULL;
}

static OrtStatus *stub_rank(const OrtTensorTypeAndShapeInfo *info, size_t *out) {
  *out = info->rank;
  return NULL;
}

static OrtStatus *stub_dims(const OrtTensorTypeAndShapeInfo *info, int64_t *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = info->shape[i];
  return NULL;
}

static OrtStatus *stub_data(OrtValue *value, void **out) {
  *out = value->data;
  return NULL;
}

static void stub_release_value(OrtValue *value) {
  if (value != NULL && value->owned) free(value->data);
  free(value);
}

static const char *stub_message(const OrtStatus *status) { return status == NULL ? "" : "an error"; }
static void stub_release_status(OrtStatus *status) { (void)status; }
static void stub_release_shape(OrtTensorTypeAndShapeInfo *info) { free(info); }
static void stub_release_memory(OrtMemoryInfo *info) { (void)info; }
static void stub_release_session(OrtSession *session) { (void)session; }
static void stub_release_options(OrtSessionOptions *options) { (void)options; }
static void stub_release_env(OrtEnv *env) { (void)env; }

static const OrtApi *stub_api(uint32_t version) {
  static const OrtApi api = {stub_env,
                             stub_options,
                             stub_session,
                             stub_memory,
                             stub_tensor,
                             stub_run,
                             stub_shape,
                             stub_rank,
                             stub_dims,
                             stub_data,
                             stub_message,
                             stub_release_status,
                             stub_release_shape,
                             stub_release_value,
                             stub_release_memory,
                             stub_release_session,
                             stub_release_options,
                             stub_release_env};
  return version <= ORT_API_VERSION ? &api : NULL;
}

static const OrtApiBase *OrtGetApiBase(void) {
  static const OrtApiBase base = {stub_api};
  return &base;
}

#endif
