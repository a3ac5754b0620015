// Tiles of output rows whose parts come from boxes that take turns along the row.
#include "ops/structural/bands.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "iter/copy.h"
#include "iter/odometer.h"
#include "iter/planes.h"
#include "iter/traffic.h"
#include "kernels/buffer.h"
#include "kernels/tuning.h"
#include "runtime/kernel_table.h"

namespace ct {

namespace {

using kernels::Loop;
using kernels::Traffic;

// How many of the outermost dims two boxes step through alike in the output, up to `most`.
int32_t common_dims(const Box &a, const Box &b, int32_t most) noexcept {
  int32_t n = 0;
  while (n < most && n < b.dims.ndim()) {
    const int32_t in_a = a.dims.ndim() - 1 - n, in_b = b.dims.ndim() - 1 - n;
    if (a.dims.size(in_a) != b.dims.size(in_b) || a.dims.stride(0, in_a) != b.dims.stride(0, in_b)) break;
    ++n;
  }
  return n;
}

int64_t reach(const Box &box, int32_t ndim) noexcept {  // of the first dims along the output
  int64_t bytes = 0;
  for (int32_t d = 0; d < ndim; ++d) bytes += (box.dims.size(d) - 1) * box.dims.stride(0, d);
  return bytes;
}

// Neighbours of the source that a tile, or a transposition, has at least.
constexpr int64_t kFewNeighbours = 16;

// The dim along which the source's elements lie next to each other; -1 for a lone element.
int32_t fastest(const Box &box) noexcept {
  int32_t found = -1;
  for (int32_t d = 0; d < box.dims.ndim(); ++d) {
    const int64_t step = std::abs(box.dims.stride(1, d));
    if (step != 0 && (found < 0 || step < std::abs(box.dims.stride(1, found)))) found = d;
  }
  return found;
}

// How many of the source's elements lie side by side along these dims.
int64_t neighbours(const DimList<2> &dims, int64_t itemsize) noexcept {
  int64_t count = 1;
  for (int32_t d = 0; d < dims.ndim();) {
    const bool goes_on = dims.size(d) > 1 && dims.stride(1, d) == count * itemsize;
    if (goes_on) count *= dims.size(d);
    d = goes_on ? 0 : d + 1;
  }
  return count;
}

}  // namespace

Band::Band(const Tensor &out, const Boxes &boxes, int64_t first) : out_(out), boxes_(boxes), first_(first) {
  find();
  if (nboxes_ == 1) return;
  if (has_lone_elements()) {
    is_tiled_ = join_dims();
    lies_across_ = !is_tiled_ && !is_near_pair() && find_across();
  } else {  // tiles would pick those that lie across one by one
    lies_across_ = find_across();
    is_tiled_ = !lies_across_ && join_dims();
  }
}

bool Band::describe(int64_t index, Box &box) const {
  boxes_.describe(index, box);
  if (box.numel == 0) return false;
  box.dims.flip(0, box.data);
  box.dims.sort(0);
  return true;
}

void Band::find() {
  const int64_t itemsize = out_.itemsize();
  Box head;
  if (!describe(first_, head)) return;
  const int32_t ndim = head.dims.ndim();
  numel_ = head.numel;
  begin_ = head.data[0];
  common_ = ndim;
  char *end = begin_ + itemsize;  // of what lies in the first unit
  for (int64_t i = first_ + 1; i < boxes_.count && nboxes_ < kMostBoxes; ++i) {
    Box box;
    if (!describe(i, box)) return;
    int32_t common = common_dims(head, box, common_);
    char *const from = std::min(begin_, box.data[0]);
    char *to = std::max(end + reach(head, ndim - common) - reach(head, ndim - common_),
                        box.data[0] + reach(box, box.dims.ndim() - common) + itemsize);
    for (; common > 0 && to - from > head.dims.stride(0, ndim - common); --common) {
      to += (head.dims.size(ndim - common) - 1) * head.dims.stride(0, ndim - common);
    }
    if (common == 0) return;
    common_ = common;
    begin_ = from;
    end = to;
    numel_ += box.numel;
    ++nboxes_;
  }
}

// Whether a unit has one element of each box, which tiles interleave.
bool Band::has_lone_elements() const {
  Box box;
  describe(first_, box);
  int64_t units = 1;
  for (int32_t d = box.dims.ndim() - common_; d < box.dims.ndim(); ++d) units *= box.dims.size(d);
  return numel_ == nboxes_ * units;
}

// Whether a unit is two elements, which stay in a core's own cache from one to the other, and the sources' neighbours
// lie along the output's innermost rows. A transposition of two rows has little to turn, so one box after the other is
// quicker.
bool Band::is_near_pair() const {
  Box box;
  describe(first_, box);
  return nboxes_ == 2 && numel_ * out_.itemsize() <= kOwnCacheBytes && fastest(box) == box.dims.ndim() - common_;
}

// Whether the output is stored through the caches, but does not fit into a core's own. Stores that leave gaps then cost
// more: what is fetched ahead of them lies in other parts of the output.
bool Band::lies_beyond_own_cache() const noexcept {
  const int64_t itemsize = out_.itemsize();
  return numel_ * itemsize > kOwnCacheBytes && traffic(2 * out_.numel() * itemsize) == Traffic::Cached;
}

// Finds how many of the common dims can be walked as one, and whether tiles pay.
bool Band::join_dims() {
  joined_ = common_;
  for (int64_t i = first_; i < first_ + nboxes_; ++i) {
    Box box;
    describe(i, box);
    const int32_t inner = box.dims.ndim() - common_;
    if (inner > kMostDims) return false;
    for (int32_t d = inner + 1; d < inner + joined_; ++d) {
      const int64_t size = box.dims.size(d - 1);
      if (box.dims.stride(0, d) == size * box.dims.stride(0, d - 1) &&
          box.dims.stride(1, d) == size * box.dims.stride(1, d - 1)) {
        continue;
      }
      joined_ = d - inner;
    }
  }
  if (common_ - joined_ > kMostDims) return false;
  Box box;
  describe(first_, box);
  const int32_t inner = box.dims.ndim() - common_;
  unit_bytes_ = box.dims.stride(0, inner);
  for (int32_t d = inner; d < inner + joined_; ++d) row_ *= box.dims.size(d);
  for (int32_t d = inner + joined_; d < box.dims.ndim(); ++d) {
    outer_sizes_.push_back(box.dims.size(d));
    outer_strides_.push_back(box.dims.stride(0, d));
  }
  if (unit_bytes_ > kJoinedTile / 2) return false;
  const bool is_interleaved = nboxes_ <= kMostInterleaved && unit_bytes_ < kLongInterleavedUnit && has_lone_elements();
  if (row_ * unit_bytes_ < kLeastJoinedRow && !(is_interleaved && row_ >= kLeastInterleavedRow)) return false;
  if (unit_bytes_ >= nboxes_ * kLongJoinedPart && !lies_beyond_own_cache()) return false;
  for (int64_t i = first_; i < first_ + nboxes_; ++i) {
    Box any;
    describe(i, any);
    if (!fits(any)) return false;
  }
  return true;
}

// Whether the source's neighbours lie along the part of it that a tile has, for at least a few elements.
bool Band::fits(const Box &box) const {
  const int32_t inner = box.dims.ndim() - common_, along = fastest(box);
  return along < inner || (along < inner + joined_ && (inner == 0 || kJoinedTile / unit_bytes_ >= kFewNeighbours));
}

// The sources step alike along the common dims, along some of them from neighbour to neighbour, and the boxes fill a
// unit.
bool Band::find_across() {
  const int64_t itemsize = out_.itemsize();
  if (numel_ * itemsize < kLeastPlannedBox) return false;
  const char *constant = nullptr;
  int64_t bytes = 0;  // in a unit
  char *end = begin_;
  for (int64_t i = first_; i < first_ + nboxes_; ++i) {
    Box box;
    describe(i, box);
    if (box.from != out_.dtype()) return false;
    const int32_t inner = box.dims.ndim() - common_;
    int64_t here = itemsize;
    for (int32_t d = 0; d < inner; ++d) here *= box.dims.size(d);
    bytes += here;
    end = std::max(end, box.data[0] + reach(box, inner) + itemsize);
    if (box.source == nullptr) {
      if (constant != nullptr && constant != box.data[1]) return false;
      constant = box.data[1];
      continue;
    }
    const bool is_first = across_.ndim() == 0;
    for (int32_t d = inner; d < box.dims.ndim(); ++d) {
      const int64_t size = box.dims.size(d), step = box.dims.stride(1, d);
      if (is_first) across_.add(size, {box.dims.stride(0, d), step});
      if (step != across_.stride(1, d - inner)) return false;
    }
  }
  if (end - begin_ != bytes || !InputRows::fit(bytes / itemsize, itemsize)) return false;
  if (neighbours(across_, itemsize) < kFewNeighbours) return false;
  across_.coalesce();
  return across_.ndim() < Iterator::kInlineDims;  // with the unit, so many
}

void Band::transpose() const {
  const int64_t itemsize = out_.itemsize();
  const Buffer<int64_t, kTransposedRow> at;
  InputRows rows{at, nullptr};
  char *base = nullptr;
  int64_t count = 0;
  for (int64_t i = first_; i < first_ + nboxes_; ++i) {
    Box box;
    describe(i, box);
    if (box.source == nullptr) {
      rows.constant = box.data[1];
    } else if (base == nullptr) {
      base = box.data[1];
    }
    DimList<2> inner;
    for (int32_t d = 0; d < box.dims.ndim() - common_; ++d) {
      inner.add(box.dims.size(d), {box.dims.stride(0, d), box.dims.stride(1, d)});
    }
    int64_t to = box.data[0] - begin_;
    auto from = static_cast<int64_t>(reinterpret_cast<uintptr_t>(box.data[1]) - reinterpret_cast<uintptr_t>(base));
    const auto move = [&](int64_t d, int64_t by) {
      to += by * inner.stride(0, static_cast<int32_t>(d));
      from += by * inner.stride(1, static_cast<int32_t>(d));
    };
    Odometer position(inner.sizes());
    do {
      at[to / itemsize] = box.source != nullptr ? from : InputRows::kConstant;
      ++count;
    } while (position.advance(move));
  }
  DimList<2> dims;
  dims.add(count, {itemsize, 0});
  for (int32_t d = 0; d < across_.ndim(); ++d) dims.add(across_.size(d), {across_.stride(0, d), across_.stride(1, d)});
  SmallVec<int64_t, 6> to, from;
  for (int32_t d = 0; d < dims.ndim(); ++d) {
    to.push_back(dims.stride(0, d));
    from.push_back(dims.stride(1, d));
  }
  Iterator it;
  it.lay_out(dims.sizes(), 1, 2);
  it.set_operand(0, begin_, out_.dtype(), out_.dtype(), to);
  it.set_operand(1, base, out_.dtype(), out_.dtype(), from);
  run_copy(it, rows);
}

int64_t Band::units() const noexcept {
  int64_t units = row_;
  for (const int64_t size : outer_sizes_) units *= size;
  return units;
}

struct Band::Piece {
  char *to, *from;  // in the first unit
  int64_t step;     // of the source, from unit to unit
  int64_t outer[kMostDims];
  Loop kernel;
  DimList<2, kMostDims + 1> unit, tile;  // the dims of one, and those of one and the units of a tile

