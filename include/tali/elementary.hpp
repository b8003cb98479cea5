// SPDX-License-Identifier: Apache-2.0
// Elementary functions with the same bits on every device: integer operations, additions, products and fused
// multiply-adds in a written order. Arguments and results may be SIMD lanes. One function a file in
// elementary/; docs/math.md has the measured errors.
//
// The coefficients are the output of `python3 lab/elementary/fit.py`.
#pragma once

#include <tali/elementary/arccosine.hpp>
#include <tali/elementary/arctangent.hpp>
#include <tali/elementary/circle.hpp>
#include <tali/elementary/conversion.hpp>
#include <tali/elementary/exponential.hpp>
#include <tali/elementary/exponential_m1.hpp>
#include <tali/elementary/log_gamma.hpp>
#include <tali/elementary/logarithm.hpp>
#include <tali/elementary/logarithm_1p.hpp>
#include <tali/elementary/power.hpp>
#include <tali/elementary/unit_logarithm.hpp>
