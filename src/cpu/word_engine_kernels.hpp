// SPDX-License-Identifier: Apache-2.0
// The words of word engines at one SIMD level, in order from any index. The kernels of word_kernels.hpp,
// which all engines share, make values from them: so only the words are compiled per engine.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/device.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

/// Words in order, with state in the caller's memory, which needs no destructor.
struct word_run {
  /// Begins `first` words after the engine's position; the engine must exist as long as the run.
  void (*open)(void* memory, const void* engine, std::uint64_t first);
  void (*next)(void* memory, std::uint32_t* to, std::size_t n);
  /// Skips n words.
  void (*skip)(void* memory, std::uint64_t n);
  /// The distance in words up to which skip() is faster than open(): 0 for engines that reach every word
  /// equally fast.
  std::uint64_t near;
  std::size_t engine_bytes;  ///< its size: a kept run identifies the engine by its bytes
};

/// The maximum size of a run: a Mersenne Twister's state, and some more.
inline constexpr std::size_t run_bytes = 3072;
inline constexpr std::size_t run_alignment = 64;
/// The largest engine whose runs are kept (kept_run.hpp).
inline constexpr std::size_t kept_engine_bytes = 2520;

struct word_engine_kernels : detail::engine_table<word_run, word_engines> {};

/// The kernels of a level that this machine has.
const word_engine_kernels& kernels_of_word_engines(simd_level level);

}  // namespace tali::cpu_driver
