// SPDX-License-Identifier: Apache-2.0
// The comparators that keep a small state a thread or a warp, chosen by name at run time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <tali/engine/hybrid_taus.hpp>
#include <tali/engine/mt607_per_thread.hpp>
#include <tali/engine/warp_standard.hpp>
#include <tali/engine/xorwow.hpp>
#include <tali/named.hpp>

namespace tali {

/// The comparators.
std::span<const engine_info> thread_grid_list();

/// What a text says of a comparator: "xorwow", or "xorwow:threads=T". T (default: 4096) is part of the
/// sequence's name.
struct thread_grid_name {
  /// @throws argument_error for anything else; for T out of range: 1 ... 2^24 (mt607_per_thread: 4096), and
  /// for warp_standard no multiple of 32, since 32 threads share a generator
  explicit thread_grid_name(std::string_view text);

  /// Whether the text begins with the name of a comparator.
  static bool is_thread_grid(std::string_view text);

  std::string engine;
  std::size_t threads = 4096;
};

/// A comparator that moves through its sequence as it is read.
class named_thread_grid {
 public:
  named_thread_grid(const thread_grid_name& name, std::uint64_t seed, std::uint64_t stream);

  /// Elements first ... first + n - 1, counted from the sequence's beginning. Costs steps from the end of the
  /// last call's elements, or from the beginning if these lie before them.
  /// @throws argument_error unless the elements lie in the sequence's 2^64 words
  void fill(simd_level level, const named_distribution& d, std::uint64_t first, void* to, std::size_t n);

 private:
  using any_engine = std::variant<xorwow, hybrid_taus, warp_standard, mt607_per_thread>;
  static any_engine make(const thread_grid_name& name, std::uint64_t seed, std::uint64_t stream);

  thread_grid_name name_;
  std::uint64_t seed_, stream_;
  any_engine engine_;
};

}  // namespace tali
