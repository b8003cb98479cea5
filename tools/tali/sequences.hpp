// SPDX-License-Identifier: Apache-2.0
// Sequences of any engine by name: one, or several related ones.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "host_fill.hpp"

namespace tali::tool {

/// How related sequences differ: in streams, or sets if the engine has them; in seeds; or in seeds and
/// streams drawn by philox4x32.
enum class neighbours { streams, seeds, drawn };

/// The flags --engine, --seed and --stream, and the related sequences.
struct sequence_family {
  std::string engine;
  std::uint64_t seed = 0, stream = 0;
  neighbours step = neighbours::streams;

  /// The sequence that the flags name.
  /// @throws argument_error that names the flag, like the functions below
  [[nodiscard]] any_engine alone() const;

  /// Number k of several: stream T + k, or seed S + k; for a bank, the bank that has only set K + k.
  [[nodiscard]] any_engine member(std::uint64_t k) const;

  /// Whether the engine is a generator bank.
  [[nodiscard]] bool is_bank() const;
};

/// Values made on the CPU.
/// @param threads  as in cpu_host_fill
std::unique_ptr<host_fill> make_cpu_host_fill(simd_level level, int threads, const any_engine& e,
                                              const any_distribution& d);

}  // namespace tali::tool
