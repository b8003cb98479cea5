// SPDX-License-Identifier: Apache-2.0
// Memory, copies, streams and launches by CUDA's runtime.
#include "gpu/runtime/runtime.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "gpu/runtime/runtime_check.hpp"

namespace tali::runtime {

void fail(cudaError_t code, const std::string& what) {
  (void)cudaGetLastError();  // reported here, and not again by the next call
  throw device_error(what, std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ")");
}

memory_info memory_of(const void* p) {
  cudaPointerAttributes a{};
  check(cudaPointerGetAttributes(&a, p), "cudaPointerGetAttributes");
  switch (a.type) {
    case cudaMemoryTypeDevice:
      return {memory_kind::device, a.device, false};
    case cudaMemoryTypeManaged:
      return {memory_kind::managed, a.device, true};
    case cudaMemoryTypeHost:
      return {memory_kind::host, a.device, a.devicePointer == p};
    default:
      return {memory_kind::unregistered, -1, false};
  }
}

namespace {

/// The library's memory pool on a device, which keeps up to 1/64 of the device's memory for later calls. The
/// device's default pool frees everything at each synchronisation, and allocating again takes longer than
/// many fills. The pool exists until the process ends.
cudaMemPool_t new_pool(int ordinal) {
  // Whatever is captured elsewhere, this is not part of it.
  auto mode = cudaStreamCaptureModeRelaxed;
  check(cudaThreadExchangeStreamCaptureMode(&mode), "cudaThreadExchangeStreamCaptureMode");
  cudaMemPoolProps wanted{};
  wanted.allocType = cudaMemAllocationTypePinned;
  wanted.location.type = cudaMemLocationTypeDevice;
  wanted.location.id = ordinal;
  cudaMemPool_t pool = nullptr;
  const cudaError_t made = cudaMemPoolCreate(&pool, &wanted);
  if (made == cudaSuccess) {
    std::size_t unused = 0, all = 0;
    cudaError_t set = cudaMemGetInfo(&unused, &all);
    if (set == cudaSuccess) {
      std::uint64_t kept = all / 64;
      set = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    }
    if (set != cudaSuccess) (void)cudaGetLastError();  // a pool that keeps no memory also works
  }
  (void)cudaThreadExchangeStreamCaptureMode(&mode);
  check(made, "cudaMemPoolCreate");
  return pool;
}

cudaMemPool_t pool_of_device() {
  // Never destroyed, because threads may still call fill when the program ends.
  static auto& guard = *new std::mutex;
  static auto& pools = *new std::map<int, cudaMemPool_t>;
  const int ordinal = current_ordinal();
  const std::lock_guard lock(guard);
  auto& its = pools[ordinal];
  if (its == nullptr) its = new_pool(ordinal);
  return its;
}

}  // namespace

void* allocate(std::size_t bytes, stream s) {
  void* p = nullptr;
  check(cudaMallocFromPoolAsync(&p, bytes, pool_of_device(), s), "cudaMallocFromPoolAsync");
  return p;
}

void release(void* p, stream s) noexcept { (void)cudaFreeAsync(p, s); }

void release_when_idle(void* p) noexcept {
  (void)cudaDeviceSynchronize();  // cudaFree does not wait for memory of a pool
  (void)cudaFree(p);
}

void set_bytes(void* to, unsigned char byte, std::size_t bytes, stream s) {
  check(cudaMemsetAsync(to, byte, bytes, s), "cudaMemsetAsync");
}

void copy_to_device(void* to, const void* from, std::size_t bytes, stream s) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, s), "cudaMemcpyAsync");
}

void copy_to_host(void* to, const void* from, std::size_t bytes, stream s) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, s), "cudaMemcpyAsync");
}

void copy_apart(void* to, std::size_t apart, const void* from, std::size_t bytes, std::size_t n, stream s) {
  constexpr std::size_t max_pitch = 0x7fffffff;  // of cudaMemcpy2D
  const std::size_t together = apart <= max_pitch ? n : 1;
  for (std::size_t done = 0; done < n; done += together) {
    check(cudaMemcpy2DAsync(static_cast<char*>(to) + done * apart, together == 1 ? bytes : apart,
                            static_cast<const char*>(from) + done * bytes, bytes, bytes, together,
                            cudaMemcpyDefault, s),
          "cudaMemcpy2DAsync");
  }
}

void read(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "cudaMemcpy");
}

namespace {

std::shared_ptr<void> new_copy(int ordinal, const void* from, std::size_t bytes) {
  void* p = nullptr;
  check(cudaMalloc(&p, bytes), "cudaMalloc for a table's copy");
  std::shared_ptr<void> made(p, [ordinal](void* q) { on_device(ordinal, [q] { (void)cudaFree(q); }); });
  check(cudaMemcpy(p, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy of a table");
  // From pageable memory cudaMemcpy may return when the bytes have been staged, before they are where they
  // belong, and a stream that was made with cudaStreamNonBlocking does not wait for the default stream.
  check(cudaStreamSynchronize(nullptr), "cudaMemcpy of a table");
  return made;
}

}  // namespace

const void* copy_of_bytes(detail::device_copies& copies, int which, int ordinal, const void* from,
                          std::size_t bytes) {
  const std::lock_guard lock(copies.guard);
  std::shared_ptr<void>& copy = copies.by_device[{ordinal, which}];
  if (!copy) copy = new_copy(ordinal, from, bytes);
  return copy.get();
}

void synchronise(stream s) { check(cudaStreamSynchronize(s), "cudaStreamSynchronize"); }

stream new_stream() {
  stream s = nullptr;
  check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  return s;
}

void end_stream(stream s) noexcept { (void)cudaStreamDestroy(s); }

bool is_captured(stream s) {
  cudaStreamCaptureStatus status{};
  check(cudaStreamIsCapturing(s, &status), "cudaStreamIsCapturing");
  return status != cudaStreamCaptureStatusNone;
}

void allow_shared_bytes(const void* kernel, std::size_t most) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(most)),
        "cudaFuncSetAttribute");
}

void check_launch(int code, const char* kernel) {
  if (code != cudaSuccess) fail(static_cast<cudaError_t>(code), std::string("launch of the ") + kernel);
}

void check_code(int code, const char* what) { check(static_cast<cudaError_t>(code), what); }

}  // namespace tali::runtime
