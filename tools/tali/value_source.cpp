// SPDX-License-Identifier: Apache-2.0
#include "value_source.hpp"

#include <fmt/core.h>

#include <tali/error.hpp>

#include "devices.hpp"
#include "errors.hpp"
#include "numbers.hpp"

namespace tali::tool {

namespace {

/// Bytes per second that one writer consumes at best: a copy from memory to memory.
constexpr double quickest_consumer = 16e9;

}  // namespace

value_source::value_source(const value_flags& f, const any_distribution& d, const index_range& r,
                           neighbours step, const any_engine* points)
    : flags_(f),
      distribution_(d),
      threads_{f.cpu_threads()},
      level_{f.level()},
      family_{f.engine, parse_whole("--seed", f.seed), parse_whole("--stream", f.stream), step} {
  const bool about_cpu = !f.threads.empty() || !f.simd.empty();
  const std::string device = kind_of_device(f.device);
  if (device == "cuda" && about_cpu) {
    throw argument_error(f.simd.empty() ? "--threads" : "--simd", f.simd.empty() ? f.threads : f.simd,
                         "only with --device cpu or auto");
  }
  engine_ = points != nullptr ? *points : family_.alone();
  const bool for_cpu = f.device == "auto" && (r.empty || !f.simd.empty());
  on_cuda_ = !for_cpu && choose_device(device, work_for(r), f.device) == device_kind::cuda;
  if (on_cuda_) ordinals_ = ordinals_of_device(f.device);
}

std::unique_ptr<host_fill> value_source::make(const any_engine& e) const {
  const bool possible = tali::detail::on_cuda(e.info(), distribution_.info());
  if (!possible && kind_of_device(flags_.device) == "cuda") {
    const std::string of = e.info().on_cuda ? std::string(distribution_.info().name) + " of " : "";
    throw argument_error("--device", flags_.device, fmt::format("cpu with {}{}", of, flags_.engine));
  }
  if (possible) {
    if (auto gpu_source = on_cuda(e)) return gpu_source;
  }
  return make_cpu_host_fill(level_, threads_, e, distribution_);
}

/// The facts from which the device is chosen.
cost::fill_work value_source::work_for(const index_range& r) const {
  cost::fill_work w =
      cost::work_of(*engine_, distribution_, r.empty ? 0 : static_cast<double>(r.last - r.first) + 1);
  w.to = cost::destination::pinned_memory;
  w.threads = threads_;
  w.gpu_started = false;
  w.consumer_bytes_per_second = quickest_consumer;
  return w;
}

/// Null if the CPU is to make the values.
std::unique_ptr<host_fill> value_source::on_cuda(const any_engine& e) const {
  if (!on_cuda_) return {};
  try {
    return make_cuda_host_fill(e, distribution_, ordinals_);
  } catch (const device_error&) {
    if (kind_of_device(flags_.device) == "cuda") throw;  // auto: the CPU makes the same values
    return {};
  }
}

}  // namespace tali::tool
