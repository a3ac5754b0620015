// ctensor convert: a file in another format, dtype or layout.
#include <numeric>

#include "cli.h"

namespace cli {

using namespace ctensor;

namespace {

[[noreturn]] void refuse(const std::string &message) { throw Error(CT_ERROR_INVALID, "convert: " + message); }

bool ends_with(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The first dim the densest.
Tensor in_columns(const Tensor &t) {
  std::vector<int32_t> backwards(static_cast<size_t>(t.ndim()));
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  return t.permute(backwards).contiguous().permute(backwards);
}

}  // namespace

int convert(const Options &options, const Conversion &c) {
  const bool npy = ends_with(c.to, ".npy"), npz = ends_with(c.to, ".npz");
  if (!npy && !npz && !ends_with(c.to, ".safetensors")) refuse(c.to + " ends in neither .npy, .npz nor .safetensors");
  if (c.deflate && !npz) refuse("--compress is for npz alone");
  if (c.layout == "fortran" && !npy && !npz) refuse("safetensors has no Fortran order");
  const File file(c.from);
  std::vector<std::string> names;
  std::vector<Tensor> tensors;
  for (int64_t i = 0; i < file.size(); ++i) {
    if (!c.tensor.empty() && file.name(i) != c.tensor) continue;
    Tensor t = file.get(i);
    if (!c.dtype.empty()) t = t.to(dtype_from_name(c.dtype.c_str()));
    if (c.layout == "c") t = t.contiguous();
    if (c.layout == "fortran") t = in_columns(t);
    names.push_back(file.name(i).empty() ? "array" : file.name(i));
    tensors.push_back(t);
  }
  if (!c.tensor.empty() && tensors.empty()) refuse(c.from + " has no tensor named " + c.tensor);
  if (npy && tensors.size() != 1) {
    refuse("npy holds one tensor, and " + c.from + " has " + std::to_string(tensors.size()) +
           "; choose one by --tensor");
  }
  if (npy) {
    save_npy(c.to, tensors[0]);
  } else if (npz) {
    save_npz(c.to, names, tensors, c.deflate);
  } else {
    save_safetensors(c.to, names, tensors, file.metadata());
  }
  int64_t bytes = 0;
  for (const Tensor &t : tensors) bytes += t.nbytes();
  if (options.json) {
    std::printf("%s\n", Json{{"file", c.to}, {"tensors", tensors.size()}, {"bytes", bytes}}.dump(2).c_str());
  } else if (!options.quiet) {
    std::printf("%s: %zu tensor%s, %s\n", c.to.c_str(), tensors.size(), tensors.size() == 1 ? "" : "s",
                bytes_of(bytes).c_str());
  }
  return 0;
}

}  // namespace cli
