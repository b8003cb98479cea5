// What one SIMD level does with words that are there already, and for grid engines: C steps of a generator,
// and words to values.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>
#include <tali/engine/mtgp_parameters.hpp>
#include <tali/registry.hpp>

namespace tali::cpu_driver {

template <class Word>
using mtgp_tile_function = void (*)(const mtgp_parameters<Word>& set, Word* x, int n, int count,
                                    Word* outputs);

/// As convert_range.
using convert_function = void (*)(const void* distribution, const std::uint32_t* words, void* to,
                                  std::size_t n);

/// As convert_each.
using convert_each_function = std::size_t (*)(const void* const* arrays, const std::uint32_t* words, void* to,
                                              std::size_t begin, std::size_t end);

struct grid_kernels {
  mtgp_tile_function<std::uint32_t> tile32;
  mtgp_tile_function<std::uint64_t> tile64;
  convert_function convert[distributions::size];
  convert_each_function each[distributions::size];  ///< null where there are no parameters to take
};

/// The kernels of a level; grid_kernels.cpp is compiled once a level.
template <int RegisterBytes>
grid_kernels make_grid_kernels();

/// The kernels of a level that this build has.
const grid_kernels& grid_kernels_of(simd_level level);

}  // namespace tali::cpu_driver
