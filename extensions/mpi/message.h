// A message between two ranks: a header that says what it holds, and the elements, in the same or in a second message.
#pragma once

#include <cstddef>
#include <memory>

#include "pack.h"
#include "type.h"

namespace ct_mpi {

struct Header {
  uint32_t magic;
  uint32_t follows;  // whether the elements come in a second message
  uint32_t dtype;    // CT_UNDEFINED: there are none, as the sender failed
  int32_t ndim;
  int64_t sizes[kMaxDims];

  int64_t bytes() const { return bytes_of(ndim); }
  static int64_t bytes_of(int32_t ndim) {
    return static_cast<int64_t>(offsetof(Header, sizes)) + ndim * static_cast<int64_t>(sizeof(int64_t));
  }
};
int64_t put_header(char *to, ct_dtype dtype, Dims sizes, bool follows);  // its bytes
// The header of a received message. Fails where it is no message of this library.
const Header &check_header(const char *buffer, const MPI_Status &status);
int64_t elements_bytes(const Header &header);

// Elements while MPI has them: where they are, or in a copy.
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
  Buffer copy_;
  std::unique_ptr<Layout> layout_;
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
  void receive(int source, int tag, MPI_Comm comm);

  ct_dtype dtype() const;
  Dims sizes() const;
  int source() const { return source_; }
  int tag() const { return tag_; }
  // Moves the elements into a tensor of this dtype and these sizes: at once, or by beginning to receive a second
  // message.
  void take(ct_tensor *out, Requests *requests);
  void finish();         // after the requests: they are where they belong
  void drop() noexcept;  // takes in a second message that is not wanted

 private:
  void read(const MPI_Status &status, MPI_Comm comm);
  char *elements() const;

  std::unique_ptr<char[]> buffer_;
  std::unique_ptr<Elements> elements_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int source_ = MPI_PROC_NULL, tag_ = 0;
};

// Fails where the message does not fit the tensor; its elements are received and dropped first.
void check_fits(Incoming *in, const ct_tensor *out, const char *name);

}  // namespace ct_mpi
