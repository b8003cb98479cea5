// SPDX-License-Identifier: Apache-2.0
// Needs no library: an engine and a distribution from their headers alone.
#include <cstdint>
#include <cstdio>

#include <tali/distribution/uniform.hpp>
#include <tali/engine/pcg32.hpp>

int main() {
  tali::pcg32 engine(42, 54);
  const std::uint32_t word = engine.word(5);
  const double x = tali::uniform<double>{}(engine);
  std::printf("%08x %.17g\n", word, x);
  return word == 0xcbed606e && x >= 0 && x < 1 ? 0 : 1;
}
