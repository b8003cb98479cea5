// SPDX-License-Identifier: Apache-2.0
// normal for emulated threads (emulated_block.hpp, which comes first).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <tali/distribution/normal.hpp>

namespace tali::test {

/// normal with a table that is on its way, and good for nothing, until it is waited for.
template <class T>
struct emulated_walsh : normal<T> {
  using base = normal<T>;
  using base::base;
  using typename base::lane_type;

  struct shared_table : base::shared_table {
    void load() {
      start_load();
      finish_load();
    }
    void start_load() {
      if (threadIdx.x != 0) return;
      std::ranges::fill(this->body, std::numeric_limits<lane_type>::quiet_NaN());
      std::ranges::fill(this->wide, std::numeric_limits<lane_type>::quiet_NaN());
    }
    void finish_load() {
      __syncthreads();
      if (threadIdx.x == 0) static_cast<typename base::shared_table&>(*this) = base::table();
      __syncthreads();
    }
  };

  /// What a GPU has instructions for.
  void pairs(const std::uint32_t (&w)[base::lane_words], const shared_table& table,
             std::uint32_t (&out)[base::lane_values / 2]) const requires(sizeof(T) == 2) {
    lane_type x[base::lane_values];
    (*this)(w, table, x);
    for (int j = 0; j < base::lane_values / 2; ++j) {
      out[j] = base::stored(x[2 * j]).bits | std::uint32_t{base::stored(x[2 * j + 1]).bits} << 16;
    }
  }
};

}  // namespace tali::test
