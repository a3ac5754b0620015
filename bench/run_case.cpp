// Makes the sides of a case: the library's call, the limit's loop, and the peers that live in this process.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "harness.h"
#include "hptt_peer.h"
#include "limit.h"
#include "pool.h"
#include "samples.h"

namespace bench {

namespace {

Pool &source_pool() {
  static Pool pool;
  return pool;
}

Pool &target_pool() {
  static Pool pool;
  return pool;
}

Pool &index_pool() {
  static Pool pool;
  return pool;
}

int64_t whole_pages(int64_t nbytes) { return (nbytes + 4095) / 4096 * 4096; }

void shared_memcpy(char *to, const char *from, int64_t nbytes, int threads) {
  if (threads == 1) {
    std::memcpy(to, from, static_cast<size_t>(nbytes));
    return;
  }
  const int64_t share = whole_pages(nbytes / threads);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int i = 0; i < threads; i++) {
    int64_t begin = std::min(share * i, nbytes), end = std::min(begin + share, nbytes);
    std::memcpy(to + begin, from + begin, static_cast<size_t>(end - begin));
  }
}

// The operands of a case. If they must be cold, there are several of each, which all sides use in turn.
class Arena {
 public:
  Arena(const Case &c, const Limit &limit) {
    if (c.memory == Memory::kCold) {
      slots_ = 2 + static_cast<int>(2 * static_cast<double>(caches().l3) / (c.reads + c.writes));
    }
    has_second_ = c.second.dtype != CT_UNDEFINED;
    const int64_t inputs = std::max(extent(c.from), has_second_ ? extent(c.second) : 0);
    from_step_ = whole_pages(std::max(inputs, limit.bytes_read()));
    to_step_ = whole_pages(std::max(extent(c.to), limit.bytes_written()));
    // `all` gets no zeros, because it would stop at the first one.
    from_ = c.op == Op::kAll ? source_pool().nonzero(from_step_ * slots_, c.from.dtype, 1)
                             : source_pool().random(from_step_ * slots_, c.from.dtype, 1);
    // the target of an in-place op is its input, too
    to_ = c.op == Op::kAddInPlace ? target_pool().random(to_step_ * slots_, c.to.dtype, 2)
                                  : target_pool().any(to_step_ * slots_);
    if (indexes(c.op)) make_index(c);
    for (int i = 0; i < slots_; i++) {
      to_tensors_.emplace_back(c.to, to_at(i));
      from_tensors_.emplace_back(c.from, from_at(i));
      if (has_second_) second_tensors_.emplace_back(c.second, from_at(i));
    }
  }

  void restart() { turn_ = -1; }  // the next call takes the first operands
  size_t next() {
    turn_ = turn_ + 1 < slots_ ? turn_ + 1 : 0;
    return static_cast<size_t>(turn_);
  }
  char *to_at(int64_t i) const { return to_ + i * to_step_; }
  char *from_at(int64_t i) const { return from_ + i * from_step_; }
  ct_tensor *to(size_t i) const { return to_tensors_[i].get(); }
  ct_tensor *from(size_t i) const { return from_tensors_[i].get(); }
  ct_tensor *second(size_t i) const { return second_tensors_[i].get(); }
  ct_tensor *index() const { return index_tensors_[0].get(); }

 private:
  void make_index(const Case &c) {
    char *const memory = index_pool().any(dense_bytes(c.index));
    fill_index(memory, numel(c.index.sizes), c.index.dtype, c.below);
    index_tensors_.emplace_back(c.index, memory);
  }

