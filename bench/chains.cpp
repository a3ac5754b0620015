// Chains of ops as one program, beside the eager calls. Their limit moves the bytes of inputs and outputs once; chains
// of math functions stand beside the eager calls on operands that stay in the nearest cache, too.
#include <cstdio>
#include <cstdlib>
#include <ctensor.hpp>
#include <memory>
#include <optional>

#include "families.h"
#include "pool.h"

namespace bench {

namespace {

namespace ct = ctensor;
using Inputs = std::vector<ct::Tensor>;
using Out = const ct::Tensor *;  // what the last op writes to; NULL: it makes a tensor

// Each op frees the operands it has used up, as a program in Python does.
template <class Fresh, class Into>
ct::Tensor last(Out out, Fresh fresh, Into into) {
  if (out == nullptr) return fresh();
  into(*out);
  return *out;
}
ct::Tensor last_add(const ct::Operand &a, const ct::Operand &b, Out out) {
  return last(
      out, [&] { return a + b; }, [&](const ct::Tensor &into) { ct::add_out(a, b, into); });
}

ct::Tensor mul_add(const Inputs &in, Out out) { return last_add(in[0] * in[1], in[2], out); }

ct::Tensor affine(const Inputs &in, Out out) {  // 2a + 3b − ca
  ct::Tensor sum = 2.0 * in[0];
  ct::Tensor more = 3.0 * in[1];
  sum = sum + more;
  more = in[2] * in[0];
  return last(
      out, [&] { return sum - more; }, [&](const ct::Tensor &into) { ct::sub_out(sum, more, into); });
}

ct::Tensor choice(const Inputs &in, Out out) {
  const ct::Tensor greater = in[0] > in[1], product = in[0] * in[2];
  return last(
      out, [&] { return ct::where(greater, product, in[1]); },
      [&](const ct::Tensor &into) { ct::where_out(greater, product, in[1], into); });
}

ct::Tensor squared_distance(const Inputs &in, Out out) {
  ct::Tensor difference = in[0] - in[1];
  difference = ct::square(difference);
  return last(
      out, [&] { return ct::sum(difference); },
      [&](const ct::Tensor &into) { ct::sum_out(difference, std::nullopt, false, ct::DType::Undefined, into); });
}

ct::Tensor heat(const Inputs &in, Out out) {
  const auto part = [&](int64_t down, int64_t right) {
    return in[0].slice(0, 1 + down, in[0].size(0) - 1 + down).slice(1, 1 + right, in[0].size(1) - 1 + right);
  };
  ct::Tensor sum = part(1, 0) + part(-1, 0);
  sum = sum + part(0, 1);
  sum = sum + part(0, -1);
  sum = sum - 4.0 * part(0, 0);
  sum = 0.1 * sum;
  return last_add(part(0, 0), sum, out);
}

ct::Tensor normalised(const Inputs &in, Out out) {  // u8 HWC → f32 CHW
  ct::Tensor x = in[0].permute({2, 0, 1}).to(ct::DType::Float32, ct::MemoryFormat::Contiguous);
  x = x / 255.0;
  x = x - in[1];
  return last(
      out, [&] { return x / in[2]; }, [&](const ct::Tensor &into) { ct::div_out(x, in[2], into); });
}

ct::Tensor gelu(const Inputs &in, Out out) {
  ct::Tensor x = in[0] * 0.70710678118654752;
  x = ct::erf(x);
  x = x + 1.0;
  x = in[0] * x;
  return last(
      out, [&] { return x * 0.5; }, [&](const ct::Tensor &into) { ct::mul_out(x, 0.5, into); });
}

ct::Tensor layer_norm(const Inputs &in, Out out) {
  const ct::Tensor centred = in[0] - ct::mean(in[0], {-1}, true);
  ct::Tensor x = ct::square(centred);
  x = ct::mean(x, {-1}, true);
  x = ct::sqrt(x + 1e-5);
  x = centred / x;
  x = x * in[1];
  return last_add(x, in[2], out);
}

std::vector<Operand> flat(int64_t count, int operands) {
  return std::vector<Operand>(static_cast<size_t>(operands), contiguous(CT_FLOAT32, {count}));
}

int64_t root(int64_t count) {
  int64_t n = 1;
  while (n * n < count) n++;
  return n;
}

void gelu_in_place(const Inputs &in, const ct::Tensor &out) {
  ct::mul_out(in[0], 0.70710678118654752, out);
  ct::erf_out(out, out);
  ct::add_out(out, 1.0, out);
  ct::mul_out(in[0], out, out);
  ct::mul_out(out, 0.5, out);
}

struct Chain {
  const char *name;
  std::vector<Operand> (*inputs)(int64_t count);
  ct::Tensor (*run)(const Inputs &in, Out out);
  double one = 0, two = 0;  // the floor past the caches, on one thread and on two
  void (*in_place)(const Inputs &in, const ct::Tensor &out) = nullptr;  // of math functions
};
const Chain kChains[] = {
    {"a*b + c f32", [](int64_t count) { return flat(count, 3); }, mul_add, 0.88, 0.88},
    {"2a + 3b - ca f32", [](int64_t count) { return flat(count, 3); }, affine, 0.88, 0.88},
    {"where(a > b, ac, b) f32", [](int64_t count) { return flat(count, 3); }, choice, 0.88, 0.88},
    {"sum((a - b)^2) f32", [](int64_t count) { return flat(count, 2); }, squared_distance, 0.6, 0.65},
    {"heat step f64",
     [](int64_t count) {
       return std::vector<Operand>{contiguous(CT_FLOAT64, {root(count), root(count)})};
     },
     heat, 0.6, 0.62},
    {"u8 HWC -> f32 CHW normalised",
     [](int64_t count) {
       const Operand each = contiguous(CT_FLOAT32, {3, 1, 1});
       return std::vector<Operand>{contiguous(CT_UINT8, {root(count / 3), root(count / 3), 3}), each, each};
     },
     normalised, 0.42, 0.45},
    {"gelu by hand f32", [](int64_t count) { return flat(count, 1); }, gelu, 0.36, 0.42, gelu_in_place},
    {"layer norm by hand f32",
     [](int64_t count) {
       const Operand each = contiguous(CT_FLOAT32, {1024});
       return std::vector<Operand>{contiguous(CT_FLOAT32, {count / 1024, 1024}), each, each};
     },
     layer_norm, 0.3, 0.34},
};

ct::DType dtype_of(const Operand &operand) { return static_cast<ct::DType>(operand.dtype); }

// Inputs one after another, each starting on a page.
Inputs inputs_in(Pool &pool, const std::vector<Operand> &operands) {
  constexpr int64_t kPage = 4096;
  std::vector<int64_t> at{0};
  for (const Operand &one : operands) at.push_back(at.back() + (extent(one) + kPage - 1) / kPage * kPage);
  char *const memory = pool.any(at.back());
  Inputs inputs;
  for (size_t k = 0; k < operands.size(); k++) {
    fill_random(memory + at[k], extent(operands[k]), operands[k].dtype, k + 1);
    ct_tensor *raw = nullptr;
    check(ct_tensor_from_data(memory + at[k], operands[k].sizes.data(), static_cast<int32_t>(operands[k].sizes.size()),
                              nullptr, operands[k].dtype, nullptr, nullptr, &raw, nullptr));
    inputs.push_back(ct::Tensor::adopt(raw));
  }
  return inputs;
}

// NULL where an op computes its operand, because the leaves here have no memory to compute from.
std::optional<ct::Program> program_of(const Chain &chain, const std::vector<Operand> &operands) {
  std::vector<ct::Tensor> leaves;
  for (const Operand &one : operands) leaves.push_back(ct::defer(ct::Tensor::create_meta(one.sizes, dtype_of(one))));
  try {
    return ct::Program(leaves, {chain.run(leaves, nullptr)});
  } catch (const ct::Error &) {
    return std::nullopt;
  }
}

std::vector<const ct_tensor *> raw_of(const Inputs &inputs) {
  std::vector<const ct_tensor *> raw;
  for (const ct::Tensor &one : inputs) raw.push_back(one.get());
  return raw;
}

// Runs a chain of one input block by block, so that everything stays in the nearest cache.
Side in_nearest_cache(const Chain &chain, int64_t count, int threads) {
  constexpr int64_t kBlock = 2048;
  auto pools = std::make_shared<std::vector<Pool>>(2 * static_cast<size_t>(threads));
  auto inputs = std::make_shared<std::vector<Inputs>>(), outs = std::make_shared<std::vector<Inputs>>();
  for (size_t i = 0; i < static_cast<size_t>(threads); i++) {
    inputs->push_back(inputs_in((*pools)[2 * i], chain.inputs(kBlock)));
    outs->push_back(inputs_in((*pools)[2 * i + 1], flat(kBlock, 1)));
  }
  return {"ops in L1", [=, &chain] {
            const int64_t times = count / kBlock / threads;
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
            for (int i = 0; i < threads; i++) {
              const auto k = static_cast<size_t>(i);
              for (int64_t t = 0; t < times; t++) chain.in_place((*inputs)[k], (*outs)[k][0]);
            }
            static_cast<void>(pools);
          }};
}

}  // namespace

std::vector<ChainCase> chain_cases() {
  std::vector<ChainCase> cases;
  for (size_t chain = 0; chain < std::size(kChains); chain++) {
    for (const int64_t count : {int64_t{16} << 10, int64_t{1} << 20, int64_t{16} << 20}) {
      for (const Memory memory : {Memory::kOut, Memory::kFresh}) {
        const std::string suffix = memory == Memory::kFresh ? " fresh" : "";
        cases.push_back(
            {"chain " + std::string(kChains[chain].name) + " " + count_text(count) + suffix, chain, count, memory});
      }
    }
  }
  return cases;
}

void run_chain(const ChainCase &c, const Options &options, Report &report) {
  static Pool input, output;
  const Chain &chain = kChains[c.chain];
  const std::vector<Operand> operands = chain.inputs(c.count);
  const Inputs inputs = inputs_in(input, operands);
  const std::vector<const ct_tensor *> raw = raw_of(inputs);
  const ct::Tensor expected = chain.run(inputs, nullptr);

  Case row;
  row.name = c.name;
  row.family = "chain";
  row.op = Op::kChain;
  row.memory = c.memory;
  if (c.memory == Memory::kOut && chain.one != 0) row.floor = {chain.one, chain.two, Floor::Where::kBeyondCaches};
  for (const Operand &one : operands) row.reads += static_cast<double>(dense_bytes(one));
  row.writes = static_cast<double>(expected.numel() * ct_dtype_size(static_cast<ct_dtype>(expected.dtype())));

  // Memory for the limit's loop, which includes the given output.
  const Mix mix = mix_of(row.reads, row.writes);
  const Limit whole(mix, row.reads + row.writes, 1, false);
  char *const to = output.any(std::max(whole.bytes_written(), static_cast<int64_t>(row.writes)));
  ct_tensor *given = nullptr;
  check(ct_tensor_from_data(to, expected.sizes().data(), static_cast<int32_t>(expected.sizes().size()), nullptr,
                            static_cast<ct_dtype>(expected.dtype()), nullptr, nullptr, &given, nullptr));
  const ct::Tensor out = ct::Tensor::adopt(given);
  static Pool limit_input;
  const char *const from = limit_input.random(whole.bytes_read(), CT_FLOAT32, 1);
  const auto run_limit = [=](const Limit &limit) { limit.run(from, to); };

  const bool fresh = c.memory == Memory::kFresh;
  const std::optional<ct::Program> program = program_of(chain, operands);
  ct::Tensor made, eager;
  const auto compute = [&](ct_tensor **result) {
    if (program) {
      check(ct_program_run(program->get(), raw.data(), static_cast<int32_t>(raw.size()), result, 1, nullptr));
      return;
    }
    Inputs leaves;
    for (const ct::Tensor &one : inputs) leaves.push_back(ct::defer(one));
    const ct::Tensor deferred = chain.run(leaves, nullptr);
    const ct_tensor *const of = deferred.get();
    check(ct_evaluate(&of, 1, result, nullptr));
  };
  const auto ours = [&] {
    made = {};
    ct_tensor *result = fresh ? nullptr : given;
    compute(&result);
    if (fresh) made = ct::Tensor::adopt(result);
  };
  ours();
  if (!ct::equal(fresh ? made : out, expected)) {
    std::fprintf(stderr, "bench: %s: the program gives something else than the eager calls\n", c.name.c_str());
    std::exit(1);
  }
  for (const int threads : thread_counts(false)) {
    if (options.threads != 0 && options.threads != threads) continue;
    check(ct_set_num_threads(threads, nullptr));
    const Limit limit = best_limit(mix, row.reads + row.writes, threads, run_limit);
    std::vector<Side> sides = {
        {"ctensor", ours}, {"limit", [=] { run_limit(limit); }}, {"eager", [&] {
                                                                    eager = {};
                                                                    eager = chain.run(inputs, fresh ? nullptr : &out);
                                                                  }}};
    if (chain.in_place != nullptr) sides.push_back(in_nearest_cache(chain, c.count, threads));
    report.add(row, threads, limit, sides, measure(sides, options, 0), program ? "" : "recorded anew each time");
  }
}

std::vector<SmallCase> program_cases() {
  struct Operands {
    Pool pools[2];
    Inputs in = inputs_in(pools[0], flat(8, 2)), out = inputs_in(pools[1], flat(8, 1));
    std::vector<const ct_tensor *> raw = raw_of(in);
    Inputs leaves = {ct::defer(in[0]), ct::defer(in[1])};
    std::vector<const ct_tensor *> raw_leaves = raw_of(leaves);
    ct::Tensor twelve = leaves[0];
    std::optional<ct::Program> five, one;

    // x*y + x, and so on
    ct::Tensor chained(int ops) const {
      ct::Tensor result = leaves[0];
      for (int k = 0; k < ops; k++) result = k % 2 == 0 ? result * leaves[1] : result + leaves[0];
      return result;
    }
    Operands() : twelve(chained(12)) {
      five.emplace(leaves, Inputs{chained(5)});
      one.emplace(leaves, Inputs{leaves[0] + leaves[1]});
    }
    void run(const std::optional<ct::Program> &program, bool fresh) const {
      ct_tensor *result = fresh ? nullptr : out[0].get();
      check(ct_program_run(program->get(), raw.data(), 2, &result, 1, nullptr));
      if (fresh) ct_tensor_release(result);
    }
    void create(const ct::Tensor &expression) const {
      const ct_tensor *const result = expression.get();
      ct_program *program = nullptr;
      check(ct_program_create(raw_leaves.data(), 2, &result, 1, &program, nullptr));
      ct_program_release(program);
    }
    void five_eager() const {
      ct_tensor *const to = out[0].get();
      check(ct_mul_out(raw[0], raw[1], to, nullptr));
      check(ct_add_out(to, raw[0], to, nullptr));
      check(ct_mul_out(to, raw[1], to, nullptr));
      check(ct_add_out(to, raw[0], to, nullptr));
      check(ct_mul_out(to, raw[1], to, nullptr));
    }
  };
  const auto o = std::make_shared<const Operands>();
  return {
      {"small: record 12 ops of deferred f32 8", 0, [o] { static_cast<void>(o->chained(12)); }},
      {"small: create a program of 12 ops", 12000, [o] { o->create(o->twelve); }},
      {"small: run a program of 5 ops f32 8 out", 0, [o] { o->run(o->five, false); }},
      {"small: 5 eager ops f32 8 out", 0, [o] { o->five_eager(); }},
      {"small: run a program of add f32 8 out", 0, [o] { o->run(o->one, false); }},
      {"small: run a program of add f32 8 fresh", 0, [o] { o->run(o->one, true); }},
  };
}

}  // namespace bench
