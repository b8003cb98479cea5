// SPDX-License-Identifier: Apache-2.0
// The lists of what tali has. An engine or a distribution is one header and one line here; the drivers, the
// command line, the benchmark, the digests and the property tests take it from these lists.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/bernoulli.hpp>
#include <tali/distribution/bits.hpp>
#include <tali/distribution/cauchy.hpp>
#include <tali/distribution/exponential.hpp>
#include <tali/distribution/geometric.hpp>
#include <tali/distribution/gumbel.hpp>
#include <tali/distribution/laplace.hpp>
#include <tali/distribution/logistic.hpp>
#include <tali/distribution/lognormal.hpp>
#include <tali/distribution/normal.hpp>
#include <tali/distribution/normal_icdf.hpp>
#include <tali/distribution/pareto.hpp>
#include <tali/distribution/rayleigh.hpp>
#include <tali/distribution/student_t.hpp>
#include <tali/distribution/triangular.hpp>
#include <tali/distribution/uniform.hpp>
#include <tali/distribution/uniform_int.hpp>
#include <tali/distribution/walsh_normal.hpp>
#include <tali/distribution/weibull.hpp>
#include <tali/engine/pcg32.hpp>
#include <tali/engine/philox4x32.hpp>

namespace tali {

template <class... T>
struct type_list {
  static constexpr int size = sizeof...(T);

  /// Calls f(index, type_list<T>{}) for every type, in order.
  template <class F>
  TALI_HOST_FN static constexpr void each(F&& f) {
    int i = 0;
    (f(i++, type_list<T>{}), ...);
  }

  /// The place of U in the list, or -1.
  template <class U>
  TALI_HOST_FN static constexpr int index_of() {
    int found = -1;
    int i = 0;
    for (const bool same : {std::is_same_v<T, U>...}) {
      if (same) found = i;
      ++i;
    }
    return found;
  }
};

using engines = type_list<  //
    pcg32,                  //
    philox4x32,             //
    philox4x32_7>;

using distributions = type_list<              //
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
    uniform_int<std::int32_t>,                //
    uniform_int<std::uint32_t>,               //
    uniform_int<std::int64_t>,                //
    uniform_int<std::uint64_t>,               //
    bernoulli,                                //
    normal_icdf<float>,                       //
    normal_icdf<double>,                      //
    normal<float>,                            //
    normal<double>,                           //
    normal<double, normal_grain::coarse>,     //
    walsh_normal<float>,                      //
    walsh_normal<double>,                     //
    walsh_normal<bfloat16>,                   //
    walsh_normal<float16>,                    //
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
    rayleigh<float>,                          //
    rayleigh<double>,                         //
    triangular<float>,                        //
    triangular<double>,                       //
    student_t<float>,                         //
    student_t<double>,                        //
    geometric<std::uint32_t>,                 //
    geometric<std::int64_t>>;

/// An engine of the list.
template <class E>
concept registered_engine = engines::index_of<E>()
>= 0;

/// A distribution of the list.
template <class D>
concept registered_distribution = distributions::index_of<D>()
>= 0;

/// The name of a value type, as the command line spells it: u8 u32 u64 i32 i64 f32 f64 bf16 f16.
template <class T>
TALI_HOST_FN constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return "u8";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "u32";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "u64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "i32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "i64";
  if constexpr (std::is_same_v<T, float>) return "f32";
  if constexpr (std::is_same_v<T, double>) return "f64";
  if constexpr (std::is_same_v<T, bfloat16>) return "bf16";
  if constexpr (std::is_same_v<T, float16>) return "f16";
}

}  // namespace tali
