// SPDX-License-Identifier: Apache-2.0
// The lab's arithmetic beside NTL's: the same minimal polynomials, the same verdicts.
#include <NTL/GF2X.h>
#include <NTL/GF2XFactoring.h>
#include <NTL/vec_GF2.h>
#include <gf2/euclid.hpp>
#include <gf2/irreducible.hpp>
#include <gtest/gtest.h>
#include <mtgp/recursion_search.hpp>
#include <mtgp/source.hpp>

#include <tali/engine/philox4x32.hpp>

namespace tali::lab {
namespace {

NTL::GF2X to_ntl(const gf2::polynomial& f) {
  NTL::GF2X r;
  for (std::ptrdiff_t i = f.degree(); i >= 0; --i) {
    if (f[static_cast<std::size_t>(i)]) NTL::SetCoeff(r, static_cast<long>(i));
  }
  return r;
}

TEST(Ntl, FindsTheSameMinimalPolynomial) {
  const std::atomic<bool> never{false};
  const auto r = mtgp::search_recursion<std::uint32_t>({4423, 11, 1}, never);
  ASSERT_TRUE(r);
  const gf2::polynomial bits = mtgp::low_output_bits(r->set, 8);
  NTL::vec_GF2 sequence;
  sequence.SetLength(2 * 4423);
  for (long i = 0; i < 2 * 4423; ++i) sequence[i] = bits[static_cast<std::size_t>(i)] ? 1 : 0;
  NTL::GF2X f;
  NTL::MinPolySeq(f, sequence, 4423);
  EXPECT_EQ(f, to_ntl(r->characteristic));
  EXPECT_TRUE(NTL::IterIrredTest(f));
}

TEST(Ntl, AgreesOnIrreducibility) {
  philox4x32 random(4);
  int irreducible = 0;
  for (int round = 0; round < 4000; ++round) {
    gf2::polynomial f(std::vector<gf2::word>{random() | std::uint64_t{random()} << 32 | 1, random()});
    f = f.truncated(89);
    f.words().resize(2);
    f.flip(89);
    const bool found = gf2::test_irreducibility(f) == gf2::verdict::irreducible;
    ASSERT_EQ(found, NTL::IterIrredTest(to_ntl(f)) != 0) << f.text();
    irreducible += found;
  }
  EXPECT_GT(irreducible, 40);  // 4000 * 2 / 89 are expected
}

}  // namespace
}  // namespace tali::lab
