// Dtypes, their C++ types, and single values.
#ifndef CTENSOR_DTYPE_HPP
#define CTENSOR_DTYPE_HPP

#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

#include "error.hpp"

namespace ctensor {

enum class DType : ct_dtype {
  Undefined = CT_UNDEFINED,
  Bool = CT_BOOL,
  UInt8 = CT_UINT8,
  Int8 = CT_INT8,
  Int16 = CT_INT16,
  Int32 = CT_INT32,
  Int64 = CT_INT64,
  Float16 = CT_FLOAT16,
  Float32 = CT_FLOAT32,
  Float64 = CT_FLOAT64,
  Complex32 = CT_COMPLEX32,
  Complex64 = CT_COMPLEX64,
  Complex128 = CT_COMPLEX128,
  BFloat16 = CT_BFLOAT16,
  UInt16 = CT_UINT16,
  UInt32 = CT_UINT32,
  UInt64 = CT_UINT64
};

enum class MemoryFormat : ct_memory_format {
  Preserve = CT_PRESERVE,
  Contiguous = CT_CONTIGUOUS,
  ChannelsLast = CT_CHANNELS_LAST,
  ChannelsLast3d = CT_CHANNELS_LAST_3D
};

enum class PadMode : ct_pad_mode {
  Constant = CT_PAD_CONSTANT,
  Reflect = CT_PAD_REFLECT,
  Replicate = CT_PAD_REPLICATE,
  Circular = CT_PAD_CIRCULAR
};

enum class MeshgridIndexing : ct_meshgrid_indexing { IJ = CT_MESHGRID_IJ, XY = CT_MESHGRID_XY };

enum class ScatterReduce : ct_scatter_reduce {
  Replace = CT_SCATTER_REPLACE,
  Add = CT_SCATTER_ADD,
  Mul = CT_SCATTER_MUL,
  Amin = CT_SCATTER_AMIN,
  Amax = CT_SCATTER_AMAX
};

enum class Interpolation : ct_interpolation {
  Linear = CT_INTERPOLATION_LINEAR,
  Lower = CT_INTERPOLATION_LOWER,
  Higher = CT_INTERPOLATION_HIGHER,
  Midpoint = CT_INTERPOLATION_MIDPOINT,
  Nearest = CT_INTERPOLATION_NEAREST
};

// The bits of a float16, for which C++ has no type before C++23. Convert a tensor with to() to compute.
struct float16 {
  uint16_t bits;
};
struct bfloat16 {
  uint16_t bits;
};
struct complex32 {
  float16 real, imag;
};

namespace detail {

constexpr ct_dtype raw(DType dtype) { return static_cast<ct_dtype>(dtype); }
constexpr ct_memory_format raw(MemoryFormat format) { return static_cast<ct_memory_format>(format); }
constexpr ct_pad_mode raw(PadMode mode) { return static_cast<ct_pad_mode>(mode); }
constexpr ct_meshgrid_indexing raw(MeshgridIndexing indexing) { return static_cast<ct_meshgrid_indexing>(indexing); }
constexpr ct_scatter_reduce raw(ScatterReduce reduce) { return static_cast<ct_scatter_reduce>(reduce); }
constexpr ct_interpolation raw(Interpolation interpolation) { return static_cast<ct_interpolation>(interpolation); }

template <class T>
constexpr DType integer_dtype() {
  constexpr bool is_signed = std::is_signed<T>::value;
  switch (sizeof(T)) {
    case 1:
      return is_signed ? DType::Int8 : DType::UInt8;
    case 2:
      return is_signed ? DType::Int16 : DType::UInt16;
    case 4:
      return is_signed ? DType::Int32 : DType::UInt32;
    default:
      return is_signed ? DType::Int64 : DType::UInt64;
  }
}

// Undefined for types that are no elements. char and wchar_t are not, since they are text.
template <class T>
constexpr DType find_dtype() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<U, bool>) {
    return DType::Bool;
  } else if constexpr (std::is_same_v<U, char> || std::is_same_v<U, wchar_t> || std::is_same_v<U, char16_t> ||
                       std::is_same_v<U, char32_t>) {
    return DType::Undefined;
  } else if constexpr (std::is_integral_v<U> && sizeof(U) <= 8) {
    return integer_dtype<U>();
  } else if constexpr (std::is_same_v<U, float>) {
    return DType::Float32;
  } else if constexpr (std::is_same_v<U, double>) {
    return DType::Float64;
  } else if constexpr (std::is_same_v<U, std::complex<float>>) {
    return DType::Complex64;
  } else if constexpr (std::is_same_v<U, std::complex<double>>) {
    return DType::Complex128;
  } else if constexpr (std::is_same_v<U, float16>) {
    return DType::Float16;
  } else if constexpr (std::is_same_v<U, bfloat16>) {
    return DType::BFloat16;
  } else if constexpr (std::is_same_v<U, complex32>) {
    return DType::Complex32;
  } else {
    return DType::Undefined;
  }
}

