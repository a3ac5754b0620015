// safetensors: 8 bytes of a length, that much JSON, and the elements. Source: the format's description in the README of
// the safetensors package.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "interchange/json.h"
#include "interchange/npy.h"
#include "interchange/tensor_file.h"
#include "interchange/writer.h"
#include "runtime/error.h"
#include "runtime/scratch.h"

namespace ct {

namespace {

constexpr int64_t kMostHeader = 100'000'000;  // bytes; the format's own limit
constexpr const char *kMetadata = "__metadata__";

struct Named {
  const char *name;
  DType dtype;
  int32_t bits;  // of an element
};
constexpr Named kNames[] = {
    {"BOOL", DType::Bool, 8},
    {"U8", DType::UInt8, 8},
    {"I8", DType::Int8, 8},
    {"U16", DType::UInt16, 16},
    {"I16", DType::Int16, 16},
    {"U32", DType::UInt32, 32},
    {"I32", DType::Int32, 32},
    {"U64", DType::UInt64, 64},
    {"I64", DType::Int64, 64},
    {"F16", DType::Float16, 16},
    {"BF16", DType::BFloat16, 16},
    {"F32", DType::Float32, 32},
    {"F64", DType::Float64, 64},
    {"C64", DType::Complex64, 64},
    {"F8_E4M3", DType::Undefined, 8},
    {"F8_E5M2", DType::Undefined, 8},
    {"F8_E8M0", DType::Undefined, 8},
    {"F8_E4M3FNUZ", DType::Undefined, 8},
    {"F8_E5M2FNUZ", DType::Undefined, 8},
    {"F6_E2M3", DType::Undefined, 6},
    {"F6_E3M2", DType::Undefined, 6},
    {"F4", DType::Undefined, 4},
};

struct Entry {
  const char *name;
  const Named *kind;
  yyjson_val *shape;
  int64_t begin, end;  // bytes behind the header
};

class SafetensorsFile final : public TensorFile {
 public:
  SafetensorsFile(Ref<Bytes> bytes, bool trailing) : TensorFile(std::move(bytes)) { read_header(trailing); }
  void destroy_self() noexcept override { destroy(this); }
  ct_format format() const noexcept override { return CT_SAFETENSORS; }
  int64_t count() const noexcept override { return entries_.size(); }
  const char *name(int64_t index) const noexcept override { return entries_[index].name; }
  int64_t metadata_count() const noexcept override { return metadata_.size(); }
  std::pair<const char *, const char *> metadata(int64_t index) const noexcept override {
    return {metadata_[index].key, metadata_[index].value};
  }

  Ref<Tensor> get(int64_t index) const override {
    const Entry &entry = entries_[index];
    if (entry.kind->dtype == DType::Undefined) {
      fail(CT_ERROR_DTYPE, bytes_->name(), ": ", Shown(entry.name), " is ", entry.kind->name,
           ", which is no dtype here");
    }
    DimVec sizes;
    yyjson_val *size;
    yyjson_arr_iter each = yyjson_arr_iter_with(entry.shape);
    while ((size = yyjson_arr_iter_next(&each)) != nullptr)
      sizes.push_back(static_cast<int64_t>(yyjson_get_uint(size)));
    const int64_t offset = first_ + entry.begin;
    if (can_be_mapped(*bytes_, offset, entry.kind->dtype)) {
      return mapped(*bytes_, offset, sizes, entry.kind->dtype, false);
    }
    Ref<Tensor> t = Tensor::create(sizes, entry.kind->dtype);
    bytes_->read(offset, entry.end - entry.begin, t->data());
    return t;
  }

 private:
  const char *path() const noexcept { return bytes_->name(); }

