// ct_iter_config, checked and turned into the iterator's own.
#pragma once

#include "capi/guard.h"
#include "iter/config.h"

namespace ct {

class CheckedConfig {
 public:
  explicit CheckedConfig(const ct_iter_config *config);  // throws on whatever the iterator itself cannot see
  CheckedConfig(const CheckedConfig &) = delete;
  CheckedConfig &operator=(const CheckedConfig &) = delete;

  const IterConfig &get() const { return config_; }  // points into this object and the caller's arrays

 private:
  void set_operands(const ct_iter_config &c);
  void set_static_sizes(const ct_iter_config &c);
  void apply_comparison();
  void apply_reduce();

  IterConfig config_;
  SmallVec<Tensor *, 4> outputs_;
  SmallVec<const Tensor *, 4> inputs_;
  SmallVec<DType, 4> output_dtypes_, input_dtypes_;
};

}  // namespace ct
