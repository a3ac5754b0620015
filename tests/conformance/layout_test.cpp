// Golden vectors of layouts: predicates, copies in each format, elementwise outputs, views, sums.
#include <algorithm>

#include "calls.h"
#include "vectors.h"

namespace conformance {
namespace {

void check_format(const ct_tensor *t, const json &row, const std::string &name, ct_memory_format format) {
  Handle out;
  Error error;
  if (row.contains("contiguous_" + name)) {
    const json &expected = row["contiguous_" + name];
    ASSERT_EQ(ct_contiguous(t, format, out.receive(), &error), CT_OK) << error.message;
    EXPECT_EQ(reference::strides_of(out), list(expected["strides"])) << "contiguous " << name;
    EXPECT_EQ(out.get() == t, expected["same_tensor"].get<bool>()) << "contiguous " << name;
  }
  if (row.contains("to_" + name)) {
    ASSERT_EQ(ct_to(t, CT_UNDEFINED, format, false, out.receive(), &error), CT_OK) << error.message;
    EXPECT_EQ(reference::strides_of(out), list(row["to_" + name])) << "to " << name;
  }
  if (row.contains("clone_" + name)) {
    ASSERT_EQ(ct_clone(t, format, out.receive(), &error), CT_OK) << error.message;
    EXPECT_EQ(reference::strides_of(out), list(row["clone_" + name])) << "clone " << name;
    EXPECT_NE(out.get(), t);
  }
}

void check_layout(const json &row) {
  for (const bool meta : {false, true}) {
    const Handle t = tensor(row, CT_FLOAT32, meta);
    EXPECT_EQ(ct_tensor_is_contiguous(t, CT_CONTIGUOUS), row["is_contiguous"].get<bool>());
    EXPECT_EQ(ct_tensor_is_contiguous(t, CT_CHANNELS_LAST), row["is_channels_last"].get<bool>());
    EXPECT_EQ(ct_tensor_is_contiguous(t, CT_CHANNELS_LAST_3D), row["is_channels_last_3d"].get<bool>());
    if (row.contains("is_dense")) {
      EXPECT_EQ(ct_tensor_is_non_overlapping_and_dense(t), row["is_dense"].get<bool>());
    }
    Handle out;
    Error error;
    ASSERT_EQ(ct_clone(t, CT_PRESERVE, out.receive(), &error), CT_OK) << error.message;
    EXPECT_EQ(reference::strides_of(out), list(row["clone_preserve_strides"])) << "clone preserve";
    ASSERT_EQ(ct_empty_like(t, CT_UNDEFINED, CT_PRESERVE, out.receive(), &error), CT_OK) << error.message;
    EXPECT_EQ(reference::strides_of(out), list(row["empty_like_preserve_strides"])) << "empty_like preserve";
    check_format(t, row, "contiguous", CT_CONTIGUOUS);
    check_format(t, row, "channels_last", CT_CHANNELS_LAST);
    check_format(t, row, "channels_last_3d", CT_CHANNELS_LAST_3D);
  }
}

TEST(Layout, Golden) { for_each_row("layout.jsonl", check_layout); }
TEST(Layout, NegativeStrides) { for_each_row("own_layout.jsonl", check_layout); }

void check_binary(const json &row) {
  for (const bool meta : {false, true}) {
    const Handle a = tensor(row["a"], CT_FLOAT32, meta), b = tensor(row["b"], CT_FLOAT32, meta);
    Handle out;
    Error error;
    const ct_status status = ct_add(a, b, out.receive(), &error);
    if (row.contains("error")) {
      EXPECT_EQ(status, CT_ERROR_SHAPE) << error.message;
      EXPECT_EQ(out.get(), nullptr);
      continue;
    }
    ASSERT_EQ(status, CT_OK) << error.message;
    expect_layout(out, row["out"]);
    // An empty out is resized to the layout of a fresh output.
    const int64_t none = 0;
    ASSERT_EQ(meta ? ct_tensor_create_meta(&none, 1, nullptr, CT_FLOAT32, out.receive(), &error)
                   : ct_tensor_create(&none, 1, CT_FLOAT32, out.receive(), &error),
              CT_OK);
    if (list(row["out"]["sizes"]) == Sizes{0}) continue;
    ASSERT_EQ(ct_add_out(a, b, out, &error), CT_OK) << error.message;
    expect_layout(out, row["out"]);
  }
}

TEST(Elementwise, BinaryStrides) { for_each_row("binary_strides.jsonl", check_binary); }
TEST(Elementwise, NegativeStrides) { for_each_row("own_binary_strides.jsonl", check_binary); }
TEST(Elementwise, SeedExamples) { for_each_row("seed_examples.jsonl", check_binary); }

TEST(Elementwise, TernaryStrides) {
  for_each_row("ternary_strides.jsonl", [](const json &row) {
    std::vector<Handle> handles;
    std::vector<const ct_tensor *> inputs;
    for (const json &input : row["inputs"]) {
      handles.push_back(tensor(input));
      inputs.push_back(handles.back());
    }
    ct_iter_config config{};
    config.struct_size = sizeof config;
    config.preset = CT_ITER_TERNARY;
    config.noutputs = 1;
    config.ninputs = static_cast<int32_t>(inputs.size());
    config.inputs = inputs.data();
    ct_iter *it = nullptr;
    Error error;
    ASSERT_EQ(ct_iter_build(&config, &it, &error), CT_OK) << error.message;
    Handle out;
    EXPECT_EQ(ct_iter_operand(it, 0, out.receive(), &error), CT_OK) << error.message;
    ct_iter_release(it);
    expect_layout(out, row["out"]);

    // The same three layouts in `where`, whose condition is bool.
    handles[0] = tensor(row["inputs"][0], CT_BOOL, true);
    for (size_t k : {1, 2}) handles[k] = tensor(row["inputs"][k], CT_FLOAT32, true);
    ASSERT_EQ(ct_where(handles[0], handles[1], handles[2], out.receive(), &error), CT_OK) << error.message;
    expect_layout(out, row["out"]);
  });
}

// Every op by itself: some of PyTorch's lay out their results in ways of their own.
TEST(Elementwise, StridesOfOps) {
  for_each_row("op_strides.jsonl", [](const json &row) {
    const auto &all = property::calls();
    const auto call = std::find_if(all.begin(), all.end(), [&](const auto &one) { return one.name == row["op"]; });
    ASSERT_NE(call, all.end());
    std::vector<Handle> handles;
    std::vector<const ct_tensor *> inputs;
    ct_number number;
    Error error;
    for (const json &input : row["inputs"]) {
      handles.push_back(tensor(input, dtype_of(input["dtype"]), true));
      inputs.push_back(handles.back());
    }
    if (row.contains("number")) {
      inputs.push_back(ct_number_of(ct_scalar_i64(row["number"].get<int64_t>()), &number));
    }
    const ct_scalar two = {CT_INT64, 0, 2, 0, 0}, *const options[] = {
                                                      row["op"] == "masked_fill" ? &two : nullptr, {}, {}};
    Handle out;
    if (row.contains("resized")) {
      out = tensor(Sizes{7}, Sizes{1}, dtype_of(row["resized"]), true);
      ASSERT_EQ(call->into(inputs.data(), options, out, &error), CT_OK) << error.message;
    } else {
      ASSERT_EQ(call->fresh(inputs.data(), options, out.receive(), &error), CT_OK) << error.message;
    }
    expect_layout(out, row["out"]);
  });
}

TEST(Views, Golden) {
  for_each_row("views.jsonl", [](const json &row) {
    const Handle t = tensor(row["in"]);
    const Sizes shape = list(row["shape"]);
    Handle out;
    Error error;
    const ct_status status = ct_view(t, shape.data(), static_cast<int32_t>(shape.size()), out.receive(), &error);
    if (row.contains("view")) {
      ASSERT_EQ(status, CT_OK) << error.message;
      expect_layout(out, row["view"]);
      EXPECT_EQ(ct_tensor_data(out), ct_tensor_data(t));
    } else {
      EXPECT_EQ(status, CT_ERROR_SHAPE) << error.message;
      EXPECT_EQ(out.get(), nullptr);
    }
    ASSERT_EQ(ct_reshape(t, shape.data(), static_cast<int32_t>(shape.size()), out.receive(), &error), CT_OK)
        << error.message;
    expect_layout(out, row["reshape"]);
    if (ct_tensor_numel(t) != 0) {
      EXPECT_EQ(ct_tensor_data(out) == ct_tensor_data(t), row["reshape_is_view"].get<bool>());
    }
  });
}

TEST(Sum, Shapes) {
  for_each_row("sum_shapes.jsonl", [](const json &row) {
    const auto dims = row["dims"].get<std::vector<int32_t>>();
    for (const bool meta : {false, true}) {
      const Handle t = tensor(row["in"], CT_FLOAT32, meta);
      Handle out;
      Error error;
      const int32_t *const named = dims.empty() ? nullptr : dims.data();  // PyTorch's [] stands for all dims
      const ct_status status = ct_sum(t, named, static_cast<int32_t>(dims.size()), row["keepdim"].get<bool>(),
                                      CT_UNDEFINED, out.receive(), &error);
      if (row.contains("error")) {
        EXPECT_EQ(status, CT_ERROR_INDEX) << error.message;
      } else {
        ASSERT_EQ(status, CT_OK) << error.message;
        expect_layout(out, row["out"]);
      }
    }
  });
}

}  // namespace
}  // namespace conformance
