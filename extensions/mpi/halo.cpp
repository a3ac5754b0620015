// The halo of a block of a distributed grid: the edges of its neighbours, dim after dim, so that corners come along.
//
// The elements of an edge go in the order in which they lie in the sender's memory, which is the receiver's, too, where
// both blocks are laid out alike: so neither has to transpose. What an edge is, and its order, its header says. It goes
// ahead of the elements where it is another one than that of the edge before, so that a program that exchanges the same
// blocks again and again sends the elements alone. Each rank sends something to each neighbour along each dim and
// receives as much, whatever happens: one that fails sends a header that says so. So no rank waits for another's edge
// in vain, and nothing is left over for the next call. What a call finds out about a block stays with the communicator,
// too.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>

#include "message.h"

namespace ct_mpi {

namespace {

using Order = std::vector<int32_t>;  // of dims: the one whose elements lie furthest apart is the first

struct EdgeHeader {
  uint32_t dtype;  // CT_UNDEFINED: there is no edge, as the sender failed
  int32_t ndim;
  int64_t sizes[kMaxDims];
  int32_t order[kMaxDims];
};
constexpr int64_t kHeader = sizeof(EdgeHeader), kRoom = kHeader + 1;  // of a message that is a header
constexpr size_t kMostPlans = 4;

// A view of a part of the block, from `start` on along a dim. The view does not keep the block's memory.
Tensor edge(ct_tensor *block, int32_t dim, int64_t start, int64_t length) {
  int64_t dims[kMaxDims];
  std::ranges::copy(sizes(block), dims);
  dims[dim] = length;
  char *const data = data_mut(block) + start * ct_tensor_strides(block)[dim] * ct_tensor_itemsize(block);
  return make(ct_tensor_from_data, static_cast<void *>(data), dims, ct_tensor_ndim(block), ct_tensor_strides(block),
              ct_tensor_dtype(block), nullptr, nullptr);
}

Order order_of(const ct_tensor *t) {
  Order order(sizes(t).size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [t](int32_t d) { return std::abs(ct_tensor_strides(t)[d]); });
  return order;
}
Tensor in_order(const ct_tensor *t, const Order &order) {
  return make(ct_permute, t, order.data(), static_cast<int32_t>(order.size()));
}

// One of the two ways along a dim: what is sent to one neighbour, and where to put what comes from the other.
struct Way {
  Order order, order_in;  // of what is sent, and of what comes
  Tensor halo;
  Layout source, target;
  ct_dtype dtype = CT_UNDEFINED;
  std::vector<int64_t> edge_sizes;
  Counted run{0, CT_UINT8};
  Buffer packed_out, packed_in;

  Way() = default;
  Way(ct_tensor *block, int32_t dim, int64_t start, int64_t end, int64_t width)
      : order(order_of(block)),
        halo(edge(block, dim, end, width)),
        source(in_order(edge(block, dim, start, width), order)),
        dtype(ct_tensor_dtype(block)),
        edge_sizes(sizes(block).begin(), sizes(block).end()),
        run(source.bytes(), CT_UINT8) {
    edge_sizes[static_cast<size_t>(dim)] = width;
    if (!source.is_run()) packed_out = Buffer(source.bytes());
    expect(order);
  }
  void expect(const Order &in) {
    if (in == order_in) return;
    target = Layout(in_order(halo, in));
    // There must be room for a header, which may come instead.
    const bool is_packed = !target.is_run() || target.bytes() < kRoom;
    packed_in = is_packed ? Buffer(std::max(target.bytes(), kRoom)) : Buffer();
    order_in = in;
  }
};

using Ways = std::array<Way, 2>;

struct Plan {
  std::vector<int64_t> key;
  std::vector<Ways> dims;
};

// The last headers of one way along a dim, to which bare elements refer: the one sent and the one received.
struct Told {
  ct_dtype dtype = CT_UNDEFINED;
  std::vector<int64_t> sizes;
  Order order;

  bool is(ct_dtype other, Dims dims) const { return dtype == other && std::ranges::equal(dims, sizes); }
  int64_t bytes() const {
    int64_t all = ct_dtype_size(dtype);
    for (const int64_t size : sizes) all *= size;
    return all;
  }
};
struct Channel {
  Told sent, received;
  const Way *sent_as = nullptr, *received_as = nullptr;  // those that what was told is known to go with

