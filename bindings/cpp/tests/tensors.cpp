// Tensors: creation, values, views, elements, errors, ownership, threads.
#include "check.hpp"

#include <thread>

using namespace ctensor;

namespace {

std::vector<int64_t> list(Span<const int64_t> values) { return {values.begin(), values.end()}; }
using Numbers = std::vector<int64_t>;

void dtypes_and_scalars() {
  CHECK(dtype_of<bool> == DType::Bool && dtype_of<uint8_t> == DType::UInt8 && dtype_of<int8_t> == DType::Int8);
  CHECK(dtype_of<long> == DType::Int64 && dtype_of<long long> == DType::Int64 && dtype_of<uint64_t> == DType::UInt64);
  CHECK(dtype_of<const float> == DType::Float32 && dtype_of<std::complex<double>> == DType::Complex128);
  CHECK(dtype_of<float16> == DType::Float16 && dtype_of<bfloat16> == DType::BFloat16);
  CHECK(dtype_of<complex32> == DType::Complex32 && dtype_of<std::complex<float>> == DType::Complex64);
  CHECK_EQ(std::string(dtype_name(DType::BFloat16)), "bfloat16");
  CHECK(dtype_from_name("f64") == DType::Float64);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("f65"), dtype_from_name("f65"));
  CHECK(promote_types(DType::UInt8, DType::Int8) == DType::Int16);
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("uint64", "int8"), promote_types(DType::UInt64, DType::Int8));
  CHECK(can_cast(DType::Float64, DType::Float16) && !can_cast(DType::Float32, DType::Int64));
  CHECK(result_type({zeros(2, DType::Int32), zeros({}, DType::Float64)}) == DType::Float64);

  CHECK_EQ(Scalar(7).as<int>(), 7);
  CHECK_EQ(Scalar(7.0).as<uint8_t>(), 7);
  CHECK_EQ(Scalar(UINT64_MAX).as<uint64_t>(), UINT64_MAX);
  CHECK_EQ(Scalar(UINT64_MAX).as<double>(), 18446744073709551615.0);
  CHECK_EQ(Scalar(true).as<bool>(), true);
  CHECK_EQ(Scalar(0.25f).as<double>(), 0.25);
  CHECK_EQ(Scalar(-9223372036854775808.0).as<int64_t>(), INT64_MIN);
  CHECK(Scalar(std::complex<float>(1, 2)).as<std::complex<double>>() == std::complex<double>(1, 2));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("uint8", "300"), Scalar(300).as<uint8_t>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("uint64"), Scalar(-1).as<uint64_t>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("int64"), Scalar(UINT64_MAX).as<int64_t>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("int32", "0.5"), Scalar(0.5).as<int>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("int64"), Scalar(9223372036854775808.0).as<int64_t>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("int32"), Scalar(std::numeric_limits<double>::quiet_NaN()).as<int>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("float32", "2"), Scalar(std::complex<float>(1, 2)).as<float>());
}

void making() {
  const Tensor x = Tensor::of<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  CHECK(list(x.sizes()) == Numbers({2, 3}) && list(x.strides()) == Numbers({3, 1}));
  CHECK(x.dtype() == DType::Float32 && x.ndim() == 2 && x.numel() == 6 && x.size(-1) == 3 && x.stride(0) == 3);
  CHECK_EQ(x.storage_nbytes(), 24);
  CHECK_EQ(x.storage_offset(), 0);
  CHECK_EQ(Tensor::of({1.5, 2.5}).to_string(), "tensor([1.5000, 2.5000], dtype=float64)");
  CHECK_EQ(Tensor::create({2, 0}).numel(), 0);
  CHECK_EQ(Tensor::create({}).ndim(), 0);
  CHECK_EQ(Tensor::create(5, DType::Int8).numel(), 5);
  const Tensor strided = Tensor::create_strided({2, 3}, {-1, 2});
  CHECK(list(strided.strides()) == Numbers({-1, 2}));
  const Tensor meta = Tensor::create_meta({4, 5}, {1, 4}, DType::Int16);
  CHECK(meta.is_meta() && meta.data() == nullptr && list(meta.strides()) == Numbers({1, 4}));
  CHECK(Tensor::create_meta({4, 5}).is_contiguous());
  CHECK(Tensor::create_scalar(2.5, true).is_wrapped_number() && !Tensor::create_scalar(2.5).is_wrapped_number());
  CHECK_EQ(Tensor::create_scalar(std::complex<double>(1, -1)).to_string(), "tensor(1.-1.j, dtype=complex128)");
  CHECK_EQ(zeros({2}).to_string() + ones({1}, DType::Int32).to_string(), "tensor([0., 0.])tensor([1], dtype=int32)");
  CHECK_EQ(full({2}, int64_t{7}).to_string(), "tensor([7, 7])");
  CHECK_EQ(full({}, 7, DType::Float64).item<double>(), 7);
  CHECK_EQ(arange(4).to_string(), "tensor([0, 1, 2, 3])");
  CHECK(arange(1, 2, 0.25).to_vector<double>() == std::vector<double>({1, 1.25, 1.5, 1.75}));
  CHECK(arange(3, 0, -1, DType::Int8).to_vector<int8_t>() == std::vector<int8_t>({3, 2, 1}));
  CHECK(empty_like(x).is_contiguous() && zeros_like(x, DType::Bool).dtype() == DType::Bool);
  CHECK(equal(ones_like(x) + ones_like(x), full_like(x, 2)));
}

