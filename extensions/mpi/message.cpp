#include "message.h"

#include <algorithm>
#include <cstring>

namespace ct_mpi {

namespace {

constexpr uint32_t kMagic = 0x49504d43;  // "CMPI"
// Up to so many bytes, the elements are in one message with the header.
constexpr int64_t kInline = 32 << 10;

constexpr int64_t kBuffer = kInline + static_cast<int64_t>(sizeof(Header));

const Header &header_of(const std::unique_ptr<char[]> &buffer) {
  return *reinterpret_cast<const Header *>(buffer.get());
}

}  // namespace

int64_t put_header(char *to, ct_dtype dtype, Dims sizes, bool follows) {
  Header header;
  header.magic = kMagic;
  header.follows = follows;
  header.dtype = dtype;
  header.ndim = static_cast<int32_t>(sizes.size());
  std::ranges::copy(sizes, header.sizes);
  std::memcpy(to, &header, static_cast<size_t>(header.bytes()));
  return header.bytes();
}

// The bytes of the elements, or -1 where the header makes no sense.
int64_t elements_bytes(const Header &header) {
  int64_t bytes = ct_dtype_size(header.dtype);
  if (bytes == 0) return header.dtype == CT_UNDEFINED ? 0 : -1;
  bool is_empty = false;
  for (int32_t d = 0; d < header.ndim; ++d) {
    if (header.sizes[d] < 0) return -1;
    is_empty = is_empty || header.sizes[d] == 0;
    if (header.sizes[d] > 0 && __builtin_mul_overflow(bytes, header.sizes[d], &bytes)) return -1;
  }
  return is_empty ? 0 : bytes;
}

const Header &check_header(const char *buffer, const MPI_Status &status) {
  int bytes = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &bytes));
  const Header &header = *reinterpret_cast<const Header *>(buffer);
  const bool is_ours = bytes >= Header::bytes_of(0) && header.magic == kMagic && header.follows <= 1 &&
                       header.ndim >= 0 && header.ndim <= kMaxDims && bytes >= header.bytes();
  const int64_t wanted = is_ours ? elements_bytes(header) : -1;
  if (wanted < 0 || bytes != header.bytes() + (header.follows != 0 ? 0 : wanted)) {
    fail(CT_ERROR_FORMAT, "the message of ", bytes, " bytes from rank ", status.MPI_SOURCE,
         " is not one of ct_mpi_send: receive it by MPI_Recv with the datatype of ct_mpi_type");
  }
  return header;
}

void Elements::set_run(const ct_tensor *t, void *data) {
  Counted run(ct_tensor_numel(t), ct_tensor_dtype(t));
  data_ = data;
  count_ = run.count();
  base_ = base_type(ct_tensor_dtype(t));
  type_ = run.detach();
}

Elements Elements::to_send(const ct_tensor *t) {
  Elements elements;
  const Layout layout(Tensor::share(t));
  if (layout.is_run()) {
    elements.set_run(t, layout.data());
  } else {
    elements.copy_ = Buffer(layout.bytes());
    layout.pack(elements.copy_.get());
    elements.set_run(t, elements.copy_.get());
  }
  return elements;
}

Elements Elements::to_receive(ct_tensor *out) {
  Elements elements;
  auto layout = std::make_unique<Layout>(Tensor::share(out));
  if (layout->is_run()) {
    elements.set_run(out, layout->data());
  } else {
    elements.copy_ = Buffer(layout->bytes());
    elements.set_run(out, elements.copy_.get());
    elements.layout_ = std::move(layout);
  }
  return elements;
}

void Elements::finish() {
  if (layout_ != nullptr) layout_->unpack(copy_.get());
}

