// A message between two ranks: a header that says what it holds, and the elements, behind it or as a second message.
#pragma once

#include <memory>

#include "type.h"

namespace ct_mpi {

// Where elements lie while MPI has them: as they are, in a copy, or where a datatype says. The choice is by measurement.
class Elements {
 public:
  static Elements to_send(const ct_tensor *t);
  static Elements to_receive(ct_tensor *out);
  void *data() const { return data_; }
  int count() const { return count_; }
  MPI_Datatype type() const { return type_.get() == MPI_DATATYPE_NULL ? base_ : type_.get(); }
  void finish();  // what has been received goes to where it belongs

 private:
  Elements() = default;
  void set_run(const ct_tensor *t, void *data);

  void *data_ = nullptr;
  int count_ = 0;
  MPI_Datatype base_ = MPI_DATATYPE_NULL;
  Type type_{MPI_DATATYPE_NULL};
  Tensor copy_, out_;
};

class Outgoing {
 public:
  void send(const ct_tensor *t, int dest, int tag, MPI_Comm comm);                       // returns when t may change
  void start(const ct_tensor *t, int dest, int tag, MPI_Comm comm, Requests *requests);  // t must not change until then

 private:
  int64_t pack(const ct_tensor *t);  // bytes of the first message; what follows is in elements_

  std::unique_ptr<char[]> buffer_;
  std::unique_ptr<Elements> elements_;
};

class Incoming {
 public:
  void post(int source, int tag, MPI_Comm comm, MPI_Request *request);
  void receive(int source, int tag, MPI_Comm comm);
  void read(const MPI_Status &status, MPI_Comm comm);  // after post: what has come

  ct_dtype dtype() const;
  Dims sizes() const;
  int source() const { return source_; }
  int tag() const { return tag_; }
  // The elements go into a tensor of this dtype and these sizes: at once, or as a second message that these begin.
  void take(ct_tensor *out, Requests *requests);
  void finish();         // after the requests: they are where they belong
  void drop() noexcept;  // takes in a second message that is not wanted

 private:
  char *elements() const;

  std::unique_ptr<char[]> buffer_;
  std::unique_ptr<Elements> elements_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int source_ = MPI_PROC_NULL, tag_ = 0;
};

// Fails where what comes in does not fit, and takes in the rest of it.
void check_fits(Incoming *in, const ct_tensor *out, const char *name);

}  // namespace ct_mpi
