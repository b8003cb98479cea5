// SPDX-License-Identifier: Apache-2.0
// log u and log(1 - u) of the uniform number u that words define.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// log u, u = (k + 1/2) 2^-32 of a word k. Error at most 3 ulp, one of them from the argument.
template <class U32>
TALI_FN auto log_of_words(const U32 (&w)[1]) {
  return unit_logarithm_f32(wrapped_unit_f32(w[0]));
}

/// log u, u = (k + 1/2) 2^-64 of two words, the low half of k first. Error at most 3 ulp.
template <class U32>
TALI_FN auto log_of_words(const U32 (&w)[2]) {
  return unit_logarithm_f64(wrapped_unit_f64(w[0], w[1]));
}

/// log u, u = (k + 1/2) 2^-64 of a 64-bit number k: the same as from its two words.
template <class U64>
TALI_FN auto log_of_number(const U64& k) {
  return unit_logarithm_f64(wrapped_unit_f64(k));
}

/// log(1 - u); 1 - u is the uniform number of the inverted words.
template <class U32>
TALI_FN auto log_of_rest(const U32 (&w)[1]) {
  return unit_logarithm_f32(wrapped_rest_f32(w[0]));
}
template <class U32>
TALI_FN auto log_of_rest(const U32 (&w)[2]) {
  const U32 all(0xffffffffu);
  return unit_logarithm_f64(wrapped_unit_f64(w[0] ^ all, w[1] ^ all));
}
/// log(1 - u) of a 64-bit number, likewise.
template <class U64>
TALI_FN auto log_of_number_rest(const U64& k) {
  return log_of_number(k ^ U64(~std::uint64_t{0}));
}

}  // namespace tali::detail
