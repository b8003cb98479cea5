// SPDX-License-Identifier: Apache-2.0
// What the kernels of rejection distributions and their launches share.
#pragma once

namespace tali::detail {

/// A kernel's record of failed samples, in device memory: their smallest index in the output, or all bits set
/// if there are none. Set all bits of both members (memset 0xff) before the first fill that uses the record.
struct cuda_failures {
  unsigned long long exhausted;  ///< all attempts were rejected; the value is D::failed()
  unsigned long long bad;        ///< the sample's parameters are out of range; the value is D::failed()
};

}  // namespace tali::detail

namespace tali::cuda_driver {

inline constexpr int compacting_threads = 256;

/// Maximum samples per block. List entries have 16 bits, and the list takes at most a fifth of the shared
/// memory, so that several blocks can be resident.
inline constexpr int largest_piece = 8192;

}  // namespace tali::cuda_driver
