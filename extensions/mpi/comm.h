// Communicators: MPI's failures as the library's, a duplicate for calls of all ranks, and agreement between ranks
// before such a call begins.
#pragma once

#include <memory>
#include <vector>

#include "support.h"

namespace ct_mpi {

void check(int code);      // throws what MPI failed with
void check_initialized();  // fails before MPI_Init and after MPI_Finalize

// While this lives, failures of MPI on comm are returned as codes. Then comm has its former error handler again.
class ErrorsReturn {
 public:
  explicit ErrorsReturn(MPI_Comm comm);
  ~ErrorsReturn();
  ErrorsReturn(const ErrorsReturn &) = delete;
  ErrorsReturn &operator=(const ErrorsReturn &) = delete;

 private:
  MPI_Comm comm_;
};

// What a call keeps with a communicator, for later calls to find.
struct Kept {
  virtual ~Kept() = default;
};

// A duplicate of a communicator for calls of all its ranks. Their messages cannot meet any others, and failures are
// returned.
struct Private {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0, size = 1;
  std::unique_ptr<Kept> halos;
};
Private &private_of(MPI_Comm comm);
inline MPI_Comm private_comm(MPI_Comm comm) { return private_of(comm).comm; }

int rank_of(MPI_Comm comm);
int size_of(MPI_Comm comm);

// What a rank brings to a call of all ranks. Where it is not the same on all of them, the call fails on all of them.
struct Part {
  ct_dtype dtype = CT_UNDEFINED;
  std::vector<int64_t> sizes;  // -1 where each rank may have its own
  std::string options;         // "dim 1"
};

// Runs `prepare`, which checks this rank's arguments and returns its part, and lets all ranks compare their parts. If
// it throws on one rank, all ranks throw.
void agree_on(MPI_Comm comm, const Part *part, const Failure *failure);
template <class F>
void agree(MPI_Comm comm, F &&prepare) {
  Part part;
  Failure failure{CT_OK, {}};
  try {
    part = prepare();
  } catch (const Failure &one) {
    failure = one;
  } catch (const std::bad_alloc &) {
    failure.status = CT_ERROR_OUT_OF_MEMORY;
  }
  agree_on(comm, &part, failure.status == CT_OK ? nullptr : &failure);
}

// Operations of MPI that have begun. Its destructor waits for them.
class Requests {
 public:
  Requests() = default;
  ~Requests() {
    if (count_ > 0) MPI_Waitall(count_, requests_, MPI_STATUSES_IGNORE);
  }
  Requests(const Requests &) = delete;
  Requests &operator=(const Requests &) = delete;

  MPI_Request *next() { return &requests_[count_++]; }  // at most 8
  void wait() {
    const int count = std::exchange(count_, 0);
    if (count > 0) check(MPI_Waitall(count, requests_, MPI_STATUSES_IGNORE));
  }

 private:
  MPI_Request requests_[8] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                              MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int count_ = 0;
};

}  // namespace ct_mpi
