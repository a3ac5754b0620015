// How much of a stack calls take: at most kMost, of the thread that makes them and of an executor's. Every call is made
// on a thread whose stack is painted before and looked at afterwards. The lists of ops drive the loops; a function of
// the header that is neither called here nor known not to compute fails the test.
#include <gtest/gtest.h>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "along_case.h"
#include "argreduce_case.h"
#include "calls.h"
#include "handles.h"
#include "kernels/lists/reduce.h"
#include "reduce_case.h"
#include "settings.h"

namespace property {
namespace {

using reference::Handle;

constexpr size_t kMost = size_t{32} << 10, kLarge = size_t{128} << 10, kSmall = size_t{64} << 10;

// A thread that runs given functions one after the other.
class PaintedThread {
 public:
  explicit PaintedThread(size_t bytes) : bytes_(bytes) {
    void *const all = mmap(nullptr, bytes + kGuard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all, kGuard, PROT_NONE) != 0) std::abort();
    low_ = static_cast<char *>(all) + kGuard;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, low_, bytes) != 0) std::abort();
    const auto loop = [](void *self) -> void * {
      static_cast<PaintedThread *>(self)->loop();
      return nullptr;
    };
    if (pthread_create(&thread_, &attributes, loop, this) != 0) std::abort();
    pthread_attr_destroy(&attributes);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return mark_ != nullptr; });
    lowest_ = low_;
  }
  ~PaintedThread() {
    start({});
    pthread_join(thread_, nullptr);
    munmap(low_ - kGuard, bytes_ + kGuard);
  }

  void start(std::function<void()> work) {
    paint();
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
    is_busy_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !is_busy_; });
  }
  void run(std::function<void()> work) {
    start(std::move(work));
    wait();
  }

  // The bytes that the last run took, or kOwn. Most of the stack is as it was painted, which memcmp finds out quickly.
  size_t depth() {
    static const std::vector<uint64_t> painted(512, kPaint);
    const size_t piece = painted.size() * sizeof(uint64_t);
    const char *at = low_;
    while (at + piece <= top() && std::memcmp(at, painted.data(), piece) == 0) at += piece;
    auto *const begin = reinterpret_cast<const uint64_t *>(at);
    auto *const end = reinterpret_cast<const uint64_t *>(top());
    lowest_ = reinterpret_cast<char *>(
        const_cast<uint64_t *>(std::find_if(begin, end, [](uint64_t word) { return word != kPaint; })));
    return static_cast<size_t>(mark_ - lowest_);
  }

 private:
  static constexpr uint64_t kPaint = 0x5ca1ab1e0ddba115;
  static constexpr size_t kGuard = size_t{64} << 10, kOwn = 4096;  // kOwn: what a waiting thread takes, and more

  char *top() const { return mark_ - kOwn; }
  void paint() {
    std::fill(reinterpret_cast<uint64_t *>(lowest_), reinterpret_cast<uint64_t *>(top()), kPaint);
    lowest_ = top();
  }

  void loop() {
    std::unique_lock lock(mutex_);
    mark_ = static_cast<char *>(__builtin_frame_address(0));
    changed_.notify_all();
    for (;;) {
      changed_.wait(lock, [this] { return is_busy_; });
      if (!work_) return;
      lock.unlock();
      work_();
      lock.lock();
      is_busy_ = false;
      changed_.notify_all();
    }
  }

  const size_t bytes_;
  char *low_ = nullptr, *mark_ = nullptr, *lowest_ = nullptr;  // lowest_: of what is not painted
  pthread_t thread_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;
  bool is_busy_ = false;
};

// ---- the executor ----

constexpr int64_t kWorkers = 3;
std::unique_ptr<PaintedThread> workers[kWorkers];
bool workers_ran = false;

ct_status parallel_for(void *, int64_t ntasks, void (*task)(void *arg, int64_t index), void *arg) {
  workers_ran = true;
  for (int64_t worker = 0; worker < kWorkers; ++worker) {
    workers[worker]->start([=] {
      for (int64_t index = worker; index < ntasks; index += kWorkers) task(arg, index);
    });
  }
  for (const auto &worker : workers) worker->wait();
  return CT_OK;
}

// ---- tensors ----

constexpr ct_dtype kDtypes[] = {CT_BOOL,    CT_UINT8,   CT_INT8,     CT_INT16,     CT_INT32,     CT_INT64,
                                CT_FLOAT16, CT_FLOAT32, CT_FLOAT64,  CT_COMPLEX32, CT_COMPLEX64, CT_COMPLEX128,
                                CT_UINT16,  CT_UINT32,  CT_BFLOAT16, CT_UINT64};

// Numbers from 1 to 7; or of floats also those that need care: NaN, infinities, what overflows when it is multiplied.
enum class Kind { Plain, Special };