  void lay(const Box &box, int32_t inner, int32_t joined) noexcept {
    to = box.data[0];
    from = box.data[1];
    step = box.dims.stride(1, inner);
    for (int32_t d = inner + joined; d < box.dims.ndim(); ++d) outer[d - inner - joined] = box.dims.stride(1, d);
    unit = {};
    for (int32_t d = 0; d < inner; ++d) unit.add(box.dims.size(d), {box.dims.stride(0, d), box.dims.stride(1, d)});
    unit.coalesce();
  }
  void lay_tile(int64_t units, int64_t unit_bytes) noexcept {
    tile = unit;
    tile.add(units, {unit_bytes, step});
    tile.coalesce();
    if (tile.ndim() > 2) tile.move_to_1(tile.second_dim());
  }
  void run(char *target, char *source) noexcept {
    char *data[] = {target, source};
    if (tile.ndim() > 2) return run_planes(kernel, data, tile, Traffic::Cached);
    kernel(data, tile.plane_strides(), tile.size(0), tile.size(1), Traffic::Cached);
  }
  // Whether the piece is `bytes` without gaps on both sides, of the same dtype, and continues like that from unit to
  // unit.
  bool is_segment(int64_t bytes, int64_t itemsize) const noexcept {
    if (step != bytes) return false;
    if (unit.ndim() == 0) return bytes == itemsize;
    return unit.ndim() == 1 && unit.stride(0, 0) == itemsize && unit.stride(1, 0) == itemsize &&
           unit.size(0) * itemsize == bytes;
  }
};

class Band::Tiles {
 public:
  Tiles(const Band &band, Traffic whole) noexcept : band_(band), npieces_(band.nboxes_) {
    const int64_t unit = band.unit_bytes_;
    for (int64_t i = 0; i < npieces_; ++i) {
      Box box;
      band_.describe(band_.first_ + i, box);
      new (&pieces_[i]) Piece;
      pieces_[i].lay(box, box.dims.ndim() - band_.common_, band_.joined_);
      pieces_[i].kernel = convert_kernel(band_.out_.dtype(), box.from);
    }
    length_ = std::min(kJoinedTile / unit, band_.row_);
    is_staged_ = whole == Traffic::NonTemporal && band_.units() * unit == band_.numel_ * band_.out_.itemsize();
    is_transposed_ = find_rows();
  }

