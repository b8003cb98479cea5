// SPDX-License-Identifier: Apache-2.0
// Element 5 by a fill and by its definition.
#include <vector>

#include <tali/tali.hpp>

int main() {
  const tali::philox4x32 sequence(/*seed=*/2024, /*stream=*/7);
  std::vector<double> x(8);
  tali::fill(tali::cpu{}, sequence, tali::uniform<double>{}, /*first=*/0, std::span(x));
  return x[5] == tali::value(sequence, tali::uniform<double>{}, 5) ? 0 : 1;
}
