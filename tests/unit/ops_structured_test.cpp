// The structured framework by itself: where an output comes from, what it may keep, and what a failure leaves behind.
#include "ops/structured.h"

#include "ops/structural/factory.h"
#include "ops/structural/fill.h"
#include "ops_test.h"
#include "runtime/error.h"
#include "tensor/scalar.h"
#include "tensor/views.h"

namespace ct {
namespace {

enum class Layout { Raw, Exact, Contiguous };

// Fills its output, which is like its input, with 7. Fails in impl when it is told to.
struct Seven {
  const Tensor &like;
  Layout layout;
  DimVec strides;
  bool fails = false;
  const Tensor *const inputs_[1] = {&like};
  const Tensor **written = nullptr;

  std::span<const Tensor *const> inputs() const { return inputs_; }
  void meta(Output &output) {
    const DType dtype = like.dtype();
    if (layout == Layout::Raw) output.set_raw_strided(like.sizes(), strides, dtype, like.is_meta());
    if (layout == Layout::Exact) output.set_strided(like.sizes(), strides, dtype, like.is_meta());
    if (layout == Layout::Contiguous) output.set_contiguous(like.sizes(), dtype, like.is_meta());
  }
  void impl(Output &output) {
    if (written != nullptr) *written = &output.get();
    if (fails) fail(CT_ERROR_OUT_OF_MEMORY, "scratch");
    fill(output.get(), Scalar::of(int64_t{7}));
  }
};

Ref<Tensor> tensor_of(std::initializer_list<int64_t> sizes, std::initializer_list<int64_t> strides, DType dtype) {
  Ref<Tensor> t = Tensor::create(DimVec(sizes), DimVec(strides), dtype);
  fill(*t, Scalar::of(int64_t{1}));
  return t;
}

int64_t at(const Tensor &t, int64_t i, int64_t j) {
  return load_scalar(t.dtype(), t.data() + (i * t.strides()[0] + j * t.strides()[1]) * t.itemsize()).i;
}

void expect_dims(Dims got, std::initializer_list<int64_t> want) {
  EXPECT_EQ(std::vector<int64_t>(got.begin(), got.end()), std::vector<int64_t>(want));
}

using testing_ops::status_of;

class StructuredTest : public testing::Test {
 protected:
  Ref<Tensor> like_ = tensor_of({2, 3}, {3, 1}, DType::Int32);
};

TEST_F(StructuredTest, FunctionalTakesTheHint) {
  for (const Layout layout : {Layout::Raw, Layout::Exact}) {
    const Ref<Tensor> made = functional(Seven{*like_, layout, {1, 2}});
    expect_dims(made->strides(), {1, 2});
    EXPECT_EQ(at(*made, 1, 2), 7);
  }
  expect_dims(functional(Seven{*like_, Layout::Contiguous, {}})->strides(), {3, 1});
}

TEST_F(StructuredTest, AGivenOutputKeepsItsStridesUnderAHint) {
  const Ref<Tensor> out = tensor_of({2, 3}, {1, 2}, DType::Int32);
  const Tensor *written = nullptr;
  Seven op{*like_, Layout::Raw, {3, 1}};
  op.written = &written;
  into(op, *out);
  EXPECT_EQ(written, out.get());
  expect_dims(out->strides(), {1, 2});
  EXPECT_EQ(at(*out, 1, 2), 7);
}

TEST_F(StructuredTest, ExactStridesThatDifferGoThroughAProxy) {
  const Ref<Tensor> out = tensor_of({2, 3}, {1, 2}, DType::Int32);
  const Tensor *written = nullptr;
  Seven op{*like_, Layout::Contiguous, {}};
  op.written = &written;
  into(op, *out);
  EXPECT_NE(written, out.get());
  expect_dims(out->strides(), {1, 2});
  for (int64_t i = 0; i < 2; ++i) {
    for (int64_t j = 0; j < 3; ++j) EXPECT_EQ(at(*out, i, j), 7);
  }
}

TEST_F(StructuredTest, TheStrideOfOneElementNeedsNoProxy) {
  const Ref<Tensor> one = tensor_of({1, 3}, {3, 1}, DType::Int32), out = tensor_of({1, 3}, {17, 1}, DType::Int32);
  const Tensor *written = nullptr;
  Seven op{*one, Layout::Exact, {3, 1}};
  op.written = &written;
  into(op, *out);
  EXPECT_EQ(written, out.get());
}

TEST_F(StructuredTest, ResizedOutputTakesTheHint) {
  for (const Layout layout : {Layout::Raw, Layout::Exact}) {
    const Ref<Tensor> out = tensor_of({0, 1}, {1, 1}, DType::Int32);
    into(Seven{*like_, layout, {1, 2}}, *out);
    expect_dims(out->sizes(), {2, 3});
    expect_dims(out->strides(), {1, 2});
    EXPECT_EQ(at(*out, 1, 2), 7);
  }
}

TEST_F(StructuredTest, AFailureInImplUndoesTheResize) {
  const Ref<Tensor> out = tensor_of({4, 1}, {1, 1}, DType::Int32);
  const char *data = out->data();
  Seven op{*like_, Layout::Raw, {3, 1}};
  op.fails = true;
  EXPECT_EQ(status_of([&] { into(op, *out); }), CT_ERROR_OUT_OF_MEMORY);
  expect_dims(out->sizes(), {4, 1});
  EXPECT_EQ(out->data(), data);
  EXPECT_EQ(at(*out, 3, 0), 1);
}

TEST_F(StructuredTest, AFailureInImplLeavesAProxiedOutputAlone) {
  const Ref<Tensor> out = tensor_of({2, 3}, {1, 2}, DType::Int32);
  Seven op{*like_, Layout::Contiguous, {}};
  op.fails = true;
  EXPECT_EQ(status_of([&] { into(op, *out); }), CT_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(at(*out, 1, 2), 1);
}

TEST_F(StructuredTest, RefusesAWrongOutput) {
  const Ref<Tensor> wrong_dtype = tensor_of({2, 3}, {3, 1}, DType::Int64);
  EXPECT_EQ(status_of([&] { into(Seven{*like_, Layout::Raw, {3, 1}}, *wrong_dtype); }), CT_ERROR_DTYPE);
  const Ref<Tensor> meta = Tensor::create(like_->sizes(), DType::Int32, true);
  EXPECT_EQ(status_of([&] { into(Seven{*like_, Layout::Raw, {3, 1}}, *meta); }), CT_ERROR_INVALID);
  int32_t bytes[6] = {};
  const Ref<Tensor> constant = Tensor::on_storage(Storage::borrow(bytes, sizeof bytes, true, nullptr, nullptr),
                                                  like_->sizes(), like_->strides(), 0, DType::Int32);
  EXPECT_EQ(status_of([&] { into(Seven{*like_, Layout::Raw, {3, 1}}, *constant); }), CT_ERROR_READ_ONLY);
}

// An op whose result has another shape than its input cannot be computed in place.
struct Longer {
  const Tensor &input;
  const Tensor *const inputs_[1] = {&input};

  std::span<const Tensor *const> inputs() const { return inputs_; }
  void meta(Output &output) {
    const int64_t sizes[] = {input.numel() + 1};
    output.set_contiguous(sizes, input.dtype());
  }
  void impl(Output &) {}
};

TEST_F(StructuredTest, InPlaceNeverResizes) {
  EXPECT_EQ(status_of([&] { into(Longer{*like_}, *like_); }), CT_ERROR_SHAPE);
  expect_dims(like_->sizes(), {2, 3});
  into(Seven{*like_, Layout::Raw, {3, 1}}, *like_);
  EXPECT_EQ(at(*like_, 1, 2), 7);
}

}  // namespace
}  // namespace ct
