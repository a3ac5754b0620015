#include "comm.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

namespace ct_mpi {

void check(int code) {
  if (code == MPI_SUCCESS) return;
  char line[MPI_MAX_ERROR_STRING] = "";
  int length = 0, kind = MPI_ERR_OTHER;
  MPI_Error_class(code, &kind);
  if (MPI_Error_string(code, line, &length) != MPI_SUCCESS) length = 0;
  const bool is_argument = kind == MPI_ERR_COMM || kind == MPI_ERR_RANK || kind == MPI_ERR_TAG ||
                           kind == MPI_ERR_ROOT || kind == MPI_ERR_TOPOLOGY || kind == MPI_ERR_ARG;
  fail(kind == MPI_ERR_NO_MEM ? CT_ERROR_OUT_OF_MEMORY
       : is_argument          ? CT_ERROR_INVALID
                              : CT_ERROR_IO,
       "MPI failed: ", std::string(line, static_cast<size_t>(length)));
}

void check_initialized() {
  int is_initialized = 0, is_finalized = 0;
  MPI_Initialized(&is_initialized);
  MPI_Finalized(&is_finalized);
  if (is_initialized == 0 || is_finalized != 0) {
    fail(CT_ERROR_INVALID,
         is_finalized != 0 ? "MPI has been finalized" : "MPI is not initialized: call MPI_Init_thread");
  }
}

namespace {

void check_comm(MPI_Comm comm) {
  check_initialized();
  if (comm == MPI_COMM_NULL) fail(CT_ERROR_INVALID, "the communicator is MPI_COMM_NULL");
}

// Simultaneous calls on one communicator share one exchange of its error handler: the first call makes it, the last one
// undoes it.
struct Exchanged {
  MPI_Comm comm;
  MPI_Errhandler before;
  int64_t calls;
};
std::mutex exchanged_lock;
std::vector<Exchanged> exchanged;

auto find_exchanged(MPI_Comm comm) {
  return std::ranges::find_if(exchanged, [comm](const Exchanged &one) { return one.comm == comm; });
}

}  // namespace

ErrorsReturn::ErrorsReturn(MPI_Comm comm) : comm_(comm) {
  check_comm(comm);
  const std::lock_guard guard(exchanged_lock);
  const auto found = find_exchanged(comm);
  if (found != exchanged.end()) {
    ++found->calls;
    return;
  }
  exchanged.reserve(exchanged.size() + 1);
  Exchanged one{comm, MPI_ERRHANDLER_NULL, 1};
  check(MPI_Comm_get_errhandler(comm, &one.before));
  check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
  exchanged.push_back(one);
}

ErrorsReturn::~ErrorsReturn() {
  const std::lock_guard guard(exchanged_lock);
  const auto found = find_exchanged(comm_);
  if (--found->calls > 0) return;
  MPI_Comm_set_errhandler(comm_, found->before);
  MPI_Errhandler_free(&found->before);
  exchanged.erase(found);
}

namespace {

// The communicator that this thread used last. It is valid as long as no communicator has been freed since; asking MPI
// takes longer.
std::atomic<uint64_t> communicators_gone{0};
struct Last {
  MPI_Comm comm = MPI_COMM_NULL;
  uint64_t gone = 0;
  Private *found = nullptr;
};
thread_local Last last;

// A communicator's duplicate is an attribute of it, and is freed with it.
int free_duplicate(MPI_Comm, int, void *value, void *) {
  ++communicators_gone;
  const std::unique_ptr<Private> kept(static_cast<Private *>(value));
  return MPI_Comm_free(&kept->comm);
}

int duplicate_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    // A copy of the communicator gets no duplicate at first.
    check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_duplicate, &made, nullptr));
    return made;
  }();
  return key;
}

}  // namespace