  bool goes_bare(const Way &way) {
    if (sent_as == &way) return true;
    if (!sent.is(way.dtype, way.edge_sizes) || sent.order != way.order) return false;
    sent_as = &way;
    return true;
  }
  bool fits(Way *way) {
    if (received_as == way) return true;
    if (!received.is(way->dtype, way->edge_sizes)) return false;
    way->expect(received.order);
    received_as = way;
    return true;
  }
};

struct Halos : Kept {
  bool is_cart = false;
  std::vector<std::array<Channel, 2>> channels;  // of the two ways along each dim
  std::vector<std::array<int, 2>> neighbours;    // below and above, along each dim
  std::vector<std::unique_ptr<Plan>> plans;
  size_t oldest = 0;

  explicit Halos(MPI_Comm comm) {
    int kind = MPI_UNDEFINED, dims = 0;
    check(MPI_Topo_test(comm, &kind));
    is_cart = kind == MPI_CART;
    if (!is_cart) return;
    check(MPI_Cartdim_get(comm, &dims));
    neighbours.resize(static_cast<size_t>(dims));
    channels.resize(static_cast<size_t>(dims));
    for (int d = 0; d < dims; ++d) {
      check(MPI_Cart_shift(comm, d, 1, &neighbours[static_cast<size_t>(d)][0], &neighbours[static_cast<size_t>(d)][1]));
    }
  }
};

// What has been received along one way.
struct Arrival {
  char *data = nullptr;
  Buffer owned;
};

// The exchange along one dim. Without ways, because this rank has failed, it tells the neighbours so.
class Exchange {
 public:
  Exchange(const Private &own, Halos *halos, int32_t dim, Ways *ways)
      : comm_(own.comm), rank_(own.rank), channels_(halos->channels[static_cast<size_t>(dim)]), dim_(dim), ways_(ways) {
    // up: the last part of the inside goes to the rank above, into its halo before. down: the first part goes to the
    // rank below, into its halo after.
    const auto [below, above] = halos->neighbours[static_cast<size_t>(dim)];
    to_[0] = from_[1] = above;
    to_[1] = from_[0] = below;
  }
  // If a call has failed halfway, MPI must not write into memory that is freed now.
  ~Exchange() {
    for (int i = 0; i < 4; ++i) {
      if (posted_[i] == MPI_REQUEST_NULL) continue;
      if (i < 2) MPI_Cancel(&posted_[i]);
      MPI_Wait(&posted_[i], MPI_STATUS_IGNORE);
    }
  }
  Exchange(const Exchange &) = delete;
  Exchange &operator=(const Exchange &) = delete;

  void run() {
    if (to_[0] == rank_ && to_[1] == rank_) return copy();
    // Elements that follow a header are received after it, so only bare elements of both ways can be waited for
    // together.
    is_bare_ = goes_bare(0) && goes_bare(1);
    for (int i = 0; i < 2; ++i) post(i);
    for (int i = 0; i < 2; ++i) send(i);
    MPI_Status statuses[4];
    check(MPI_Waitall(is_bare_ ? 4 : 2, posted_, statuses));
    for (int i = 0; i < 2; ++i) read(i, statuses[i]);
    receives_.wait();
    for (int i = 0; i < 2; ++i) place(i);
    sends_.wait();
    if (ways_ != nullptr && failure_.status != CT_OK) throw failure_;
  }

 private:
  // The tag of all messages of a way; they arrive in order.
  int tag(int i) const { return 2 * dim_ + i; }
  // A header's message must have another length than the bare elements that may come in its place.
  static int64_t length_after(const Told &last) {
    return last.dtype != CT_UNDEFINED && last.bytes() == kHeader ? kHeader + 1 : kHeader;
  }
  Way &way(int i) const { return (*ways_)[static_cast<size_t>(i)]; }
  Channel &channel(int i) const { return channels_[static_cast<size_t>(i)]; }
  bool fits(int i) const { return ways_ != nullptr && channel(i).fits(&way(i)); }
  bool goes_bare(int i) const { return to_[i] == MPI_PROC_NULL || (ways_ != nullptr && channel(i).goes_bare(way(i))); }
  char *target(int i) const { return !way(i).packed_in.is_there() ? way(i).target.data() : way(i).packed_in.get(); }

  void copy() {
    if (ways_ == nullptr) return;
    for (Way &one : *ways_) {
      one.expect(one.order);
      const Buffer between = Buffer(one.source.bytes());
      one.source.pack(between.get());
      one.target.unpack(between.get());
    }
  }

