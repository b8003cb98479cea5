// SPDX-License-Identifier: Apache-2.0
// Law 3 for grid engines: every place reproduces the pinned digests. A failure here means that a sequence has
// changed, which is a breaking change.
#include "mtgp_digests.hpp"

#include <fstream>

#include <gtest/gtest.h>

namespace tali::test {
namespace {

TEST(MtgpDigests, EveryPlaceReproducesThePinnedOnes) {
  std::ifstream in(std::string(TALI_TEST_DATA) + "/mtgp_digests.txt");
  ASSERT_TRUE(in) << "cannot read mtgp_digests.txt";
  std::vector<std::string> pinned;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') pinned.push_back(line);
  }
  for (const place& p : places()) {
    const std::vector<std::string> lines = mtgp_digest_lines(p);
    ASSERT_EQ(lines.size(), pinned.size()) << "write the new entries with build/tests/make_mtgp_digests";
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], pinned[i]) << p.name;
  }
}

}  // namespace
}  // namespace tali::test
