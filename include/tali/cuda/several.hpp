// SPDX-License-Identifier: Apache-2.0
// Several GPUs of a machine that share one fill, and fills of host memory by way of GPUs. The values are
// those that one GPU, or the CPU, makes. Link tali::cuda. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tali/any.hpp>
#include <tali/cuda/device.hpp>
#include <tali/cuda/fill.hpp>

namespace tali {

/// The GPUs of this machine, or some of them, as one device that fills host memory.
struct cuda_all {
  std::vector<int> ordinals = {};     ///< as cudaSetDevice counts; empty: all of them
  rejection_schedule rejection = {};  ///< of rejection distributions
};

/// Makes elements on GPUs and brings them to host memory. Every GPU has two lanes, each a stream and a piece
/// of device memory, so that one copies while the other makes: it takes two threads a GPU that call fill at a
/// time to keep it busy. A bank has one lane, on the first GPU, because its states go from piece to piece.
class cuda_host_filler {
 public:
  /// @param piece_bytes  of a lane's device memory: fill cuts longer ranges
  /// @throws device_error if there is no GPU, or no room; argument_error if an ordinal is no device
  cuda_host_filler(const cuda_all& where, const any_engine& e, const any_distribution& d,
                   std::size_t piece_bytes = std::size_t{1} << 24);
  cuda_host_filler(cuda_host_filler&&) noexcept;
  cuda_host_filler& operator=(cuda_host_filler&&) noexcept;
  ~cuda_host_filler();

  /// Threads that it pays to call fill from.
  [[nodiscard]] int lanes() const;
  /// Elements of a piece.
  [[nodiscard]] std::size_t piece() const;

  /// Elements first ... first + n - 1 to host memory, which are there on return. Any thread may call it; one
  /// that finds all lanes at work waits. Pinned memory takes them faster than other memory.
  /// @throws as fill
  void fill(std::uint64_t first, void* to, std::size_t n);

 private:
  struct implementation;
  std::unique_ptr<implementation> it_;
};

namespace detail {
/// The backend of several GPUs: a range in host memory, in pieces that the GPUs take in turn. Returns when
/// they are there.
/// @throws argument_error as tali::fill, if `to` is memory of a device, and for rows and arrays; device_error
void run(const cuda_all& where, const request& r);
}  // namespace detail

/// A part of a range, in memory of the device `where.ordinal`.
struct device_part {
  cuda where;
  void* to;
  std::size_t n;  ///< elements
};

/// Writes elements first, first + 1, ... to parts one after the other, each in its device's memory: part k
/// begins where part k - 1 ends. Returns once the work is enqueued on the parts' streams.
/// @throws argument_error if all parts together pass the sequence's end, and as fill in tali/cuda/fill.hpp
void fill(std::span<const device_part> parts, const any_engine& e, const any_distribution& d,
          std::uint64_t first);

}  // namespace tali
