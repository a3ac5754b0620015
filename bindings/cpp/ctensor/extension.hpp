// What the headers of the extensions, ctensor_fft.hpp and ctensor_linalg.hpp, need in addition to the binding itself.
#ifndef CTENSOR_EXTENSION_HPP
#define CTENSOR_EXTENSION_HPP

#include "error.hpp"
#include "list.hpp"

namespace ctensor::detail {

// A parameter that is a list of lengths, or std::nullopt for the defaults.
class Lengths : public Sizes {
 public:
  using Sizes::Sizes;
  constexpr Lengths(std::nullopt_t) noexcept : given_(false) {}

  constexpr const int64_t *data() const noexcept { return given_ ? Sizes::data() : nullptr; }

 private:
  bool given_ = true;
};

// The one count that C takes for two lists, of which one or both may be null.
template <class A, class B>
int32_t count_of_both(const char *function, const A &a, const B &b) {
  if (a.data() != nullptr && b.data() != nullptr && a.count() != b.count()) {
    fail(CT_ERROR_SHAPE, std::string(function) + ": a list of " + std::to_string(a.count()) + " goes with one of " +
                             std::to_string(b.count()));
  }
  return b.data() == nullptr ? a.count() : b.count();
}

// C takes the address of two dims without a count, so the count is checked here.
inline void check_pair(const char *function, const Dims &dims) {
  if (dims.data() != nullptr && dims.count() != 2) {
    fail(CT_ERROR_SHAPE, std::string(function) + ": of a matrix there are 2 dims, not " + std::to_string(dims.count()));
  }
}

}  // namespace ctensor::detail

#endif
