// Planes of which one operand runs along dim 0 and another along dim 1: sizes around every edge of a tile, every base
// within a line, rows apart and side by side, rows that are interleaved; copied, converted and added. And blocks of a
// transposition, whose rows lie anywhere.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>

#include "kernels_test.h"

using namespace kernels_test;

namespace {

constexpr int64_t kLine = 64, kPage = 4096;
constexpr DType kBySize[] = {DType::UInt8, DType::UInt16, DType::Float32, DType::Int64, DType::Complex128};
constexpr Traffic kTraffics[] = {Traffic::Cached, Traffic::NonTemporal};

// How the rows of an operand lie: touching, some elements apart, each on a cache line or a page of its own, of elements
// that do not touch either, or all of them in the same place.
enum class Rows { Dense, Padded, OnLines, OnPages, Spread, Repeated };

// Bytes to the next element along dims 0 and 1, and from a line's start to the lowest element.
struct Place {
  int64_t step0, step1, offset;
};

// `along`: the dim of the rows. `backward`: bit d for dim d.
Place place(Rows rows, int along, int64_t n0, int64_t n1, int64_t size, unsigned backward, int64_t offset) {
  const int64_t inner = rows == Rows::Spread ? 2 * size : size;
  int64_t outer = (along == 0 ? n0 : n1) * inner;
  if (rows == Rows::Padded) outer += 3 * size;
  if (rows == Rows::OnLines) outer = (outer + kLine - 1) / kLine * kLine;
  if (rows == Rows::OnPages) outer = (outer + kPage - 1) / kPage * kPage;
  if (rows == Rows::Repeated) outer = 0;
  Place result{along == 0 ? inner : outer, along == 0 ? outer : inner, offset};
  if ((backward & 1) != 0) result.step0 = -result.step0;
  if ((backward & 2) != 0) result.step1 = -result.step1;
  return result;
}

const std::vector<char> &noise() {
  static const std::vector<char> bytes = [] {
    std::vector<char> all(size_t{4} << 20);
    for (size_t i = 0; i < all.size(); i += 8) store(all.data() + i, rng()());
    return all;
  }();
  return bytes;
}

class Plane {
 public:
  Plane(DType dtype, int64_t n0, int64_t n1, Place place) : dtype_(dtype), place_(place) {
    const int64_t reach0 = (n0 - 1) * place.step0, reach1 = (n1 - 1) * place.step1;
    const int64_t low = std::min<int64_t>(reach0, 0) + std::min<int64_t>(reach1, 0);
    const int64_t span = std::abs(reach0) + std::abs(reach1) + size_of(dtype);
    const auto nbytes = static_cast<size_t>(2 * kGuard + place.offset + span);
    void *block = nullptr;
    EXPECT_EQ(posix_memalign(&block, kLine, nbytes), 0);
    bytes_.reset(static_cast<char *>(block));
    nbytes_ = nbytes;
    was_ = noise().data() + rng()() % (noise().size() - nbytes);
    std::memcpy(bytes_.get(), was_, nbytes);
    origin_ = kGuard + place.offset - low;
  }
  DType dtype() const { return dtype_; }
  const Place &place() const { return place_; }
  char *data() const { return bytes_.get() + origin_; }
  char *at(int64_t i, int64_t j) const { return data() + i * place_.step0 + j * place_.step1; }

  bool unchanged() const { return std::memcmp(bytes_.get(), was_, nbytes_) == 0; }
  // What the bytes must become: the same plane in a copy of them.
  std::vector<char> before() const { return {was_, was_ + nbytes_}; }
  bool is(const std::vector<char> &bytes) const { return std::memcmp(bytes_.get(), bytes.data(), nbytes_) == 0; }
  int64_t origin() const { return origin_; }