// Our own memory, and when tensors release it.
void borrowing() {
  int released = 0;
  std::vector<float> data = {0, 1, 2, 3, 4, 5};
  {
    Tensor row;
    {
      const Tensor x = Tensor::from_data(data.data(), {2, 3}, [&] { ++released; });
      CHECK(x.data() == data.data() && !x.is_read_only());
      row = x.select(0, 1);
    }
    CHECK_EQ(released, 0);  // a view keeps it
    CHECK_EQ(row.to_string(), "tensor([3., 4., 5.])");
    row += 10;
    CHECK_EQ(data[5], 15);
  }
  CHECK_EQ(released, 1);
  // in reverse, and read-only since the elements are const
  const float *const end = data.data() + 5;
  const Tensor back = Tensor::from_data(end, {6}, {-1}, [&] { ++released; });
  CHECK_EQ(back.to_string(), "tensor([15., 14., 13.,  2.,  1.,  0.])");
  CHECK_THROWS(CT_ERROR_READ_ONLY, WORDS("ct_add_out"), add_out(back, 1, back));
  CHECK_THROWS(CT_ERROR_READ_ONLY, WORDS("ct_tensor_data_mut"), back.data_mut());
  // a call that fails releases the memory before it throws
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("[-2]"), Tensor::from_data(data.data(), {-2}, [&] { ++released; }));
  CHECK_EQ(released, 2);
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("1 sizes", "2 strides"),
               Tensor::from_data(data.data(), {2}, {1, 1}, [&] { ++released; }));
  CHECK_EQ(released, 3);
  // objects that the callback holds are destroyed with it
  auto held = std::make_shared<int>(7);
  {
    const Tensor x = Tensor::from_data(data.data(), {3}, [held] {});
    CHECK_EQ(held.use_count(), 2);
  }
  CHECK_EQ(held.use_count(), 1);
  CHECK(Tensor::from_data(data.data(), {3}, {2}).to_vector<float>() == std::vector<float>({0, 2, 14}));
  CHECK_EQ(Tensor::from_data(data.data(), {0}).numel(), 0);

  std::vector<int32_t> numbers = {1, 2, 3, 4};
  const int32_t *const at = numbers.data();
  const Tensor kept = Tensor::from_vector(std::move(numbers), {2, 2});
  CHECK(kept.data() == at && kept.dtype() == DType::Int32);
  CHECK_EQ(Tensor::from_vector(std::vector<double>{1, 2}).to_string(), "tensor([1., 2.], dtype=float64)");
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("2 values", "[3, 1]"), Tensor::from_vector(std::vector<int>{1, 2}, {3, 1}));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("2 values", "[3]"), Tensor::of<float>({1, 2}, {3}));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("grow"), kept.resize({100}));
}

static_assert(!std::is_constructible_v<bool, Tensor>, "if (a == b) is a mistake that must not compile");

