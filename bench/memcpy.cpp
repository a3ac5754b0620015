// Copy, add and sum of contiguous f32 beside memcpy of one operand: bytes read and written a second.
#include "families.h"
#include "pool.h"

namespace bench {

namespace {

Operand of(int64_t count, int64_t offset) {
  Operand operand = contiguous(CT_FLOAT32, {count});
  operand.offset = offset;
  return operand;
}

}  // namespace

std::vector<RateCase> memcpy_cases() {
  static Pool inputs, output;
  std::vector<RateCase> cases;
  for (int64_t mib : {1, 128}) {
    const int64_t count = mib << 18, nbytes = mib << 20;
    const std::string size = " f32 " + std::to_string(mib) + " MiB";
    const auto bytes = static_cast<double>(nbytes);
    const auto prepare = [=] {
      RateCase::Memory memory;
      memory.from = inputs.random(2 * nbytes, CT_FLOAT32, 1);
      memory.to = output.any(nbytes);
      memory.nbytes = nbytes;
      memory.a = std::make_shared<Tensor>(of(count, 0), memory.from);
      memory.b = std::make_shared<Tensor>(of(count, count), memory.from);
      memory.out = std::make_shared<Tensor>(of(count, 0), memory.to);
      return memory;
    };
    cases.push_back({"memcpy: copy" + size, 2 * bytes, prepare, [](const RateCase::Memory &memory) {
                       check(ct_copy(memory.out->get(), memory.a->get(), nullptr));
                     }});
    cases.push_back({"memcpy: add" + size, 3 * bytes, prepare, [](const RateCase::Memory &memory) {
                       check(ct_add_out(memory.a->get(), memory.b->get(), memory.out->get(), nullptr));
                     }});
    cases.push_back({"memcpy: sum" + size, bytes, prepare, [](const RateCase::Memory &memory) {
                       Tensor total;
                       check(ct_sum(memory.a->get(), nullptr, 0, false, CT_UNDEFINED, total.receive(), nullptr));
                     }});
  }
  return cases;
}

}  // namespace bench
