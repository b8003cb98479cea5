// SPDX-License-Identifier: Apache-2.0
// The tables of constants that the library's kernels read: TALI_RETURN_TABLE. Headers included here must not
// use a table before it is defined.
#undef TALI_TABLES_APART
#include <tali/distribution/normal.hpp>
#include <tali/distribution/warp_normal.hpp>
#include <tali/math/normal_quantile_rows.hpp>

namespace tali::detail {

template <>
constinit const quantile_table constants<quantile_table>::table{};
template <>
constinit const trained_normal_table<float> constants<trained_normal_table<float>>::table{};
template <>
constinit const trained_normal_table<double> constants<trained_normal_table<double>>::table{};
template <>
constinit const trained_warp_normal_table constants<trained_warp_normal_table>::table{};

}  // namespace tali::detail
