// SPDX-License-Identifier: Apache-2.0
// Every place where a fill can run on this machine, so that one test serves all of them: the CPU at each SIMD
// level and several thread counts, and each CUDA device with several launch shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>
#if defined(TALI_HAS_CUDA)
#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>
#endif

#include "support/examples.hpp"
#include "support/sanitizers.hpp"

namespace tali::test {

#if defined(TALI_HAS_CUDA)

inline void require(cudaError_t code) {
  if (code != cudaSuccess) throw device_error(cudaGetErrorString(code));
}

/// The thread's device for as long as it lives: what comes after expects the one from before.
class on_device {
 public:
  explicit on_device(int ordinal) {
    require(cudaGetDevice(&before_));
    require(cudaSetDevice(ordinal));
  }
  ~on_device() { cudaSetDevice(before_); }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;

 private:
  int before_ = 0;
};

/// Device memory for as long as it lives.
template <class T>
class device_buffer {
 public:
  explicit device_buffer(std::size_t n) : n_{n} {
    require(cudaMalloc(&at_, (n == 0 ? 1 : n) * sizeof(T)));
    require(cudaMemset(at_, 0, n * sizeof(T)));  // tests read it whole, what lies before a fill too
    require(cudaDeviceSynchronize());  // before a stream that does not wait for this one writes there
  }
  ~device_buffer() { cudaFree(at_); }
  device_buffer(const device_buffer&) = delete;
  device_buffer& operator=(const device_buffer&) = delete;

  T* at() const { return at_; }
  void write(const std::vector<T>& from) {
    require(cudaMemcpy(at_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> read() const {
    std::vector<T> out(n_);
    require(cudaMemcpy(out.data(), at_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return out;
  }

 private:
  T* at_ = nullptr;
  std::size_t n_;
};

#endif

struct place {
  std::string name;
  bool is_cuda;
  cpu host;
#if defined(TALI_HAS_CUDA)
  cuda gpu;
#endif
};

inline std::vector<place> places() {
  std::vector<place> all;
  for (const simd_level level : simd_levels()) {
    for (const int threads : {1, 2, 5}) {
      // Each level and each number once.
      if (under_sanitizer && (threads == 2) != (level != simd_level::baseline)) continue;
      place p{};
      p.name = std::string("cpu ") + simd_level_name(level) + " threads " + std::to_string(threads);
      p.host = {threads, level};
      all.push_back(p);
    }
  }
#if defined(TALI_HAS_CUDA)
  for (const cuda_info& d : cuda_devices()) {
    for (const launch_shape shape :
         {launch_shape{}, launch_shape{32, 1, 0}, launch_shape{96, 3, 0}, launch_shape{1024, 32, 0},
          launch_shape{64, 0, 1}, launch_shape{256, 0, 64}, launch_shape{32, 0, 1000}}) {
      place p{};
      p.name = "cuda " + std::to_string(d.ordinal) + " block " + std::to_string(shape.block) + " steps " +
               std::to_string(shape.steps) + " grid " + std::to_string(shape.grid);
      p.is_cuda = true;
      p.gpu = {d.ordinal, nullptr, shape};
      all.push_back(p);
    }
  }
#endif
  return all;
}

/// Fills n elements at `place`, `misalign` elements behind an aligned address, with guards before and behind
/// that must survive.
template <class E, class D>
std::vector<typename D::result_type> fill_at(const place& p, const E& e, const D& d, std::uint64_t first,
                                             std::size_t n, std::size_t misalign = 0) {
  using T = typename D::result_type;
  constexpr std::size_t guard = 64;
  const std::size_t before = guard + misalign;
  std::vector<T> buffer(before + n + guard);
  std::memset(buffer.data(), 0xa5, buffer.size() * sizeof(T));
  const std::vector<T> untouched = buffer;
  if (!p.is_cuda) {
    fill(p.host, e, d, first, std::span<T>(buffer.data() + before, n));
  } else {
#if defined(TALI_HAS_CUDA)
    const on_device here(p.gpu.ordinal);
    device_buffer<T> memory(buffer.size());
    memory.write(buffer);
    fill(p.gpu, e, d, first, memory.at() + before, n);
    buffer = memory.read();
#endif
  }
  if (std::memcmp(buffer.data(), untouched.data(), before * sizeof(T)) != 0 ||
      std::memcmp(buffer.data() + before + n, untouched.data() + before + n, guard * sizeof(T)) != 0) {
    throw error("fill wrote outside its range at " + p.name);
  }
  return {buffer.begin() + static_cast<std::ptrdiff_t>(before),
          buffer.begin() + static_cast<std::ptrdiff_t>(before + n)};
}

/// As fill_at, of elements as bytes and by name: compiled once, whatever the engine and the distribution.
/// @param misalign  values behind an aligned address
inline std::vector<std::byte> bytes_at(const place& p, const any_engine& e, const any_distribution& d,
                                       std::uint64_t first, std::size_t n, std::size_t misalign = 0) {
  const std::size_t size = d.element_bytes(), guard = 64;
  const std::size_t before = guard * size + misalign * d.info().value_bytes;
  std::vector<std::byte> buffer(before + (n + guard) * size, std::byte{0xa5});
  const std::vector<std::byte> untouched = buffer;
  if (!p.is_cuda) {
    fill(p.host, e, d, first, buffer.data() + before, n);
  } else {
#if defined(TALI_HAS_CUDA)
    const on_device here(p.gpu.ordinal);
    device_buffer<std::byte> memory(buffer.size());
    memory.write(buffer);
    fill(p.gpu, e, d, first, memory.at() + before, n);
    buffer = memory.read();
#endif
  }
  if (std::memcmp(buffer.data(), untouched.data(), before) != 0 ||
      std::memcmp(buffer.data() + before + n * size, untouched.data(), guard * size) != 0) {
    throw error("fill wrote outside its range at " + p.name);
  }
  return {buffer.begin() + static_cast<std::ptrdiff_t>(before),
          buffer.begin() + static_cast<std::ptrdiff_t>(before + n * size)};
}

/// Calls f(engine type, distribution type) as type_lists for every distribution with one engine, and for
/// every engine with one distribution: of what is a template, compiled in a third of the time of every pair.
template <class F>
void each_with_one(F&& f) {
  catalogue::distributions::for_each(
      [&]<class D>(int, detail::type_list<D> d) { f(detail::type_list<philox4x32>(), d); });
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E> e) {
    if constexpr (!std::is_same_v<E, philox4x32>) f(e, detail::type_list<exponential<float>>());
  });
}

/// Calls f(engine type, distribution type) as type_lists for every pair of the registry.
template <class F>
void each_pair(F&& f) {
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E> engine) {
    catalogue::distributions::for_each(
        [&]<class D>(int, detail::type_list<D> distribution) { f(engine, distribution); });
  });
}

}  // namespace tali::test
