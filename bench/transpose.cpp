// Permuted copies: input and output are contiguous along different dims.
#include "families.h"
#include "pool.h"

namespace bench {

namespace {

const std::vector<int32_t> kMatrix = {1, 0}, kToLast = {0, 2, 3, 1}, kToFirst = {0, 3, 1, 2};
constexpr int64_t kParts[] = {1, 8, 64};  // the whole size, an eighth and a sixty-fourth

struct Permutations {
  std::vector<Case> cases;

  Case &add(const std::string &what, ct_dtype to, ct_dtype from, const Sizes &source,
            const std::vector<int32_t> &perm) {
    const std::string dtypes = short_name(from) + (from == to ? "" : "->" + short_name(to));
    cases.push_back(permute_case(what + " " + dtypes + " " + dims_text(source), to, from, source, perm));
    return cases.back();
  }

  // The whole size with its floor, and smaller ones without.
  void add_parts(const std::string &what, ct_dtype to, ct_dtype from, const Sizes &source,
                 const std::vector<int32_t> &perm, Floor floor) {
    for (int64_t part : kParts) {
      Case &c = add(what, to, from, shrink(source, part), perm);
      if (part == 1) c.floor = floor;
    }
  }

  void add_images(const Sizes &nchw) {
    const Sizes nhwc = {nchw[0], nchw[2], nchw[3], nchw[1]};
    add("NCHW->NHWC", CT_FLOAT32, CT_FLOAT32, nchw, kToLast).floor = kImages;
    add("NHWC->NCHW", CT_FLOAT32, CT_FLOAT32, nhwc, kToFirst).floor = kImages;
  }

  // Deinterleaves three channels into planes, and interleaves them again.
  void add_channels(ct_dtype to, ct_dtype from, const Sizes &nhwc, Floor floor) {
    const Sizes nchw = {nhwc[0], nhwc[3], nhwc[1], nhwc[2]};
    add_parts("HWC->CHW", to, from, nhwc, kToFirst, floor);
    add_parts("CHW->HWC", from, to, nchw, kToLast, to == from ? floor : Floor{});
  }
};

void add_fresh_and_cold(std::vector<Case> &cases, const Case &c) {
  cases.push_back(with(c, Memory::kFresh));
  if (*level(c.reads + c.writes) != 'D') cases.push_back(with(c, Memory::kCold));
}

Case scattered() {  // 24 dims of 2, in an order in which no two can be coalesced
  constexpr int32_t kDims = 24, kStep = 7;
  std::vector<int32_t> perm;
  for (int32_t i = 0; i < kDims; i++) perm.push_back(i * kStep % kDims);
  return permute_case("permute f64 24 dims of 2", CT_FLOAT64, CT_FLOAT64, Sizes(kDims, 2), perm);
}

}  // namespace

std::vector<Case> transpose_cases() {
  Permutations f;
  for (const Sizes &source :
       {Sizes{48, 48}, Sizes{256, 256}, Sizes{1024, 1024}, Sizes{4096, 4096}, Sizes{4097, 4093}}) {
    const Case c = f.add("transpose", CT_FLOAT32, CT_FLOAT32, source, kMatrix);
    add_fresh_and_cold(f.cases, c);
  }
  f.add("transpose", CT_FLOAT64, CT_FLOAT64, {2048, 2048}, kMatrix);
  f.add("transpose", CT_UINT8, CT_UINT8, {4096, 4096}, kMatrix);
  f.add("transpose", CT_FLOAT16, CT_FLOAT16, {4096, 4096}, kMatrix);
  f.add("permute 201", CT_FLOAT64, CT_FLOAT64, {256, 256, 256}, {2, 0, 1});
  f.add("permute 102", CT_FLOAT64, CT_FLOAT64, {256, 256, 256}, {1, 0, 2});
  f.add("permute 210", CT_FLOAT64, CT_FLOAT64, {256, 256, 256}, {2, 1, 0});
  f.cases.push_back(scattered());
  f.add_images({32, 64, 56, 56});
  f.add_images({64, 2048, 7, 7});
  f.add("HWC->CHW /255", CT_FLOAT32, CT_UINT8, {8, 224, 224, 3}, kToFirst).op = Op::kDivide255;
  f.add("HWC->CHW", CT_FLOAT32, CT_UINT8, {8, 224, 224, 3}, kToFirst);
  f.add("permute 0213", CT_BFLOAT16, CT_BFLOAT16, {8, 512, 12, 64}, {0, 2, 1, 3});

  f.add_parts("NCHW->NHWC", CT_FLOAT32, CT_FLOAT32, {32, 64, 128, 128}, kToLast, kImages);
  f.add_parts("NHWC->NCHW", CT_FLOAT32, CT_FLOAT32, {32, 128, 128, 64}, kToFirst, kImages);
  f.add_parts("transpose", CT_FLOAT32, CT_FLOAT32, {4096, 8192}, kMatrix, kTranspose);
  f.cases.push_back(
      with(with(permute_case("transpose f32 4096x8192", CT_FLOAT32, CT_FLOAT32, {4096, 8192}, kMatrix), kTranspose),
           Memory::kFresh));
  f.add_parts("permute 3102", CT_FLOAT32, CT_FLOAT32, {128, 96, 64, 48}, {3, 1, 0, 2}, kPermute3102);
  f.add_channels(CT_UINT8, CT_UINT8, {10, 2048, 2048, 3}, kChannels8);
  f.add_channels(CT_FLOAT32, CT_UINT8, {8, 1024, 1024, 3}, kChannelsFloat);
  f.add_channels(CT_FLOAT32, CT_FLOAT32, {8, 1024, 1024, 3}, Floor{});
  return f.cases;
}

}  // namespace bench
