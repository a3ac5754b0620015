// Copy, add and sum of contiguous f32, in the cache and past it, against memcpy of an operand's size.
#include "families.h"

namespace bench {

void contiguous(Harness &harness) {
  for (int64_t mib : {1, 128}) {
    const int64_t nbytes = mib << 20;
    const auto bytes = static_cast<double>(nbytes);
    const std::string size = " " + std::to_string(mib) + " MiB";
    Buffer first(nbytes, 1), second(nbytes, 2), third(nbytes, 3);
    Tensor a(first, {nbytes / 4}, CT_FLOAT32), b(second, {nbytes / 4}, CT_FLOAT32),
        out(third, {nbytes / 4}, CT_FLOAT32);
    Tensor total;
    for (int threads : harness.thread_counts()) {
      const Side reference = memcpy_side(third, first, threads);
      harness.compare("copy" + size, threads, {2 * bytes, [&] { check(ct_copy(out.get(), a.get(), nullptr)); }},
                      reference);
      harness.compare("add" + size, threads,
                      {3 * bytes, [&] { check(ct_add_out(a.get(), b.get(), out.get(), nullptr)); }}, reference);
      harness.compare(
          "sum" + size, threads,
          {bytes, [&] { check(ct_sum(a.get(), nullptr, 0, false, CT_UNDEFINED, total.receive(), nullptr)); }},
          reference);
    }
  }
}

}  // namespace bench
