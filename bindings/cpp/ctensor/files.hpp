// Files of tensors: npy, npz and safetensors.
#ifndef CTENSOR_FILES_HPP
#define CTENSOR_FILES_HPP

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "joining.hpp"

namespace ctensor {

enum class FileFormat : ct_format { Npy = CT_NPY, Npz = CT_NPZ, Safetensors = CT_SAFETENSORS };

// Options for opening a file.
struct FileOptions {
  bool copy = false;      // map nothing, for files that may be truncated while they are open
  bool trailing = false;  // accept bytes after the last tensor of a safetensors file

  uint32_t flags() const noexcept {
    return (copy ? uint32_t{CT_FILE_COPY} : 0U) | (trailing ? uint32_t{CT_FILE_TRAILING} : 0U);
  }
};

using Metadata = std::vector<std::pair<std::string, std::string>>;

// An open file. Copies are the same file, which any number of threads may use. Its tensors outlive it.
class File {
 public:
  explicit File(const std::string &path, const FileOptions &options = {}) {
    detail::check([&](ct_error *error) { return ct_file_open(path.c_str(), options.flags(), &raw_, error); });
  }
  // Opens the bytes of a file, which are kept as long as the file and its tensors live.
  explicit File(std::vector<char> bytes, const FileOptions &options = {}) {
    auto kept = std::make_unique<std::vector<char>>(std::move(bytes));
    const std::vector<char> &given = *kept;
    const auto release = [](void *of) { delete static_cast<std::vector<char> *>(of); };
    void *const owner = kept.release();  // released by the call if it fails
    detail::check([&](ct_error *error) {
      return ct_file_open_memory(given.data(), static_cast<int64_t>(given.size()), options.flags(), release, owner,
                                 &raw_, error);
    });
  }
  File(const File &other) noexcept : raw_(ct_file_retain(other.raw_)) {}
  File(File &&other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  File &operator=(File other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~File() { ct_file_release(raw_); }

  FileFormat format() const noexcept { return static_cast<FileFormat>(ct_file_format(raw_)); }
  int64_t size() const noexcept { return ct_file_count(raw_); }
  // It throws for an index that is out of range.
  std::string name(int64_t index) const {
    const char *const text = ct_file_name(raw_, index);
    if (text == nullptr) detail::fail(CT_ERROR_INDEX, "name: there is no tensor " + std::to_string(index));
    return text;
  }
  std::optional<int64_t> find(const std::string &name) const noexcept {
    const int64_t index = ct_file_find(raw_, name.c_str());
    return index < 0 ? std::nullopt : std::optional<int64_t>(index);
  }
  Tensor get(int64_t index) const {
    return detail::make([&](ct_tensor **out, ct_error *error) { return ct_file_get(raw_, index, out, error); });
  }
  Tensor get(const std::string &name) const {
    const std::optional<int64_t> index = find(name);
    if (!index) detail::fail(CT_ERROR_INDEX, "get: the file has no tensor named " + name);
    return get(*index);
  }
  Metadata metadata() const {
    Metadata all;
    for (int64_t i = 0; i < ct_file_metadata_count(raw_); ++i) {
      all.emplace_back(ct_file_metadata_key(raw_, i), ct_file_metadata_value(raw_, i));
    }
    return all;
  }

 private:
  ct_file *raw_ = nullptr;
};

namespace detail {
inline void save(const std::string &path, FileFormat format, uint32_t flags, const std::vector<std::string> &names,
                 const Tensors &tensors, const Metadata &metadata) {
  if (static_cast<int64_t>(names.size()) != tensors.count()) {
    fail(CT_ERROR_INVALID, "save: " + std::to_string(names.size()) + " names are given for " +
                               std::to_string(tensors.count()) + " tensors");
  }
  std::vector<const char *> all, keys, values;
  for (const std::string &name : names) all.push_back(name.c_str());
  for (const auto &pair : metadata) {
    keys.push_back(pair.first.c_str());
    values.push_back(pair.second.c_str());
  }
  check([&](ct_error *error) {
    return ct_file_save(path.c_str(), static_cast<ct_format>(format), flags, all.data(), tensors.data(),
                        tensors.count(), keys.data(), values.data(), static_cast<int32_t>(keys.size()), error);
  });
}
}  // namespace detail

inline Tensor load_npy(const std::string &path, bool copy = false) {
  return detail::make([&](ct_tensor **out, ct_error *error) {
    return ct_npy_load(path.c_str(), copy ? uint32_t{CT_FILE_COPY} : 0U, out, error);
  });
}
inline void save_npy(const std::string &path, const Tensor &t) {
  detail::check([&](ct_error *error) { return ct_npy_save(path.c_str(), t.get(), error); });
}
inline void save_npz(const std::string &path, const std::vector<std::string> &names, const Tensors &tensors,
                     bool deflate = false) {
  detail::save(path, FileFormat::Npz, deflate ? uint32_t{CT_FILE_DEFLATE} : 0U, names, tensors, {});
}
inline void save_safetensors(const std::string &path, const std::vector<std::string> &names, const Tensors &tensors,
                             const Metadata &metadata = {}) {
  detail::save(path, FileFormat::Safetensors, 0, names, tensors, metadata);
}

}  // namespace ctensor

#endif
