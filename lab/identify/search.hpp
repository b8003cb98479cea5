// SPDX-License-Identifier: Apache-2.0
// The search: every seed, index, engine and distribution, exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tali/any.hpp>

namespace tali::lab::identify {

// Given numbers, as bounds that contain the original numbers.

/// One interpretation of numbers: as values of a type, each between two bounds, inclusive. Exact numbers have
/// equal bounds.
struct reading {
  std::string type;                     ///< u32, u64, f32 or f64
  std::string note;                     ///< how the numbers were changed, such as "rounded to f32"; or ""
  std::vector<std::uint64_t> integers;  ///< for u32 and u64
  std::vector<double> low, high;        ///< for f32 and f64

  [[nodiscard]] std::size_t size() const { return integers.empty() ? low.size() : integers.size(); }
  [[nodiscard]] bool are_integers() const { return type[0] == 'u'; }
};

/// Exact values of a type, in the machine's byte order. f32 has two readings: floats, and doubles that were
/// rounded to floats.
/// @param type  u32, u64, i32, i64, f32 or f64; signed integers are read as unsigned ones with the same bits
/// @throws argument_error for another type, for a number of bytes that is not a multiple of the type's, and
/// for numbers that are not finite
std::vector<reading> readings_of(std::string_view type, std::span<const std::byte> values);

/// Numbers as text, separated by blanks, commas, semicolons, brackets or ends of lines. Whole numbers are
/// words. The last digit of other numbers may be rounded, so each is an interval, for f64 and for f32.
/// @param type  the values' type; empty: guessed from the text
/// @throws argument_error for text that is not a number
std::vector<reading> readings_of_text(std::string_view text, std::string_view type = {});

// The possible sources of numbers: the catalogue's engines with each of their seedings, and its
// distributions.

/// An engine's text for any_engine. A seed and a stream make it a sequence.
struct engine_candidate {
  std::string text;
  engine_info info;
};

/// The engines with access to any index, each with every seeding.
/// @param selected  texts of engines; a name alone selects all its seedings. Empty: all
/// @throws argument_error for an unknown name, and as any_engine
std::vector<engine_candidate> engine_candidates(const std::vector<std::string>& selected = {});

/// A fixed-budget distribution with its parameters, and the budget of its values.
struct distribution_candidate {
  std::string text;
  any_distribution distribution;
  double bits;  ///< per value: no value has a probability above about 2^-bits
};

/// Distributions of a reading's type: those without parameters, other libraries' uniform numbers, and the
/// standard normal ones. For real numbers, only those with a matching range: uniform ones if all numbers are
/// between 0 and 1, or 1 and 2, and normal ones otherwise.
/// @param selected  texts of distributions instead, with their parameters
/// @throws argument_error for one without a fixed budget, or with few different values
std::vector<distribution_candidate> distribution_candidates(const reading& r,
                                                            const std::vector<std::string>& selected = {});

/// Number of bits by which number i of a reading distinguishes a candidate from others.
double bits_of_number(const reading& r, const distribution_candidate& d, std::size_t i);

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