void handles() {
  Tensor none;
  CHECK(!none.defined() && none.get() == nullptr && none.ndim() == -1 && none.numel() == 0);
  CHECK_EQ(none.sizes().size(), 0u);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("NULL"), none.clone());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("NULL"), none + 1);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("no tensor"), none.span<float>());
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("dim 0", "0 dims"), none.size(0));
  Tensor a = arange(3), b = a, c = std::move(a);
  CHECK(!a.defined() && b.get() == c.get() && !b.is_unique());
  const Tensor &same = c;
  c = same;
  b = Tensor();
  CHECK(c.is_unique());
  ct_tensor *const raw = c.detach();
  CHECK(!c.defined());
  const Tensor shared = Tensor::share(raw), adopted = Tensor::adopt(raw);
  CHECK(shared.get() == adopted.get() && !shared.is_unique());
}

void elements() {
  const Tensor x = Tensor::of<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  float sum = 0;
  for (const float value : x.span<float>()) sum += value;
  CHECK_EQ(sum, 21);
  x.span_mut<float>()[5] = 60;
  const Tensor transposed = x.transpose(0, 1);
  const auto at = transposed.access<const float, 2>();
  CHECK_EQ(at(2, 1), 60);
  CHECK_EQ(at.size(0), 3);
  CHECK_EQ(at.at(0, 1), 4);
  transposed.access<float, 2>()(0, 1) = 40;
  CHECK_EQ(x.span<float>()[3], 40);
  CHECK(transposed.to_vector<int>() == std::vector<int>({1, 40, 2, 5, 3, 60}));
  const auto outlives = (x + 1).access<const float, 2>();  // keeps the sum
  CHECK_EQ(outlives(1, 2), 61);
  CHECK_EQ(full({}, true).item<bool>(), true);
  CHECK_EQ(ones({1, 1}).item<int>(), 1);
  CHECK((ones({}).access<const float, 0>()() == 1));

  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("[3, 2]", "contiguous"), transposed.span<float>());
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("float64", "float32", "[2, 3]"), x.span<double>());
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("int32", "float32"), x.access<int32_t, 2>());
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("3 indices", "[2, 3]"), x.access<float, 3>());
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("index 3", "dim 0", "[3, 2]"), at.at(3, 0));
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("index -1", "dim 1"), at.at(0, -1));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("[2, 3]", "item"), x.item());
  const Tensor meta = Tensor::create_meta({2});
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("meta"), meta.span<float>());
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("meta"), Tensor::create_meta({1}).item());
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("dim 2", "2 dims"), x.size(2));
}

// Functions that lend memory cannot be called on a temporary, whose memory would be gone.
template <class T>
auto lends(int) -> decltype(std::declval<T>().sizes(), std::declval<T>().data(), std::true_type());
template <class T>
std::false_type lends(...);
template <class T>
auto lends_elements(int) -> decltype(std::declval<T>().template span<float>(), std::true_type());
template <class T>
std::false_type lends_elements(...);
static_assert(decltype(lends<const Tensor &>(0))::value && !decltype(lends<Tensor>(0))::value);
static_assert(decltype(lends_elements<Tensor &>(0))::value && !decltype(lends_elements<const Tensor>(0))::value);

Numbers sizes_of(const Tensor &t) { return list(t.sizes()); }
Numbers strides_of(const Tensor &t) { return list(t.strides()); }

