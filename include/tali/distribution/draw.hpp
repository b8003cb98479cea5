// One value of a fixed-budget distribution from a generator at hand, as the standard library's
// distributions do it.
#pragma once

#include <cstdint>
#include <random>

#include <tali/bits.hpp>

namespace tali {

/// Takes the distribution's words from g, in order, and makes one value. g gives 32-bit words.
template <class D, class G>
TALI_FN constexpr typename D::result_type draw(const D& distribution, G& g) {
  static_assert(G::min() == 0 && G::max() == 0xffffffffu, "tali's distributions take 32-bit words");
  std::uint32_t w[D::words];
  for (auto& x : w) x = static_cast<std::uint32_t>(g());
  return static_cast<typename D::result_type>(distribution(w));
}

}  // namespace tali
