// SPDX-License-Identifier: Apache-2.0
// The words of one SIMD level's word engines, one after the other from any index. Their values are made of
// them by the kernels of word_kernels.hpp, which all engines share: so an engine costs the compiler its
// words.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/device.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

/// Words in order, from memory of the caller's, which needs no clearing up.
struct word_run {
  /// Begins `first` words behind where the engine stands, which must live as long as the run.
  void (*open)(void* memory, const void* engine, std::uint64_t first);
  void (*next)(void* memory, std::uint32_t* to, std::size_t n);
  /// Leaves n words out.
  void (*skip)(void* memory, std::uint64_t n);
  /// How many words further on skip() costs less than open(): 0 for engines that reach every word alike.
  std::uint64_t near;
  std::size_t engine_bytes;  ///< its size: by its bytes a kept run knows it again
};

/// What a run may take: a Mersenne Twister's state, and some more.
inline constexpr std::size_t run_bytes = 3072;
inline constexpr std::size_t run_alignment = 64;
/// The largest engine whose runs are kept (kept_run.hpp).
inline constexpr std::size_t kept_engine_bytes = 2520;

struct word_engine_kernels : detail::engine_table<word_run, word_engines> {};

/// The kernels of a level that this machine has.
const word_engine_kernels& kernels_of_word_engines(simd_level level);

}  // namespace tali::cpu_driver
