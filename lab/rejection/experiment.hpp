// SPDX-License-Identifier: Apache-2.0
// The numerical experiment of Appendix A: warps of threads run a surrogate rejection loop, and their
// iterations are counted and compared with equation (9).
//
// Source: G. Ridley and B. Forget, "A simple method for rejection sampling efficiency improvement on SIMT
// architectures", Statistics and Computing 31:30 (2021), Appendix A. Words, comparisons and sums are of
// integers, so every device and number of threads gets the same result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tali/device.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/simd/bits.hpp>

#include "empirical/chi_squared.hpp"

namespace tali::lab::rejection {

inline constexpr double max_rejection = 0.9999;
inline constexpr std::size_t histogram_bins = 4096;

/// The experiment for one rejection probability.
struct trial {
  double rejection;      ///< 0 ... max_rejection
  int threads;           ///< of the warp, 1 ... 1024: not of the machine
  std::uint64_t rounds;  ///< warps, 1 ... 2^40
  std::uint64_t seed;
  std::uint64_t stream;  ///< must differ for independent trials with one seed
};

/// Iterations of the warps of a trial.
struct tally {
  __extension__ using wide = unsigned __int128;
  std::uint64_t rounds = 0;
  std::uint64_t sum = 0;
  wide sum_of_squares = 0;
  std::uint64_t longest = 0;
  int shift = 0;                         ///< a bin holds 2^shift numbers of iterations
  std::vector<std::uint64_t> histogram;  ///< bin b: iterations - 1 = b 2^shift ...; the last bin is unbounded

  [[nodiscard]] double mean() const;
  [[nodiscard]] double second_moment() const;
  friend bool operator==(const tally&, const tally&) = default;
};

/// The deviation of a tally from the law.
struct comparison {
  double expected_mean, expected_second_moment;
  double z_mean, z_second_moment;  ///< differences in standard deviations; 0 if the law has none
  goodness_of_fit fit;             ///< of the histogram
};

/// @param where  the CPU; affects no result
/// @throws argument_error for a trial outside its ranges
tally run(const cpu& where, const trial& t);

/// The same on CUDA device `ordinal`. Only in builds with CUDA.
/// @throws argument_error as above; device_error
tally run_cuda(const trial& t, int ordinal = 0);

comparison compare(const trial& t, const tally& found);

/// `count` rejection probabilities from `smallest` to `largest`, evenly spaced, with both ends.
/// @throws argument_error unless 0 <= smallest <= largest < 1 and count >= 1; both must be equal if the count
/// is 1, and different otherwise
std::vector<double> sweep(double smallest, double largest, std::size_t count);

namespace detail {

/// @throws argument_error
void check(const trial& t);

/// The smallest shift of a trial's histogram for which the last bin has a probability below 1e-15.
int shift_for(const trial& t);

/// 2^64 times the rejection probability.
std::uint64_t threshold_for(double rejection);

/// @throws error if a loop did not end
void check_ended(const tally& found);

/// Number of warps whose sum of squared iterations fits into 64 bits.
inline constexpr std::uint64_t rounds_at_once = std::uint64_t{1} << 23;

}  // namespace detail

// One thread's surrogate rejection loop: attempts that are accepted with a given probability and make
// nothing. It follows the program in Appendix A of Ridley and Forget (2021), with law 6 instead of its
// generator: the word of an attempt is a pure function of the sample and the attempt, so a GPU and a CPU have
// the same counts.

/// No loop reaches this for rejection probabilities up to 0.9999: 0.9999^(2^20) is 3e-46.
inline constexpr std::uint32_t max_attempts = std::uint32_t{1} << 20;

/// The words for one rejection probability: key = Philox of (seed, stream, tag), computed once; the counter
/// of an attempt is {sample low, sample high, attempt, 0}.
struct attempt_words {
  std::uint32_t key0, key1;

  /// @param stream  index of the rejection probability in a sweep
  static attempt_words of(std::uint64_t seed, std::uint64_t stream) {
    constexpr std::uint32_t tag = 0x72656a65;  // "reje"
    std::uint32_t w[4] = {};
    const philox4x32_block<10> block(narrow(stream >> 32), tag, 0, narrow(seed), narrow(seed >> 32));
    block(narrow(stream), w);
    return {w[0], w[1]};
  }

  TALI_FN std::uint64_t operator()(std::uint64_t sample, std::uint32_t attempt) const {
    std::uint32_t w[4] = {};
    const philox4x32_block<10> block(narrow(sample >> 32), attempt, 0, key0, key1);
    block(narrow(sample), w);
    return join(w[0], w[1]);
  }
};

/// Number of attempts until one is accepted: 1 ... max_attempts, or max_attempts + 1 if none is.
/// @param threshold  2^64 times the rejection probability; smaller words are rejected
TALI_FN std::uint32_t count_attempts(const attempt_words& words, std::uint64_t threshold,
                                     std::uint64_t sample) {
  std::uint32_t attempt = 0;
  while (attempt < max_attempts && words(sample, attempt) < threshold) ++attempt;
  return attempt + 1;
}

}  // namespace tali::lab::rejection
