// SPDX-License-Identifier: Apache-2.0
// Fills shared by several GPUs of a machine, and fills of host memory by GPUs. The values are the same as on
// one GPU or the CPU. Link tali::cuda. Needs no CUDA header.
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
  std::vector<int> ordinals = {};     ///< numbers for cudaSetDevice; empty: all
  rejection_schedule rejection = {};  ///< for rejection distributions
};

namespace detail {

/// Makes elements on GPUs and copies them to host memory. Every GPU has two lanes, each with a stream and a
/// piece of device memory, so that one lane copies while the other computes: two calling threads per GPU keep
/// it busy. A bank has one lane, on the first GPU, because each piece continues from the previous piece's
/// states.
class cuda_host_filler {
 public:
  /// @param piece_bytes  device memory per lane; fill divides longer ranges
  /// @throws device_error if there is no GPU, or no memory; argument_error if an ordinal is not a device
  cuda_host_filler(const cuda_all& where, const any_engine& e, const any_distribution& d,
                   std::size_t piece_bytes = std::size_t{1} << 24);
  cuda_host_filler(cuda_host_filler&&) noexcept;
  cuda_host_filler& operator=(cuda_host_filler&&) noexcept;
  ~cuda_host_filler();

  /// Number of threads that can usefully call fill concurrently.
  [[nodiscard]] int lanes() const;
  /// Elements per piece.
  [[nodiscard]] std::size_t piece() const;

  /// Writes elements first ... first + n - 1 to host memory before it returns. Any thread may call it; it
  /// waits if all lanes are busy. Pinned memory is faster than other host memory.
  /// @throws as fill
  void fill(std::uint64_t first, void* to, std::size_t n);

 private:
  struct implementation;
  std::unique_ptr<implementation> it_;
};

/// The backend for several GPUs: fills a range in host memory, in pieces that the GPUs take in turn. Returns
/// when the range is complete.
/// @throws argument_error as tali::fill does, if `to` is device memory, and for rows or arrays; device_error
void run(const cuda_all& where, const request& r);

}  // namespace detail

/// A part of a range, in the memory of device `where.ordinal`.
struct device_part {
  cuda where;
  void* to;
  std::size_t n;  ///< elements
};

/// Divides elements first, first + 1, ... among parts in order, each in its device's memory: part k begins
/// where part k - 1 ends. Returns once the work is enqueued on the parts' streams.
/// @throws argument_error if the parts extend past the sequence's end, and as fill in tali/cuda/fill.hpp does
void fill(std::span<const device_part> parts, const any_engine& e, const any_distribution& d,
          std::uint64_t first);

}  // namespace tali