  void run(int64_t begin, int64_t end) noexcept {
    for (int64_t at = begin, n = 0; at < end; at += n) {
      const int64_t in_row = at % band_.row_;
      n = std::min({length_, band_.row_ - in_row, end - at});
      int64_t to = in_row * band_.unit_bytes_, position[kMostDims] = {}, rest = at / band_.row_;
      for (int64_t d = 0; d < band_.outer_sizes_.size(); rest /= band_.outer_sizes_[d++]) {
        position[d] = rest % band_.outer_sizes_[d];
        to += position[d] * band_.outer_strides_[d];
      }
      char *const target = band_.begin_ + to;
      char *const tile = is_staged_ ? staged_ + reinterpret_cast<uintptr_t>(target) % kCacheLine : target;
      if (is_transposed_) {
        transpose(tile, in_row, position, n);
      } else {
        copy(tile, in_row, position, n);
      }
      if (!is_staged_) continue;
      const bool goes_on = n < end - at && in_row + n < band_.row_;
      for (int64_t i = 0; goes_on && i < npieces_; ++i)
        next_[i] = pieces_[i].from + source(pieces_[i], in_row + n, position);
      store(target, tile, n, goes_on);
    }
    if (is_staged_) kernel_table<kernels::FenceTable>().fence();
  }