  int slots_ = 1, turn_ = 0;
  bool has_second_ = false;
  int64_t from_step_, to_step_;
  char *from_, *to_;
  std::vector<Tensor> to_tensors_, from_tensors_, second_tensors_, index_tensors_;
};

void reduce(Op op, const ct_tensor *from, const std::vector<int32_t> &dims, ct_tensor *to) {
  const auto n = static_cast<int32_t>(dims.size());
  const int32_t *const named = n == 0 ? nullptr : dims.data();  // NULL: all dims
  if (op == Op::kSum) check(ct_sum_out(from, named, n, n != 0, CT_UNDEFINED, to, nullptr));
  if (op == Op::kMean) check(ct_mean_out(from, named, n, n != 0, CT_UNDEFINED, to, nullptr));
  if (op == Op::kAmax) check(ct_amax_out(from, named, n, n != 0, to, nullptr));
  if (op == Op::kAll) check(ct_all_out(from, named, n, n != 0, to, nullptr));
  if (op == Op::kNorm) check(ct_norm_out(from, nullptr, named, n, n != 0, CT_UNDEFINED, to, nullptr));
  if (op == Op::kVar) check(ct_var_out(from, named, n, nullptr, n != 0, to, nullptr));
  if (op == Op::kLogSumExp) check(ct_logsumexp_out(from, named, n, n != 0, to, nullptr));
  if (op == Op::kSumCompensated) {
    check(ct_sum_compensated_out(from, named, n, n != 0, CT_UNDEFINED, to, nullptr));
  }
  if (op == Op::kSumExact) check(ct_sum_exact_out(from, named, n, n != 0, CT_UNDEFINED, to, nullptr));
  if (op == Op::kCumsum) check(ct_cumsum_out(from, dims[0], CT_UNDEFINED, to, nullptr));
  if (op == Op::kSoftmax) check(ct_softmax_out(from, dims[0], CT_UNDEFINED, to, nullptr));
  if (op == Op::kArgmax) check(ct_argmax_out(from, n != 0 ? dims[0] : CT_ALL_DIMS, n != 0, to, nullptr));
}

std::function<void()> moving_call(const Case &c, Arena &arena) {
  if (c.op == Op::kCat || c.op == Op::kStack) {
    auto parts = std::make_shared<std::vector<Tensor>>(static_cast<size_t>(c.from.sizes[0]));
    auto handles = std::make_shared<std::vector<const ct_tensor *>>();
    for (size_t i = 0; i < parts->size(); i++) {
      check(ct_select(arena.from(0), 0, static_cast<int64_t>(i), (*parts)[i].receive(), nullptr));
      handles->push_back((*parts)[i].get());
    }
    return [&arena, parts, handles, dim = c.dims[0], join = c.op == Op::kCat ? ct_cat_out : ct_stack_out] {
      check(join(handles->data(), static_cast<int32_t>(handles->size()), dim, arena.to(0), nullptr));
    };
  }
  const auto ndim = static_cast<int32_t>(c.from.sizes.size());
  if (c.op == Op::kRepeat) {
    Sizes repeats;
    for (size_t d = 0; d < c.to.sizes.size(); d++) repeats.push_back(c.to.sizes[d] / c.from.sizes[d]);
    return [&arena, repeats, ndim] { check(ct_repeat_out(arena.from(0), repeats.data(), ndim, arena.to(0), nullptr)); };
  }
  if (c.op == Op::kRoll) {
    Sizes shifts;
    for (const int32_t d : c.dims) shifts.push_back(c.from.sizes[static_cast<size_t>(d)] / 3);
    return [&arena, shifts, dims = c.dims] {
      const auto count = static_cast<int32_t>(dims.size());
      check(ct_roll_out(arena.from(0), shifts.data(), count, dims.data(), count, arena.to(0), nullptr));
    };
  }
  if (c.op == Op::kPad) {
    Sizes padding;
    for (size_t d = c.to.sizes.size(); d-- > 0;)
      padding.insert(padding.end(), 2, (c.to.sizes[d] - c.from.sizes[d]) / 2);
    return [&arena, padding, ndim] {
      check(ct_pad_out(arena.from(0), padding.data(), 2 * ndim, CT_PAD_REFLECT, nullptr, arena.to(0), nullptr));
    };
  }
  return [&arena] { check(ct_tril_out(arena.from(0), 0, arena.to(0), nullptr)); };
}

std::function<void()> indexing_call(const Case &c, Arena &arena) {
  const ct_tensor *const index = arena.index(), *const from = arena.from(0);
  ct_tensor *const to = arena.to(0);
  const int32_t dim = c.dims[0];
  switch (c.op) {
    case Op::kIndexSelect:
      return [=] { check(ct_index_select_out(from, dim, index, to, nullptr)); };
    case Op::kGather:
      return [=] { check(ct_gather_out(from, dim, index, to, nullptr)); };
    case Op::kTake:
      return [=] { check(ct_take_out(from, index, to, nullptr)); };
    case Op::kIndexAdd:
      return [=] { check(ct_index_add_out(to, dim, index, from, nullptr, to, nullptr)); };
    case Op::kScatterAdd:
      return [=] { check(ct_scatter_out(to, dim, index, from, CT_SCATTER_ADD, to, nullptr)); };
    case Op::kMaskedSelect:
      return [=] { check(ct_masked_select_out(from, index, to, nullptr)); };
    default:
      return [=] { check(ct_nonzero_out(index, to, nullptr)); };
  }
}

std::function<void()> library_call(const Case &c, Arena &arena, Tensor &fresh) {
  const ct_dtype dtype = c.to.dtype;
  switch (c.op) {
    case Op::kDivide255: {
      auto memory = std::make_shared<ct_number>();
      const ct_tensor *const number = ct_number_of(ct_scalar_f64(255), memory.get());
      return [&arena, memory, number] {
        size_t i = arena.next();
        check(ct_div_out(arena.from(i), number, arena.to(i), nullptr));
      };
    }
    case Op::kAdd:
      return [&arena] {
        size_t i = arena.next();
        check(ct_add_out(arena.from(i), arena.second(i), arena.to(i), nullptr));
      };
    case Op::kMul:
      return [&arena] {
        size_t i = arena.next();
        check(ct_mul_out(arena.from(i), arena.second(i), arena.to(i), nullptr));
      };
    case Op::kAddInPlace: {
      auto memory = std::make_shared<ct_number>();
      const ct_tensor *const number = ct_number_of(ct_scalar_f64(0), memory.get());
      return [&arena, memory, number] {
        size_t i = arena.next();
        check(ct_add_out(arena.to(i), number, arena.to(i), nullptr));
      };
    }
    case Op::kFill:
      return [&arena] {
        const ct_scalar value = {CT_FLOAT32, 0, 0, 1.5, 0};
        check(ct_fill(arena.to(arena.next()), &value, nullptr));
      };
    case Op::kUniform:
    case Op::kNormal: {
      ct_rng *raw = nullptr;
      check(ct_rng_create(kSeed, &raw, nullptr));
      const std::shared_ptr<ct_rng> rng(raw, ct_rng_release);
      return [&arena, rng, op = c.op] {
        ct_tensor *const to = arena.to(arena.next());
        check(ct_rng_set_state(rng.get(), kSeed, 0, 0, nullptr));
        check(op == Op::kNormal ? ct_normal_out(rng.get(), 0, 1, to, nullptr)
                                : ct_uniform_out(rng.get(), 0, 1, to, nullptr));
      };
    }
    case Op::kSum:
    case Op::kMean:
    case Op::kAmax:
    case Op::kAll:
    case Op::kArgmax:
    case Op::kNorm:
    case Op::kVar:
    case Op::kLogSumExp:
    case Op::kSumCompensated:
    case Op::kSumExact:
    case Op::kCumsum:
    case Op::kSoftmax:
      return [&arena, op = c.op, dims = c.dims] {
        size_t i = arena.next();
        reduce(op, arena.from(i), dims, arena.to(i));
      };
    case Op::kCat:
    case Op::kStack:
    case Op::kRepeat:
    case Op::kRoll:
    case Op::kPad:
    case Op::kTril:
      return moving_call(c, arena);
    case Op::kIndexSelect:
    case Op::kGather:
    case Op::kTake:
    case Op::kIndexAdd:
    case Op::kScatterAdd:
    case Op::kMaskedSelect:
    case Op::kNonzero:
      return indexing_call(c, arena);
    case Op::kCopy:
    case Op::kChain:
      break;
  }
  if (c.memory != Memory::kFresh) {
    return [&arena] {
      size_t i = arena.next();
      check(ct_copy(arena.to(i), arena.from(i), nullptr));
    };
  }
  if (dtype != c.from.dtype) {
    return
        [&arena, &fresh, dtype] { check(ct_to(arena.from(0), dtype, CT_CONTIGUOUS, false, fresh.receive(), nullptr)); };
  }
  return [&arena, &fresh] { check(ct_clone(arena.from(0), CT_CONTIGUOUS, fresh.receive(), nullptr)); };
}

void run_limit(const Limit &limit, Arena &arena) {
  auto i = static_cast<int64_t>(arena.next());
  limit.run(arena.from_at(i), arena.to_at(i));
}

Side limit_side(const char *name, const Limit &limit, Arena &arena) {
  return {name, [&arena, limit] { run_limit(limit, arena); }};
}

}  // namespace

