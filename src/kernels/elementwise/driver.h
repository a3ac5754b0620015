// The 2-D driver under every elementwise kernel. A kernel supplies a row function for dense operands; strided, short
// and half-precision pieces are gathered into small dense blocks first, so that an element's result never depends on
// where in a loop it stands.
#pragma once

#include <cstdint>

#include "kernels/table.h"
#include "kernels/tuning.h"
#include "kernels/vec/isa.h"

namespace ct::kernels::CT_ISA {

// One row of n elements. in[k] is one element for every i if bit k of scalars is set (at most one bit), else dense.
// Options follow the inputs, one element each.
using RowFunction = void (*)(char *out, const char *const *in, int64_t n, unsigned scalars);

// One more bit of scalars, where RowLoop::knows_non_temporal: out and n then are whole cache lines, which are stored
// non-temporally, straight from registers. The caller calls stream_fence() before other threads are told.
constexpr unsigned kNonTemporal = 1U << 31U;

// The same for nrows rows: those of operand k lie steps[k] apart (the output's first).
using RowsFunction = void (*)(char *out, const char *const *in, int64_t n, unsigned scalars, int64_t nrows,
                              const int64_t *steps);

// Computes rows of nbytes of the output, a multiple of kNonTemporalBlock, in whole lines that are stored
// non-temporally, straight from registers. All rows are one call, because calls between them keep reads from being
// under way together. Rows lie steps[k] apart (the output's first); where they read an input again, they take turns
// block by block. An input that stays in place is given as kNonTemporalBlock bytes of its element. With each line of
// input k that is read, one of prefetched[k] is prefetched, whose rows lie prefetched_steps[k] apart. The caller calls
// stream_fence() before other threads are told.
using NonTemporalFunction = void (*)(char *out, const char *const *in, int64_t nbytes, unsigned scalars, int64_t nrows,
                                     const int64_t *steps, const char *const *prefetched,
                                     const int64_t *prefetched_steps);

constexpr int kMaxOperands = 4;
constexpr int kMaxPointers = kMaxOperands + kMostOptions;

// A row function that goes by steps of whole registers leaves the elements that fill none, n % step of them, to
// run_rest(). That calls the function once more, so that the code of an op exists once: with the last whole step of the
// row, part of which is computed again, or, where the row has none or the output is an input, with blocks of one step
// to whose front it copies the elements.
struct RowSteps {
  uint8_t step, inputs, options;
  uint8_t out_size, in_sizes[4];  // of an element, in bytes; a choice by a comparison has four inputs (PairTable)
};
void run_rest(char *out, const char *const *in, int64_t n, unsigned scalars, RowFunction row, RowSteps steps);

// How a row function sees an element that memory holds in another form: X(form, in memory, computed in).
#define CT_WIDE_FORMS(X)       \
  X(Float16, Half, float)      \
  X(BFloat16, BFloat16, float) \
  X(Complex32, Complex<Half>, Complex<float>)
// Adds truths, which only inputs have. They do not depend on signs, so integers are unsigned, and halves and complex
// numbers are looked at as bits.
#define CT_FORMS(X)                         \
  CT_WIDE_FORMS(X)                          \
  X(TruthOf1, uint8_t, Bool)                \
  X(TruthOf2, uint16_t, Bool)               \
  X(TruthOf4, uint32_t, Bool)               \
  X(TruthOf8, uint64_t, Bool)               \
  X(TruthOfFloat16, Half, Bool)             \
  X(TruthOfFloat32, float, Bool)            \
  X(TruthOfFloat64, double, Bool)           \
  X(TruthOfComplex32, Complex<Half>, Bool)  \
  X(TruthOfComplex64, Complex<float>, Bool) \
  X(TruthOfComplex128, Complex<double>, Bool)
enum class Form : uint8_t {
  AsItIs,
#define CT_FORM(form, memory, computed) form,
  CT_FORMS(CT_FORM)
#undef CT_FORM
};

template <class Computed, class T>
inline constexpr Form kForm = Form::AsItIs;
#define CT_FORM(form, memory, computed) \
  template <>                           \
  inline constexpr Form kForm<computed, memory> = Form::form;
CT_FORMS(CT_FORM)
#undef CT_FORM

// These convert dense rows from memory's form and back. convert.cpp has them once for all units. NULL means that there
// is nothing to convert.
extern const RowFunction kWidens[];
extern const RowFunction kNarrows[];  // of CT_WIDE_FORMS

// An operand is one byte, so that a register holds all that the driver has to know of a loop's operands.
class Operand {
 public:
  constexpr Operand() = default;
  constexpr Operand(uint64_t size, Form form = Form::AsItIs)
      : bits_(static_cast<uint8_t>((size - 1) | static_cast<uint64_t>(form) << 4U)) {}
  constexpr int size() const { return (bits_ & 15) + 1; }  // of an element in memory
  constexpr Form form() const { return static_cast<Form>(bits_ >> 4U); }

 private:
  friend struct RowLoop;
  uint8_t bits_ = 0;
};

// An operand of dtype T, for a row function that computes in Wide<T>.
template <class T>
constexpr Operand operand() {
  return {sizeof(T), kForm<Wide<T>, T>};
}

struct RowLoop {
  RowFunction row;  // NULL: the one input is the result
  uint8_t noperands;
  Operand operands[kMaxOperands];  // the output first
  uint8_t noptions = 0;
  bool knows_non_temporal = false;                  // the row function knows kNonTemporal
  NonTemporalFunction non_temporal_rows = nullptr;  // of elements of 4 or 8 bytes; without either, blocks are computed
                                                    // first, and then stored non-temporally
  RowsFunction rows = nullptr;                      // what row does, where rows are so short that calls count

  // All but the functions, above the lowest byte.
  constexpr uint64_t packed() const {
    uint64_t bits = uint64_t{noperands} << 8U | uint64_t{noptions} << 16U | uint64_t{knows_non_temporal} << 24U;
    for (int k = 0; k < kMaxOperands; ++k) bits |= uint64_t{operands[k].bits_} << (32 + 8 * k);
    return bits;
  }
  static RowLoop unpacked(RowFunction row, uint64_t bits) {
    RowLoop loop{row, static_cast<uint8_t>(bits >> 8U), {}, static_cast<uint8_t>(bits >> 16U), (bits >> 24U & 1) != 0};
    for (int k = 0; k < kMaxOperands; ++k) loop.operands[k].bits_ = static_cast<uint8_t>(bits >> (32 + 8 * k));
    return loop;
  }
};

void run_from_memory(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
                     Traffic traffic);
// how: what RowLoop::packed() gives, and the traffic in the lowest byte.
void run_from_registers(char *const *data, const int64_t *strides, int64_t size0, int64_t size1, uint64_t how,
                        RowFunction row);

// There is a loop for each op and dtype. Most of them are passed in two registers, so that nothing of them lies in
// memory, where a shared library's pointers would have to be relocated.
CT_INLINE void run(const RowLoop &loop, char *const *data, const int64_t *strides, int64_t size0, int64_t size1,
                   Traffic traffic) {
  if (loop.rows == nullptr && loop.non_temporal_rows == nullptr) {
    return run_from_registers(data, strides, size0, size1, loop.packed() | static_cast<uint64_t>(traffic), loop.row);
  }
  run_from_memory(loop, data, strides, size0, size1, traffic);
}

}  // namespace ct::kernels::CT_ISA
