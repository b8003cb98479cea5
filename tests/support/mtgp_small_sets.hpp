// SPDX-License-Identifier: Apache-2.0
// Parameter sets of exponent 3217 for tests. Their recursions have full period (irreducible characteristic
// polynomials, by trial division and x^(2^3217) = x); their tempering is random and serves no one else.
#pragma once

#include <vector>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::test {

template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> small_sets() {
  if constexpr (sizeof(Word) == 4) {
    return {
        {3217,
         1,
         3,
         13,
         4,
         {0xba5629fb, 0x35bbd4a3, 0x8a300013, 0xabcec47c},
         {0x9975328b, 0xfa9654bd, 0xc01f7dda, 0x9f3c6953},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         625},
        {3217,
         2,
         34,
         13,
         4,
         {0x32178a2f, 0x81926ee1, 0xce400026, 0xabcffe02},
         {0x7c084f01, 0x351787bf, 0xfad985c2, 0xa69a3e72},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         577},
        {3217,
         3,
         30,
         13,
         4,
         {0x3dc09fee, 0x4e245f28, 0xa200032, 0xabd0e57f},
         {0xf768cbb4, 0xa5043a74, 0x2d8d77e8, 0x76f85d99},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         1023},
        {3217,
         4,
         37,
         13,
         4,
         {0xdb2b71ac, 0x6b8f27ee, 0x5f00004f, 0xabd101a6},
         {0xb31ab13e, 0x5ec6d8a8, 0x26570ff, 0xd4a9dbc5},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         1035},
        {3217,
         5,
         30,
         13,
         4,
         {0x8864d0a0, 0xbb68c206, 0xedd00059, 0xabd2fdea},
         {0x76aef60d, 0xa5ca92bf, 0x2997a1a4, 0x1acf96a5},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         1015},
    };
  } else {
    return {
        {3217,
         1,
         8,
         18,
         2,
         {0xc86c5d9400000000, 0x76f5286b00000000, 0x53b0001700000000, 0xabce2a5800000000},
         {0x845f14e3aa3a67f7, 0x6820fcbbce136d6a, 0x58c8bb8c6d9b9e4f, 0xac5bb5e7fb65b3e7},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         1241},
        {3217,
         2,
         17,
         11,
         2,
         {0xd95e3a7d00000000, 0x1eb3b93300000000, 0xccd0002300000000, 0xabcf209d00000000},
         {0x93f054778002a427, 0x9f3f2287079cf46, 0x60ba57dcbf5aa37e, 0xc98d8593928b80e3},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         1233},
        {3217,
         3,
         7,
         8,
         6,
         {0x9f55e68900000000, 0xfc7c5a7700000000, 0x4890003500000000, 0xabd0f19a00000000},
         {0x3e2fb68f83bc737d, 0x33bdf6d68a7eba40, 0x1133d9442719e87, 0xb3109ef113c7d3d1},
         detail::mtgp_mask<Word>(3217),
         {},
         0,
         1365},
    };
  }
}

}  // namespace tali::test
