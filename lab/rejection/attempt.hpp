// SPDX-License-Identifier: Apache-2.0
// One thread's surrogate rejection loop: attempts that are accepted with a given probability and make
// nothing. It follows the program in Appendix A of Ridley and Forget (2021), with law 6 instead of its
// generator: the word of an attempt is a pure function of the sample and the attempt, so a GPU and a CPU have
// the same counts.
#pragma once

#include <cstdint>

#include <tali/engine/philox4x32.hpp>
#include <tali/simd/bits.hpp>

namespace tali::lab::rejection {

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
