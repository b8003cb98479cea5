// SPDX-License-Identifier: Apache-2.0
// The CUDA devices in the demo. Only in builds with CUDA.
#include "cuda.hpp"

#include <algorithm>

#include <cuda_runtime.h>
#include <fmt/core.h>

#include <tali/cuda/digest.hpp>
#include <tali/cuda/fill.hpp>

#include "demo/device.hpp"

namespace tali::tool::demo {

namespace {

/// Memory of a device.
std::shared_ptr<std::byte> allocate(int ordinal, std::size_t bytes) {
  use_device(ordinal);
  return device_array<std::byte>(bytes);
}

std::shared_ptr<CUevent_st> make_event() {
  cudaEvent_t e = nullptr;
  check(cudaEventCreate(&e), "cudaEventCreate");
  return {e, cudaEventDestroy};
}

/// 8 GiB, or a quarter of the free memory.
std::size_t buffer_bytes(int ordinal) {
  use_device(ordinal);
  std::size_t available = 0, all = 0;
  check(cudaMemGetInfo(&available, &all), "cudaMemGetInfo");
  return std::min(std::size_t{1} << 33, available / 4) / 4096 * 4096;
}

class cuda_device : public timed_device {
 public:
  explicit cuda_device(const cuda_info& info)
      : info_(info), bytes_(buffer_bytes(info.ordinal)), buffer_(allocate(info.ordinal, bytes_)) {
    use_device(info_.ordinal);
    begin_ = make_event();
    end_ = make_event();
  }

  [[nodiscard]] std::string key() const override { return fmt::format("cuda:{}", info_.ordinal); }
  [[nodiscard]] std::string description() const override {
    return fmt::format("{}, {} multiprocessors", info_.name, info_.multiprocessors);
  }
  [[nodiscard]] std::size_t bytes() const override { return bytes_; }

  double store() override {
    return time([&] { store_all(buffer_.get(), bytes_, ++pattern_, nullptr); });
  }
  double fill(const any_engine& s, const any_distribution& d) override {
    return time(
        [&] { tali::fill(cuda{info_.ordinal}, s, d, 0, buffer_.get(), bytes_ / d.info().value_bytes); });
  }

 private:
  /// Seconds of the work that f enqueues on the default stream. f runs twice and the second run counts,
  /// because the first one loads the kernel and raises the clock.
  template <class F>
  double time(F f) {
    use_device(info_.ordinal);
    f();
    check(cudaEventRecord(begin_.get()), "cudaEventRecord");
    f();
    check(cudaEventRecord(end_.get()), "cudaEventRecord");
    check(cudaEventSynchronize(end_.get()), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_.get(), end_.get()), "cudaEventElapsedTime");
    return double{milliseconds} * 1e-3;
  }

  cuda_info info_;
  std::size_t bytes_;
  std::shared_ptr<std::byte> buffer_;
  std::shared_ptr<CUevent_st> begin_, end_;
  unsigned pattern_ = 0;
};

std::uint64_t in_pieces(const cuda& where, const any_engine& s, const any_distribution& d,
                        std::uint64_t first, std::size_t n, bool whole) {
  const std::size_t bytes = d.info().value_bytes;
  const std::shared_ptr<std::byte> to = allocate(where.ordinal, n * bytes);
  fill_in_pieces(where, s, d, first, to.get(), n, whole);
  return digest(where, first, to.get(), n, bytes);
}

}  // namespace

std::vector<std::unique_ptr<timed_device>> make_cuda_devices() {
  std::vector<std::unique_ptr<timed_device>> all;
  for (const cuda_info& info : cuda_devices()) all.push_back(std::make_unique<cuda_device>(info));
  return all;
}

std::vector<method> cuda_methods() {
  using sequence = const any_engine&;
  using distribution = const any_distribution&;
  std::vector<method> all;
  for (const cuda_info& info : cuda_devices()) {
    const int ordinal = info.ordinal;
    const auto add = [&](const char* how, launch_shape shape, bool whole) {
      all.push_back({fmt::format("cuda:{}, {}", ordinal, how),
                     [ordinal, shape, whole](sequence s, distribution d, std::uint64_t first, std::size_t n) {
                       return in_pieces(cuda{ordinal, nullptr, shape}, s, d, first, n, whole);
                     }});
    };
    add("in one piece", {}, true);
    add("in three pieces", {}, false);
    add("blocks of 32, 1 store each", {32, 1, 0}, true);
    add("blocks of 1024, 64 each", {1024, 64, 0}, true);
    add("multi-linear, 2^16 threads", {256, 0, 256}, true);
  }
  return all;
}

}  // namespace tali::tool::demo
