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
  /// Told now and then how many looks at a sequence were done, of how many. May throw to end the search.
  std::function<void(std::uint64_t done, std::uint64_t of)> progress;
};

/// A sequence in which all numbers stand side by side.
struct match {
  std::string engine;
  std::uint64_t seed, stream, index;
  std::vector<std::string> distributions;  ///< all that make the same of it
  std::string type, note;
  double bits;  ///< that were compared
};

struct search_result {
  std::vector<match> matches;
  std::vector<std::string> engines, distributions;  ///< that were tried; "f64 uniform:as=jax"
  std::uint64_t numbers;                            ///< that were compared
  std::uint64_t sequences;                          ///< an engine and a seed each
  double log2_candidates;  ///< sequences, indices and distributions, as a power of two
  double seconds;
};

/// Numbers of which the search looks at no more.
inline constexpr std::size_t max_numbers = 4096;
/// Bits by which what is compared must go beyond the number of candidates.
inline constexpr double bits_beyond = 40;

/// Searches small seeds of all engines first, then the beginnings of all sequences, and then the whole. A
/// match is certain but for the probability 2^(log2_candidates - bits) of numbers that are from elsewhere.
/// @param readings  of the same numbers
/// @throws argument_error if there are too few numbers for a search of this size, for distributions that have
/// no values of these types, and for seeds and indices out of range
search_result search(const std::vector<reading>& readings, const search_request& request);

}  // namespace tali::lab::identify
