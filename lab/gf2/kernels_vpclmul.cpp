// SPDX-License-Identifier: Apache-2.0
// The kernels with VPCLMULQDQ: four 128-bit pieces per register.
#include <immintrin.h>

#include "kernels.hpp"
#include "kernels_body.hpp"

namespace tali::lab::gf2 {

namespace {

struct four_pairs {
  static constexpr std::size_t words = 8;
  __m512i v;

  static four_pairs load(const word* p) { return {_mm512_loadu_si512(p)}; }
  static four_pairs broadcast(const word* p) {
    // The masked form with all lanes: in some versions of GCC the plain form causes -Wuninitialized.
    return {_mm512_maskz_broadcast_i32x4(0xffff, _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)))};
  }
  void store(word* p) const { _mm512_storeu_si512(p, v); }
  friend four_pairs operator+(four_pairs a, four_pairs b) { return {_mm512_xor_si512(a.v, b.v)}; }
  template <int I, int J>
  static four_pairs product(four_pairs a, four_pairs b) {
    return {_mm512_clmulepi64_epi128(a.v, b.v, I | J << 4)};
  }
};

struct pair {
  __m128i v;

  static pair load(const word* p) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))}; }
  void store(word* p) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  template <int I, int J>
  static pair product(pair a, pair b) {
    return {_mm_clmulepi64_si128(a.v, b.v, I | J << 4)};
  }
};

}  // namespace

const kernels vpclmul_kernels = {"vpclmul",           &multiply_add<four_pairs>,
                                 &square<pair>,       &transform<four_pairs>,
                                 &add<std::uint32_t>, &add<std::uint64_t>};

}  // namespace tali::lab::gf2
