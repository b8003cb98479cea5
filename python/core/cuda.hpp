// SPDX-License-Identifier: Apache-2.0
// What the package asks of a GPU. Without the CUDA library each of these reports that there is no GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <tali/distribution/permutation.hpp>

#include "laws.hpp"
#include "memory.hpp"

namespace tali::python {

/// Enqueues a fill on the destination's device and stream. Keys of rows have been read on return.
void gpu_fill(const destination& at, const detail::request& job);
/// The same with arrays of parameters of this many bytes each in host memory, which are copied there; the
/// arrays have been read, and what is wrong with them has been thrown, on return.
void gpu_fill_arrays(const destination& at, const detail::request& job, int parameters, std::size_t bytes);
/// apply_parameters and apply_bounds for n values on a GPU, enqueued behind the fill that made them.
/// @param there  whether the arrays lie on the GPU; else in host memory, which has been read on return
void gpu_apply_parameters(const destination& at, const law& l, const double* const* p, std::size_t n,
                          bool there);
void gpu_apply_bounds(const destination& at, const law& l, const bounds& b, std::size_t n, bool there);
/// Enqueues uniform values between two numbers, and makes them in one pass. False, with nothing done, for
/// engines and types that this does not know.
bool gpu_fill_between(const destination& at, const law& l, const detail::request& job, double low,
                      double high);
/// Enqueues values with parameters of their own of the laws that have `each`; `there` as above.
void gpu_fill_each(const destination& at, const law& l, const detail::request& job, const double* const* p,
                   bool there);
/// resize_integers on a GPU; `from` is on the same device, and has been read on return.
void gpu_resize_integers(const destination& at, const std::uint32_t* from, std::size_t bytes);
/// Enqueues the first elements of a permutation, as 64-bit integers, to `to` on the destination's GPU.
void gpu_permutation(const destination& at, const permutation<std::uint32_t>& p, std::uint64_t* to,
                     std::size_t length);
void gpu_permutation(const destination& at, const permutation<std::uint64_t>& p, std::uint64_t* to,
                     std::size_t length);
/// Enqueues 64-bit integers as ones of 32 bits, at.bytes of them; -1 for those that do not fit.
void gpu_narrow(const destination& at, const std::int64_t* from);
/// Enqueues ones in all bits of a destination.
void gpu_put_ones(const destination& at);
/// Copies bytes of a GPU's memory to the host, behind what the destination's stream has, and waits.
void gpu_read(const destination& beside, const void* from, void* to, std::size_t bytes);
/// The device of an address.
int gpu_device_of(const void* memory);
/// Copies at.bytes bytes from host memory, on the destination's stream, and waits.
void gpu_copy(const destination& at, const void* from);
/// Whether the destination's stream is being captured into a graph.
bool gpu_captures(const destination& at);
/// Waits for the destination's stream.
void gpu_wait(const destination& at);
/// Memory on a device, and how it is freed.
void* gpu_allocate(int device, std::size_t bytes);
void gpu_free(int device, void* memory) noexcept;
/// Names of the devices that can be used.
std::vector<std::string> gpu_names();
/// Number of devices that can be used.
int gpu_count();
/// Whether the package was built with CUDA.
bool gpu_built();

}  // namespace tali::python
