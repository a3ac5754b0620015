// einsum and tensordot: from what the caller writes to labels.
#include <algorithm>
#include <string>
#include <string_view>

#include "contract.h"
#include "product.h"

namespace ct_linalg {

namespace {

constexpr int kLetters = 52;  // labels from here on are dims of the ellipsis, counted from the last one

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
int label_of(char letter) { return letter >= 'a' ? letter - 'a' + 26 : letter - 'A'; }

// As much of an equation as a message has room for, without characters that would break its line.
std::string quoted(std::string_view text) {
  constexpr size_t kMost = 64;
  std::string shown(text.substr(0, kMost));
  for (char &c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return '"' + shown + (text.size() > kMost ? "…\"" : "\"");
}

struct Subscripts {
  Labels before, after;  // of the ellipsis
  bool ellipsis = false;
};

Subscripts read_subscripts(std::string_view text, std::string_view equation) {
  Subscripts read;
  for (size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == ' ') continue;
    if (text.substr(i, 3) == "..." && !read.ellipsis) {
      read.ellipsis = true;
      i += 2;
    } else if (is_letter(letter)) {
      (read.ellipsis ? read.after : read.before).push_back(label_of(letter));
    } else {
      fail(CT_ERROR_INVALID, quoted(equation), ": ", quoted({&letter, 1}),
           " is neither a letter nor part of one ellipsis");
    }
  }
  return read;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t comma; (comma = text.find(',')) != std::string_view::npos; text = text.substr(comma + 1)) {
    parts.push_back(text.substr(0, comma));
  }
  parts.push_back(text);
  return parts;
}

Labels with_ellipsis(const Subscripts &read, int32_t dims) {
  Labels all = read.before;
  for (int32_t d = dims; d >= 1; --d) all.push_back(kLetters + d - 1);
  all.insert(all.end(), read.after.begin(), read.after.end());
  return all;
}

// An op that is a contraction, which meta sets up.
struct Contracting {
  static constexpr uint32_t kFlags = CT_OP_ANY_STRIDES;
  Contraction contraction = {};
  ct_dtype dtype = CT_UNDEFINED;

  void set_result(Outputs &out, Inputs in) {
    dtype = common_dtype(in);
    std::vector<int64_t> result;
    for (const int label : contraction.result) result.push_back(contraction.sizes[label]);
    out.set(0, result, dtype);
  }
  void impl(Inputs in, ct_tensor *const *outputs) {
    // Halves are added up in floats, and rounded once at the end.
    const bool half = dtype == CT_FLOAT16 || dtype == CT_BFLOAT16 || dtype == CT_COMPLEX32;
    const ct_dtype wide = !half ? dtype : static_cast<ct_dtype>(dtype == CT_COMPLEX32 ? CT_COMPLEX64 : CT_FLOAT32);
    std::vector<Tensor> operands;
    for (const ct_tensor *const t : in) operands.push_back(to(t, wide));
    if (!half) return contract(contraction, std::move(operands), outputs[0]);
    const Tensor result = empty(sizes(outputs[0]), wide);
    contract(contraction, std::move(operands), result);
    call(ct_copy, outputs[0], result.get());
  }
};

struct Einsum : Contracting {
  const char *equation;
  explicit Einsum(const char *equation) : equation(equation) {}

  void meta(Inputs in, Outputs &out) {
    if (equation == nullptr) fail(CT_ERROR_INVALID, "equation is NULL");
    if (in.empty() || in.size() > kMostOperands) {
      fail(CT_ERROR_INVALID, "1 to ", static_cast<int64_t>(kMostOperands), " operands are expected, got ",
           static_cast<int64_t>(in.size()));
    }
    const std::string_view text = equation;
    const size_t arrow = text.find("->");
    const std::vector<std::string_view> parts = split(text.substr(0, arrow));
    if (parts.size() != in.size()) {
      fail(CT_ERROR_INVALID, quoted(equation), " names ", static_cast<int64_t>(parts.size()),
           " operands, and there are ", static_cast<int64_t>(in.size()));
    }
    std::fill_n(contraction.sizes, kMostLabels, int64_t{-1});
    int32_t dims = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      const Subscripts read = read_subscripts(parts[i], equation);
      dims = std::max(dims, add_operand(in[i], read, static_cast<int64_t>(i)));
    }
    contraction.result =
        arrow == std::string_view::npos ? implicit_result(dims) : given_result(text.substr(arrow + 2), dims);
    set_result(out, in);
  }

