// SPDX-License-Identifier: Apache-2.0
// What demo and tune have of CUDA in a build without it: nothing.
#include "demo/device.hpp"
#include "tune/measure.hpp"

namespace tali::tool {

namespace demo {

std::vector<std::unique_ptr<timed_device>> make_cuda_devices() { return {}; }
std::vector<way> cuda_ways() { return {}; }

}  // namespace demo

namespace tune {

double measure_cuda_start() { return 0; }
std::vector<gpu_costs> measure_cuda(const plan&, const std::vector<candidate>&, double) { return {}; }

}  // namespace tune

}  // namespace tali::tool
