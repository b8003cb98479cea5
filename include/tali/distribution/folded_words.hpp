// SPDX-License-Identifier: Apache-2.0
// Words for quantiles that are odd about u = 1/2: the distance of u from the nearer end, and the side.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// The words of u if u < 1/2, otherwise inverted: the words of 1 - u. The top bit is 0.
template <class U32>
struct folded_word {
  U32 word;
};
template <class U32>
struct folded_words {
  U32 low, high;
};

template <class U32>
TALI_FN folded_word<U32> folded(const U32 (&w)[1]) {
  return {w[0] ^ (U32(0u) - (w[0] >> 31))};
}
template <class U32>
TALI_FN folded_words<U32> folded(const U32 (&w)[2]) {
  const U32 inverted = U32(0u) - (w[1] >> 31);
  return {w[0] ^ inverted, w[1] ^ inverted};
}

/// x with the sign of u - 1/2.
template <class F, class U32>
TALI_FN F on_side_of(const U32 (&w)[1], const F& x) {
  return with_sign(x, w[0] ^ U32(0xffffffffu));
}
template <class F, class U32>
TALI_FN F on_side_of(const U32 (&w)[2], const F& x) {
  return with_sign(x, join(w[0], w[1] ^ U32(0xffffffffu)));
}

}  // namespace tali::detail
