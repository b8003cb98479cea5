// SPDX-License-Identifier: Apache-2.0
// Queries to CUDA's driver: devices, their contexts, the owner of memory at an address.
#include <array>
#include <atomic>
#include <string>

#include <cuda.h>
#include <cuda_runtime.h>

#include <tali/cuda/detail/cut_range.hpp>
#include <tali/cuda/device.hpp>

#include "gpu/runtime/runtime.hpp"
#include "gpu/runtime/runtime_check.hpp"

namespace tali {

std::vector<cuda_info> cuda_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    (void)cudaGetLastError();  // no driver or no device: an answer, not an error
    return {};
  }
  int driver = 0, library = 0;
  runtime::check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  runtime::check(cudaRuntimeGetVersion(&library), "cudaRuntimeGetVersion");
  std::vector<cuda_info> all;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp p{};
    runtime::check(cudaGetDeviceProperties(&p, i), "cudaGetDeviceProperties");
    all.push_back(
        {i, p.name, 10 * p.major + p.minor, p.multiProcessorCount, p.totalGlobalMem, driver, library});
  }
  return all;
}

namespace runtime {

void* driver_function(const char* name) {
  void* p = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  check(cudaGetDriverEntryPointByVersion(name, &p, 12000, cudaEnableDefault, &found), name);
#else
  check(cudaGetDriverEntryPoint(name, &p, cudaEnableDefault, &found), name);
#endif
  if (found != cudaDriverEntryPointSuccess || p == nullptr)
    throw device_error(std::string("the CUDA driver has no function ") + name);
  return p;
}

namespace {

struct driver_functions {
  decltype(&cuDevicePrimaryCtxGetState) state =
      driver_function<decltype(state)>("cuDevicePrimaryCtxGetState");
  decltype(&cuDevicePrimaryCtxRetain) retain = driver_function<decltype(retain)>("cuDevicePrimaryCtxRetain");
  decltype(&cuDevicePrimaryCtxRelease) release =
      driver_function<decltype(release)>("cuDevicePrimaryCtxRelease");
  decltype(&cuCtxPushCurrent) push = driver_function<decltype(push)>("cuCtxPushCurrent");
  decltype(&cuCtxPopCurrent) pop = driver_function<decltype(pop)>("cuCtxPopCurrent");
  decltype(&cuPointerGetAttributes) attributes =
      driver_function<decltype(attributes)>("cuPointerGetAttributes");
};

const driver_functions& driver() {
  static const driver_functions known;
  return known;
}

}  // namespace

int current_ordinal() {
  int ordinal = 0;
  check(cudaGetDevice(&ordinal), "cudaGetDevice");
  return ordinal;
}

current_device::current_device(int ordinal) {
  const int before = current_ordinal();
  if (before == ordinal) return;
  const driver_functions& f = driver();
  unsigned flags = 0;
  int active = 0;
  check_driver(f.state(ordinal, &flags, &active), "cuDevicePrimaryCtxGetState");
  // The runtime must retain the context too; otherwise the context and all its memory would be destroyed with
  // this object.
  if (active == 0) check(cudaInitDevice(ordinal, 0, 0), "cudaInitDevice");
  CUcontext context = nullptr;
  check_driver(f.retain(&context, ordinal), "cuDevicePrimaryCtxRetain");
  if (const CUresult code = f.push(context); code != CUDA_SUCCESS) {
    (void)f.release(ordinal);
    check_driver(code, "cuCtxPushCurrent");
  }
  pushed_ = ordinal;
}

current_device::~current_device() {
  if (pushed_ < 0) return;
  CUcontext context = nullptr;
  (void)driver().pop(&context);
  (void)driver().release(pushed_);
}

bool is_memory_of(const void* p, int ordinal) {
  // The driver's query, for two facts. The runtime's query gets twice as many, and first makes sure that a
  // context exists.
  CUmemorytype type{};
  int device = -1;
  CUpointer_attribute queries[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  void* answers[] = {&type, &device};
  const CUresult code = driver().attributes(2, queries, answers, reinterpret_cast<CUdeviceptr>(p));
  return code == CUDA_SUCCESS && type == CU_MEMORYTYPE_DEVICE && device == ordinal;
}

int device_count() {
  // A success is cached: a process's devices do not change, and a query costs as much as a launch. A failure
  // is not cached, because the call may succeed later, after a driver has started or a device has been reset.
  static std::atomic<int> known{0};
  int count = known;
  if (count != 0) return count;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    (void)cudaGetLastError();
    return 0;
  }
  known = count;
  return count;
}

int multiprocessors(int ordinal) {
  // Queried once per device: the attribute costs microseconds, and a launch not much more.
  static std::array<std::atomic<int>, 64> known{};
  const bool keep = ordinal >= 0 && ordinal < static_cast<int>(known.size());
  if (keep && known[static_cast<std::size_t>(ordinal)] != 0) return known[static_cast<std::size_t>(ordinal)];
  int n = 0;
  check(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, ordinal), "cudaDeviceGetAttribute");
  if (keep) known[static_cast<std::size_t>(ordinal)] = n;
  return n;
}

unsigned blocks_for(int ordinal, std::uint64_t units, std::uint64_t units_a_block) {
  return cuda_driver::blocks_for(multiprocessors(ordinal), units, units_a_block);
}

}  // namespace runtime

}  // namespace tali
