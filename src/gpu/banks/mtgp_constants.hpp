// SPDX-License-Identifier: Apache-2.0
// One parameter set, in the layout that the MTGP kernel reads.
#pragma once

#include <cstddef>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::cuda_driver {

/// One parameter set.
template <class Word>
struct mtgp_constants {
  Word recursion[16], tempering[16];
  int middle, shift1, shift2;
};

template <mtgp_word Word>
mtgp_constants<Word> constants_of(const mtgp_parameters<Word>& set) {
  mtgp_constants<Word> c{};
  const auto recursion = detail::mtgp_table(set.recursion), tempering = detail::mtgp_table(set.tempering);
  for (std::size_t i = 0; i < 16; ++i) {
    c.recursion[i] = recursion[i];
    c.tempering[i] = tempering[i];
  }
  c.middle = set.middle;
  c.shift1 = set.shift1;
  c.shift2 = set.shift2;
  return c;
}

}  // namespace tali::cuda_driver
