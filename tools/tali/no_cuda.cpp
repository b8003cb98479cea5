// SPDX-License-Identifier: Apache-2.0
// The functions of demo and tune for CUDA devices, in a build without CUDA.
#include "demo/device.hpp"
#include "tune/measure.hpp"

namespace tali::tool {

namespace demo {

std::vector<std::unique_ptr<timed_device>> make_cuda_devices() { return {}; }
std::vector<method> cuda_methods() { return {}; }

}  // namespace demo

namespace tune {

double measure_cuda_start() { return 0; }
std::vector<cost::gpu_costs> measure_cuda(const plan&, const std::vector<candidate>&, double) { return {}; }

}  // namespace tune

}  // namespace tali::tool
