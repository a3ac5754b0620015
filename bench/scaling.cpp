// Every number of threads beside one thread: more threads must never be slower.
#include "families.h"

namespace bench {

namespace {

Case named(Case c, const std::string &name) {
  c.name = "scaling: " + name;
  c.floor = {};
  c.every_thread_count = true;
  c.against_hptt = false;
  return c;
}

Case copy_of(int64_t count) {
  const Operand operand = contiguous(CT_FLOAT32, {count});
  return named(copy_case("", operand, operand), "copy f32 " + count_text(count));
}

Case transpose_of(int64_t n) {
  return named(permute_case("", CT_FLOAT32, CT_FLOAT32, {n, n}, {1, 0}), "transpose f32 " + dims_text({n, n}));
}

Case add_of(int64_t count) {
  Case c = copy_of(count);
  c.op = Op::kAdd;
  c.second = c.from;
  c.second.offset = count;
  c.reads *= 2;
  return named(c, "add f32 " + count_text(count));
}

Case add_in_place_of(int64_t count) {
  Case c = copy_of(count);
  c.op = Op::kAddInPlace;
  return named(c, "add f32 in place " + count_text(count));
}

Case sum_of(int64_t count) {
  Case c = reduce_case("", Op::kSum, CT_FLOAT32, contiguous(CT_FLOAT32, {count}), {});
  return named(c, "sum f32 " + count_text(count));
}

}  // namespace

std::vector<Case> scaling_cases() {
  std::vector<Case> cases;
  for (int64_t kib : {2, 16, 64, 256, 1024, 64 << 10}) cases.push_back(copy_of(kib << 10));
  for (int64_t n : {48, 256, 1024, 4096}) cases.push_back(transpose_of(n));
  for (const Case &c : hptt_cases()) {
    for (const char *wanted : {"021 368x384x384", "3210 96x75x75x96", "543210 32x15x15x15x15x32"}) {
      if (c.name == std::string("hptt f32 ") + wanted) cases.push_back(named(c, std::string("hptt f32 ") + wanted));
    }
  }
  for (int64_t kib : {1, 64, 1024, 32 << 10}) cases.push_back(add_of(kib << 10));
  cases.push_back(add_in_place_of(int64_t{32} << 20));
  for (int64_t kib : {4, 1024, 64 << 10}) cases.push_back(sum_of(kib << 10));
  return cases;
}

}  // namespace bench