  // Receives either a header, or bare elements like the last ones.
  void post(int i) {
    if (from_[i] == MPI_PROC_NULL) return;
    Arrival &arrival = arrivals_[i];
    int64_t bytes = channel(i).received.bytes();
    const bool is_bare = channel(i).received.dtype != CT_UNDEFINED;
    if (is_bare && fits(i)) {
      arrival.data = target(i);
    } else {
      arrival.owned = Buffer(std::max(bytes, kRoom));
      arrival.data = arrival.owned.get();
    }
    bytes = std::max(bytes, kRoom);
    const Counted run(bytes, CT_UINT8);
    check(MPI_Irecv(arrival.data, run.count(), run.type(), from_[i], tag(i), comm_, &posted_[i]));
  }

  void send(int i) {
    if (to_[i] == MPI_PROC_NULL) return;
    if (ways_ == nullptr) {
      send_header(i, CT_UNDEFINED, {}, {});
      return;
    }
    Way &one = way(i);
    if (!goes_bare(i)) send_header(i, one.dtype, one.edge_sizes, one.order);
    char *data = one.source.data();
    if (!one.source.is_run()) one.source.pack(data = one.packed_out.get());
    MPI_Request *const request = is_bare_ ? &posted_[2 + i] : sends_.next();
    check(MPI_Isend(data, one.run.count(), one.run.type(), to_[i], tag(i), comm_, request));
  }
  void send_header(int i, ct_dtype dtype, const std::vector<int64_t> &dims, const Order &order) {
    headers_[i] = Buffer(kRoom);
    std::memset(headers_[i].get(), 0, static_cast<size_t>(kRoom));
    EdgeHeader header = {dtype, static_cast<int32_t>(dims.size()), {}, {}};
    std::ranges::copy(dims, header.sizes);
    std::ranges::copy(order, header.order);
    std::memcpy(headers_[i].get(), &header, sizeof header);
    Told &sent = channel(i).sent;
    const int64_t bytes = length_after(sent);
    sent = {dtype, dims, order};
    channel(i).sent_as = nullptr;
    check(MPI_Isend(headers_[i].get(), static_cast<int>(bytes), MPI_UINT8_T, to_[i], tag(i), comm_, sends_.next()));
  }

  void read(int i, const MPI_Status &status) {
    if (from_[i] == MPI_PROC_NULL) return;
    Arrival &arrival = arrivals_[i];
    Told &received = channel(i).received;
    int came = 0;  // MPI_UNDEFINED where it is more than a header by far
    check(MPI_Get_count(&status, MPI_UINT8_T, &came));
    if (received.dtype == CT_UNDEFINED || came == length_after(received)) {
      EdgeHeader header;
      std::memcpy(&header, arrival.data, sizeof header);
      channel(i).received_as = nullptr;
      received = {header.dtype, {header.sizes, header.sizes + header.ndim}, {header.order, header.order + header.ndim}};
      if (header.dtype != CT_UNDEFINED) {
        const int64_t bytes = received.bytes();
        if (fits(i)) {
          arrival.data = target(i);
        } else {
          arrival.owned = Buffer(bytes);
          arrival.data = arrival.owned.get();
        }
        const Counted run(bytes, CT_UINT8);
        check(MPI_Irecv(arrival.data, run.count(), run.type(), from_[i], tag(i), comm_, receives_.next()));
      }
    }
    if (ways_ == nullptr || fits(i) || failure_.status != CT_OK) return;
    if (received.dtype == CT_UNDEFINED) {
      failure_ = {CT_ERROR_INVALID, "rank " + text(from_[i]) + " failed, and sent no edge"};
    } else {
      failure_ = {received.dtype == way(i).dtype ? CT_ERROR_SHAPE : CT_ERROR_DTYPE,
                  "rank " + text(from_[i]) + " sent " + describe(received.dtype, received.sizes) +
                      ", and the halo is " + describe(way(i).dtype, way(i).edge_sizes)};
    }
  }

  void place(int i) {
    if (from_[i] == MPI_PROC_NULL || !fits(i)) return;
    if (way(i).packed_in.is_there()) way(i).target.unpack(way(i).packed_in.get());
  }

