// SPDX-License-Identifier: Apache-2.0
// fill_each of distributions of fixed budget: equal parameters give the scalar's bits at every place,
// elements do not depend on one another, and what is refused.
#include "support/parameter_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/definitions.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

/// Calls f(type_list<E>{}, type_list<D>{}) for every engine and every distribution that takes arrays; the
/// law's fuzzer has all pairs of them.
template <class F>
void each_with_arrays(F&& f) {
  each_with_one([&]<class E, class D>(detail::type_list<E> engine, detail::type_list<D> distribution) {
    if constexpr (takes_arrays<D>) f(engine, distribution);
  });
}

/// Parameters near those of example(), which every distribution of one to three parameters takes.
template <class D>
std::vector<typename D::parameter> some_parameters(std::mt19937_64& random) {
  using P = typename D::parameter;
  const double x = static_cast<double>(random() >> 11) * 0x1p-53;
  const auto are = [](std::initializer_list<std::string_view> names) {
    return std::ranges::equal(D::parameters, names);
  };
  if (are({"p"})) return {static_cast<P>(0.001 + 0.99 * x)};
  if (are({"n", "p"})) return {static_cast<P>(std::floor(60 * x)), static_cast<P>(x)};
  if (are({"mean"})) return {static_cast<P>(20 * x)};
  if (are({"location", "scale"})) return {static_cast<P>(x - 3), static_cast<P>(0.5 + x)};
  std::vector<P> all;  // in ascending order, as bounds are
  for (int k = 0; k < detail::parameter_count<D>; ++k) all.push_back(static_cast<P>((k + 1) * (0.25 + x)));
  return all;
}

TEST(ParameterArrays, EveryTransformTakesThem) {
  int with = 0;
  catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) { with += takes_arrays<D>; });
  EXPECT_GE(with, 30);  // fifteen distributions, two types each
}

TEST(ParameterArrays, EqualParametersGiveTheScalarsBits) {
  std::mt19937_64 random(1);
  for (const place& p : places()) {
    each_with_arrays([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
      const std::size_t n = random() % 6000 + 1;
      const std::uint64_t first = random() % 2 == 0 ? random() % 9000 : random() >> 3;
      E e(random(), random() % 1000);
      if (random() % 2 == 0) e.discard(random() % 100000);
      const auto mine = some_parameters<D>(random);
      std::vector<std::vector<typename D::parameter>> arrays;
      for (const auto x : mine) arrays.emplace_back(n, x);
      ASSERT_TRUE(same_bits(fill_each_at<D>(p, e, arrays, first),
                            fill_at(places().front(), e, from<D>(mine), first, n)))
          << p.name << ' ' << E::name << ' ' << D::name << ' ' << first << ' ' << n;
    });
  }
}

TEST(ParameterArrays, ElementsAreIndependent) {
  std::mt19937_64 random(2);
  each_with_arrays([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    const E e(7, 8);
    const std::size_t n = 3000;
    std::vector<std::vector<typename D::parameter>> arrays(detail::parameter_count<D>);
    std::vector<typename D::result_type> expected;
    for (std::size_t i = 0; i < n; ++i) {
      const auto mine = some_parameters<D>(random);
      for (std::size_t k = 0; k < mine.size(); ++k) arrays[k].push_back(mine[k]);
      typename D::result_type x;
      std::memcpy(&x, by_definition(e, from<D>(mine), 123 + i, 1).data(), sizeof x);
      expected.push_back(x);
    }
    for (const place& p : places()) {
      ASSERT_TRUE(same_bits(fill_each_at<D>(p, e, arrays, 123), expected)) << p.name << ' ' << D::name;
    }
  });
}

