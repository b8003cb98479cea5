// SPDX-License-Identifier: Apache-2.0
// Grid engines chosen by name at run time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <tali/bank.hpp>
#include <tali/named.hpp>

namespace tali {

/// The grid engines, in the registry's order.
std::span<const engine_info> bank_engine_list();

/// What a text says of a grid: "mtgp32", or "mtgp32:" and some of, separated by commas,
///   mexp=P    the exponent (default: 11213 for mtgp32, 23209 for mtgp64)
///   sets=S    parameter sets (default: 256 for exponent 11213, 32 for 23209, 8 for others above it, 64 for
///             those below)
///   from=K    the number of the first set, counted from 1 (default: 1)
///   file=F    a catalogue instead of the one that is shipped
struct grid_name {
  /// @throws argument_error for anything else
  explicit grid_name(std::string_view text);

  /// Whether the text begins with the name of a grid engine.
  static bool is_grid(std::string_view text);

  std::string engine;
  int mexp;
  std::size_t sets;
  bool sets_given = false;
  std::size_t from = 1;
  std::string file;
};

/// A grid engine that moves through its sequence as it is read.
class named_grid {
 public:
  /// @throws argument_error as grid_name, for sets that are not there, and as the engine's constructor;
  ///         io_error for a file that cannot be read
  named_grid(const grid_name& name, std::uint64_t seed, std::uint64_t stream);

  /// Elements first ... first + n - 1, counted from the sequence's beginning. Costs a jump unless they follow
  /// those of the last call, or lie a little ahead.
  void fill(const cpu& where, const named_distribution& d, std::uint64_t first, void* to, std::size_t n);

  /// 32-bit words in a row: pieces that begin and end with rows are made without waste.
  [[nodiscard]] std::uint64_t row_words() const;

  /// The engine itself, where the last fill has left it.
  [[nodiscard]] const std::variant<mtgp32, mtgp64>& engine() const { return engine_; }

 private:
  std::variant<mtgp32, mtgp64> engine_;
};

}  // namespace tali