int64_t Outgoing::pack(const ct_tensor *t) {
  const Dims dims = ct_mpi::sizes(t);
  const int64_t most = Header::bytes_of(static_cast<int32_t>(dims.size())), bytes = nbytes(t);
  const bool follows = bytes > kInline;
  buffer_ = std::make_unique_for_overwrite<char[]>(static_cast<size_t>(most + (follows ? 0 : bytes)));
  const int64_t head = put_header(buffer_.get(), ct_tensor_dtype(t), dims, follows);
  if (follows) {
    elements_ = std::make_unique<Elements>(Elements::to_send(t));
    return head;
  }
  Layout(Tensor::share(t)).pack(buffer_.get() + head);
  return head + bytes;
}

void Outgoing::send(const ct_tensor *t, int dest, int tag, MPI_Comm comm) {
  const int64_t first = pack(t);
  check(MPI_Send(buffer_.get(), static_cast<int>(first), MPI_BYTE, dest, tag, comm));
  if (elements_ != nullptr) {
    check(MPI_Send(elements_->data(), elements_->count(), elements_->type(), dest, tag, comm));
  }
}

void Outgoing::start(const ct_tensor *t, int dest, int tag, MPI_Comm comm, Requests *requests) {
  const int64_t first = pack(t);
  check(MPI_Isend(buffer_.get(), static_cast<int>(first), MPI_BYTE, dest, tag, comm, requests->next()));
  if (elements_ != nullptr) {
    check(MPI_Isend(elements_->data(), elements_->count(), elements_->type(), dest, tag, comm, requests->next()));
  }
}

void Incoming::receive(int source, int tag, MPI_Comm comm) {
  MPI_Status status;
  buffer_ = std::make_unique_for_overwrite<char[]>(static_cast<size_t>(kBuffer));
  check(MPI_Recv(buffer_.get(), static_cast<int>(kBuffer), MPI_BYTE, source, tag, comm, &status));
  read(status, comm);
}

void Incoming::read(const MPI_Status &status, MPI_Comm comm) {
  comm_ = comm;
  source_ = status.MPI_SOURCE;
  tag_ = status.MPI_TAG;
  const Header &header = check_header(buffer_.get(), status);
  if (header.dtype == CT_UNDEFINED) fail(CT_ERROR_FORMAT, "the message from rank ", source_, " has no dtype");
}

ct_dtype Incoming::dtype() const { return header_of(buffer_).dtype; }
Dims Incoming::sizes() const {
  const Header &header = header_of(buffer_);
  return {header.sizes, static_cast<size_t>(header.ndim)};
}
char *Incoming::elements() const { return buffer_.get() + header_of(buffer_).bytes(); }

void Incoming::take(ct_tensor *out, Requests *requests) {
  if (header_of(buffer_).follows != 0) {
    elements_ = std::make_unique<Elements>(Elements::to_receive(out));
    check(MPI_Irecv(elements_->data(), elements_->count(), elements_->type(), source_, tag_, comm_, requests->next()));
  } else {
    Layout(Tensor::share(out)).unpack(elements());
  }
}

void Incoming::finish() {
  if (elements_ != nullptr) elements_->finish();
}

void Incoming::drop() noexcept {
  try {
    if (header_of(buffer_).follows == 0) return;
    const Tensor all = empty(sizes(), dtype());
    Requests requests;  // they end before the memory that they write goes
    take(all, &requests);
  } catch (...) {  // the failure that led here is the one to tell
  }
}

void check_fits(Incoming *in, const ct_tensor *out, const char *name) {
  const bool same_dtype = in->dtype() == ct_tensor_dtype(out);
  if (same_dtype && std::ranges::equal(in->sizes(), sizes(out))) return;
  in->drop();
  fail(same_dtype ? CT_ERROR_SHAPE : CT_ERROR_DTYPE, "rank ", in->source(), " sent ",
       describe(in->dtype(), in->sizes()), ", and ", name, " is ", describe(out));
}