 private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr int64_t kGuard = 0;  // the sanitizer guards, against reads too
#else
  static constexpr int64_t kGuard = kLine;
#endif
  struct Free {
    void operator()(char *block) const { std::free(block); }
  };
  DType dtype_;
  Place place_;
  std::unique_ptr<char, Free> bytes_;
  size_t nbytes_ = 0;
  const char *was_ = nullptr;  // in noise()
  int64_t origin_ = 0;
};

void call_on(ct::kernels::Loop loop, const std::vector<const Plane *> &planes, int64_t n0, int64_t n1,
             Traffic traffic) {
  char *data[4];
  int64_t strides[8];
  for (size_t k = 0; k < planes.size(); ++k) {
    data[k] = planes[k]->data();
    strides[k] = planes[k]->place().step0;
    strides[planes.size() + k] = planes[k]->place().step1;
  }
  loop(data, strides, n0, n1, traffic);
}

std::string describe(const Table *table, const std::vector<const Plane *> &planes, int64_t n0, int64_t n1,
                     Traffic traffic) {
  std::string text = std::string(table->isa) + (traffic == Traffic::Cached ? ", " : ", non-temporal, ") +
                     std::to_string(n0) + " x " + std::to_string(n1);
  for (const Plane *plane : planes) {
    const Place &p = plane->place();
    text += ", dtype " + std::to_string(index_of(plane->dtype())) + " steps " + std::to_string(p.step0) + " " +
            std::to_string(p.step1) + " at " + std::to_string(p.offset);
  }
  return text;
}

template <int size>
void copy_one_by_one(char *to, const Place &to_place, const char *from, const Place &from_place, int64_t n0,
                     int64_t n1) {
  for (int64_t j = 0; j < n1; ++j) {
    for (int64_t i = 0; i < n0; ++i) {
      std::memcpy(to + i * to_place.step0 + j * to_place.step1, from + i * from_place.step0 + j * from_place.step1,
                  size);
    }
  }
}

void copy_naively(char *to, const Place &to_place, const char *from, const Place &from_place, int64_t n0, int64_t n1,
                  int64_t size) {
  const auto copy = size == 1   ? copy_one_by_one<1>
                    : size == 2 ? copy_one_by_one<2>
                    : size == 4 ? copy_one_by_one<4>
                    : size == 8 ? copy_one_by_one<8>
                                : copy_one_by_one<16>;
  copy(to, to_place, from, from_place, n0, n1);
}

// Compares every byte of both operands, also those between and around the elements.
void check_copy(const Table *table, DType dtype, Traffic traffic, int64_t n0, int64_t n1, Place to_place,
                Place from_place) {
  const Plane to(dtype, n0, n1, to_place), from(dtype, n0, n1, from_place);
  std::vector<char> expected = to.before();
  copy_naively(expected.data() + to.origin(), to_place, from.data(), from_place, n0, n1, size_of(dtype));
  call_on(table->convert[index_of(dtype)][index_of(dtype)], {&to, &from}, n0, n1, traffic);
  ASSERT_TRUE(from.unchanged()) << "wrote into the input: " << describe(table, {&to, &from}, n0, n1, traffic);
  if (to.is(expected)) return;
  for (int64_t j = 0; j < n1; ++j) {
    for (int64_t i = 0; i < n0; ++i) {
      ASSERT_EQ(std::memcmp(to.at(i, j), from.at(i, j), static_cast<size_t>(size_of(dtype))), 0)
          << "element " << i << ", " << j << ": " << describe(table, {&to, &from}, n0, n1, traffic);
    }
  }
  FAIL() << "wrote outside: " << describe(table, {&to, &from}, n0, n1, traffic);
}

using Compute = void (*)(DType to, char *out, const Plane *const *in, int64_t i, int64_t j);

// The same for any op: elements are compared by their value, and every other byte must be as it was.
void check_op(const Table *table, ct::kernels::Loop loop, Compute compute, Traffic traffic, int64_t n0, int64_t n1,
              const std::vector<const Plane *> &planes) {
  const Plane &to = *planes[0];
  std::vector<char> expected = to.before();
  call_on(loop, planes, n0, n1, traffic);
  for (int64_t j = 0; j < n1; ++j) {
    for (int64_t i = 0; i < n0; ++i) {
      char wanted[16];
      compute(to.dtype(), wanted, planes.data() + 1, i, j);
      char *const got = to.at(i, j);
      ASSERT_TRUE(same(to.dtype(), got, wanted))
          << "element " << i << ", " << j << ": " << text(to.dtype(), got) << " expected " << text(to.dtype(), wanted)
          << ": " << describe(table, planes, n0, n1, traffic);
      std::memcpy(expected.data() + (got - to.data()) + to.origin(), got, static_cast<size_t>(size_of(to.dtype())));
    }
  }
  ASSERT_TRUE(to.is(expected)) << "wrote outside: " << describe(table, planes, n0, n1, traffic);
}

// Numbers that run through all combinations in an order without a pattern.
class Choice {
 public:
  explicit Choice(uint64_t seed) : engine_(seed) {}
  int64_t below(int64_t n) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n)); }
  // Half of all planes run forwards in both dims.
  unsigned backward() { return below(2) == 0 ? 0 : static_cast<unsigned>(below(4)); }
  int64_t offset(int64_t size) {
    const int64_t alignment = std::min<int64_t>(size, 8);
    return below(kLine / alignment) * alignment;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace

TEST(KernelsTranspose, EveryTileEdge) {
  constexpr int64_t kSizes[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 130};
  std::vector<std::pair<int64_t, int64_t>> sizes;
  for (const int64_t n0 : kSizes) {
    for (const int64_t n1 : kSizes) sizes.emplace_back(n0, n1);
    if (n0 > 65 && n0 < 130) continue;
    sizes.emplace_back(n0, 513);
    sizes.emplace_back(513, n0);
  }
  // Rows of the output touch or begin on lines; those of the input are dense, apart, or all in one place.
  constexpr struct {
    Rows to, from;
  } kRows[] = {{Rows::Dense, Rows::Dense},    {Rows::OnLines, Rows::Dense},  {Rows::OnLines, Rows::Padded},
               {Rows::Padded, Rows::Padded},  {Rows::Spread, Rows::Padded},  {Rows::Dense, Rows::Spread},
               {Rows::OnLines, Rows::Spread}, {Rows::Padded, Rows::Repeated}};
  Choice choice(1);
  for (const Table *table : tables()) {
    for (const DType dtype : kBySize) {
      const int64_t size = size_of(dtype);
      for (const auto &[n0, n1] : sizes) {
        if (n0 * n1 * size > 300000) continue;  // what more there is to see costs more than it shows
        for (const auto &rows : kRows) {
          for (const Traffic traffic : kTraffics) {
            const int along = static_cast<int>(choice.below(2));
            const int64_t to_offset = rows.to == Rows::OnLines ? 0 : choice.offset(size);
            const unsigned to_backward = choice.below(4) == 0 ? choice.backward() : 0;
            ASSERT_NO_FATAL_FAILURE(
                check_copy(table, dtype, traffic, n0, n1, place(rows.to, along, n0, n1, size, to_backward, to_offset),
                           place(rows.from, 1 - along, n0, n1, size, choice.backward(), choice.offset(size))));
          }
        }
      }
    }
  }
}

// Rows that share sets of the cache, for which the traversal is skewed: around the ends of bands, with fewer tiles
// along a row than down a band and with more.
TEST(KernelsTranspose, RowsAPowerOfTwoApart) {
  constexpr std::pair<int64_t, int64_t> kSizes[] = {{127, 128}, {128, 256}, {129, 65},  {144, 200}, {130, 333},
                                                    {256, 64},  {257, 512}, {300, 513}, {33, 600},  {520, 40}};
  constexpr struct {
    Rows to, from;
  } kRows[] = {{Rows::OnPages, Rows::OnPages}, {Rows::OnLines, Rows::OnPages}, {Rows::Padded, Rows::OnPages}};
  Choice choice(6);
  for (const Table *table : tables()) {
    for (const DType dtype : kBySize) {
      const int64_t size = size_of(dtype);
      for (const auto &[n0, n1] : kSizes) {
        for (const auto &rows : kRows) {
          for (const Traffic traffic : kTraffics) {
            constexpr int64_t kMost = 3 << 20;  // bytes, of noise() for a plane
            const int64_t to_offset = rows.to == Rows::Padded ? choice.offset(size) : 0;
            if (n1 * (n0 * size + kPage) > kMost || n0 * (n1 * size + kPage) > kMost) continue;
            ASSERT_NO_FATAL_FAILURE(
                check_copy(table, dtype, traffic, n0, n1, place(rows.to, 0, n0, n1, size, 0, to_offset),
                           place(rows.from, 1, n0, n1, size, choice.backward() & 1, choice.offset(size))));
          }
        }
      }
    }
  }
}

TEST(KernelsTranspose, EveryBaseWithinALine) {
  constexpr std::pair<int64_t, int64_t> kSizes[] = {{70, 37}, {37, 70}, {129, 5}, {5, 129}, {64, 64}, {9, 8}};
  Choice choice(2);
  for (const Table *table : tables()) {
    for (const DType dtype : kBySize) {
      const int64_t size = size_of(dtype), alignment = std::min<int64_t>(size, 8);
      for (int64_t offset = 0; offset < kLine; offset += alignment) {
        for (const auto &[n0, n1] : kSizes) {
          for (const int64_t from_offset : {int64_t{0}, alignment, kLine - alignment, choice.offset(size)}) {
            for (const Traffic traffic : kTraffics) {
              const Rows rows = choice.below(2) == 0 ? Rows::Padded : Rows::OnLines;
              ASSERT_NO_FATAL_FAILURE(check_copy(
                  table, dtype, traffic, n0, n1, place(rows, 0, n0, n1, size, 0, offset),
                  place(choice.below(2) == 0 ? Rows::Dense : Rows::Padded, 1, n0, n1, size, 0, from_offset)));
            }
          }
        }
      }
    }
  }
}

namespace {

// Rows of `all` segments, which two blocks share: each row of the output is one row of segments j of all rows of the
// input. Both sides have their rows in any order; those of the output touch, or not.
void check_blocks(const Table *table, Choice &choice, int64_t unit, int64_t all, int64_t n1, Traffic stores) {
  const int64_t line = (kLine + unit - 1) / unit, n0 = choice.below(3) == 0 ? all : (all + 1) / 2;
  const int64_t gap = choice.below(2) * choice.below(3) * kLine / 2;
  const bool is_element = unit <= 16 && (unit & (unit - 1)) == 0;
  const int64_t begin = choice.below(2) == 0 ? 0 : choice.offset(is_element ? unit : 1);
  std::vector<int64_t> to_rows, from_rows;
  for (int64_t j = 0; j < n1; ++j) to_rows.push_back(j * (all * unit + gap));
  for (int64_t i = 0; i < all; ++i) from_rows.push_back(i * (n1 * unit + 3));
  std::mt19937_64 engine(static_cast<uint64_t>(choice.below(1000)));
  const bool is_even = choice.below(3) == 0;
  if (!is_even) std::shuffle(from_rows.begin(), from_rows.end(), engine);
  if (!is_even && choice.below(2) == 0) std::shuffle(to_rows.begin(), to_rows.end(), engine);
  const std::vector<char> from(noise().begin(), noise().begin() + all * (n1 * unit + 3));
  const auto room = static_cast<size_t>(begin + n1 * (all * unit + gap) + 2 * kLine);
  std::vector<char> to(noise().begin() + 1000, noise().begin() + 1000 + static_cast<int64_t>(room)), expected = to;
  const auto at_line = static_cast<int64_t>(-reinterpret_cast<uintptr_t>(to.data()) % kLine);
  char *const target = to.data() + at_line + begin;
  for (int64_t j = 0; j < n1; ++j) {
    for (int64_t i = 0; i < all; ++i) {
      std::memcpy(expected.data() + at_line + begin + to_rows[static_cast<size_t>(j)] + i * unit,
                  from.data() + from_rows[static_cast<size_t>(i)] + j * unit, static_cast<size_t>(unit));
    }
  }
  const char *const next = choice.below(2) == 0 ? from.data() : nullptr;
  const bool whole = begin == 0 && n0 * unit % kLine == 0 && all * unit % kLine == 0 && gap % kLine == 0;
  ct::kernels::TransposeBlock block{unit, n0,    n1,   to_rows.data(), from_rows.data(), is_even && n0 > 1 && n1 > 1,
                                    0,    false, whole};
  const bool shares = stores == Traffic::NonTemporal && !whole;
  block.after = shares ? std::min(line, all - n0) : 0;
  table->transpose(target, from.data(), next, block, stores);
  if (n0 < all) {
    block.n0 = all - n0;
    block.from_rows += n0;
    block.is_even &= block.n0 > 1;
    block.after = 0;
    block.begun = shares;
    table->transpose(target + n0 * unit, from.data(), next, block, stores);
  }
  table->fence();
  ASSERT_TRUE(to == expected) << table->isa << ", " << all << " x " << n1 << " of " << unit << " bytes, first " << n0
                              << ", gap " << gap << ", begins " << begin << ", whole lines " << whole
                              << (stores == Traffic::Cached ? "" : ", non-temporal");
}

}  // namespace

TEST(KernelsTranspose, BlocksWithRowsAnywhere) {
  constexpr int64_t kUnits[] = {1, 2, 4, 8, 16, 3, 12, 24, 48, 96, 130, 500};
  constexpr int64_t kSizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 32, 33, 64, 65, 128, 200};
  Choice choice(7);
  for (const Table *table : tables()) {
    for (const int64_t unit : kUnits) {
      for (const int64_t n0 : kSizes) {
        for (const int64_t n1 : kSizes) {
          const bool is_element = unit <= 16 && (unit & (unit - 1)) == 0;
          if (n0 > 1 && n0 * unit > ct::kernels::max_transposed_row(is_element ? unit : 64)) continue;
          for (const Traffic stores : kTraffics) {
            ASSERT_NO_FATAL_FAILURE(check_blocks(table, choice, unit, n0, n1, stores));
          }
        }
      }
    }
  }
}

