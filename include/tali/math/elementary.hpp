// SPDX-License-Identifier: Apache-2.0
// Elementary functions with the same bits on every device. They use only integer operations, additions,
// products and fused multiply-adds, in a fixed order. Arguments and results may be SIMD lanes. There is one
// file per function; docs/math.md has the measured errors.
//
// The coefficients are the output of `python3 lab/elementary/fit.py`.
#pragma once

#include <tali/math/circle.hpp>
#include <tali/math/conversion.hpp>
#include <tali/math/exponential.hpp>
#include <tali/math/log_gamma.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/math/power.hpp>
