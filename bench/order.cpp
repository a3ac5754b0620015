// Sorting and searching: single calls on numbers of a seed, in ns. Names are "order: …", and "small: …" for 64
// elements.
#include <cstring>
#include <memory>
#include <random>

#include "families.h"

namespace bench {

namespace {

struct Numbers {
  std::vector<char> memory;
  std::vector<double> random;
  std::unique_ptr<Tensor> t;
  Tensor first, second;
};

std::shared_ptr<Numbers> numbers(ct_dtype dtype, int64_t itemsize, int64_t n) {
  auto made = std::make_shared<Numbers>();
  made->memory.resize(static_cast<size_t>(n * itemsize));
  std::mt19937_64 random(1);
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t bits = random();
    char *const to = made->memory.data() + i * itemsize;
    const double number = static_cast<double>(bits >> 11) / 4503599627370496.0 - 1;
    const auto single = static_cast<float>(number);
    if (dtype == CT_FLOAT64) {
      std::memcpy(to, &number, sizeof number);
    } else if (dtype == CT_FLOAT32) {
      std::memcpy(to, &single, sizeof single);
    } else {
      std::memcpy(to, &bits, static_cast<size_t>(itemsize));
    }
  }
  made->t = std::make_unique<Tensor>(contiguous(dtype, {n}), made->memory.data());
  return made;
}

}  // namespace

std::vector<SmallCase> order_cases() {
  struct Op {
    const char *name;
    void (*run)(Numbers &);
  };
  const Op ops[] = {
      {"sort", [](Numbers &o) { check(ct_sort(o.t->get(), 0, false, false, o.first.receive(), nullptr, nullptr)); }},
      {"argsort", [](Numbers &o) { check(ct_argsort(o.t->get(), 0, false, true, o.first.receive(), nullptr)); }},
      {"topk 10",
       [](Numbers &o) {
         check(ct_topk(o.t->get(), 10, 0, true, true, o.first.receive(), o.second.receive(), nullptr));
       }},
      {"median", [](Numbers &o) { check(ct_median(o.t->get(), o.first.receive(), nullptr)); }},
      {"kthvalue",
       [](Numbers &o) {
         const int64_t third = static_cast<int64_t>(o.memory.size()) / ct_tensor_itemsize(o.t->get()) / 3;
         check(ct_kthvalue(o.t->get(), third, 0, false, o.first.receive(), o.second.receive(), nullptr));
       }},
      {"unique", [](Numbers &o) { check(ct_unique(o.t->get(), o.first.receive(), nullptr, nullptr, nullptr)); }},
      {"searchsorted",
       [](Numbers &o) {
         if (o.second.get() == nullptr)
           check(ct_sort(o.t->get(), 0, false, false, o.second.receive(), nullptr, nullptr));
         check(ct_searchsorted(o.second.get(), o.t->get(), false, o.first.receive(), nullptr));
       }},
      {"isin 64",
       [](Numbers &o) {
         if (o.second.get() == nullptr) check(ct_narrow(o.t->get(), 0, 0, 64, o.second.receive(), nullptr));
         check(ct_isin(o.t->get(), o.second.get(), false, o.first.receive(), nullptr));
       }},
      {"cummax", [](Numbers &o) { check(ct_cummax(o.t->get(), 0, o.first.receive(), o.second.receive(), nullptr)); }},
  };
  struct Type {
    const char *name;
    ct_dtype dtype;
    int64_t itemsize;
  };
  const Type types[] = {
      {"f32", CT_FLOAT32, 4}, {"i32", CT_INT32, 4}, {"i64", CT_INT64, 8}, {"f64", CT_FLOAT64, 8}, {"u8", CT_UINT8, 1}};
  std::vector<SmallCase> cases;
  for (const Op &op : ops) {
    for (const Type &type : types) {
      for (const int64_t n : {int64_t{64}, int64_t{1} << 10, int64_t{1} << 16, int64_t{1} << 20}) {
        const std::string size = n == 64 ? "64" : n < 1 << 20 ? std::to_string(n >> 10) + "Ki" : "1Mi";
        auto run = op.run;
        // The numbers are made when they are first asked for: a list of names needs none.
        auto made = std::make_shared<std::shared_ptr<Numbers>>();
        cases.push_back({std::string(n == 64 ? "small: " : "order: ") + op.name + " " + type.name + " " + size, 0,
                         [made, run, type, n] {
                           if (*made == nullptr) *made = numbers(type.dtype, type.itemsize, n);
                           run(**made);
                         }});
      }
    }
  }
  return cases;
}

}  // namespace bench
