// SPDX-License-Identifier: Apache-2.0
// Law 3: every place reproduces the pinned digests. A failure here means that a sequence has changed, which
// is a breaking change: see docs/architecture.md before touching digests.txt.
#include "digests.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include <tali/any.hpp>

namespace tali::test {
namespace {

/// Whether the place makes the numbers of a line, whose first words are the engine and the distribution; a
/// number after / follows those of rejection.
bool makes_line(const place& p, const std::string& line) {
  if (!p.is_cuda) return true;
  const std::string name = line.substr(0, line.find(' '));
  const engine_info& e = *std::ranges::find(engine_list(), name, &engine_info::name);
  if (e.kind != engine_kind::jumping && e.kind != engine_kind::words) return true;
  const bool rejection = line.substr(0, line.find(' ', name.size() + 1)).ends_with("/0");
  return e.on_cuda && !rejection;
}

TEST(Digests, EveryPlaceReproducesThePinnedOnes) {
  std::ifstream in(std::string(TALI_TEST_DATA) + "/digests.txt");
  ASSERT_TRUE(in) << "cannot read digests.txt";
  std::vector<std::string> pinned;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') pinned.push_back(line);
  }
  for (const place& p : places()) {
    if (p.host.threads == 1) continue;  // several threads of that level have the same loops
    std::vector<std::string> expected;
    std::ranges::copy_if(pinned, std::back_inserter(expected),
                         [&](const std::string& line) { return makes_line(p, line); });
    const std::vector<std::string> lines = digest_lines(p);
    ASSERT_EQ(lines.size(), expected.size()) << "write the new entries with build/tests/make_digests";
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], expected[i]) << p.name;
  }
}

TEST(Digests, SeeWhatMatters) {
  std::vector<std::uint32_t> v(1000);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<std::uint32_t>(i * i);
  const std::uint64_t whole = digest(5, v.data(), v.size());
  EXPECT_EQ(whole, digest(5, v.data(), 300) + digest(305, v.data() + 300, 700));
  EXPECT_NE(whole, digest(6, v.data(), v.size()));
  auto swapped = v;
  std::swap(swapped[3], swapped[4]);
  EXPECT_NE(whole, digest(5, swapped.data(), v.size()));
  for (int bit = 0; bit < 32; ++bit) {
    auto flipped = v;
    flipped[17] ^= 1u << bit;
    EXPECT_NE(whole, digest(5, flipped.data(), v.size()));
  }
}

}  // namespace
}  // namespace tali::test