Limit best_limit(Mix mix, double nbytes, int threads, const std::function<void(const Limit &)> &run) {
  std::vector<Limit> candidates;
  for (bool non_temporal : {false, true}) {
    candidates.emplace_back(mix, nbytes, threads, non_temporal);
    if (threads > 1 && *level(nbytes) != 'D') candidates.emplace_back(mix, nbytes, 1, non_temporal);
  }
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), [](const Limit &l) { return !l.can_run(); }),
                   candidates.end());
  if (candidates.size() == 1) return candidates[0];
  Options quick;
  quick.pairs = 8;
  quick.seconds = 0;
  std::vector<Side> sides;
  for (const Limit &limit : candidates) sides.push_back({"", [&run, &limit] { run(limit); }});
  const Measured measured = measure(sides, quick, 0);
  size_t best = 0;
  for (size_t i = 1; i < sides.size(); i++) {
    if (measured.sides[i].best < measured.sides[best].best) best = i;
  }
  return candidates[best];
}

namespace {

bool is_plain_copy(const Case &c) {
  return c.op == Op::kCopy && c.to.dtype == c.from.dtype && c.to.sizes == c.from.sizes &&
         c.to.strides == contiguous_strides(c.to.sizes) && c.from.strides == c.to.strides;
}

// Checks what a call on the first operands writes, element by element.
void prove(const Case &c, Arena &arena, const Tensor &fresh, const std::function<void()> &call) {
  arena.restart();
  const Samples samples(c, arena.to_at(0), arena.from_at(0));
  call();
  samples.check(fresh.get() == nullptr ? arena.to_at(0) : static_cast<const char *>(ct_tensor_data(fresh.get())));
}

// How far the sum over every dim is from the exact sum.
std::string error_of(const Case &c, Arena &arena) {
  if (c.op != Op::kSum || !c.dims.empty() || c.to.dtype != CT_FLOAT32 || c.from.dtype != CT_FLOAT32) return "";
  Tensor sum, exact;
  check(ct_sum(arena.from(0), nullptr, 0, false, CT_UNDEFINED, sum.receive(), nullptr));
  check(ct_sum_exact(arena.from(0), nullptr, 0, false, CT_FLOAT64, exact.receive(), nullptr));
  const float got = *static_cast<const float *>(ct_tensor_data(sum.get()));
  const double wanted = *static_cast<const double *>(ct_tensor_data(exact.get()));
  char text[48];
  std::snprintf(text, sizeof text, "error %.2f ULP", std::abs(got - wanted) / std::ldexp(1.0, std::ilogb(wanted) - 23));
  return text;
}

// Measures and reports one row.
void run_with(const Case &c, int threads, const Options &options, Report &report) {
  const double nbytes = c.reads + c.writes;
  const Mix mix = c.op == Op::kAddInPlace ? Mix::kInPlace : mix_of(c.reads, c.writes);
  Arena arena(c, Limit(mix, nbytes, 1, false));
  Tensor fresh;
  const std::function<void()> call = library_call(c, arena, fresh);
  check(ct_set_num_threads(threads, nullptr));
  prove(c, arena, fresh, call);
  const std::string note = error_of(c, arena);

  const auto on_arena = [&arena](const Limit &one) { run_limit(one, arena); };
  const Limit limit = best_limit(mix, nbytes, threads, on_arena);
  std::vector<Side> sides = {{"ctensor", call}, limit_side("limit", limit, arena)};
  size_t cap = 0;
  if (c.every_thread_count) {
    if (threads > 1) {
      sides[0].run = [call, threads] {
        check(ct_set_num_threads(threads, nullptr));
        call();
      };
      sides.push_back({"one thread", [call] {
                         check(ct_set_num_threads(1, nullptr));
                         call();
                       }});
    }
  } else if (threads == 2 && *level(nbytes) == 'D') {
    cap = sides.size();
    sides.push_back(limit_side("limit 1T", best_limit(mix, nbytes, 1, on_arena), arena));
  }
  if (options.peers && c.memory != Memory::kFresh) {
    if (is_plain_copy(c)) {
      const int64_t length = dense_bytes(c.to);
      sides.push_back({"memcpy", [&arena, length, threads] {
                         auto i = static_cast<int64_t>(arena.next());
                         shared_memcpy(arena.to_at(i), arena.from_at(i), length, threads);
                       }});
    }
    if (c.memory == Memory::kOut) {
      const auto plan = hptt_plan(c, arena.to_at(0), arena.from_at(0), threads, options.estimate);
      if (plan) {
        prove(c, arena, fresh, plan);
        sides.push_back({"hptt", plan});
      }
    }
  }
  report.add(c, threads, limit, sides, measure(sides, options, cap), note);
}

}  // namespace

