// SPDX-License-Identifier: Apache-2.0
// Every distribution of the catalogue whose parameters are numbers, at every combination of parameters from
// the least to the greatest number, what is not a number included.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <tali/catalogue.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

namespace tali::test {

/// What this program has taken of a processor, in seconds: other work on the machine does not count.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The distributions that numbers are the parameters of, one of each at least.
struct has_number_parameters {
  template <class D>
  static constexpr bool of = (detail::kind_of<D> == distribution_kind::fixed ||
                              detail::kind_of<D> == distribution_kind::rejection) &&
                             D::parameters.size() != 0 && !detail::has_conventions<D>;
};
using boundary_distributions =
    detail::filtered_list<has_number_parameters, catalogue::catalogue_distributions>;

template <class D>
constexpr std::size_t parameter_count() {
  return static_cast<std::size_t>(D::parameters.size());
}

template <class D>
using parameter_type = typename D::parameter;
/// The values that each parameter is crossed over. With four parameters half as many, or there would be
/// millions.
template <class P>
std::vector<P> ladder(std::size_t parameters) {
  using limits = std::numeric_limits<P>;
  std::vector<P> all;
  if constexpr (std::is_integral_v<P>) {
    for (const P x : {limits::min(), P(limits::min() + 1), P(0), P(1), P(2), P(1000), P(limits::max() - 1),
                      limits::max()})
      all.push_back(x);
    if (std::is_signed_v<P>) all.insert(all.end(), {static_cast<P>(-1), static_cast<P>(-1000)});
  } else {
    all = {limits::denorm_min(), limits::min(), limits::max(), limits::infinity(),
           limits::quiet_NaN(),  P(0),          P(1)};
    std::vector<double> values = {1e-300, 1e-60, 1e-30, 1e-10,  1e-3, 0.3,  0.5,  1.5,  10,
                                  1e3,    1e6,   1e10,  0x1p50, 1e18, 1e30, 1e60, 1e300};
    if (parameters < 3) {
      for (const double x : {1e-20, 1e-6, 0.1, 0.9, 2.0, 3.0, 100.0, 1e4, 1e5, 1e8, 4294967294.0,
                             4294967296.0, 1e12, 1e15, 9007199254740993.0, 1e20, 1e40, 1e100, 1e154})
        values.push_back(x);
      all.insert(all.end(), {P(1) - limits::epsilon() / 2, P(1) + limits::epsilon(), limits::max() / 2,
                             4 * limits::denorm_min(), limits::min() - limits::denorm_min()});
    }
    if (parameters > 3) values = {1e-30, 1e-3, 0.5, 3, 1e6, 1e18, 1e30};
    for (const double x : values) {
      if (x < static_cast<double>(limits::max()) && x > static_cast<double>(limits::min()))
        all.push_back(static_cast<P>(x));
    }
    for (const P x : std::vector<P>(all)) all.push_back(-x);
  }
  return all;
}

/// Value j, by at most `most` attempts; nothing if none of them was accepted.
template <class D>
std::optional<double> drawn(const D& d, std::uint64_t j, std::uint32_t most) {
  static constexpr philox4x32 engine(1, 2);
  if constexpr (detail::kind_of<D> == distribution_kind::rejection) {
    const auto s = sample(rejection_words<10>(engine, D::tag), d, j, most);
    if (!s.accepted) return std::nullopt;
    return static_cast<double>(s.value);
  } else {
    return static_cast<double>(static_cast<double>(value(engine, d, j)));
  }
}

/// Parameters of any type: long double has the values of every type.
using any_numbers = std::vector<long double>;
static_assert(std::numeric_limits<long double>::digits >= 64);
using drawer = std::function<std::optional<double>(std::uint64_t j, std::uint32_t most)>;

/// A distribution whose parameters are chosen when the test runs: tests are compiled once, and not once more
/// for each of them.
struct boundary_subject {
  std::string name, type;
  std::vector<std::string> parameters;
  bool of_integers;                      ///< its parameters
  std::span<const parameter_info> list;  ///< empty where the distribution has none
  any_numbers (*ladder)(std::size_t parameters);
  /// Calls use(draw) for the distribution with these parameters, or gives the sentence by which its
  /// constructor refuses them.
  std::string (*with)(const any_numbers& p, const std::function<void(const drawer&)>& use);
};

template <class D>
struct boundary_functions {
  using P = parameter_type<D>;

  template <std::size_t... I>
  static std::string make(const any_numbers& p, std::optional<D>& to, std::index_sequence<I...>) {
    try {
      to.emplace(static_cast<P>(p[I])...);
      return "";
    } catch (const argument_error& x) {
      return x.expected();
    }
  }
  static std::string with(const any_numbers& p, const std::function<void(const drawer&)>& use) {
    std::optional<D> d;
    std::string refused = make(p, d, std::make_index_sequence<parameter_count<D>()>());
    if (d) use([&d](std::uint64_t j, std::uint32_t most) { return drawn(*d, j, most); });
    return refused;
  }
};

template <class P>
any_numbers ladder_of(std::size_t parameters) {
  const std::vector<P> all = ladder<P>(parameters);
  return any_numbers(all.begin(), all.end());
}

template <class D>
boundary_subject subject_of() {
  using P = parameter_type<D>;
  boundary_subject s{D::name,      type_name<typename D::result_type>(), {}, std::is_integral_v<P>, {},
                     ladder_of<P>, boundary_functions<D>::with};
  for (const char* name : D::parameters) s.parameters.emplace_back(name);
  if constexpr (detail::lists_parameters<D>) s.list = D::parameter_list;
  return s;
}

}  // namespace tali::test
