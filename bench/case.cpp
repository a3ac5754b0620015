#include "case.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "pool.h"

namespace bench {

const char *op_name(Op op) {
  static const char *const names[] = {"copy",
                                      "divide255",
                                      "add",
                                      "mul",
                                      "add in place",
                                      "fill",
                                      "uniform",
                                      "normal",
                                      "chain",
                                      "cat",
                                      "stack",
                                      "repeat",
                                      "roll",
                                      "pad",
                                      "tril",
                                      "index_select",
                                      "gather",
                                      "take",
                                      "index_add",
                                      "scatter_add",
                                      "masked_select",
                                      "nonzero",
                                      "sum",
                                      "mean",
                                      "amax",
                                      "all",
                                      "argmax",
                                      "norm",
                                      "var",
                                      "logsumexp",
                                      "sum_compensated",
                                      "sum_exact",
                                      "cumsum",
                                      "softmax"};
  return names[static_cast<int>(op)];
}

const char *memory_name(Memory memory) {
  static const char *const names[] = {"out", "fresh", "cold"};
  return names[static_cast<int>(memory)];
}

int64_t numel(const Sizes &sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

Sizes contiguous_strides(const Sizes &sizes) {
  Sizes strides(sizes.size());
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= sizes[d];
  }
  return strides;
}

Operand contiguous(ct_dtype dtype, const Sizes &sizes) { return {dtype, sizes, contiguous_strides(sizes), 0}; }

int64_t extent(const Operand &operand) {
  int64_t last = operand.offset;
  for (size_t d = 0; d < operand.sizes.size(); d++) {
    last += (operand.sizes[d] - 1) * std::max<int64_t>(operand.strides[d], 0);
  }
  return (last + 1) * ct_dtype_size(operand.dtype);
}

int64_t dense_bytes(const Operand &operand) { return numel(operand.sizes) * ct_dtype_size(operand.dtype); }

Sizes shrink(Sizes sizes, int64_t by) {
  for (; by > 1; by /= 2) {
    auto largest = std::max_element(sizes.begin(), sizes.end());
    *largest = std::max<int64_t>(*largest / 2, 1);
  }
  return sizes;
}

std::string dims_text(const Sizes &sizes) {
  std::string text;
  for (int64_t size : sizes) {
    if (!text.empty()) text += 'x';
    text += std::to_string(size);
  }
  return text;
}

std::string count_text(int64_t count) {
  const char *unit = "";
  for (const char *larger : {"Ki", "Mi", "Gi"}) {
    if (count < 1024 || count % 1024 != 0) break;
    count /= 1024;
    unit = larger;
  }
  return std::to_string(count) + unit;
}

std::string short_name(ct_dtype dtype) {
  switch (dtype) {
    case CT_BOOL:
      return "bool";
    case CT_UINT8:
      return "u8";
    case CT_INT32:
      return "i32";
    case CT_INT64:
      return "i64";
    case CT_FLOAT16:
      return "f16";
    case CT_BFLOAT16:
      return "bf16";
    case CT_FLOAT32:
      return "f32";
    case CT_FLOAT64:
      return "f64";
    default:
      return ct_dtype_name(dtype);
  }
}

Case copy_case(const std::string &name, const Operand &to, const Operand &from) {
  Case c;
  c.name = name;
  c.to = to;
  c.from = from;
  c.reads = static_cast<double>(dense_bytes(from));
  c.writes = static_cast<double>(dense_bytes(to));
  return c;
}

Case permute_case(const std::string &name, ct_dtype to, ct_dtype from, const Sizes &source,
                  const std::vector<int32_t> &perm) {
  const Sizes strides = contiguous_strides(source);
  Operand permuted{from, {}, {}, 0};
  for (int32_t dim : perm) {
    permuted.sizes.push_back(source[static_cast<size_t>(dim)]);
    permuted.strides.push_back(strides[static_cast<size_t>(dim)]);
  }
  Case c = copy_case(name, contiguous(to, permuted.sizes), permuted);
  c.source = source;
  c.perm = perm;
  return c;
}

Case reduce_case(const std::string &name, Op op, ct_dtype to, const Operand &from, const std::vector<int32_t> &dims) {
  Sizes kept = dims.empty() ? Sizes{} : from.sizes;
  for (const int32_t dim : dims) kept[static_cast<size_t>(dim)] = 1;
  Case c = copy_case(name, contiguous(to, kept), from);
  c.op = op;
  c.dims = dims;
  return c;
}

Case with(Case c, Memory memory) {
  c.memory = memory;
  if (memory != Memory::kOut) {
    c.floor = {};
    c.name += std::string(" ") + memory_name(memory);
  }
  return c;
}

Case with(Case c, Floor floor) {
  c.floor = floor;
  return c;
}

namespace {

void print_numbers(std::FILE *file, const Sizes &numbers) {
  std::fprintf(file, "[");
  for (size_t i = 0; i < numbers.size(); i++) {
    std::fprintf(file, "%s%lld", i == 0 ? "" : ", ", static_cast<long long>(numbers[i]));
  }
  std::fprintf(file, "]");
}

void print_operand(std::FILE *file, const char *key, const Operand &operand) {
  std::fprintf(file, ", \"%s\": {\"dtype\": \"%s\", \"offset\": %lld, \"bytes\": %lld, \"sizes\": ", key,
               ct_dtype_name(operand.dtype), static_cast<long long>(operand.offset),
               static_cast<long long>(extent(operand)));
  print_numbers(file, operand.sizes);
  std::fprintf(file, ", \"strides\": ");
  print_numbers(file, operand.strides);
  std::fprintf(file, "}");
}

}  // namespace

void list_json(const std::vector<Case> &cases, const char *name) {
  std::FILE *file = std::fopen(name, "w");
  if (file == nullptr) {
    std::perror(name);
    std::exit(1);
  }
  std::fprintf(file, "[\n");
  for (size_t i = 0; i < cases.size(); i++) {
    const Case &c = cases[i];
    std::fprintf(
        file,
        "{\"name\": \"%s\", \"family\": \"%s\", \"op\": \"%s\", \"memory\": \"%s\", \"reads\": %.0f, \"writes\": %.0f",
        c.name.c_str(), c.family.c_str(), op_name(c.op), memory_name(c.memory), c.reads, c.writes);
    std::fprintf(file, ", \"level\": \"%s\"", level(c.reads + c.writes));
    if (is_reduction(c.op) || is_along(c.op) || moves(c.op) || indexes(c.op)) {
      std::fprintf(file, ", \"dims\": ");
      print_numbers(file, Sizes(c.dims.begin(), c.dims.end()));
    }
    print_operand(file, "to", c.to);
    print_operand(file, "from", c.from);
    if (c.second.dtype != CT_UNDEFINED) print_operand(file, "second", c.second);
    if (indexes(c.op)) {
      print_operand(file, "index", c.index);
      std::fprintf(file, ", \"below\": %lld", static_cast<long long>(c.below));
    }
    std::fprintf(file, "}%s\n", i + 1 < cases.size() ? "," : "");
  }
  std::fprintf(file, "]\n");
  std::fclose(file);
}

}  // namespace bench