template <class T>
constexpr bool is_number = std::is_arithmetic<T>::value &&find_dtype<T>() != DType::Undefined;

}  // namespace detail

// The dtype of a C++ type: dtype_of<float> is DType::Float32.
template <class T>
constexpr DType dtype_of = [] {
  static_assert(detail::find_dtype<T>() != DType::Undefined, "this type is no tensor's element");
  return detail::find_dtype<T>();
}();

inline const char *dtype_name(DType dtype) noexcept { return ct_dtype_name(detail::raw(dtype)); }
inline int64_t dtype_size(DType dtype) noexcept { return ct_dtype_size(detail::raw(dtype)); }
inline DType dtype_from_name(const char *name) {
  ct_dtype out = CT_UNDEFINED;
  const ct_status status = ct_dtype_from_name(name, &out);
  if (status != CT_OK) detail::fail(status, std::string("no dtype is named ") + (name == nullptr ? "NULL" : name));
  return static_cast<DType>(out);
}
inline DType promote_types(DType a, DType b) {
  ct_dtype out = CT_UNDEFINED;
  detail::check([&](ct_error *error) { return ct_promote_types(detail::raw(a), detail::raw(b), &out, error); });
  return static_cast<DType>(out);
}
inline bool can_cast(DType from, DType to) noexcept { return ct_can_cast(detail::raw(from), detail::raw(to)); }

// Kinds of dtypes, as bits: isdtype(dtype, Kind::Integer | Kind::Float).
namespace Kind {
enum : uint32_t {
  Bool = CT_KIND_BOOL,
  Signed = CT_KIND_SIGNED,
  Unsigned = CT_KIND_UNSIGNED,
  Integer = CT_KIND_INTEGER,
  Float = CT_KIND_FLOAT,
  Complex = CT_KIND_COMPLEX,
  Number = CT_KIND_NUMBER
};
}  // namespace Kind
inline bool isdtype(DType dtype, uint32_t kinds) noexcept { return ct_isdtype(detail::raw(dtype), kinds); }
inline ct_finfo finfo(DType dtype) {
  ct_finfo info{};
  info.struct_size = sizeof info;
  detail::check([&](ct_error *error) { return ct_dtype_finfo(detail::raw(dtype), &info, error); });
  return info;
}
inline ct_iinfo iinfo(DType dtype) {
  ct_iinfo info{};
  info.struct_size = sizeof info;
  detail::check([&](ct_error *error) { return ct_dtype_iinfo(detail::raw(dtype), &info, error); });
  return info;
}

