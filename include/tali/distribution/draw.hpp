// SPDX-License-Identifier: Apache-2.0
// One value of a fixed-budget distribution from a generator's next words, as in the standard library.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// A generator of unsigned integers, like std::uniform_random_bit_generator: kernels cannot include <random>.
template <class G>
concept bit_generator = requires(G& g) {
  { g() } -> std::unsigned_integral;
  { G::min() } -> std::same_as<decltype(g())>;
  { G::max() } -> std::same_as<decltype(g())>;
  requires std::bool_constant<(G::min() < G::max())>::value;
};

namespace detail {

/// Words k ... n - 1 of a value, from g in order. Not a loop: GCC at -O2 would keep it and store the words in
/// memory, where a conversion that reads two at once waits for both stores.
template <int k, class G, int n>
TALI_FN constexpr void draw_words(G& g, std::uint32_t (&w)[n]) {
  w[k] = static_cast<std::uint32_t>(g());
  if constexpr (k + 1 < n) draw_words<k + 1>(g, w);
}

}  // namespace detail

/// Makes one value of the distribution from the next words of g, a generator of 32-bit words.
template <class D, class G>
TALI_FN constexpr typename D::result_type draw(const D& distribution, G& g) {
  static_assert(G::min() == 0 && G::max() == 0xffffffffu, "tali's distributions take 32-bit words");
  std::uint32_t w[D::words];
  detail::draw_words<0>(g, w);
  return static_cast<typename D::result_type>(distribution(w));
}

}  // namespace tali