void views() {
  const Tensor x = arange(24).view({2, 3, 4});
  CHECK(strides_of(x.permute({2, 0, 1})) == Numbers({1, 12, 4}));
  CHECK(sizes_of(x.movedim(0, -1)) == Numbers({3, 4, 2}));
  CHECK_EQ(x.chunk(INT32_MAX, -2).size(), size_t{3});  // no room is made for two thousand million
  CHECK(sizes_of(x.movedim({0, 1}, {2, 0})) == Numbers({3, 4, 2}));
  CHECK(strides_of(x.flip({0, 2})) == Numbers({-12, 4, -1}));
  CHECK(x.flip(2).select(0, 0).select(0, 0).to_vector<int>() == std::vector<int>({3, 2, 1, 0}));
  CHECK(x.slice(2, {}, {}, -2).select(1, 0).to_vector<int>() == std::vector<int>({3, 1, 15, 13}));
  CHECK(x.slice(0, 1).narrow(1, 1, 2).numel() == 8 && x.reshape({4, -1}).size(1) == 6 && x.flatten(1).size(1) == 12);
  CHECK(x.slice(2, 2, {}, -1).select(0, 0).select(0, 0).to_vector<int>() == std::vector<int>({2, 1, 0}));
  CHECK(sizes_of(x.unsqueeze(0).squeeze()) == Numbers({2, 3, 4}) && x.unsqueeze(-1).squeeze(-1).ndim() == 3);
  const Tensor thin = zeros({1, 3, 1});
  CHECK(thin.squeeze(std::nullopt).ndim() == 1 && thin.squeeze({}).ndim() == 3);
  CHECK(thin.squeeze(std::vector<int32_t>()).ndim() == 3 && thin.squeeze(std::vector<int32_t>{0}).ndim() == 2);
  CHECK(strides_of(x.flip()) == Numbers({-12, -4, -1}) && strides_of(x.flip({})) == strides_of(x));
  CHECK(strides_of(x.select(0, 0).unsqueeze(0).expand({5, 3, 4})) == Numbers({0, 4, 1}));
  CHECK(x.as_strided({3}, {-5}, 20).to_vector<int>() == std::vector<int>({20, 15, 10}));
  const Tensor z = Tensor::of<std::complex<float>>({{1, 2}, {3, 4}});
  CHECK(z.real().to_vector<float>() == std::vector<float>({1, 3}) && strides_of(z.imag()) == Numbers({2}));
  const std::vector<int64_t> shape = {4, 6};  // lists may be containers, too
  CHECK(sizes_of(x.view(shape)) == shape && sizes_of(x.view(std::array<int64_t, 1>{24})) == Numbers({24}));
  CHECK(sizes_of(x.view(24).view(x.sizes())) == Numbers({2, 3, 4}));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("5, -1", "24"), x.view({5, -1}));
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("3"), x.select(3, 0));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("2 dims", "1 places"), x.movedim({0, 1}, 0));
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("1 sizes", "2 strides"), x.as_strided({3}, {1, 1}, 0));
}

