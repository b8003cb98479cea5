// SPDX-License-Identifier: Apache-2.0
// Prints tests/data/mtgp_digests.txt from the slowest path there is, the CPU's baseline on one thread.
#include "mtgp_digests.hpp"

int main() {
  std::puts("# The digests of law 3 for grid engines, on the sets of support/mtgp_small_sets.hpp:");
  std::puts("# engine distribution type seed stream first n digest. Written by make_mtgp_digests.");
  for (const std::string& line : tali::test::mtgp_digest_lines(tali::test::places().front()))
    std::puts(line.c_str());
}
