// Choosing the dims of the plane, its tables of rows, and the walk over planes.
#include "iter/permuted.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "iter/odometer.h"
#include "iter/planes.h"
#include "iter/traffic.h"
#include "runtime/cost.h"
#include "runtime/error.h"
#include "runtime/kernel_table.h"
#include "runtime/threads.h"

namespace ct {

namespace {

using kernels::Traffic;

// Bytes of a plane's rows, at most.
struct Runs {
  int64_t to, from;
};
constexpr Runs kPlane = {2048, 512};          // it stays in the caches, as does what its rows end on
constexpr Runs kCrowdedPlane = {2048, 1024};  // where tiles lie askew, which takes some more of them
// Where whole lines are streamed, what is written need not stay: of each row of the input as long a run as the memory
// likes to give, and as many rows as the nearest cache holds two lines of. Of rows that lie close in the input, or
// where neighbours in the input are no further than a page from each other in the output, fewer; also where much of the
// input comes from memory, which likes fewer and longer runs.
constexpr int64_t kStreamedRows = 128, kCloseRows = 16;
constexpr int64_t kClose = int64_t{256} << 10;  // bytes of the input in which close rows lie
constexpr int64_t kNearRun = 128;               // bytes of a row of the output, where rows start within a page
constexpr int64_t kEvenly = 512;                // bytes: of rows so far apart, or a multiple, lines alone stream slowly
constexpr int64_t kLargestElement = 16;
constexpr int64_t kLongRun = 128;  // bytes of a run that is copied as quickly alone, where caches hold everything
// But there, of runs of up to kFewBytes that have neighbours on both sides, kTogether of the input's are read as one,
// for rows of up to kMostInRow of the output's; of runs shorter than a line for no fewer than kFewestShort.
constexpr int64_t kFewBytes = 512, kTogether = 4, kMostInRow = 256, kFewestShort = 16;
constexpr int64_t kStreamedRun = 256;  // of a run of the output that is streamed where both its ends are parts of lines
constexpr int64_t kAhead = 8192;       // bytes between what is fetched and what is read
constexpr int64_t kAheadOfBuffer = 4 * kAhead;  // the same, of what is streamed by way of a buffer
constexpr int64_t kPixels = 64;  // so many, of two to four elements each, are better off with kernels/copy/interleave.h

// Neighbouring dims of one side as one; of the last of them, a piece.
struct Fused {
  int32_t ndim = 0;
  int32_t dims[kMaxDims];
  int64_t run = 0;      // bytes
  int64_t length = 1;   // the elements in it
  int64_t piece = 0;    // elements of the last dim in it
  bool is_open = true;  // might take one more

  int32_t last() const { return dims[ndim - 1]; }
};

class Permuted {
 public:
  Permuted(const Iterator &it, bool is_shared)
      : it_(it),
        is_shared_(is_shared),
        sizes_(it.sizes()),
        to_(it.strides(0)),
        from_(it.strides(1)),
        unit_(it.operand(0).itemsize) {}

  // False where there is no such plane, or where it would be that of iter/planes.h.
  bool plan() {
    const bool inner_runs = to_[0] == unit_ && from_[0] == unit_;
    if (inner_runs) unit_ *= sizes_[0];
    const bool runs = are_runs();
    if (plan_together(inner_runs)) return true;
    if (unit_ > kernels::max_turn_row(unit_) || (runs && unit_ >= kLongRun && traffic(it_) == Traffic::Cached))
      return false;
    if (inner_runs ? are_streamed_rows() : has_pixels()) return false;
    lay(kPlane, inner_runs);
    const bool fused = to_side_.ndim != 0 && from_side_.ndim != 0;
    const bool streams = !runs && traffic(it_) == Traffic::NonTemporal;
    const bool long_rows = fused && is_cut(to_side_) && is_fetched_in_planes();
    const bool turns = from_[0] != 0;  // else rows of the output are one element each, over and over
    const bool far = streams && long_rows && turns && !is_near() && is_far(!has_whole_lines());
    if (it_.ndim() == 2 && !far) return false;
    if (!runs && (!fused || (long_rows && !far && !(streams && is_near())))) return false;
    if (streams) {
      lay_streamed();
      if (!has_whole_lines()) lay(crowds_sets() ? kCrowdedPlane : kPlane, inner_runs);
    }
    fill_turn();
    turn_.next_in_order &= !(streams && is_soon_there());
    find_next_in_row();
    if (from_digit_ >= 0) turn_.next_in_order &= !can_stream() || !is_buffered();  // rows of the next piece are fetched
    if (turn_.next_in_order && from_digit_ >= 0) dense_planes_ = digits_[0].size;
    return true;
  }

