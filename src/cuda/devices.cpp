// The CUDA devices of this machine.
#include <array>
#include <atomic>

#include <cuda_runtime.h>

#include <tali/cuda/device.hpp>

#include "cuda/check.hpp"

namespace tali {

std::vector<cuda_info> cuda_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    (void)cudaGetLastError();  // no driver or no device: an answer, not an error
    return {};
  }
  int driver = 0, runtime = 0;
  cuda_driver::check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  cuda_driver::check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  std::vector<cuda_info> all;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp p{};
    cuda_driver::check(cudaGetDeviceProperties(&p, i), "cudaGetDeviceProperties");
    all.push_back(
        {i, p.name, 10 * p.major + p.minor, p.multiProcessorCount, p.totalGlobalMem, driver, runtime});
  }
  return all;
}

namespace cuda_driver {

int multiprocessors(int ordinal) {
  // Asked once a device: the attribute costs microseconds, a launch not many more.
  static std::array<std::atomic<int>, 64> known{};
  const bool keep = ordinal >= 0 && ordinal < static_cast<int>(known.size());
  if (keep && known[static_cast<std::size_t>(ordinal)] != 0) return known[static_cast<std::size_t>(ordinal)];
  int n = 0;
  check(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, ordinal), "cudaDeviceGetAttribute");
  if (keep) known[static_cast<std::size_t>(ordinal)] = n;
  return n;
}

}  // namespace cuda_driver

}  // namespace tali
