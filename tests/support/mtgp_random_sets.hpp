// SPDX-License-Identifier: Apache-2.0
// Parameter sets of any exponent whose period is unknown: good enough for steps, not for jumps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::test {

template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> random_sets(int mexp, std::size_t n, std::mt19937_64& random) {
  std::vector<mtgp_parameters<Word>> all(n);
  for (auto& s : all) {
    s.mexp = mexp;
    s.middle = 2 + static_cast<int>(random() % static_cast<unsigned>(s.size() - s.steps() - 1));
    s.shift1 = 1 + static_cast<int>(random() % 31);
    s.shift2 = 1 + static_cast<int>(random() % 31);
    for (Word& x : s.recursion) x = static_cast<Word>(random());
    for (Word& x : s.tempering) x = static_cast<Word>(random());
    s.mask = detail::mtgp_mask<Word>(mexp);
  }
  return all;
}

/// The last value of D that a bank of one such set reaches without a jump: 3217^2 / 16 steps are the most.
template <class D>
constexpr std::uint64_t last_by_steps = std::min<std::uint64_t>(77777, 640'000 / D::words);

}  // namespace tali::test
