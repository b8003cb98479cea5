// SPDX-License-Identifier: Apache-2.0
// Prints tests/data/digests.txt from the slowest path there is, the CPU's baseline on one thread.
#include <cstdio>

#include "digests.hpp"

int main() {
  std::puts("# The digests of law 3: engine distribution type seed stream first n digest.");
  std::puts("# Written by make_digests; parameters are those of example_parameters.txt.");
  std::puts(
      "# For points: engine distribution type layout/scramble dimensions points first_point seed replicate n "
      "digest.");
  std::puts("# With rejection: distribution/k, k counting the distribution's sets of parameters.");
  for (const std::string& line : tali::test::digest_lines(tali::test::places().front()))
    std::puts(line.c_str());
}
