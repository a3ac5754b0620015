// The halo of a block of a distributed grid: the edges of its neighbours, dim after dim, so that corners come along.
#include <algorithm>

#include "message.h"

namespace ct_mpi {

namespace {

// What lies from `start` on along a dim of the block.
Tensor edge(const ct_tensor *block, int32_t dim, int64_t start, int64_t length) {
  int64_t dims[kMaxDims];
  std::ranges::copy(sizes(block), dims);
  dims[dim] = length;
  return make(ct_as_strided, block, dims, ct_tensor_ndim(block), ct_tensor_strides(block),
              ct_tensor_storage_offset(block) + start * ct_tensor_strides(block)[dim]);
}

// One of the two ways along a dim: what goes to one neighbour, and where what comes from the other one belongs.
struct Way {
  int to, from, tag;
  int64_t source, target, width;
};

class Exchange {
 public:
  Exchange(ct_tensor *block, int32_t dim, MPI_Comm comm) : block_(block), dim_(dim), comm_(comm) {}

  void run(const Way *ways) {
    int posted = 0;
    int which[2] = {};
    MPI_Request requests[2];
    for (int i = 0; i < 2; ++i) {
      if (ways[i].width > 0 && ways[i].from != MPI_PROC_NULL) {
        incoming_[i].post(ways[i].from, ways[i].tag, comm_, &requests[posted]);
        which[posted++] = i;
      }
    }
    for (int i = 0; i < 2; ++i) {
      if (ways[i].width > 0 && ways[i].to != MPI_PROC_NULL) {
        outgoing_[i].start(edge(block_, dim_, ways[i].source, ways[i].width), ways[i].to, ways[i].tag, comm_, &sends_);
      }
    }
    // A failure does not end the exchange: the other edge is taken in, too, so that nothing is left over.
    MPI_Status statuses[2];
    check(MPI_Waitall(posted, requests, statuses));
    Failure failure{CT_OK, {}};
    for (int k = 0; k < posted; ++k) {
      const int i = which[k];
      try {
        incoming_[i].read(statuses[k], comm_);
        target_[i] = edge(block_, dim_, ways[i].target, ways[i].width);
        check_fits(&incoming_[i], target_[i], "the halo");
        incoming_[i].take(target_[i], &receives_);
      } catch (const Failure &one) {
        if (failure.status == CT_OK) failure = one;
      }
    }
    receives_.wait();
    for (Incoming &one : incoming_) one.finish();
    sends_.wait();
    if (failure.status != CT_OK) throw failure;
  }

 private:
  ct_tensor *block_;
  int32_t dim_;
  MPI_Comm comm_;
  Outgoing outgoing_[2];
  Incoming incoming_[2];
  Tensor target_[2];
  Requests sends_, receives_;  // they end before what they use
};

void halo(ct_tensor *block, const int64_t *before, const int64_t *after, int32_t ndims, MPI_Comm user) {
  const MPI_Comm comm = private_comm(user);
  int grid[kMaxDims], periods[kMaxDims], mine[kMaxDims];
  agree(comm, [&]() -> Part {
    int kind = MPI_UNDEFINED, dims = 0;
    check(MPI_Topo_test(comm, &kind));
    if (kind != MPI_CART) fail(CT_ERROR_INVALID, "the communicator is not one of MPI_Cart_create");
    check_output(block, "block");
    if (before == nullptr) fail(CT_ERROR_INVALID, "before is NULL");
    check(MPI_Cartdim_get(comm, &dims));
    if (ndims != dims || ndims > kMaxDims) {
      fail(CT_ERROR_INVALID, "ndims is ", ndims, ", and the communicator has ", dims, " dims");
    }
    if (ct_tensor_ndim(block) < ndims) {
      fail(CT_ERROR_SHAPE, "the block is ", describe(block), ", and the communicator has ", dims, " dims");
    }
    check(MPI_Cart_get(comm, dims, grid, periods, mine));
    std::string widths = "halos";
    for (int32_t d = 0; d < ndims; ++d) {
      const int64_t size = sizes(block)[static_cast<size_t>(d)], low = before[d], high = (after ? after : before)[d];
      if (low < 0 || high < 0) fail(CT_ERROR_INVALID, "a halo of ", std::min(low, high), " along dim ", d);
      if (low > size || high > size - low || std::max(low, high) > size - low - high) {
        fail(CT_ERROR_SHAPE, "the block has ", size, " elements along dim ", d, ", and its halos are ", low, " and ",
             high, ": its inside is smaller than they are");
      }
      widths += (d == 0 ? " " : ", ") + std::to_string(low) + ":" + std::to_string(high);
    }
    return {ct_tensor_dtype(block), {}, widths};
  });
  for (int32_t d = 0; d < ndims; ++d) {
    const int64_t size = sizes(block)[static_cast<size_t>(d)], low = before[d], high = (after ? after : before)[d];
    int below = MPI_PROC_NULL, above = MPI_PROC_NULL;
    check(MPI_Cart_shift(comm, d, 1, &below, &above));
    // up: my last inside goes above, into the halo before; down: my first goes below, into the halo after.
    const Way ways[] = {{above, below, 2 * d, size - high - low, 0, low}, {below, above, 2 * d + 1, low, size - high, high}};
    if (below == above && below == rank_of(comm)) {
      for (const Way &way : ways) {
        if (way.width == 0) continue;
        const Tensor copy = make(ct_clone, edge(block, d, way.source, way.width).get(), ct_memory_format{CT_PRESERVE});
        call(ct_copy, edge(block, d, way.target, way.width).get(), copy.get());
      }
    } else {
      Exchange(block, d, comm).run(ways);
    }
  }
}

}  // namespace

}  // namespace ct_mpi

extern "C" ct_status ct_mpi_halo(ct_tensor *block, const int64_t *before, const int64_t *after, int32_t ndims,
                                 MPI_Comm cart, ct_error *error) {
  using namespace ct_mpi;
  return guarded("ct_mpi_halo", error, [&] { halo(block, before, after, ndims, cart); });
}
