// MPI datatypes that are freed in the end.
#pragma once

#include "comm.h"

namespace ct_mpi {

MPI_Datatype base_type(ct_dtype dtype);  // one element, not to be freed

class Type {
 public:
  explicit Type(MPI_Datatype owned) : type_(owned) {}
  Type(Type &&other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  Type &operator=(Type other) noexcept {
    std::swap(type_, other.type_);
    return *this;
  }
  ~Type() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }
  MPI_Datatype get() const { return type_; }
  MPI_Datatype detach() { return std::exchange(type_, MPI_DATATYPE_NULL); }

 private:
  MPI_Datatype type_;
};

Type type_of(const ct_tensor *t);            // committed: one of it, at t's data, is t
Type run_of(int64_t count, ct_dtype dtype);  // committed: so many elements one after the other

// A count of elements for a call of MPI, which counts with ints: of the base type, or of a type made for the purpose.
class Counted {
 public:
  Counted(int64_t count, ct_dtype dtype);
  int count() const { return count_; }
  MPI_Datatype type() const { return made_.get() == MPI_DATATYPE_NULL ? base_ : made_.get(); }
  Type detach() { return std::exchange(made_, Type(MPI_DATATYPE_NULL)); }

 private:
  int count_;
  MPI_Datatype base_;
  Type made_{MPI_DATATYPE_NULL};
};

}  // namespace ct_mpi
