// SPDX-License-Identifier: Apache-2.0
// Keys and blocks from C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <tali.h>

#include <tali/block.hpp>
#include <tali/key.hpp>

#include "c/status.hpp"

namespace tali::c {

static_assert(sizeof(key) == sizeof(tali_key) && alignof(key) == alignof(tali_key) &&
              std::is_trivially_copyable_v<key>);

/// Keys in place, possibly in device memory.
inline std::span<const key> keys_of(const tali_key* keys, std::size_t count) {
  if (count > 0) checked(keys, "keys");
  return {reinterpret_cast<const key*>(keys), count};
}

/// A block of this many dimensions; without strides, its elements are contiguous.
inline block block_of(const std::uint64_t* global_shape, const std::uint64_t* offset,
                      const std::uint64_t* local_shape, const std::uint64_t* strides,
                      std::size_t dimensions) {
  if (dimensions < 1 || dimensions > detail::most_dimensions)
    throw argument_error("dimensions", std::to_string(dimensions), "1 to 8");
  checked(global_shape, "global_shape");
  checked(offset, "offset");
  checked(local_shape, "local_shape");
  const block::numbers along = strides == nullptr ? block::numbers{} : block::numbers(strides, dimensions);
  return {block::numbers(global_shape, dimensions), block::numbers(offset, dimensions),
          block::numbers(local_shape, dimensions), along};
}

}  // namespace tali::c