 private:
  // Where all pieces are elements, or segments of one length, and follow one another in the output, a tile is a
  // transposition whose rows are the pieces. Segments of any length are worth that where the output does not stay near.
  bool find_rows() noexcept {
    const int64_t unit = band_.unit_bytes_, bytes = unit / npieces_, itemsize = band_.out_.itemsize();
    if (bytes * npieces_ != unit || unit > kernels::max_transposed_row(bytes)) return false;
    are_elements_ = is_element_size(bytes);
    if (!are_elements_ && band_.numel_ * itemsize <= kOwnCacheBytes) return false;
    const Loop same = convert_kernel(band_.out_.dtype(), band_.out_.dtype());
    for (int64_t i = 0; i < npieces_; ++i) {
      const Piece &piece = pieces_[i];
      if (piece.to != band_.begin_ + i * bytes || piece.kernel != same || !piece.is_segment(bytes, itemsize))
        return false;
    }
    length_ = std::min(length_, kMostColumns);
    for (int64_t k = 0; k < length_; ++k) columns_[k] = k * unit;
    return true;
  }

  int64_t source(const Piece &piece, int64_t in_row, const int64_t *position) const noexcept {
    int64_t from = in_row * piece.step;
    for (int64_t d = 0; d < band_.outer_sizes_.size(); ++d) from += position[d] * piece.outer[d];
    return from;
  }

  void copy(char *tile, int64_t in_row, const int64_t *position, int64_t n) noexcept {
    if (laid_ != n) {
      for (int64_t i = 0; i < npieces_; ++i) pieces_[i].lay_tile(n, band_.unit_bytes_);
      laid_ = n;
    }
    for (int64_t i = 0; i < npieces_; ++i) {
      Piece &piece = pieces_[i];
      piece.run(tile + (piece.to - band_.begin_), piece.from + source(piece, in_row, position));
    }
  }

