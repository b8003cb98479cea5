// SPDX-License-Identifier: Apache-2.0
// Where a kernel's code comes from: the packed cache beside the library, the user's cache, or the compiler.
// No GPU is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gpu/runtime/compiler.hpp"

namespace tali::runtime {

/// What a kernel is compiled for.
struct kernel_target {
  int capability;  ///< the GPU's compute capability, 90
  int driver;      ///< its driver's CUDA version, as kernel_compiler takes it
};

/// The code of a kernel.
/// @param expression  the kernel as C++
/// @param refused     whether the driver refused the code of a cache, so that it must be compiled again
/// @throws device_error if it must be compiled, and there is no compiler or the compilation fails
/// @throws argument_error if others may write to the user's cache
kernel_image image_of(const std::string& expression, const kernel_target& target, bool refused = false);

/// A packed cache's text: these kernels for each compute capability.
/// @throws device_error as image_of
std::string packed_images(std::span<const std::string> expressions, std::span<const int> capabilities);

// The user's cache.

struct cache_state {
  std::string folder;   ///< empty: there is none
  std::string why_not;  ///< why it is not used; empty if it is
  std::size_t kernels = 0;
  std::uint64_t bytes = 0;
};

/// $TALI_CACHE_DIR, $XDG_CACHE_HOME/tali or ~/.cache/tali; none if TALI_CACHE is `off`.
cache_state look_at_cache();
/// Removes every file of the cache; returns how many.
std::size_t clear_cache();

/// The packed cache: `tali-kernels.cache` in the folder of the library. The file need not exist.
std::string packed_cache();

// Files. A record is one kernel: its sizes, a checksum, the key, the symbol, the code. A file of the user's
// cache has one record, and a packed cache any number.

/// @param key  all that the code depends on
std::string record_of(const std::string& key, const kernel_image& image);
struct record {
  std::string_view all, key, symbol, code;

  /// Whether the checksum is right; reads all of it.
  [[nodiscard]] bool is_whole() const;
  [[nodiscard]] kernel_image image() const { return {std::string(symbol), std::string(code)}; }
};
/// The record that begins at a place of `text`, which must stay; nothing if it is cut off.
std::optional<record> record_at(std::string_view text, std::size_t at = 0);

}  // namespace tali::runtime
