// SPDX-License-Identifier: Apache-2.0
// The fused fills of one engine at one SIMD level. CMake compiles this file for every level and engine, with
// the level's compiler flags, TALI_REGISTER_BYTES and TALI_PART.
#include "cpu/fused_range.hpp"
#include "cpu/kernels.hpp"
#include "cpu/points_range.hpp"

namespace tali::cpu_driver {

namespace {

using engine_type = detail::type_at<TALI_PART, fused_engines>;

template <class E, class D>
void erased(const void* engine, const void* distribution, std::uint64_t first, void* to, std::size_t n) {
  const E& e = *static_cast<const E*>(engine);
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (quasi_engine<E>) {
    fill_points<typename E::word_type, D, TALI_REGISTER_BYTES>(e.view(), d, first, out, n);
  } else {
    fill_fused<E, D, TALI_REGISTER_BYTES>(e, d, first, out, n);
  }
}

/// Distributions that are much faster with words in the L1 cache, and those that need only the first words of
/// a value. Each costs 0.3 to 0.7 s of compile time per level.
using short_values = detail::type_list<                                               //
    bits<std::uint32_t>, bits<std::uint64_t>,                                         //
    uniform<float>, uniform<double>,                                                  //
    uniform<float, interval::open_close>, uniform<double, interval::open_close>,      //
    uniform<float, interval::open_open>, uniform<double, interval::open_open>,        //
    uniform<float, interval::close1_open2>, uniform<double, interval::close1_open2>,  //
    uniform_int<std::int32_t>, uniform_int<std::uint32_t>,                            //
    uniform_int<std::int64_t>, uniform_int<std::uint64_t>,                            //
    bernoulli, bernoulli_bits>;
/// Batch distributions: their lanes take words in parallel.
using batches = detail::type_list<normal<float>, normal<double>>;
/// Engines other than the default one omit the rarer batch distributions.
using rare_batches = std::conditional_t<std::is_same_v<engine_type, philox4x32_7>, detail::type_list<>,
                                        detail::type_list<normal<bfloat16>, normal<float16>>>;
/// The fills that every engine has at the x86 baseline, for machines without AVX2, whose fma is software: the
/// values that other values are computed from, and those that most programs draw.
using at_baseline = detail::type_list<bits<std::uint32_t>, uniform<float>, uniform<double>>;

#if defined(__x86_64__)
constexpr bool has_all = TALI_REGISTER_BYTES != 16;
#else
constexpr bool has_all = true;
#endif

using detail::operator+;
using fused = std::conditional_t<
    quasi_engine<engine_type>, catalogue::coordinate_distributions,
    std::conditional_t<has_all, decltype(short_values{} + batches{} + rare_batches{}), at_baseline>>;

template <class... D>
constexpr engine_kernels kernels_of(detail::type_list<D...>) {
  engine_kernels kernels{};
  ((kernels.at[catalogue::distributions::index_of<D>()] = &erased<engine_type, D>), ...);
  return kernels;
}

}  // namespace

template <>
constinit const engine_kernels level_kernels<engine_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(fused{});

}  // namespace tali::cpu_driver