  void transpose(char *tile, int64_t in_row, const int64_t *position, int64_t n) noexcept {
    const int64_t unit = band_.unit_bytes_, bytes = unit / npieces_;
    const char *first = pieces_[0].from + source(pieces_[0], in_row, position);
    bool is_even = true;
    for (int64_t i = 0; i < npieces_; ++i) {
      rows_[i] = pieces_[i].from + source(pieces_[i], in_row, position) - first;
      if (i > 1) is_even &= rows_[i] == i * rows_[1];
    }
    if (npieces_ > kMostInterleaved || !are_elements_) {
      const kernels::TransposeBlock block{bytes, npieces_, n, columns_, rows_, is_even && n > 1, 0, false, false};
      return kernel_table<kernels::TransposeTable>().transpose(tile, first, nullptr, block, Traffic::Cached);
    }
    if (!is_even) {  // interleaving kernels take rows that are evenly far apart
      for (int64_t i = 0; i < npieces_; ++i)
        std::memcpy(even_ + i * n * bytes, first + rows_[i], static_cast<size_t>(n * bytes));
      first = even_;
      rows_[1] = n * bytes;
    }
    char *const data[] = {tile, const_cast<char *>(first)};
    const int64_t strides[] = {bytes, rows_[1], unit, bytes};
    fill_kernel(bytes)(data, strides, npieces_, n, Traffic::Cached);
  }

  // Stores whole cache lines. The rest of the last line waits for the next tile, if there is one. That tile's sources
  // are prefetched meanwhile, because reads that wait for a burst of stores to end leave half of the memory's time
  // unused.
  void store(char *to, char *tile, int64_t n, bool goes_on) noexcept {
    const auto put = kernel_table<kernels::FenceTable>().store;
    const int64_t nbytes = n * band_.unit_bytes_;
    const int64_t left = goes_on ? static_cast<int64_t>(reinterpret_cast<uintptr_t>(to + nbytes) % kCacheLine) : 0;
    const int64_t all = waiting_ + nbytes - left;
    to -= waiting_;
    const char *const from = tile - waiting_;
    for (int64_t i = 0, done = 0; i < npieces_; ++i) {
      int64_t end = all * (i + 1) / npieces_;
      if (i + 1 < npieces_) end -= static_cast<int64_t>(reinterpret_cast<uintptr_t>(to + end) % kCacheLine);
      end = std::max(end, done);
      const int64_t step = std::abs(pieces_[i].step), ahead = goes_on && step <= band_.unit_bytes_ ? n * step : 0;
      const char *const next = pieces_[i].step < 0 ? next_[i] - ahead : next_[i];
      for (int64_t k = 0; k < std::max(ahead, end - done); k += kJoinedSlice) {
        for (int64_t line = k; line < std::min(k + kJoinedSlice, ahead); line += kCacheLine)
          __builtin_prefetch(next + line);
        if (done + k < end) put(to + done + k, from + done + k, std::min(kJoinedSlice, end - done - k));
      }
      done = end;
    }
    std::memmove(staged_, tile + nbytes - left, static_cast<size_t>(left));
    waiting_ = left;
  }

  static constexpr int64_t kMostColumns = 1024;

  const Band &band_;
  const int64_t npieces_;
  int64_t length_, laid_ = 0, waiting_ = 0;  // units of a tile; those of which the tiles' dims are laid; bytes
  bool is_staged_, is_transposed_, are_elements_ = false;
  const Buffer<Piece, kMostBoxes> pieces_;
  const Buffer<int64_t, kMostBoxes> rows_;
  const Buffer<int64_t, kMostColumns> columns_;
  const Buffer<const char *, kMostBoxes> next_;
  const Buffer<char, kJoinedTile> even_;
  const Buffer<char, kJoinedTile + 2 * kCacheLine> staged_;
};

void Band::run(int64_t begin, int64_t end, Traffic whole) const noexcept {
  const int64_t each = numel_ / units();
  Tiles(*this, whole).run((begin + each - 1) / each, (end + each - 1) / each);
}

}  // namespace ct
