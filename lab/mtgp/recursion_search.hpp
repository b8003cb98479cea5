// SPDX-License-Identifier: Apache-2.0
// The search for recursion parameters: R with the ID in it, M, and a primitive characteristic polynomial.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", section
// 5 and Figure 4.
#pragma once

#include <atomic>
#include <ctime>
#include <optional>

#include <gf2/polynomial.hpp>

#include "random.hpp"

namespace tali::lab::mtgp {

/// The cost of a search.
struct search_cost {
  long long candidates = 0;   ///< characteristic polynomials tested
  long long polynomials = 0;  ///< those of them that were computed from a bit sequence; the others are sums
  double seconds = 0;         ///< of this thread's processor time
};

template <mtgp_word Word>
struct recursion {
  mtgp_parameters<Word> set;  ///< without the tempering, digest, delta and weight
  gf2::polynomial characteristic;
  search_cost cost;
};

/// The range of M: 3 ... N - floor2(N) - 1, as in the authors' creator, which leaves the N - M steps that a
/// block of floor2(N - 2) threads needs.
struct middle_range {
  int low, high;
};
template <mtgp_word Word>
middle_range middles(int mexp);

/// @throws argument_error for an exponent that mtgp_exponents does not list
template <mtgp_word Word>
void check_exponent(int mexp);

/// Finds the recursion of `t`. Returns nothing if `stop` becomes true before.
/// @throws argument_error for an exponent that mtgp_exponents does not list
template <mtgp_word Word>
std::optional<recursion<Word>> search_recursion(const target& t, const std::atomic<bool>& stop);

// Processor time of the calling thread, the unit of "core-seconds".

inline double cpu_seconds() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace tali::lab::mtgp
