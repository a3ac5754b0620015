// ct_status_name.
#include "runtime/api.h"

extern "C" const char *ct_status_name(ct_status status) {
  switch (status) {
#define CT_STATUS_CASE(name) \
  case name:                 \
    return #name;
    CT_STATUS_CASE(CT_OK)
    CT_STATUS_CASE(CT_ERROR_INVALID)
    CT_STATUS_CASE(CT_ERROR_SHAPE)
    CT_STATUS_CASE(CT_ERROR_DTYPE)
    CT_STATUS_CASE(CT_ERROR_INDEX)
    CT_STATUS_CASE(CT_ERROR_OVERLAP)
    CT_STATUS_CASE(CT_ERROR_READ_ONLY)
    CT_STATUS_CASE(CT_ERROR_OUT_OF_MEMORY)
    CT_STATUS_CASE(CT_ERROR_UNSUPPORTED)
    CT_STATUS_CASE(CT_ERROR_DIVISION_BY_ZERO)
    CT_STATUS_CASE(CT_ERROR_BUSY)
    CT_STATUS_CASE(CT_ERROR_IO)
    CT_STATUS_CASE(CT_ERROR_FORMAT)
    CT_STATUS_CASE(CT_ERROR_INTERNAL)
#undef CT_STATUS_CASE
    default:
      return status <= CT_STATUS_USER ? "CT_STATUS_USER" : "unknown status";
  }
}