  MPI_Comm comm_;
  int rank_;
  std::array<Channel, 2> &channels_;
  int32_t dim_;
  Ways *ways_;
  int to_[2], from_[2];
  Arrival arrivals_[2];
  Buffer headers_[2];
  MPI_Request posted_[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  bool is_bare_ = false;  // no header goes ahead
  Failure failure_{CT_OK, {}};
  Requests sends_, receives_;
};

Plan *plan_of(Halos *halos, ct_tensor *block, const int64_t *before, const int64_t *after, int32_t ndims) {
  if (!halos->is_cart) fail(CT_ERROR_INVALID, "the communicator is not one of MPI_Cart_create");
  if (block == nullptr) fail(CT_ERROR_INVALID, "block is NULL");
  const auto dims = static_cast<int32_t>(halos->neighbours.size());
  if (before == nullptr) fail(CT_ERROR_INVALID, "before is NULL");
  if (ndims != dims || ndims > kMaxDims) {
    fail(CT_ERROR_INVALID, "ndims is ", ndims, ", and the communicator has ", dims, " dims");
  }
  if (after == nullptr) after = before;
  // Meta and deferred tensors have no data.
  const void *const data = ct_tensor_data(block);
  const bool is_writable = data != nullptr && !ct_tensor_is_read_only(block);
  int64_t key[4 * kMaxDims + 4];
  size_t n = 0;
  key[n++] = static_cast<int64_t>(reinterpret_cast<intptr_t>(data));
  key[n++] = ct_tensor_dtype(block);
  const Dims sizes = ct_mpi::sizes(block);
  key[n++] = static_cast<int64_t>(sizes.size());
  for (const int64_t size : sizes) key[n++] = size;
  for (const int64_t stride : Dims(ct_tensor_strides(block), sizes.size())) key[n++] = stride;
  for (int32_t d = 0; d < dims; ++d) key[n++] = before[d], key[n++] = after[d];
  for (const auto &plan : halos->plans) {
    const bool is_it = plan->key.size() == n && std::memcmp(plan->key.data(), key, n * sizeof *key) == 0;
    if (is_it && is_writable) return plan.get();
  }
  check_output(block, "block");
  if (ct_tensor_ndim(block) < ndims) {
    fail(CT_ERROR_SHAPE, "the block is ", describe(block), ", and the communicator has ", dims, " dims");
  }
  auto plan = std::make_unique<Plan>();
  plan->key.assign(key, key + n);
  for (int32_t d = 0; d < ndims; ++d) {
    const int64_t size = sizes[static_cast<size_t>(d)], low = before[d], high = after[d];
    if (low < 0 || high < 0) fail(CT_ERROR_INVALID, "a halo of ", std::min(low, high), " along dim ", d);
    if (low > size || high > size - low || std::max(low, high) > size - low - high) {
      fail(CT_ERROR_SHAPE, "the block has ", size, " elements along dim ", d, ", and its halos are ", low, " and ",
           high, ": its inside is smaller than they are");
    }
    plan->dims.push_back(Ways{Way(block, d, size - high - low, 0, low), Way(block, d, low, size - high, high)});
  }
  // A way of a plan that goes may have had the same address as one of this plan's ways.
  for (auto &both : halos->channels) {
    for (Channel &channel : both) channel.sent_as = channel.received_as = nullptr;
  }
  if (halos->plans.size() < kMostPlans) {
    halos->plans.push_back(std::move(plan));
    return halos->plans.back().get();
  }
  auto &place = halos->plans[halos->oldest++ % kMostPlans];
  place = std::move(plan);
  return place.get();
}

void halo(ct_tensor *block, const int64_t *before, const int64_t *after, int32_t ndims, MPI_Comm user) {
  Private &own = private_of(user);
  if (own.halos == nullptr) own.halos = std::make_unique<Halos>(own.comm);
  auto *const halos = static_cast<Halos *>(own.halos.get());
  Plan *plan = nullptr;
  Failure failure{CT_OK, {}};
  const auto try_to = [&failure](auto &&part) {
    try {
      part();
    } catch (const Failure &one) {
      if (failure.status == CT_OK) failure = one;
    } catch (const std::bad_alloc &) {
      if (failure.status == CT_OK) failure.status = CT_ERROR_OUT_OF_MEMORY;
    }
  };
  try_to([&] { plan = plan_of(halos, block, before, after, ndims); });
  for (size_t d = 0; d < halos->neighbours.size(); ++d) {
    if (halos->neighbours[d] == std::array{MPI_PROC_NULL, MPI_PROC_NULL}) continue;
    Ways *const ways = failure.status == CT_OK ? &plan->dims[d] : nullptr;
    try_to([&] { Exchange(own, halos, static_cast<int32_t>(d), ways).run(); });
  }
  if (failure.status != CT_OK) throw failure;
}

}  // namespace

}  // namespace ct_mpi

extern "C" ct_status ct_mpi_halo(ct_tensor *block, const int64_t *before, const int64_t *after, int32_t ndims,
                                 MPI_Comm cart, ct_error *error) {
  using namespace ct_mpi;
  return guarded("ct_mpi_halo", error, [&] { halo(block, before, after, ndims, cart); });
}
