// SPDX-License-Identifier: Apache-2.0
// A CUDA device, where a fill runs. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/device.hpp>

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace tali {

/// How a fill is divided into threads. Affects speed only; 0 selects the fastest setting on an H200.
struct launch_shape {
  int block = 0;       ///< threads per block: a multiple of 32, at most 1024
  int steps = 0;       ///< 16-byte stores per thread, contiguous with those of its neighbours; at most 2^20
  long long grid = 0;  ///< if not 0, the multi-linear scheme of Pochmara's paper: this many blocks; every
                       ///< thread strides over the whole range by 16 bytes times the number of threads
};

/// A CUDA device and a stream on it. Every call only enqueues work on the stream.
struct cuda {
  int ordinal = 0;                ///< the number for cudaSetDevice
  CUstream_st* stream = nullptr;  ///< the caller's stream; null is the default stream
  launch_shape shape = {};
  rejection_schedule rejection = {};  ///< for rejection distributions
};

/// The properties of a CUDA device.
struct cuda_info {
  int ordinal;
  std::string name;
  int compute_capability;  ///< 10 * major + minor
  int multiprocessors;
  std::size_t memory_bytes;
  int driver_version;  ///< the driver's CUDA version, 1000 * major + 10 * minor
  int runtime_version;
};

/// The CUDA devices that can be used now; empty without a GPU or a driver.
std::vector<cuda_info> cuda_devices();

}  // namespace tali