namespace {

void tell(const Incoming &in, MPI_Status *status) {
  if (status == nullptr || status == MPI_STATUS_IGNORE) return;
  *status = MPI_Status();
  status->MPI_SOURCE = in.source();
  status->MPI_TAG = in.tag();
}

void receive_into(ct_tensor *out, Incoming *in) {
  check_fits(in, out, "out");
  Requests requests;
  in->take(out, &requests);
  requests.wait();
  in->finish();
}

Tensor receive_fresh(Incoming *in) {
  Tensor made;
  try {
    made = empty(in->sizes(), in->dtype());
  } catch (...) {
    in->drop();
    throw;
  }
  receive_into(made, in);
  return made;
}

}  // namespace

}  // namespace ct_mpi

using namespace ct_mpi;

extern "C" {

ct_status ct_mpi_send(const ct_tensor *t, int dest, int tag, MPI_Comm comm, ct_error *error) {
  return guarded("ct_mpi_send", error, [&] {
    const Tensor sent = check_input(t, "t");
    const ErrorsReturn errors_return(comm);
    if (dest != MPI_PROC_NULL) Outgoing().send(sent, dest, tag, comm);
  });
}

ct_status ct_mpi_recv(int source, int tag, MPI_Comm comm, MPI_Status *status, ct_tensor **out, ct_error *error) {
  return guarded("ct_mpi_recv", error, [&] {
    if (out == nullptr) fail(CT_ERROR_INVALID, "out is NULL");
    *out = nullptr;
    if (source == MPI_PROC_NULL)
      fail(CT_ERROR_INVALID, "nothing comes from MPI_PROC_NULL that a tensor could be made of");
    const ErrorsReturn errors_return(comm);
    Incoming in;
    in.receive(source, tag, comm);
    tell(in, status);
    *out = receive_fresh(&in).detach();
  });
}

ct_status ct_mpi_recv_out(int source, int tag, MPI_Comm comm, MPI_Status *status, ct_tensor *out, ct_error *error) {
  return guarded("ct_mpi_recv_out", error, [&] {
    check_output(out, "out");
    const ErrorsReturn errors_return(comm);
    Incoming in;
    if (source != MPI_PROC_NULL) in.receive(source, tag, comm);
    tell(in, status);
    if (source != MPI_PROC_NULL) receive_into(out, &in);
  });
}

ct_status ct_mpi_sendrecv(const ct_tensor *t, int dest, int send_tag, int source, int recv_tag, MPI_Comm comm,
                          MPI_Status *status, ct_tensor **out, ct_error *error) {
  return guarded("ct_mpi_sendrecv", error, [&] {
    if (out == nullptr) fail(CT_ERROR_INVALID, "out is NULL");
    *out = nullptr;
    const Tensor sent = check_input(t, "t");
    if (source == MPI_PROC_NULL)
      fail(CT_ERROR_INVALID, "nothing comes from MPI_PROC_NULL that a tensor could be made of");
    const ErrorsReturn errors_return(comm);
    Outgoing outgoing;
    Requests requests;
    if (dest != MPI_PROC_NULL) outgoing.start(sent, dest, send_tag, comm, &requests);
    Incoming in;
    in.receive(source, recv_tag, comm);
    tell(in, status);
    Tensor made = receive_fresh(&in);
    requests.wait();
    *out = made.detach();
  });
}

ct_status ct_mpi_sendrecv_out(const ct_tensor *t, int dest, int send_tag, int source, int recv_tag, MPI_Comm comm,
                              MPI_Status *status, ct_tensor *out, ct_error *error) {
  return guarded("ct_mpi_sendrecv_out", error, [&] {
    const Tensor sent = check_input(t, "t");
    check_output(out, "out", sent);
    const ErrorsReturn errors_return(comm);
    Outgoing outgoing;
    Requests requests;
    if (dest != MPI_PROC_NULL) outgoing.start(sent, dest, send_tag, comm, &requests);
    Incoming in;
    if (source != MPI_PROC_NULL) in.receive(source, recv_tag, comm);
    tell(in, status);
    if (source != MPI_PROC_NULL) receive_into(out, &in);
    requests.wait();
  });
}

}  // extern "C"
