// Building an iterator: the orders of dims that PyTorch gives, dtypes, devices, and every error's status and
// words.
#include "iter/config.h"
#include "iter_test.h"
#include "tensor/views.h"

namespace ct {
namespace {

using namespace iter_flags;
using namespace testing_iter;
using Perm = std::vector<int32_t>;
const Ref<Tensor> kNone;

constexpr uint32_t kCopy = kNoSameDTypeCheck | kNoResize;

Sizes out_strides(const Ref<Tensor> &a, const Ref<Tensor> &b) {
  Built it(Config(kBinary).out(kNone).in(a).in(b));
  return to_vector(it.output(0)->strides());
}

TEST(IterOrder, CopiesBetweenContiguousAndChannelsLast) {
  const Sizes sizes{1, 64, 5, 4};
  const Ref<Tensor> nchw = make(sizes), nhwc = make(sizes, to_vector(channels_last_strides(sizes)));
  Built to_last(Config(kCopy).out(nhwc).in(nchw));
  EXPECT_EQ(to_last.order(), (Perm{1, 3, 2, 0}));
  EXPECT_EQ(to_last.all_sizes(), (Sizes{64, 20}));
  EXPECT_EQ(to_last.all_strides(0), (Sizes{4, 256}));
  EXPECT_EQ(to_last.all_strides(1), (Sizes{80, 4}));

  Built to_first(Config(kCopy).out(nchw).in(nhwc));
  EXPECT_EQ(to_first.order(), (Perm{3, 2, 1, 0}));
  EXPECT_EQ(to_first.all_sizes(), (Sizes{20, 64}));
  EXPECT_EQ(to_first.all_strides(0), (Sizes{4, 80}));
  EXPECT_EQ(to_first.all_strides(1), (Sizes{256, 4}));
}

TEST(IterOrder, BinaryGoldens) {
  Built last(Config(kBinary).out(kNone).in(make({2, 3, 4, 5}, {60, 1, 15, 3})).in(make({3, 4, 5})));
  EXPECT_EQ(last.order(), (Perm{1, 3, 2, 0}));
  EXPECT_EQ(to_vector(last.output(0)->strides()), (Sizes{60, 1, 15, 3}));

  Built ambiguous(Config(kBinary).out(kNone).in(make({2, 3, 1, 1}, {3, 1, 3, 3})).in(make({3, 1, 1}, {1, 1, 1})));
  EXPECT_EQ(ambiguous.order(), (Perm{1, 3, 2, 0}));
  EXPECT_EQ(to_vector(ambiguous.output(0)->strides()), (Sizes{3, 1, 3, 3}));

  Built strided(Config(kBinary).out(kNone).in(make({2, 3, 1, 1}, {3, 1, 3, 3})).in(make({3, 1, 3}, {1, 3, 3})));
  EXPECT_EQ(strided.order(), (Perm{1, 2, 3, 0}));
  EXPECT_EQ(to_vector(strided.output(0)->sizes()), (Sizes{2, 3, 1, 3}));
  EXPECT_EQ(to_vector(strided.output(0)->strides()), (Sizes{9, 1, 3, 3}));
}

TEST(IterOrder, SameShapeIsSetUpContiguousFirst) {
  EXPECT_EQ(out_strides(make({2, 3, 1, 1}, {3, 1, 3, 3}), make({2, 3, 1, 1}, {3, 1, 1, 1})), (Sizes{3, 1, 1, 1}));
}

TEST(IterOrder, SlowPathLayouts) {
  const Sizes contiguous{60, 20, 5, 1}, last{60, 1, 15, 3}, sizes{2, 3, 4, 5};
  const Ref<Tensor> ct = make(sizes), cl = make(sizes, last);
  const Ref<Tensor> nc11_ct = make({2, 3, 1, 1}, {3, 1, 1, 1}), nc11_cl = make({2, 3, 1, 1}, {3, 1, 3, 3});
  const Ref<Tensor> c11 = make({3, 1, 1}), n1hw_ct = make({2, 1, 4, 5}, {20, 20, 5, 1});
  const Ref<Tensor> n1hw_cl = make({2, 1, 4, 5}, {20, 1, 5, 1});
  EXPECT_EQ(out_strides(ct, cl), contiguous);
  EXPECT_EQ(out_strides(cl, ct), last);
  EXPECT_EQ(out_strides(nc11_ct, cl), last);
  EXPECT_EQ(out_strides(c11, cl), last);
  EXPECT_EQ(out_strides(cl, c11), last);
  EXPECT_EQ(out_strides(n1hw_ct, cl), last);
  EXPECT_EQ(out_strides(nc11_cl, ct), contiguous);
  EXPECT_EQ(out_strides(n1hw_cl, ct), contiguous);
}

// The strides that PyTorch gives copysign, eq, mul and maximum of such tensors: it first copies operands of another
// dtype than the common one, and the copy of an expanded or sliced tensor is dense.
TEST(IterOrder, ConvertedInputsAreLaidOutAsTheirCopies) {
  const auto bf16 = DType::BFloat16, f16 = DType::Float16, f64 = DType::Float64, i8 = DType::Int8, u1 = DType::Bool;
  EXPECT_EQ(out_strides(make({2, 4, 64}, {448, 0, 1}, f16), make({2, 4, 64}, {4, 1, 8}, bf16)), (Sizes{256, 64, 1}));
  EXPECT_EQ(out_strides(make({100, 100, 4}, {1, 200, 0}), make({100, 100, 4}, {1, 400, 100}, f64)), (Sizes{4, 400, 1}));
  EXPECT_EQ(out_strides(make({2, 10, 50, 1}, {2, 16, 0, 8}, u1), make({2, 10, 50, 1}, {1000, 1, 20, 1000})),
            (Sizes{1, 100, 2, 1000}));
  EXPECT_EQ(out_strides(make({1, 1, 7, 1}, {7, 7, 1, 7}), make({5, 1, 7, 1}, {2, 1, 10, 1}, i8)), (Sizes{1, 5, 5, 5}));
  // all copies are contiguous, so the output is, too, and so is a given output that is resized
  const Ref<Tensor> sliced = make({3, 1, 4}, {8, 1, 2}), whole = make({3, 1, 4}, f64), given = make({0}, f64);
  EXPECT_EQ(out_strides(sliced, whole), (Sizes{4, 4, 1}));
  Built it(Config(kBinary).out(given).in(sliced).in(whole));
  EXPECT_EQ(to_vector(given->strides()), (Sizes{4, 4, 1}));
  EXPECT_EQ(it.all_strides(1), (Sizes{8}));
}

// ldexp's exponent, of which upstream takes a power first.
TEST(IterOrder, CopiedInputsOfOneDtypeAreLaidOutAsTheirCopies) {
  const Ref<Tensor> x = make({2, 2, 1}, {4, 2, 3}), exponent = make({2, 2, 2}, {3, 0, 4});
  Tensor *fresh = nullptr;
  const Tensor *const inputs[] = {x.get(), exponent.get()};
  IterConfig config;
  config.flags = iter_flags::kBinaryFloat;
  config.outputs = {&fresh, 1};
  config.inputs = inputs;
  for (const uint64_t copied : {uint64_t{0}, uint64_t{2}}) {
    config.copied_inputs = copied;
    Iterator it;
    it.build(config);
    EXPECT_EQ(to_vector(it.output(0)->strides()), copied == 0 ? Sizes({4, 2, 1}) : Sizes({2, 1, 4}));
  }
}

TEST(IterOrder, SumGoldens) {
  const auto reduce = [](const Sizes &out, const Sizes &in) {
    Sizes strides = to_vector(contiguous_strides(out));
    for (size_t d = 0; d < out.size(); ++d) {
      if (out[d] == 1) strides[d] = 0;
    }
    return Config(kReduce).out(make(out, strides)).in(make(in));
  };
  Built dim0(reduce({1, 3}, {2, 3}));
  EXPECT_EQ(dim0.all_sizes(), (Sizes{2, 3}));
  EXPECT_EQ(dim0.all_strides(0), (Sizes{0, 4}));
  EXPECT_EQ(dim0.all_strides(1), (Sizes{12, 4}));
  EXPECT_EQ(dim0.num_reduce_dims(), 1);
  EXPECT_EQ(dim0.num_output_elements(), 3);
  Built dim1(reduce({2, 1}, {2, 3}));
  EXPECT_EQ(dim1.all_sizes(), (Sizes{3, 2}));
  EXPECT_EQ(dim1.all_strides(0), (Sizes{0, 4}));
  EXPECT_EQ(dim1.all_strides(1), (Sizes{4, 12}));
  Built middle(reduce({4, 1, 6}, {4, 5, 6}));
  EXPECT_EQ(middle.all_sizes(), (Sizes{5, 6, 4}));
  EXPECT_EQ(middle.all_strides(0), (Sizes{0, 4, 24}));
  EXPECT_EQ(middle.all_strides(1), (Sizes{24, 4, 120}));
  EXPECT_TRUE(middle.is_dim_reduced(0));
  EXPECT_FALSE(middle.is_dim_reduced(1));
  Built all(reduce({1, 1, 1}, {4, 5, 6}));
  EXPECT_EQ(all.all_sizes(), (Sizes{120}));
  EXPECT_EQ(all.all_strides(0), (Sizes{0}));
  EXPECT_EQ(all.all_strides(1), (Sizes{4}));
}

TEST(IterOrder, AnOutputOfOneElementIsNotReducedOverOneElement) {
  Built it(Config(kReduce).out(make({1, 3})).in(make({1, 3})));
  EXPECT_EQ(it.num_reduce_dims(), 0);
  EXPECT_EQ(it.num_output_elements(), 3);
}

TEST(IterOrder, NegativeStridesAreOrderedByMagnitudeAndCoalescedBySign) {
  const Ref<Tensor> a = make({3, 4}, {-4, -1});
  Built fresh(Config(kBinary).out(kNone).in(a).in(a));
  EXPECT_EQ(to_vector(fresh.output(0)->strides()), (Sizes{4, 1}));
  EXPECT_EQ(fresh.all_sizes(), (Sizes{12}));
  EXPECT_EQ(fresh.all_strides(0), (Sizes{4}));
  EXPECT_EQ(fresh.all_strides(1), (Sizes{-4}));
  EXPECT_EQ(fresh.operand(1).data, a->data());
  EXPECT_EQ(out_strides(make({3, 4}, {1, -3}), make({3, 4}, {1, -3})), (Sizes{1, 3}));
  Built mixed(Config(kBinary).out(kNone).in(make({3, 4}, {-4, 1})).in(make({3, 4})));
  EXPECT_EQ(mixed.all_sizes(), (Sizes{4, 3}));
}

TEST(IterOrder, LinearIsRowMajor) {
  const Ref<Tensor> t = make({2, 3}, {1, 2});
  Built it(Config(kUnary | kLinear).out(kNone).in(t));
  EXPECT_EQ(it.order(), (Perm{1, 0}));
  EXPECT_EQ(it.all_sizes(), (Sizes{3, 2}));
  EXPECT_EQ(to_vector(it.output(0)->strides()), (Sizes{3, 1}));
}

TEST(IterOrder, StaticShapeAndSquashedDims) {
  const Ref<Tensor> a = make({4, 5, 6});
  const Sizes sizes{4, 5, 6};
  const int32_t squash[] = {-2};
  Config config(kNoSameDTypeCheck | kNoResize);
  config.in(a);
  config.has_static_sizes = true;
  config.static_sizes = sizes;
  config.squash_dims = squash;
  Built it(config);
  EXPECT_EQ(to_vector(it.shape()), (Sizes{4, 1, 6}));
  EXPECT_EQ(it.numel(), 24);
  EXPECT_EQ(it.all_strides(0), (Sizes{4, 120}));
}

TEST(IterOrder, EmptyAndScalarShapes) {
  EXPECT_EQ(Built(Config(kBinary).out(kNone).in(make({0, 3})).in(make({1, 3}))).numel(), 0);
  EXPECT_EQ(Built(Config(kBinary).out(kNone).in(make({1, 3})).in(make({0, 1}))).numel(), 0);
  Built scalar(Config(kBinary).out(kNone).in(make({})).in(make({})));
  EXPECT_EQ(scalar.ndim(), 0);
  EXPECT_EQ(scalar.numel(), 1);
  EXPECT_TRUE(scalar.is_contiguous());
}

TEST(IterTypes, Promotion) {
  const Ref<Tensor> i32 = make({3}, DType::Int32), f16 = make({3}, DType::Float16), f64_0 = make({}, DType::Float64);
  Built mixed(Config(kBinary).out(kNone).in(i32).in(f16));
  EXPECT_EQ(mixed.common_dtype(), DType::Float16);
  EXPECT_EQ(mixed.operand(0).tensor_dtype, DType::Float16);
  EXPECT_EQ(mixed.operand(1).dtype, DType::Float16);
  EXPECT_EQ(mixed.operand(1).tensor_dtype, DType::Int32);
  EXPECT_TRUE(mixed.needs_conversion());
  EXPECT_EQ(Built(Config(kBinary).out(kNone).in(f16).in(f64_0)).common_dtype(), DType::Float16);
  EXPECT_EQ(Built(Config(kBinaryFloat).out(kNone).in(i32).in(i32)).common_dtype(), DType::Float32);

  const Ref<Tensor> wrapped = make({}, DType::Float64);
  wrapped->set_wrapped_number(true);
  Built number(Config(kBinary).out(kNone).in(wrapped).in(wrapped));  // a wrapped float has the default float dtype
  EXPECT_EQ(number.operand(0).dtype, DType::Float32);
}

TEST(IterTypes, FixedDtypes) {
  const Ref<Tensor> a = make({3}), mask = make({3}, DType::Bool), out = make({3}, DType::Float64);
  Built comparison(Config(kComparison | kCastToOutputs).out(out, DType::Bool).in(a).in(a));
  EXPECT_EQ(comparison.operand(0).dtype, DType::Bool);
  EXPECT_EQ(comparison.operand(0).tensor_dtype, DType::Float64);
  EXPECT_EQ(comparison.common_dtype(), DType::Float32);
  Built where(Config(kTernary).out(kNone).in(mask, DType::Bool).in(a).in(make({3}, DType::Int64)));
  EXPECT_EQ(where.common_dtype(), DType::Float32);
  EXPECT_EQ(where.operand(1).dtype, DType::Bool);
  Config fixed(kPromoteInputs);
  fixed.static_dtype = DType::Bool;
  EXPECT_EQ(Built(fixed.out(kNone).in(a)).output(0)->dtype(), DType::Bool);
}

TEST(IterTypes, MetaIsAnotherDevice) {
  const Ref<Tensor> meta = make_meta({2, 2}, {2, 1}), real = make({2, 2}), scalar = make({});
  Built it(Config(kBinary).out(kNone).in(meta).in(scalar));
  EXPECT_TRUE(it.is_meta());
  EXPECT_TRUE(it.output(0)->is_meta());
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "found cpu and meta", Built(Config(kBinary).out(kNone).in(meta).in(real)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "found cpu and meta", Built(Config(kTernary).out(kNone).in(meta).in(scalar)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "found cpu and meta", Built(Config(kBinary).out(real).in(meta).in(meta)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "CPU scalars", Built(Config(kBinary).out(kNone).in(meta).in(scalar).in(make({}))));
  EXPECT_TRUE(Built(Config(kCopy | kNoSameDeviceCheck).out(meta).in(real)).is_meta());
}

TEST(IterErrors, ShapesAndDtypes) {
  const Ref<Tensor> a = make({2, 3}), b = make({2, 4}), i32 = make({2, 3}, DType::Int32);
  EXPECT_CT_ERROR(CT_ERROR_SHAPE,
                  "The size of tensor a (3) must match the size of tensor b (4) at non-singleton "
                  "dimension 1: shapes [2, 3] and [2, 4]",
                  Built(Config(kBinary).out(kNone).in(a).in(b)));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "output with shape [2, 1] doesn't match the broadcast shape [2, 3]",
                  Built(Config(kCopy).out(make({2, 1})).in(a)));
  const Ref<Tensor> row = make({3});
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "output with shape [3] doesn't match the broadcast shape [2, 3]",
                  Built(Config(kBinary).out(row).in(row).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "Found dtype int32 but expected float32", Built(Config(0).out(kNone).in(a).in(i32)));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "Found dtype int32 but expected float32", Built(Config(kUnary).out(i32).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "result type float32 can't be cast to the desired output type int32",
                  Built(Config(kBinary).out(i32).in(a).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "output 0 can't be allocated",
                  Built(Config(kNoSameDTypeCheck).out(kNone).in(a).in(i32)));
  EXPECT_CT_ERROR(CT_ERROR_DTYPE, "uint64",
                  Built(Config(kBinary).out(kNone).in(make({2}, DType::UInt64)).in(make({2}, DType::Int8))));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "overflow",
                  Built(Config(kBinary)
                            .out(kNone)
                            .in(make_meta({int64_t{1} << 40, 1}, {0, 0}))
                            .in(make_meta({int64_t{1} << 40}, {0}))));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "equal sizes and strides, got sizes [1] and [3]",
                  Built(Config(kReduce | kNoSameDTypeCheck).out(make({1})).out(make({3})).in(make({3}))));
}

TEST(IterErrors, MeaninglessConfigurations) {
  const Ref<Tensor> a = make({2, 3});
  const Sizes sizes{2, 3}, large{2, 4};
  const auto fixed = [&](uint32_t flags, const Sizes &s) {
    Config config(flags);
    config.has_static_sizes = true;
    config.static_sizes = s;
    return config.out(a);
  };
  Config static_dtype(0), squash(kNoResize), many(0);
  static_dtype.static_dtype = DType::Int8;
  const int32_t dims[] = {0}, outside[] = {2};
  squash.squash_dims = dims;
  for (int k = 0; k <= kMaxOperands; ++k) many.in(a);
  Config bad_squash = fixed(kNoResize, sizes);
  bad_squash.squash_dims = outside;
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "at least one operand", Built(Config(0)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "0 outputs and 65 inputs", Built(many));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "unknown iterator flags", Built(Config(1U << 20).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "undefined input", Built(Config(0).out(a).in(kNone)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "PROMOTE_INPUTS", Built(Config(kIntegersToFloat).out(kNone).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "NO_SAME_DTYPE_CHECK", Built(static_dtype.out(kNone).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "NO_RESIZE", Built(fixed(0, sizes)));
  EXPECT_CT_ERROR(CT_ERROR_SHAPE, "[2, 4] reaches outside an operand of shape [2, 3]", Built(fixed(kNoResize, large)));
  EXPECT_CT_ERROR(CT_ERROR_INDEX, "out of range", Built(bad_squash));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "need a static shape", Built(squash.out(a)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "NO_RESIZE", Built(Config(kReduction).out(a).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "outputs given", Built(Config(kReduce).out(kNone).in(a)));
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "nothing gives the iterator a shape", Built(Config(kNullary).out(kNone)));
}

TEST(IterErrors, OverlapAndReadOnly) {
  const Ref<Tensor> x = make({10});
  const Ref<Tensor> low = narrow(*x, 0, 0, 6), high = narrow(*x, 0, 2, 6), end = narrow(*x, 0, 6, 4);
  const Ref<Tensor> other = make({6});
  EXPECT_CT_ERROR(CT_ERROR_OVERLAP, "single memory location", Built(Config(kBinary).out(low).in(high).in(other)));
  EXPECT_CT_ERROR(CT_ERROR_OVERLAP, "single memory location",
                  Built(Config(kCopy).out(expand(*make({1}), Sizes{6})).in(other)));
  EXPECT_CT_ERROR(CT_ERROR_OVERLAP, "", Built(Config(0).out(low).out(alias(*low)).in(other)));
  EXPECT_CT_ERROR(CT_ERROR_OVERLAP, "outputs 0 and 1 are the same tensor",
                  Built(Config(0).out(low).out(low).in(other)));
  EXPECT_EQ(Built(Config(kBinary).out(low).in(low).in(alias(*low))).operand(0).is_read_write, true);
  EXPECT_EQ(Built(Config(kUnary).out(narrow(*x, 0, 0, 4)).in(end)).numel(), 4);

  float data[6] = {};
  const Ref<Tensor> constant = Tensor::on_storage(Storage::borrow(data, sizeof data, true, nullptr, nullptr), Sizes{6},
                                                  Sizes{1}, 0, DType::Float32);
  EXPECT_CT_ERROR(CT_ERROR_READ_ONLY, "", Built(Config(kBinary).out(constant).in(other).in(other)));
}

TEST(IterResize, GivenOutputsTakeTheShapeOrStayAsTheyWere) {
  const Ref<Tensor> a = make({2, 3}, {1, 2}), out = make({0});
  Built it(Config(kUnary).out(out).in(a));
  EXPECT_EQ(to_vector(out->sizes()), (Sizes{2, 3}));
  EXPECT_EQ(to_vector(out->strides()), (Sizes{1, 2}));
  EXPECT_EQ(it.all_sizes(), (Sizes{6}));

  const Ref<Tensor> kept = make({2, 3});  // has the right sizes, so it keeps its strides
  Built same(Config(kUnary).out(kept).in(a));
  EXPECT_EQ(to_vector(kept->strides()), (Sizes{3, 1}));
}

TEST(IterResize, AFailureUndoesEarlierResizes) {
  const Ref<Tensor> a = make({2, 3}), first = make({0});
  float data[2] = {};
  const Ref<Tensor> borrowed = Tensor::on_storage(Storage::borrow(data, sizeof data, false, nullptr, nullptr), Sizes{2},
                                                  Sizes{1}, 0, DType::Float32);
  EXPECT_CT_ERROR(CT_ERROR_INVALID, "borrowed", Built(Config(0).out(first).out(borrowed).in(a)));
  EXPECT_EQ(to_vector(first->sizes()), (Sizes{0}));
  EXPECT_EQ(first->storage().nbytes(), 0);
  EXPECT_EQ(to_vector(borrowed->sizes()), (Sizes{2}));
  EXPECT_EQ(first->use_count(), 1);
}

TEST(IterResize, AResizeOntoAnInputIsRefused) {
  const Ref<Tensor> x = make({10});
  const Ref<Tensor> out = narrow(*x, 0, 0, 2), in = narrow(*x, 0, 2, 4);
  EXPECT_CT_ERROR(CT_ERROR_OVERLAP, "", Built(Config(kUnary).out(out).in(in)));
  EXPECT_EQ(to_vector(out->sizes()), (Sizes{2}));
}

TEST(IterBuild, RetainsItsOperands) {
  Ref<Tensor> a = make({3});
  {
    Built it(Config(kUnary).out(kNone).in(a));
    EXPECT_EQ(a->use_count(), 2);
    EXPECT_EQ(it.operand(0).tensor->use_count(), 1);
    Config again(kUnary);
    it.build(again.out(kNone).in(a).get());
    EXPECT_EQ(it.noperands(), 2);
  }
  EXPECT_EQ(a->use_count(), 1);
}

}  // namespace
}  // namespace ct
