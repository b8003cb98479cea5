// SPDX-License-Identifier: Apache-2.0
// Values in host memory, wherever they are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include <tali/named.hpp>
#include <tali/quasi.hpp>

namespace tali::tool {

/// One distribution over one sequence, made on some device and brought to host memory.
class host_fill {
 public:
  virtual ~host_fill() = default;

  /// Bytes that are best made at a time; fill() takes no more.
  [[nodiscard]] virtual std::size_t piece_bytes() const = 0;

  /// How many threads may call fill() at a time.
  [[nodiscard]] virtual int threads() const = 0;

  /// Host memory of the kind that this device fills quickest.
  virtual std::shared_ptr<void> allocate(std::size_t bytes) = 0;

  /// Elements first ... first + n - 1, complete on return.
  virtual void fill(std::uint64_t first, std::size_t n, void* to) = 0;
};

/// Memory of the CPU's own.
class cpu_host_memory : public host_fill {
 public:
  std::shared_ptr<void> allocate(std::size_t bytes) override {
    constexpr std::size_t page = 4096;
    void* const p = std::aligned_alloc(page, (bytes + page - 1) / page * page);
    if (p == nullptr) throw std::bad_alloc();
    return {p, std::free};
  }
};

/// On the CPU, every call on the thread that calls: whoever has several threads lets each make its own piece.
/// @tparam Sequence  named_sequence or named_points
template <class Sequence>
class cpu_host_fill : public cpu_host_memory {
 public:
  /// @param threads  1 ... 4096
  cpu_host_fill(simd_level level, int threads, const Sequence& s, const named_distribution& d)
      : where_{1, level}, threads_(threads), sequence_(s), distribution_(d) {}

  /// Fits the cache of a core.
  [[nodiscard]] std::size_t piece_bytes() const override { return std::size_t{1} << 20; }
  [[nodiscard]] int threads() const override { return threads_; }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    tali::fill(where_, sequence_, distribution_, first, to, n);
  }

 private:
  cpu where_;
  int threads_;
  Sequence sequence_;
  named_distribution distribution_;
};

/// On CUDA device 0, through device memory and pinned host memory.
/// @throws device_error where there is none
std::unique_ptr<host_fill> make_cuda_host_fill(const named_sequence& s, const named_distribution& d);
std::unique_ptr<host_fill> make_cuda_host_fill(const named_points& p, const named_distribution& d);

}  // namespace tali::tool
