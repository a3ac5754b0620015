// A pipeline of libctensor on a photograph, a port of examples/photo/photo.c:
//   decode -> u8 HWC -> f32 NCHW, normalised per channel -> channels_last and back -> mean per channel ->
//   luminance by a kernel of our own -> a thumbnail made of views -> pictures to look at.
// Usage: photo <picture.png> <folder for the results>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctensor.hpp>

extern "C" {
#include "picture.h"
}

using namespace ctensor;

namespace {

double now_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Where a tensor's storage starts, which is the same for all its views.
const char *memory_of(const Tensor &t) {
  return static_cast<const char *>(t.data()) - t.storage_offset() * dtype_size(t.dtype());
}

std::string list(Span<const int64_t> values) {
  std::string text = "[";
  for (const int64_t value : values) text += (text.size() == 1 ? "" : ", ") + std::to_string(value);
  return text + "]";
}

void report(const char *what, const Tensor &made, const Tensor &from, double us) {
  std::printf("%-38s %-8s%-26s%-26s%-6s %9.1f us\n", what, dtype_name(made.dtype()), list(made.sizes()).c_str(),
              list(made.strides()).c_str(), memory_of(made) == memory_of(from) ? "view" : "moved", us);
}

template <class Call>
Tensor step(const char *what, const Tensor &from, Call call) {
  const double began = now_us();
  Tensor made = call();
  report(what, made, from.defined() ? from : made, now_us() - began);
  return made;
}

void write_picture(const std::string &folder, const char *name, const Tensor &t) {
  const std::string path = folder + "/" + name;
  if (picture_write(path.c_str(), t.span<uint8_t>().data(), t.size(0), t.size(1), t.ndim() == 3 ? t.size(2) : 1) != 0)
    throw std::runtime_error("cannot write " + path);
  std::printf("wrote %s\n", path.c_str());
}

// The luminance of a pixel in 8 bits, by ITU-R BT.709, computed in linear light.
class Luminance {
 public:
  Luminance() {
    for (int i = 0; i < 256; i++) {
      const float level = static_cast<float>(i) / 255;
      linear_[i] = level <= 0.04045f ? level / 12.92f : std::pow((level + 0.055f) / 1.055f, 2.4f);
    }
  }
  float operator()(uint8_t red, uint8_t green, uint8_t blue) const {
    float y = 0.2126f * linear_[red] + 0.7152f * linear_[green] + 0.0722f * linear_[blue];
    y = y <= 0.0031308f ? 12.92f * y : 1.055f * std::pow(y, 1 / 2.4f) - 0.055f;
    return 255 * y + 0.5f;
  }

