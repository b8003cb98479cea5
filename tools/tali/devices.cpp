// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "errors.hpp"
#include "host_fill.hpp"

#if defined(TALI_HAS_CUDA)
#include "cuda.hpp"
#endif

namespace tali::tool {

namespace {

/// Whether a GPU would finish the work earlier.
bool is_for_gpu(const cost::fill_work& work) {
  if (!built_with_cuda()) return false;
  const std::string path = cost::tuning_path();
  if (!cost::choose_device(cost::load_machine_costs(path, std::nullopt).costs, work).on_gpu) return false;
  return cost::choose_device(cost::load_machine_costs(path, usable_gpus()).costs, work).on_gpu;
}

/// The GPU that `cuda` names.
int first_gpu() {
#if defined(TALI_HAS_CUDA)
  return device_of_process();
#else
  return 0;
#endif
}

}  // namespace

#if !defined(TALI_HAS_CUDA)
std::unique_ptr<host_fill> make_cuda_host_fill(const any_engine&, const any_distribution&,
                                               const std::vector<int>&) {
  throw device_error("this build is without CUDA");
}
#endif

void share_gpus([[maybe_unused]] int place) {
#if defined(TALI_HAS_CUDA)
  place_on_machine() = place;
#endif
}

std::vector<cost::gpu_identity> usable_gpus() {
  std::vector<cost::gpu_identity> gpus;
  for (const cuda_info& d : usable_cuda_devices()) gpus.push_back({d.name, d.multiprocessors});
  return gpus;
}

std::string kind_of_device(const std::string& name) { return name.starts_with("cuda:") ? "cuda" : name; }

std::vector<int> ordinals_of_device(const std::string& name) {
  const auto count = static_cast<int>(usable_cuda_devices().size());
  std::vector<int> all;
  if (name == "cuda:all") {
    for (int i = 0; i < count; ++i) all.push_back(i);
    return all;
  }
  if (!name.starts_with("cuda:")) return {first_gpu()};
  const std::string list = name.substr(5);
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    int ordinal = -1;
    const auto [rest, code] = std::from_chars(list.data() + begin, list.data() + end, ordinal);
    const bool known = std::find(all.begin(), all.end(), ordinal) != all.end();
    if (code != std::errc() || rest != list.data() + end || ordinal < 0 || ordinal >= count || known) {
      throw argument_error("--device", quoted(name),
                           "auto, cpu, cuda, cuda:all, or cuda: and different numbers from 0 to " +
                               std::to_string(count - 1) + ", separated by commas");
    }
    all.push_back(ordinal);
    begin = end + 1;
  }
  return all;
}

device_kind choose_device(const std::string& name, const cost::fill_work& work,
                          const std::string& shown_name) {
  return choose_device(name, name == "auto" && is_for_gpu(work), shown_name);
}

device_kind choose_device(const std::string& name, bool large, const std::string& shown_name) {
  const std::string& shown = shown_name.empty() ? name : shown_name;
  if (name == "cpu") return device_kind::cpu;
  if (name == "auto") {
    return large && !usable_cuda_devices().empty() ? device_kind::cuda : device_kind::cpu;
  }
  if (name != "cuda") throw argument_error("--device", quoted(name), "", {"auto", "cpu", "cuda"});
  if (!built_with_cuda()) {
    throw argument_error("--device", quoted(shown), "auto or cpu, because this build is without CUDA");
  }
  if (usable_cuda_devices().empty()) {
    throw argument_error("--device", quoted(shown), "auto or cpu, because no CUDA device can be used here");
  }
  return device_kind::cuda;
}

}  // namespace tali::tool