  int64_t count() const {
    int64_t count = 1;
    for (const Digit &digit : digits_) count *= digit.size;
    return count;
  }

  // Where all that is touched passes the caches: whether lines of the output are whole, but for few.
  bool can_stream() const {
    if (turn_.whole_lines || next_in_row_ >= 0) return true;
    int64_t run = to_side_.run;
    for (int32_t i = 0; i < from_side_.ndim && to_[from_side_.dims[i]] == run; ++i) {
      run *= i + 1 < from_side_.ndim ? sizes_[from_side_.dims[i]] : from_side_.piece;
    }
    return run >= kStreamedRun;
  }

  void run(int64_t begin, int64_t end, Traffic loads, Traffic stores) const {
    const kernels::TurnLoop loop = kernel_table().turn;
    const int64_t plane = to_side_.run * from_side_.length;
    const int64_t distance = stores == Traffic::NonTemporal && is_buffered() ? kAheadOfBuffer : kAhead;
    const int64_t lead = std::clamp<int64_t>(distance / plane, 1, 64) * dense_planes_;
    Place place(*this, begin);
    std::optional<Place> next;
    if (loads == Traffic::NonTemporal) next.emplace(*this, std::min(begin + lead, end - 1));
    kernels::Turn turn = turn_;
    for (int64_t index = begin; index < end; ++index) {
      turn.n0 = length(to_side_, to_digit_, place);
      turn.n1 = length(from_side_, from_digit_, place);
      if (stores == Traffic::NonTemporal && next_in_row_ >= 0) {
        turn.begun = place.at[next_in_row_] > 0;
        turn.after = std::min(after_, length_after(place));
      }
      const char *ahead = nullptr;
      if (next) {
        ahead = next->from;
        if (dense_planes_ > 1) ahead += next->at[0] * (plane - digits_[0].from);
      }
      char *const to = place.to;
      const char *const from = place.from;
      place.advance(*this);  // before the loop: afterwards that would queue up behind its stores
      loop(to, from, ahead, turn, stores);
      if (next && index + lead + 1 < end) next->advance(*this);
    }
    if (stores == Traffic::NonTemporal) kernel_table().fence();
  }

 private:
  // Within the caches, planes of runs that are neighbours in the input, a few of them, and in the output.
  bool plan_together(bool inner_runs) {
    if (!inner_runs || !are_runs() || unit_ > kFewBytes || traffic(it_) != Traffic::Cached) return false;
    int32_t next = 0;
    for (int32_t d = 1; d < it_.ndim(); ++d) next = to_[d] == unit_ ? d : next;
    if (next == 0 || sizes_[next] < (unit_ < kCacheLine ? kFewestShort : 2)) return false;
    is_together_ = true;
    lay({std::min(sizes_[next], kMostInRow) * unit_, kTogether * unit_}, true);
    is_together_ = false;
    if (from_side_.length < kTogether) return false;
    fill_turn();
    return true;
  }

  void fill_turn() {
    fill(to_side_, from_, from_rows_);
    fill(from_side_, to_, to_rows_);
    turn_ = {unit_, to_side_.length,   from_side_.length, to_rows_,      from_rows_,       0,
             false, has_whole_lines(), is_in_order(),     is_in_pairs(), reads_two_lines()};
  }

  // What stays together is longer than an element.
  bool are_runs() const { return unit_ > kLargestElement || (unit_ & (unit_ - 1)) != 0; }

  // Elements in rows that are no whole lines of the cache, which are streamed by way of a buffer.
  bool is_buffered() const { return !turn_.whole_lines && !are_runs(); }

  // Two to four elements in turns on one side, and apart on the other: pixels and planes.
  bool has_pixels() const {
    constexpr int64_t most = 4;
    if (unit_ == kLargestElement) return false;
    for (int32_t d = 1; d < it_.ndim(); ++d) {
      if (from_[d] != unit_) continue;
      const bool together = sizes_[0] <= most && to_[d] == sizes_[0] * unit_ && sizes_[d] >= kPixels;
      const bool apart = sizes_[d] <= most && from_[0] == sizes_[d] * unit_ && sizes_[0] >= kPixels;
      if (together || apart) return true;
    }
    return false;
  }

