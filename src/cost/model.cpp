// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the cost model.
#include <algorithm>
#include <limits>
#include <utility>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>

#include "cpu/threads.hpp"

namespace tali::cost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double bytes_of(const fill_work& work) { return work.values * work.value_bytes; }

/// The time of making and consuming, which overlap.
double with_consumer(double making, const fill_work& work) {
  return std::max(making, bytes_of(work) / work.consumer_bytes_per_second);
}

/// The number of threads that the drivers choose.
double threads_of(const cpu_costs& cpu, const fill_work& work, const fill_cost& cost) {
  double threads = work.threads > 0 ? std::min(work.threads, cpu.processors) : cpu.processors;
  if (work.threads == 0) threads = std::min(threads, bytes_of(work) / cpu_driver::bytes_per_thread);
  const double generators = work.generators > 0 && cost.generators > 0 ? work.generators : cost.generators;
  if (generators > 0) threads = std::min(threads, generators);
  return std::max(1.0, static_cast<double>(static_cast<int>(threads)));
}

}  // namespace

std::string variant_of(const point_set& set) {
  std::string out = set.layout == point_layout::point_major ? "point-major" : "";
  if (set.scramble == scrambling::owen) out += out.empty() ? "owen" : " owen";
  return out;
}

double rows_of(const point_set& set, double values) {
  if (set.layout != point_layout::dim_major) return 0;
  return std::max(1.0, values / static_cast<double>(set.points));
}

fill_work work_of(fill_kind kind, std::size_t value_bytes, double values, const point_set* set) {
  fill_work w;
  w.kind = std::move(kind);
  w.value_bytes = static_cast<int>(value_bytes);
  w.values = values;
  if (set != nullptr) {
    w.kind.variant = variant_of(*set);
    w.rows = rows_of(*set, values);
  }
  return w;
}

fill_work work_of(const any_engine& e, const any_distribution& d, double elements) {
  const distribution_info& info = d.info();
  const bool integers = info.type[0] != 'f';
  const char* const priced_as = info.kind == distribution_kind::vector
                                    ? (integers ? "binomial" : "normal-icdf")
                                : info.kind == distribution_kind::categorical ? "bits"
                                                                              : info.name;
  fill_work w = work_of({e.info().name, "", priced_as, info.type}, info.value_bytes,
                        elements * static_cast<double>(d.row_size()), e.points());
  if (e.info().kind == engine_kind::bank) w.generators = static_cast<double>(e.generators());
  return w;
}

double predicted_seconds(const cpu_costs& cpu, const fill_work& work) {
  const auto found = cpu.fills.find(work.kind);
  if (found == cpu.fills.end()) return infinity;
  const fill_cost& cost = found->second;
  const double threads = threads_of(cpu, work, cost);
  const double share = cpu.processors > 1 ? (threads - 1) / (cpu.processors - 1) : 0;
  const double speed = std::max(1.0, threads * (1 - (1 - cpu.thread_efficiency) * share));
  const double computing = (work.values * cost.seconds_per_value + work.rows * cost.row_seconds) / speed;
  const double rate = std::min(threads * cpu.bytes_per_second_one_thread, cpu.bytes_per_second);
  const double storing = std::max(0.0, bytes_of(work) - cpu.cache_bytes) / rate;
  const double making =
      cost.call_seconds + (threads > 1 ? cpu.wake_seconds : 0) + std::max(computing, storing);
  return with_consumer(making, work);
}

double predicted_seconds(const gpu_costs& gpu, const fill_work& work) {
  const auto found = gpu.fills.find(work.kind);
  if (found == gpu.fills.end()) return infinity;
  const fill_cost& cost = found->second;
  double making = cost.call_seconds;
  const bool few = work.generators > 0 && work.generators < cost.generators;
  making += work.values * cost.seconds_per_value * (few ? cost.generators / work.generators : 1);
  if (work.to == destination::pinned_memory) {
    making += gpu.copy_seconds + bytes_of(work) / gpu.pinned_bytes_per_second;
  } else if (work.to == destination::host_memory) {
    making += gpu.copy_seconds + bytes_of(work) / gpu.pageable_bytes_per_second;
  }
  return (work.gpu_started ? 0 : gpu.start_seconds) + with_consumer(making, work);
}

device_choice choose_device(const model& model, const fill_work& work, int ordinal) {
  device_choice choice{false, predicted_seconds(model.cpu, work), infinity};
  if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= model.gpus.size()) return choice;
  const gpu_costs& gpu = model.gpus[static_cast<std::size_t>(ordinal)];
  choice.gpu_seconds = predicted_seconds(gpu, work);
  if (work.to == destination::device_memory) {
    choice.cpu_seconds += gpu.copy_seconds + bytes_of(work) / gpu.upload_bytes_per_second +
                          (work.gpu_started ? 0 : gpu.start_seconds);
  }
  choice.on_gpu = choice.gpu_seconds < choice.cpu_seconds;
  return choice;
}

std::uint32_t predicted_crossing(const model& model, fill_work work, std::uint64_t points,
                                 const std::vector<std::uint32_t>& dimensions, double max_values) {
  std::uint32_t crossing = 0;
  for (const std::uint32_t d : dimensions) {
    work.values = static_cast<double>(points) * d;
    if (work.values > max_values) break;
    work.rows = work.kind.variant.starts_with("point-major") ? 0 : d;
    if (!choose_device(model, work).on_gpu) {
      crossing = 0;
    } else if (crossing == 0) {
      crossing = d;
    }
  }
  return crossing;
}

}  // namespace tali::cost
