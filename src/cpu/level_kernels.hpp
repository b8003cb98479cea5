// SPDX-License-Identifier: Apache-2.0
// The tables of kernels, one per source file and SIMD level.
#pragma once

namespace tali::cpu_driver {

/// The kernels of a source file that is compiled once per level; if they belong to one engine, also once per
/// engine of a list, where `Engine` is its number.
template <class Kernels, int RegisterBytes, int Engine = 0>
struct level_kernels {
  static const Kernels table;
};

}  // namespace tali::cpu_driver
