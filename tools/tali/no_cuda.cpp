// What the command line has of CUDA in a build without it: nothing.
#include <tali/error.hpp>

#include "demo/device.hpp"
#include "grid_host_fill.hpp"
#include "host_fill.hpp"
#include "tune/measure.hpp"

namespace tali::tool {

std::unique_ptr<host_fill> make_cuda_host_fill(const named_sequence&, const named_distribution&) {
  throw device_error("device is cuda, but this build is without CUDA; allowed: cpu");
}
std::unique_ptr<host_fill> make_cuda_host_fill(const named_points&, const named_distribution&) {
  throw device_error("device is cuda, but this build is without CUDA; allowed: cpu");
}

std::unique_ptr<host_fill> make_cuda_host_fill(const named_grid&, const named_distribution&) {
  throw device_error("device is cuda, but this build is without CUDA; allowed: cpu");
}

namespace demo {

std::vector<std::unique_ptr<timed_device>> make_cuda_devices() { return {}; }
std::vector<way> cuda_ways() { return {}; }

}  // namespace demo

namespace tune {

double measure_cuda_start() { return 0; }
std::vector<gpu_costs> measure_cuda(const plan&, const std::vector<candidate>&, double) { return {}; }

}  // namespace tune

}  // namespace tali::tool
