// SPDX-License-Identifier: Apache-2.0
// The polynomials with which a GPU moves mt19937 and mt19937-64 to the segments of a range.
#pragma once

#include <cstdint>
#include <vector>

#include <tali/engine/gf2_polynomial.hpp>

#include "core/device_copies.hpp"

namespace tali::detail {

/// Powers of x modulo the characteristic polynomial of the step of one output.
template <class Word>
const gf2_power& twister_powers();

/// x^(S j) for j = 1 ... near, and x^(S (near + 1) j) for j = 1 ... far behind them: number k of segments of
/// S outputs is reached by at most two. Each has `words` words, the lowest coefficient first.
struct twister_polynomials {
  static constexpr int near = 31, far = 15, words = 624;
  static constexpr int segments = (near + 1) * (far + 1);

  std::vector<std::uint32_t> coefficients;
  mutable device_copies copies;

  /// Those of S = 2^log2, which are made when they are first asked for: some tenths of a second.
  template <class Word>
  static const twister_polynomials& of(int log2);
};

}  // namespace tali::detail
