// SPDX-License-Identifier: Apache-2.0
// The CPU in the demo.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <new>

#include <fmt/core.h>

#include <tali/digest.hpp>

#include "core/joined_thread.hpp"
#include "cpu/processors.hpp"
#include "cpu/team.hpp"
#include "demo/device.hpp"
#include "system.hpp"

namespace tali::tool::demo {

namespace {

constexpr std::align_val_t line{64};
struct free_lines {
  void operator()(std::byte* p) const { ::operator delete(p, line); }
};
using buffer = std::unique_ptr<std::byte[], free_lines>;

buffer allocate(std::size_t bytes) { return buffer(static_cast<std::byte*>(::operator new(bytes, line))); }

/// 512 MiB, or an eighth of a small machine's memory.
std::size_t buffer_bytes() { return std::min(std::size_t{1} << 29, memory_bytes() / 8) / 4096 * 4096; }

/// Stores on as many threads as the fill uses.
void store_all(std::uint64_t* to, std::size_t n, std::uint64_t x) {
  tali::detail::in_parallel(cpu_driver::processors(), [&](std::size_t index, std::size_t count) {
    const std::size_t begin = n * index / count;
    store_range(to + begin, n * (index + 1) / count - begin, x);
  });
}

class cpu_device : public timed_device {
 public:
  cpu_device() : bytes_(buffer_bytes()), buffer_(allocate(bytes_)) {
    store_all(reinterpret_cast<std::uint64_t*>(buffer_.get()), bytes_ / 8,
              1);  // touches the pages for the first time
  }

  [[nodiscard]] std::string key() const override { return "cpu"; }
  [[nodiscard]] std::string description() const override {
    return fmt::format("{} threads, {}", cpu_driver::processors(), simd_level_name(best_simd_level()));
  }
  [[nodiscard]] std::size_t bytes() const override { return bytes_; }

  double store() override {
    return time([&] { store_all(reinterpret_cast<std::uint64_t*>(buffer_.get()), bytes_ / 8, ++pattern_); });
  }
  double fill(const any_engine& s, const any_distribution& d) override {
    return time([&] { tali::fill(cpu{}, s, d, 0, buffer_.get(), bytes_ / d.info().value_bytes); });
  }

 private:
  template <class F>
  static double time(F f) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  std::size_t bytes_;
  buffer buffer_;
  std::uint64_t pattern_ = 0x0123456789abcdefu;
};

std::uint64_t in_pieces(const cpu& where, const any_engine& s, const any_distribution& d, std::uint64_t first,
                        std::size_t n, bool whole) {
  const buffer to = allocate(n * d.info().value_bytes);
  fill_in_pieces(where, s, d, first, to.get(), n, whole);
  return digest(first, to.get(), n, d.info().value_bytes);
}

/// Makes many pieces of uneven length, which `threads` threads take in turn.
std::uint64_t by_threads(int threads, const any_engine& s, const any_distribution& d, std::uint64_t first,
                         std::size_t n) {
  const std::size_t bytes = d.info().value_bytes;
  const buffer to = allocate(n * bytes);
  const auto work = [&](int thread) {
    int k = 0;
    for (std::size_t begin = 0; begin < n; ++k) {
      const std::size_t end = std::min(n, begin + 10007 + 7919 * static_cast<std::size_t>(k % 41));
      if (k % threads == thread)
        tali::fill(cpu{1}, s, d, first + begin, to.get() + begin * bytes, end - begin);
      begin = end;
    }
  };
  {
    std::vector<tali::detail::joined_thread> crew;
    for (int t = 0; t < threads; ++t) crew.emplace_back(work, t);
  }
  return digest(first, to.get(), n, bytes);
}

}  // namespace

std::unique_ptr<timed_device> make_cpu_device() { return std::make_unique<cpu_device>(); }

std::vector<method> cpu_methods() {
  using sequence = const any_engine&;
  using distribution = const any_distribution&;
  std::vector<method> all;
  for (const bool whole : {true, false}) {
    all.push_back({whole ? "cpu, in one piece" : "cpu, in three pieces",
                   [whole](sequence s, distribution d, std::uint64_t first, std::size_t n) {
                     return in_pieces(cpu{}, s, d, first, n, whole);
                   }});
  }
  for (const int threads : {3, 8}) {
    all.push_back({fmt::format("cpu, many pieces, {} threads", threads),
                   [threads](sequence s, distribution d, std::uint64_t first, std::size_t n) {
                     return by_threads(threads, s, d, first, n);
                   }});
  }
  for (const simd_level level : simd_levels()) {
    all.push_back({fmt::format("cpu, one thread, {}", simd_level_name(level)),
                   [level](sequence s, distribution d, std::uint64_t first, std::size_t n) {
                     return in_pieces(cpu{1, level}, s, d, first, n, true);
                   }});
  }
  return all;
}

}  // namespace tali::tool::demo
