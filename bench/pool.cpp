#include "pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace bench {

namespace {

constexpr int64_t kHugePage = int64_t{2} << 20;

uint64_t next(uint64_t &state) {
  state = state * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX; its high bits are good enough here
  return state >> 24;
}

template <class T, class Make>
void fill_with(char *data, int64_t nbytes, uint64_t seed, Make make) {
  auto *values = reinterpret_cast<T *>(data);
  for (int64_t i = 0; i < nbytes / int64_t{sizeof(T)}; i++) values[i] = make(next(seed));
}

}  // namespace

void fill_random(char *data, int64_t nbytes, ct_dtype dtype, uint64_t seed) {
  switch (dtype) {
    case CT_FLOAT32:
    case CT_COMPLEX64:
      fill_with<float>(data, nbytes, seed, [](uint64_t r) { return static_cast<float>(r >> 16) * 0x1p-16F; });
      break;
    case CT_FLOAT64:
    case CT_COMPLEX128:
      fill_with<double>(data, nbytes, seed, [](uint64_t r) { return static_cast<double>(r) * 0x1p-32; });
      break;
    case CT_FLOAT16:
    case CT_COMPLEX32:  // never subnormal, and so small that a sum of all is a number
      fill_with<uint16_t>(data, nbytes, seed, [](uint64_t r) {
        return static_cast<uint16_t>(((r >> 8) % 4 + 1) << 10 | ((r >> 20) & 0x3ff));
      });
      break;
    case CT_BFLOAT16:
      fill_with<uint16_t>(data, nbytes, seed, [](uint64_t r) {
        return static_cast<uint16_t>(((r >> 8) % 24 + 102) << 7 | ((r >> 20) & 0x7f));
      });
      break;
    case CT_BOOL:
      fill_with<uint8_t>(data, nbytes, seed, [](uint64_t r) { return static_cast<uint8_t>(r >> 20 & 1); });
      break;
    default:
      fill_with<uint32_t>(data, nbytes, seed, [](uint64_t r) { return static_cast<uint32_t>(r >> 8); });
  }
}

int64_t index_at(int64_t i, int64_t below) {
  uint64_t x = (static_cast<uint64_t>(i) + 1) * 0x9e3779b97f4a7c15U;  // splitmix64
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return static_cast<int64_t>((x ^ x >> 31) % static_cast<uint64_t>(below));
}

void fill_index(char *data, int64_t count, ct_dtype dtype, int64_t below) {
  for (int64_t i = 0; i < count; i++) {
    if (dtype == CT_BOOL) {
      data[i] = mask_at(i, below) ? 1 : 0;
    } else {
      reinterpret_cast<int64_t *>(data)[i] = index_at(i, below);
    }
  }
}

Pool::~Pool() { std::free(data_); }

char *Pool::any(int64_t nbytes) {
  filled_ = 0;  // the caller is going to write to it
  return reserve(nbytes);
}

char *Pool::reserve(int64_t nbytes) {
  if (nbytes > capacity_) {
    std::free(data_);
    filled_ = 0;
    capacity_ = (nbytes + kHugePage - 1) / kHugePage * kHugePage;
    data_ = static_cast<char *>(std::aligned_alloc(static_cast<size_t>(kHugePage), static_cast<size_t>(capacity_)));
    if (data_ == nullptr) {
      std::fprintf(stderr, "bench: out of memory: %lld bytes\n", static_cast<long long>(capacity_));
      std::exit(1);
    }
    madvise(data_, static_cast<size_t>(capacity_), MADV_HUGEPAGE);
    std::memset(data_, 1, static_cast<size_t>(capacity_));
  }
  return data_;
}

char *Pool::random(int64_t nbytes, ct_dtype dtype, uint64_t seed) {
  reserve(nbytes);
  if (dtype != dtype_ || nbytes > filled_) {
    fill_random(data_, (nbytes + 15) / 16 * 16, dtype, seed);
    dtype_ = dtype;
    filled_ = nbytes;
  }
  return data_;
}

char *Pool::nonzero(int64_t nbytes, ct_dtype dtype, uint64_t seed) {
  random(nbytes, dtype, seed);
  for (int64_t i = 0; i < nbytes; i++) data_[i] |= 1;
  filled_ = 0;
  return data_;
}

const Caches &caches() {
  static const Caches found = [] {
    Caches sizes;
    for (int index = 0; index < 8; index++) {
      const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
      std::ifstream type(folder + "type"), depth(folder + "level"), size(folder + "size");
      std::string kind;
      int at = 0;
      int64_t kib = 0;  // "32K"
      if (!(type >> kind) || !(depth >> at) || !(size >> kib) || kind == "Instruction") continue;
      (at == 1 ? sizes.l1 : at == 2 ? sizes.l2 : sizes.l3) = kib << 10;
    }
    return sizes;
  }();
  return found;
}

const char *level(double nbytes) {
  const Caches &sizes = caches();
  if (nbytes <= static_cast<double>(sizes.l1)) return "L1";
  if (nbytes <= static_cast<double>(sizes.l2)) return "L2";
  return nbytes <= 0.75 * static_cast<double>(sizes.l3) ? "L3" : "DRAM";
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

}  // namespace bench
