// SPDX-License-Identifier: Apache-2.0
// The search: every seed, index, engine and distribution, exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "identify/candidates.hpp"

namespace tali::lab::identify {

struct search_request {
  std::uint64_t first_seed = 0, last_seed = 1000000;
  std::uint64_t stream = 0;
  std::uint64_t max_index = 1024;          ///< of the first number in its sequence; at most 2^24
  std::vector<std::string> engines;        ///< empty: all
  std::vector<std::string> distributions;  ///< empty: as distribution_candidates
  bool all = false;                        ///< continue after the first match
  int threads = 1;
  /// Is called from time to time with the number of finished searches of a sequence, and their total. May
  /// throw to end the search.
  std::function<void(std::uint64_t done, std::uint64_t of)> progress;
};

/// A sequence that contains all numbers contiguously.
struct match {
  std::string engine;
  std::uint64_t seed, stream, index;
  std::vector<std::string> distributions;  ///< all that give these numbers
  std::string type, note;
  double bits;  ///< of all compared numbers
};

struct search_result {
  std::vector<match> matches;
  std::vector<std::string> engines, distributions;  ///< those tried; "f64 uniform:as=jax"
  std::uint64_t numbers;                            ///< those compared
  std::uint64_t sequences;                          ///< pairs of an engine and a seed
  double log2_candidates;  ///< sequences, indices and distributions, as a power of two
  double seconds;
};

/// Maximum number of numbers that the search compares.
inline constexpr std::size_t max_numbers = 4096;
/// The compared numbers must have this many bits more than the logarithm of the number of candidates.
inline constexpr double bits_beyond = 40;

/// Searches small seeds of all engines first, then the beginnings of all sequences, and then the rest. A
/// match is certain, except with probability 2^(log2_candidates - bits) for numbers from another source.
/// @param readings  of the same numbers
/// @throws argument_error if there are too few numbers for a search of this size, if a distribution has no
/// values of these types, or if a seed or index is out of range
search_result search(const std::vector<reading>& readings, const search_request& request);

}  // namespace tali::lab::identify