void copies_and_ops() {
  const Tensor x = Tensor::of<float>({1, -2, 3, -4}, {2, 2});
  const Tensor y = x.clone();
  y.fill(0.5);
  y.select(0, 1).copy_from(x.select(0, 0));
  CHECK(y.to_vector<float>() == std::vector<float>({0.5f, 0.5f, 1, -2}));
  CHECK_EQ(x.to(DType::Int16).dtype() == DType::Int16, true);
  CHECK(x.to(DType::Float32).get() == x.get());  // there is nothing to convert, so it is the same tensor
  const Tensor copied = x.to(DType::Float32, MemoryFormat::Preserve, true);
  CHECK(copied.data() != x.data() && equal(copied, x));
  CHECK(strides_of(x.transpose(0, 1).to(DType::Float64)) == Numbers({1, 2}));
  CHECK(x.view({1, 2, 2, 1}).contiguous(MemoryFormat::ChannelsLast).is_contiguous(MemoryFormat::ChannelsLast));
  CHECK(x.is_non_overlapping_and_dense() && x.suggest_memory_format() == MemoryFormat::Contiguous);
  Tensor grows = Tensor::create(0);
  grows.resize({3, 4});
  CHECK_EQ(grows.numel(), 12);

  // operators; numbers keep a tensor's dtype
  CHECK_EQ((2 * x + 1 - x / 2).to_string(), "tensor([[ 2.5000, -2.0000],\n        [ 5.5000, -5.0000]])");
  CHECK((1 - x).to_vector<float>() == std::vector<float>({0, 3, -2, 5}) && (x * 2.0).dtype() == DType::Float32);
  CHECK((-x % 3).to_vector<float>() == std::vector<float>({2, 2, 0, 1}));
  CHECK((x > 0).to_vector<bool>() == std::vector<bool>({true, false, true, false}));
  CHECK(all(x == x).item<bool>() && !any(x != +x).item<bool>() && any(logical_not(x <= 1)).item<bool>());
  CHECK(all((0 < x) == (x > 0)).item<bool>() && all((x >= 2) == (2 <= x)).item<bool>());
  const Tensor n = arange(4);
  CHECK(((n << 1) | 1).to_vector<int>() == std::vector<int>({1, 3, 5, 7}));
  CHECK(((n ^ 3) & ~n).to_vector<int>() == std::vector<int>({3, 2, 1, 0}) && (n >> 1).to_vector<int>()[3] == 1);
  Tensor in_place = x.clone();
  const Tensor view = in_place.select(0, 0);
  in_place *= 10;
  in_place -= x;
  CHECK(view.to_vector<float>() == std::vector<float>({9, -18}));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("int64", "float32"), n += 0.5);

  // options and absent operands
  CHECK_EQ(sum(x).item<float>(), -2);
  CHECK(sum(x, 0).to_vector<float>() == std::vector<float>({4, -6}) && sum(x, {0, 1}, true).ndim() == 2);
  CHECK(sum(x, -1, false, DType::Float64).dtype() == DType::Float64);
  CHECK_EQ(sum(x, std::nullopt, true).ndim(), 2);
  CHECK(equal(sum(x, {}), x) && equal(sum(x, std::vector<int32_t>()), x) && equal(amax(x, {}, true), x));
  CHECK(any(x, {}).to_vector<bool>() == std::vector<bool>({true, true, true, true}));
  CHECK(clamp(x, std::nullopt, 2).to_vector<float>() == std::vector<float>({1, -2, 2, -4}));
  CHECK(clamp(x, -1).to_vector<float>() == std::vector<float>({1, -1, 3, -1}));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("lower", "upper", "NULL"), clamp(x));
  CHECK(leaky_relu(x, 0.5).to_vector<float>() == std::vector<float>({1, -1, 3, -2}));
  CHECK(masked_fill(x, x < 0, 7).to_vector<float>() == std::vector<float>({1, 7, 3, 7}));
  const auto [values, indices] = max_dim(x, 0);
  CHECK(values.to_vector<float>() == std::vector<float>({3, -2}) &&
        indices.to_vector<int>() == std::vector<int>({1, 0}));
  const auto [smallest, largest] = aminmax(x, 1);
  CHECK(smallest.to_vector<float>() == std::vector<float>({-2, -4}) && largest.to_vector<int>()[1] == 3);
  CHECK_EQ(aminmax(x).amax.item<int>(), 3);
  CHECK_EQ(argmin(x).item<int>(), 3);
  CHECK(argmax(x, 1).to_vector<int>() == std::vector<int>({0, 0}));
  CHECK(equal(x, x.clone()) && allclose(x, x + 1e-9) && !equal(x, x + 1));
  CHECK(!allclose(x * NAN, x * NAN) && allclose(x * NAN, x * NAN, {}, {}, true));
  CHECK_EQ(round_decimals(full({}, 2.718), 2).item<float>(), 2.72f);
  CHECK(where(x > 0, x, 0).to_vector<float>() == std::vector<float>({1, 0, 3, 0}));
  std::ostringstream text;
  text << x;
  CHECK_EQ(text.str(), x.to_string());
  CHECK(arange(10000).view({100, 100}).to_string().size() > 256);
}

// A number beside a tensor is on the stack: an op allocates only its result, and whatever keeps a number copies it.
void numbers() {
  const Tensor x = Tensor::of<float>({1, 2}), out = zeros({2});
  mul_out(x, 2, out);
  const long before = counting.total;
  mul_out(x, 3, out);
  sub_out(1.5f, x, out);
  clamp_out(x, 1.25, 1.75, out);
  CHECK_EQ(counting.total.load(), before);
  CHECK(out.to_vector<double>() == std::vector<double>({1.25, 1.75}));
  const Tensor bools = Tensor::of<bool>({true, false}), bytes = Tensor::of<uint8_t>({1, 2});
  CHECK(add(bools, uint8_t{1}).dtype() == DType::Int64 && add(bools, uint32_t{1}).dtype() == DType::Int64);
  CHECK(add(bytes, 1).dtype() == DType::UInt8 && add(bytes, true).dtype() == DType::UInt8);
  CHECK(add(bytes, 1.0f).dtype() == DType::Float32 && add(bytes, 1.0).dtype() == DType::Float32);
  CHECK(add(bytes, UINT64_MAX).dtype() == DType::UInt8 &&
        add(x, std::complex<double>(0, 1)).dtype() == DType::Complex64);
  const Operand seven = 7;
  const Tensor kept = Tensor::share(seven.get());
  CHECK(kept.get() != seven.get() && kept.is_wrapped_number() && kept.item<int>() == 7);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("number"), x * Scalar(ct_scalar{99, 0, 0, 0, 0}));
}

