// SPDX-License-Identifier: Apache-2.0
// Sequences of any engine by its name, alone or several that belong together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "host_fill.hpp"

namespace tali::tool {

/// In what the sequences that belong together differ: streams, or sets where the engine has them; seeds; or
/// seeds and streams that philox4x32 has drawn.
enum class neighbours { streams, seeds, drawn };

/// Flags --engine, --seed and --stream, and the sequences that follow.
struct sequence_family {
  std::string engine;
  std::uint64_t seed = 0, stream = 0;
  neighbours step = neighbours::streams;

  /// The sequence that the flags name.
  /// @throws argument_error that names the flag, as the other two
  [[nodiscard]] any_engine alone() const;

  /// Number k of several: stream T + k, or of a bank the one that consists of set K + k alone; or
  /// seed S + k.
  [[nodiscard]] any_engine member(std::uint64_t k) const;

  /// Whether the engine is a generator bank.
  [[nodiscard]] bool is_bank() const;
};

/// Values made on the CPU.
/// @param threads  as of cpu_host_fill
std::unique_ptr<host_fill> make_cpu_host_fill(simd_level level, int threads, const any_engine& e,
                                              const any_distribution& d);

}  // namespace tali::tool
