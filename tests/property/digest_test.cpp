// Writes digests of results, one line for each op and dtype, to the file that CT_DIGEST_FILE names. compare_isas.py
// runs this on every ISA and compares the files. Ops that call math functions must have the same bits everywhere in
// deterministic mode, and all others in both modes, so their digests are made without it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "along_case.h"
#include "argreduce_case.h"
#include "elementwise_case.h"
#include "evaluate.h"
#include "reduce_case.h"
#include "seeds.h"
#include "settings.h"

namespace property {
namespace {

// One case in so many is large. The last one of a full pass is, so shorter passes have none.
int64_t max_numel(int64_t index, int64_t last, int64_t large) {
  return index == last ? large : index % 8 == 7 ? 6000 : 300;
}

bool calls_math(const char *name) {
  for (const char *math : {"logsumexp", "softmax", "log_softmax", "exp"}) {
    if (std::strcmp(math, name) == 0) return true;
  }
  // These take no powers.
  for (const char *sums : {"norm_0", "norm_1", "norm_2", "norm_inf", "norm_-inf"}) {
    if (std::strcmp(sums, name) == 0) return false;
  }
  if (std::strncmp(name, "norm_", 5) == 0) return true;
  for (const reference::Op &op : reference::math_ops()) {
    if (std::strcmp(op.name, name) == 0) return true;
  }
  return false;
}

void use_mode_for(const char *name) { ASSERT_EQ(ct_set_deterministic(calls_math(name), nullptr), CT_OK); }

class Digests : public testing::Test {
 protected:
  void SetUp() override {
    const char *path = std::getenv("CT_DIGEST_FILE");
    file_ = path != nullptr ? std::fopen(path, "a") : nullptr;
  }
  void TearDown() override {
    if (file_ != nullptr) std::fclose(file_);
    ASSERT_EQ(ct_set_deterministic(false, nullptr), CT_OK);
  }
  void write(const char *name, ct_dtype dtype, const Digest &digest) {
    if (file_ != nullptr) {
      std::fprintf(file_, "%s %s %016" PRIx64 "\n", name, reference::info(dtype).name, digest.value());
    }
  }

 private:
  std::FILE *file_ = nullptr;
};

TEST_F(Digests, Elementwise) {
  for (const reference::Op &op : reference::ops()) {
    use_mode_for(op.name);
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      Digest digest;
      for (int64_t index = 0; index < cases(stands_for_others(op) ? 60 : 10); ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of(op.name, dtype.dtype, 500000 + index));
        ElementwiseCase test(op, dtype.dtype, index == 59 ? 100000 : index % 10 == 9 ? 3000 : 300, random);
        test.check(&digest);
        if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
      write(op.name, dtype.dtype, digest);
    }
  }
}

TEST_F(Digests, Reductions) {
  for (const reference::Reduction &op : reference::reductions()) {
    const bool is_sum = std::strcmp(op.name, "sum") == 0;
    use_mode_for(op.name);
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      Digest digest;
      for (int64_t index = 0; index < cases(is_sum ? 75 : 15); ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of(op.name, dtype.dtype, 700000 + index));
        ReduceCase test(op, dtype.dtype, max_numel(index, is_sum ? 74 : 14, 150000), random);
        test.check(&digest);
        if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
      write(op.name, dtype.dtype, digest);
    }
  }
}

// An operand that repeats a few values, which is quick to make.
std::unique_ptr<Operand> large_operand(Random &random, ct_dtype dtype, const Layout &layout, int64_t base_offset) {
  constexpr int64_t kPeriod = 10007;
  const Operand values(random, dtype, {{kPeriod}, {1}}, 0, Values::Moderate);
  auto operand = std::make_unique<Operand>(random, dtype, layout, base_offset, Values::Unset);
  char *const to = const_cast<char *>(operand->array().data);
  const int64_t itemsize = reference::info(dtype).size, period = kPeriod * itemsize;
  const int64_t bytes = ((layout.sizes[0] - 1) * layout.strides[0] + layout.sizes[1]) * itemsize;
  for (int64_t i = 0; i < bytes; i += period) {
    std::memcpy(to + i, values.array().data, static_cast<size_t>(std::min(period, bytes - i)));
  }
  return operand;
}

// Rows that begin far apart, with several strips of columns and several pieces of a row, because operands that come
// from memory are cut in other ways.
TEST_F(Digests, FarRows) {
  if (is_short_pass()) GTEST_SKIP() << "in the full pass";
  for (const ct_dtype dtype : {CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64}) {
    const int64_t itemsize = reference::info(dtype).size;
    std::vector<Digest> digests(reference::reductions().size());
    int64_t turn = 0;
    for (const auto &[rows, bytes] : {std::pair{70, 140000}, {130, 40000}, {1100, 8200}, {261, 9000}}) {
      Random random(seed_of("far rows digest", dtype, rows));
      const int64_t columns = bytes / itemsize;
      const auto input = large_operand(random, dtype, {{rows, columns}, {columns + rows % 4, 1}}, turn);
      for (size_t op = 0; op < digests.size(); ++op) {
        if (!reference::reduced_dtype(reference::reductions()[op], dtype, CT_UNDEFINED)) continue;
        use_mode_for(reference::reductions()[op].name);
        use_threads(kThreads[turn++ % 3]);
        reference::Handle out;
        ASSERT_EQ(call_reduction(reference::reductions()[op], input->tensor(), std::vector<int32_t>{0}, false,
                                 CT_UNDEFINED, out.receive(), nullptr, nullptr),
                  CT_OK);
        digests[op].add(reference::array_of(out));
      }
    }
    for (size_t op = 0; op < digests.size(); ++op) {
      write((reference::reductions()[op].name + std::string("_of_far_rows")).c_str(), dtype, digests[op]);
    }
  }
}

TEST_F(Digests, Along) {
  for (const AlongOp &op : along_ops()) {
    use_mode_for(op.name);
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      Digest digest;
      for (int64_t index = 0; index < cases(30); ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of((std::string(op.name) + " digest").c_str(), dtype.dtype, index));
        const Sizes sizes = random_sizes(random, max_numel(index, 29, 40000));
        AlongCase test(op, dtype.dtype, sizes, random);
        test.check(&digest);
        if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
      write(op.name, dtype.dtype, digest);
    }
  }
}

TEST_F(Digests, Argreduce) {
  for (const ArgreduceOp &op : argreduce_ops()) {
    for (const reference::DTypeInfo &dtype : reference::dtypes()) {
      Digest digest;
      for (int64_t index = 0; index < cases(20); ++index) {
        use_threads(kThreads[index % 3]);
        Random random(seed_of((std::string(op.name) + " digest").c_str(), dtype.dtype, index));
        const Sizes sizes = random_sizes(random, max_numel(index, 19, 40000));
        ArgreduceCase test(op, dtype.dtype, sizes, random);
        test.check(&digest);
        if (HasFailure()) FAIL() << "case " << index << ": " << test.describe();
      }
      write(op.name, dtype.dtype, digest);
    }
  }
}

}  // namespace
}  // namespace property
