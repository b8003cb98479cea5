// SPDX-License-Identifier: Apache-2.0
#include "shipped.hpp"

#include <tali/distribution/warp_normal_values.hpp>

namespace tali::lab::normal {

table shipped_table() {
  table t;
  for (std::size_t r = 0; r < row_count; ++r) {
    for (std::size_t i = 0; i < row_size; ++i) t.rows[r][i] = warp_normal_values::values[i][r];
  }
  return t;
}

coefficients shipped_coefficients() {
  return {warp_normal_values::a_coefficient, warp_normal_values::b_coefficient,
          warp_normal_values::c_coefficient, warp_normal_values::c_coefficient_low};
}

}  // namespace tali::lab::normal
