// SPDX-License-Identifier: Apache-2.0
// The kernels with PCLMULQDQ: one 128-bit piece per register.
#include <immintrin.h>

#include "kernels.hpp"
#include "kernels_body.hpp"

namespace tali::lab::gf2 {

namespace {

struct pair {
  static constexpr std::size_t words = 2;
  __m128i v;

  static pair load(const word* p) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))}; }
  static pair broadcast(const word* p) { return load(p); }
  void store(word* p) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  friend pair operator+(pair a, pair b) { return {_mm_xor_si128(a.v, b.v)}; }
  template <int I, int J>
  static pair product(pair a, pair b) {
    return {_mm_clmulepi64_si128(a.v, b.v, I | J << 4)};
  }
};

}  // namespace

const kernels pclmul_kernels = {"pclmul",         &multiply_add<pair>, &square<pair>,
                                &transform<pair>, &add<std::uint32_t>, &add<std::uint64_t>};

}  // namespace tali::lab::gf2
