// SPDX-License-Identifier: Apache-2.0
// The single-thread fills of engines at one SIMD level: their words, and the distributions whose values are
// made faster where the words are made than from words in the cache. All others are made from words
// (word_kernels.hpp), so that they are compiled once a level and not once more for every engine.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/sequence.hpp>

namespace tali::cpu_driver {

using range_fill = void (*)(const void* engine, const void* distribution, std::uint64_t first, void* to,
                            std::size_t n);

/// Distributions that have a fill for every engine: those for which the way of words through the first-level
/// cache counts, and those that need but the first of their words.
using fused_values = type_list<                                                       //
    bits<std::uint32_t>,                                                              //
    bits<std::uint64_t>,                                                              //
    uniform<float>,                                                                   //
    uniform<double>,                                                                  //
    uniform<float, interval::open_close>, uniform<double, interval::open_close>,      //
    uniform<float, interval::open_open>, uniform<double, interval::open_open>,        //
    uniform<float, interval::close1_open2>, uniform<double, interval::close1_open2>,  //
    uniform_int<std::int32_t>,                                                        //
    uniform_int<std::uint32_t>,                                                       //
    uniform_int<std::int64_t>,                                                        //
    uniform_int<std::uint64_t>,                                                       //
    bernoulli,                                                                        //
    bernoulli_bits>;

/// And the batch distributions whose lanes take their words side by side. The x86 baseline goes without: with
/// fma in software their arithmetic outweighs the way through the cache.
using fused_batches =
    type_list<warp_normal<float>, warp_normal<double>, warp_normal<double, warp_grain::coarse>, normal<float>,
              normal<double>, normal<bfloat16>, normal<float16>>;

struct engine_kernels {
  /// Of the engines that share the form; null where values are made from words.
  range_fill fill[engines::size][distributions::size];
};

/// The fills of an engine at a level that this machine has, by distribution.
const range_fill* fills_of_engine(simd_level level, int engine);

}  // namespace tali::cpu_driver
