// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/kernel.hpp"

#include <map>
#include <mutex>
#include <utility>

#include <cuda.h>
#include <cuda_runtime.h>

#include <tali/error.hpp>

#include "gpu/runtime/kernel_images.hpp"
#include "gpu/runtime/runtime_check.hpp"

namespace tali::runtime {

namespace {

struct library_functions {
  decltype(&cuLibraryLoadData) load = driver_function<decltype(load)>("cuLibraryLoadData");
  decltype(&cuLibraryUnload) unload = driver_function<decltype(unload)>("cuLibraryUnload");
  decltype(&cuLibraryGetKernel) kernel = driver_function<decltype(kernel)>("cuLibraryGetKernel");
  decltype(&cuKernelGetFunction) function = driver_function<decltype(function)>("cuKernelGetFunction");
  decltype(&cuCtxGetCurrent) context = driver_function<decltype(context)>("cuCtxGetCurrent");
  decltype(&cuLaunchKernel) launch = driver_function<decltype(launch)>("cuLaunchKernel");
};

const library_functions& driver() {
  static const library_functions known;
  return known;
}

kernel_target target_of(int ordinal) {
  int major = 0, minor = 0, version = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal), "cudaDeviceGetAttribute");
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, ordinal), "cudaDeviceGetAttribute");
  check(cudaDriverGetVersion(&version), "cudaDriverGetVersion");
  return {10 * major + minor, version};
}

/// Makes the runtime's context current, if the thread has none.
void need_context() {
  CUcontext now = nullptr;
  check_driver(driver().context(&now), "cuCtxGetCurrent");
  if (now == nullptr) check(cudaFree(nullptr), "cudaFree");
}

/// While this object exists, the thread may load code although a stream is captured: that is done at once,
/// and not by the graph.
class outside_capture {
 public:
  outside_capture() {
    check(cudaThreadExchangeStreamCaptureMode(&mode_), "cudaThreadExchangeStreamCaptureMode");
  }
  ~outside_capture() { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
  outside_capture(const outside_capture&) = delete;
  outside_capture& operator=(const outside_capture&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// The kernel of an image, whose code stays loaded until the process ends; or what the driver says of it.
CUresult load_image(const kernel_image& image, CUkernel& kernel) {
  CUlibrary library = nullptr;
  if (const CUresult code =
          driver().load(&library, image.code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
      code != CUDA_SUCCESS)
    return code;
  CUfunction function = nullptr;
  CUresult code = driver().kernel(&kernel, library, image.symbol.c_str());
  // Loads the code now, outside any capture, and not at the first launch.
  if (code == CUDA_SUCCESS) code = driver().function(&function, kernel);
  if (code != CUDA_SUCCESS) (void)driver().unload(library);
  return code;
}

}  // namespace

void* named_kernel::load(const std::string& expression, int ordinal) {
  // Kernels of devices beyond the array, and the lock of all loading. Never destroyed, because threads may
  // still call fill when the program ends.
  static auto& guard = *new std::mutex;
  static auto& beyond = *new std::map<std::pair<const named_kernel*, int>, void*>;
  const std::lock_guard lock(guard);
  const auto i = static_cast<std::size_t>(ordinal);
  if (void* found = i < devices ? known(ordinal) : beyond[{this, ordinal}]; found != nullptr) return found;
  const outside_capture outside;
  need_context();
  const kernel_target target = target_of(ordinal);
  CUkernel kernel = nullptr;
  if (load_image(image_of(expression, target), kernel) != CUDA_SUCCESS) {
    // Code from a cache may be another driver's.
    check_driver(load_image(image_of(expression, target, true), kernel), "cuLibraryLoadData");
  }
  if (i < devices) {
    at_[i].store(kernel, std::memory_order_release);
  } else {
    beyond[{this, ordinal}] = kernel;
  }
  return kernel;
}

void named_kernel::launch_loaded(const char* what, void* kernel, const launch_grid& grid, stream s,
                                 void** arguments) {
  need_context();
  check_launch(driver().launch(static_cast<CUfunction>(kernel), grid.blocks, grid.rows, 1, grid.threads, 1, 1,
                               static_cast<unsigned>(grid.shared_bytes), s, arguments, nullptr),
               what);
}

}  // namespace tali::runtime
