// SPDX-License-Identifier: Apache-2.0
// The single-thread fills of engines at one SIMD level: their words, and the distributions that are faster if
// made directly than from words in the cache. All others are made from words (word_kernels.hpp), so that they
// are compiled once per level and not for every engine.
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

/// The distributions for which an engine has separate fills: those for which passing words through the L1
/// cache is expensive, and those that usually need only their first words. Batches are those of lanes with
/// contiguous words. Each one takes up to two seconds to compile per level.
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

/// An engine other than the default one: without less common batches.
template <>
struct fused<philox4x32_7> {
  using values = fused<pcg32>::values;
  using batches = type_list<normal<float>, normal<double>>;
};

/// The fills of every engine at the x86 baseline, where fma is software: the basic and the most common
/// distributions.
using fused_at_baseline = type_list<bits<std::uint32_t>, uniform<float>, uniform<double>>;

struct engine_kernels : detail::distribution_table<range_fill, distributions> {};

/// The engine's separate fill at a level of this machine, or null if values are made from words.
range_fill fill_of_engine(simd_level level, const engine_info& engine, const distribution_info& distribution);

}  // namespace tali::cpu_driver
