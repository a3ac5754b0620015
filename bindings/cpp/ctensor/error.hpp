// Statuses as exceptions.
#ifndef CTENSOR_ERROR_HPP
#define CTENSOR_ERROR_HPP

#include <ctensor.h>

#include <stdexcept>
#include <string>

namespace ctensor {

// Every failure of the library: what() names the function and both sides, code() is CT_ERROR_SHAPE, CT_ERROR_DTYPE, …,
// or a loop's own status of at most CT_STATUS_USER.
class Error : public std::runtime_error {
 public:
  Error(ct_status code, const std::string &message) : std::runtime_error(message), code_(code) {}

  ct_status code() const noexcept { return code_; }
  const char *name() const noexcept { return ct_status_name(code_); }

 private:
  ct_status code_;
};

namespace detail {

[[noreturn]] inline void fail(ct_status code, const std::string &message) { throw Error(code, message); }

// check([&](ct_error *error) { return ct_something(…, error); });
template <class Call>
void check(Call &&call) {
  ct_error error;
  error.struct_size = sizeof error;  // C writes the rest only on failure
  const ct_status status = call(&error);
  if (status != CT_OK) fail(status, error.message);
}

}  // namespace detail
}  // namespace ctensor

#endif
