// SPDX-License-Identifier: Apache-2.0
// Links the library: a fill gives the words that pcg32's minimal C library gives for seed 42, stream 54.
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include <tali/tali.hpp>

int main() {
  const std::uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
  std::vector<std::uint32_t> x(6);
  tali::fill(tali::cpu{}, tali::pcg32(42, 54), tali::bits<std::uint32_t>{}, 0, std::span(x));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != expected[i]) {
      std::printf("word %zu is %08x, not %08x\n", i, x[i], expected[i]);
      return 1;
    }
  }
  std::printf("tali %s fills\n", tali::version());
}
