#include "expr/program.h"

#include <algorithm>

#include "iter/traffic.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/scratch.h"
#include "runtime/threads.h"

namespace ct {

namespace {

// Scratch of so many bytes lies on the stack: a call on a few elements takes no memory but for its results.
constexpr int64_t kStackScratch = 4096;

// Memory of nodes that are stored, for the length of a run.
class Temporaries {
 public:
  explicit Temporaries(std::span<const Program::Temporary> of) : of_(of) {
    blocks_.reserve(static_cast<int64_t>(of.size()));
    try {
      for (const Program::Temporary &one : of) blocks_.push_back(take(one.nbytes));
    } catch (...) {
      free_all();
      throw;
    }
  }
  Temporaries(const Temporaries &) = delete;
  Temporaries &operator=(const Temporaries &) = delete;
  ~Temporaries() { free_all(); }

  char *const *data() const noexcept { return blocks_.data(); }
  void free_after(int32_t pass) noexcept {
    for (int64_t k = 0; k < blocks_.size(); ++k) {
      if (of_[static_cast<size_t>(k)].last_pass == pass) free(k);
    }
  }

 private:
  static char *take(int64_t nbytes) {
    if (nbytes == 0) return nullptr;
    const auto size = static_cast<size_t>(nbytes);
    return static_cast<char *>(allocate(size, data_alignment(size)));
  }
  void free(int64_t k) noexcept {
    const auto size = static_cast<size_t>(of_[static_cast<size_t>(k)].nbytes);
    if (blocks_[k] != nullptr) deallocate(blocks_[k], size, data_alignment(size));
    blocks_[k] = nullptr;
  }
  void free_all() noexcept {
    for (int64_t k = 0; k < blocks_.size(); ++k) free(k);
  }

  std::span<const Program::Temporary> of_;
  SmallVec<char *, 2> blocks_;
};

}  // namespace

Program::~Program() {
  if (!keeps_) return;
  for (const Constant &constant : constants_) constant.storage->release();
}

bool Program::reads(const char *begin, const char *end) const noexcept {
  return std::any_of(constants_.begin(), constants_.end(), [&](const Constant &constant) {
    const char *const data = constant.storage->data();
    return data != nullptr && data < end && begin < data + constant.storage->nbytes();
  });
}

void Program::check_constants() const {
  if (is_meta_) fail(CT_ERROR_INVALID, "the expression reads a meta tensor, which has no data");
  for (const Constant &constant : constants_) {
    if (constant.version != 0 && constant.version != constant.storage->version()) {
      fail(
          CT_ERROR_INVALID, "a tensor of ", constant.storage->nbytes(),
          " bytes has been written to since an op was recorded that reads it: record the op again, or write elsewhere");
    }
  }
}

void Program::bind(const TilePass &pass, char **data, std::span<char *const> arguments, std::span<char *const> results,
                   char *const *temporaries) const noexcept {
  for (int32_t k = 0; k < pass.noperands; ++k) {
    const Operand &operand = operands_[pass.operands + k];
    char *at = operand.constant;
    if (operand.kind == Source::Kind::Argument) at = arguments[static_cast<size_t>(operand.index)];
    if (operand.kind == Source::Kind::Result) at = results[static_cast<size_t>(operand.index)];
    if (operand.kind == Source::Kind::Temporary) at = temporaries[operand.index];
    data[k] = at + operand.offset;
  }
}

void Program::run(std::span<char *const> arguments, std::span<char *const> results) const {
  check_constants();
  int64_t bytes = 0, pointers = 0;
  for (const TilePass &pass : passes_) {
    if (pass.numel == 0) continue;
    bytes = std::max(bytes, TileCode::scratch_bytes(pass) * tile_workers(pass));
    pointers = std::max<int64_t>(pointers, pass.noperands);
  }
  const int64_t pointer_bytes = (pointers * int64_t{sizeof(char *)} + kCacheLine - 1) / kCacheLine * kCacheLine;
  alignas(kCacheLine) char on_stack[kStackScratch];
  const bool fits = bytes + pointer_bytes <= kStackScratch;
  const Scratch on_heap(fits ? 0 : bytes + pointer_bytes);
  char *const memory = fits ? on_stack : on_heap.data();
  char **const data = reinterpret_cast<char **>(memory);
  Temporaries temporaries(temporaries_);
  for (int32_t p = 0; p < passes_.size(); ++p) {
    const TilePass &pass = passes_[p];
    if (pass.numel == 0) continue;
    bind(pass, data, arguments, results, temporaries.data());
    // Another thread may have set another number of threads meanwhile.
    const int64_t step = TileCode::scratch_bytes(pass);
    const auto threads = static_cast<int32_t>(std::min<int64_t>(tile_workers(pass), bytes / step));
    const ct_status status = code_.run(pass, data, memory + pointer_bytes, step, threads);
    if (status == CT_ERROR_DIVISION_BY_ZERO && pass.divides >= 0) {
      const Division &division = divisions_[pass.divides];
      const Dims sizes(code_.numbers.data() + division.sizes, static_cast<size_t>(division.ndim));
      fail(status, division.op, ": integer division by zero, ", dtype_name(division.dtype), " divisor of shape ", sizes,
           " holds a zero");
    }
    if (status != CT_OK) fail(status, "the executor failed");
    temporaries.free_after(p);
  }
}

}  // namespace ct
