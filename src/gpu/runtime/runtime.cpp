// SPDX-License-Identifier: Apache-2.0
// Memory, copies, streams and launches through the CUDA runtime.
#include "gpu/runtime/runtime.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "gpu/runtime/runtime_check.hpp"

namespace tali::runtime {

void fail(cudaError_t code, const std::string& call) {
  (void)cudaGetLastError();  // clears the error, so that the next call does not report it
  throw device_error(call, std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ")");
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
/// device's default pool frees everything at each synchronisation, and a new allocation takes longer than
/// many fills. The pool exists until the process ends.
cudaMemPool_t new_pool(int ordinal) {
  // The pool is not part of any capture that is in progress.
  auto mode = cudaStreamCaptureModeRelaxed;
  check(cudaThreadExchangeStreamCaptureMode(&mode), "cudaThreadExchangeStreamCaptureMode");
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = ordinal;
  cudaMemPool_t pool = nullptr;
  const cudaError_t status = cudaMemPoolCreate(&pool, &properties);
  if (status == cudaSuccess) {
    std::size_t unused = 0, all = 0;
    cudaError_t set = cudaMemGetInfo(&unused, &all);
    if (set == cudaSuccess) {
      std::uint64_t threshold = all / 64;
      set = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    }
    if (set != cudaSuccess) (void)cudaGetLastError();  // a pool that keeps no memory also works
  }
  (void)cudaThreadExchangeStreamCaptureMode(&mode);
  check(status, "cudaMemPoolCreate");
  return pool;
}

cudaMemPool_t pool_of_device() {
  // Never destroyed, because threads may still call fill when the program ends.
  static auto& guard = *new std::mutex;
  static auto& pools = *new std::map<int, cudaMemPool_t>;
  const int ordinal = current_ordinal();
  const std::lock_guard lock(guard);
  auto& pool = pools[ordinal];
  if (pool == nullptr) pool = new_pool(ordinal);
  return pool;
}

}  // namespace

void* allocate(std::size_t bytes, stream s) {
  void* p = nullptr;
  check(cudaMallocFromPoolAsync(&p, bytes, pool_of_device(), s), "cudaMallocFromPoolAsync");
  return p;
}

void release(void* p, stream s) noexcept { (void)cudaFreeAsync(p, s); }

void release_when_idle(void* p) noexcept {
  (void)cudaDeviceSynchronize();  // for memory from a pool, cudaFree does not wait
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

void copy_strided(void* to, std::size_t pitch, const void* from, std::size_t bytes, std::size_t n, stream s) {
  constexpr std::size_t max_pitch = 0x7fffffff;  // the limit of cudaMemcpy2D
  const std::size_t per_copy = pitch <= max_pitch ? n : 1;
  for (std::size_t done = 0; done < n; done += per_copy) {
    check(cudaMemcpy2DAsync(static_cast<char*>(to) + done * pitch, per_copy == 1 ? bytes : pitch,
                            static_cast<const char*>(from) + done * bytes, bytes, bytes, per_copy,
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
  std::shared_ptr<void> copy(p, [ordinal](void* q) { on_device(ordinal, [q] { (void)cudaFree(q); }); });
  check(cudaMemcpy(p, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy of a table");
  // cudaMemcpy from pageable memory may return after the bytes are staged, before they are at their
  // destination, and a stream created with cudaStreamNonBlocking does not wait for the default stream.
  check(cudaStreamSynchronize(nullptr), "cudaMemcpy of a table");
  return copy;
}

}  // namespace

const void* copy_of_bytes(detail::device_copies& copies, int table_number, int ordinal, const void* from,
                          std::size_t bytes) {
  const std::lock_guard lock(copies.guard);
  std::shared_ptr<void>& copy = copies.by_device[{ordinal, table_number}];
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

void allow_shared_bytes(const void* kernel, std::size_t bytes) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute");
}

void check_launch(int code, const char* kernel) {
  if (code != cudaSuccess) fail(static_cast<cudaError_t>(code), std::string("launch of the ") + kernel);
}

void check_code(int code, const char* call) { check(static_cast<cudaError_t>(code), call); }

}  // namespace tali::runtime