/// Elements whose parameters are chosen at random from a list for each, beside their definition.
template <class D>
void check_choices(const std::vector<std::vector<double>>& choices) {
  std::mt19937_64 random(3);
  const philox4x32 e(5, 6);
  const std::uint64_t first = (std::uint64_t{1} << 32) - 500;
  std::vector<std::vector<double>> arrays(choices.size());
  std::vector<typename D::result_type> expected;
  for (std::size_t i = 0; i < 1000; ++i) {
    typename D::parameter p[detail::parameter_count<D>] = {};
    for (std::size_t k = 0; k < choices.size(); ++k) {
      // Runs of equal elements, which lanes share, and others.
      const std::size_t which = i % 200 < 100 ? random() : i / 200;
      arrays[k].push_back(p[k] = choices[k][which % choices[k].size()]);
    }
    expected.push_back(value(e, D(detail::unchecked, p), first + i));
  }
  for (const place& p : places())
    EXPECT_TRUE(same_bits(fill_each_at<D>(p, e, arrays, first), expected)) << p.name << ' ' << D::name;
}

// Some parameters make values in lanes, others alone: at the limits between them, and where a counter's
// upper word changes.
TEST(ParameterArrays, LimitsOfLanesDoNotShow) {
  const double above = std::nextafter(0.125, 1), below_one = std::nextafter(1.0, 0.0);
  const std::vector<double> scales{2, 0x1p-60, 0x1.8p-60, 0x1p60, 0x1p61},
      nonc{0, 1.5, 0x1p40, 0x1p899, 0x1p901},
      df{1, below_one, 1.25, std::nextafter(1.25, 2), 2, 3, 40, 0x1p899, 0x1p901};
  check_choices<gamma<double>>({{0.125, above, 0.5, below_one, 1, 2.5, 0x1p40, 0x1p901}, scales});
  check_choices<chi_squared<double>>({{0.25, 2 * above, 1, 2, 3, 0x1p901}});
  check_choices<noncentral_chi_squared<double>>(
      {{1, 1.25, std::nextafter(1.25, 2), 2, 3, 40, 0x1p901}, nonc});
  check_choices<noncentral_f<double>>({df, {0.5, std::nextafter(2.0, 0.0), 2, 7}, {0, 1.5, 0x1p40}});
  check_choices<hypergeometric<std::int64_t>>({{20, 0, 1e6}, {30, 31, 1e6}, {0, 10, 15}});
}

TEST(ParameterArrays, TheFirstBadElementIsNamed) {
  for (const place& p : places()) {
    const auto message = [&](double shape, std::size_t at) {
      std::vector<std::vector<double>> arrays(2, std::vector<double>(20000, 1.5));
      arrays[0][at] = shape;
      arrays[0][at + 7000] = shape;
      try {
        fill_each_at<weibull<double>>(p, pcg32(1), arrays, 0);
      } catch (const argument_error& e) {
        return fields_of(e);
      }
      return std::string("accepted");
    };
    EXPECT_EQ(message(-2.5, 9876), "shape[9876] is -2.5") << p.name;
    EXPECT_EQ(message(std::nan(""), 8), "shape[8] is nan") << p.name;
    EXPECT_EQ(message(1, 3), "accepted") << p.name;
  }
}

TEST(ParameterArrays, RefusesWhatFillRefusesAndWrongLengths) {
  const float scale[] = {1, 2, 3};
  float out[3];
  EXPECT_THROW(fill(cpu{}, philox4x32(1), parameter_arrays<exponential<float>>{{std::span(scale, 2)}}, 0,
                    std::span<float>(out)),
               argument_error);
  EXPECT_THROW(fill(cpu{}, philox4x32(1),
                    parameter_arrays<exponential<float>>{{std::span(static_cast<const float*>(nullptr), 3)}},
                    0, std::span<float>(out)),
               argument_error);
  EXPECT_THROW(fill(cpu{}, philox4x32(1), parameter_arrays<exponential<float>>{{scale}},
                    std::numeric_limits<std::uint64_t>::max() - 1, std::span<float>(out)),
               argument_error);
  EXPECT_NO_THROW(fill(cpu{}, philox4x32(1), parameter_arrays<exponential<float>>{{std::span<const float>()}},
                       0, std::span<float>(out, 0)));
}

}  // namespace
}  // namespace tali::test
