#include "interchange/tensor_file.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "interchange/npy.h"
#include "interchange/writer.h"
#include "runtime/error.h"

namespace ct {

Shown::Shown(const char *name) noexcept {
  constexpr size_t kMost = sizeof text_ - 4;
  size_t i = 0;
  for (; i < kMost && name[i] != '\0'; ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    text_[i] = c < ' ' || c == 0x7f ? '?' : name[i];
  }
  if (name[i] != '\0') {
    while (i > 0 && (static_cast<unsigned char>(name[i]) & 0xc0) == 0x80) --i;  // no part of a character
    std::memcpy(text_ + i, "...", 3);
    i += 3;
  }
  text_[i] = '\0';
}

SmallVec<int64_t, 1> sort_names(int64_t count, FunctionRef<const char *(int64_t index)> name, const char **twice) {
  SmallVec<int64_t, 1> order(count);
  std::iota(order.begin(), order.end(), int64_t{0});
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return std::strcmp(name(a), name(b)) < 0; });
  const auto equal = std::adjacent_find(order.begin(), order.end(),
                                        [&](int64_t a, int64_t b) { return std::strcmp(name(a), name(b)) == 0; });
  *twice = equal == order.end() ? nullptr : name(*equal);
  return order;
}

void refuse_equal_names(std::span<const Written> all) {
  const char *twice = nullptr;
  sort_names(
      static_cast<int64_t>(all.size()), [&](int64_t i) { return all[static_cast<size_t>(i)].name; }, &twice);
  if (twice != nullptr) fail(CT_ERROR_INVALID, "two tensors are named ", Shown(twice));
}

void TensorFile::sort_names() {
  const char *twice = nullptr;
  by_name_ = ct::sort_names(
      count(), [&](int64_t i) { return name(i); }, &twice);
  if (twice != nullptr) fail(CT_ERROR_FORMAT, bytes_->name(), ": has ", Shown(twice), " twice");
}

int64_t TensorFile::find(const char *wanted) const noexcept {
  const auto at = std::lower_bound(by_name_.begin(), by_name_.end(), wanted,
                                   [&](int64_t i, const char *other) { return std::strcmp(name(i), other) < 0; });
  return at != by_name_.end() && std::strcmp(name(*at), wanted) == 0 ? *at : -1;
}

namespace {

class NpyFile final : public TensorFile {
 public:
  explicit NpyFile(Ref<Bytes> bytes) : TensorFile(std::move(bytes)) { sort_names(); }
  void destroy_self() noexcept override { destroy(this); }
  ct_format format() const noexcept override { return CT_NPY; }
  int64_t count() const noexcept override { return 1; }
  const char *name(int64_t) const noexcept override { return ""; }
  Ref<Tensor> get(int64_t) const override { return get_npy(*bytes_, 0, bytes_->size()); }
};

}  // namespace

Ref<TensorFile> open_npy(Ref<Bytes> bytes) {
  char prefix[kNpyPrefix] = {};
  bytes->read(0, std::min(kNpyPrefix, bytes->size()), prefix);
  npy_header_bytes(prefix, bytes->size(), bytes->name(), 0);  // refused now where it is none
  return Ref<TensorFile>::adopt(make<NpyFile>(std::move(bytes)));
}

void save_npy(const char *path, const Written &written) {
  const Tensor &t = *written.tensor;
  char header[kMostNpyHeader];
  const int64_t length = write_npy_header(header, t.dtype(), t.sizes(), written.fortran);
  FileWriter writer(path);
  writer.write(header, length);
  writer.write(t.data(), t.numel() * t.itemsize());
  writer.finish();
}

Ref<TensorFile> open_tensor_file(Ref<Bytes> bytes, bool trailing) {
  char begin[16] = {};
  bytes->read(0, std::min<int64_t>(sizeof begin, bytes->size()), begin);
  const auto begins_with = [&](const char *magic, size_t length) { return std::memcmp(begin, magic, length) == 0; };
  if (begins_with(kNpyMagic, sizeof kNpyMagic)) return open_npy(std::move(bytes));
  // a member of a zip, and the end of one without members
  if (begins_with("PK\3\4", 4) || begins_with("PK\5\6", 4)) return open_npz(std::move(bytes));
  if (begin[8] == '{') return open_safetensors(std::move(bytes), trailing);
  fail(CT_ERROR_FORMAT, bytes->name(),
       ": begins neither as npy (\\x93NUMPY), nor as npz (PK), nor as safetensors ('{' at "
       "byte 8)");
}

}  // namespace ct