  void read_header(bool trailing) {
    char prefix[8] = {};
    if (bytes_->size() < 8) {
      fail(CT_ERROR_FORMAT, path(), ": has ", bytes_->size(),
           " bytes, and a safetensors file begins with 8 of a length");
    }
    bytes_->read(0, 8, prefix);
    uint64_t length;
    std::memcpy(&length, prefix, sizeof length);
    if (length > uint64_t{kMostHeader}) {
      fail(CT_ERROR_FORMAT, path(), ": byte 0 says that the header has ", length, " bytes, and ", kMostHeader,
           " are the most");
    }
    const auto bytes = static_cast<int64_t>(length);
    if (bytes > bytes_->size() - 8) {
      fail(CT_ERROR_FORMAT, path(), ": ends at byte ", bytes_->size(), ", and its header at byte ", 8 + bytes);
    }
    first_ = 8 + bytes;
    const Scratch scratch(bytes_->data() == nullptr ? bytes : 0);
    if (bytes_->data() == nullptr) bytes_->read(8, bytes, scratch.data());
    const char *const text = bytes_->data() == nullptr ? scratch.data() : bytes_->data() + 8;
    if (bytes == 0 || text[0] != '{')
      fail(CT_ERROR_FORMAT, path(), ": byte 8 is not '{', with which the header begins");
    yyjson_read_err error;
    doc_.reset(yyjson_read_opts(const_cast<char *>(text), static_cast<size_t>(bytes), YYJSON_READ_NOFLAG,
                                &json_allocator(), &error));
    if (!doc_ && error.code == YYJSON_READ_ERROR_MEMORY_ALLOCATION) {
      fail(CT_ERROR_OUT_OF_MEMORY, "no memory for the header of ", path(), ", ", bytes, " bytes");
    }
    if (!doc_) fail(CT_ERROR_FORMAT, path(), ": byte ", 8 + static_cast<int64_t>(error.pos), ": ", error.msg);
    yyjson_val *const root = yyjson_doc_get_root(doc_.get());
    if (!yyjson_is_obj(root)) fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header that is not one object");
    bool has_metadata = false;
    yyjson_val *key;
    yyjson_obj_iter each = yyjson_obj_iter_with(root);
    while ((key = yyjson_obj_iter_next(&each)) != nullptr) {
      const char *const name = text_of(key, "a name");
      if (std::strcmp(name, kMetadata) != 0) {
        entries_.push_back(entry_of(name, yyjson_obj_iter_get_val(key)));
      } else if (has_metadata) {
        fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header that has ", kMetadata, " twice");
      } else {
        has_metadata = true;
        read_metadata(yyjson_obj_iter_get_val(key));
      }
    }
    sort_names();
    check_places(trailing);
  }

  // A string without a NUL inside, which C would take for its end.
  const char *text_of(yyjson_val *value, const char *what) const {
    if (!yyjson_is_str(value))
      fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header in which ", what, " is not a string");
    const char *const text = yyjson_get_str(value);
    if (std::strlen(text) != yyjson_get_len(value)) {
      fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header in which ", what, " has a NUL inside: ", Shown(text));
    }
    return text;
  }

  void read_metadata(yyjson_val *all) {
    if (!yyjson_is_obj(all))
      fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header in which ", kMetadata, " is not an object");
    yyjson_val *key;
    yyjson_obj_iter each = yyjson_obj_iter_with(all);
    while ((key = yyjson_obj_iter_next(&each)) != nullptr) {
      metadata_.push_back({text_of(key, "a key"), text_of(yyjson_obj_iter_get_val(key), "a value of __metadata__")});
    }
    const char *twice = nullptr;
    ct::sort_names(
        metadata_.size(), [&](int64_t i) { return metadata_[i].key; }, &twice);
    if (twice != nullptr)
      fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header in which ", kMetadata, " has ", Shown(twice), " twice");
  }

