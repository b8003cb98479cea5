// SPDX-License-Identifier: Apache-2.0
// One SIMD level's steps of generator banks, and its permutations. CMake compiles this file once for every
// level, with the level's compiler flags and TALI_REGISTER_BYTES.
#include "cpu/word_kernels.hpp"

#include "cpu/level_kernels.hpp"
#include "cpu/permutation_range.hpp"
#include "mtgp/tile.hpp"

namespace tali::cpu_driver {

template <>
constinit const word_kernels level_kernels<word_kernels, TALI_REGISTER_BYTES>::table = {
    &detail::mtgp_tile<std::uint32_t, TALI_REGISTER_BYTES>,
    &detail::mtgp_tile<std::uint64_t, TALI_REGISTER_BYTES>,
    &permutation_range<std::uint32_t, TALI_REGISTER_BYTES>,
    &permutation_range<std::uint64_t, TALI_REGISTER_BYTES>};

}  // namespace tali::cpu_driver
