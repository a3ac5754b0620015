// npz: a zip of npy files, by libzip.
#include "interchange/tensor_file.h"
#include "runtime/error.h"

#ifdef CT_HAVE_LIBZIP

#include <dlfcn.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <string_view>

#include "interchange/npy.h"
#include "interchange/writer.h"
#include "runtime/scratch.h"

namespace ct {

namespace {

// ---- libzip, which is loaded when the first npz is met, so that programs without one do not need it ----

#define CT_ZIP_FUNCTIONS(X)     \
  X(zip_close)                  \
  X(zip_discard)                \
  X(zip_error_code_zip)         \
  X(zip_error_fini)             \
  X(zip_error_init)             \
  X(zip_error_init_with_code)   \
  X(zip_error_strerror)         \
  X(zip_error_system_type)      \
  X(zip_fclose)                 \
  X(zip_file_add)               \
  X(zip_file_get_error)         \
  X(zip_fopen_index)            \
  X(zip_fread)                  \
  X(zip_get_error)              \
  X(zip_get_num_entries)        \
  X(zip_open)                   \
  X(zip_open_from_source)       \
  X(zip_set_file_compression)   \
  X(zip_source_buffer_create)   \
  X(zip_source_buffer_fragment) \
  X(zip_source_filep_create)    \
  X(zip_source_free)            \
  X(zip_stat_index)

struct LibZip {
#define CT_MEMBER(name) decltype(&::name) name;
  CT_ZIP_FUNCTIONS(CT_MEMBER)
#undef CT_MEMBER
  const char *missing = nullptr;  // why it is not there