void dlpack() {
  Tensor x = arange(6).view({2, 3}).flip(0);
  const int64_t *const at = static_cast<const int64_t *>(x.data());
  Dlpack managed = to_dlpack(x);
  x = Tensor();
  const Tensor back = from_dlpack(std::move(managed));
  CHECK(back.data() == at && strides_of(back) == Numbers({-3, 1}));
  CHECK(back.to_vector<int>() == std::vector<int>({3, 4, 5, 0, 1, 2}));
  to_dlpack(back);  // nobody takes the struct
  to_dlpack_legacy(back);
  const Tensor again = from_dlpack(to_dlpack_legacy(back));
  CHECK(again.data() == at);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("meta"), to_dlpack(Tensor::create_meta({2})));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("NULL"), from_dlpack(Dlpack()));
  static const float fixed[] = {1, 2};
  CHECK(from_dlpack(to_dlpack(Tensor::from_data(fixed, {2}))).is_read_only());
  CHECK_THROWS(CT_ERROR_READ_ONLY, WORDS("read-only"), to_dlpack_legacy(Tensor::from_data(fixed, {2})));
}

void errors() {
  const Tensor a = zeros({2, 3}), b = zeros({4});
  try {
    a + b;
    CHECK(false);
  } catch (const std::runtime_error &e) {
    CHECK(std::string(e.what()).find("ct_add: ") == 0);
  }
  CHECK_THROWS(CT_ERROR_SHAPE, WORDS("[2, 3]", "[4]"), a + b);
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("ct_bitwise_and", "float32"), a & a);
  CHECK_THROWS(CT_ERROR_DIVISION_BY_ZERO, WORDS("zero"), floor_divide(arange(3), 0));
  CHECK_THROWS(CT_ERROR_OVERLAP, WORDS("ct_neg_out"), neg_out(b.slice(0, 1), b.slice(0, 0, 3)));
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("int32", "0.5"), full({2}, 0.5, DType::Int32));
}

// Many threads copy and destroy handles of one tensor, and each works with its own.
void threads() {
  std::atomic<int> released{0}, wrong{0};
  std::vector<float> data(1000, 1);
  {
    const Tensor shared = Tensor::from_data(data.data(), {10, 100}, [&] { ++released; });
    std::vector<std::thread> all;
    for (int k = 0; k < 4; ++k) {
      all.emplace_back([copy = shared, &wrong] {
        for (int i = 0; i < 200; ++i) {
          const Tensor row = copy.select(0, i % 10), mine = row * 2;
          if (sum(mine).item<float>() != 200) ++wrong;
          try {
            mine + zeros({3});
            ++wrong;
          } catch (const Error &) {
          }
        }
      });
    }
    for (std::thread &one : all) one.join();
  }
  CHECK_EQ(wrong.load(), 0);
  CHECK_EQ(released.load(), 1);
}

}  // namespace

void made_by_rule() {
  CHECK(linspace(0, 1, 5).to_vector<float>() == std::vector<float>({0, 0.25F, 0.5F, 0.75F, 1}));
  CHECK(logspace(0, 3, 4, 10, DType::Int32).to_vector<int32_t>() == std::vector<int32_t>({1, 10, 100, 1000}));
  CHECK(eye(2).to_vector<float>() == std::vector<float>({1, 0, 0, 1}));
  CHECK(eye(2, 3, 1, DType::Int8).to_vector<int8_t>() == std::vector<int8_t>({0, 1, 0, 0, 0, 1}));
  CHECK(tril_indices(2, 2).to_vector<int64_t>() == std::vector<int64_t>({0, 1, 1, 0, 0, 1}));
  CHECK(triu_indices(2, 3, 1, DType::Int8).to_vector<int8_t>() == std::vector<int8_t>({0, 0, 1, 1, 2, 2}));
  const Tensor x = arange(6).view({2, 3});
  x.set_item({1, -1}, 50);
  CHECK_EQ(x.get_item({-1, 2}).as<int64_t>(), 50);
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("3", "dim 1"), x.get_item({0, 3}));
  CHECK_EQ(x.itemsize(), 8);
  CHECK_EQ(x.nbytes(), 48);
  CHECK(isdtype(DType::UInt8, Kind::Integer) && !isdtype(DType::UInt8, Kind::Signed | Kind::Float));
  CHECK_EQ(finfo(DType::Complex64).eps, 0x1p-23);
  CHECK_EQ(iinfo(DType::Int8).min, -128);
}

