// SPDX-License-Identifier: Apache-2.0
// Values in host memory, made on any device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

namespace tali::tool {

/// One distribution over one sequence, made on some device and copied to host memory.
class host_fill {
 public:
  virtual ~host_fill() = default;

  /// The best number of bytes per call of fill(), and its maximum.
  [[nodiscard]] virtual std::size_t piece_bytes() const = 0;

  /// Number of threads that may call fill() at the same time.
  [[nodiscard]] virtual int threads() const = 0;

  /// Host memory of the kind that this device fills fastest.
  virtual std::shared_ptr<void> allocate(std::size_t bytes) = 0;

  /// Makes elements first ... first + n - 1; complete on return.
  virtual void fill(std::uint64_t first, std::size_t n, void* to) = 0;
};

/// Memory that the CPU fills.
class cpu_host_memory : public host_fill {
 public:
  std::shared_ptr<void> allocate(std::size_t bytes) override {
    constexpr std::align_val_t page{4096};
    return {::operator new(bytes, page), [](void* p) { ::operator delete(p, page); }};
  }
};

/// On the CPU, where each call runs on the calling thread: several threads can make one piece each.
class cpu_host_fill : public cpu_host_memory {
 public:
  /// @param threads  1 ... 4096
  /// @param e        an engine with access to any index
  cpu_host_fill(simd_level level, int threads, const any_engine& e, const any_distribution& d)
      : where_{1, level}, threads_(threads), engine_(e), distribution_(d) {}

  /// Fits into a core's cache.
  [[nodiscard]] std::size_t piece_bytes() const override { return std::size_t{1} << 20; }
  [[nodiscard]] int threads() const override { return threads_; }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    tali::fill(where_, engine_, distribution_, first, to, n);
  }

 private:
  cpu where_;
  int threads_;
  any_engine engine_;
  any_distribution distribution_;
};

/// Bytes per piece: 1 MiB. For a bank, a piece ends with a row: at least 4 MiB, and at most about four rows.
inline std::size_t serial_piece_bytes(const any_engine& e, const distribution_info& d) {
  if (e.row_words() == 1) return std::size_t{1} << 20;
  const std::size_t row_bytes = e.row_words() / static_cast<std::size_t>(d.words) * d.value_bytes;
  const std::size_t min_bytes = std::size_t{4} << 20;
  return (min_bytes + row_bytes - 1) / row_bytes * row_bytes;
}

/// On the CPU, for an engine that makes its sequence in order: one piece at a time, on several threads.
class cpu_serial_fill : public cpu_host_memory {
 public:
  cpu_serial_fill(simd_level level, int threads, const any_engine& e, const any_distribution& d)
      : piece_bytes_{serial_piece_bytes(e, d.info())}, filler_({threads, level}, e, d) {}

  [[nodiscard]] std::size_t piece_bytes() const override { return piece_bytes_; }
  [[nodiscard]] int threads() const override { return 1; }

  void fill(std::uint64_t first, std::size_t n, void* to) override { filler_.fill(first, to, n); }

 private:
  std::size_t piece_bytes_;
  filler filler_;
};

/// On CUDA devices, through device memory and pinned host memory.
/// @throws device_error if there is no device
std::unique_ptr<host_fill> make_cuda_host_fill(const any_engine& e, const any_distribution& d,
                                               const std::vector<int>& ordinals = {0});

}  // namespace tali::tool