  // Long rows, which iter/planes.h takes in the order of the input.
  bool are_streamed_rows() const { return unit_ >= kStreamedRow && traffic(it_) == Traffic::NonTemporal; }

  // One dim, and a part of it.
  bool is_cut(const Fused &side) const { return side.ndim == 1 && side.piece != sizes_[side.last()]; }

  // kernels/copy/transpose.cpp fetches long rows of the input, and such as lie side by side, ahead of need. Of others,
  // blocks do, and take no more of them at a time than the caches hold.
  bool is_fetched_in_planes() const {
    constexpr int64_t long_row = 1024;  // bytes
    const int64_t row = sizes_[from_side_.dims[0]] * unit_;
    return row >= long_row || (is_cut(from_side_) && from_[to_side_.last()] == row);
  }

  // Of an odometer over planes: a dim outside of the plane, or the pieces of one.
  struct Digit {
    int64_t size, to, from;  // bytes a step
    const Fused *side;       // whose last dim's pieces it counts
    int32_t dim;

    int64_t rank() const { return from == 0 ? to : std::min(to, std::abs(from)); }
  };

  struct Place {
    char *to;
    const char *from;
    Odometer at;

    Place(const Permuted &p, int64_t index)
        : to(p.it_.operand(0).data), from(p.it_.operand(1).data), at(p.digit_sizes_, index) {
      for (int64_t d = 0; d < p.digits_.size(); ++d) move(p.digits_[d], at[d]);
    }

    void advance(const Permuted &p) {
      at.advance([&](int64_t d, int64_t by) { move(p.digits_[d], by); });
    }

   private:
    void move(const Digit &digit, int64_t by) {
      to += by * digit.to;
      from += by * digit.from;
    }
  };

  // The plane, and the odometer over planes.
  void lay(Runs most, bool inner_runs) {
    for (int32_t d = 0; d < it_.ndim(); ++d) is_free_[d] = d > 0 || !inner_runs;
    to_side_ = from_side_ = {};
    to_digit_ = from_digit_ = -1;
    digits_.clear();
    fuse(are_runs() ? most.to : std::min(most.to, kernels::max_turn_row(unit_)), most.from);
    add_digits();
  }

  bool exceeds(int64_t last_level_caches) const {
    return it_.numel() * unit_ > last_level_caches * last_level_cache_bytes();
  }

  // Whole lines that the last-level cache holds: row by row, they are there as soon as they are needed.
  bool is_soon_there() const { return !exceeds(1) && from_side_.run % kCacheLine == 0; }

  // Neighbours in the input are within a page in the output.
  bool is_near() const { return to_[from_side_.dims[0]] < kPage; }

  // Rows of the input begin in the same set of the first-level cache.
  bool crowds_sets() const { return from_[to_side_.dims[0]] % kPage == 0; }

  // Much of the input comes from memory.
  bool is_far(bool more = false) const {
    return it_.numel() * unit_ > last_level_cache_bytes() / 4 * (more || is_even() ? 7 : 4);
  }
  bool is_even() const { return to_[from_side_.dims[0]] % kEvenly == 0; }

  // Bytes of a row of the output that are streamed at a time there; 0: as many as elsewhere. Of small elements a tile
  // takes so many rows that they are few.
  int64_t far_run() const {
    if (unit_ < 4 || !is_far()) return 0;
    return is_even() ? 2 * kCacheLine : kCacheLine;
  }

  // Instead of one whose input is not in order, or in rows that are no whole lines.
  void lay_streamed() {
    const int64_t apart = std::abs(from_[to_side_.dims[0]]);
    if (!is_near() && is_in_order() && apart % kCacheLine == 0) return;
    if (const int64_t run = far_run()) return lay({run, kPage}, false);
    const bool is_close = apart * kCloseRows <= kClose;
    const Runs most = {is_near() ? kNearRun : kStreamedRows * unit_, kPage};
    lay(most, false);
    if (!is_close || is_in_order()) return;
    lay({std::max(kCloseRows * unit_, kCacheLine), kPage}, false);
    if (from_side_.ndim == 1) lay(most, false);
  }

  // The two sides take dims in turns, the shorter one first.
  void fuse(int64_t most_to, int64_t most_from) {
    to_side_.run = from_side_.run = unit_;
    while (to_side_.is_open || from_side_.is_open) {
      if (to_side_.is_open && (!from_side_.is_open || to_side_.run <= from_side_.run)) {
        extend(to_side_, to_, most_to);
      } else {
        extend(from_side_, from_, std::min(most_from, kMaxRows * unit_));
      }
    }
  }

