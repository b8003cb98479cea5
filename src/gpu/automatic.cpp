// SPDX-License-Identifier: Apache-2.0
// What a fill by the automatic device needs of CUDA: which memory it is given, and the way through the
// device.
#include <algorithm>
#include <limits>
#include <optional>

#include <tali/cuda/automatic.hpp>
#include <tali/tuning.hpp>

#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::detail {

namespace {

/// This machine's figures, read when they are first needed.
const cost_model& costs_of_machine() {
  static const cost_model known = [] {
    std::vector<gpu_identity> gpus;
    for (const cuda_info& d : cuda_devices()) gpus.push_back({d.name, d.multiprocessors});
    return load_machine_costs(tuning_path(), gpus).costs;
  }();
  return known;
}

/// What a device can do with memory.
struct memory_use {
  bool written_by_device;  ///< device and managed memory
  bool read_by_host;       ///< all but device memory
  bool pinned;
};

memory_use use_of_memory(const void* p) {
  try {
    switch (runtime::memory_of(p).kind) {
      case runtime::memory_kind::device:
        return {true, false, false};
      case runtime::memory_kind::managed:
        return {true, true, false};
      case runtime::memory_kind::host:
        return {false, true, true};
      case runtime::memory_kind::unregistered:
        break;
    }
  } catch (const device_error&) {
    // Memory that CUDA does not know, or no working CUDA: the CPU's.
  }
  return {false, true, false};
}

}  // namespace

device_choice choose_for(const automatic& where, fill_work work, const void* to) {
  work.threads = where.host.threads;
  work.gpu_started = where.gpu_started;
  const cost_model& costs = where.costs != nullptr ? *where.costs : costs_of_machine();
  if (runtime::device_count() == 0 || to == nullptr) {
    // The CPU, which also complains about a missing address.
    return {false, predicted_seconds(costs.cpu, work), std::numeric_limits<double>::infinity()};
  }
  cuda_driver::check_device(where.device.ordinal);
  // A process that has not used the GPU has no memory there, and the question alone would start CUDA.
  const memory_use memory = where.gpu_started ? use_of_memory(to) : memory_use{false, true, false};
  work.to = memory.written_by_device ? destination::device_memory
            : memory.pinned          ? destination::pinned_memory
                                     : destination::host_memory;
  device_choice choice = choose_device(costs, work, where.device.ordinal);
  if (!memory.read_by_host) choice.on_gpu = true;  // the CPU cannot write there
  return choice;
}

bool is_written_by_device(const cuda& where, const void* to) {
  const runtime::current_device device(where.ordinal);
  return use_of_memory(to).written_by_device;
}

bool through_device(const cuda& where, void* to, std::size_t n, std::size_t value_bytes,
                    const std::function<void(std::uint64_t, void*, std::size_t)>& make) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 26;  // the copy, not its start, takes the time
  const runtime::current_device device(where.ordinal);
  if (use_of_memory(to).written_by_device) {
    make(0, to, n);
    return true;
  }
  const std::size_t most = std::min(n, std::max<std::size_t>(piece_bytes / value_bytes, 1));
  std::optional<runtime::stream_memory<std::byte>> memory;
  try {
    memory.emplace(most * value_bytes, where.stream);
  } catch (const device_error&) {
    return false;  // no room: the CPU makes the same values
  }
  for (std::size_t done = 0; done < n; done += most) {
    const std::size_t count = std::min(most, n - done);
    make(done, memory->at(), count);
    runtime::copy_to_host(static_cast<std::byte*>(to) + done * value_bytes, memory->at(), count * value_bytes,
                          where.stream);
  }
  runtime::synchronise(where.stream);
  return true;
}

}  // namespace tali::detail
