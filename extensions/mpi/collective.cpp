// Calls of all ranks that move elements: from one rank to all, from all to all, and pieces from each to each.
#include <algorithm>
#include <climits>

#include "message.h"

namespace ct_mpi {

namespace {

std::vector<int64_t> list_of(Dims dims) { return {dims.begin(), dims.end()}; }

int64_t product(Dims dims) {
  int64_t all = 1;
  for (const int64_t size : dims) all *= size;
  return all;
}

void bcast(ct_tensor *t, int root, MPI_Comm user) {
  MPI_Comm comm = private_comm(user);
  const bool is_root = rank_of(comm) == root;
  Tensor sent;
  agree(comm, [&]() -> Part {
    if (root < 0 || root >= size_of(comm)) {
      fail(CT_ERROR_INVALID, "root is ", root, ", and there are ", size_of(comm), " ranks");
    }
    if (is_root) {
      sent = check_input(t, "t");
    } else {
      check_output(t, "t");
    }
    return {ct_tensor_dtype(t), list_of(sizes(t)), "root " + std::to_string(root)};
  });
  Elements elements = is_root ? Elements::to_send(sent) : Elements::to_receive(t);
  check(MPI_Bcast(elements.data(), elements.count(), elements.type(), root, comm));
  if (!is_root) elements.finish();
}

// In buffers, pieces lie one after the other along the first dim, so the dim is moved to the front and back.
Tensor allgather(const ct_tensor *t, int32_t dim, MPI_Comm user, const Out &to) {
  MPI_Comm comm = private_comm(user);
  Tensor sent;
  agree(comm, [&]() -> Part {
    sent = check_input(t, "t");
    to.check(sent);
    dim = wrap_dim(dim, ct_tensor_ndim(sent));
    std::vector<int64_t> same = list_of(sizes(sent));
    same[static_cast<size_t>(dim)] = -1;
    return {ct_tensor_dtype(sent), same, "dim " + std::to_string(dim)};
  });
  const auto ranks = static_cast<size_t>(size_of(comm));
  std::vector<int64_t> counts(ranks);
  const int64_t mine = sizes(sent)[static_cast<size_t>(dim)];
  check(MPI_Allgather(&mine, 1, MPI_INT64_T, counts.data(), 1, MPI_INT64_T, comm));
  std::vector<int> pieces(ranks), places(ranks);
  int64_t total = 0;
  Tensor out, whole, from;
  agree(comm, [&]() -> Part {
    for (size_t rank = 0; rank < ranks; ++rank) {
      pieces[rank] = static_cast<int>(counts[rank]);
      places[rank] = static_cast<int>(total);
      total += counts[rank];
      if (total > INT_MAX) fail(CT_ERROR_SHAPE, "MPI counts no more than ", int64_t{INT_MAX}, " along dim ", dim);
    }
    std::vector<int64_t> wanted = list_of(sizes(sent));
    wanted[static_cast<size_t>(dim)] = total;
    out = to.get(ct_tensor_dtype(sent), wanted);
    whole = dim_first(out, dim);
    if (!is_contiguous(whole)) whole = empty(sizes(whole), ct_tensor_dtype(whole));
    from = contiguous(dim_first(sent, dim));
    return {};
  });
  if (ct_tensor_numel(whole) == 0) return out;
  const Type row = run_of(product(sizes(whole).subspan(1)), ct_tensor_dtype(sent));
  char *const into = data_mut(whole);
  check(MPI_Allgatherv(ct_tensor_data(from), pieces[static_cast<size_t>(rank_of(comm))], row.get(), into, pieces.data(),
                       places.data(), row.get(), comm));
  const Tensor view = dim_first(out, dim);
  if (ct_tensor_data(view) != into) call(ct_copy, view.get(), whole.get());
  return out;
}

Tensor alltoall(const ct_tensor *t, int32_t split, int32_t join, MPI_Comm user, const Out &to) {
  MPI_Comm comm = private_comm(user);
  const int64_t ranks = size_of(comm);
  Tensor sent, out, from, pieces;
  std::vector<int64_t> piece;
  agree(comm, [&]() -> Part {
    sent = check_input(t, "t");
    to.check(sent);
    split = wrap_dim(split, ct_tensor_ndim(sent));
    join = wrap_dim(join, ct_tensor_ndim(sent));
    const Dims dims = sizes(sent);
    const int64_t size = dims[static_cast<size_t>(split)];
    if (size % ranks != 0) {
      fail(CT_ERROR_SHAPE, "t has ", size, " elements along dim ", split, ", which ", ranks,
           " ranks cannot share evenly");
    }
    std::vector<int64_t> wanted = list_of(dims);
    wanted[static_cast<size_t>(split)] /= ranks;
    wanted[static_cast<size_t>(join)] *= ranks;
    out = to.get(ct_tensor_dtype(sent), wanted);
    from = contiguous(dim_first(sent, split));
    piece = list_of(sizes(from));
    piece[0] /= ranks;
    std::vector<int64_t> all = piece;
    all.insert(all.begin(), ranks);
    pieces = empty(all, ct_tensor_dtype(sent));
    return {ct_tensor_dtype(sent), list_of(dims), "split " + std::to_string(split) + ", join " + std::to_string(join)};
  });
  if (ct_tensor_numel(out) == 0) return out;
  const Counted run(product(piece), ct_tensor_dtype(sent));
  check(MPI_Alltoall(ct_tensor_data(from), run.count(), run.type(), data_mut(pieces), run.count(), run.type(), comm));
  const int64_t length = sizes(out)[static_cast<size_t>(join)] / ranks;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    const Tensor one = make(ct_select, pieces.get(), 0, rank);
    const int32_t first = 0;
    const Tensor as_t = make(ct_movedim, one.get(), &first, &split, 1),
                 place = make(ct_narrow, out.get(), join, rank * length, length);
    call(ct_copy, place.get(), as_t.get());
  }
  return out;
}

}  // namespace

}  // namespace ct_mpi

using namespace ct_mpi;

extern "C" {

ct_status ct_mpi_bcast(ct_tensor *t, int root, MPI_Comm comm, ct_error *error) {
  return guarded("ct_mpi_bcast", error, [&] { bcast(t, root, comm); });
}

ct_status ct_mpi_allgather(const ct_tensor *t, int32_t dim, MPI_Comm comm, ct_tensor **out, ct_error *error) {
  return guarded("ct_mpi_allgather", error, [&] {
    const Out to = Out::made(out);
    to.give(allgather(t, dim, comm, to));
  });
}
ct_status ct_mpi_allgather_out(const ct_tensor *t, int32_t dim, MPI_Comm comm, ct_tensor *out, ct_error *error) {
  return guarded("ct_mpi_allgather_out", error, [&] { allgather(t, dim, comm, Out::into(out)); });
}

ct_status ct_mpi_alltoall(const ct_tensor *t, int32_t split, int32_t join, MPI_Comm comm, ct_tensor **out,
                          ct_error *error) {
  return guarded("ct_mpi_alltoall", error, [&] {
    const Out to = Out::made(out);
    to.give(alltoall(t, split, join, comm, to));
  });
}
ct_status ct_mpi_alltoall_out(const ct_tensor *t, int32_t split, int32_t join, MPI_Comm comm, ct_tensor *out,
                              ct_error *error) {
  return guarded("ct_mpi_alltoall_out", error, [&] { alltoall(t, split, join, comm, Out::into(out)); });
}

}  // extern "C"