Handle line_of(ct_dtype dtype, Kind kind, int64_t count) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double kinds[] = {1, 1e300, -2, 3e38, 1e-310, infinity, -1e-40, std::numeric_limits<double>::quiet_NaN()};
  std::vector<double> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = kind == Kind::Plain ? static_cast<double>(i % 7 + 1) : kinds[i * 5 % std::size(kinds)];
  }
  Handle doubles, result;
  EXPECT_EQ(
      ct_tensor_from_data(values.data(), &count, 1, nullptr, CT_FLOAT64, nullptr, nullptr, doubles.receive(), nullptr),
      CT_OK);
  EXPECT_EQ(ct_to(doubles, dtype, CT_PRESERVE, true, result.receive(), nullptr), CT_OK);
  return result;
}

struct View {
  std::vector<int64_t> sizes, strides;
};
int64_t span_of(const View &view) {
  int64_t span = 1;
  for (size_t d = 0; d < view.sizes.size(); ++d) span += (view.sizes[d] - 1) * view.strides[d];
  return span;
}

// The same matrix in all kinds of layouts.
std::vector<View> views_of(int64_t rows, int64_t columns) {
  return {
      {{rows, columns}, {columns, 1}},         // contiguous
      {{rows, columns}, {1, rows}},            // transposed
      {{rows, columns}, {columns + 3, 1}},     // rows apart
      {{rows, columns}, {2 * columns, 2}},     // every second element
      {{rows, columns}, {3, 3 * rows}},        // every third one of a transposed matrix
      {{rows, columns}, {0, 1}},               // one row, again and again
      {{rows, columns}, {1, 0}},               // one column
      {{2, rows, columns}, {1, 2, 2 * rows}},  // three dims, backwards
      {{rows, 2, columns}, {columns, rows * columns, 1}},
  };
}

// ---- the calls ----

class StackTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (auto &worker : workers) worker = std::make_unique<PaintedThread>(kLarge);
    const ct_executor executor = {sizeof executor, kWorkers, nullptr, parallel_for};
    ASSERT_EQ(ct_set_executor(&executor, nullptr), CT_OK);
  }
  static void TearDownTestSuite() {
    for (auto &worker : workers) worker.reset();
  }

  // Makes a call of that function. Unless `may_fail`, it must succeed.
  ct_status call(const std::string &name, const std::function<ct_status()> &make) {
    ct_status status = CT_OK;
    workers_ran = false;
    caller_->run([&] { status = make(); });
    if (status == CT_OK) called_.insert("ct_" + name);
    if (!measures_) return status;
    note(name, "the caller's", caller_->depth());
    for (int64_t k = 0; workers_ran && k < kWorkers; ++k) note(name, "an executor's", workers[k]->depth());
    return status;
  }

  void note(const std::string &name, const char *whose, size_t depth) {
    if (depth > most_) most_ = depth, deepest_ = name;
    if (depth <= kMost || !too_deep_.insert(name + whose).second) return;
    ADD_FAILURE() << "ct_" << name << " of " << where_ << " takes " << depth << " bytes of " << whose << " stack";
  }

  // Each op meets each layout and each dtype, but not with all sizes.
  void make_all_calls() {
    files();
    for (const ct_dtype dtype : kDtypes) {
      elementwise(dtype);
      reductions(dtype, Kind::Plain);
      if (is_special_) reductions(dtype, Kind::Special);
      other_calls(dtype);
    }
  }
  bool is_turn(int64_t of) { return random_.between(1, of * sparse_) == 1; }  // of so many calls, one

  // What stands at `where_` in a failure.
  void describe(ct_dtype dtype, const View &view, size_t other) {
    std::ostringstream text;
    text << ct_dtype_name(dtype) << ", sizes and strides";
    for (size_t d = 0; d < view.sizes.size(); ++d) text << " " << view.sizes[d] << ":" << view.strides[d];
    text << " (beside layout " << other << ")";
    where_ = text.str();
  }

  static Handle view(const ct_tensor *line, const View &view) {
    Handle result;
    EXPECT_EQ(ct_as_strided(line, view.sizes.data(), static_cast<int32_t>(view.sizes.size()), view.strides.data(), 0,
                            result.receive(), nullptr),
              CT_OK);
    return result;
  }
  // A tensor like `like` whose dims have the opposite order in memory.
  static Handle reversed(const ct_tensor *like) {
    const int32_t ndim = ct_tensor_ndim(like);
    std::vector<int64_t> strides(static_cast<size_t>(ndim));
    int64_t stride = 1;
    for (int32_t d = 0; d < ndim; ++d) {
      strides[static_cast<size_t>(d)] = stride;
      stride *= std::max<int64_t>(ct_tensor_sizes(like)[d], 1);
    }
    Handle result;
    EXPECT_EQ(ct_tensor_create_strided(ct_tensor_sizes(like), ndim, strides.data(), ct_tensor_dtype(like),
                                       result.receive(), nullptr),
              CT_OK);
    return result;
  }

  struct Line {
    std::vector<View> views;
    Handle elements, bools, doubles;

    Line(ct_dtype dtype, Kind kind, int64_t rows, int64_t columns) : views(views_of(rows, columns)) {
      int64_t length = 0;
      for (const View &each : views) length = std::max(length, span_of(each));
      elements = line_of(dtype, kind, length);
      bools = line_of(CT_BOOL, Kind::Plain, length);
      doubles = line_of(CT_FLOAT64, kind, length);
    }
  };

  void elementwise(ct_dtype dtype) {
    ct_number memory;
    const ct_tensor *const number = ct_number_of(ct_scalar_i64(2), &memory);
    for (const auto &[rows, columns] : {std::pair<int64_t, int64_t>{5, 7}, {3, 2100}, {2100, 3}, {66, 300}}) {
      const Line line(dtype, Kind::Plain, rows, columns);
      for (size_t k = 0; k < line.views.size(); ++k) {
        // A tensor with the same number of dims, to stand beside it.
        const size_t other = line.views[k].sizes.size() == 3 ? k : (k + 1 + static_cast<size_t>(rows) % 3) % 7;
        describe(dtype, line.views[k], other);
        const Handle a = view(line.elements, line.views[k]), b = view(line.elements, line.views[other]),
                     condition = view(line.bools, line.views[k]), converted = view(line.doubles, line.views[other]);
        const ct_tensor *const all[][4] = {
            {a, b, a, b}, {condition, a, b, a}, {b, a, number, number}, {a, condition, a, b}, {a, converted, a, b}};
        for (const Call &op : calls()) {
          if (!is_turn(4)) continue;
          const auto first = static_cast<size_t>(random_.between(0, std::size(all) - 1));
          for (size_t i = 0; i < std::size(all); ++i) {
            if (call_elementwise(op, all[(first + i) % std::size(all)])) break;
          }
        }
        bool same = false;
        call("equal", [&] { return ct_equal(a, a, &same, nullptr); });
        call("allclose", [&] { return ct_allclose(a, b, nullptr, nullptr, true, &same, nullptr); });
        copies(line.elements, line.views[k], line.views[other]);
        iterators(a, converted);
        if (is_turn(2)) joining(a, b);
      }
    }
  }

  bool call_elementwise(const Call &op, const ct_tensor *const *inputs) {
    const ct_scalar one = ct_scalar_i64(1), *const ones[] = {&one, &one, &one};
    for (const ct_scalar *const *options : {kNoOptions, ones}) {
      Handle out;
      if (call(op.name, [&] { return op.fresh(inputs, options, out.receive(), nullptr); }) != CT_OK) continue;
      const Handle target = reversed(out);
      call(op.name, [&] { return op.into(inputs, options, target, nullptr); });
      return true;
    }
    return false;
  }

  void copies(const ct_tensor *line, const View &from, const View &to) {
    const Handle a = view(line, from);
    Handle out;
    for (const ct_memory_format format : {CT_CONTIGUOUS, CT_PRESERVE}) {
      call("clone", [&] { return ct_clone(a, format, out.receive(), nullptr); });
    }
    call("contiguous", [&] { return ct_contiguous(a, CT_CONTIGUOUS, out.receive(), nullptr); });
    call("flatten", [&] { return ct_flatten(a, 0, -1, out.receive(), nullptr); });
    const int64_t count = ct_tensor_numel(a);
    call("reshape", [&] { return ct_reshape(a, &count, 1, out.receive(), nullptr); });
    if (out.get() == nullptr) return;
    Handle backwards;
    EXPECT_EQ(ct_flip(a, nullptr, 0, backwards.receive(), nullptr), CT_OK);
    for (const ct_dtype dtype : kDtypes) {
      if (!is_turn(3)) continue;
      call("to", [&] { return ct_to(a, dtype, CT_CONTIGUOUS, false, out.receive(), nullptr); });
      Handle base, target;
      const int64_t span = span_of(to);
      EXPECT_EQ(ct_tensor_create(&span, 1, dtype, base.receive(), nullptr), CT_OK);
      target = view(base, to);
      const ct_scalar one = ct_scalar_i64(1);
      if (std::find(to.strides.begin(), to.strides.end(), 0) == to.strides.end()) {
        call("copy", [&] { return ct_copy(target, a, nullptr); });
        call("copy", [&] { return ct_copy(target, backwards, nullptr); });
      }
      call("fill", [&] { return ct_fill(target, &one, nullptr); });
    }
  }

  void joining(const ct_tensor *a, const ct_tensor *b) {
    const ct_tensor *const both[] = {a, b}, *const same[] = {a, a};
    const int32_t ndim = ct_tensor_ndim(a), dims[] = {0, ndim - 1};
    const int64_t repeats[] = {2, 1, 2}, shifts[] = {1, 2}, padding[] = {1, 2, 0, 1}, two[] = {2}, one[] = {1};
    Handle counts, out;
    EXPECT_EQ(ct_tensor_from_data(const_cast<int64_t *>(two), one, 1, nullptr, CT_INT64, nullptr, nullptr,
                                  counts.receive(), nullptr),
              CT_OK);
    call("cat", [&] { return ct_cat(same, 2, ndim - 1, out.receive(), nullptr); });
    if (ct_tensor_ndim(b) == ndim) call("cat", [&] { return ct_cat(both, 2, 0, out.receive(), nullptr); });
    call("stack", [&] { return ct_stack(same, 2, 1, out.receive(), nullptr); });
    call("repeat", [&] { return ct_repeat(a, repeats, 3, out.receive(), nullptr); });
    call("repeat_interleave", [&] { return ct_repeat_interleave(a, counts, 0, out.receive(), nullptr); });
    call("roll", [&] { return ct_roll(a, shifts, 2, dims, 2, out.receive(), nullptr); });
    call("roll", [&] { return ct_roll(a, shifts, 1, nullptr, 0, out.receive(), nullptr); });
    call("pad", [&] { return ct_pad(a, padding, 4, CT_PAD_CONSTANT, nullptr, out.receive(), nullptr); });
    call("pad", [&] { return ct_pad(a, padding, 4, CT_PAD_REFLECT, nullptr, out.receive(), nullptr); });
    call("tril", [&] { return ct_tril(a, 0, out.receive(), nullptr); });
    call("triu", [&] { return ct_triu(a, 1, out.receive(), nullptr); });
    call("diag", [&] { return ct_diag(a, 0, out.receive(), nullptr); });
    Handle row;
    EXPECT_EQ(ct_select(a, 0, 0, row.receive(), nullptr), CT_OK);
    if (ct_tensor_ndim(row) == 1) {
      call("diag_embed", [&] { return ct_diag_embed(row, 1, 0, 1, out.receive(), nullptr); });
    }
    call("complex", [&] { return ct_complex(a, a, out.receive(), nullptr); });
    call("polar", [&] { return ct_polar(a, a, out.receive(), nullptr); });
  }

  static ct_status nothing(const ct_loop *, void *) { return CT_OK; }

  void iterators(const ct_tensor *a, const ct_tensor *converted) {
    ct_tensor *outputs[] = {nullptr};
    const ct_tensor *const inputs[] = {a, converted};
    ct_iter_config config = {};
    config.preset = CT_ITER_BINARY;
    config.noutputs = 1, config.ninputs = 2, config.outputs = outputs, config.inputs = inputs;
    ct_iter *it = nullptr;
    call("iter_build", [&] { return ct_iter_build(&config, &it, nullptr); });
    call("iter_for_each", [&] { return ct_iter_for_each(it, nothing, nullptr, 64, nullptr); });
    call("iter_serial_for_each",
         [&] { return ct_iter_serial_for_each(it, 0, ct_iter_numel(it), nothing, nullptr, nullptr); });
    call("iter_cursor_create", [&] {
      ct_iter_cursor *cursor = nullptr;
      const ct_status status = ct_iter_cursor_create(it, 0, ct_iter_numel(it), &cursor, nullptr);
      ct_loop piece = {};
      piece.struct_size = sizeof piece;
      while (status == CT_OK && ct_iter_cursor_next(cursor, &piece)) {
      }
      ct_iter_cursor_release(cursor);
      return status;
    });
    ct_iter_release(it);

    Handle total;
    const std::vector<int64_t> ones(static_cast<size_t>(ct_tensor_ndim(a)), 1);
    EXPECT_EQ(ct_zeros(ones.data(), static_cast<int32_t>(ones.size()), CT_FLOAT64, total.receive(), nullptr), CT_OK);
    ct_tensor *totals[] = {total};
    const ct_dtype read[] = {CT_FLOAT64};
    ct_iter_config reduced = {};
    reduced.preset = CT_ITER_REDUCE;
    reduced.flags = CT_ITER_NO_SAME_DTYPE_CHECK;
    reduced.noutputs = 1, reduced.ninputs = 1, reduced.outputs = totals, reduced.inputs = inputs;
    reduced.input_dtypes = read;
    if (ct_iter_build(&reduced, &it, nullptr) != CT_OK) return;
    const ct_scalar zero = ct_scalar_f64(0);
    const ct_iter_reduction reduction = {sizeof reduction, CT_UNDEFINED, nothing, nothing, &zero, nullptr};
    call("iter_reduce", [&] { return ct_iter_reduce(it, &reduction, nullptr); });
    ct_iter_release(it);
  }

  void reductions(ct_dtype dtype, Kind kind) {
    for (const auto &[rows, columns] :
         {std::pair<int64_t, int64_t>{5, 7}, {3, 20000}, {20000, 3}, {300, 130}, {33, 4500}, {66000, 1}}) {
      const Line line(dtype, kind, rows, columns);
      for (const View &each : line.views) {
        describe(dtype, each, 0);
        const Handle t = view(line.elements, each);
        const auto ndim = static_cast<int32_t>(each.sizes.size());
        for (int32_t dim = -1; dim < ndim; ++dim) reduce(t, dim, kind);
        for (int32_t dim = 0; dim < ndim; ++dim) {
          go_along(t, dim);
          if (is_turn(4)) order(t, dim);
        }
      }
    }
  }

  // dim: -1 for all of them.
  void reduce(const ct_tensor *t, int32_t dim, Kind kind) {
    Handle out, second;
    const NamedDims dims = dim < 0 ? NamedDims{} : NamedDims{{dim}};
    const int32_t *const named = dim < 0 ? nullptr : &dim;
    const int32_t count = dim < 0 ? 0 : 1;
    const int64_t rare = kind == Kind::Special ? 3 : 1;  // sums and norms of such numbers are slow
    for (const reference::Reduction &op : reference::reductions()) {
      std::string name = op.name;
      if (const size_t digits = name.find_first_of("0123456789-"); digits != std::string::npos) name.resize(digits);
      while (name.back() == '_' || name.back() == ' ') name.pop_back();
      for (const ct_dtype asked : {CT_UNDEFINED, CT_FLOAT64, CT_FLOAT32}) {
        if (!is_turn(rare * (asked == CT_UNDEFINED ? 3 : 16))) continue;
        call(name, [&] { return call_reduction(op, t, dims, false, asked, out.receive(), nullptr, nullptr); });
      }
    }
    for (const ArgreduceOp &op : argreduce_ops()) {
      const int32_t over = dim < 0 ? static_cast<int32_t>(CT_ALL_DIMS) : dim;
      if (!is_turn(2)) continue;
      call(op.name,
           [&] { return op.call(t, over, false, out.receive(), second.receive(), nullptr, nullptr, nullptr); });
    }
#define STACK_One(name) call(#name, [&] { return ct_##name(t, named, count, nullptr, false, out.receive(), nullptr); });
#define STACK_Two(name) \
  if (is_turn(2))       \
    call(#name, [&] { return ct_##name(t, named, count, nullptr, false, out.receive(), second.receive(), nullptr); });
#define STACK_VARIANCE(name, form, ...) STACK_##form(name)
    CT_VARIANCES(STACK_VARIANCE)
#undef STACK_VARIANCE
#undef STACK_Two
#undef STACK_One
  }

  void go_along(const ct_tensor *t, int32_t dim) {
    for (const AlongOp &op : along_ops()) {
      for (const ct_dtype asked : {CT_UNDEFINED, CT_FLOAT32, CT_FLOAT64, CT_BFLOAT16}) {
        Handle out;
        if (!is_turn(asked == CT_UNDEFINED ? 2 : 8)) continue;
        call(op.name, [&] { return op.fresh(t, dim, asked, out.receive(), nullptr); });
        if (out.get() == nullptr) continue;
        const Handle target = reversed(out);
        call(op.name, [&] { return op.into(t, dim, asked, target, nullptr); });
      }
    }
  }

  void order(const ct_tensor *t, int32_t dim) {
    Handle out, second, third, q;
    const int64_t line[] = {-1}, few[] = {2};
    call("sort", [&] { return ct_sort(t, dim, false, false, out.receive(), nullptr, nullptr); });
    call("sort", [&] { return ct_sort(t, dim, true, true, out.receive(), second.receive(), nullptr); });
    call("argsort", [&] { return ct_argsort(t, dim, false, true, out.receive(), nullptr); });
    call("topk", [&] { return ct_topk(t, 2, dim, true, true, out.receive(), second.receive(), nullptr); });
    call("kthvalue", [&] { return ct_kthvalue(t, 2, dim, false, out.receive(), second.receive(), nullptr); });
    call("median", [&] { return ct_median(t, out.receive(), nullptr); });
    call("nanmedian", [&] { return ct_nanmedian(t, out.receive(), nullptr); });
    call("median_dim", [&] { return ct_median_dim(t, dim, true, out.receive(), second.receive(), nullptr); });
    call("nanmedian_dim", [&] { return ct_nanmedian_dim(t, dim, true, out.receive(), second.receive(), nullptr); });
    call("mode", [&] { return ct_mode(t, dim, false, out.receive(), second.receive(), nullptr); });
    EXPECT_EQ(ct_zeros(few, 1, CT_FLOAT64, q.receive(), nullptr), CT_OK);
    call("quantile", [&] { return ct_quantile(t, q, dim, false, CT_INTERPOLATION_LINEAR, out.receive(), nullptr); });
    call("unique", [&] { return ct_unique(t, out.receive(), second.receive(), third.receive(), nullptr); });
    call("unique_dim",
         [&] { return ct_unique_dim(t, dim, out.receive(), second.receive(), third.receive(), nullptr); });
    call("unique_consecutive_dim",
         [&] { return ct_unique_consecutive_dim(t, dim, out.receive(), nullptr, nullptr, nullptr); });
    call("unique_consecutive", [&] { return ct_unique_consecutive(t, out.receive(), nullptr, nullptr, nullptr); });
    EXPECT_EQ(ct_reshape(t, line, 1, third.receive(), nullptr), CT_OK);
    call("searchsorted", [&] { return ct_searchsorted(third, t, false, out.receive(), nullptr); });
    call("bucketize", [&] { return ct_bucketize(t, third, true, out.receive(), nullptr); });
    call("isin", [&] { return ct_isin(t, third, false, out.receive(), nullptr); });
    call("histc", [&] { return ct_histc(t, 5, 0, 7, out.receive(), nullptr); });
    call("bincount", [&] { return ct_bincount(third, third, 9, out.receive(), nullptr); });
    call("cummax", [&] { return ct_cummax(t, dim, out.receive(), second.receive(), nullptr); });
    call("cummin", [&] { return ct_cummin(t, dim, out.receive(), second.receive(), nullptr); });
    call("logcumsumexp", [&] { return ct_logcumsumexp(t, dim, out.receive(), nullptr); });
    call("diff", [&] { return ct_diff(t, 2, dim, t, nullptr, out.receive(), nullptr); });
  }

  void other_calls(ct_dtype dtype) {
    where_ = ct_dtype_name(dtype);
    const int64_t sizes[] = {100, 300};
    const ct_scalar one = ct_scalar_i64(1), zero = ct_scalar_i64(0), many = ct_scalar_i64(100);
    Handle t, out;
    char text[1000];
    call("zeros", [&] { return ct_zeros(sizes, 2, dtype, out.receive(), nullptr); });
    call("ones", [&] { return ct_ones(sizes, 2, dtype, t.receive(), nullptr); });
    call("full", [&] { return ct_full(sizes, 2, &one, dtype, out.receive(), nullptr); });
    call("zeros_like", [&] { return ct_zeros_like(t, CT_UNDEFINED, CT_PRESERVE, out.receive(), nullptr); });
    call("ones_like", [&] { return ct_ones_like(t, CT_UNDEFINED, CT_PRESERVE, out.receive(), nullptr); });
    call("full_like", [&] { return ct_full_like(t, &one, CT_UNDEFINED, CT_PRESERVE, out.receive(), nullptr); });
    call("arange", [&] { return ct_arange(&zero, &many, &one, dtype, out.receive(), nullptr); });
    call("tensor_to_string", [&] { return ct_tensor_to_string(t, text, sizeof text, nullptr, nullptr); });
    call("tensor_create_scalar", [&] { return ct_tensor_create_scalar(&one, true, out.receive(), nullptr); });
    ct_scalar item = {};
    call("tensor_item", [&] { return ct_tensor_item(out, &item, nullptr); });
    const int64_t index[] = {0};
    call("tensor_get_item", [&] { return ct_tensor_get_item(out, nullptr, 0, &item, nullptr); });
    call("linspace", [&] { return ct_linspace(&zero, &many, 1000, dtype, out.receive(), nullptr); });
    call("tensor_set_item", [&] { return ct_tensor_set_item(out, index, 1, &one, nullptr); });
    call("logspace", [&] { return ct_logspace(&zero, &one, 1000, 2, dtype, out.receive(), nullptr); });
    call("eye", [&] { return ct_eye(100, 200, 1, dtype, out.receive(), nullptr); });
    call("tril_indices", [&] { return ct_tril_indices(100, 100, 1, dtype, out.receive(), nullptr); });
    call("triu_indices", [&] { return ct_triu_indices(100, 100, 1, dtype, out.receive(), nullptr); });
    Handle second;
    call("frexp", [&] { return ct_frexp(t, out.receive(), second.receive(), nullptr); });
    call("modf", [&] { return ct_modf(t, out.receive(), second.receive(), nullptr); });
    call("float_power", [&] { return ct_float_power(t, t, out.receive(), nullptr); });
    call("cumulative_sum", [&] { return ct_cumulative_sum(t, 0, CT_UNDEFINED, true, out.receive(), nullptr); });
    call("cumulative_prod", [&] { return ct_cumulative_prod(t, 1, CT_UNDEFINED, true, out.receive(), nullptr); });
    indexing(t);
    custom_ops(t);
    random_numbers(t, dtype);
    expressions(t);
  }

  // Indexing along columns, so that nothing lies side by side, with indices that meet.
  void indexing(const ct_tensor *whole) {
    const int64_t sizes[] = {300, 100}, line[] = {200};
    const ct_scalar zero = ct_scalar_i64(0);
    Handle t, out, target, places, index, mask;
    EXPECT_EQ(ct_transpose(whole, 0, 1, t.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_clone(t, CT_PRESERVE, target.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_zeros(sizes, 2, CT_INT32, places.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_zeros(line, 1, CT_INT64, index.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_ones(sizes, 2, CT_BOOL, mask.receive(), nullptr), CT_OK);
    const ct_tensor *const indices[] = {index, index}, *const masks[] = {mask};
    Handle slices;
    call("index", [&] { return ct_index(t, indices, 2, out.receive(), nullptr); });
    call("index", [&] { return ct_index(t, masks, 1, out.receive(), nullptr); });
    call("index_put", [&] { return ct_index_put(target, masks, 1, out, true, nullptr); });
    call("index_select", [&] { return ct_index_select(t, 0, index, slices.receive(), nullptr); });
    call("gather", [&] { return ct_gather(t, 0, places, out.receive(), nullptr); });
    call("take_along_dim", [&] { return ct_take_along_dim(t, places, 1, out.receive(), nullptr); });
    call("take", [&] { return ct_take(t, places, out.receive(), nullptr); });
    call("scatter", [&] { return ct_scatter(t, 0, places, t, CT_SCATTER_ADD, out.receive(), nullptr); });
    call("index_add", [&] { return ct_index_add(t, 0, index, slices, nullptr, out.receive(), nullptr); });
    call("index_copy", [&] { return ct_index_copy(t, 0, index, slices, out.receive(), nullptr); });
    call("index_fill", [&] { return ct_index_fill(t, 0, index, &zero, out.receive(), nullptr); });
    call("put", [&] { return ct_put(t, places, t, true, out.receive(), nullptr); });
    call("nonzero", [&] { return ct_nonzero(t, out.receive(), nullptr); });
    call("argwhere", [&] { return ct_argwhere(t, out.receive(), nullptr); });
    call("masked_select", [&] { return ct_masked_select(t, mask, out.receive(), nullptr); });
    call("masked_scatter", [&] { return ct_masked_scatter(t, mask, t, out.receive(), nullptr); });
    call("one_hot", [&] { return ct_one_hot(places, 3, out.receive(), nullptr); });
  }

  static ct_status like_input(const ct_tensor *const *inputs, int32_t, ct_op_outputs *outputs, void *,
                              ct_error *error) {
    const ct_tensor *const t = inputs[0];
    return ct_op_set_output(outputs, 0, ct_tensor_sizes(t), ct_tensor_ndim(t), nullptr, ct_tensor_dtype(t), error);
  }
  static ct_status copy_input(const ct_tensor *const *inputs, int32_t, ct_tensor *const *outputs, int32_t, void *,
                              ct_error *error) {
    return ct_copy(outputs[0], inputs[0], error);
  }
  static ct_status no_items(int64_t, int64_t, int32_t, void *) { return CT_OK; }

  // Outputs of another order, for which a proxy stands in.
  void custom_ops(const ct_tensor *t) {
    const ct_op op = {sizeof op, 0, "copied", like_input, copy_input, nullptr};
    const Handle out = reversed(t);
    ct_tensor *outputs[] = {out};
    call("op_run", [&] { return ct_op_run(&op, &t, 1, outputs, 1, nullptr); });
    call("parallel_for", [&] { return ct_parallel_for(1000, 0, no_items, nullptr, nullptr); });
  }

  // Outputs of another order, into which numbers are written apart.
  void random_numbers(const ct_tensor *t, ct_dtype dtype) {
    ct_rng *rng = nullptr, *other = nullptr;
    EXPECT_EQ(ct_rng_create(1, &rng, nullptr), CT_OK);
    call("rng_split", [&] { return ct_rng_split(rng, &other, nullptr); });
    const Handle out = reversed(t);
    Handle made;
    call("uniform", [&] { return ct_uniform_out(rng, 0, 1, out, nullptr); });
    call("normal", [&] { return ct_normal_out(rng, 0, 1, out, nullptr); });
    call("exponential", [&] { return ct_exponential_out(rng, 1, out, nullptr); });
    call("randint", [&] { return ct_randint_out(rng, 0, 100, out, nullptr); });
    call("bernoulli", [&] { return ct_bernoulli_out(rng, 0.5, out, nullptr); });
    call("randperm", [&] { return ct_randperm(rng, 100, dtype, made.receive(), nullptr); });
    call("multinomial", [&] { return ct_multinomial(rng, t, 3, true, made.receive(), nullptr); });
    call("multinomial", [&] { return ct_multinomial(rng, t, 3, false, made.receive(), nullptr); });
    ct_rng_release(other);
    ct_rng_release(rng);
  }

  // Operands whose elements lie apart, in two dtypes and two orders, so that a pass packs and converts.
  void expressions(const ct_tensor *t) {
    Handle leaf, across, other, sum, product, floats, dense, given;
    const int64_t begin = 0, end = 100, step = 2;
    ct_number number;
    call("defer", [&] { return ct_defer(t, leaf.receive(), nullptr); });
    EXPECT_EQ(ct_slice(leaf, 0, begin, end, step, across.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_slice(t, 0, begin, end, step, other.receive(), nullptr), CT_OK);
    EXPECT_EQ(ct_to(other, CT_FLOAT64, CT_PRESERVE, false, floats.receive(), nullptr), CT_OK);
    call("mul", [&] { return ct_mul(across, ct_number_of(ct_scalar_i64(2), &number), product.receive(), nullptr); });
    call("eq", [&] { return ct_eq(product, floats, sum.receive(), nullptr); });
    EXPECT_EQ(ct_transpose(sum, 0, 1, other.receive(), nullptr), CT_OK);
    call("contiguous", [&] { return ct_contiguous(other, CT_CONTIGUOUS, dense.receive(), nullptr); });
    const ct_tensor *const results[] = {dense, product};
    call("evaluate", [&] {
      ct_tensor *outs[2] = {};
      const ct_status status = ct_evaluate(results, 2, outs, nullptr);
      for (ct_tensor *out : outs) ct_tensor_release(out);
      return status;
    });
    const ct_tensor *const leaves[] = {leaf}, *const inputs[] = {t};
    ct_program *program = nullptr;
    call("program_create", [&] { return ct_program_create(leaves, 1, results, 2, &program, nullptr); });
    call("program_run", [&] {
      ct_tensor *outs[2] = {};
      const ct_status status = ct_program_run(program, inputs, 1, outs, 2, nullptr);
      for (ct_tensor *out : outs) ct_tensor_release(out);
      return status;
    });
    char text[1000];
    call("program_to_string", [&] { return ct_program_to_string(program, text, sizeof text, nullptr, nullptr); });
    ct_program_release(program);
    call("any", [&] { return ct_any(dense, nullptr, 0, false, given.receive(), nullptr); });
  }

  void files() {
    const std::string path = testing::TempDir() + "ctensor_stack_" + std::to_string(getpid());
    const Handle t = line_of(CT_FLOAT32, Kind::Plain, 100);
    const ct_tensor *const tensors[] = {t};
    const char *const names[] = {"a"};
    for (const ct_format format : {CT_NPZ, CT_SAFETENSORS, CT_NPY}) {
      call("file_save",
           [&] { return ct_file_save(path.c_str(), format, 0, names, tensors, 1, nullptr, nullptr, 0, nullptr); });
      Handle out;
      ct_file *file = nullptr;
      call("file_open", [&] { return ct_file_open(path.c_str(), 0, &file, nullptr); });
      call("file_get", [&] { return ct_file_get(file, 0, out.receive(), nullptr); });
      ct_file_release(file);
    }
    Handle out;
    call("npy_save", [&] { return ct_npy_save(path.c_str(), t, nullptr); });
    call("npy_load", [&] { return ct_npy_load(path.c_str(), CT_FILE_COPY, out.receive(), nullptr); });
    std::ifstream bytes(path, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(bytes), std::istreambuf_iterator<char>()};
    ct_file *file = nullptr;
    call("file_open_memory", [&] {
      return ct_file_open_memory(all.data(), static_cast<int64_t>(all.size()), 0, nullptr, nullptr, &file, nullptr);
    });
    ct_file_release(file);
    std::remove(path.c_str());
  }

  std::unique_ptr<PaintedThread> caller_;
  bool measures_ = true, is_special_ = true;
  int64_t sparse_ = is_short_pass() ? 12 : 6;  // of a shorter pass, fewer calls
  Random random_{20261124};
  size_t most_ = 0;
  std::string deepest_, where_;
  std::set<std::string> called_, too_deep_;
};

TEST_F(StackTest, CallsTakeLittle) {
  caller_ = std::make_unique<PaintedThread>(kLarge);
  make_all_calls();
  std::printf("at most %zu bytes, by ct_%s\n", most_, deepest_.c_str());
  EXPECT_GT(most_, 4096U);      // something has been measured
  if (is_short_pass()) return;  // a shorter pass does not make every call

  const std::set<std::string> compute_nothing = {"ct_dtype_from_name",
                                                 "ct_dtype_finfo",
                                                 "ct_dtype_iinfo",
                                                 "ct_rng_create",
                                                 "ct_rng_set_state",
                                                 "ct_rng_advance",
                                                 "ct_tensor_data_mut",
                                                 "ct_op_set_output",
                                                 "ct_error_set",
                                                 "ct_promote_types",
                                                 "ct_result_type",
                                                 "ct_tensor_create",
                                                 "ct_tensor_create_strided",
                                                 "ct_tensor_create_meta",
                                                 "ct_tensor_from_data",
                                                 "ct_tensor_from_const_data",
                                                 "ct_empty_like",
                                                 "ct_as_strided",
                                                 "ct_view",
                                                 "ct_permute",
                                                 "ct_transpose",
                                                 "ct_movedim",
                                                 "ct_slice",
                                                 "ct_select",
                                                 "ct_narrow",
                                                 "ct_expand",
                                                 "ct_squeeze",
                                                 "ct_unsqueeze",
                                                 "ct_flip",
                                                 "ct_real",
                                                 "ct_imag",
                                                 "ct_rot90",
                                                 "ct_diagonal",
                                                 "ct_unfold",
                                                 "ct_unflatten",
                                                 "ct_swapaxes",
                                                 "ct_view_dtype",
                                                 "ct_view_as_real",
                                                 "ct_view_as_complex",
                                                 "ct_split",
                                                 "ct_chunk",
                                                 "ct_unbind",
                                                 "ct_broadcast_shapes",
                                                 "ct_broadcast_tensors",
                                                 "ct_meshgrid",
                                                 "ct_resize",
                                                 "ct_to_dlpack",
                                                 "ct_to_dlpack_legacy",
                                                 "ct_from_dlpack",
                                                 "ct_from_dlpack_legacy",
                                                 "ct_iter_operand",
                                                 "ct_set_num_threads",
                                                 "ct_set_deterministic",
                                                 "ct_set_executor",
                                                 "ct_set_thread_pool",
                                                 "ct_set_allocator",
                                                 "ct_set_cache_limit"};
  std::ifstream file(CTENSOR_HEADER);
  const std::string header{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::regex function(R"((?:^|\n)ct_status (ct_\w+?)(_out)?\()");
  for (std::sregex_iterator it(header.begin(), header.end(), function), end; it != end; ++it) {
    const std::string name = (*it)[1];
    EXPECT_TRUE(called_.count(name) + compute_nothing.count(name) == 1) << name << " is not called here";
  }
}

TEST_F(StackTest, SmallStacksAreEnough) {
  caller_ = std::make_unique<PaintedThread>(kSmall);
  measures_ = is_special_ = false;
  sparse_ *= 3;
  make_all_calls();
}

}  // namespace
}  // namespace property