  LibZip() noexcept {
    void *library = nullptr;
    for (const char *const name : {"libzip.so.5", "libzip.so.4", "libzip.so"}) {
      if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    if (library == nullptr) missing = "it is not on this machine";
#define CT_FIND(name)                                                                               \
  name = library == nullptr ? nullptr : reinterpret_cast<decltype(&::name)>(dlsym(library, #name)); \
  if (library != nullptr && name == nullptr) missing = "it has no " #name;
    CT_ZIP_FUNCTIONS(CT_FIND)
#undef CT_FIND
  }
};

const LibZip &libzip() {
  static const LibZip library;
  if (library.missing != nullptr) fail(CT_ERROR_UNSUPPORTED, "npz needs libzip, and ", library.missing);
  return library;
}

constexpr char kSuffix[] = ".npy";
constexpr size_t kSuffixLength = sizeof kSuffix - 1;
// Deflate expands a byte to no more than so many (zlib's documentation), so a member that claims more is refused before
// memory is taken for it.
constexpr uint64_t kMostExpansion = 1032;

struct Closes {
  void operator()(zip_t *zip) const noexcept { libzip().zip_discard(zip); }
  void operator()(zip_file_t *file) const noexcept { libzip().zip_fclose(file); }
};

[[noreturn]] void fail_zip(const char *what, const char *path, zip_error_t *error) {
  const int code = libzip().zip_error_code_zip(error);
  if (code == ZIP_ER_MEMORY) fail(CT_ERROR_OUT_OF_MEMORY, what, " ", path, ": ", libzip().zip_error_strerror(error));
  const bool of_system = libzip().zip_error_system_type(error) == ZIP_ET_SYS;
  fail(of_system ? CT_ERROR_IO : CT_ERROR_FORMAT, what, " ", path, ": ", libzip().zip_error_strerror(error));
}

// A zip_error_t of our own, in which zip_error_strerror may store a text.
struct ZipError : zip_error_t {
  ZipError() { libzip().zip_error_init(this); }
  explicit ZipError(int code) { libzip().zip_error_init_with_code(this, code); }
  ZipError(const ZipError &) = delete;
  ZipError &operator=(const ZipError &) = delete;
  ~ZipError() { libzip().zip_error_fini(this); }
};

struct Member {
  const char *name;  // in names_
  uint64_t index, size;
};

class NpzFile final : public TensorFile {
 public:
  explicit NpzFile(Ref<Bytes> bytes) : TensorFile(std::move(bytes)) {
    zip_.reset(open());
    const zip_int64_t count = libzip().zip_get_num_entries(zip_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) add(static_cast<uint64_t>(i));
    sort_names();
  }
  ~NpzFile() override {
    for (const Member &member : members_) free_name(member.name);
  }
  void destroy_self() noexcept override { destroy(this); }
  ct_format format() const noexcept override { return CT_NPZ; }
  int64_t count() const noexcept override { return members_.size(); }
  const char *name(int64_t index) const noexcept override { return members_[index].name; }

  Ref<Tensor> get(int64_t index) const override {
    const std::lock_guard lock(mutex_);  // a zip has one position
    const Member &member = members_[index];
    const std::unique_ptr<zip_file_t, Closes> file(libzip().zip_fopen_index(zip_.get(), member.index, 0));
    if (!file) fail_zip("opening a member of", bytes_->name(), libzip().zip_get_error(zip_.get()));
    char prefix[kNpyPrefix] = {};
    const auto size = static_cast<int64_t>(member.size);
    read(file.get(), prefix, std::min(kNpyPrefix, size));
    const int64_t length = npy_header_bytes(prefix, size, Shown(member.name), 0);
    const Scratch header(std::max(length, kNpyPrefix));
    std::memcpy(header.data(), prefix, sizeof prefix);
    // of version 1, an empty dict can be shorter than the prefix
    read(file.get(), header.data() + kNpyPrefix, length - kNpyPrefix);
    const NpyHeader parsed = parse_npy(header.data(), length, Shown(member.name), 0);
    if (parsed.nbytes > size - length) {
      fail(CT_ERROR_FORMAT, bytes_->name(), ": ", Shown(member.name), " ends at byte ", size, ", and ",
           Dims(parsed.sizes), " of ", dtype_name(parsed.dtype), " at byte ", length, " are ", parsed.nbytes, " bytes");
    }
    return read_npy(parsed, [&](char *to) {
      read(file.get(), to, parsed.nbytes);
      finish(file.get(), size - length - parsed.nbytes);
    });
  }

 private:
  zip_t *open() {
    ZipError error;
    zip_source_t *source = nullptr;
    if (bytes_->data() != nullptr) {
      source = libzip().zip_source_buffer_create(bytes_->data(), static_cast<zip_uint64_t>(bytes_->size()), 0, &error);
    } else {
      const int file = dup(bytes_->file());
      FILE *const stream = file < 0 ? nullptr : fdopen(file, "rb");
      if (stream == nullptr && file >= 0) close(file);
      if (stream == nullptr) fail_system("opening", bytes_->name(), errno);
      source = libzip().zip_source_filep_create(stream, 0, bytes_->size(), &error);
      if (source == nullptr) fclose(stream);
    }
    zip_t *const zip =
        source == nullptr ? nullptr : libzip().zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
    if (zip == nullptr) {
      libzip().zip_source_free(source);
      fail_zip("opening", bytes_->name(), &error);
    }
    return zip;
  }

  void add(uint64_t index) {
    zip_stat_t stat;
    if (libzip().zip_stat_index(zip_.get(), index, 0, &stat) != 0) {
      fail_zip("looking at a member of", bytes_->name(), libzip().zip_get_error(zip_.get()));
    }
    const std::string_view name = (stat.valid & ZIP_STAT_NAME) != 0 ? stat.name : "";
    if (!name.ends_with(kSuffix)) return;  // NumPy gives others as bytes
    if (stat.size / kMostExpansion > stat.comp_size || stat.size > uint64_t{INT64_MAX}) {
      fail(CT_ERROR_FORMAT, bytes_->name(), ": ", Shown(stat.name), " says that its ", stat.comp_size, " bytes become ",
           stat.size, ", and one becomes ", kMostExpansion, " at most");
    }
    const size_t length = name.size() - kSuffixLength;
    auto *const copy = static_cast<char *>(allocate(length + 1, 1));
    std::memcpy(copy, name.data(), length);
    copy[length] = '\0';
    try {
      members_.push_back({copy, index, stat.size});
    } catch (...) {
      free_name(copy);
      throw;
    }
  }
  static void free_name(const char *name) noexcept { deallocate(const_cast<char *>(name), std::strlen(name) + 1, 1); }

  void read(zip_file_t *file, char *to, int64_t count) const {
    while (count > 0) {
      const zip_int64_t some = libzip().zip_fread(file, to, static_cast<zip_uint64_t>(count));
      if (some < 0) fail_zip("reading", bytes_->name(), libzip().zip_file_get_error(file));
      if (some == 0) fail(CT_ERROR_FORMAT, bytes_->name(), ": a member ends ", count, " bytes before its size");
      to += some;
      count -= some;
    }
  }
  // The checksum is compared where the member ends.
  void finish(zip_file_t *file, int64_t rest) const {
    char some[512];
    for (; rest > 0; rest -= std::min<int64_t>(rest, sizeof some))
      read(file, some, std::min<int64_t>(rest, sizeof some));
    if (libzip().zip_fread(file, some, 1) < 0) fail_zip("reading", bytes_->name(), libzip().zip_file_get_error(file));
  }

  std::unique_ptr<zip_t, Closes> zip_;
  mutable std::mutex mutex_;
  SmallVec<Member, 1> members_;
};

}  // namespace

Ref<TensorFile> open_npz(Ref<Bytes> bytes) { return Ref<TensorFile>::adopt(make<NpzFile>(std::move(bytes))); }

void save_npz(const char *path, std::span<const Written> all, bool deflate) {
  const auto count = static_cast<int64_t>(all.size());
  refuse_equal_names(all);
  static_cast<void>(libzip());  // refused before a file is there
  FileWriter writer(path);
  if (all.empty()) {  // of which libzip writes no file
    constexpr char kEmpty[22] = {'P', 'K', '\5', '\6'};
    writer.write(kEmpty, sizeof kEmpty);
    return writer.finish();
  }
  int code = 0;
  std::unique_ptr<zip_t, Closes> opened(libzip().zip_open(writer.written(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!opened) {
    ZipError error(code);
    fail_zip("writing", path, &error);
  }
  zip_t *const zip = opened.get();
  const Scratch headers(std::max<int64_t>(count * kMostNpyHeader, 1));
  for (int64_t i = 0; i < count; ++i) {
    const Written &written = all[static_cast<size_t>(i)];
    const Tensor &t = *written.tensor;
    char *const header = headers.data() + i * kMostNpyHeader;
    const int64_t length = write_npy_header(header, t.dtype(), t.sizes(), written.fortran);
    const zip_buffer_fragment_t pieces[] = {
        {reinterpret_cast<zip_uint8_t *>(header), static_cast<zip_uint64_t>(length)},
        {reinterpret_cast<zip_uint8_t *>(t.data()), static_cast<zip_uint64_t>(t.numel() * t.itemsize())}};
    const Scratch name(static_cast<int64_t>(std::strlen(written.name) + kSuffixLength + 1));
    std::strcpy(name.data(), written.name);
    std::strcat(name.data(), kSuffix);
    zip_source_t *const source = libzip().zip_source_buffer_fragment(zip, pieces, t.numel() > 0 ? 2 : 1, 0);
    if (source == nullptr) fail_zip("writing", path, libzip().zip_get_error(zip));
    const zip_int64_t index = libzip().zip_file_add(zip, name.data(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      libzip().zip_source_free(source);
      fail_zip("writing", path, libzip().zip_get_error(zip));
    }
    if (libzip().zip_set_file_compression(zip, static_cast<zip_uint64_t>(index),
                                          deflate ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0) != 0) {
      fail_zip("writing", path, libzip().zip_get_error(zip));
    }
  }
  // If closing fails, the zip still exists, and is discarded.
  if (libzip().zip_close(zip) != 0) fail_zip("writing", path, libzip().zip_get_error(zip));
  static_cast<void>(opened.release());
  writer.finish();
}

}  // namespace ct

#else

namespace ct {

Ref<TensorFile> open_npz(Ref<Bytes> bytes) {
  fail(CT_ERROR_UNSUPPORTED, bytes->name(), ": is npz, and this library is built without libzip");
}

void save_npz(const char *path, std::span<const Written>, bool) {
  fail(CT_ERROR_UNSUPPORTED, path, ": npz is not written, because this library is built without libzip");
}

}  // namespace ct

#endif
