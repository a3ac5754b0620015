/** libctensor_mpi: tensors of any layout between processes, by MPI.
 *
 * A library of its own over ctensor.h, whose rules hold here, too. What it adds to them:
 *   - MPI is the caller's: MPI_Init_thread before the first call, MPI_Finalize after the last one.
 *   - Failures of MPI are statuses (CT_ERROR_IO, with MPI's own words), whatever handler of errors a communicator has.
 *   - What two sides call must go together: a message, or a call of all ranks, is refused where sizes or dtypes differ,
 *     and the message of the error names both sides. A call that all ranks of a communicator make fails on all of them
 *     where it fails on one before data moves, so that no rank is left waiting.
 *   - Such a call works on a duplicate of the communicator, which is made by the first one and goes with it.
 *   - Messages of ct_mpi_send say what they hold, so they are for ct_mpi_recv. ct_mpi_type is for everything else.
 *   - Deferred tensors are evaluated before they are sent. Meta tensors are refused.
 *   - "Threads: as MPI": any where MPI_THREAD_MULTIPLE was provided, else as what was provided says.
 *
 * Cost: moves the elements once; those that are not dense are gathered in memory of their size first.
 */
#ifndef CTENSOR_MPI_H
#define CTENSOR_MPI_H

#include <ctensor.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What ct_mpi_allreduce makes of the elements of all ranks. */
typedef uint32_t ct_mpi_op;
enum {
  CT_MPI_SUM = 0,  /**< as ct_add: "or" of bools, integers wrap */
  CT_MPI_PROD = 1, /**< as ct_mul: "and" of bools */
  CT_MPI_MIN = 2,  /**< as ct_minimum: NaN where a rank has one */
  CT_MPI_MAX = 3,  /**< as ct_maximum: NaN where a rank has one */
  CT_MPI_ALL = 4,  /**< whether no rank has a zero; bool */
  CT_MPI_ANY = 5   /**< whether a rank has something else than zero; bool */
};

/** The datatype of t's elements, from the first one on, in the order of their indices: for any function of MPI.
 *
 * One of it, at ct_tensor_data(t), is the whole tensor: MPI_Send(ct_tensor_data(t), 1, type, …). Permuted, sliced and
 * negative strides are as they are; neighbouring dims that are one in memory become one. With stride 0, elements are
 * sent several times: such a type is for sending alone. float16 and bfloat16 are MPI_UINT16_T, complex32 is two of
 * them.
 *
 * Shapes: any.
 * Dtypes: all.
 * Ownership: borrows t, whose memory the type does not keep. The caller owns *type: MPI_Type_free. It is committed.
 * Errors: CT_ERROR_INVALID (t or type NULL; MPI is not initialized; t is deferred), CT_ERROR_IO (MPI failed).
 * Threads: as MPI.
 * Since: 0.3
 */
ct_status ct_mpi_type(const ct_tensor *t, MPI_Datatype *type, ct_error *error);

/** Sends t to a rank, and returns when t may change, as MPI_Send.
 *
 * dest may be MPI_PROC_NULL, and nothing is sent.
 *
 * Shapes: any.
 * Dtypes: all.
 * Ownership: borrows t.
 * Errors: CT_ERROR_INVALID (t NULL or meta; MPI is not initialized; a wrong communicator, rank or tag), CT_ERROR_IO
 *   (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; messages of one communicator and tag from one thread at a time.
 * Since: 0.3
 */
ct_status ct_mpi_send(const ct_tensor *t, int dest, int tag, MPI_Comm comm, ct_error *error);

/** Receives what ct_mpi_send sent, as a fresh contiguous tensor.
 *
 * source may be MPI_ANY_SOURCE, and tag MPI_ANY_TAG. status, unless NULL, says which they were.
 *
 * Shapes: the sender's.
 * Dtypes: the sender's.
 * Ownership: the caller owns *out.
 * Errors: CT_ERROR_INVALID (out NULL; source is MPI_PROC_NULL; MPI is not initialized; a wrong communicator, rank or
 *   tag), CT_ERROR_FORMAT (the message is not one of ct_mpi_send), CT_ERROR_IO (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; messages of one communicator and tag to one thread at a time.
 * Since: 0.3
 */
