// Golden vectors of overlap: which writes are refused.
#include <functional>
#include <map>

#include "vectors.h"

namespace conformance {
namespace {

Handle ones(const Sizes &sizes) {
  Handle out;
  EXPECT_EQ(ct_ones(sizes.data(), static_cast<int32_t>(sizes.size()), CT_FLOAT32, out.receive(), nullptr), CT_OK);
  return out;
}

Handle slice(const Handle &t, int64_t start, int64_t stop, int64_t step = 1) {
  Handle out;
  EXPECT_EQ(ct_slice(t, 0, start, stop, step, out.receive(), nullptr), CT_OK);
  return out;
}

Handle expanded() {
  Handle out;
  const int64_t sizes[] = {8};
  EXPECT_EQ(ct_expand(ones({1}), sizes, 1, out.receive(), nullptr), CT_OK);
  return out;
}

Handle self_overlapping() {
  Handle out;
  const int64_t sizes[] = {3, 3}, strides[] = {1, 1};
  EXPECT_EQ(ct_as_strided(ones({16}), sizes, 2, strides, 0, out.receive(), nullptr), CT_OK);
  return out;
}

ct_status add(const Handle &a, const Handle &b, const Handle &out, Error *error) {
  return ct_add_out(a, b, out, error);
}

// The row's name decides, because the rows say in words what they do.
const std::map<std::string, std::function<ct_status(const Handle &x, Error *)>> &cases() {
  static const std::map<std::string, std::function<ct_status(const Handle &x, Error *)>> all = {
      {"add(out=x, x, x) same tensor", [](const Handle &x, Error *e) { return add(x, x, x, e); }},
      {"add(out=x[1:9], x[0:8], 1-D ones) partial overlap",
       [](const Handle &x, Error *e) { return add(slice(x, 0, 8), ones({8}), slice(x, 1, 9), e); }},
      {"add(out=x[0:8], x[8:16], ones) disjoint halves",
       [](const Handle &x, Error *e) { return add(slice(x, 8, 16), ones({8}), slice(x, 0, 8), e); }},
      {"add(out=expanded (1)->(8), ...) internal overlap",
       [](const Handle &, Error *e) { return add(ones({8}), ones({8}), expanded(), e); }},
      {"copy_ x[0:8] <- x[4:12] partial overlap",
       [](const Handle &x, Error *e) { return ct_copy(slice(x, 0, 8), slice(x, 4, 12), e); }},
      {"copy_ m <- m.t() same storage, other strides",
       [](const Handle &, Error *e) {
         const Handle m = ones({4, 4});
         Handle transposed;
         EXPECT_EQ(ct_transpose(m, 0, 1, transposed.receive(), nullptr), CT_OK);
         return ct_copy(m, transposed, e);
       }},
      {"add(out=x[::2], x[1::2], ones) interleaved, strided",
       [](const Handle &x, Error *e) {
         return add(slice(x, 1, INT64_MIN, 2), ones({8}), slice(x, 0, INT64_MIN, 2), e);
       }},
      {"add(out=as_strided internal overlap (3,3) strides (1,1))",
       [](const Handle &, Error *e) {
         return add(ones({3, 3}), ones({3, 3}), self_overlapping(), e);
       }},
      {"expanded.add_(1)",
       [](const Handle &, Error *e) {
         const Handle x = expanded();
         return add(x, ones({}), x, e);
       }},
      {"expanded.copy_(ones)", [](const Handle &, Error *e) { return ct_copy(expanded(), ones({8}), e); }},
  };
  return all;
}

TEST(Overlap, Golden) {
  size_t checked = 0;
  for_each_row("overlap.jsonl", [&](const json &row) {
    const auto name = row["case"].get<std::string>();
    const auto found = cases().find(name);
    ASSERT_NE(found, cases().end()) << "a case without code";
    ++checked;
    Error error;
    const ct_status status = found->second(ones({16}), &error);
    // This is a documented difference: PyTorch does not check, and writes elements twice.
    const bool refused_here_alone = name.find("as_strided internal overlap") != std::string::npos;
    EXPECT_EQ(status, row["ok"].get<bool>() && !refused_here_alone ? CT_OK : CT_ERROR_OVERLAP) << error.message;
    if (status == CT_OK) return;
    const char *internal = "more than one element of the written-to tensor refers to a single memory location";
    const char *partial =
        "some elements of the input tensor and the written-to tensor refer to a single memory location";
    const std::string text = row.contains("error") ? row["error"].get<std::string>() : internal;
    const char *expected = text.find("more than one element") != std::string::npos ? internal : partial;
    EXPECT_NE(std::string(error.message).find(expected), std::string::npos) << error.message;
  });
  EXPECT_EQ(checked, cases().size());
}

}  // namespace
}  // namespace conformance