  Entry entry_of(const char *name, yyjson_val *of) const {
    const auto refuse = [&](const char *why) {
      fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header in which the entry of ", Shown(name), " ", why);
    };
    if (!yyjson_is_obj(of)) refuse("is not an object");
    yyjson_val *dtype = nullptr, *shape = nullptr, *offsets = nullptr, *key;
    yyjson_obj_iter each = yyjson_obj_iter_with(of);
    while ((key = yyjson_obj_iter_next(&each)) != nullptr) {
      yyjson_val **const place = yyjson_equals_str(key, "dtype")          ? &dtype
                                 : yyjson_equals_str(key, "shape")        ? &shape
                                 : yyjson_equals_str(key, "data_offsets") ? &offsets
                                                                          : nullptr;
      if (place == nullptr || *place != nullptr) refuse("has other keys than dtype, shape and data_offsets, each once");
      *place = yyjson_obj_iter_get_val(key);
    }
    if (dtype == nullptr || shape == nullptr || offsets == nullptr) refuse("lacks dtype, shape or data_offsets");
    Entry entry{name, nullptr, shape, 0, 0};
    const char *const kind = text_of(dtype, "a dtype");
    for (const Named &known : kNames) {
      if (std::strcmp(known.name, kind) == 0) entry.kind = &known;
    }
    if (entry.kind == nullptr)
      fail(CT_ERROR_FORMAT, path(), ": byte 8 begins a header in which the dtype of ", Shown(name), " is ", Shown(kind),
           ", which is unknown");
    if (!yyjson_is_arr(shape) || yyjson_arr_size(shape) > kMaxDims) refuse("has no shape of at most 64 sizes");
    int64_t bits = entry.kind->bits;
    bool fits = true, is_empty = false;
    yyjson_val *size;
    yyjson_arr_iter sizes = yyjson_arr_iter_with(shape);
    while ((size = yyjson_arr_iter_next(&sizes)) != nullptr) {
      if (!yyjson_is_uint(size) || yyjson_get_uint(size) > uint64_t{INT64_MAX}) refuse("has a size that is no int64");
      const auto value = static_cast<int64_t>(yyjson_get_uint(size));
      is_empty = is_empty || value == 0;
      fits = fits && !__builtin_mul_overflow(bits, std::max(value, int64_t{1}), &bits);
    }
    if (!fits) refuse("has sizes of more bytes than int64 counts");
    const int64_t nbytes = is_empty ? 0 : bits / 8;
    yyjson_val *const begin = yyjson_arr_get(offsets, 0), *const end = yyjson_arr_get(offsets, 1);
    if (yyjson_arr_size(offsets) != 2 || !yyjson_is_uint(begin) || !yyjson_is_uint(end)) {
      refuse("has no data_offsets of two numbers");
    }
    const uint64_t from = yyjson_get_uint(begin), to = yyjson_get_uint(end);
    if (from > to || to > uint64_t{INT64_MAX} || static_cast<int64_t>(to) > bytes_->size() - first_) {
      fail(CT_ERROR_FORMAT, path(), ": ", Shown(name), " lies from byte ", from, " to ", to, " behind the header, and ",
           bytes_->size() - first_, " bytes follow it");
    }
    entry.begin = static_cast<int64_t>(from), entry.end = static_cast<int64_t>(to);
    if (entry.end - entry.begin != nbytes || (!is_empty && bits % 8 != 0)) {
      fail(CT_ERROR_FORMAT, path(), ": ", Shown(name), " has ", entry.end - entry.begin,
           " bytes, and its dtype and shape take ", nbytes);
    }
    return entry;
  }

  // Entries follow one another without holes, to the end of the file.
  void check_places(bool trailing) const {
    SmallVec<int64_t, 16> order(entries_.size());
    std::iota(order.begin(), order.end(), int64_t{0});
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return entries_[a].begin != entries_[b].begin ? entries_[a].begin < entries_[b].begin
                                                    : entries_[a].end < entries_[b].end;
    });
    int64_t at = 0;
    for (const int64_t i : order) {
      if (entries_[i].begin != at) {
        fail(CT_ERROR_FORMAT, path(), ": ", Shown(entries_[i].name), " begins ", entries_[i].begin,
             " bytes behind the header, where the one before it ends at ", at);
      }
      at = entries_[i].end;
    }
    if (!trailing && at != bytes_->size() - first_) {
      fail(CT_ERROR_FORMAT, path(), ": its tensors end at byte ", first_ + at, ", and the file at byte ",
           bytes_->size());
    }
  }

  JsonDoc doc_;
  int64_t first_ = 0;  // byte behind the header
  SmallVec<Entry, 1> entries_;
  SmallVec<Metadata, 1> metadata_;
};

const Named &name_of(DType dtype) {
  for (const Named &known : kNames) {
    if (known.dtype == dtype) return known;
  }
  fail(CT_ERROR_DTYPE, "safetensors has no ", dtype_name(dtype));
}

void add(bool done) {
  if (!done) fail(CT_ERROR_OUT_OF_MEMORY, "no memory for the header of a safetensors file");
}

}  // namespace

