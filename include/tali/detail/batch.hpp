// SPDX-License-Identifier: Apache-2.0
// How many values of a distribution are made together.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/sequence.hpp>

namespace tali::detail {

/// A batch distribution's batch; else 1.
template <class D>
TALI_HOST_FN constexpr std::size_t batch_of() {
  if constexpr (batch_distribution<D>) {
    return D::batch_size;
  } else {
    return 1;
  }
}

}  // namespace tali::detail
