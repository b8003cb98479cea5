// SPDX-License-Identifier: Apache-2.0
// Parameter sets drawn at random, for measurements: speed does not depend on their values, and there are as
// many as a row wants. Their periods are unknown.
#pragma once

#include <random>
#include <vector>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::bench {

template <class Word>
std::vector<mtgp_parameters<Word>> random_sets(int mexp, std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<mtgp_parameters<Word>> all(n);
  for (auto& s : all) {
    s.mexp = mexp;
    s.number = static_cast<std::uint32_t>(&s - all.data());
    s.middle = 3 + static_cast<int>(random() % static_cast<unsigned>(s.size() - s.steps() - 2));
    s.shift1 = 13;
    s.shift2 = 4;
    for (Word& x : s.recursion) x = static_cast<Word>(random());
    for (Word& x : s.tempering) x = static_cast<Word>(random());
    s.mask = mtgp_mask<Word>(mexp);
  }
  return all;
}

}  // namespace tali::bench
