// SPDX-License-Identifier: Apache-2.0
// The tables of kernels, one a source file and SIMD level.
#pragma once

namespace tali::cpu_driver {

/// The kernels of a source file that is compiled once a level, which defines them; where they are of one
/// engine, once an engine of a list too, and `Engine` is its number there.
template <class Kernels, int RegisterBytes, int Engine = 0>
struct level_kernels {
  static const Kernels table;
};

}  // namespace tali::cpu_driver
