// SPDX-License-Identifier: Apache-2.0
// The distance in words up to which steps are faster than a jump, for engines with expensive jumps.
#pragma once

#include <cstdint>

#include <tali/engine/mersenne_twister.hpp>
#include <tali/engine/mrg32k3a.hpp>
#include <tali/engine/xorwow_curand.hpp>
#include <tali/engine/xoshiro256pp.hpp>

namespace tali::detail {

/// In words. 0 for an engine that reaches every word alike.
template <class E>
inline constexpr std::uint64_t near_words = 0;
/// A jump costs some ten milliseconds.
template <class Word>
inline constexpr std::uint64_t near_words<mersenne_twister<Word>> = (sizeof(Word) / 4) << 24;
/// 256 steps and the polynomial.
template <>
inline constexpr std::uint64_t near_words<xoshiro256pp> = std::uint64_t{1000} * xoshiro256pp::group;
template <>
inline constexpr std::uint64_t near_words<xorwow_curand> = std::uint64_t{1} << 14;
template <>
inline constexpr std::uint64_t near_words<mrg32k3a> = std::uint64_t{1} << 9;

}  // namespace tali::detail
