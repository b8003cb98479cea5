// SPDX-License-Identifier: Apache-2.0
// The GPUs' figures. Only in builds with CUDA.
#include "cuda.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>

#include "tune/measure.hpp"

namespace tali::tool::tune {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point begin) {
  return std::chrono::duration<double>(clock::now() - begin).count();
}

void finish() { check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize"); }

std::shared_ptr<void> on_device(std::size_t bytes) {
  void* p = nullptr;
  check(cudaMalloc(&p, bytes), "cudaMalloc");
  return {p, cudaFree};
}

std::shared_ptr<void> pinned(std::size_t bytes) {
  void* p = nullptr;
  check(cudaMallocHost(&p, bytes), "cudaMallocHost");
  return {p, cudaFreeHost};
}

/// The first fill in a context, which loads its kernels.
void first_fill(int ordinal) {
  use_device(ordinal);
  const std::shared_ptr<void> memory = on_device(4096);
  fill(cuda{ordinal}, any_engine("philox4x32", 1, 0), any_distribution("bits", "u32"), 0, memory.get(), 1024);
  finish();
}

/// A complete fill of device memory, including the data that a bank's fill must copy there first.
void fill_n(const cuda& where, const candidate& c, void* to, std::size_t n) {
  fill(where, c.source, c.distribution, 0, to, n);
  finish();
}

/// n, or the source's number of elements if that is smaller.
std::size_t limited(const candidate& c, std::size_t n) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(n - 1, last_index(c.source))) + 1;
}

cost::fill_cost cost_of(const cuda& where, const candidate& c, double budget, void* memory,
                        std::size_t bytes) {
  constexpr std::size_t few = 1024;
  const std::size_t count = limited(c, bytes / c.value_bytes());
  const double small = median_seconds(budget / 3, [&] { fill_n(where, c, memory, few); });
  const double large = median_seconds(budget * 2 / 3, [&] { fill_n(where, c, memory, count); });
  const line_through line(few, small, static_cast<double>(count), large);
  return {line.at_zero, line.slope, c.generators, 0};
}

/// Copies between device and host memory.
line_through copies(double budget, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  constexpr std::size_t few = 4096;
  const auto seconds = [&](std::size_t n) {
    return median_seconds(budget, [&] {
      check(cudaMemcpyAsync(to, from, n, kind, nullptr), "cudaMemcpyAsync");
      finish();
    });
  };
  const double small = seconds(few), large = seconds(bytes);
  return {static_cast<double>(few), small, static_cast<double>(bytes), large};
}

cost::gpu_costs measure(const plan& p, const std::vector<candidate>& all, const cuda_info& info,
                        double start_seconds) {
  use_device(info.ordinal);
  cost::gpu_costs out;
  out.name = info.name;
  const auto begin = clock::now();
  first_fill(info.ordinal);
  // A device other than the first only had no context yet.
  out.start_seconds = info.ordinal == 0 ? start_seconds : seconds_since(begin);
  std::size_t free_bytes = 0, total = 0;
  check(cudaMemGetInfo(&free_bytes, &total), "cudaMemGetInfo");
  const std::size_t bytes = std::min(p.cuda_bytes, free_bytes / 4) / 4096 * 4096;
  const std::shared_ptr<void> memory = on_device(bytes);
  const std::string place = " on " + info.name;

  p.say("copies" + place);
  const std::size_t copied = std::min(bytes, std::size_t{1} << 26);
  const std::shared_ptr<void> locked = pinned(copied);
  const auto paged = std::make_unique<char[]>(copied);  // zeroed, so that its pages exist
  const line_through down =
      copies(p.seconds_each, locked.get(), memory.get(), copied, cudaMemcpyDeviceToHost);
  const line_through slow = copies(p.seconds_each, paged.get(), memory.get(), copied, cudaMemcpyDeviceToHost);
  const line_through up = copies(p.seconds_each, memory.get(), locked.get(), copied, cudaMemcpyHostToDevice);
  out.copy_seconds = down.at_zero;
  out.pinned_bytes_per_second = 1 / down.slope;
  out.pageable_bytes_per_second = 1 / slow.slope;
  out.upload_bytes_per_second = 1 / up.slope;

  const cuda where{info.ordinal};
  for (const candidate& c : all) {
    if (!tali::detail::on_cuda(c.source.info(), c.distribution.info())) continue;
    p.say(c.kind.engine + " " + c.kind.distribution + " " + c.kind.type + place);
    out.fills[c.kind] = cost_of(where, c, p.seconds_each, memory.get(), bytes);
  }
  return out;
}

}  // namespace

double measure_cuda_start() {
  const auto begin = clock::now();
  if (cuda_devices().empty()) return 0;
  first_fill(0);
  return seconds_since(begin);
}

std::vector<cost::gpu_costs> measure_cuda(const plan& p, const std::vector<candidate>& all,
                                          double start_seconds) {
  std::vector<cost::gpu_costs> out;
  for (const cuda_info& d : cuda_devices()) out.push_back(measure(p, all, d, start_seconds));
  return out;
}

}  // namespace tali::tool::tune
