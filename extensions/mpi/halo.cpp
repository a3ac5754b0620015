// The halo of a block of a distributed grid: the edges of its neighbours, dim after dim, so that corners come along.
//
// Each rank sends one header to each neighbour along each dim and receives one, whatever happens: a rank that fails
// sends one that says so. So no rank waits for another's edge in vain, and nothing is left over for the next call.
// What a call finds out about a block stays with the communicator, as a program exchanges the same blocks again and
// again.
#include <algorithm>
#include <array>
#include <cstring>

#include "message.h"

namespace ct_mpi {

namespace {

// Up to here an edge lies behind its header in one message.
constexpr int64_t kInline = 8 << 10;
constexpr size_t kMostPlans = 4;
using Buffer = std::unique_ptr<char[]>;

Buffer buffer_of(int64_t bytes) { return std::make_unique_for_overwrite<char[]>(static_cast<size_t>(bytes)); }

// What lies from `start` on along a dim of the block, over its memory, which is not kept.
Tensor edge(ct_tensor *block, int32_t dim, int64_t start, int64_t length) {
  int64_t dims[kMaxDims];
  std::ranges::copy(sizes(block), dims);
  dims[dim] = length;
  char *const data = data_mut(block) + start * ct_tensor_strides(block)[dim] * ct_tensor_itemsize(block);
  return make(ct_tensor_from_data, static_cast<void *>(data), dims, ct_tensor_ndim(block), ct_tensor_strides(block),
              ct_tensor_dtype(block), nullptr, nullptr);
}

// One of the two ways along a dim: what goes to one neighbour, and where what comes from the other one belongs.
struct Way {
  Layout source, target;
  ct_dtype dtype = CT_UNDEFINED;
  std::vector<int64_t> edge_sizes;
  bool follows = false;
  Counted run{0, CT_UINT8};
  int64_t head = 0;
  Buffer out, in, packed_out, packed_in;

  Way() = default;
  Way(ct_tensor *block, int32_t dim, int64_t start, int64_t end, int64_t width)
      : source(edge(block, dim, start, width)),
        target(edge(block, dim, end, width)),
        dtype(ct_tensor_dtype(block)),
        edge_sizes(sizes(block).begin(), sizes(block).end()) {
    edge_sizes[static_cast<size_t>(dim)] = width;
    follows = source.bytes() > kInline;
    run = Counted(source.bytes() / ct_dtype_size(dtype), dtype);
    out = buffer_of(Header::bytes_of(kMaxDims) + (follows ? 0 : source.bytes()));
    head = put_header(out.get(), dtype, edge_sizes, follows);
    if (follows && !source.is_run()) packed_out = buffer_of(source.bytes());
    if (follows && !target.is_run()) packed_in = buffer_of(target.bytes());
  }
};

using Ways = std::array<Way, 2>;

struct Plan {
  std::vector<int64_t> key;
  std::vector<Ways> dims;
};

struct Halos : Kept {
  bool is_cart = false;
  std::vector<std::array<int, 2>> neighbours;  // below and above, along each dim
  std::vector<std::unique_ptr<Plan>> plans;
  size_t oldest = 0;