// Two, three or four rows that are interleaved on one side. Whichever dim is theirs, whichever side has padding.
TEST(KernelsTranspose, InterleavedRows) {
  std::vector<int64_t> counts = {127, 128, 129, 191, 192, 193, 255, 256, 257, 511, 513, 1023, 1087, 1088, 2113};
  for (int64_t count = 1; count <= 67; ++count) counts.push_back(count);
  Choice choice(3);
  for (const Table *table : tables()) {
    for (const DType dtype : kBySize) {
      const int64_t size = size_of(dtype);
      for (const int64_t channels : {2, 3, 4}) {
        for (const int64_t count : counts) {
          for (const bool to_rows : {true, false}) {
            for (const int along : {0, 1}) {  // the dim along which rows are interleaved
              const int64_t n0 = along == 0 ? count : channels, n1 = along == 0 ? channels : count;
              const Rows rows[] = {Rows::Dense, choice.below(3) == 0 ? Rows::Padded : Rows::Dense};
              const Place interleaved = place(rows[choice.below(2)], 1 - along, n0, n1, size, 0, choice.offset(size));
              const Place apart = place(rows[choice.below(2)], along, n0, n1, size, 0, choice.offset(size));
              const Traffic traffic = kTraffics[choice.below(2)];
              ASSERT_NO_FATAL_FAILURE(check_copy(table, dtype, traffic, n0, n1, to_rows ? apart : interleaved,
                                                 to_rows ? interleaved : apart));
            }
          }
        }
      }
    }
  }
}

