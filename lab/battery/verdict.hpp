// SPDX-License-Identifier: Apache-2.0
// The verdict of a p-value on a generator.
//
// Source: P. L'Ecuyer and R. Simard, "TestU01: A C Library for Empirical Testing of Random Number
// Generators", ACM TOMS 33(4), article 22, 2007, section 7: clear failures have a p-value outside [1e-10, 1 -
// 1e-10], suspect ones outside [1e-4, 1 - 1e-4]. (The library's report lists those outside [1e-3, 1 - 1e-3],
// and prints values closer to 1 than 1e-15 as 1 - eps1.)
#pragma once

namespace tali::lab {

enum class verdict { pass, suspect, fail };

inline verdict verdict_of(double p) {
  constexpr double clear = 1e-10, odd = 1e-4;
  if (!(p >= clear && p <= 1 - clear)) return verdict::fail;  // also for NaN, which no good generator gives
  return p >= odd && p <= 1 - odd ? verdict::pass : verdict::suspect;
}

inline const char* name_of(verdict v) {
  return v == verdict::pass ? "pass" : v == verdict::suspect ? "suspect" : "fail";
}

}  // namespace tali::lab
