// SPDX-License-Identifier: Apache-2.0
// The page has no generator banks, so the lists that name their defaults find no shipped sets.
#include <tali/engine/mtgp_parameters.hpp>

namespace tali {

template <mtgp_word Word>
std::size_t shipped_mtgp_sets(int) {
  return 0;
}
template std::size_t shipped_mtgp_sets<std::uint32_t>(int);
template std::size_t shipped_mtgp_sets<std::uint64_t>(int);

}  // namespace tali
