// SPDX-License-Identifier: Apache-2.0
#include "shipped.hpp"

#include <tali/distribution/normal_table.hpp>

namespace tali::lab::normal {

table shipped_table() {
  table t;
  for (std::size_t r = 0; r < row_count; ++r) {
    for (std::size_t i = 0; i < row_size; ++i) t.rows[r][i] = normal_table::values[i][r];
  }
  return t;
}

coefficients shipped_coefficients() {
  return {normal_table::a_coefficient, normal_table::b_coefficient, normal_table::c_coefficient,
          normal_table::c_coefficient_low};
}

}  // namespace tali::lab::normal
