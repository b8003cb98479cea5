// SPDX-License-Identifier: Apache-2.0
// The catalogue: every engine and every distribution once. An engine or a distribution is one header and one
// line here. All other lists are filtered from this one by the properties of the types; the drivers, the
// command line, the benchmark, the digests and the property tests use these lists.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/detail/type_list.hpp>
#include <tali/distribution/bernoulli.hpp>
#include <tali/distribution/bernoulli_bits.hpp>
#include <tali/distribution/beta.hpp>
#include <tali/distribution/binomial.hpp>
#include <tali/distribution/binomial_icdf.hpp>
#include <tali/distribution/bits.hpp>
#include <tali/distribution/categorical.hpp>
#include <tali/distribution/cauchy.hpp>
#include <tali/distribution/chi_squared.hpp>
#include <tali/distribution/direction.hpp>
#include <tali/distribution/dirichlet.hpp>
#include <tali/distribution/exponential.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/distribution/geometric.hpp>
#include <tali/distribution/gumbel.hpp>
#include <tali/distribution/hypergeometric.hpp>
#include <tali/distribution/laplace.hpp>
#include <tali/distribution/logistic.hpp>
#include <tali/distribution/lognormal.hpp>
#include <tali/distribution/logseries.hpp>
#include <tali/distribution/lomax.hpp>
#include <tali/distribution/multinomial.hpp>
#include <tali/distribution/multivariate_hypergeometric.hpp>
#include <tali/distribution/multivariate_normal.hpp>
#include <tali/distribution/negative_binomial.hpp>
#include <tali/distribution/noncentral.hpp>
#include <tali/distribution/normal.hpp>
#include <tali/distribution/normal_icdf.hpp>
#include <tali/distribution/pareto.hpp>
#include <tali/distribution/poisson.hpp>
#include <tali/distribution/poisson_icdf.hpp>
#include <tali/distribution/power.hpp>
#include <tali/distribution/rayleigh.hpp>
#include <tali/distribution/student_t.hpp>
#include <tali/distribution/triangular.hpp>
#include <tali/distribution/truncated_normal.hpp>
#include <tali/distribution/unbiased_int.hpp>
#include <tali/distribution/uniform.hpp>
#include <tali/distribution/uniform_as.hpp>
#include <tali/distribution/uniform_int.hpp>
#include <tali/distribution/von_mises.hpp>
#include <tali/distribution/wald.hpp>
#include <tali/distribution/warp_normal.hpp>
#include <tali/distribution/weibull.hpp>
#include <tali/distribution/zipf.hpp>
#include <tali/engine/pcg32.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/engine/sobol.hpp>
#if !defined(__CUDACC_RTC__)
#include <tali/engine/mersenne_twister.hpp>
#include <tali/engine/mrg32k3a.hpp>
#include <tali/engine/mt607_per_thread.hpp>
#include <tali/engine/mtgp.hpp>
#include <tali/engine/pcg64.hpp>
#include <tali/engine/per_thread_generators.hpp>
#include <tali/engine/philox4x64.hpp>
#include <tali/engine/threefry.hpp>
#include <tali/engine/xorwow_curand.hpp>
#include <tali/engine/xoshiro256pp.hpp>
#endif