Ref<TensorFile> open_safetensors(Ref<Bytes> bytes, bool trailing) {
  return Ref<TensorFile>::adopt(make<SafetensorsFile>(std::move(bytes), trailing));
}

void save_safetensors(const char *path, std::span<const Written> all, std::span<const Metadata> metadata) {
  const auto count = static_cast<int64_t>(all.size());
  refuse_equal_names(all);
  for (const Written &written : all) {
    if (std::strcmp(written.name, kMetadata) == 0) fail(CT_ERROR_INVALID, "no tensor can be named ", kMetadata);
  }
  // The tensors with the widest elements come first, so that all elements are aligned.
  SmallVec<int64_t, 16> placed(count);
  std::iota(placed.begin(), placed.end(), int64_t{0});
  std::sort(placed.begin(), placed.end(), [&](int64_t a, int64_t b) {
    const int64_t of_a = all[static_cast<size_t>(a)].tensor->itemsize(),
                  of_b = all[static_cast<size_t>(b)].tensor->itemsize();
    return of_a != of_b ? of_a > of_b : a < b;
  });
  SmallVec<int64_t, 16> begins(count);
  int64_t total = 0;
  for (const int64_t i : placed) {
    const Tensor &t = *all[static_cast<size_t>(i)].tensor;
    begins[i] = total;
    total += t.numel() * t.itemsize();
  }
  const NewJsonDoc doc(yyjson_mut_doc_new(&json_allocator()));
  add(doc != nullptr);
  yyjson_mut_doc *const in = doc.get();
  yyjson_mut_val *const root = yyjson_mut_obj(in);
  add(root != nullptr);
  yyjson_mut_doc_set_root(in, root);
  if (!metadata.empty()) {
    yyjson_mut_val *const pairs = yyjson_mut_obj_add_obj(in, root, kMetadata);
    add(pairs != nullptr);
    for (const Metadata &each : metadata) add(yyjson_mut_obj_add_str(in, pairs, each.key, each.value));
  }
  for (int64_t i = 0; i < count; ++i) {
    const Written &written = all[static_cast<size_t>(i)];
    const Tensor &t = *written.tensor;
    yyjson_mut_val *const entry = yyjson_mut_obj_add_obj(in, root, written.name);
    add(entry != nullptr && yyjson_mut_obj_add_str(in, entry, "dtype", name_of(t.dtype()).name));
    yyjson_mut_val *const shape = yyjson_mut_obj_add_arr(in, entry, "shape");
    add(shape != nullptr);
    for (const int64_t size : t.sizes()) add(yyjson_mut_arr_add_sint(in, shape, size));
    yyjson_mut_val *const offsets = yyjson_mut_obj_add_arr(in, entry, "data_offsets");
    add(offsets != nullptr && yyjson_mut_arr_add_sint(in, offsets, begins[i]) &&
        yyjson_mut_arr_add_sint(in, offsets, begins[i] + t.numel() * t.itemsize()));
  }
  size_t length = 0;
  yyjson_write_err error;
  char *const text = yyjson_mut_write_opts(in, YYJSON_WRITE_NOFLAG, &json_allocator(), &length, &error);
  if (text == nullptr && error.code == YYJSON_WRITE_ERROR_INVALID_STRING) {
    fail(CT_ERROR_INVALID, "a name, a key or a value is not UTF-8, which safetensors asks for");
  }
  add(text != nullptr);
  const auto free_text = [](char *given) { json_allocator().free(nullptr, given); };
  const std::unique_ptr<char, decltype(free_text)> held(text, free_text);
  const int64_t padded = (static_cast<int64_t>(length) + 7) / 8 * 8;
  if (padded > kMostHeader) {
    fail(CT_ERROR_INVALID, "the header would have ", padded, " bytes, and ", kMostHeader,
         " are the most of safetensors");
  }
  FileWriter writer(path);
  writer.write(&padded, 8);
  writer.write(text, static_cast<int64_t>(length));
  writer.write("       ", padded - static_cast<int64_t>(length));
  for (const int64_t i : placed) {
    const Tensor &t = *all[static_cast<size_t>(i)].tensor;
    writer.write(t.data(), t.numel() * t.itemsize());
  }
  writer.finish();
}

}  // namespace ct