 private:
  float linear_[256];  // an 8-bit sRGB level -> light
};

void run(const char *path, const std::string &folder) {
  int64_t h = 0, w = 0;
  uint8_t *const pixels = picture_read(path, &h, &w);
  if (pixels == nullptr) throw std::runtime_error(std::string("cannot read ") + path);
  if (h < 320 || w < 384) {
    std::free(pixels);
    throw std::runtime_error(std::string(path) + ": at least 384 x 320 pixels are needed, this has " +
                             std::to_string(w) + " x " + std::to_string(h));
  }
  std::printf("libctensor %d.%d.%d, %s kernels, %d threads\n%s: %lld x %lld\n\n", version().major, version().minor,
              version().patch, isa(), get_num_threads(), path, static_cast<long long>(w), static_cast<long long>(h));
  std::printf("%-38s %-8s%-26s%-26s%-6s %12s\n", "step", "dtype", "sizes", "strides", "memory", "time");

  // From here on the tensor owns the decoder's memory: free() runs when its last view is released.
  const Tensor photo = step("decoded picture, borrowed", {}, [&] {
    return Tensor::from_data(pixels, {h, w, 3}, [pixels] { std::free(pixels); });
  });

  // u8 HWC -> f32 NCHW: two views, then one pass that permutes and converts.
  const Tensor chw = step("permute to CHW", photo, [&] { return photo.permute({2, 0, 1}); });
  const Tensor batch = step("unsqueeze to NCHW", chw, [&] { return chw.unsqueeze(0); });
  const Tensor floats =
      step("to float32, contiguous", batch, [&] { return batch.to(DType::Float32, MemoryFormat::Contiguous); });

  // The mean of each channel, by the library.
  const Tensor unit = step("/ 255", floats, [&] { return floats / 255; });
  const Tensor total = step("sum over N, H, W", unit, [&] { return sum(unit, {0, 2, 3}); });
  const Tensor mean = step("/ (H W): mean per channel", total, [&] { return total / (h * w); });

  // Normalise with ImageNet's constants, broadcast along H and W. The tensors borrow the constants.
  static const float kMean[] = {0.485f, 0.456f, 0.406f}, kDeviation[] = {0.229f, 0.224f, 0.225f};
  const Tensor usual = Tensor::from_data(kMean, {3, 1, 1}), deviation = Tensor::from_data(kDeviation, {3, 1, 1});
  const Tensor centred = step("- ImageNet's mean", unit, [&] { return unit - usual; });
  const Tensor normalised = step("/ ImageNet's deviation", centred, [&] { return centred / deviation; });

  // Do the same four calls fused into one pass over memory, which gives the same bits.
  const auto normalise = [](const Tensor &x, const Tensor &less, const Tensor &over) {
    return (x.to(DType::Float32, MemoryFormat::Contiguous) / 255 - less) / over;
  };
  step("those four again, call by call", batch, [&] { return normalise(batch, usual, deviation); });
  const Tensor fused =
      step("those four, fused into one pass", batch, [&] { return fuse(normalise)(batch, usual, deviation); });
  if (!equal(fused, normalised)) throw std::runtime_error("fusing changed values");

  // channels_last and back: the same sizes and values, other strides.
  const Tensor last =
      step("contiguous(channels_last)", normalised, [&] { return normalised.contiguous(MemoryFormat::ChannelsLast); });
  const Tensor back = step("contiguous(contiguous): back", last, [&] { return last.contiguous(); });
  const Tensor same = step("back == before?", back, [&] { return back == normalised; });
  const auto nsame = step("how many are equal", same, [&] { return sum(same); }).item<int64_t>();
  if (nsame != 3 * h * w) throw std::runtime_error("channels_last and back changed values");

  // Luminance: our own kernel over three views of the decoder's memory. The iterator broadcasts, checks, orders,
  // allocates the output and spreads the work over threads.
  const Tensor red = step("red: select(-1, 0)", photo, [&] { return photo.select(-1, 0); });
  const Tensor green = step("green: select(-1, 1)", photo, [&] { return photo.select(-1, 1); });
  const Tensor blue = step("blue: select(-1, 2)", photo, [&] { return photo.select(-1, 2); });
  const Luminance luminance_of;
  const double began = now_us();
  const Iter it = IterConfig()
                      .output({}, DType::Float32)  // allocated by the iterator
                      .input(red)
                      .input(green)
                      .input(blue)
                      .flags(CT_ITER_NO_SAME_DTYPE_CHECK)
                      .build();
  const double built = now_us();
  it.elements<float, const uint8_t, const uint8_t, const uint8_t>(
      [&](float &y, uint8_t r, uint8_t g, uint8_t b) { y = luminance_of(r, g, b); });
  const double walked = now_us();
  const Tensor luminance = it.operand(0);
  report("our kernel: luminance", luminance, photo, walked - built);
  std::printf("    iterator built in %.1f us: %d dim%s, strides in bytes out %lld, in %lld\n", built - began, it.ndim(),
              it.ndim() == 1 ? "" : "s", static_cast<long long>(it.strides(0)[0]),
              static_cast<long long>(it.strides(1)[0]));
  const Tensor grey = step("to uint8", luminance, [&] { return luminance.to(DType::UInt8); });

  // A thumbnail: crop, halve and mirror are views; one copy puts the pixels in order for the encoder.
  const Tensor rows = step("rows 0 to 256", photo, [&] { return photo.narrow(0, 0, 256); });
  const Tensor face = step("columns 96 to 352", rows, [&] { return rows.slice(1, 96, 352); });
  const Tensor half_rows = step("every second row", face, [&] { return face.slice(0, {}, {}, 2); });
  const Tensor half = step("every second column", half_rows, [&] { return half_rows.slice(1, {}, {}, 2); });
  const Tensor mirrored = step("flip: mirrored", half, [&] { return half.flip(1); });
  const Tensor thumbnail = step("contiguous", mirrored, [&] { return mirrored.contiguous(); });

  // Convert the channels_last tensor back to 8 bits, and compare it with the file.
  const Tensor unscaled = step("channels_last * deviation", last, [&] { return last * deviation; });
  const Tensor uncentred = step("+ mean", unscaled, [&] { return unscaled + usual; });
  const Tensor levels = step("* 255", uncentred, [&] { return uncentred * 255; });
  const Tensor rounded = step("+ 0.5", levels, [&] { return levels + 0.5; });
  const Tensor bytes = step("to uint8, strides kept", rounded, [&] { return rounded.to(DType::UInt8); });
  const Tensor planes = step("select(0, 0): CHW", bytes, [&] { return bytes.select(0, 0); });
  const Tensor interleaved = step("permute to HWC", planes, [&] { return planes.permute({1, 2, 0}); });
  const Tensor round_trip = step("contiguous: already is", interleaved, [&] { return interleaved.contiguous(); });
  const Tensor match = step("== the decoded picture?", round_trip, [&] { return round_trip == photo; });
  const auto nmatch = step("how many are equal", match, [&] { return sum(match); }).item<int64_t>();

  std::printf("\nmean of red, green, blue: %s\n", mean.to_string().c_str());
  std::printf("round trip through float32 and channels_last: %lld of %lld bytes as in the file\n",
              static_cast<long long>(nmatch), static_cast<long long>(3 * h * w));
  if (nmatch != 3 * h * w) throw std::runtime_error("the round trip changed values");
  write_picture(folder, "luminance.png", grey);
  write_picture(folder, "thumbnail.png", thumbnail);
  write_picture(folder, "round_trip.png", round_trip);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: photo <picture.png> <folder for the results>\n");
    return 2;
  }
  try {
    run(argv[1], argv[2]);
    return EXIT_SUCCESS;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "photo: %s\n", e.what());
    return EXIT_FAILURE;
  }
}
