// SPDX-License-Identifier: Apache-2.0
// The parameters of mt607_per_thread: closed form, search, and the shipped sets by another path.
#include <gf2/euclid.hpp>
#include <gf2/irreducible.hpp>
#include <gtest/gtest.h>
#include <mtgp/mt607.hpp>

namespace tali::lab::mtgp {
namespace {

TEST(Mt607Lab, ClosedFormIsTheSequencesPolynomial) {
  const detail::mt607_parameters p = detail::shipped_mt607_parameters()[1234];
  EXPECT_EQ(gf2::minimal_polynomial(mt607_output_bits(p, 5), 607), mt607_characteristic(p.a));
}

TEST(Mt607Lab, ShippedSetsAreWhatTheSearchFinds) {
  for (const std::uint32_t id : {0u, 1u, 2047u, 4095u}) {
    EXPECT_EQ(search_mt607(id, 1, 4), detail::shipped_mt607_parameters()[id]);
  }
  EXPECT_THROW(search_mt607(65536, 1, 4), argument_error);
  EXPECT_THROW(search_mt607(1, 1, 0), argument_error);
}

TEST(Mt607Lab, ShippedSetsHaveFullPeriod) {
  const auto all = detail::shipped_mt607_parameters();
  for (std::size_t t = 0; t < all.size(); t += 37) ASSERT_NO_THROW(verify_mt607(all[t], "")) << t;
}

TEST(Mt607Lab, VerificationFindsAlteredSets) {
  detail::mt607_parameters p = detail::shipped_mt607_parameters()[7];
  p.delta += 1;
  EXPECT_THROW(verify_mt607(p, ""), argument_error);
  p = detail::shipped_mt607_parameters()[7];
  p.a ^= 0x00010000u;
  ASSERT_NE(gf2::test_irreducibility(mt607_characteristic(p.a)), gf2::verdict::irreducible);
  EXPECT_THROW(verify_mt607(p, ""), argument_error);
}

TEST(Mt607Lab, TemperingPays) {
  const detail::mt607_parameters p = detail::shipped_mt607_parameters()[0];
  EXPECT_LT(p.delta, mt607_equidistribution({p.a, 0, 0, 0}).delta());
}

}  // namespace
}  // namespace tali::lab::mtgp
