// ctensor info: what is in a file.
#include <algorithm>
#include <cmath>
#include <limits>

#include "cli.h"

namespace cli {

using namespace ctensor;

namespace {

constexpr int64_t kBins = 16;

bool is_integral(DType dtype) { return isdtype(dtype, Kind::Integer); }
bool is_complex(DType dtype) { return isdtype(dtype, Kind::Complex); }

// Statistics of integers, bools, the finite floats, and the magnitudes of complex numbers.
struct Statistics {
  int64_t nans = 0, infinities = 0, finite = 0;
  double min = std::numeric_limits<double>::infinity(), max = -min, sum = 0;
  std::vector<int64_t> bins;
  Integer least = 0, most = 0;  // of integers, which doubles need not hold
  bool is_first = true;

  double mean() const { return sum / static_cast<double>(finite); }
};

// The finite elements of a piece, as doubles.
Tensor finite_of(const Tensor &piece) {
  const Tensor real = (is_complex(piece.dtype()) ? abs(piece) : piece).to(DType::Float64);
  return is_integral(piece.dtype()) || piece.dtype() == DType::Bool ? real : masked_select(real, isfinite(real));
}

Statistics statistics_of(const Tensor &t, Walk &walk) {
  Statistics all;
  walk.over(t, [&](const Tensor &piece) {
    const Tensor finite = finite_of(piece);
    const int64_t nans = count_nonzero(isnan(piece)).item<int64_t>();
    all.nans += nans;
    all.finite += finite.numel();
    all.infinities += piece.numel() - finite.numel() - nans;
    if (finite.numel() == 0) return;
    all.min = std::min(all.min, amin(finite).item<double>());
    all.max = std::max(all.max, amax(finite).item<double>());
    all.sum += sum(finite).item<double>();
    if (!is_integral(piece.dtype())) return;
    const Integer least = integer_of(amin(piece)), most = integer_of(amax(piece));
    all.least = all.is_first ? least : std::min(all.least, least);
    all.most = all.is_first ? most : std::max(all.most, most);
    all.is_first = false;
  });
  if (all.finite == 0 || !(all.max > all.min) || !std::isfinite(all.max - all.min)) return all;
  all.bins.assign(kBins, 0);
  walk.over(t, [&](const Tensor &piece) {
    const std::vector<double> counts = histc(finite_of(piece), kBins, all.min, all.max).to_vector<double>();
    for (size_t k = 0; k < all.bins.size(); ++k) all.bins[k] += static_cast<int64_t>(counts[k]);
  });
  return all;
}

Json json_of(Integer value) {
  return value < 0 ? Json(static_cast<int64_t>(value)) : Json(static_cast<uint64_t>(value));
}
std::string text_of(Integer value) { return json_of(value).dump(); }

std::string bars_of(const std::vector<int64_t> &bins) {
  static const char *const bars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const int64_t most = bins.empty() ? 0 : *std::max_element(bins.begin(), bins.end());
  std::string text;
  for (const int64_t bin : bins) text += bars[bin == 0 ? 0 : 1 + 7 * (bin - 1) / std::max(most - 1, int64_t{1})];
  return text;
}

const char *name_of(FileFormat format) {
  return format == FileFormat::Npy ? "npy" : format == FileFormat::Npz ? "npz" : "safetensors";
}

bool is_fortran(const Tensor &t) { return t.ndim() > 1 && !t.is_contiguous(); }

}  // namespace

int info(const Options &options, const std::vector<std::string> &paths, bool brief) {
  Json all = Json::array();
  for (const std::string &path : paths) {
    const File file(path);
    Json entry = {{"file", path}, {"format", name_of(file.format())}, {"tensors", Json::array()}};
    if (!options.json) {
      std::printf("%s: %s, %lld tensor%s\n", printable(path).c_str(), name_of(file.format()),
                  static_cast<long long>(file.size()), file.size() == 1 ? "" : "s");
    }
    for (const auto &[key, value] : file.metadata()) {
      entry["metadata"][key] = value;
      if (!options.json) std::printf("  %s = %s\n", printable(key).c_str(), printable(value).c_str());
    }
    for (int64_t i = 0; i < file.size(); ++i) {
      Json one = {{"name", file.name(i)}};
      Tensor t;
      try {
        t = file.get(i);
      } catch (const Error &error) {  // as of a dtype that is none here; the others can still be shown
        if (error.code() != CT_ERROR_DTYPE) throw;
        one["error"] = error.what();
        if (!options.json) std::printf("  %s: %s\n", shown(file.name(i)).c_str(), printable(error.what()).c_str());
        entry["tensors"].push_back(one);
        continue;
      }
      one["dtype"] = dtype_name(t.dtype());
      one["shape"] = std::vector<int64_t>(t.sizes().begin(), t.sizes().end());
      one["bytes"] = t.nbytes();
      if (is_fortran(t)) one["order"] = "fortran";
      if (!options.json) {
        std::printf("  %s: %s %s, %s%s\n", shown(file.name(i)).c_str(), dtype_name(t.dtype()), shape_of(t).c_str(),
                    bytes_of(t.nbytes()).c_str(), is_fortran(t) ? ", in Fortran's order" : "");
      }
      if (!brief && t.numel() > 0) {
        Walk walk(options, 2 * t.nbytes(), printable(path) + ": " + shown(file.name(i)));
        const Statistics s = statistics_of(t, walk);
        one["nan"] = s.nans;
        one["inf"] = s.infinities;
        const bool exact = is_integral(t.dtype());
        if (s.finite > 0) one["mean"] = s.mean();
        if (s.finite > 0 && exact) {
          one["min"] = json_of(s.least), one["max"] = json_of(s.most);
        } else if (s.finite > 0) {
          one["min"] = s.min, one["max"] = s.max;
        }
        if (!s.bins.empty()) one["histogram"] = s.bins;
        if (!options.json) {
          std::printf("    ");
          if (is_complex(t.dtype())) std::printf("magnitudes: ");
          if (s.finite > 0) {
            std::printf("min %s, max %s, mean %s", (exact ? text_of(s.least) : short_number(s.min)).c_str(),
                        (exact ? text_of(s.most) : short_number(s.max)).c_str(), short_number(s.mean()).c_str());
          }
          if (s.nans + s.infinities > 0) {
            std::printf("%s%lld NaN, %lld infinite", s.finite > 0 ? ", " : "", static_cast<long long>(s.nans),
                        static_cast<long long>(s.infinities));
          }
          if (!s.bins.empty()) std::printf("  |%s|", bars_of(s.bins).c_str());
          std::printf("\n");
        }
      }
      entry["tensors"].push_back(one);
    }
    all.push_back(entry);
  }
  if (options.json) std::printf("%s\n", all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  return 0;
}

}  // namespace cli