ct_status ct_mpi_recv(int source, int tag, MPI_Comm comm, MPI_Status *status, ct_tensor **out, ct_error *error);

/** Receives what ct_mpi_send sent, into the elements of a given tensor of the same sizes and dtype.
 *
 * A message that does not fit is taken in all the same, so that the next one can be received; out is as it was. From
 * MPI_PROC_NULL nothing comes, and out is as it was, too.
 *
 * Shapes: the sender's.
 * Dtypes: the sender's.
 * Ownership: borrows out.
 * Errors: CT_ERROR_INVALID (out NULL, meta or deferred; MPI is not initialized; a wrong communicator, rank or tag),
 *   CT_ERROR_SHAPE (the message has other sizes), CT_ERROR_DTYPE (it has another dtype), CT_ERROR_OVERLAP (elements of
 *   out share memory), CT_ERROR_READ_ONLY (out is), CT_ERROR_FORMAT (the message is not one of ct_mpi_send),
 *   CT_ERROR_IO (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; messages of one communicator and tag to one thread at a time.
 * Since: 0.3
 */
ct_status ct_mpi_recv_out(int source, int tag, MPI_Comm comm, MPI_Status *status, ct_tensor *out, ct_error *error);

/** ct_mpi_send and ct_mpi_recv at the same time, neither of which waits for the other.
 *
 * Shapes: any; *out has those of what is received.
 * Dtypes: all; *out has that of what is received.
 * Ownership: borrows t. The caller owns *out.
 * Errors: those of ct_mpi_send and ct_mpi_recv: CT_ERROR_INVALID, CT_ERROR_FORMAT, CT_ERROR_IO,
 *   CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; messages of one communicator and tag from and to one thread at a time.
 * Since: 0.3
 */
ct_status ct_mpi_sendrecv(const ct_tensor *t, int dest, int send_tag, int source, int recv_tag, MPI_Comm comm,
                          MPI_Status *status, ct_tensor **out, ct_error *error);

/** ct_mpi_send and ct_mpi_recv_out at the same time, neither of which waits for the other.
 *
 * Shapes: any; out has those of what is received.
 * Dtypes: all; out has that of what is received.
 * Ownership: borrows t and out.
 * Errors: those of ct_mpi_send and ct_mpi_recv_out; CT_ERROR_OVERLAP (out shares memory with t).
 * Threads: as MPI; messages of one communicator and tag from and to one thread at a time.
 * Since: 0.3
 */
ct_status ct_mpi_sendrecv_out(const ct_tensor *t, int dest, int send_tag, int source, int recv_tag, MPI_Comm comm,
                              MPI_Status *status, ct_tensor *out, ct_error *error);

