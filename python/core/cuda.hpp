// SPDX-License-Identifier: Apache-2.0
// The package's functions on a GPU. Without the CUDA library, each throws an error that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <tali/distribution/permutation.hpp>

#include "laws.hpp"
#include "memory.hpp"

namespace tali::python {

/// Enqueues a fill on the destination's device and stream. Keys of rows have been read on return.
void gpu_fill(const destination& at, const detail::request& job);
/// The same with arrays of parameters in host memory, of this many bytes each, which are copied to the GPU.
/// On return they have been read, and invalid parameters have been reported.
void gpu_fill_arrays(const destination& at, const detail::request& job, int parameters, std::size_t bytes);
/// apply_bounds for n values on a GPU, enqueued after the fill that made them.
/// @param on_gpu  whether the bounds are in GPU memory; otherwise they are in host memory and have been read
/// on return
void gpu_apply_bounds(const destination& at, const law& l, const bounds& b, std::size_t n, bool on_gpu);
/// Enqueues uniform values between two numbers, made in one pass. Returns false, and enqueues nothing, for
/// engines and types that it does not support.
bool gpu_fill_between(const destination& at, const law& l, const detail::request& job, double low,
                      double high);
/// Arrays with one parameter of each element.
struct separate_parameters {
  const double* const* arrays;  ///< those of the request, as doubles
  bool on_gpu = true;           ///< in GPU memory; otherwise they have been read on return
  bool are_bounds = false;      ///< two bounds of uniform values
  bool reported = true;         ///< waits, and throws for invalid parameters, if kernels can tell
};
/// Enqueues values with separate parameters: moved from values of the standard distribution, which `fill`
/// enqueues; by kernels that take arrays; or one by one. Elements with invalid parameters have no value.
void gpu_fill_separately(const destination& at, const law& l, detail::request job,
                         const separate_parameters& p,
                         const std::function<void(const any_distribution& standard)>& fill);
/// resize_integers on a GPU; `from` is in host memory or on the same device, and has been read on return.
void gpu_resize_integers(const destination& at, const std::uint32_t* from, std::size_t bytes);
/// Enqueues the first elements of a permutation, as 64-bit integers, into `to` on the destination's GPU.
void gpu_permutation(const destination& at, const permutation<std::uint32_t>& p, std::uint64_t* to,
                     std::size_t length);
void gpu_permutation(const destination& at, const permutation<std::uint64_t>& p, std::uint64_t* to,
                     std::size_t length);
/// Memory on the destination's device, which is freed after the work of its stream.
std::shared_ptr<void> gpu_scratch(const destination& at, std::size_t bytes);
/// Numbers in GPU memory, or one number in the form that laws take: a double, or an integer's bits in a
/// double.
struct gpu_numbers {
  value_type type;  ///< of 4 or 8 bytes
  const void* at;   ///< null: the number `one` for all elements
  std::size_t step;
  double one;
};
/// Enqueues the conversion of n numbers to the form that laws take, as floats or doubles.
void gpu_convert(const destination& at, const gpu_numbers& from, bool of_integers, std::size_t to_bytes,
                 void* to, std::size_t n);
/// Enqueues the conversion of 64-bit integers to 32 bits, at.bytes of them; -1 for those that do not fit.
void gpu_narrow(const destination& at, const std::int64_t* from);
/// Enqueues a store of ones to all bits of a destination.
void gpu_put_ones(const destination& at);
/// Copies GPU memory to the host, after the work of the destination's stream, and waits.
void gpu_read(const destination& beside, const void* from, void* to, std::size_t bytes);
/// The device of the memory at an address.
int gpu_device_of(const void* memory);
/// Copies at.bytes bytes from host memory, on the destination's stream, and waits.
void gpu_copy(const destination& at, const void* from);
/// Whether the destination's stream is being captured into a graph.
bool gpu_captures(const destination& at);
/// Waits for the destination's stream.
void gpu_wait(const destination& at);
/// Allocates memory on a device; gpu_free frees it.
void* gpu_allocate(int device, std::size_t bytes);
void gpu_free(int device, void* memory) noexcept;
/// Names of the usable devices.
std::vector<std::string> gpu_names();
/// Number of usable devices.
int gpu_count();
/// Whether the package was built with CUDA.
bool gpu_built();

}  // namespace tali::python
