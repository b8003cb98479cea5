// SPDX-License-Identifier: Apache-2.0
// The device layer: all calls of the GPU's runtime. In src/gpu only runtime.hpp and its sources (runtime.cpp,
// runtime_devices.cpp) use CUDA's runtime, which scripts/check-device-layer.py enforces; the functions for
// kernels are in tali/detail/device.hpp.
//
// Unless it says otherwise, a function works on the current device and throws device_error with the name of
// the call that failed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <tali/cuda/device.hpp>

#include "core/device_copies.hpp"

namespace tali::runtime {

using stream = decltype(cuda::stream);

// Devices.

/// The devices of this machine; 0 where none can be used now.
int device_count();

/// Multiprocessors of device `ordinal`; queried once.
int multiprocessors(int ordinal);

/// cuda_driver::blocks_for, for device `ordinal`.
unsigned blocks_for(int ordinal, std::uint64_t units, std::uint64_t units_a_block);

/// Makes a device current for the calling thread while this object exists. The context is pushed and popped;
/// the runtime's device is not set, because restoring it would create a context of some hundred MiB on a
/// device that the program has never used, and would replace a context of the program.
class current_device {
 public:
  explicit current_device(int ordinal);
  ~current_device();
  current_device(const current_device&) = delete;
  current_device& operator=(const current_device&) = delete;

 private:
  int pushed_ = -1;  ///< the device whose context was pushed, or -1 if it already was the thread's device
};

/// The calling thread's device, as cudaSetDevice has set it.
int current_ordinal();

/// Calls f with device `ordinal` current, even if that fails: nothing can be done about a device that is
/// gone, as at the end of the process.
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
  int device;         ///< of device memory
  bool same_address;  ///< of host memory: kernels use it by the address that the host uses
};

/// The kind of memory at an address. Asking creates a context on the current device.
memory_info memory_of(const void* p);

/// Whether p is memory of device `ordinal`; much cheaper than memory_of. If not, kernels there may still be
/// able to use the memory: ask memory_of.
bool is_memory_of(const void* p, int ordinal);

/// Memory that is allocated and freed in stream order.
void* allocate(std::size_t bytes, stream s);
void release(void* p, stream s) noexcept;
/// Frees such memory when all work of the device is done: for memory that may outlive its stream.
void release_when_idle(void* p) noexcept;

/// How memory is given back.
enum class lifetime { within_stream, beyond_stream };

/// The same as an object.
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

/// Enqueued in the stream. What is copied from memory that is not pinned has been read on return.
void set_bytes(void* to, unsigned char byte, std::size_t bytes, stream s);
void copy_to_device(void* to, const void* from, std::size_t bytes, stream s);
void copy_to_host(void* to, const void* from, std::size_t bytes, stream s);
/// Copies n contiguous elements on the device to addresses on it that are `apart` bytes apart.
void copy_apart(void* to, std::size_t apart, const void* from, std::size_t bytes, std::size_t n, stream s);

/// From any memory to host memory; complete on return.
void read(void* to, const void* from, std::size_t bytes);

/// A table's copy on device `ordinal`, which is the current one, made when it is first asked for. Complete
/// for every stream on return; the table owns it, and it is freed on its device.
/// @param which  number of the table among those that share `copies`
const void* copy_of_bytes(detail::device_copies& copies, int which, int ordinal, const void* from,
                          std::size_t bytes);
/// The same of a table of n elements.
template <class T>
const T* copy_of_table(detail::device_copies& copies, int which, int ordinal, const T* from, std::size_t n) {
  return static_cast<const T*>(copy_of_bytes(copies, which, ordinal, from, n * sizeof(T)));
}

// Streams.

void synchronise(stream s);

/// A stream of the current device that does not wait for the default stream; end_stream gives it back.
stream new_stream();
void end_stream(stream s) noexcept;

/// Whether the stream is captured into a graph, so that work runs later or never.
bool is_captured(stream s);

// Launches.

struct launch_grid {
  unsigned blocks, threads;
  std::size_t shared_bytes = 0;      ///< of this launch, in addition to the kernel's static shared memory
  std::size_t max_shared_bytes = 0;  ///< of any launch of this kernel; needed where one takes over 48 KiB
  unsigned rows = 1;                 ///< of blocks, at most 65535
};

/// Shared memory that a kernel may take without being asked for.
inline constexpr std::size_t shared_bytes_without_asking = std::size_t{48} << 10;

/// Sets the kernel's limit, which applies to all launches. If each launch set its own size, another thread's
/// smaller launch could lower it before this launch. So it is always set to the same value.
void allow_shared_bytes(const void* kernel, std::size_t most);

/// @param code  of a launch; zero on success
/// @throws device_error  "launch of the (kernel) failed: ..."
void check_launch(int code, const char* kernel);

/// The same of a launch in a user's file, by the code that it gave there.
void check_code(int code, const char* what);

#if defined(__CUDACC__)

/// Enqueues a kernel.
/// @param name  of the kernel, as an error says it
template <class... P, class... A>
void launch(const char* name, void (*kernel)(P...), const launch_grid& grid, stream s,
            const A&... arguments) {
  const void* const code = reinterpret_cast<const void*>(kernel);
  if (grid.shared_bytes > shared_bytes_without_asking) allow_shared_bytes(code, grid.max_shared_bytes);
  // Not <<< >>>, which makes three more calls and would slow down small fills.
  const auto with_values = [&](P... values) {
    void* addresses[] = {&values...};
    return cudaLaunchKernel(code, dim3(grid.blocks, grid.rows), dim3(grid.threads), addresses,
                            grid.shared_bytes, s);
  };
  check_launch(with_values(arguments...), name);
}

#endif

}  // namespace tali::runtime