  // By the dim that goes on where the side ends.
  void extend(Fused &side, Dims strides, int64_t most) {
    side.is_open = false;
    const int64_t fitting = most / side.run;
    if (fitting < 2) return;
    for (int32_t d = 0; d < it_.ndim(); ++d) {
      if (!is_free_[d] || strides[d] != side.run) continue;
      is_free_[d] = false;
      const int64_t pieces = (sizes_[d] + fitting - 1) / fitting;
      side.piece = is_together_ ? std::min(sizes_[d], fitting) : (sizes_[d] + pieces - 1) / pieces;
      const int64_t whole = kCacheLine / std::min(side.run & -side.run, kCacheLine);  // of these are whole lines
      if (pieces > 1 && side.piece > whole && !is_together_) side.piece -= side.piece % whole;
      side.dims[side.ndim++] = d;
      side.length *= side.piece;
      side.run *= side.piece;
      side.is_open = pieces == 1;
      return;
    }
  }

  // Where the other side's rows start.
  void fill(const Fused &side, Dims strides, int64_t *rows) const {
    rows[0] = 0;
    int64_t filled = 1;
    for (int32_t i = 0; i < side.ndim; ++i) {
      const int32_t d = side.dims[i];
      const int64_t end = filled * (i + 1 < side.ndim ? sizes_[d] : side.piece);
      for (int64_t k = filled; k < end; ++k) rows[k] = rows[k - filled] + strides[d];
      filled = end;
    }
  }

  // Those first that either side has closest together: what one plane leaves of a line, the next takes from the cache.
  // Threads that share planes cut the last one: in the caches, that whose parts are furthest apart in the output, lest
  // they write side by side.
  void add_digits() {
    for (int32_t d = 0; d < it_.ndim(); ++d) {
      if (is_free_[d]) digits_.push_back({sizes_[d], to_[d], from_[d], nullptr, d});
    }
    for (const Fused *side : {&to_side_, &from_side_}) {
      if (side->ndim == 0 || side->piece == sizes_[side->last()]) continue;
      const int32_t d = side->last();
      const int64_t pieces = (sizes_[d] + side->piece - 1) / side->piece;
      digits_.push_back({pieces, to_[d] * side->piece, from_[d] * side->piece, side, d});
    }
    std::sort(digits_.begin(), digits_.end(), [](const Digit &a, const Digit &b) {
      return a.rank() != b.rank() ? a.rank() < b.rank() : a.dim < b.dim;
    });
    if (is_shared_ && digits_.size() > 1 && traffic(it_) == Traffic::Cached) {
      Digit *const cut =
          std::max_element(digits_.begin(), digits_.end(), [](const Digit &a, const Digit &b) { return a.to < b.to; });
      std::rotate(cut, cut + 1, digits_.end());
    }
    digit_sizes_.clear();
    for (int64_t d = 0; d < digits_.size(); ++d) {
      digit_sizes_.push_back(digits_[d].size);
      if (digits_[d].side == &to_side_) to_digit_ = d;
      if (digits_[d].side == &from_side_) from_digit_ = d;
    }
  }

  bool has_whole_lines() const {
    bool whole = reinterpret_cast<uintptr_t>(it_.operand(0).data) % kCacheLine == 0;
    whole &= to_side_.run % kCacheLine == 0;
    if (to_digit_ >= 0) whole &= shortest(to_side_) * unit_ % kCacheLine == 0;
    for (const Digit &digit : digits_) whole &= digit.to % kCacheLine == 0;
    for (int32_t i = 0; i < from_side_.ndim; ++i) whole &= to_[from_side_.dims[i]] % kCacheLine == 0;
    return whole;
  }

  // The digit that goes on with rows of the output, where lines need it.
  void find_next_in_row() {
    if (turn_.whole_lines) return;
    for (int64_t d = 0; d < digits_.size(); ++d) {
      if (digits_[d].to != to_side_.run || digits_[d].side == &from_side_) continue;
      next_in_row_ = d;
      after_ = std::min((kCacheLine + unit_ - 1) / unit_, to_side_.length);
      for (int64_t i = 0; i < after_; ++i) from_rows_[to_side_.length + i] = from_rows_[i] + digits_[d].from;
      return;
    }
  }

