// SPDX-License-Identifier: Apache-2.0
#include "linear/step_matrices.hpp"

#include <tali/engine/xorwow_curand.hpp>
#include <tali/engine/xoshiro256pp.hpp>

namespace tali::detail {

template <>
const step_matrices& step_matrices_of<xorwow_curand>() {
  static const step_matrices all(5, [](std::uint32_t* x) {
    xorwow_generator g({1, 0, 0, 0, 0, 0});
    for (int k = 0; k < 5; ++k) g.x[k] = x[k];
    std::uint32_t out[1];
    g.step(out);
    for (int k = 0; k < 5; ++k) x[k] = g.x[k];
  });
  return all;
}

template <>
const step_matrices& step_matrices_of<xoshiro256pp>() {
  static const step_matrices all(8, [](std::uint32_t* x) {
    std::uint64_t s[4];
    for (int k = 0; k < 4; ++k) s[k] = join(x[2 * k], x[2 * k + 1]);
    xoshiro256pp_step(s);
    for (int k = 0; k < 4; ++k) {
      x[2 * k] = narrow(s[k]);
      x[2 * k + 1] = narrow(s[k] >> 32);
    }
  });
  return all;
}

}  // namespace tali::detail
