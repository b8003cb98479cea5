// SPDX-License-Identifier: Apache-2.0
// The device layer: all calls of the GPU's runtime. In src/gpu only runtime.hpp and its sources (runtime.cpp,
// runtime_devices.cpp) use CUDA's runtime; scripts/check-device-layer.py enforces this. The functions that
// kernels call are in tali/detail/device.hpp.
//
// Unless its comment says otherwise, a function works on the current device and throws device_error with the
// name of the call that failed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <tali/cuda/device.hpp>
#include <tali/detail/compiler.hpp>

#include "core/device_copies.hpp"

namespace tali::runtime {

using stream = decltype(cuda::stream);

// Devices.

/// Number of usable devices of this machine, or 0.
int device_count();

/// Multiprocessors of device `ordinal`; queried once.
int multiprocessors(int ordinal);

/// cuda_driver::blocks_for, for device `ordinal`.
unsigned blocks_for(int ordinal, std::uint64_t units, std::uint64_t units_a_block);

/// Makes a device current for the calling thread while this object exists. It pushes and pops the device's
/// context and does not set the runtime's device: to restore that would create a context of some hundred MiB
/// on a device that the program has never used, and would replace a context that the program has set.
class current_device {
 public:
  explicit current_device(int ordinal);
  ~current_device();
  current_device(const current_device&) = delete;
  current_device& operator=(const current_device&) = delete;

 private:
  int pushed_ = -1;  ///< the device whose context was pushed, or -1 if that was already the thread's device
};

/// The calling thread's device, as cudaSetDevice has set it.
int current_ordinal();

/// Calls f with device `ordinal` current. Ignores errors of making it current: the device may be gone, as at
/// the end of the process.
template <class F>
void on_device(int ordinal, const F& f) noexcept {
  try {
    const current_device device(ordinal);
    f();
  } catch (...) {
    f();
  }
}

// Memory.

enum class memory_kind { unregistered, host, managed, device };

struct memory_info {
  memory_kind kind;
  int device;         ///< for device memory
  bool same_address;  ///< for host memory: kernels use it at the host's address
};

/// The kind of memory at an address. The query creates a context on the current device.
memory_info memory_of(const void* p);

/// Whether p is memory of device `ordinal`; much cheaper than memory_of. If false, kernels of the device may
/// still be able to use the memory: memory_of says whether.
bool is_memory_of(const void* p, int ordinal);

/// Memory that is allocated and freed in stream order.
void* allocate(std::size_t bytes, stream s);
void release(void* p, stream s) noexcept;
/// Frees such memory after all work of the device is done, for memory that may outlive its stream.
void release_when_idle(void* p) noexcept;

/// When memory is freed.
enum class lifetime { within_stream, beyond_stream };

/// The same, as an object.
template <class T, lifetime Lifetime = lifetime::within_stream>
class stream_memory {
 public:
  stream_memory(std::size_t n, stream s) : at_{static_cast<T*>(allocate(n * sizeof(T), s))}, stream_{s} {}
  ~stream_memory() {
    if constexpr (Lifetime == lifetime::within_stream) {
      release(at_, stream_);
    } else {
      release_when_idle(at_);
    }
  }
  stream_memory(const stream_memory&) = delete;
  stream_memory& operator=(const stream_memory&) = delete;

  [[nodiscard]] T* at() const { return at_; }

 private:
  T* at_;
  stream stream_;
};

/// Enqueued in the stream. A source that is not pinned memory has been read on return.
void set_bytes(void* to, unsigned char byte, std::size_t bytes, stream s);
void copy_to_device(void* to, const void* from, std::size_t bytes, stream s);
void copy_to_host(void* to, const void* from, std::size_t bytes, stream s);
/// Copies n contiguous elements on the device to addresses on it that are `pitch` bytes apart.
void copy_strided(void* to, std::size_t pitch, const void* from, std::size_t bytes, std::size_t n, stream s);

/// Copies from any memory to host memory; complete on return.
void read(void* to, const void* from, std::size_t bytes);

/// The copy of a table on device `ordinal`, which must be current. It is made at the first call and is
/// complete for every stream on return. The table owns the copy, which is freed on its device.
/// @param table_number  number of the table among those that share `copies`
const void* copy_of_bytes(detail::device_copies& copies, int table_number, int ordinal, const void* from,
                          std::size_t bytes);
/// The same for a table of n elements.
template <class T>
const T* copy_of_table(detail::device_copies& copies, int table_number, int ordinal, const T* from,
                       std::size_t n) {
  return static_cast<const T*>(copy_of_bytes(copies, table_number, ordinal, from, n * sizeof(T)));
}

// Streams.

void synchronise(stream s);

/// A stream of the current device that does not wait for the default stream; end_stream destroys it.
stream new_stream();
void end_stream(stream s) noexcept;

/// Whether the stream is captured into a graph, so that work runs later or never.
bool is_captured(stream s);

// Launches.

struct launch_grid {
  unsigned blocks, threads;
  std::size_t shared_bytes = 0;  ///< for this launch, in addition to the kernel's static shared memory
  std::size_t max_shared_bytes =
      0;              ///< maximum for all launches of this kernel; required if it exceeds 48 KiB
  unsigned rows = 1;  ///< number of rows of blocks, at most 65535
};

/// Shared memory that a kernel may use without a call of allow_shared_bytes.
inline constexpr std::size_t shared_bytes_without_asking = std::size_t{48} << 10;

/// Sets the kernel's limit, for all launches. If each launch set the size it needs, another thread's smaller
/// launch could lower it before this launch. So the value must always be the same.
void allow_shared_bytes(const void* kernel, std::size_t bytes);

/// @param code  result of a launch; zero on success
/// @throws device_error  "launch of the (kernel) failed: ..."
void check_launch(int code, const char* kernel);

/// The same for a launch in a user's file, with the code that it returned there.
void check_code(int code, const char* call);

#if defined(TALI_GPU_COMPILER)

/// Enqueues a kernel.
/// @param name  the kernel's name in error messages
template <class... P, class... A>
void launch(const char* name, void (*kernel)(P...), const launch_grid& grid, stream s,
            const A&... arguments) {
  const void* const code = reinterpret_cast<const void*>(kernel);
  if (grid.shared_bytes > shared_bytes_without_asking) allow_shared_bytes(code, grid.max_shared_bytes);
  // Not <<< >>>, which makes three more calls and would slow down small fills.
  const auto with_values = [&](P... values) {
    void* addresses[] = {&values...};
#if defined(__HIP__)
    return hipLaunchKernel(code, dim3(grid.blocks, grid.rows), dim3(grid.threads), addresses,
                           grid.shared_bytes, reinterpret_cast<hipStream_t>(s));
#else
    return cudaLaunchKernel(code, dim3(grid.blocks, grid.rows), dim3(grid.threads), addresses,
                            grid.shared_bytes, s);
#endif
  };
  check_launch(with_values(arguments...), name);
}

#endif

}  // namespace tali::runtime
