// SPDX-License-Identifier: Apache-2.0
// CUDA's part of a fill with the automatic device: queries the kind of memory, and fills through device
// memory.
#include <algorithm>
#include <limits>
#include <optional>

#include <tali/cuda/automatic.hpp>
#include <tali/tuning.hpp>

#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::detail {

namespace {

/// This machine's figures, read on first use.
const cost::model& costs_of_machine() {
  static const cost::model known = [] {
    std::vector<cost::gpu_identity> gpus;
    for (const cuda_info& d : cuda_devices()) gpus.push_back({d.name, d.multiprocessors});
    return cost::load_machine_costs(cost::tuning_path(), gpus).costs;
  }();
  return known;
}

/// What a device can do with memory.
struct memory_use {
  bool written_by_device;  ///< true for device and managed memory
  bool read_by_host;       ///< true for all except device memory
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
    // CUDA does not know this memory, or does not work: only the CPU can use it.
  }
  return {false, true, false};
}

/// Chooses the device for values at `to`, from the kind of memory there. If there is no device, it chooses
/// the CPU.
cost::device_choice choose_for(const automatic& where, cost::fill_work work, const void* to) {
  work.threads = where.host.threads;
  work.gpu_started = where.gpu_started;
  const cost::model& costs = where.costs != nullptr ? *where.costs : costs_of_machine();
  if (runtime::device_count() == 0 || to == nullptr) {
    // The CPU, which also reports a null address.
    return {false, cost::predicted_seconds(costs.cpu, work), std::numeric_limits<double>::infinity()};
  }
  cuda_driver::check_device(where.device.ordinal);
  // A process that has not used the GPU has no memory on it, and a query would initialise CUDA.
  const memory_use memory = where.gpu_started ? use_of_memory(to) : memory_use{false, true, false};
  work.to = memory.written_by_device ? cost::destination::device_memory
            : memory.pinned          ? cost::destination::pinned_memory
                                     : cost::destination::host_memory;
  cost::device_choice choice = cost::choose_device(costs, work, where.device.ordinal);
  if (!memory.read_by_host) choice.on_gpu = true;  // the CPU cannot write there
  return choice;
}

/// Whether the device's kernels can write to `to`: device and managed memory.
bool is_written_by_device(const cuda& where, const void* to) {
  const runtime::current_device device(where.ordinal);
  return use_of_memory(to).written_by_device;
}

/// Fills a range of host memory through device memory; complete on return. Memory that the device can write
/// is filled directly; that work is only enqueued.
/// @return false if the device has too little free memory; then nothing was made
bool through_device(const cuda& where, const request& r, const any_engine& e, const any_distribution& d) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 26;  // the copy, not its start, takes the time
  const runtime::current_device device(where.ordinal);
  if (use_of_memory(r.to).written_by_device) {
    run(where, r);
    return true;
  }
  const std::size_t bytes = d.element_bytes();
  const std::size_t chunk = std::min(r.n, std::max<std::size_t>(piece_bytes / bytes, 1));
  std::optional<runtime::stream_memory<std::byte>> memory;
  try {
    memory.emplace(chunk * bytes, where.stream);
  } catch (const device_error&) {
    return false;  // too little memory: the CPU makes the same values
  }
  filler on_device = open_filler(where, e, d);  // keeps a bank's states between pieces
  for (std::size_t done = 0; done < r.n; done += chunk) {
    const std::size_t count = std::min(chunk, r.n - done);
    on_device.fill(r.first + done, memory->at(), count);
    runtime::copy_to_host(static_cast<std::byte*>(r.to) + done * bytes, memory->at(), count * bytes,
                          where.stream);
  }
  runtime::synchronise(where.stream);
  return true;
}

}  // namespace

cost::device_choice run(const automatic& where, const request& r) {
  if (r.arrays != nullptr)
    throw argument_error("device", "automatic", "cpu or cuda, the device of the parameter arrays");
  const any_engine e(*r.engine_entry, r.engine);
  const any_distribution d(*r.distribution_entry, r.distribution);
  check_pair(e.info(), d.info());
  if (!on_cuda(e.info(), d.info())) {  // only the CPU makes it
    run(where.host, r);
    return {false, 0, std::numeric_limits<double>::infinity()};
  }
  cost::device_choice choice =
      choose_for(where, cost::work_of(e, d, static_cast<double>(r.elements())), r.to);
  if (choice.on_gpu && r.rows == nullptr) {
    choice.on_gpu = through_device(where.device, r, e, d);
    if (choice.on_gpu) return choice;
  } else if (choice.on_gpu && is_written_by_device(where.device, r.to)) {
    run(where.device, r);
    return choice;
  }
  choice.on_gpu = false;
  run(where.host, r);
  return choice;
}

}  // namespace tali::detail
