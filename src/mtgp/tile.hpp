// SPDX-License-Identifier: Apache-2.0
// C steps of one MTGP: a loop that compilers vectorise. Included once per SIMD level.
#pragma once

#include <array>
#include <cstdint>

#include <tali/engine/mtgp_parameters.hpp>
#include <tali/engine/mtgp_recursion.hpp>

namespace tali::detail {

/// Makes `count` further words of the recursion after the n words at x, and their tempered outputs unless
/// `outputs` is null. The words must be independent: count <= n - middle.
template <class Word, int RegisterBytes>
void mtgp_tile(const mtgp_parameters<Word>& set, Word* x, int n, int count, Word* outputs) {
  const Word mask = set.mask;
  const Word r1 = set.recursion[0], r2 = set.recursion[1], r4 = set.recursion[2], r8 = set.recursion[3];
  const int middle = set.middle, shift1 = set.shift1, shift2 = set.shift2;
  Word* const to = x + n;
  TALI_INDEPENDENT
  for (int i = 0; i < count; ++i) {
    const Word u = detail::mtgp_mix(x[i], x[i + 1], x[i + middle], mask, shift1, shift2);
    to[i] = u ^ detail::mtgp_product(u, r1, r2, r4, r8);
  }
  if (outputs == nullptr) return;
  const Word t1 = set.tempering[0], t2 = set.tempering[1], t4 = set.tempering[2], t8 = set.tempering[3];
  const Word* const before = x + middle - 1;
  TALI_INDEPENDENT
  for (int i = 0; i < count; ++i) {
    Word t = before[i];
    t ^= t >> 16;
    t ^= t >> 8;
    outputs[i] = to[i] ^ detail::mtgp_product(t, t1, t2, t4, t8);
  }
}

}  // namespace tali::detail
