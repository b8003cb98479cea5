// SPDX-License-Identifier: Apache-2.0
// Sequences of any engine by its name, alone or several that belong together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include <tali/named.hpp>
#include <tali/named_grid.hpp>
#include <tali/named_thread_grid.hpp>

#include "host_fill.hpp"

namespace tali::tool {

using any_sequence = std::variant<named_sequence, named_grid, named_thread_grid>;

/// In what the sequences that belong together differ: streams, or sets where the engine has them; seeds; or
/// seeds and streams that philox4x32 has drawn.
enum class neighbours { streams, seeds, drawn };

/// Flags --engine, --seed and --stream, and the sequences that follow.
struct sequence_family {
  std::string engine;
  std::uint64_t seed = 0, stream = 0;
  neighbours step = neighbours::streams;

  /// The sequence that the flags name.
  /// @throws usage_error that names the flag, as the other two
  [[nodiscard]] any_sequence alone() const;

  /// Number k of several: stream T + k, or of a grid engine the grid that consists of set K + k alone; or
  /// seed S + k.
  [[nodiscard]] any_sequence member(std::uint64_t k) const;

  /// What the engine's name says of a grid.
  [[nodiscard]] grid_name grid() const;
};

/// Values made on the CPU.
/// @param threads  as of cpu_host_fill
std::unique_ptr<host_fill> make_cpu_host_fill(simd_level level, int threads, any_sequence s,
                                              const named_distribution& d);

}  // namespace tali::tool
