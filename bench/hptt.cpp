// The 57 permutations of HPTT's own benchmark: 19 orders, each with dims of about one size, then with a small second
// dim, then with a long one elsewhere. As in that benchmark, the first dim is the densest.
#include "families.h"

namespace bench {

namespace {

struct Order {
  const char *perm;
  Sizes sizes[3];
};

const Order kOrders[] = {
    {"10", {{7264, 7264}, {43408, 1216}, {1216, 43408}}},
    {"021", {{368, 384, 384}, {2144, 64, 384}, {368, 64, 2307}}},
    {"102", {{384, 384, 355}, {2320, 384, 59}, {384, 2320, 59}}},
    {"210", {{384, 355, 384}, {2320, 59, 384}, {384, 59, 2320}}},
    {"0321", {{80, 96, 75, 96}, {464, 16, 75, 96}, {80, 16, 75, 582}}},
    {"2130", {{96, 75, 96, 75}, {608, 12, 96, 75}, {96, 12, 608, 75}}},
    {"2031", {{96, 75, 96, 75}, {608, 12, 96, 75}, {96, 12, 608, 75}}},
    {"1032", {{96, 96, 75, 75}, {608, 96, 12, 75}, {96, 608, 12, 75}}},
    {"3210", {{96, 75, 75, 96}, {608, 12, 75, 96}, {96, 12, 75, 608}}},
    {"04213", {{32, 48, 28, 28, 48}, {176, 8, 28, 28, 48}, {32, 8, 28, 28, 298}}},
    {"32140", {{48, 28, 28, 48, 28}, {352, 4, 28, 48, 28}, {48, 4, 28, 352, 28}}},
    {"20413", {{48, 28, 48, 28, 28}, {352, 4, 48, 28, 28}, {48, 4, 352, 28, 28}}},
    {"13042", {{48, 48, 28, 28, 28}, {352, 48, 4, 28, 28}, {48, 352, 4, 28, 28}}},
    {"43210", {{48, 28, 28, 28, 48}, {352, 4, 28, 28, 48}, {48, 4, 28, 28, 352}}},
    {"032541", {{16, 32, 15, 32, 15, 15}, {48, 10, 15, 32, 15, 15}, {16, 10, 15, 103, 15, 15}}},
    {"320514", {{32, 15, 15, 32, 15, 15}, {112, 5, 15, 32, 15, 15}, {32, 5, 15, 112, 15, 15}}},
    {"204153", {{32, 15, 32, 15, 15, 15}, {112, 5, 32, 15, 15, 15}, {32, 5, 112, 15, 15, 15}}},
    {"325104", {{32, 15, 15, 32, 15, 15}, {112, 5, 15, 32, 15, 15}, {32, 5, 15, 112, 15, 15}}},
    {"543210", {{32, 15, 15, 15, 15, 32}, {112, 5, 15, 15, 15, 32}, {32, 5, 15, 15, 15, 112}}},
};

Case row_major(ct_dtype dtype, const std::string &order, const Sizes &sizes, int64_t part) {
  const Sizes smaller = shrink(sizes, part);
  const auto ndim = static_cast<int32_t>(order.size());
  const Sizes source(smaller.rbegin(), smaller.rend());
  std::vector<int32_t> perm;
  for (int32_t d = ndim; d-- > 0;) perm.push_back(ndim - 1 - (order[static_cast<size_t>(d)] - '0'));
  std::string name = "hptt " + short_name(dtype) + " " + order + " " + dims_text(sizes);
  if (part > 1) name += " /" + std::to_string(part);
  Case c = permute_case(name, dtype, dtype, source, perm);
  c.against_hptt = true;
  return c;
}

}  // namespace

std::vector<Case> hptt_cases() {
  std::vector<Case> cases;
  for (ct_dtype dtype : {CT_FLOAT32, CT_FLOAT64}) {
    for (int64_t part : {1, 8, 64}) {
      for (const Order &order : kOrders) {
        for (const Sizes &sizes : order.sizes) cases.push_back(row_major(dtype, order.perm, sizes, part));
      }
    }
  }
  return cases;
}

}  // namespace bench
