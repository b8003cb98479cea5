// SPDX-License-Identifier: Apache-2.0
// The registry's entries say of every type what the type says of itself, and lead to its place in any list.
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tali/fill.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/registry.hpp>

#include "registry/functions.hpp"
#include "registry/place.hpp"

namespace tali {
namespace {

TEST(Registry, EveryEngineHasItsEntry) {
  ASSERT_EQ(engine_list().size(), static_cast<std::size_t>(catalogue::catalogue_engines::size));
  catalogue::catalogue_engines::for_each([]<class E>(int index, detail::type_list<E>) {
    const engine_info& e = info_of<E>();
    EXPECT_EQ(&e, &engine_list()[static_cast<std::size_t>(index)]);
    EXPECT_EQ(e.index, index);
    EXPECT_EQ(std::string(e.name), E::name);
    EXPECT_EQ(e.kind, E::kind);
    EXPECT_EQ(detail::place<catalogue::engines>(e), catalogue::engines::index_of<E>()) << e.name;
    EXPECT_EQ(detail::place<catalogue::word_engines>(e), catalogue::word_engines::index_of<E>()) << e.name;
    EXPECT_EQ(detail::place<catalogue::bank_engines>(e), catalogue::bank_engines::index_of<E>()) << e.name;
  });
}

TEST(Registry, EveryDistributionHasItsEntry) {
  ASSERT_EQ(distribution_list().size(), static_cast<std::size_t>(catalogue::catalogue_distributions::size));
  catalogue::catalogue_distributions::for_each([]<class D>(int index, detail::type_list<D>) {
    const distribution_info& d = info_of<D>();
    EXPECT_EQ(&d, &distribution_list()[static_cast<std::size_t>(index)]);
    EXPECT_EQ(d.index, index);
    EXPECT_EQ(std::string(d.name), D::name);
    EXPECT_EQ(d.value_bytes, sizeof(typename D::result_type));
    EXPECT_EQ(d.batch, detail::batch_of<D>());
    EXPECT_GE(d.batch_words, 1u);
    EXPECT_LE(d.batch_words, d.batch * static_cast<std::size_t>(d.words)) << d.name;
    EXPECT_EQ(d.takes_arrays, takes_arrays<D>) << d.name;
    if constexpr (detail::has_tag<D>) {
      EXPECT_EQ(d.tag, D::tag) << d.name;
    }
    if constexpr (takes_arrays<D>) {
      EXPECT_EQ(d.parameter_list.size(), static_cast<std::size_t>(detail::parameter_count<D>)) << d.name;
    }
    EXPECT_EQ(detail::place<catalogue::distributions>(d), catalogue::distributions::index_of<D>()) << d.name;
    EXPECT_EQ(detail::place<catalogue::rejection_distributions>(d),
              catalogue::rejection_distributions::index_of<D>())
        << d.name;
  });
}

// The parameters that arrays hold are judged as the distribution judges them.
TEST(Registry, ParametersAreCheckedThroughTheEntry) {
  catalogue::catalogue_distributions::for_each([]<class D>(int, detail::type_list<D>) {
    if constexpr (takes_arrays<D>) {
      using P = typename D::parameter;
      constexpr int n = detail::parameter_count<D>;
      const distribution_info& d = info_of<D>();
      P p[n];
      const void* arrays[n];
      for (int k = 0; k < n; ++k) {
        p[k] = static_cast<P>(D::parameter_list[k].default_value);
        arrays[k] = &p[k];
      }
      EXPECT_EQ(d.functions->parameter_bytes, sizeof(P));
      EXPECT_EQ(d.functions->bad_parameter(arrays, 0), -1) << d.name;
      for (int k = 0; k < n; ++k) {
        const P good = p[k];
        p[k] = static_cast<P>(detail::not_a_number<double>());
        EXPECT_EQ(d.functions->bad_parameter(arrays, 0), D::bad_parameter(p)) << d.name;
        EXPECT_GE(d.functions->bad_parameter(arrays, 0), 0) << d.name << " takes NaN for parameter " << k;
        p[k] = good;
      }
    }
  });
}

// A value at the end of a range that does not include it, and one next to an end that is, are refused.
TEST(Registry, RangesAreThoseOfTheChecks) {
  int ends = 0;
  catalogue::catalogue_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    if constexpr (detail::lists_parameters<D>) {
      using P = typename D::parameter;
      constexpr int n = detail::parameter_count<D>;
      P p[n];
      for (int k = 0; k < n; ++k) p[k] = static_cast<P>(D::parameter_list[k].default_value);
      EXPECT_EQ(D::bad_parameter(p), -1) << D::name;
      const auto refuses = [&](int k, const parameter_info::end& end, double beyond) {
        const P value = static_cast<P>(end.value), good = std::exchange(p[k], value);
        if (std::isfinite(end.value)) ++ends;
        if (end.included) p[k] = std::nextafter(value, static_cast<P>(beyond));
        if (p[k] != value || !end.included) {
          EXPECT_EQ(D::bad_parameter(p), k) << D::name << ", " << p[k];
        }
        p[k] = good;
      };
      for (int k = 0; k < n; ++k) {
        const parameter_info& facts = D::parameter_list[k];
        EXPECT_LE(facts.least.value, facts.default_value) << D::name << ", " << facts.name;
        EXPECT_GE(facts.greatest.value, facts.default_value) << D::name << ", " << facts.name;
        refuses(k, facts.least, -std::numeric_limits<double>::infinity());
        refuses(k, facts.greatest, std::numeric_limits<double>::infinity());
      }
    }
  });
  EXPECT_GT(ends, 60);
}

}  // namespace
}  // namespace tali
