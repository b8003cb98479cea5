// SPDX-License-Identifier: Apache-2.0
// The number of values that a distribution makes together.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/sequence.hpp>

namespace tali::detail {

/// The batch size of a batch distribution; 1 for other distributions.
template <class D>
TALI_HOST_FN constexpr std::size_t batch_of() {
  if constexpr (batch_distribution<D>) {
    return D::batch_size;
  } else {
    return 1;
  }
}

}  // namespace tali::detail
