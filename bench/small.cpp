// Calls on a few numbers: what a call costs before it touches data.
#include <memory>

#include "families.h"
#include "pool.h"

namespace bench {

namespace {

struct Operands {
  float numbers[3][64] = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, {8, 7, 6, 5, 4, 3, 2, 1}, {}};
  Tensor a{contiguous(CT_FLOAT32, {8}), data(0)}, b{contiguous(CT_FLOAT32, {8}), data(1)},
      out{contiguous(CT_FLOAT32, {8}), data(2)};
  Tensor square{contiguous(CT_FLOAT32, {4, 4}), data(0)}, row{contiguous(CT_FLOAT32, {4}), data(1)};
  Tensor transposed{{CT_FLOAT32, {4, 4}, {1, 4}, 0}, data(0)}, whole{contiguous(CT_FLOAT32, {4, 4}), data(2)};
  Tensor six_dims{{CT_FLOAT32, {2, 2, 2, 2, 2, 2}, {1, 2, 4, 8, 16, 32}, 0}, data(0)};
  Tensor six_dims_whole{contiguous(CT_FLOAT32, {2, 2, 2, 2, 2, 2}), data(2)};
  int64_t places[8] = {3, 1, 0, 2, 3, 3, 1, 0};
  Tensor index{contiguous(CT_INT64, {4}), reinterpret_cast<char *>(places)};
  int64_t sixty_four[64] = {};
  Tensor all{contiguous(CT_FLOAT32, {64}), data(0)}, all_out{contiguous(CT_FLOAT32, {64}), data(2)};
  Tensor all_index{contiguous(CT_INT64, {64}), reinterpret_cast<char *>(sixty_four)};
  bool is_chosen[64] = {};
  Tensor mask{contiguous(CT_BOOL, {64}), reinterpret_cast<char *>(is_chosen)};
  float sorted_numbers[64] = {};
  Tensor sorted{contiguous(CT_FLOAT32, {64}), reinterpret_cast<char *>(sorted_numbers)};
  int64_t two[1] = {2};
  Tensor twice{contiguous(CT_INT64, {1}), reinterpret_cast<char *>(two)};
  float middle[1] = {0.5F};
  Tensor half{contiguous(CT_FLOAT32, {1}), reinterpret_cast<char *>(middle)};
  ct_rng *rng = nullptr;
  Tensor fresh, second_fresh;

  Operands() {
    check(ct_rng_create(1, &rng, nullptr));
    for (int i = 0; i < 64; i++) sorted_numbers[i] = static_cast<float>(i);
    fill_index(reinterpret_cast<char *>(sixty_four), 64, CT_INT64, 64);
    fill_index(reinterpret_cast<char *>(is_chosen), 64, CT_BOOL, 50);
  }
  ~Operands() { ct_rng_release(rng); }
  Operands(const Operands &) = delete;
  Operands &operator=(const Operands &) = delete;
  char *data(int i) { return reinterpret_cast<char *>(numbers[i]); }
};

void build_iterator(const Operands &o) {
  ct_tensor *const outputs[] = {o.out.get()};
  const ct_tensor *const inputs[] = {o.a.get(), o.b.get()};
  ct_iter_config config = {};
  config.struct_size = sizeof config;
  config.preset = CT_ITER_BINARY;
  config.noutputs = 1;
  config.ninputs = 2;
  config.outputs = outputs;
  config.inputs = inputs;
  ct_iter *it = nullptr;
  check(ct_iter_build(&config, &it, nullptr));
  ct_iter_release(it);
}

void view(Operands &o) {
  static const int64_t sizes[] = {2, 4};
  check(ct_view(o.a.get(), sizes, 2, o.fresh.receive(), nullptr));
}

void empty(Operands &o) {
  static const int64_t sizes[] = {8};
  check(ct_tensor_create(sizes, 1, CT_FLOAT32, o.fresh.receive(), nullptr));
}

void transpose(Operands &o) {
  Tensor t;
  check(ct_transpose(o.square.get(), 0, 1, t.receive(), nullptr));
  check(ct_contiguous(t.get(), CT_CONTIGUOUS, o.fresh.receive(), nullptr));
}

}  // namespace