  explicit Halos(MPI_Comm comm) {
    int kind = MPI_UNDEFINED, dims = 0;
    check(MPI_Topo_test(comm, &kind));
    is_cart = kind == MPI_CART;
    if (!is_cart) return;
    check(MPI_Cartdim_get(comm, &dims));
    neighbours.resize(static_cast<size_t>(dims));
    for (int d = 0; d < dims; ++d) {
      check(MPI_Cart_shift(comm, d, 1, &neighbours[static_cast<size_t>(d)][0], &neighbours[static_cast<size_t>(d)][1]));
    }
  }
};

// Along one dim. Without a plan, because this rank has failed, neighbours are told so.
void exchange(const Private &own, const std::array<int, 2> &neighbours, int32_t dim, Ways *ways) {
  const auto [below, above] = neighbours;
  if (below == own.rank && above == own.rank) {
    if (ways == nullptr) return;
    for (Way &way : *ways) {
      const Buffer copy = buffer_of(way.source.bytes());
      way.source.pack(copy.get());
      way.target.unpack(copy.get());
    }
    return;
  }
  // up: the last of the inside goes above, into the halo before; down: the first goes below, into the halo after.
  const int to[] = {above, below}, from[] = {below, above};
  Ways refusal;
  const bool refuses = ways == nullptr;
  if (refuses) {
    ways = &refusal;
    for (Way &way : refusal) {
      way.out = buffer_of(Header::bytes_of(0));
      way.head = put_header(way.out.get(), CT_UNDEFINED, {}, false);
    }
  }
  Requests sends, receives;
  MPI_Request posted[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[2];
  for (int i = 0; i < 2; ++i) {
    Way &way = (*ways)[static_cast<size_t>(i)];
    constexpr int64_t kMost = kInline + static_cast<int64_t>(sizeof(Header));
    if (from[i] == MPI_PROC_NULL) continue;
    if (way.in == nullptr) way.in = buffer_of(kMost);
    check(MPI_Irecv(way.in.get(), static_cast<int>(kMost), MPI_BYTE, from[i], 2 * dim + i, own.comm, &posted[i]));
  }
  for (int i = 0; i < 2; ++i) {
    Way &way = (*ways)[static_cast<size_t>(i)];
    if (to[i] == MPI_PROC_NULL) continue;
    int64_t bytes = way.head;
    if (!refuses && !way.follows) {
      way.source.pack(way.out.get() + bytes);
      bytes += way.source.bytes();
    }
    check(MPI_Isend(way.out.get(), static_cast<int>(bytes), MPI_BYTE, to[i], 2 * dim + i, own.comm, sends.next()));
    if (!way.follows) continue;
    char *data = way.source.data();
    if (!way.source.is_run()) way.source.pack(data = way.packed_out.get());
    check(MPI_Isend(data, way.run.count(), way.run.type(), to[i], 2 * dim + i, own.comm, sends.next()));
  }
  Failure failure{CT_OK, {}};
  Buffer dropped[2];
  const Way *unpacked[2] = {nullptr, nullptr};
  check(MPI_Waitall(2, posted, statuses));
  for (int i = 0; i < 2; ++i) {
    Way &way = (*ways)[static_cast<size_t>(i)];
    if (from[i] == MPI_PROC_NULL) continue;
    const Header &header = check_header(way.in.get(), statuses[i]);
    const Dims dims(header.sizes, static_cast<size_t>(header.ndim));
    if (!refuses && header.dtype == way.dtype && std::ranges::equal(dims, way.edge_sizes)) {
      if (!way.follows) {
        way.target.unpack(way.in.get() + header.bytes());
        continue;
      }
      char *const data = way.target.is_run() ? way.target.data() : way.packed_in.get();
      check(MPI_Irecv(data, way.run.count(), way.run.type(), from[i], 2 * dim + i, own.comm, receives.next()));
      if (!way.target.is_run()) unpacked[i] = &way;
      continue;
    }
    if (failure.status == CT_OK && header.dtype == CT_UNDEFINED) {
      failure = {CT_ERROR_INVALID, "rank " + text(from[i]) + " failed, and sent no edge"};
    } else if (failure.status == CT_OK) {
      failure = {header.dtype == way.dtype ? CT_ERROR_SHAPE : CT_ERROR_DTYPE,
                 "rank " + text(from[i]) + " sent " + describe(header.dtype, dims) + ", and the halo is " +
                     describe(way.dtype, way.edge_sizes)};
    }
    if (header.follows != 0) {
      const int64_t bytes = elements_bytes(header);
      dropped[i] = buffer_of(bytes);
      const Counted run(bytes / ct_dtype_size(header.dtype), header.dtype);
      check(MPI_Irecv(dropped[i].get(), run.count(), run.type(), from[i], 2 * dim + i, own.comm, receives.next()));
    }
  }
  receives.wait();
  for (int i = 0; i < 2; ++i) {
    if (unpacked[i] != nullptr) unpacked[i]->target.unpack(unpacked[i]->packed_in.get());
  }
  sends.wait();
  if (!refuses && failure.status != CT_OK) throw failure;
}

Plan *plan_of(Halos *halos, ct_tensor *block, const int64_t *before, const int64_t *after, int32_t ndims) {
  if (!halos->is_cart) fail(CT_ERROR_INVALID, "the communicator is not one of MPI_Cart_create");
  if (block == nullptr) fail(CT_ERROR_INVALID, "block is NULL");
  const auto dims = static_cast<int32_t>(halos->neighbours.size());
  if (before == nullptr) fail(CT_ERROR_INVALID, "before is NULL");
  if (ndims != dims || ndims > kMaxDims) {
    fail(CT_ERROR_INVALID, "ndims is ", ndims, ", and the communicator has ", dims, " dims");
  }
  if (after == nullptr) after = before;
  const bool is_writable = !ct_tensor_is_meta(block) && !ct_is_deferred(block) && !ct_tensor_is_read_only(block);
  int64_t key[4 * kMaxDims + 4];
  size_t n = 0;
  key[n++] = static_cast<int64_t>(reinterpret_cast<intptr_t>(ct_tensor_data(block)));
  key[n++] = ct_tensor_dtype(block);
  key[n++] = ct_tensor_ndim(block);
  for (const int64_t size : sizes(block)) key[n++] = size;
  for (const int64_t stride : strides(block)) key[n++] = stride;
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
    const int64_t size = sizes(block)[static_cast<size_t>(d)], low = before[d], high = after[d];
    if (low < 0 || high < 0) fail(CT_ERROR_INVALID, "a halo of ", std::min(low, high), " along dim ", d);
    if (low > size || high > size - low || std::max(low, high) > size - low - high) {
      fail(CT_ERROR_SHAPE, "the block has ", size, " elements along dim ", d, ", and its halos are ", low, " and ", high,
           ": its inside is smaller than they are");
    }
    plan->dims.push_back(Ways{Way(block, d, size - high - low, 0, low), Way(block, d, low, size - high, high)});
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
    Ways *const ways = failure.status == CT_OK ? &plan->dims[d] : nullptr;
    try_to([&] { exchange(own, halos->neighbours[d], static_cast<int32_t>(d), ways); });
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