void files() {
  const std::string path = "ctensor_files_test";
  const Tensor x = Tensor::of<float>({1, 2, 3}), half = x.to(DType::BFloat16);
  save_npy(path, x);
  CHECK(equal(load_npy(path), x) && load_npy(path).is_read_only() && !load_npy(path, true).is_read_only());
  CHECK(File(path).format() == FileFormat::Npy);
  save_safetensors(path, {"x", "half"}, {x, half}, {{"format", "pt"}});
  Tensor outlives;
  {
    const File file(path, {true}), same = file;
    CHECK_EQ(same.size(), 2);
    CHECK(same.format() == FileFormat::Safetensors && same.name(1) == "half" && !same.find("y"));
    CHECK(same.metadata() == Metadata({{"format", "pt"}}));
    CHECK(equal(file.get(0), x));
    outlives = File(path).get("half");
    CHECK_THROWS(CT_ERROR_INDEX, WORDS("named y"), file.get("y"));
    CHECK_THROWS(CT_ERROR_INDEX, WORDS("2"), file.get(2));
    CHECK_THROWS(CT_ERROR_INDEX, WORDS("2"), file.name(2));
  }
  CHECK(equal(outlives, half));
  try {
    save_npz(path, {"x", "y"}, {x, x}, true);
    CHECK(equal(File(path).get("y"), x));
  } catch (const Error &error) {
    CHECK_EQ(error.code(), CT_ERROR_UNSUPPORTED);  // libzip is not on this machine
  }
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("1 names", "2 tensors"), save_safetensors(path, {"x"}, {x, x}));
  std::remove(path.c_str());
  CHECK_THROWS(CT_ERROR_IO, WORDS("ctensor_files_test", "No such file"), File{path});
  const std::string header = "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}";
  std::vector<char> bytes(8 + header.size() + 2, 7);
  const uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  std::memcpy(bytes.data() + 8, header.data(), header.size());
  CHECK(File(bytes).get("a").to_vector<uint8_t>() == std::vector<uint8_t>({7, 7}));
  bytes.pop_back();
  CHECK_THROWS(CT_ERROR_FORMAT, WORDS("memory", "a lies"), File(std::move(bytes)));
}

void random_numbers() {
  Rng rng(7), again(7);
  const Tensor x = rng.uniform({2, 3}, 1, 2);
  const Tensor y = empty_like(x);
  again.uniform_out(y, 1, 2);
  CHECK(equal(x, y));
  CHECK_EQ(rng.counter(), 2U);
  rng.set_state(rng.key(), rng.stream(), 0);
  CHECK(equal(x, rng.uniform({2, 3}, 1, 2)));
  Rng child = rng.split(), same = child;
  CHECK(child.key() != rng.key());
  child.advance(3);
  CHECK_EQ(same.counter(), 3U);
  CHECK(rng.normal({4}, 0, 1, DType::Float64).dtype() == DType::Float64);
  rng.normal_out(y);
  rng.exponential_out(y, 2);
  rng.bernoulli_out(y, 0.5);
  CHECK(rng.exponential({4}).numel() == 4 && rng.bernoulli({4}, 1).to_vector<float>() == std::vector<float>(4, 1));
  const Tensor n = rng.randint({100}, -3, 3);
  CHECK(all(ge(n, -3)).item<bool>() && all(lt(n, 3)).item<bool>());
  rng.randint_out(n, 0, 1);
  CHECK(!any(n).item<bool>());
  CHECK_EQ(sum(rng.randperm(10)).item<int64_t>(), 45);
  rng.randperm_out(n, 5);
  CHECK_EQ(n.numel(), 5);
  const Tensor weights = Tensor::of<float>({0, 1, 0});
  CHECK(rng.multinomial(weights, 2, true).to_vector<int64_t>() == std::vector<int64_t>({1, 1}));
  rng.multinomial_out(n, weights, 1);
  CHECK_EQ(n.item<int64_t>(), 1);
  CHECK_THROWS(CT_ERROR_INVALID, WORDS("low", "2", "1"), rng.uniform({2}, 2, 1));
}

