// SPDX-License-Identifier: Apache-2.0
// Every distribution of the catalogue whose parameters are numbers, at every combination of parameters from
// the least to the greatest number, what is not a number included.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
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
  static constexpr bool of = (kind_of<D> == distribution_kind::fixed ||
                              kind_of<D> == distribution_kind::rejection) &&
                             D::parameters[0] != '\0' && !requires {
    D::default_way;
  };
};
using boundary_distributions = filtered_list<has_number_parameters, catalogue_distributions>;

template <class D>
constexpr std::size_t parameter_count() {
  std::size_t n = 1;
  for (const char* c = D::parameters; *c != '\0'; ++c) n += *c == ',';
  return n;
}

template <class D>
constexpr auto find_parameter_type() {
  if constexpr (requires { typename D::parameter; }) {
    return typename D::parameter();
  } else if constexpr (requires(const D& d) { d.sigma(); }) {
    return decltype(std::declval<const D&>().sigma())();
  } else if constexpr (requires(const D& d) { d.low(); }) {
    return decltype(std::declval<const D&>().low())();
  } else {
    return decltype(std::declval<const D&>().p())();
  }
}
template <class D>
using parameter_type = decltype(find_parameter_type<D>());
template <class D>
using parameter_array = std::array<parameter_type<D>, parameter_count<D>()>;

/// Names of the parameters, in order.
template <class D>
std::vector<std::string> parameter_names() {
  std::vector<std::string> names(1);
  for (const char* c = D::parameters; *c != '\0'; ++c) {
    if (*c == ',') {
      names.emplace_back();
    } else if (*c != ' ') {
      names.back() += *c;
    }
  }
  return names;
}

/// What each parameter is crossed over. Of four parameters half as many, or there would be millions.
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

/// The distribution, unless its constructor refuses the parameters.
template <class D, std::size_t... I>
std::optional<D> made(const parameter_array<D>& p, std::index_sequence<I...>) {
  try {
    return D(p[I]...);
  } catch (const argument_error&) {
    return std::nullopt;
  }
}
template <class D>
std::optional<D> made(const parameter_array<D>& p) {
  return made<D>(p, std::make_index_sequence<parameter_count<D>()>());
}

/// Value j, by at most `most` attempts; nothing if none of them was accepted.
template <class D>
std::optional<double> drawn(const D& d, std::uint64_t j, std::uint32_t most) {
  static constexpr philox4x32 engine(1, 2);
  if constexpr (kind_of<D> == distribution_kind::rejection) {
    const auto s = sample(rejection_words<10>(engine, D::tag), d, j, most);
    if (!s.accepted) return std::nullopt;
    return static_cast<double>(s.value);
  } else {
    return static_cast<double>(static_cast<double>(value(engine, d, j)));
  }
}

/// Calls f(p) for every combination of parameters.
template <class D, class F>
void each_combination(F&& f) {
  constexpr std::size_t n = parameter_count<D>();
  const auto steps = ladder<parameter_type<D>>(n);
  std::array<std::size_t, n> at{};
  for (;;) {
    parameter_array<D> p{};
    for (std::size_t i = 0; i < n; ++i) p[i] = steps[at[i]];
    f(p);
    std::size_t i = 0;
    while (i < n && ++at[i] == steps.size()) at[i++] = 0;
    if (i == n) return;
  }
}

template <class D>
std::string shown(const parameter_array<D>& p) {
  std::string out = std::string(D::name) + ' ' + type_name<typename D::result_type>() + " of";
  for (const auto x : p) {
    char text[40];
    std::snprintf(text, sizeof text, " %.17g", static_cast<double>(x));
    out += text;
  }
  return out;
}

}  // namespace tali::test