Private &private_of(MPI_Comm comm) {
  const uint64_t gone = communicators_gone.load(std::memory_order_relaxed);
  if (last.found != nullptr && last.comm == comm && last.gone == gone) {
    int is_finalized = 0;
    MPI_Finalized(&is_finalized);
    if (is_finalized == 0) return *last.found;
  }
  check_comm(comm);
  const int key = duplicate_key();
  void *value = nullptr;
  int is_there = 0;
  const ErrorsReturn errors_return(comm);
  check(MPI_Comm_get_attr(comm, key, &value, &is_there));
  if (is_there != 0) {
    last = {comm, gone, static_cast<Private *>(value)};
    return *last.found;
  }
  int is_inter = 0;
  check(MPI_Comm_test_inter(comm, &is_inter));
  if (is_inter != 0) fail(CT_ERROR_INVALID, "the communicator is one between two groups of ranks");
  auto made = std::make_unique<Private>();
  check(MPI_Comm_dup(comm, &made->comm));
  check(MPI_Comm_set_errhandler(made->comm, MPI_ERRORS_RETURN));
  made->rank = rank_of(made->comm);
  made->size = size_of(made->comm);
  check(MPI_Comm_set_attr(comm, key, made.get()));
  return *made.release();
}

int rank_of(MPI_Comm comm) {
  int rank = 0;
  check(MPI_Comm_rank(comm, &rank));
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  check(MPI_Comm_size(comm, &size));
  return size;
}

namespace {

struct Fnv {
  uint64_t hash = 14695981039346656037u;
  void add(const void *bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) hash = (hash ^ static_cast<const unsigned char *>(bytes)[i]) * 1099511628211u;
  }
};

// What ranks show each other when their parts differ.
struct Shown {
  int32_t dtype = 0;
  char sizes[160] = {}, options[76] = {};

  std::string line() const {
    const char *name = ct_dtype_name(static_cast<ct_dtype>(dtype));
    const std::string all = std::string(name == nullptr ? "?" : name) + " " + sizes;
    return options[0] == 0 ? all : all + ", " + options;
  }
};

Shown show(const Part &part) {
  Shown shown;
  std::string line = "[";
  for (const int64_t size : part.sizes) {
    if (line.size() > 1) line += ", ";
    line += size < 0 ? "any" : std::to_string(size);
  }
  line += ']';
  shown.dtype = static_cast<int32_t>(part.dtype);
  line.copy(shown.sizes, sizeof shown.sizes - 1);
  part.options.copy(shown.options, sizeof shown.options - 1);
  return shown;
}

}  // namespace

void agree_on(MPI_Comm comm, const Part *part, const Failure *failure) {
  Fnv fnv;
  fnv.add(&part->dtype, sizeof part->dtype);
  fnv.add(part->sizes.data(), part->sizes.size() * sizeof(int64_t));
  fnv.add(part->options.data(), part->options.size());
  const auto hash = static_cast<int64_t>(fnv.hash >> 2);
  const int rank = rank_of(comm), size = size_of(comm);
  // The maxima of the hashes and of their negatives: if both are this rank's, all ranks agree. Of failures, the one of
  // the lowest rank counts.
  int64_t most[] = {hash, -hash, failure == nullptr ? -1 : size - rank};
  if (size > 1) check(MPI_Allreduce(MPI_IN_PLACE, most, 3, MPI_INT64_T, MPI_MAX, comm));
  if (most[2] >= 0) {
    const auto failed = static_cast<int>(size - most[2]);
    char line[256] = {};
    if (failure != nullptr) {
      failure->message.copy(line + 4, sizeof line - 5);
      std::memcpy(line, &failure->status, sizeof failure->status);
    }
    if (size > 1) check(MPI_Bcast(line, sizeof line, MPI_BYTE, failed, comm));
    if (failure != nullptr) throw *failure;
    ct_status status = CT_ERROR_INTERNAL;
    std::memcpy(&status, line, sizeof status);
    fail(status, "rank ", failed, " failed: ", line + 4);
  }
  if (most[0] == -most[1]) return;
  const Shown mine = show(*part);
  std::vector<Shown> all(static_cast<size_t>(size));
  check(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, comm));
  for (int other = 1; other < size; ++other) {
    const Shown &a = all[0], &b = all[static_cast<size_t>(other)];
    if (std::memcmp(&a, &b, sizeof a) == 0) continue;
    const bool dtypes = a.dtype != b.dtype, shapes = std::strcmp(a.sizes, b.sizes) != 0;
    fail(dtypes   ? CT_ERROR_DTYPE
         : shapes ? CT_ERROR_SHAPE
                  : CT_ERROR_INVALID,
         "rank 0 has ", a.line(), ", and rank ", other, " has ", b.line());
  }
  fail(CT_ERROR_SHAPE, "ranks have other sizes");
}

}  // namespace ct_mpi
