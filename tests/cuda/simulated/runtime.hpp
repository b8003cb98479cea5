// SPDX-License-Identifier: Apache-2.0
// A CUDA runtime without a GPU. It stands in for libcudart, so that the host side of the CUDA driver can be
// tested anywhere: which device and context a call works on, what memory it is given, what it launches, and
// what has arrived by then. Kernels do nothing. Link it instead of CUDA::cudart_static.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <cuda_runtime.h>

namespace tali::test {

/// A kernel's launch.
struct simulated_launch {
  std::string kernel;  ///< mangled; of a kernel by name, that name
  int device;
  cudaStream_t stream;
  std::size_t shared_bytes;
  std::size_t
      missing_bytes;  ///< of copies to its device that had not arrived, and that its stream does not wait for
};

/// A machine's state. Streams are made by stream_on.
struct simulated_runtime {
  int devices = 2;
  cudaError_t count_error = cudaSuccess;       ///< what cudaGetDeviceCount fails with
  cudaError_t allocation_error = cudaSuccess;  ///< what the next allocation fails with
  cudaError_t launch_error = cudaSuccess;      ///< what the next launch fails with
  cudaError_t pool_error = cudaSuccess;        ///< what the next cudaMemPoolCreate fails with
  int images_refused = 0;                      ///< how many images of kernels the driver refuses next
  std::uint64_t pool_keeps = 0;                ///< of the pool that memory came from last
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;  ///< of the thread
  std::vector<std::string> calls;                                    ///< of the runtime, launches as "launch"
  std::set<int> contexts;                                            ///< devices that have a primary context
  std::vector<simulated_launch> launches;
  std::vector<std::string> faults;  ///< calls that real hardware would answer wrongly, or not at all
  /// Called in cudaFuncSetAttribute after its work: what another thread might do at that time.
  std::function<void()> after_attribute;

  /// A machine as new, and a thread that has not used it.
  static simulated_runtime& fresh();
  static simulated_runtime& now();

  /// A stream that does not wait for the default stream, as cudaStreamNonBlocking makes it.
  cudaStream_t stream_on(int device);
  /// What cudaStreamDestroy does: nothing may be given to the stream any more.
  void end_stream(cudaStream_t s);
  /// Memory of a device, of which only the address exists.
  void* memory_on(int device, std::size_t bytes);
  /// Pushes a context of the program's own, as cuCtxCreate makes it.
  void push_own_context(int device);
  /// The thread's current context; null where it has none but the runtime's.
  [[nodiscard]] const void* context() const;
  /// Memory that was allocated by the library and is not freed.
  [[nodiscard]] std::size_t allocations() const;
  /// The names of all kernels that are linked in.
  [[nodiscard]] std::set<std::string> kernels() const;
};

}  // namespace tali::test
