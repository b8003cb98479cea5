// SPDX-License-Identifier: Apache-2.0
// The registry's entries say of every type what the type says of itself, and lead to its place in any list.
#include <string>

#include <gtest/gtest.h>

#include <tali/detail/refill.hpp>
#include <tali/fill.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/registry.hpp>

#include "registry/functions.hpp"
#include "registry/place.hpp"

namespace tali {
namespace {

TEST(Registry, EveryEngineHasItsEntry) {
  ASSERT_EQ(engine_list().size(), static_cast<std::size_t>(catalogue_engines::size));
  catalogue_engines::for_each([]<class E>(int index, type_list<E>) {
    const engine_info& e = info_of<E>();
    EXPECT_EQ(&e, &engine_list()[static_cast<std::size_t>(index)]);
    EXPECT_EQ(e.index, index);
    EXPECT_EQ(std::string(e.name), E::name);
    EXPECT_EQ(e.kind, E::kind);
    EXPECT_EQ(detail::place<engines>(e), engines::index_of<E>()) << e.name;
    EXPECT_EQ(detail::place<word_engines>(e), word_engines::index_of<E>()) << e.name;
    EXPECT_EQ(detail::place<bank_engines>(e), bank_engines::index_of<E>()) << e.name;
  });
}

TEST(Registry, EveryDistributionHasItsEntry) {
  ASSERT_EQ(distribution_list().size(), static_cast<std::size_t>(catalogue_distributions::size));
  catalogue_distributions::for_each([]<class D>(int index, type_list<D>) {
    const distribution_info& d = info_of<D>();
    EXPECT_EQ(&d, &distribution_list()[static_cast<std::size_t>(index)]);
    EXPECT_EQ(d.index, index);
    EXPECT_EQ(std::string(d.name), D::name);
    EXPECT_EQ(d.value_bytes, sizeof(typename D::result_type));
    EXPECT_EQ(d.batch, detail::batch_of<D>());
    EXPECT_GE(d.batch_words, 1u);
    EXPECT_LE(d.batch_words, d.batch * static_cast<std::size_t>(d.words)) << d.name;
    EXPECT_EQ(d.takes_arrays, takes_arrays<D>) << d.name;
    if constexpr (requires { D::tag; }) {
      EXPECT_EQ(d.tag, D::tag) << d.name;
    }
    if constexpr (takes_arrays<D>) {
      EXPECT_EQ(d.parameter_list.size(), static_cast<std::size_t>(detail::parameter_count<D>)) << d.name;
    }
    EXPECT_EQ(detail::place<distributions>(d), distributions::index_of<D>()) << d.name;
    EXPECT_EQ(detail::place<rejection_distributions>(d), rejection_distributions::index_of<D>()) << d.name;
  });
}

// The parameters that arrays hold are judged as the distribution judges them.
TEST(Registry, ParametersAreCheckedThroughTheEntry) {
  catalogue_distributions::for_each([]<class D>(int, type_list<D>) {
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
        p[k] = static_cast<P>(not_a_number<double>());
        EXPECT_EQ(d.functions->bad_parameter(arrays, 0), D::bad_parameter(p)) << d.name;
        EXPECT_GE(d.functions->bad_parameter(arrays, 0), 0) << d.name << " takes NaN for parameter " << k;
        p[k] = good;
      }
    }
  });
}

}  // namespace
}  // namespace tali