  // Returns how many dims its ellipsis stands for.
  int32_t add_operand(const ct_tensor *t, const Subscripts &read, int64_t number) {
    const auto letters = static_cast<int32_t>(read.before.size() + read.after.size());
    const int32_t dims = ndim(t) - letters;
    if (dims < 0 || (dims > 0 && !read.ellipsis)) {
      fail(CT_ERROR_SHAPE, quoted(equation), " has ", letters, " letters for operand ", number, " of sizes ", sizes(t));
    }
    const Labels labels = with_ellipsis(read, dims);
    int64_t own[kMostLabels];
    std::fill_n(own, kMostLabels, int64_t{-1});
    for (size_t d = 0; d < labels.size(); ++d) {
      const int64_t size = sizes(t)[d];
      int64_t &here = own[labels[d]], &everywhere = contraction.sizes[labels[d]];
      if (here >= 0 && here != size) {
        fail(CT_ERROR_SHAPE, quoted(equation), " repeats a letter for operand ", number, " of sizes ", sizes(t), ": ",
             here, " beside ", size);
      }
      if (everywhere > 1 || everywhere == 0) {
        if (size != 1 && size != everywhere) {
          fail(CT_ERROR_SHAPE, quoted(equation), ": operand ", number, " of sizes ", sizes(t), " has ", size,
               " elements where another has ", everywhere);
        }
      } else {
        everywhere = size;
      }
      here = size;
    }
    contraction.operands.push_back(labels);
    return dims;
  }

  Labels implicit_result(int32_t dims) const {
    int times[kMostLabels] = {};
    for (const Labels &labels : contraction.operands) {
      for (const int label : labels) ++times[label];
    }
    Labels result = with_ellipsis({}, dims);
    for (int label = 0; label < kLetters; ++label) {
      if (times[label] == 1) result.push_back(label);
    }
    return result;
  }

  Labels given_result(std::string_view text, int32_t dims) const {
    const Subscripts read = read_subscripts(text, equation);
    Labels result = with_ellipsis(read, read.ellipsis ? dims : 0);
    LabelSet seen;
    for (const int label : result) {
      if (seen.test(static_cast<size_t>(label)))
        fail(CT_ERROR_INVALID, quoted(equation), " repeats a letter in the result");
      if (contraction.sizes[label] < 0) {
        fail(CT_ERROR_INVALID, quoted(equation), " has a letter in the result that no operand has");
      }
      seen.set(static_cast<size_t>(label));
    }
    if (result.size() > static_cast<size_t>(kMaxDims)) {
      fail(CT_ERROR_SHAPE, "the result has more than ", kMaxDims, " dims");
    }
    return result;
  }
};

struct Tensordot : Contracting {
  const int32_t *dims_a, *dims_b;
  int32_t count;
  Tensordot(const int32_t *dims_a, const int32_t *dims_b, int32_t count)
      : dims_a(dims_a), dims_b(dims_b), count(count) {}