std::vector<SmallCase> small_cases() {
  struct Named {
    const char *name;
    double floor;
    void (*run)(Operands &);
  };
  const Named named[] = {
      {"add f32 8 fresh", 60, [](Operands &o) { check(ct_add(o.a.get(), o.b.get(), o.fresh.receive(), nullptr)); }},
      {"add f32 8 out", 35, [](Operands &o) { check(ct_add_out(o.a.get(), o.b.get(), o.out.get(), nullptr)); }},
      {"sum f32 8 fresh", 70,
       [](Operands &o) { check(ct_sum(o.a.get(), nullptr, 0, false, CT_UNDEFINED, o.fresh.receive(), nullptr)); }},
      {"sum f32 4x4 dim 0 fresh", 0,
       [](Operands &o) {
         static const int32_t dim = 0;
         check(ct_sum(o.square.get(), &dim, 1, false, CT_UNDEFINED, o.fresh.receive(), nullptr));
       }},
      {"t().contiguous() f32 4x4", 80, transpose},
      {"view f32 8 as 2x4", 30, view},
      {"build an iterator of 3 operands", 70, [](Operands &o) { build_iterator(o); }},
      {"copy f32 8", 0, [](Operands &o) { check(ct_copy(o.out.get(), o.a.get(), nullptr)); }},
      {"copy f32 4x4 transposed", 0, [](Operands &o) { check(ct_copy(o.whole.get(), o.transposed.get(), nullptr)); }},
      // no two dims can be coalesced, so this shows what planning costs
      {"copy f32 2x2x2x2x2x2 reversed", 100,
       [](Operands &o) { check(ct_copy(o.six_dims_whole.get(), o.six_dims.get(), nullptr)); }},
      {"add f32 4x4 + 4 fresh", 0,
       [](Operands &o) { check(ct_add(o.square.get(), o.row.get(), o.fresh.receive(), nullptr)); }},
      {"index_select f32 4x4 by 4", 0,
       [](Operands &o) { check(ct_index_select_out(o.square.get(), 0, o.index.get(), o.whole.get(), nullptr)); }},
      {"take f32 8 by 4 fresh", 0,
       [](Operands &o) { check(ct_take(o.a.get(), o.index.get(), o.fresh.receive(), nullptr)); }},
      {"take f32 64 by 64 fresh", 0,
       [](Operands &o) { check(ct_take(o.all.get(), o.all_index.get(), o.fresh.receive(), nullptr)); }},
      {"take f32 64 by 64 out", 0,
       [](Operands &o) { check(ct_take_out(o.all.get(), o.all_index.get(), o.all_out.get(), nullptr)); }},
      {"gather f32 64 by 64 fresh", 0,
       [](Operands &o) { check(ct_gather(o.all.get(), 0, o.all_index.get(), o.fresh.receive(), nullptr)); }},
      {"index_select f32 64 by 64 fresh", 0,
       [](Operands &o) { check(ct_index_select(o.all.get(), 0, o.all_index.get(), o.fresh.receive(), nullptr)); }},
      {"scatter_add f32 64 by 64 in place", 0,
       [](Operands &o) {
         check(ct_scatter_out(o.all_out.get(), 0, o.all_index.get(), o.all.get(), CT_SCATTER_ADD, o.all_out.get(),
                              nullptr));
       }},
      {"masked_select f32 64 fresh", 0,
       [](Operands &o) { check(ct_masked_select(o.all.get(), o.mask.get(), o.fresh.receive(), nullptr)); }},
      {"nonzero bool 64 fresh", 0, [](Operands &o) { check(ct_nonzero(o.mask.get(), o.fresh.receive(), nullptr)); }},
      {"nonzero f32 8 fresh", 0, [](Operands &o) { check(ct_nonzero(o.a.get(), o.fresh.receive(), nullptr)); }},
      {"empty f32 8", 0, empty},
      {"cat f32 3 of 8 fresh", 0,
       [](Operands &o) {
         const ct_tensor *const all[] = {o.a.get(), o.b.get(), o.a.get()};
         check(ct_cat(all, 3, 0, o.fresh.receive(), nullptr));
       }},
      {"stack f32 3 of 8 fresh", 0,
       [](Operands &o) {
         const ct_tensor *const all[] = {o.a.get(), o.b.get(), o.a.get()};
         check(ct_stack(all, 3, 1, o.fresh.receive(), nullptr));
       }},
      {"repeat f32 4x4 by 2x2 fresh", 0,
       [](Operands &o) {
         static const int64_t repeats[] = {2, 2};
         check(ct_repeat(o.square.get(), repeats, 2, o.fresh.receive(), nullptr));
       }},
      {"roll f32 4x4 fresh", 0,
       [](Operands &o) {
         static const int64_t shifts[] = {1, 1};
         static const int32_t dims[] = {0, 1};
         check(ct_roll(o.square.get(), shifts, 2, dims, 2, o.fresh.receive(), nullptr));
       }},
      {"pad f32 4x4 fresh", 0,
       [](Operands &o) {
         static const int64_t padding[] = {1, 1, 1, 1};
         check(ct_pad(o.square.get(), padding, 4, CT_PAD_CONSTANT, nullptr, o.fresh.receive(), nullptr));
       }},
      {"tril f32 4x4 fresh", 0, [](Operands &o) { check(ct_tril(o.square.get(), 0, o.fresh.receive(), nullptr)); }},
      {"repeat_interleave f32 64 by 2 fresh", 0,
       [](Operands &o) { check(ct_repeat_interleave(o.all.get(), o.twice.get(), 0, o.fresh.receive(), nullptr)); }},
      {"pad f32 64 reflect fresh", 0,
       [](Operands &o) {
         static const int64_t padding[] = {2, 2};
         check(ct_pad(o.all.get(), padding, 2, CT_PAD_REFLECT, nullptr, o.fresh.receive(), nullptr));
       }},
      {"diag_embed f32 4 fresh", 0,
       [](Operands &o) { check(ct_diag_embed(o.row.get(), 0, 0, 1, o.fresh.receive(), nullptr)); }},
      {"flip f32 4x4", 0,
       [](Operands &o) {
         static const int32_t dims[] = {0, 1};
         check(ct_flip(o.square.get(), dims, 2, o.fresh.receive(), nullptr));
       }},
      {"rot90 f32 4x4", 0, [](Operands &o) { check(ct_rot90(o.square.get(), 1, 0, 1, o.fresh.receive(), nullptr)); }},
      {"unfold f32 8 by 3", 0, [](Operands &o) { check(ct_unfold(o.a.get(), 0, 3, 1, o.fresh.receive(), nullptr)); }},
      {"meshgrid f32 4 and 8", 0,
       [](Operands &o) {
         const ct_tensor *const axes[] = {o.row.get(), o.a.get()};
         ct_tensor *outs[2] = {};
         check(ct_meshgrid(axes, 2, CT_MESHGRID_IJ, outs, nullptr));
         for (ct_tensor *const out : outs) ct_tensor_release(out);
       }},
      {"unbind f32 4x4", 0,
       [](Operands &o) {
         ct_tensor *outs[4] = {};
         check(ct_unbind(o.square.get(), 0, outs, nullptr));
         for (ct_tensor *const out : outs) ct_tensor_release(out);
       }},
      {"index f32 64 by 64 fresh", 0,
       [](Operands &o) {
         const ct_tensor *const by[] = {o.all_index.get()};
         check(ct_index(o.all.get(), by, 1, o.fresh.receive(), nullptr));
       }},
      {"index_put f32 64 by 64 in place", 0,
       [](Operands &o) {
         const ct_tensor *const by[] = {o.all_index.get()};
         check(ct_index_put(o.all_out.get(), by, 1, o.all.get(), false, nullptr));
       }},
      {"put f32 64 by 64 in place", 0,
       [](Operands &o) {
         check(ct_put_out(o.all_out.get(), o.all_index.get(), o.all.get(), false, o.all_out.get(), nullptr));
       }},
      {"masked_scatter f32 64 in place", 0,
       [](Operands &o) {
         check(ct_masked_scatter_out(o.all_out.get(), o.mask.get(), o.all.get(), o.all_out.get(), nullptr));
       }},
      {"argwhere bool 64 fresh", 0, [](Operands &o) { check(ct_argwhere(o.mask.get(), o.fresh.receive(), nullptr)); }},
      {"sort f32 64 fresh", 0,
       [](Operands &o) {
         check(ct_sort(o.all.get(), 0, false, false, o.fresh.receive(), o.second_fresh.receive(), nullptr));
       }},
      {"argsort f32 64 fresh", 0,
       [](Operands &o) { check(ct_argsort(o.all.get(), 0, false, false, o.fresh.receive(), nullptr)); }},
      {"topk 8 f32 64 fresh", 0,
       [](Operands &o) {
         check(ct_topk(o.all.get(), 8, 0, false, false, o.fresh.receive(), o.second_fresh.receive(), nullptr));
       }},
      {"median f32 64 fresh", 0, [](Operands &o) { check(ct_median(o.all.get(), o.fresh.receive(), nullptr)); }},
      {"quantile f32 64 fresh", 0,
       [](Operands &o) {
         check(ct_quantile(o.all.get(), o.half.get(), 0, false, CT_INTERPOLATION_LINEAR, o.fresh.receive(), nullptr));
       }},
      {"unique f32 64 fresh", 0,
       [](Operands &o) { check(ct_unique(o.all.get(), o.fresh.receive(), nullptr, nullptr, nullptr)); }},
      {"searchsorted f32 64 by 64 fresh", 0,
       [](Operands &o) { check(ct_searchsorted(o.sorted.get(), o.all.get(), false, o.fresh.receive(), nullptr)); }},
      {"isin f32 64 among 8 fresh", 0,
       [](Operands &o) { check(ct_isin(o.all.get(), o.a.get(), false, o.fresh.receive(), nullptr)); }},
      {"histc f32 64 fresh", 0,
       [](Operands &o) { check(ct_histc(o.all.get(), 10, 0, 64, o.fresh.receive(), nullptr)); }},
      {"bincount i64 64 fresh", 0,
       [](Operands &o) { check(ct_bincount(o.all_index.get(), nullptr, 64, o.fresh.receive(), nullptr)); }},
      {"cummax f32 64 fresh", 0,
       [](Operands &o) { check(ct_cummax(o.all.get(), 0, o.fresh.receive(), o.second_fresh.receive(), nullptr)); }},
      {"diff f32 64 fresh", 0,
       [](Operands &o) { check(ct_diff(o.all.get(), 1, 0, nullptr, nullptr, o.fresh.receive(), nullptr)); }},
      {"eye f32 8x8", 0, [](Operands &o) { check(ct_eye(8, 8, 0, CT_FLOAT32, o.fresh.receive(), nullptr)); }},
      {"linspace f32 64", 0,
       [](Operands &o) {
         const ct_scalar begin = ct_scalar_f64(0), end = ct_scalar_f64(1);
         check(ct_linspace(&begin, &end, 64, CT_FLOAT32, o.fresh.receive(), nullptr));
       }},
      {"tril_indices 8x8", 0,
       [](Operands &o) { check(ct_tril_indices(8, 8, 0, CT_INT64, o.fresh.receive(), nullptr)); }},
      {"uniform f32 64 fresh", 0,
       [](Operands &o) {
         static const int64_t size = 64;
         check(ct_uniform(o.rng, &size, 1, 0, 1, CT_FLOAT32, o.fresh.receive(), nullptr));
       }},
      {"normal f32 64 fresh", 0,
       [](Operands &o) {
         static const int64_t size = 64;
         check(ct_normal(o.rng, &size, 1, 0, 1, CT_FLOAT32, o.fresh.receive(), nullptr));
       }},
      {"randperm 64 fresh", 0,
       [](Operands &o) { check(ct_randperm(o.rng, 64, CT_INT64, o.fresh.receive(), nullptr)); }},
  };
  auto operands = std::make_shared<Operands>();
  std::vector<SmallCase> cases;
  for (const Named &n : named) {
    auto run = n.run;
    cases.push_back({std::string("small: ") + n.name, n.floor, [operands, run] { run(*operands); }});
  }
  return cases;
}

}  // namespace bench