namespace {

// Rows of a plane, each between two pages that nobody may touch.
class Fenced {
 public:
  Fenced(int64_t rows, int64_t row_bytes) {
    page_ = sysconf(_SC_PAGESIZE);
    const int64_t pages = (row_bytes + page_ - 1) / page_;
    room_ = pages * page_;
    step_ = room_ + page_;
    nbytes_ = rows * step_ + page_;
    void *const block = mmap(nullptr, static_cast<size_t>(nbytes_), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(block, MAP_FAILED);
    block_ = static_cast<char *>(block);
    for (int64_t row = 0; row < rows; ++row) {
      char *const at = block_ + page_ + row * step_;
      EXPECT_EQ(mprotect(at, static_cast<size_t>(room_), PROT_READ | PROT_WRITE), 0);
      std::memcpy(at, noise().data() + rng()() % (noise().size() - static_cast<size_t>(room_)),
                  static_cast<size_t>(room_));
    }
  }
  Fenced(const Fenced &) = delete;
  Fenced &operator=(const Fenced &) = delete;
  ~Fenced() { munmap(block_, static_cast<size_t>(nbytes_)); }

  int64_t step() const { return step_; }
  // A row of so many bytes that begins right after one fence, or ends right before the next.
  char *row(int64_t row_bytes, bool at_end) const { return block_ + page_ + (at_end ? room_ - row_bytes : 0); }

 private:
  int64_t page_ = 0, room_ = 0, step_ = 0, nbytes_ = 0;
  char *block_ = nullptr;
};

void check_fenced(const Table *table, DType dtype, int64_t n0, int64_t n1, char *to, const Place &to_place,
                  const char *from, const Place &from_place) {
  const int64_t size = size_of(dtype);
  for (const Traffic traffic : kTraffics) {
    char *const data[] = {to, const_cast<char *>(from)};
    const int64_t strides[] = {to_place.step0, from_place.step0, to_place.step1, from_place.step1};
    for (int64_t i = 0; i < n0; ++i) {
      for (int64_t j = 0; j < n1; ++j) to[i * to_place.step0 + j * to_place.step1] ^= 0x55;
    }
    table->convert[index_of(dtype)][index_of(dtype)](data, strides, n0, n1, traffic);
    for (int64_t i = 0; i < n0; ++i) {
      for (int64_t j = 0; j < n1; ++j) {
        ASSERT_EQ(std::memcmp(to + i * to_place.step0 + j * to_place.step1,
                              from + i * from_place.step0 + j * from_place.step1, static_cast<size_t>(size)),
                  0)
            << table->isa << " size " << size << ", " << n0 << " x " << n1 << " at " << i << ", " << j;
      }
    }
  }
}

}  // namespace

// A load or store past a row's end, or before its begin, is a crash here.
TEST(KernelsTranspose, NothingBeyondTheRowsIsTouched) {
  constexpr int64_t kSizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 64, 65, 130};
  constexpr int64_t kRows = 130, kRowBytes = kRows * 16;
  const Fenced to(kRows, kRowBytes), from(kRows, kRowBytes);
  for (const Table *table : tables()) {
    for (const DType dtype : kBySize) {
      const int64_t size = size_of(dtype);
      for (const int64_t n0 : kSizes) {
        for (const int64_t n1 : kSizes) {
          for (const bool at_end : {true, false}) {
            ASSERT_NO_FATAL_FAILURE(check_fenced(table, dtype, n0, n1, to.row(n0 * size, at_end), {size, to.step(), 0},
                                                 from.row(n1 * size, at_end), {from.step(), size, 0}));
          }
        }
      }
    }
  }
}

