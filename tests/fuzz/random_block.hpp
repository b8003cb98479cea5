// SPDX-License-Identifier: Apache-2.0
// A random block of an array of three dimensions, and what memory holds behind a fill of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <tali/block.hpp>

#include "fuzz/random_case.hpp"

namespace tali::test {

struct random_block {
  std::uint64_t shape[3], offset[3], local[3], strides[3];

  /// A block of an array of at most n elements, from 1 on.
  random_block(generator_64& random, std::uint64_t n) {
    shape[2] = 1 + below(random, std::min<std::uint64_t>(n, 40));
    shape[1] = 1 + below(random, std::min<std::uint64_t>(n / shape[2], 20));
    shape[0] = n / shape[2] / shape[1];
    std::uint64_t next = 1;
    for (int d = 2; d >= 0; --d) {
      offset[d] = below(random, shape[d]);
      local[d] = 1 + below(random, shape[d] - offset[d]);
      strides[d] = next;
      next = next * local[d] + below(random, 3);
    }
  }

  [[nodiscard]] block part() const { return {{shape, 3}, {offset, 3}, {local, 3}, {strides, 3}}; }

  /// What a destination of 0xa5 is to hold, from the block's first element to its last.
  /// @param all   the array's elements, one after the other
  /// @param size  bytes of an element
  [[nodiscard]] std::vector<unsigned char> expected(const std::vector<unsigned char>& all,
                                                    std::size_t size) const {
    std::vector<unsigned char> out(static_cast<std::size_t>(part().extent()) * size, 0xa5);
    for (std::uint64_t i = 0; i < local[0]; ++i) {
      for (std::uint64_t j = 0; j < local[1]; ++j) {
        for (std::uint64_t k = 0; k < local[2]; ++k) {
          const std::uint64_t from = ((offset[0] + i) * shape[1] + offset[1] + j) * shape[2] + offset[2] + k;
          std::memcpy(out.data() + (i * strides[0] + j * strides[1] + k * strides[2]) * size,
                      all.data() + from * size, size);
        }
      }
    }
    return out;
  }
};

}  // namespace tali::test