void indexing_and_unique() {
  const Tensor x = arange(12).view({3, 4});
  const Tensor rows = Tensor::of<int64_t>({2, 0}), columns = Tensor::of<int8_t>({-1, 1});
  CHECK(index(x, {rows, columns}).to_vector<int64_t>() == Numbers({11, 1}));
  CHECK(index(x, {Tensor(), columns}).to_vector<int64_t>() == Numbers({3, 1, 7, 5, 11, 9}));
  CHECK(equal(index(x, {gt(x, 8)}), Tensor::of<int64_t>({9, 10, 11})));
  CHECK(equal(index(x, {}), x));
  const Tensor out = Tensor::create(0, DType::Int64);
  index_out(x, {rows}, out);
  CHECK(list(out.sizes()) == Numbers({2, 4}) && out.get_item({0, 3}).as<int>() == 11);
  index_put(x, {rows, columns}, Tensor::of<int64_t>({-7, -5}));
  CHECK(x.get_item({2, 3}).as<int>() == -7 && x.get_item({0, 1}).as<int>() == -5);
  index_put(x.select(0, 1), {Tensor::of<int32_t>({0, 0, 0})}, Tensor::of<int64_t>({10}), true);
  CHECK_EQ(x.get_item({1, 0}).as<int>(), 34);
  CHECK_THROWS(CT_ERROR_INDEX, WORDS("index", "3"), index(x, {Tensor::of<int64_t>({3})}));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("index_put"), index_put(x, {rows}, ones({})));

  const Tensor y = Tensor::of<int32_t>({3, 1, 1, 3, 3});
  const Unique all = unique(y, true, true), only = unique_consecutive(y, false, true);
  CHECK(all.values.to_vector<int32_t>() == std::vector<int32_t>({1, 3}));
  CHECK(all.inverse.to_vector<int64_t>() == Numbers({1, 0, 0, 1, 1}) &&
        all.counts.to_vector<int64_t>() == Numbers({2, 3}));
  CHECK(only.values.to_vector<int32_t>() == std::vector<int32_t>({3, 1, 3}));
  CHECK(only.counts.to_vector<int64_t>() == Numbers({1, 2, 2}) && only.inverse.get() == nullptr);
  CHECK(unique(y).counts.get() == nullptr && !unique_consecutive(y, true).inverse.is_meta());
  CHECK(sort_values(y).to_vector<int32_t>() == std::vector<int32_t>({1, 1, 3, 3, 3}));
  const Tensor ordered = Tensor::create(0, DType::Int32);
  sort_values_out(y, 0, true, ordered);
  CHECK(ordered.to_vector<int32_t>() == std::vector<int32_t>({3, 3, 3, 1, 1}));
  const Tensor rows_twice = Tensor::of<int32_t>({2, 1, 0, 5, 2, 1}, {3, 2});
  const Unique slices = unique_dim(rows_twice, 0, true),
               columns_of = unique_consecutive_dim(rows_twice, -1, false, true);
  CHECK(slices.values.to_vector<int32_t>() == std::vector<int32_t>({0, 5, 2, 1}));
  CHECK(slices.inverse.to_vector<int64_t>() == Numbers({1, 0, 1}) && slices.counts.get() == nullptr);
  CHECK(equal(columns_of.values, rows_twice) && columns_of.counts.to_vector<int64_t>() == Numbers({1, 1}));
  CHECK_THROWS(CT_ERROR_DTYPE, WORDS("unique"), unique(zeros(2, DType::Complex64)));
}

int main() {
  return run_tests([] {
    indexing_and_unique();
    made_by_rule();
    files();
    random_numbers();
    dtypes_and_scalars();
    making();
    borrowing();
    handles();
    elements();
    views();
    copies_and_ops();
    numbers();
    dlpack();
    errors();
    threads();
  });
}
