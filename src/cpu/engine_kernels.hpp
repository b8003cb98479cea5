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

#include "registry/place.hpp"

namespace tali::cpu_driver {

using range_fill = void (*)(const void* engine, const void* distribution, std::uint64_t first, void* to,
                            std::size_t n);

/// What an engine has fills of its own for: the distributions for which the way of words through the
/// first-level cache counts, and those that need but the first of their words. Batches are of lanes that take
/// their words side by side. Each costs a level a third of a second to compile, or two.
template <class E>
struct fused {
  using values = type_list<                                                             //
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
  using batches = type_list<normal<float>, normal<double>, normal<bfloat16>, normal<float16>>;
};

/// An engine beside the default one: without the batches that fewer programs draw.
template <>
struct fused<philox4x32_7> {
  using values = fused<pcg32>::values;
  using batches = type_list<normal<float>, normal<double>>;
};

/// What every engine has at the x86 baseline, where fma is software: the values that others are made of, and
/// those that most programs draw.
using fused_at_baseline = type_list<bits<std::uint32_t>, uniform<float>, uniform<double>>;

struct engine_kernels : detail::distribution_table<range_fill, distributions> {};

/// The engine's own fill at a level that this machine has, or null where values are made from words.
range_fill fill_of_engine(simd_level level, const engine_info& engine, const distribution_info& distribution);

}  // namespace tali::cpu_driver
