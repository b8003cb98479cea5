// SPDX-License-Identifier: Apache-2.0
// The operations of one SIMD level on words in memory: values from words, and steps of a generator bank. Also
// permutations, which take no words.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/engine/mtgp_parameters.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

template <class Word>
using mtgp_tile_function = void (*)(const mtgp_parameters<Word>& set, Word* x, int n, int count,
                                    Word* outputs);

/// As convert_range.
using convert_function = void (*)(const void* distribution, const std::uint32_t* words, void* to,
                                  std::size_t n);

/// Number of objects that share the conversions of a level: object k has the distributions with index k
/// modulo this.
inline constexpr int conversion_parts = 2;

struct conversion_kernels : detail::distribution_table<convert_function, distributions> {};

struct word_kernels {
  mtgp_tile_function<std::uint32_t> tile32;
  mtgp_tile_function<std::uint64_t> tile64;
  void (*permute32)(const permutation<std::uint32_t>&, std::uint32_t first, std::uint32_t* to, std::size_t n);
  void (*permute64)(const permutation<std::uint64_t>&, std::uint64_t first, std::uint64_t* to, std::size_t n);
};

/// The kernels of a level that this machine has.
const word_kernels& kernels_of_words(simd_level level);
convert_function conversion(simd_level level, const distribution_info& distribution);

}  // namespace tali::cpu_driver
