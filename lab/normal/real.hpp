// SPDX-License-Identifier: Apache-2.0
// The number types of the analysis: 50 decimal digits, and 100 for checks.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace tali::lab::normal {

using real50 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;
using real100 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;

}  // namespace tali::lab::normal
