// SPDX-License-Identifier: Apache-2.0
// Jumps of generators that are linear over GF(2), computed from their step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <tali/engine/gf2_polynomial.hpp>

namespace tali::detail {

/// Powers of x modulo the characteristic polynomial of a generator.
/// @param bit  gives one bit of the generator's next state at each call, from any state but zero
template <class Bit>
gf2_power powers_of_step(int degree_of_polynomial, Bit bit) {
  std::vector<std::uint8_t> bits(2 * static_cast<std::size_t>(degree_of_polynomial));
  for (auto& b : bits) b = static_cast<std::uint8_t>(bit() & 1u);
  gf2_polynomial modulus = minimal_polynomial(bits);
  if (degree(modulus) != degree_of_polynomial) throw std::logic_error("a generator without full period");
  return gf2_power(std::move(modulus));
}

/// The state g(F) s of the step F.
/// @param state  offers ^=, and is zero from its default constructor
template <class State, class Step>
State apply_polynomial(const gf2_polynomial& g, State state, Step step) {
  State sum{};
  const int last = degree(g);
  for (int k = 0; k <= last; ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (((g[i / 64] >> (i % 64)) & 1u) != 0) sum ^= state;
    step(state);
  }
  return sum;
}

}  // namespace tali::detail