// The same of planes without gaps, of which interleaved rows are one kind.
TEST(KernelsTranspose, NothingBeyondThePlanesIsTouched) {
  const Fenced to(1, 300 * 17 * 16), from(1, 300 * 17 * 16);
  for (const Table *table : tables()) {
    for (const DType dtype : kBySize) {
      const int64_t size = size_of(dtype);
      for (const int64_t few : {2, 3, 4, 5, 8, 17}) {
        for (int64_t many = 1; many < 300; many += many < 70 ? 1 : 19) {
          for (const bool at_end : {true, false}) {
            for (const bool turned : {true, false}) {
              const int64_t n0 = turned ? few : many, n1 = turned ? many : few;
              ASSERT_NO_FATAL_FAILURE(check_fenced(table, dtype, n0, n1, to.row(n0 * n1 * size, at_end),
                                                   {size, n0 * size, 0}, from.row(n0 * n1 * size, at_end),
                                                   {n1 * size, size, 0}));
            }
          }
        }
      }
    }
  }
}

namespace {

constexpr int64_t kSomeSizes[] = {1, 2, 3, 4, 8, 15, 16, 17, 33, 64, 65, 130};
constexpr Rows kAnyRows[] = {Rows::Dense, Rows::Padded, Rows::OnLines, Rows::Spread, Rows::Repeated};

// Places rows along `along`, anywhere.
Plane output_plane(Choice &choice, DType dtype, int64_t n0, int64_t n1, int along) {
  const Rows rows = kAnyRows[choice.below(4)];
  const int64_t offset = rows == Rows::OnLines ? 0 : choice.offset(size_of(dtype));
  return {dtype, n0, n1, place(rows, along, n0, n1, size_of(dtype), 0, offset)};
}

// The same, backwards too, with values that matter in every element.
Plane input_plane(Choice &choice, DType dtype, int64_t n0, int64_t n1, int along) {
  const Rows rows = kAnyRows[choice.below(5)];
  const int64_t size = size_of(dtype);
  Plane plane(dtype, n0, n1, place(rows, along, n0, n1, size, choice.backward(), choice.offset(size)));
  for (int64_t j = 0; j < n1; ++j) {
    for (int64_t i = 0; i < n0; ++i) randomize(dtype, plane.at(i, j));
  }
  return plane;
}

}  // namespace

