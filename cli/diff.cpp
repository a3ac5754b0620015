// ctensor diff: where the tensors of two files differ, and by how much.
#include <algorithm>
#include <cmath>

#include "cli.h"

namespace cli {

using namespace ctensor;

namespace {

struct Difference {
  int64_t count = 0, beyond = 0;  // elements that differ, and those that differ by more than is let pass
  double absolute = 0, relative = 0;
  uint64_t ulps = 0;  // of floats of one dtype
};

// The distance of two floats in steps from one float to the next.
template <class Bits>
uint64_t distance(Bits a, Bits b) {
  constexpr Bits kSign = Bits(Bits(1) << (sizeof(Bits) * 8 - 1));
  const auto ordered = [](Bits bits) {
    return static_cast<Bits>((bits & kSign) != 0 ? kSign - (bits & ~kSign) : kSign + bits);
  };
  const Bits x = ordered(a), y = ordered(b);
  return x > y ? Bits(x - y) : Bits(y - x);
}

template <class Bits>
uint64_t most_ulps(const Tensor &a, const Tensor &b, const std::vector<bool> &numbers) {
  const DType as = sizeof(Bits) == 2 ? DType::UInt16 : sizeof(Bits) == 4 ? DType::UInt32 : DType::UInt64;
  const std::vector<Bits> x = a.contiguous().view_dtype(as).to_vector<Bits>(),
                          y = b.contiguous().view_dtype(as).to_vector<Bits>();
  uint64_t most = 0;
  for (size_t k = 0; k < x.size(); ++k) {
    if (numbers[k]) most = std::max(most, distance(x[k], y[k]));
  }
  return most;
}

bool is_integral(const Tensor &t) { return isdtype(t.dtype(), Kind::Integer); }

std::vector<Integer> integers_of(const Tensor &t) {
  std::vector<Integer> all;
  if (t.dtype() == DType::UInt64) {
    for (const uint64_t one : t.to_vector<uint64_t>()) all.push_back(one);
  } else {
    for (const int64_t one : t.to(DType::Int64).to_vector<int64_t>()) all.push_back(one);
  }
  return all;
}

// Compares exactly, because doubles do not hold all of int64 and uint64.
void compare_integers(const Tensor &a, const Tensor &b, const Tolerance &tolerance, Difference &all) {
  const std::vector<Integer> x = integers_of(a), y = integers_of(b);
  for (size_t k = 0; k < x.size(); ++k) {
    if (x[k] == y[k]) continue;
    ++all.count;
    const auto apart = static_cast<double>(x[k] > y[k] ? x[k] - y[k] : y[k] - x[k]);
    const double largest = std::max(std::fabs(static_cast<double>(x[k])), std::fabs(static_cast<double>(y[k])));
    if (!(apart <= tolerance.absolute + tolerance.relative * largest)) ++all.beyond;
    all.absolute = std::max(all.absolute, apart);
    all.relative = std::max(all.relative, apart / largest);
  }
}

void compare(const Tensor &a, const Tensor &b, const Tolerance &tolerance, Difference &all) {
  if (is_integral(a) && is_integral(b)) return compare_integers(a, b, tolerance, all);
  const bool is_complex = isdtype(a.dtype(), Kind::Complex) || isdtype(b.dtype(), Kind::Complex);
  const DType wide = is_complex ? DType::Complex128 : DType::Float64;
  const std::vector<double> sizes = abs(a.to(wide)).to_vector<double>(), others = abs(b.to(wide)).to_vector<double>();
  const std::vector<double> apart = abs(sub(a.to(wide), b.to(wide))).to_vector<double>();
  const std::vector<bool> same =
      a.dtype() == b.dtype() ? eq(a, b).to_vector<bool>() : eq(a.to(wide), b.to(wide)).to_vector<bool>();
  std::vector<bool> numbers(same.size(), true);
  for (size_t k = 0; k < same.size(); ++k) {
    const bool nan = std::isnan(sizes[k]), other_nan = std::isnan(others[k]);
    numbers[k] = !nan && !other_nan;
    if (same[k] || (nan && other_nan)) continue;
    ++all.count;
    const double largest = std::max(sizes[k], others[k]);
    if (!numbers[k] || !(apart[k] <= tolerance.absolute + tolerance.relative * largest)) ++all.beyond;
    if (!numbers[k]) continue;
    all.absolute = std::max(all.absolute, apart[k]);
    all.relative = std::max(all.relative, std::isinf(apart[k]) ? apart[k] : apart[k] / largest);
  }
  if (a.dtype() != b.dtype() || !isdtype(a.dtype(), Kind::Float)) return;
  const uint64_t ulps = a.itemsize() == 2   ? most_ulps<uint16_t>(a, b, numbers)
                        : a.itemsize() == 4 ? most_ulps<uint32_t>(a, b, numbers)
                                            : most_ulps<uint64_t>(a, b, numbers);
  all.ulps = std::max(all.ulps, ulps);
}

}  // namespace

int diff(const Options &options, const std::string &path_a, const std::string &path_b, const Tolerance &tolerance) {
  const File a(path_a), b(path_b);
  Json all = Json::array();
  bool differs = false;
  const auto say = [&](const std::string &name, const std::string &what, Json details) {
    details["name"] = name;
    details["difference"] = what;
    all.push_back(details);
    if (!options.json) std::printf("%s: %s\n", shown(name).c_str(), what.c_str());
  };
  // two files of one tensor each, as npy, are compared whatever the names
  const bool one_each = a.size() == 1 && b.size() == 1;
  for (int64_t i = 0; i < a.size(); ++i) {
    const std::string name = a.name(i);
    const std::optional<int64_t> there = one_each ? 0 : b.find(name);
    if (!there) {
      differs = true;
      say(name, "is not in " + path_b, {});
      continue;
    }
    const Tensor x = a.get(i), y = b.get(*there);
    if (shape_of(x) != shape_of(y)) {
      differs = true;
      say(name, "is " + shape_of(x) + " and " + shape_of(y), {});
      continue;
    }
    Difference found;
    Walk walk(options, x.nbytes(), shown(name));
    walk.over(x, y, [&](const Tensor &p, const Tensor &q) { compare(p, q, tolerance, found); });
    const bool other_dtype = x.dtype() != y.dtype();
    if (found.count == 0 && !other_dtype) continue;
    differs = differs || found.beyond > 0 || other_dtype;
    std::string text =
        other_dtype ? std::string("is ") + dtype_name(x.dtype()) + " and " + dtype_name(y.dtype()) + ", " : "";
    text += std::to_string(found.count) + " of " + std::to_string(x.numel()) + " elements differ";
    Json details = {{"elements", x.numel()},
                    {"differ", found.count},
                    {"beyond", found.beyond},
                    {"absolute", found.absolute},
                    {"relative", found.relative}};
    if (found.count > 0) {
      text += ", by " + short_number(found.absolute) + " at most, relative " + short_number(found.relative);
      if (!other_dtype && isdtype(x.dtype(), Kind::Float)) {
        text += ", " + std::to_string(found.ulps) + " ULP";
        details["ulp"] = found.ulps;
      }
    }
    say(name, text, details);
  }
  for (int64_t i = 0; !one_each && i < b.size(); ++i) {
    if (a.find(b.name(i))) continue;
    differs = true;
    say(b.name(i), "is not in " + path_a, {});
  }
  if (options.json) std::printf("%s\n", all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  return differs ? 1 : 0;
}

}  // namespace cli
