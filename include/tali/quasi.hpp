// SPDX-License-Identifier: Apache-2.0
// The quasi-random half of the registry: engines whose elements are coordinates of points, and what can be
// filled with them.
//
// A coordinate is a fraction u of 32 or 64 bits, and it makes one value. So a distribution gets the
// fraction's upper 32 bits, or its upper 64 with zeros below those that there are, and element i is
// coordinate i whatever the distribution. Distributions that take words of several elements (normal) or
// spend them on rejection make no sense here: they would mix dimensions, and the points would lose what they
// are made for.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/engine/sobol.hpp>
#include <tali/registry.hpp>
#if !defined(__CUDACC_RTC__)
#include <string_view>

#include <tali/device.hpp>
#include <tali/named.hpp>
#endif

namespace tali {

using quasi_engines = type_list<sobol32, sobol64>;

using quasi_distributions = type_list<        //
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
    normal_icdf<float>,                       //
    normal_icdf<double>>;

/// An engine of the list.
template <class E>
concept quasi_engine = quasi_engines::index_of<E>()
>= 0;

/// A distribution that quasi-random points can have.
template <class D>
concept quasi_distribution = quasi_distributions::index_of<D>()
>= 0;

namespace detail {

/// What stands below a 32-bit fraction that is used as one of 64 bits.
template <class D>
inline constexpr std::uint32_t below_fraction = 0;
/// The quantile at the middle of the fraction's interval, as in f32: at its lower end the origin would lie at
/// -8.3 and no point at 8.3.
template <>
inline constexpr std::uint32_t below_fraction<normal_icdf<double>> = 0x80000000u;

}  // namespace detail

/// The value that distribution d makes of a coordinate; U is Word or SIMD lanes of it.
template <class Word, quasi_distribution D, class U>
TALI_FN auto value_of_fraction(const D& d, const U& y) {
  if constexpr (sizeof(Word) == 4) {
    if constexpr (D::words == 1) {
      const U w[1] = {y};
      return d(w);
    } else {
      const U w[2] = {U(detail::below_fraction<D>), y};
      return d(w);
    }
  } else {
    const auto high = narrow(y >> 32);
    if constexpr (D::words == 1) {
      const decltype(narrow(y)) w[1] = {high};
      return d(w);
    } else {
      const decltype(narrow(y)) w[2] = {narrow(y), high};
      return d(w);
    }
  }
}

/// Element i of distribution d over the points of e, in a kernel or out of one.
template <class Word, quasi_distribution D>
TALI_FN typename D::result_type value(const sobol_view<Word>& e, const D& d, std::uint64_t i) {
  return static_cast<typename D::result_type>(value_of_fraction<Word>(d, e.word(i)));
}

#if !defined(__CUDACC_RTC__)
/// The same.
template <class Word, quasi_distribution D>
typename D::result_type value(const sobol<Word>& e, const D& d, std::uint64_t i) {
  return static_cast<typename D::result_type>(value_of_fraction<Word>(d, e.word(i)));
}

namespace detail {

/// The engine of a job is one of quasi_engines, its distribution one of `distributions`.
void cpu_fill_points(const cpu& where, const fill_job& job);

/// @throws argument_error unless elements first ... first + n - 1 lie below or at `last`
void check_points_range(std::uint64_t first, std::uint64_t n, std::uint64_t last);

/// The place in quasi_distributions of number `distribution_index` of `distributions`.
/// @throws argument_error if it is not there, with the reason
int quasi_index(int distribution_index);

}  // namespace detail

/// As fill in fill.hpp, for elements first ... first + to.size() - 1 of the points of e.
/// @throws argument_error if the range passes the set's end, and as that
template <quasi_engine E, quasi_distribution D>
void fill(const cpu& where, const E& e, const D& d, std::uint64_t first,
          std::span<typename D::result_type> to) {
  detail::cpu_fill_points(where, {quasi_engines::index_of<E>(), &e, distributions::index_of<D>(), &d, first,
                                  to.data(), to.size()});
}

/// What the list says of a quasi-random engine.
struct quasi_info {
  const char* name;
  const char* summary;
  int bits;
};

/// All quasi-random engines, in the list's order.
std::span<const quasi_info> quasi_engine_list();

/// A point set whose engine is chosen by name.
class named_points {
 public:
  /// @param numbers  must outlive this
  /// @throws argument_error if there is no such engine, and as sobol<Word>
  named_points(std::string_view engine, const point_set& set,
               const direction_numbers& numbers = direction_numbers::joe_kuo());

  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const quasi_info& info() const {
    return quasi_engine_list()[static_cast<std::size_t>(index_)];
  }
  [[nodiscard]] const void* engine() const { return storage_; }
  [[nodiscard]] const point_set& set() const { return set_; }
  /// Index of the last element.
  [[nodiscard]] std::uint64_t last() const { return last_; }

 private:
  int index_ = -1;
  point_set set_;
  std::uint64_t last_ = 0;
  alignas(16) std::byte storage_[128];
};

/// The work that fills n values at `to`.
inline detail::fill_job job_of(const named_points& p, const named_distribution& d, std::uint64_t first,
                               void* to, std::size_t n) {
  return {p.index(), p.engine(), d.index(), d.distribution(), first, to, n};
}

/// As above.
/// @throws argument_error for a distribution that points cannot have
inline void fill(const cpu& where, const named_points& p, const named_distribution& d, std::uint64_t first,
                 void* to, std::size_t n) {
  detail::cpu_fill_points(where, job_of(p, d, first, to, n));
}
#endif

}  // namespace tali