void run_case(const Case &c, const Options &options, Report &report) {
  for (int threads : thread_counts(c.every_thread_count)) {
    if (options.threads == 0 || options.threads == threads) run_with(c, threads, options, report);
  }
}

void run_rate(const RateCase &c, const Options &options, Report &report) {
  const RateCase::Memory memory = c.prepare();
  for (int threads : thread_counts(false)) {
    if (options.threads != 0 && options.threads != threads) continue;
    check(ct_set_num_threads(threads, nullptr));
    std::vector<Side> sides = {{"ctensor", [&] { c.call(memory); }},
                               {"memcpy", [&] { shared_memcpy(memory.to, memory.from, memory.nbytes, 1); }}};
    if (threads > 1) {
      sides.push_back(
          {"memcpy by all threads", [&, threads] { shared_memcpy(memory.to, memory.from, memory.nbytes, threads); }});
    }
    report.add(c, threads, 2.0 * static_cast<double>(memory.nbytes), sides, measure(sides, options, 0));
  }
}

void run_small(const SmallCase &c, const Options &options, Report &report) {
  // the time of a copy within the nearest cache tells whether the processor's clock was steady
  const Limit clock(Mix::kOneToOne, 8192, 1, false);
  char *from = source_pool().random(8192, CT_FLOAT32, 1), *to = target_pool().any(8192);
  check(ct_set_num_threads(0, nullptr));
  const std::vector<Side> sides = {{"ctensor", c.run}, {"clock", [=] { clock.run(from, to); }}};
  report.add(c, sides, measure(sides, options, 0));
}

}  // namespace bench