// One value of any dtype. C++ values convert to it implicitly, so functions that take a Scalar accept 2, 0.5f, true and
// std::complex.
class Scalar {
 public:
  template <class T, std::enable_if_t<detail::is_number<T>, int> = 0>
  Scalar(T value) noexcept : raw_{detail::raw(dtype_of<T>), 0, 0, 0, 0} {
    if constexpr (std::is_integral_v<T>) {
      raw_.i = static_cast<int64_t>(value);  // a uint64 keeps its bits
    } else {
      raw_.re = value;
    }
  }
  template <class T>
  Scalar(std::complex<T> value) noexcept
      : raw_{detail::raw(dtype_of<std::complex<T>>), 0, 0, value.real(), value.imag()} {}
  explicit Scalar(const ct_scalar &raw) noexcept : raw_(raw) {}

  DType dtype() const noexcept { return static_cast<DType>(raw_.dtype); }
  const ct_scalar *get() const noexcept { return &raw_; }
  // The same value in the dtype of Python's numbers of its kind, so that 2.0f counts as 2.0.
  ct_scalar widest() const noexcept {
    switch (dtype()) {
      case DType::Bool:
        return ct_scalar_bool(raw_.i != 0);
      case DType::UInt8:
      case DType::Int8:
      case DType::Int16:
      case DType::Int32:
      case DType::UInt16:
      case DType::UInt32:
        return ct_scalar_i64(raw_.i);
      case DType::UInt64:
        return ct_scalar_u64(static_cast<uint64_t>(raw_.i));
      case DType::Float16:
      case DType::BFloat16:
      case DType::Float32:
        return ct_scalar_f64(raw_.re);
      case DType::Complex32:
      case DType::Complex64:
        return ct_scalar_c128(raw_.re, raw_.im);
      default:
        return raw_;
    }
  }

  // The value as T. It throws CT_ERROR_INVALID if T cannot hold its range, fraction or imaginary part.
  template <class T>
  T as() const {
    if constexpr (std::is_same_v<T, bool>) {
      return is_integral() ? raw_.i != 0 : raw_.re != 0 || raw_.im != 0;
    } else if constexpr (std::is_integral_v<T>) {
      return integer<T>();
    } else if constexpr (std::is_floating_point_v<T>) {
      if (raw_.im != 0) refuse(dtype_of<T>);
      return static_cast<T>(real());
    } else {
      return T(static_cast<typename T::value_type>(real()), static_cast<typename T::value_type>(raw_.im));
    }
  }

 private:
  bool is_integral() const noexcept {
    return raw_.dtype == CT_BOOL || (raw_.dtype >= CT_UINT8 && raw_.dtype <= CT_INT64) || raw_.dtype >= CT_UINT16;
  }
  double real() const noexcept {
    if (!is_integral()) return raw_.re;
    return raw_.dtype == CT_UINT64 ? static_cast<double>(static_cast<uint64_t>(raw_.i)) : static_cast<double>(raw_.i);
  }
  [[noreturn]] void refuse(DType to) const {
    detail::fail(CT_ERROR_INVALID, "a value of " + std::string(dtype_name(dtype())) + ", " + std::to_string(real()) +
                                       " + " + std::to_string(raw_.im) + "i, does not fit " + dtype_name(to));
  }
  template <class T>
  T integer() const {
    if (!is_integral()) {
      // the first number past T's range, which a double holds exactly
      const double above = 2.0 * static_cast<double>(T(1) << (std::numeric_limits<T>::digits - 1));
      if (raw_.im != 0 || !(raw_.re >= (std::is_signed_v<T> ? -above : 0) && raw_.re < above) ||
          raw_.re != static_cast<double>(static_cast<T>(raw_.re))) {
        refuse(dtype_of<T>);
      }
      return static_cast<T>(raw_.re);
    }
    const T value = static_cast<T>(raw_.i);
    const bool negative = raw_.dtype != CT_UINT64 && raw_.i < 0;
    if (static_cast<uint64_t>(value) != static_cast<uint64_t>(raw_.i) || (std::is_signed_v<T> && value < 0) != negative)
      refuse(dtype_of<T>);
    return value;
  }

  ct_scalar raw_;
};

}  // namespace ctensor

#endif
