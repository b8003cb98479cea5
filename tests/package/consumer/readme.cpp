// SPDX-License-Identifier: Apache-2.0
// The README's example, of three numbers, as `tali gen --format text` prints them.
#include <charconv>
#include <cstdio>
#include <vector>

#include <tali/tali.hpp>

int main() {
  const tali::philox4x32 sequence(/*seed=*/2024, /*stream=*/7);
  std::vector<double> x(3);
  tali::fill(tali::cpu{}, sequence, tali::uniform<double>{}, /*first=*/0, std::span(x));
  for (const double one : x) {
    char text[32];
    *std::to_chars(text, text + 31, one).ptr = '\0';
    std::puts(text);
  }
}