namespace tali {

namespace catalogue {

using detail::filtered_list;
using detail::type_list;

/// Every engine.
using catalogue_engines = type_list<  //
    pcg32,                            //
    philox4x32,                       //
    philox4x32_7
#if !defined(__CUDACC_RTC__)  // kernels use other forms of these
    ,
    philox4x64,          //
    threefry2x32,        //
    threefry2x32_jax,    //
    threefry2x32_jax64,  //
    threefry4x64,        //
    pcg64,               //
    pcg64_dxsm,          //
    mrg32k3a,            //
    xorwow_curand,       //
    xoshiro256pp,        //
    mt19937,             //
    mt19937_64,          //
    mtgp32,              //
    mtgp64,              //
    sobol32,             //
    sobol64,             //
    xorwow,              //
    hybrid_taus,         //
    warp_standard,       //
    mt607_per_thread
#endif
    >;

/// Every distribution, once for each type of its values.
using catalogue_distributions = type_list<    //
    bits<std::uint32_t>,                      //
    bits<std::uint64_t>,                      //
    uniform<float>,                           //
    uniform<double>,                          //
    uniform<float, interval::open_close>,     //
    uniform<double, interval::open_close>,    //
    uniform<float, interval::open_open>,      //
    uniform<double, interval::open_open>,     //
    uniform<float, interval::close1_open2>,   //
    uniform<double, interval::close1_open2>,  //
    uniform_as<float>,                        //
    uniform_as<double>,                       //
    uniform_as<float, 2>,                     //
    uniform_as<double, 1>,                    //
    uniform_int<std::int32_t>,                //
    uniform_int<std::uint32_t>,               //
    uniform_int<std::int64_t>,                //
    uniform_int<std::uint64_t>,               //
    bernoulli,                                //
    bernoulli_bits,                           //
    normal_icdf<float>,                       //
    normal_icdf<double>,                      //
    normal<float>,                            //
    normal<double>,                           //
    normal<bfloat16>,                         //
    normal<float16>,                          //
    warp_normal<float>,                       //
    warp_normal<double>,                      //
    warp_normal<double, warp_grain::coarse>,  //
    lognormal<float>,                         //
    lognormal<double>,                        //
    exponential<float>,                       //
    exponential<double>,                      //
    weibull<float>,                           //
    weibull<double>,                          //
    gumbel<float>,                            //
    gumbel<double>,                           //
    logistic<float>,                          //
    logistic<double>,                         //
    laplace<float>,                           //
    laplace<double>,                          //
    cauchy<float>,                            //
    cauchy<double>,                           //
    pareto<float>,                            //
    pareto<double>,                           //
    lomax<float>,                             //
    lomax<double>,                            //
    power<float>,                             //
    power<double>,                            //
    rayleigh<float>,                          //
    rayleigh<double>,                         //
    triangular<float>,                        //
    triangular<double>,                       //
    wald<float>,                              //
    wald<double>,                             //
    student_t<float>,                         //
    student_t<double>,                        //
    geometric<std::uint32_t>,                 //
    geometric<std::int64_t>,                  //
    logseries<std::uint32_t>,                 //
    logseries<std::int64_t>,                  //
    poisson_icdf<std::uint32_t>,              //
    poisson_icdf<std::int64_t>,               //
    binomial_icdf<std::uint32_t>,             //
    binomial_icdf<std::int64_t>,              //
    gamma<float>,                             //
    gamma<double>,                            //
    chi_squared<float>,                       //
    chi_squared<double>,                      //
    noncentral_chi_squared<float>,            //
    noncentral_chi_squared<double>,           //
    beta<float>,                              //
    beta<double>,                             //
    fisher_f<float>,                          //
    fisher_f<double>,                         //
    noncentral_f<float>,                      //
    noncentral_f<double>,                     //
    poisson<std::uint32_t>,                   //
    poisson<std::int64_t>,                    //
    binomial<std::uint32_t>,                  //
    binomial<std::int64_t>,                   //
    von_mises<float>,                         //
    von_mises<double>,                        //
    truncated_normal<float>,                  //
    truncated_normal<double>,                 //
    negative_binomial<std::uint32_t>,         //
    negative_binomial<std::int64_t>,          //
    zipf<std::uint32_t>,                      //
    zipf<std::int64_t>,                       //
    hypergeometric<std::uint32_t>,            //
    hypergeometric<std::int64_t>,             //
    unbiased_int<std::int32_t>,               //
    unbiased_int<std::uint32_t>,              //
    unbiased_int<std::int64_t>,               //
    unbiased_int<std::uint64_t>
#if !defined(__CUDACC_RTC__)
    ,
    direction<float>,             //
    direction<double>,            //
    dirichlet<float>,             //
    dirichlet<double>,            //
    multivariate_normal<float>,   //
    multivariate_normal<double>,  //
    multinomial,                  //
    multivariate_hypergeometric,  //
    categorical
#endif
    >;

}  // namespace catalogue

namespace detail {

template <engine_kind... Kinds>
struct engine_is {
  template <class E>
  static constexpr bool of = ((E::kind == Kinds) || ...);
};
template <distribution_kind Kind>
struct distribution_is {
  template <class D>
  static constexpr bool of = kind_of<D> == Kind;
};
struct is_in_segments {
  template <class E>
  static constexpr bool of = makes_segments<E>;
};
struct is_made_by_threads {
  template <class E>
  static constexpr bool of = makes_segments<E> || has_cursor<E>;
};
struct is_of_coordinate {
  template <class D>
  static constexpr bool of = fraction_distribution<D>;
};

}  // namespace detail

namespace catalogue {

/// Engines with direct access to any index, for which all distributions of fixed budget are compiled.
using engines =
    filtered_list<detail::engine_is<engine_kind::counter, engine_kind::jumping>, catalogue_engines>;
/// Engines with access to any index, for which only the words are compiled.
using word_engines = filtered_list<detail::engine_is<engine_kind::words>, catalogue_engines>;
/// Both kinds, word engines last.
using indexed_engines = decltype(detail::operator+(engines{}, word_engines{}));
/// Word engines that CUDA supports.
using cuda_word_engines = filtered_list<detail::is_made_by_threads, word_engines>;
/// Word engines for which each thread makes one segment of a range, because a jump costs more than words.
using segment_engines = filtered_list<detail::is_in_segments, word_engines>;
/// Engines with counter-based words, as rejection and vector distributions require (law 6).
using counter_engines = filtered_list<detail::engine_is<engine_kind::counter>, catalogue_engines>;
/// Generator banks.
using bank_engines = filtered_list<detail::engine_is<engine_kind::bank>, catalogue_engines>;
/// Point sets.
using quasi_engines = filtered_list<detail::engine_is<engine_kind::quasi>, catalogue_engines>;
/// Comparators, for benchmarks and tests.
using per_thread_engines = filtered_list<detail::engine_is<engine_kind::per_thread>, catalogue_engines>;

/// Distributions of fixed budget.
using distributions =
    filtered_list<detail::distribution_is<distribution_kind::fixed>, catalogue_distributions>;
using rejection_distributions =
    filtered_list<detail::distribution_is<distribution_kind::rejection>, catalogue_distributions>;
using vector_distributions =
    filtered_list<detail::distribution_is<distribution_kind::vector>, catalogue_distributions>;
/// Distributions that make one value from one fraction, as points require.
using coordinate_distributions = filtered_list<detail::is_of_coordinate, catalogue_distributions>;

}  // namespace catalogue

/// All engines or distributions of the catalogue.
template <class E>
concept catalogued_engine = catalogue::catalogue_engines::has<E>;
template <class D>
concept catalogued_distribution = catalogue::catalogue_distributions::has<D>;

template <class E>
concept registered_engine = catalogue::engines::has<E>;
template <class E>
concept word_engine = catalogue::word_engines::has<E>;
template <class E>
concept indexed_engine = catalogue::indexed_engines::has<E>;
template <class E>
concept counter_engine = catalogue::counter_engines::has<E>;
template <class E>
concept bank_engine = catalogue::bank_engines::has<E>;
template <class E>
concept quasi_engine = catalogue::quasi_engines::has<E>;
template <class E>
concept per_thread_engine = catalogue::per_thread_engines::has<E>;

template <class D>
concept registered_distribution = catalogue::distributions::has<D>;
template <class D>
concept registered_rejection_distribution = catalogue::rejection_distributions::has<D>;
template <class D>
concept vector_distribution = catalogue::vector_distributions::has<D>;
template <class D>
concept coordinate_distribution = catalogue::coordinate_distributions::has<D>;

}  // namespace tali
