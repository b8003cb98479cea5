// SPDX-License-Identifier: Apache-2.0
// The fields of a saved MTGP engine.
#pragma once

#include <cstdint>
#include <vector>

#include <tali/engine/mtgp.hpp>

namespace tali {

template <mtgp_word Word>
struct mtgp<Word>::whole_state {
  std::vector<parameters> sets;
  std::vector<Word> seeds;
  bool by_array = false;
  std::uint64_t position = 0;
  std::vector<Word> states;
};

}  // namespace tali