  void meta(Inputs in, Outputs &out) {
    const ct_tensor *const a = in[0], *const b = in[1];
    if (count < 0) fail(CT_ERROR_INVALID, "ndims is negative: ", count);
    if (count > 0 && (dims_a == nullptr || dims_b == nullptr)) fail(CT_ERROR_INVALID, "dims_a or dims_b is NULL");
    Labels of_a(static_cast<size_t>(ndim(a))), of_b(static_cast<size_t>(ndim(b)), -1);
    for (size_t d = 0; d < of_a.size(); ++d) of_a[d] = static_cast<int>(d);
    LabelSet summed;
    for (int32_t i = 0; i < count; ++i) {
      const auto at_a = static_cast<size_t>(wrap_dim(dims_a[i], ndim(a))),
                 at_b = static_cast<size_t>(wrap_dim(dims_b[i], ndim(b)));
      if (summed.test(at_a) || of_b[at_b] >= 0) {
        fail(CT_ERROR_INDEX, "a dim is named twice: ", dims_a[i], " of a, or ", dims_b[i], " of b");
      }
      if (sizes(a)[at_a] != sizes(b)[at_b]) {
        fail(CT_ERROR_SHAPE, "dim ", dims_a[i], " of a, of sizes ", sizes(a), ", and dim ", dims_b[i],
             " of b, of sizes ", sizes(b), ", do not go together");
      }
      summed.set(at_a);
      of_b[at_b] = of_a[at_a];
    }
    for (const int label : of_a) {
      contraction.sizes[label] = sizes(a)[static_cast<size_t>(label)];
      if (!summed.test(static_cast<size_t>(label))) contraction.result.push_back(label);
    }
    int next = static_cast<int>(of_a.size());
    for (size_t d = 0; d < of_b.size(); ++d) {
      if (of_b[d] >= 0) continue;
      of_b[d] = next++;
      contraction.sizes[of_b[d]] = sizes(b)[d];
      contraction.result.push_back(of_b[d]);
    }
    if (contraction.result.size() > static_cast<size_t>(kMaxDims)) {
      fail(CT_ERROR_SHAPE, "the result of sizes ", sizes(a), " and ", sizes(b), " has more than ", kMaxDims, " dims");
    }
    contraction.operands = {of_a, of_b};
    set_result(out, in);
  }
};

}  // namespace

}  // namespace ct_linalg

using namespace ct_linalg;

namespace {

ct_status check_count(const char *name, const ct_tensor *const *operands, int32_t count, ct_error *error) {
  if (count < 1) return refuse(name, "at least one operand is expected", error);
  return operands == nullptr ? refuse(name, "operands is NULL", error) : CT_OK;
}

}  // namespace

extern "C" {

ct_status ct_linalg_einsum(const char *equation, const ct_tensor *const *operands, int32_t count, ct_tensor **out,
                           ct_error *error) {
  const ct_status status = check_count("ct_linalg_einsum", operands, count, error);
  if (status != CT_OK) {
    if (out != nullptr) *out = nullptr;
    return status;
  }
  return fresh("ct_linalg_einsum", Einsum(equation), Inputs(operands, static_cast<size_t>(count)), {out}, error);
}
ct_status ct_linalg_einsum_out(const char *equation, const ct_tensor *const *operands, int32_t count, ct_tensor *out,
                               ct_error *error) {
  const ct_status status = check_count("ct_linalg_einsum_out", operands, count, error);
  if (status != CT_OK) return status;
  return into("ct_linalg_einsum_out", Einsum(equation), Inputs(operands, static_cast<size_t>(count)), {out}, error);
}

ct_status ct_linalg_tensordot(const ct_tensor *a, const ct_tensor *b, const int32_t *dims_a, const int32_t *dims_b,
                              int32_t ndims, ct_tensor **out, ct_error *error) {
  return fresh("ct_linalg_tensordot", Tensordot(dims_a, dims_b, ndims), List{a, b}, {out}, error);
}
ct_status ct_linalg_tensordot_out(const ct_tensor *a, const ct_tensor *b, const int32_t *dims_a, const int32_t *dims_b,
                                  int32_t ndims, ct_tensor *out, ct_error *error) {
  return into("ct_linalg_tensordot_out", Tensordot(dims_a, dims_b, ndims), List{a, b}, {out}, error);
}

}  // extern "C"