/** Gives every rank the elements that t has on the rank root. All ranks call it.
 *
 * Shapes: any, the same on all ranks.
 * Dtypes: all, the same on all ranks.
 * Ownership: borrows t, which is written on the other ranks.
 * Errors: CT_ERROR_INVALID (t NULL, meta or deferred; MPI is not initialized; a wrong communicator; root is no rank, or
 *   differs), CT_ERROR_SHAPE (ranks have other sizes), CT_ERROR_DTYPE (or dtypes), CT_ERROR_OVERLAP (elements of t
 *   share memory), CT_ERROR_READ_ONLY (t is, on another rank than root), CT_ERROR_IO, CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_bcast(ct_tensor *t, int root, MPI_Comm comm, ct_error *error);

/** Puts the tensors of all ranks one after the other along a dim, as ct_cat, and gives the whole to all. All call it.
 *
 * Shapes: with dims, and the same on all ranks but along dim, where each rank has a size of its own.
 * Dtypes: all, the same on all ranks.
 * Ownership: borrows t. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t NULL or meta; out NULL; MPI is not initialized; a wrong communicator; dim differs),
 *   CT_ERROR_SHAPE (ranks have other sizes), CT_ERROR_DTYPE (or dtypes), CT_ERROR_INDEX (dim out of range), CT_ERROR_IO
 *   (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_allgather(const ct_tensor *t, int32_t dim, MPI_Comm comm, ct_tensor **out, ct_error *error);

/** ct_mpi_allgather into a given tensor, which must have the sizes of the whole.
 *
 * Shapes: with dims, and the same on all ranks but along dim, where each rank has a size of its own.
 * Dtypes: all, the same on all ranks; out has it.
 * Ownership: borrows t and out.
 * Errors: those of ct_mpi_allgather; CT_ERROR_INVALID (out meta or deferred), CT_ERROR_SHAPE (out has other sizes),
 *   CT_ERROR_DTYPE (or another dtype), CT_ERROR_OVERLAP (out shares memory with t, or its elements with each other),
 *   CT_ERROR_READ_ONLY (out is).
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_allgather_out(const ct_tensor *t, int32_t dim, MPI_Comm comm, ct_tensor *out, ct_error *error);

/** Cuts t into a piece for each rank along the dim split, and puts what comes from all ranks together along join.
 *
 * A tensor that is distributed along join becomes one that is distributed along split. All ranks call it.
 *
 * Shapes: with dims, the same on all ranks; the size along split is a multiple of the number of ranks n. *out has 1 / n
 *   of it along split, and n times as much along join.
 * Dtypes: all, the same on all ranks.
 * Ownership: borrows t. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t NULL or meta; out NULL; MPI is not initialized; a wrong communicator; a dim differs),
 *   CT_ERROR_SHAPE (ranks have other sizes; the size along split is no multiple), CT_ERROR_DTYPE (ranks have other
 *   dtypes), CT_ERROR_INDEX (a dim out of range), CT_ERROR_IO (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_alltoall(const ct_tensor *t, int32_t split, int32_t join, MPI_Comm comm, ct_tensor **out,
                          ct_error *error);

/** ct_mpi_alltoall into a given tensor, which must have the sizes of the result.
 *
 * Shapes: with dims, the same on all ranks; the size along split is a multiple of the number of ranks n. out has 1 / n
 *   of it along split, and n times as much along join.
 * Dtypes: all, the same on all ranks; out has it.
 * Ownership: borrows t and out.
 * Errors: those of ct_mpi_alltoall; CT_ERROR_INVALID (out meta or deferred), CT_ERROR_SHAPE (out has other sizes),
 *   CT_ERROR_DTYPE (or another dtype), CT_ERROR_OVERLAP (out shares memory with t, or its elements with each other),
 *   CT_ERROR_READ_ONLY (out is).
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_alltoall_out(const ct_tensor *t, int32_t split, int32_t join, MPI_Comm comm, ct_tensor *out,
                              ct_error *error);

/** Combines the elements of all ranks, index by index, by the core's own ops. All ranks call it.
 *
 * A sum or product of floats depends on the order in which MPI takes the ranks; ct_mpi_sum_exact does not.
 *
 * Shapes: any, the same on all ranks.
 * Dtypes: all, the same on all ranks; no complex ones for CT_MPI_MIN and CT_MPI_MAX. *out has t's, or is bool.
 * Ownership: borrows t. The caller owns *out, which is contiguous.
 * Errors: CT_ERROR_INVALID (t NULL or meta; out NULL; MPI is not initialized; a wrong communicator; an unknown op, or
 *   ranks have others), CT_ERROR_SHAPE (ranks have other sizes), CT_ERROR_DTYPE (or dtypes; complex numbers have no
 *   order), CT_ERROR_IO (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_allreduce(const ct_tensor *t, ct_mpi_op op, MPI_Comm comm, ct_tensor **out, ct_error *error);

/** ct_mpi_allreduce into a given tensor, which may be t.
 *
 * Shapes: any, the same on all ranks; out has them.
 * Dtypes: as ct_mpi_allreduce; out has that of the result.
 * Ownership: borrows t and out.
 * Errors: those of ct_mpi_allreduce; CT_ERROR_INVALID (out meta or deferred), CT_ERROR_SHAPE (out has other sizes),
 *   CT_ERROR_DTYPE (or another dtype), CT_ERROR_OVERLAP (out shares memory with t, other than being it, or its elements
 *   with each other), CT_ERROR_READ_ONLY (out is).
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_allreduce_out(const ct_tensor *t, ct_mpi_op op, MPI_Comm comm, ct_tensor *out, ct_error *error);

/** The exact sum over some dims and over all ranks, rounded once: ct_sum_exact of the tensors of all ranks together.
 *
 * Neither the number of ranks, nor which of them has which elements, nor any order changes a bit of it. dims NULL: over
 * all dims; with ndims 0 and dims not NULL, over the ranks alone. All ranks call it.
 *
 * Shapes: the same on all ranks but along the dims that are summed over; as of ct_sum_exact.
 * Dtypes: as of ct_sum_exact.
 * Ownership: borrows t and dims. The caller owns *out.
 * Errors: CT_ERROR_INVALID (t NULL or meta; out NULL; dims NULL with ndims above 0; MPI is not initialized; a wrong
 *   communicator), CT_ERROR_SHAPE (ranks have other sizes), CT_ERROR_DTYPE (or dtypes; those of ct_sum_exact),
 *   CT_ERROR_INDEX (a dim out of range or named twice), CT_ERROR_IO (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_sum_exact(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                           MPI_Comm comm, ct_tensor **out, ct_error *error);

/** ct_mpi_sum_exact into a given tensor, which must have the sizes of the result.
 *
 * Shapes: as of ct_mpi_sum_exact; out has the sizes of the result.
 * Dtypes: as of ct_mpi_sum_exact; dtype UNDEFINED: out's, else it must be out's.
 * Ownership: borrows t, dims and out.
 * Errors: those of ct_mpi_sum_exact; CT_ERROR_INVALID (out meta or deferred), CT_ERROR_SHAPE (out has other sizes),
 *   CT_ERROR_DTYPE (or another dtype), CT_ERROR_OVERLAP (out shares memory with t, or its elements with each other),
 *   CT_ERROR_READ_ONLY (out is).
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_sum_exact_out(const ct_tensor *t, const int32_t *dims, int32_t ndims, bool keepdim, ct_dtype dtype,
                               MPI_Comm comm, ct_tensor *out, ct_error *error);

/** Fills the halo of a block of a grid that is distributed over ranks: its edges, from the neighbours' insides.
 *
 * cart: a communicator of MPI_Cart_create. Its dim d is the block's dim d; further dims of the block lie whole on every
 * rank. Along dim d, the first before[d] and the last after[d] elements of the block are its halo, and the others its
 * inside. The halo before gets the last of the inside of the rank below, and the halo after the first of that of the
 * rank above: around the grid where it is periodic there, and where there is no neighbour it stays as it is. Corners
 * get those of the neighbours across. after NULL: as before. All ranks call it, with the same before and after. What a
 * halo holds after a failure is unspecified; the inside is as it was.
 *
 * Shapes: at least ndims dims; insides are at least as large as the halos. Blocks may differ in size along dims across
 *   which they are no neighbours.
 * Dtypes: all, the same on all ranks.
 * Ownership: borrows block, before and after.
 * Errors: CT_ERROR_INVALID (block NULL, meta or deferred; before NULL; ndims is not that of cart; a negative width;
 * cart is not of MPI_Cart_create; MPI is not initialized; a neighbour failed), CT_ERROR_SHAPE (too few dims; an inside
 *   smaller than a halo; a neighbour's edge has other sizes), CT_ERROR_DTYPE (or another dtype), CT_ERROR_OVERLAP
 *   (elements of block share memory), CT_ERROR_READ_ONLY (block is), CT_ERROR_IO (MPI failed), CT_ERROR_OUT_OF_MEMORY.
 * Threads: as MPI; calls on one communicator are in one order on all ranks.
 * Since: 0.3
 */
ct_status ct_mpi_halo(ct_tensor *block, const int64_t *before, const int64_t *after, int32_t ndims, MPI_Comm cart,
                      ct_error *error);

#ifdef __cplusplus
}
#endif

#endif /* CTENSOR_MPI_H */