  // A plane, or neighbouring pieces of one, whose input is dense: the next is best fetched as it lies in memory.
  bool is_in_order() const {
    if (from_side_.ndim == 0) return false;
    if (from_digit_ >= 0 && (to_digit_ >= 0 || from_digit_ != 0)) return false;
    int64_t run = from_side_.run / from_side_.piece * sizes_[from_side_.last()];
    for (int32_t i = 0; i < to_side_.ndim; ++i) {
      const int32_t d = to_side_.dims[i];
      if (from_[d] != run) return false;
      run *= i + 1 < to_side_.ndim ? sizes_[d] : to_side_.piece;
    }
    return run <= kOwnCacheBytes;
  }

  // Rows of the output are half a line, of which each second one goes on where the one before it ends.
  bool is_in_pairs() const {
    if (to_side_.run != kCacheLine / 2 || from_side_.ndim == 0) return false;
    const int32_t first = from_side_.dims[0];
    const bool is_even = sizes_[first] % 2 == 0 && (from_side_.ndim > 1 || from_side_.piece % 2 == 0);
    return is_even && to_[first] == to_side_.run;
  }

  // Within the caches: where rows of the input are far apart and share few sets of the second-level cache, the second
  // line of a pair, which the processor fetches with the first, is likely gone when it is its turn. The rows of the
  // output of two lines must not crowd sets of the first level. On two threads some sizes get much slower so.
  bool reads_two_lines() const {
    constexpr int64_t far = int64_t{32} << 10, crowded = 1024, most_in_set = 8;
    if (is_shared_ || (unit_ != 4 && unit_ != 8) || to_side_.ndim == 0 || from_side_.ndim == 0) return false;
    const int64_t apart = from_[to_side_.dims[0]], columns = 2 * kCacheLine / unit_;
    if (apart < far || apart % crowded != 0 || !has_whole_lines()) return false;
    return to_[from_side_.dims[0]] % (2 * most_in_set * kPage / columns) != 0;
  }

  // Elements of the last, shorter piece.
  int64_t shortest(const Fused &side) const {
    const int64_t size = sizes_[side.last()];
    return side.length / side.piece * (size - (size - 1) / side.piece * side.piece);
  }
  int64_t length(const Fused &side, int64_t digit, const Place &place) const {
    return digit >= 0 && place.at[digit] + 1 == digits_[digit].size ? shortest(side) : side.length;
  }
  int64_t length_after(const Place &place) const {
    const Digit &digit = digits_[next_in_row_];
    if (place.at[next_in_row_] + 1 == digit.size) return 0;
    return digit.side != nullptr && place.at[next_in_row_] + 2 == digit.size ? shortest(to_side_) : to_side_.length;
  }

  static constexpr int64_t kMaxRows = 1024;  // of a plane

  const Iterator &it_;
  const bool is_shared_;  // by several threads
  Dims sizes_, to_, from_;
  int64_t unit_;  // bytes of what stays together
  bool is_free_[kMaxDims];
  bool is_together_ = false;
  Fused to_side_, from_side_;
  SmallVec<Digit, 6> digits_;
  DimVec digit_sizes_;
  int64_t to_digit_ = -1, from_digit_ = -1;  // that count pieces
  int64_t next_in_row_ = -1;                 // that goes on with rows of the output,
  int64_t after_ = 0;                        // of which a line has so many elements
  int64_t dense_planes_ = 1;                 // so many planes are dense together, where next_in_order
  kernels::Turn turn_;
  int64_t to_rows_[kMaxRows], from_rows_[kMaxRows + kCacheLine];
};

}  // namespace

bool copy_permuted(const Iterator &it) {
  const int32_t least = traffic(it) == Traffic::NonTemporal ? 2 : 3;
  if (it.ndim() < least || it.strides(0)[0] != it.operand(0).itemsize || it.numel() == 0) return false;
  const int64_t grain = grain_of(it.numel(), cost_of(it));
  Permuted permuted(it, it.numel() > grain && num_threads() > 1);
  if (!permuted.plan()) return false;
  const Traffic loads = traffic(it);
  const Traffic stores = permuted.can_stream() ? loads : Traffic::Cached;
  const int64_t count = permuted.count();
  auto range = [&](int64_t begin, int64_t end, int32_t) -> ct_status {
    permuted.run(begin, end, loads, stores);
    return CT_OK;
  };
  const int64_t plane = it.numel() / count;  // elements, about
  const ct_status status = parallel_ranges(count, std::max<int64_t>(grain / plane, 1), {}, range);
  if (status != CT_OK) fail(status, "the executor failed");
  return true;
}

}  // namespace ct
