// SPDX-License-Identifier: Apache-2.0
#include "simulated/runtime.hpp"

#include <algorithm>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <utility>

#include <cuda.h>

struct CUstream_st {
  int device;
  bool ended = false;
};
struct CUctx_st {
  int device;
};
struct CUmemPoolHandle_st {
  int device;
  std::uint64_t keeps = 0;
};

namespace tali::test {

namespace {

struct allocation {
  int device;
  std::size_t bytes;
  std::unique_ptr<char[]> data;  ///< null: an address only
};

/// A copy from pageable host memory that has been staged and has not arrived.
struct copy_under_way {
  cudaStream_t stream;
  int device;
  char* to;
  std::vector<char> bytes;
};

struct internals {
  std::map<char*, allocation> memory;
  std::list<copy_under_way> copies;
  std::list<CUstream_st> streams;
  std::list<CUctx_st> own_contexts;
  std::map<const void*, int> shared_limits;
  std::uintptr_t next_address = std::uintptr_t{1} << 56;
  int selected = 0;               ///< by cudaSetDevice
  std::vector<CUctx_st*> pushed;  ///< the thread's stack of contexts
  cudaError_t last_error = cudaSuccess;
};

internals inner;
simulated_runtime outer;

/// Kernels are registered before main, and stay.
std::map<const void*, std::string>& registered() {
  static std::map<const void*, std::string> all;
  return all;
}

CUctx_st* context_of(int device) {
  static std::map<int, CUctx_st> all;
  return &all.insert({device, {device}}).first->second;
}

int current() { return inner.pushed.empty() ? inner.selected : inner.pushed.back()->device; }

/// The current device, which gets a context if it has none.
int used() {
  outer.contexts.insert(current());
  return current();
}

void fault(std::string what) { outer.faults.push_back(std::move(what)); }

allocation* find(const void* p) {
  char* const at = static_cast<char*>(const_cast<void*>(p));
  auto next = inner.memory.upper_bound(at);
  if (next == inner.memory.begin()) return nullptr;
  --next;
  return at < next->first + next->second.bytes ? &next->second : nullptr;
}

void called(const char* name) { outer.calls.emplace_back(name); }

/// Fails with `planned`, once, if anything is planned.
bool fails(cudaError_t& planned) {
  if (planned == cudaSuccess) return false;
  inner.last_error = std::exchange(planned, cudaSuccess);
  return true;
}

cudaError_t allocate(void** p, std::size_t bytes) {
  if (fails(outer.allocation_error)) return inner.last_error;
  allocation a{used(), bytes, std::make_unique<char[]>(bytes)};
  char* const at = a.data.get();
  inner.memory.emplace(at, std::move(a));
  *p = at;
  return cudaSuccess;
}

cudaError_t release(void* p, const char* call) {
  if (p == nullptr) return cudaSuccess;
  const allocation* const a = find(p);
  if (a == nullptr) {
    fault(std::string(call) + " of memory that is not allocated");
    return cudaErrorInvalidValue;
  }
  if (a->device != used()) {
    fault(std::string(call) + " of memory of device " + std::to_string(a->device) + " on device " +
          std::to_string(current()));
  }
  inner.memory.erase(static_cast<char*>(p));
  return cudaSuccess;
}

void check_stream(cudaStream_t s, const char* call) {
  if (s != nullptr && s->ended) fault(std::string(call) + " on a stream that has ended");
  if (s != nullptr && s->device != used())
    fault(std::string(call) + " on a stream of device " + std::to_string(s->device) + " on device " +
          std::to_string(current()));
}

/// The copies of which `which` is true arrive.
template <class Which>
void finish_copies(const Which& which) {
  for (auto c = inner.copies.begin(); c != inner.copies.end();) {
    if (!which(*c)) {
      ++c;
      continue;
    }
    std::memcpy(c->to, c->bytes.data(), c->bytes.size());
    c = inner.copies.erase(c);
  }
}

/// What a stream has been given arrives. The default stream is null.
void finish(cudaStream_t s) {
  finish_copies([&](const copy_under_way& c) { return c.stream == s; });
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t s) {
  check_stream(s, "cudaMemcpy");
  if (kind == cudaMemcpyHostToDevice) {
    const char* const begin = static_cast<const char*>(from);
    inner.copies.push_back({s, used(), static_cast<char*>(to), {begin, begin + bytes}});
  } else {
    used();
    finish(s);
    std::memcpy(to, from, bytes);
  }
  return cudaSuccess;
}

CUresult CUDAAPI state_of_context(CUdevice d, unsigned* flags, int* active) {
  *flags = 0;
  *active = outer.contexts.count(d) != 0 ? 1 : 0;
  return CUDA_SUCCESS;
}
CUresult CUDAAPI retain_context(CUcontext* c, CUdevice d) {
  outer.contexts.insert(d);
  *c = context_of(d);
  return CUDA_SUCCESS;
}
CUresult CUDAAPI release_context(CUdevice) { return CUDA_SUCCESS; }
CUresult CUDAAPI push_context(CUcontext c) {
  inner.pushed.push_back(c);
  return CUDA_SUCCESS;
}
CUresult CUDAAPI pop_context(CUcontext* c) {
  if (inner.pushed.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  *c = inner.pushed.back();
  inner.pushed.pop_back();
  return CUDA_SUCCESS;
}

CUresult CUDAAPI attributes_of_pointer(unsigned n, CUpointer_attribute* asked, void** answers,
                                       CUdeviceptr p) {
  called("cuPointerGetAttributes");
  const allocation* const found = find(reinterpret_cast<const void*>(p));
  for (unsigned i = 0; i < n; ++i) {
    if (asked[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE) {
      *static_cast<CUmemorytype*>(answers[i]) = found != nullptr ? CU_MEMORYTYPE_DEVICE : CUmemorytype{};
    } else if (asked[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) {
      *static_cast<int*>(answers[i]) = found != nullptr ? found->device : -2;
    } else {
      fault("cuPointerGetAttributes of an attribute that is not simulated");
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  return CUDA_SUCCESS;
}

cudaError_t launch(const void* function, dim3 grid, dim3 block, std::size_t shared, cudaStream_t s);

/// Kernels that were loaded as code of the fake NVRTC. They stay.
std::map<const void*, std::string>& loaded() {
  static std::map<const void*, std::string> all;
  return all;
}

CUresult CUDAAPI load_library(CUlibrary* library, const void* code, CUjit_option*, void**, unsigned,
                              CUlibraryOption*, void**, unsigned) {
  called("cuLibraryLoadData");
  if (outer.capture_mode != cudaStreamCaptureModeRelaxed) fault("code is loaded within a capture");
  if (outer.images_refused > 0) {
    --outer.images_refused;
    return CUDA_ERROR_INVALID_IMAGE;
  }
  const std::string text(static_cast<const char*>(code));
  auto* const name = new std::string(text.substr(0, text.find('\n')));
  loaded().emplace(name, name->substr(std::strlen("code of ")));
  *library = reinterpret_cast<CUlibrary>(name);
  return CUDA_SUCCESS;
}
CUresult CUDAAPI unload_library(CUlibrary) { return CUDA_SUCCESS; }
CUresult CUDAAPI kernel_of_library(CUkernel* kernel, CUlibrary library, const char* name) {
  *kernel = reinterpret_cast<CUkernel>(library);
  return loaded().at(library) == name ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
CUresult CUDAAPI function_of_kernel(CUfunction* function, CUkernel kernel) {
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}
CUresult CUDAAPI current_context(CUcontext* c) {
  const bool any = !inner.pushed.empty() || outer.contexts.count(current()) != 0;
  *c = any ? context_of(current()) : nullptr;
  return CUDA_SUCCESS;
}
CUresult CUDAAPI launch_loaded(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                               unsigned bz, unsigned shared, CUstream s, void**, void**) {
  return static_cast<CUresult>(launch(f, dim3(gx, gy, gz), dim3(bx, by, bz), shared, s));
}

cudaError_t entry_point(const char* name, void** p, cudaDriverEntryPointQueryResult* found) {
  const std::map<std::string, void*> all{
      {"cuDevicePrimaryCtxGetState", reinterpret_cast<void*>(&state_of_context)},
      {"cuDevicePrimaryCtxRetain", reinterpret_cast<void*>(&retain_context)},
      {"cuDevicePrimaryCtxRelease", reinterpret_cast<void*>(&release_context)},
      {"cuCtxPushCurrent", reinterpret_cast<void*>(&push_context)},
      {"cuCtxPopCurrent", reinterpret_cast<void*>(&pop_context)},
      {"cuPointerGetAttributes", reinterpret_cast<void*>(&attributes_of_pointer)},
      {"cuLibraryLoadData", reinterpret_cast<void*>(&load_library)},
      {"cuLibraryUnload", reinterpret_cast<void*>(&unload_library)},
      {"cuLibraryGetKernel", reinterpret_cast<void*>(&kernel_of_library)},
      {"cuKernelGetFunction", reinterpret_cast<void*>(&function_of_kernel)},
      {"cuCtxGetCurrent", reinterpret_cast<void*>(&current_context)},
      {"cuLaunchKernel", reinterpret_cast<void*>(&launch_loaded)}};
  const auto it = all.find(name);
  *p = it == all.end() ? nullptr : it->second;
  if (found != nullptr)
    *found = *p != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return cudaSuccess;
}

struct configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
};
std::vector<configuration> configurations;

cudaError_t launch(const void* function, dim3 grid, dim3 block, std::size_t shared, cudaStream_t s) {
  called("launch");
  check_stream(s, "a launch");
  if (fails(outer.launch_error)) return inner.last_error;
  auto name = registered().find(function);
  if (name == registered().end()) name = loaded().find(function);
  if (name == loaded().end()) {
    fault("launch of a kernel that is not registered");
    return cudaErrorInvalidDeviceFunction;
  }
  constexpr std::size_t without_asking = std::size_t{48} << 10;
  const auto limit = inner.shared_limits.find(function);
  const std::size_t most =
      limit == inner.shared_limits.end() ? without_asking : static_cast<std::size_t>(limit->second);
  if (shared > std::max(most, without_asking)) {
    fault("launch of " + name->second + " with " + std::to_string(shared) + " bytes of shared memory where " +
          std::to_string(most) + " are allowed");
    return cudaErrorInvalidValue;
  }
  if (grid.x == 0 || block.x == 0 || block.x > 1024) {
    fault("launch of " + name->second + " with a grid of " + std::to_string(grid.x) + " blocks of " +
          std::to_string(block.x) + " threads");
    return cudaErrorInvalidConfiguration;
  }
  if (s == nullptr) finish(nullptr);  // a stream of stream_on waits for its own copies alone
  finish(s);
  std::size_t missing = 0;
  for (const copy_under_way& c : inner.copies) missing += c.device == current() ? c.bytes.size() : 0;
  outer.launches.push_back({name->second, current(), s, shared, missing});
  return cudaSuccess;
}

}  // namespace

simulated_runtime& simulated_runtime::fresh() {
  inner = {};
  outer = {};
  return outer;
}
simulated_runtime& simulated_runtime::now() { return outer; }

cudaStream_t simulated_runtime::stream_on(int device) {
  return &inner.streams.emplace_back(CUstream_st{device});
}

void simulated_runtime::end_stream(cudaStream_t s) { s->ended = true; }

void* simulated_runtime::memory_on(int device, std::size_t bytes) {
  char* const at = reinterpret_cast<char*>(inner.next_address);
  inner.next_address += (bytes + 4096) / 256 * 256;
  inner.memory.emplace(at, allocation{device, bytes, nullptr});
  return at;
}

void simulated_runtime::push_own_context(int device) {
  inner.pushed.push_back(&inner.own_contexts.emplace_back(CUctx_st{device}));
}

const void* simulated_runtime::context() const {
  return inner.pushed.empty() ? nullptr : inner.pushed.back();
}

std::size_t simulated_runtime::allocations() const {
  return static_cast<std::size_t>(std::count_if(inner.memory.begin(), inner.memory.end(),
                                                [](const auto& m) { return m.second.data != nullptr; }));
}

std::set<std::string> simulated_runtime::kernels() const {
  std::set<std::string> all;
  for (const auto& [function, name] : registered()) all.insert(name);
  return all;
}

}  // namespace tali::test

using namespace tali::test;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  called(__func__);
  if (outer.count_error != cudaSuccess) return outer.count_error;
  *count = outer.devices;
  return outer.devices == 0 ? cudaErrorNoDevice : cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  called(__func__);
  *device = current();
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  called(__func__);
  if (device < 0 || device >= outer.devices) return cudaErrorInvalidDevice;
  inner.selected = device;
  if (!inner.pushed.empty()) inner.pushed.back() = context_of(device);
  outer.contexts.insert(device);  // since CUDA 12
  return cudaSuccess;
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  called(__func__);
  outer.contexts.insert(device);
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
  called(__func__);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  called(__func__);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) {
  called(__func__);
  *p = {};
  std::strcpy(p->name, "simulated");
  p->major = 9;
  p->multiProcessorCount = 132;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  called(__func__);
  *value = attribute == cudaDevAttrMultiProcessorCount      ? 132
           : attribute == cudaDevAttrComputeCapabilityMajor ? 9
                                                            : 0;
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  called(__func__);
  return std::exchange(inner.last_error, cudaSuccess);
}
const char* cudaGetErrorName(cudaError_t) { return "simulated"; }
const char* cudaGetErrorString(cudaError_t) { return "simulated"; }

cudaError_t cudaMalloc(void** p, size_t bytes) {
  called(__func__);
  return allocate(p, bytes);
}
cudaError_t cudaFree(void* p) {
  called(__func__);
  return release(p, "cudaFree");
}
cudaError_t cudaMemGetInfo(size_t* unused, size_t* all) {
  called(__func__);
  *unused = *all = std::size_t{1} << 36;
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  called(__func__);
  std::swap(*mode, outer.capture_mode);
  return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* wanted) {
  called(__func__);
  if (outer.capture_mode != cudaStreamCaptureModeRelaxed)
    fault("a pool is made where another thread may capture");
  if (outer.pool_error != cudaSuccess) return std::exchange(outer.pool_error, cudaSuccess);
  static std::list<CUmemPoolHandle_st> all;  // as the library's, they last as long as the program
  *pool = &all.emplace_back(CUmemPoolHandle_st{wanted->location.id});
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  called(__func__);
  if (attribute != cudaMemPoolAttrReleaseThreshold) fault("another attribute of a pool");
  pool->keeps = *static_cast<const std::uint64_t*>(value);
  return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void** p, size_t bytes, cudaMemPool_t pool, cudaStream_t s) {
  called(__func__);
  check_stream(s, "cudaMallocFromPoolAsync");
  if (pool->device != (s == nullptr ? used() : s->device)) fault("memory from the pool of another device");
  outer.pool_keeps = pool->keeps;
  return allocate(p, bytes);
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t s) {
  called(__func__);
  check_stream(s, "cudaFreeAsync");
  return release(p, "cudaFreeAsync");
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  called(__func__);
  return copy(to, from, bytes, kind, nullptr);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t s) {
  called(__func__);
  return copy(to, from, bytes, kind, s);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t s) {
  called(__func__);
  for (std::size_t i = 0; i < height; ++i) {
    copy(static_cast<char*>(to) + i * to_pitch, static_cast<const char*>(from) + i * from_pitch, width, kind,
         s);
  }
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned) {
  called(__func__);
  *s = simulated_runtime::now().stream_on(used());
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t s) {
  called(__func__);
  check_stream(s, "cudaStreamDestroy");
  simulated_runtime::now().end_stream(s);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t s) {
  called(__func__);
  check_stream(s, "cudaMemsetAsync");
  std::memset(to, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* a, const void* p) {
  called(__func__);
  used();
  *a = {};
  const allocation* const found = find(p);
  a->type = found != nullptr ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
  a->device = found != nullptr ? found->device : -1;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) {
  called(__func__);
  check_stream(s, "cudaStreamSynchronize");
  used();
  finish(s);
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  called(__func__);
  const int device = used();
  finish_copies([&](const copy_under_way& c) { return c.device == device; });
  return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  called(__func__);
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  called(__func__);
  used();
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) inner.shared_limits[function] = value;
  if (outer.after_attribute) std::exchange(outer.after_attribute, nullptr)();
  return cudaSuccess;
}
cudaError_t cudaGetDriverEntryPoint(const char* name, void** p, unsigned long long,
                                    cudaDriverEntryPointQueryResult* found) {
  called(__func__);
  return entry_point(name, p, found);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** p, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* found) {
  called(__func__);
  return entry_point(name, p, found);
}

// What nvcc's host code calls to register and launch kernels.
void** __cudaRegisterFatBinary(void*) {
  static void* handle = nullptr;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char* function, char*, const char* name, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {
  registered().emplace(function, name);
}
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  const configuration c = configurations.back();
  configurations.pop_back();
  *grid = c.grid;
  *block = c.block;
  *shared = c.shared;
  *static_cast<cudaStream_t*>(stream) = c.stream;
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void**, size_t shared,
                               cudaStream_t s) {
  return launch(kernel, grid, block, shared, s);
}
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void**, size_t shared,
                             cudaStream_t s) {
  return launch(function, grid, block, shared, s);
}
}
