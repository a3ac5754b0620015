// How a pass goes over memory: its operands, one order of dims for all of them, its tile, and rows that are packed.
#include <algorithm>

#include "expr/pass_compiler.h"
#include "iter/blocks.h"
#include "iter/dims.h"
#include "iter/traffic.h"
#include "kernels/tuning.h"

namespace ct {

void PassCompiler::add_operands(int32_t p) {
  for (const Grouping::Store &store : grouping_.stores) {
    if (store.pass == p && grouping_.passes[p].divides < 0) add_output(store);
  }
  noutputs_ = pass_.noutputs = pass_.noperands;
  for (const int32_t s : steps_of(p)) {
    const Node &node = grouping_.node(step(s).node);
    for (int32_t k = 0; k < node.noperands; ++k) use(step(s).operands[k], node.operands[k].read);
    widest_ = std::max({widest_, dtype_size(node.written), dtype_size(node.dtype)});
    pass_.cost.element_ps += node.element_ps;
    program_.op_names_.push_back(node.name);
    ++text_.nops;
  }
  for (const Grouping::Store &store : grouping_.stores) {
    if (store.pass != p) continue;
    const int32_t divides = grouping_.passes[p].divides;
    use(store.value, divides < 0 ? grouping_.values[store.value].dtype : grouping_.node(divides).operands[1].read);
  }
  choose_targets(p);
}

void PassCompiler::add_output(const Grouping::Store &store) {
  const Grouping::Value &value = grouping_.values[store.value];
  const int32_t reduces = grouping_.passes[store.pass].reduces;
  if (reduces >= 0) {  // as it would lie in memory
    const Tensor &input = *grouping_.node(reduces).operands[0].tensor;
    return add_operand({Source::Kind::Block, value.dtype, -1, 0, nullptr, 0}, input.strides(), input.itemsize());
  }
  const Dims by = store.kind == Source::Kind::Result ? results_[static_cast<size_t>(store.index)]
                                                     : Dims(grouping_.node(grouping_.temporaries[store.index]).strides);
  add_operand({store.kind, value.dtype, store.index, 0, nullptr, 0}, by, dtype_size(value.dtype));
}

void PassCompiler::use(int32_t v, DType read) {
  widest_ = std::max(widest_, dtype_size(read));
  v = resolve(v);
  Made &made = made_[v];
  ++made.uses;
  const Grouping::Value &value = grouping_.values[v];
  if (value.kind != Grouping::Value::Kind::Memory || made.operand >= 0) return;
  made.operand = pass_.noperands;
  const Source &source = grouping_.sources[value.at];
  const int64_t itemsize = dtype_size(value.dtype);
  Program::Operand operand{source.kind, value.dtype, source.index, value.offset * itemsize, nullptr, 0};
  switch (source.kind) {
    case Source::Kind::Constant:
      operand.constant = add_constant(source);
      break;
    case Source::Kind::Argument:
      operand.offset -= grouping_.first_byte(source.index);
      break;
    default:
      program_.temporaries_[source.index].last_pass = static_cast<int32_t>(program_.passes_.size());
  }
  add_operand(operand, grouping_.strides(value), itemsize);
}

char *PassCompiler::add_constant(const Source &source) {
  const Storage &storage = source.tensor->storage();
  program_.is_meta_ |= storage.is_meta();
  program_.constants_.push_back({const_cast<Storage *>(&storage), source.version});
  return storage.data();
}

void PassCompiler::choose_targets(int32_t p) {
  int32_t output = 0;
  for (const Grouping::Store &store : grouping_.stores) {
    if (store.pass != p || grouping_.passes[p].divides >= 0) continue;
    Made &made = made_[resolve(store.value)];
    if (made.target < 0 && made.uses == 1 && !reads_first()) made.target = output;
    ++output;
  }
}

void PassCompiler::lay_dims(const Grouping::Pass &given) {
  const Dims sizes = grouping_.sizes(given);
  text_.first_size = code_.numbers.size();
  for (const int64_t size : sizes) code_.numbers.push_back(size);
  ndim_given_ = given.ndim;
  int32_t dims[kMaxDims];
  int32_t ndim = 0;
  for (int32_t d = given.ndim - 1; d >= 0; --d) {
    if (sizes[static_cast<size_t>(d)] != 1) dims[ndim++] = d;
  }
  sort_dims(dims, ndim, [this](int32_t a, int32_t b) { return compare(a, b); });
  SmallVec<int64_t, 64> ordered;
  for (int32_t k = 0; k < pass_.noperands; ++k) {
    for (int32_t d = 0; d < ndim; ++d) ordered.push_back(stride(k, dims[d]));
  }
  for (int32_t d = 0; d < ndim; ++d) sizes_[d] = sizes[static_cast<size_t>(dims[d])];
  ndim_ = coalesce_dims(ndim, sizes_, pass_.noperands,
                        [&](int32_t k, int32_t d) -> int64_t & { return ordered[int64_t{k} * ndim + d]; });
  pass_.ndim = ndim_;
  pass_.sizes = static_cast<int32_t>(code_.numbers.size());
  for (int32_t d = 0; d < ndim_; ++d) code_.numbers.push_back(sizes_[d]);
  pass_.strides = static_cast<int32_t>(code_.numbers.size());
  for (int32_t k = 0; k < pass_.noperands; ++k) {
    for (int32_t d = 0; d < ndim_; ++d) code_.numbers.push_back(ordered[int64_t{k} * ndim + d]);
  }
}

int PassCompiler::compare(int32_t a, int32_t b) {
  for (int32_t k = 0; k < pass_.noperands; ++k) {
    const int64_t of_a = magnitude(stride(k, a)), of_b = magnitude(stride(k, b));
    if (of_a != 0 && of_b != 0 && of_a != of_b) return of_a < of_b ? -1 : 1;
  }
  return 0;
}

void PassCompiler::choose_tile(int32_t p) {
  if (pass_.numel == 0) return;
  int64_t footprint = 0, moved = 0;
  for (int32_t k = 0; k < pass_.noperands; ++k) {
    int64_t elements = 1, apart = kCacheLine;
    for (int32_t d = 0; d < ndim_; ++d) {
      if (step(k, d) == 0) continue;
      elements *= sizes_[d];
      apart = std::min(apart, magnitude(step(k, d)));
    }
    if (program_.operands_[pass_.operands + k].kind == Source::Kind::Block) continue;
    footprint += elements * itemsize(k);
    moved += elements * std::max(apart, itemsize(k));
    touch(k, elements);
  }
  pass_.cost.bytes = moved;
  const int64_t least = keeps_ ? kLeastKeptGenerated : kLeastGenerated, joined = text_.nops - (sums_ ? 0 : 1);
  generates_ = generation_ == Generation::Always || (generation_ != Generation::Off && pass_.numel * joined >= least);
  const bool past_caches = traffic(footprint) == kernels::Traffic::NonTemporal;
  const int64_t bytes = group_ != nullptr || footprint <= kOwnCacheBytes ? kTileBytes
                        : past_caches                                    ? kTilePastCaches
                                                                         : kTileBeyondOwnCache;
  const int64_t wanted = std::clamp(bytes / widest_, kLeastTile, kMostTile);
  // An upper bound for the number of slots, with those for converted and packed operands.
  const auto most_slots = static_cast<int64_t>(3 * steps_of(p).size()) + pass_.noperands + 1;
  const bool is_cut = group_ != nullptr && group_->row % size(0) != 0;  // within a row of dim 0
  pass_.planes = !is_cut && ndim_ > 1 && sizes_[0] < wanted / 2 && sizes_[0] * widest_ * most_slots <= kMostSlotBytes;
  pass_.tile = pass_.planes ? std::min(wanted / sizes_[0], sizes_[1]) : std::min(wanted, size(0));
  past_caches_ = past_caches && !in_place_ && !writes_scratch();
  if (noutputs_ > 0 && ndim_ > 0) {
    pass_.is_aligned = !pass_.planes && step(0, 0) == itemsize(0) && kCacheLine % itemsize(0) == 0 &&
                       pass_.tile * itemsize(0) % kCacheLine == 0;
  }
}

bool PassCompiler::has_orders() const {
  for (int32_t k = 0; k < pass_.noperands; ++k) {
    if (magnitude(step(k, 0)) <= 2 * itemsize(k) || (pass_.planes && level_of(k) == Level::Once)) continue;
    for (int32_t d = 1; d < ndim_; ++d) {
      if (step(k, d) != 0 && magnitude(step(k, d)) < magnitude(step(k, 0))) return true;
    }
  }
  return false;
}

void PassCompiler::choose_packing() {
  const int64_t *const numbers = code_.numbers.data();
  const auto ndim = static_cast<size_t>(ndim_);
  Iterator it;
  it.lay_out({numbers + pass_.sizes, ndim}, noutputs_, pass_.noperands);
  for (int32_t k = 0; k < pass_.noperands; ++k) {
    const DType dtype = program_.operands_[pass_.operands + k].dtype;
    it.set_operand(k, nullptr, dtype, dtype, {numbers + pass_.strides + int64_t{k} * ndim_, ndim});
  }
  const bool boxes = sizes_[0] < kShortPackedRow && is_worth_boxes(it);
  if (!boxes && !has_orders()) return;
  pass_.packs = boxes ? TilePass::Packs::Boxes : TilePass::Packs::Planes;
  pass_.memory_ndim = ndim_;
  pass_.memory_sizes = pass_.sizes;
  pass_.memory_strides = pass_.strides;
  const Blocks blocks(it, kernels::Traffic::Cached, pass_.numel, boxes);
  int64_t row = 1;
  SmallVec<int64_t, 32> steps;
  for (int32_t d = 0; d < ndim_; ++d) row *= blocks.is_in_row(d) ? sizes_[d] : 1;
  for (int32_t k = 0; k < pass_.noperands; ++k) {
    int64_t inside = 0, outside = 0;
    for (int32_t d = 0; d < ndim_; ++d) (blocks.is_in_row(d) ? inside : outside) |= step(k, d);
    steps.push_back(inside != 0 ? itemsize(k) : 0);
    steps.push_back(outside != 0 ? 1 : 0);
  }
  const int64_t memory_row = sizes_[0];
  ndim_ = pass_.ndim = 2;
  sizes_[0] = row;
  sizes_[1] = pass_.numel / row;
  pass_.sizes = static_cast<int32_t>(code_.numbers.size());
  code_.numbers.push_back(sizes_[0]);
  code_.numbers.push_back(sizes_[1]);
  pass_.strides = static_cast<int32_t>(code_.numbers.size());
  for (const int64_t step : steps) code_.numbers.push_back(step);
  pass_.planes = pass_.is_aligned = false;
  past_caches_ = past_caches_ && !boxes && memory_row * itemsize(0) >= kLongPackedRowBytes;
  pass_.tile = std::min(std::clamp(kTileBytes / widest_, kLeastTile, kMostTile), row);
}

void PassCompiler::touch(int32_t k, int64_t elements) {
  Program::Operand &operand = program_.operands_[pass_.operands + k];
  operand.nbytes = elements * itemsize(k);
  if (program_.is_in_scratch(operand)) {
    program_.temporaries_[operand.index].row_bytes = group_->row * itemsize(k);
  } else {
    (k < noutputs_ ? text_.written : text_.read) += operand.nbytes;
  }
}

PassCompiler::Level PassCompiler::level_of(int32_t k) const {
  if (is_single()) return Level::Tile;
  for (int32_t d = 1; d < ndim_; ++d) {
    if (step(k, d) != 0) return step(k, 0) == 0 && !pass_.planes ? Level::Row : Level::Tile;
  }
  return step(k, 0) == 0 || pass_.planes ? Level::Once : Level::Tile;
}

bool PassCompiler::is_same_everywhere(int32_t k) const {
  for (int32_t d = 0; d < ndim_; ++d) {
    if (step(k, d) != 0) return false;
  }
  return true;
}

}  // namespace ct
