#include "ops/random/rng.h"

#include "runtime/allocator.h"
#include "runtime/kernel_table.h"

namespace ct {

Ref<Rng> Rng::create(uint64_t key, uint64_t stream) { return Ref<Rng>::adopt(make<Rng>(key, stream)); }

void Rng::dispose(Rng *rng) noexcept { destroy(rng); }

Ref<Rng> Rng::split() {
  Ref<Rng> made = create(0, 0);
  RandomBlocks one(*this, 1);
  alignas(kCacheLine) uint64_t block[kernels::kRandomGroup / 8];
  one.words(reinterpret_cast<char *>(block), 0, 1);
  one.done();
  made->set(block[0], block[1], 0);
  return made;
}

void RandomBlocks::words(char *to, int64_t first, int64_t groups) const noexcept {
  kernels::RandomStream from = stream_;
  from.counter += static_cast<uint64_t>(first);
  kernel_table<kernels::RandomTable>().words(to, from, groups);
}

}  // namespace ct