TEST(KernelsTranspose, Conversions) {
  constexpr struct {
    DType to, from;
  } kPairs[] = {
      {DType::Float32, DType::UInt8},        {DType::BFloat16, DType::Float32},    {DType::Float16, DType::Float32},
      {DType::Float32, DType::Float16},      {DType::Int32, DType::Float64},       {DType::Float32, DType::Int64},
      {DType::Complex128, DType::Complex64}, {DType::Complex32, DType::Complex64}, {DType::Bool, DType::Float32},
      {DType::Float32, DType::Bool},         {DType::UInt8, DType::Float32},       {DType::Float64, DType::UInt16}};
  const Compute compute = [](DType to, char *out, const Plane *const *in, int64_t i, int64_t j) {
    write(to, out, read(in[0]->dtype(), in[0]->at(i, j)));
  };
  Choice choice(4);
  for (const Table *table : tables()) {
    for (const auto &pair : kPairs) {
      for (const int64_t n0 : kSomeSizes) {
        for (const int64_t n1 : kSomeSizes) {
          for (const Traffic traffic : kTraffics) {
            const int along = static_cast<int>(choice.below(2));
            const Plane to = output_plane(choice, pair.to, n0, n1, along);
            const Plane from = input_plane(choice, pair.from, n0, n1, 1 - along);
            ASSERT_NO_FATAL_FAILURE(check_op(table, table->convert[index_of(pair.to)][index_of(pair.from)], compute,
                                             traffic, n0, n1, {&to, &from}));
          }
        }
      }
    }
  }
}

