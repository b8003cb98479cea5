// SPDX-License-Identifier: Apache-2.0
// Jumps of generators that are linear over GF(2), computed from their step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <tali/engine/gf2_polynomial.hpp>
#include <tali/engine/mersenne_twister.hpp>
#include <tali/engine/mrg32k3a.hpp>
#include <tali/engine/xorwow_curand.hpp>
#include <tali/engine/xoshiro256pp.hpp>

namespace tali::detail {

/// Powers of x modulo the characteristic polynomial of a generator.
/// @param bit  returns one bit of the generator's next state at each call, from any non-zero state
template <class Bit>
detail::gf2_power powers_of_step(int degree_of_polynomial, Bit bit) {
  std::vector<std::uint8_t> bits(2 * static_cast<std::size_t>(degree_of_polynomial));
  for (auto& b : bits) b = static_cast<std::uint8_t>(bit() & 1u);
  gf2_polynomial modulus = detail::minimal_polynomial(bits);
  if (degree(modulus) != degree_of_polynomial) throw std::logic_error("a generator without full period");
  return detail::gf2_power(std::move(modulus));
}

/// The state g(F) s, where F is the step.
/// @param state  has ^=, and its default constructor makes it zero
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

// The distance in words up to which steps are faster than a jump, for engines with expensive jumps.

/// 0 for an engine that reaches every word equally fast.
template <class E>
inline constexpr std::uint64_t near_words = 0;
/// A jump takes some ten milliseconds.
template <class Word>
inline constexpr std::uint64_t near_words<mersenne_twister<Word>> = (sizeof(Word) / 4) << 24;
/// 256 steps, and the time of the polynomial.
template <>
inline constexpr std::uint64_t near_words<xoshiro256pp> = std::uint64_t{1000} * xoshiro256pp::group;
template <>
inline constexpr std::uint64_t near_words<xorwow_curand> = std::uint64_t{1} << 14;
template <>
inline constexpr std::uint64_t near_words<mrg32k3a> = std::uint64_t{1} << 9;

}  // namespace tali::detail