// One operand of three runs along the other dim: the output or an input.
TEST(KernelsTranspose, Additions) {
  const Compute compute = [](DType to, char *out, const Plane *const *in, int64_t i, int64_t j) {
    const double a = read(to, in[0]->at(i, j)).re, b = read(to, in[1]->at(i, j)).re;
    const double sum = to == DType::Float64 ? a + b : static_cast<float>(a) + static_cast<float>(b);
    write(to, out, Value{false, 0, sum, 0});
  };
  Choice choice(5);
  for (const Table *table : tables()) {
    for (const DType dtype : {DType::Float32, DType::Float64, DType::Float16}) {
      for (const int64_t n0 : kSomeSizes) {
        for (const int64_t n1 : kSomeSizes) {
          for (const Traffic traffic : kTraffics) {
            const int64_t other = choice.below(3);
            const int along = static_cast<int>(choice.below(2));
            const auto direction = [&](int64_t k) { return k == other ? 1 - along : along; };
            const Plane to = output_plane(choice, dtype, n0, n1, direction(0));
            const Plane a = input_plane(choice, dtype, n0, n1, direction(1));
            const Plane b = input_plane(choice, dtype, n0, n1, direction(2));
            ASSERT_NO_FATAL_FAILURE(
                check_op(table, table->elementwise[0][static_cast<int>(ct::kernels::Elementwise::add)][index_of(dtype)],
                         compute, traffic, n0, n1, {&to, &a, &b}));
          }
        }
      }
    }
  }
}
