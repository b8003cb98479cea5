// SPDX-License-Identifier: Apache-2.0
// The empirical tests on a GPU: the library fills pieces of its memory, which are then looked at.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <cub/device/device_select.cuh>

#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>
#include <tali/filler.hpp>

#include "cuda.hpp"
#include "empirical/normals.hpp"

namespace tali::lab {

namespace {

using tool::check;
using tool::device_array;
using tool::device_of_process;
using tool::use_device;

constexpr unsigned block = 256;
constexpr std::uint64_t piece = std::uint64_t{1} << 26;
constexpr std::uint64_t span = warp_normal<double>::batch_size;

/// Normal numbers by the table of a range, from words: a warp makes a span of 128 from as many words.
__global__ void __launch_bounds__(block)
    by_table_kernel(const std::int32_t* values, const detail::warp_coefficients k, const std::uint32_t* words,
                    const std::uint64_t spans, double* to) {
  __shared__ detail::warp_normal_table<32> table;
  table.load(values);
  const std::uint64_t warps = std::uint64_t{gridDim.x} * (block / detail::warp_size);
  const unsigned lane = threadIdx.x % detail::warp_size;
  for (std::uint64_t s = (std::uint64_t{blockIdx.x} * block + threadIdx.x) / detail::warp_size; s < spans;
       s += warps) {
    for (std::uint64_t i = s * span + lane; i < (s + 1) * span; i += detail::warp_size)
      to[i] = detail::warp_gaussian<detail::cuda_warp, 32, warp_grain::fine>(
          words[s * span + 4 * lane + (i - s * span) / detail::warp_size], table.value, k);
  }
}

template <class T>
__global__ void __launch_bounds__(block) moments_kernel(const T* const x, const std::uint64_t n,
                                                        unsigned long long* low, unsigned long long* high) {
  moment_accumulator mine;
  const std::uint64_t step = std::uint64_t{gridDim.x} * block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * block + threadIdx.x; i < n; i += step)
    mine.add(static_cast<double>(x[i]));
#pragma unroll
  for (int k = 0; k < moment_order; ++k) {
    long long sum = mine.units[k];
    for (int d = detail::warp_size / 2; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x % detail::warp_size == 0) {  // the lower 32 bits and the rest, so that neither overflows
      atomicAdd(&low[k], static_cast<unsigned long long>(sum) & 0xffffffffu);
      atomicAdd(&high[k], static_cast<unsigned long long>(sum >> 32));
    }
  }
}

/// Values of a range in device memory, piece after piece.
class pieces {
 public:
  explicit pieces(const normal_range& r)
      : range_{r},
        is_float_{r.distribution.info().value_bytes == 4},
        most_{std::min(r.n, piece)},
        values_{device_array<double>(most_ + 2 * span)} {
    const any_distribution words("bits", "u32");
    filler_ = std::make_unique<filler>(
        open_filler(cuda{device_of_process()}, r.sequence, r.table != nullptr ? words : r.distribution));
    if (r.table == nullptr) return;
    words_ = device_array<std::uint32_t>(most_ + 2 * span);
    table_ = device_array<std::int32_t>(std::size(r.table->values));
    check(cudaMemcpy(table_.get(), r.table->values, sizeof r.table->values, cudaMemcpyHostToDevice),
          "cudaMemcpy");
  }

  /// Calls use(values, count) with floats or doubles.
  template <class F>
  void each(const F& use) {
    for (std::uint64_t done = 0; done < range_.n; done += most_) {
      const std::uint64_t n = std::min(most_, range_.n - done), first = range_.first + done;
      if (range_.table != nullptr) {
        const std::uint64_t skip = first % span, spans = (skip + n + span - 1) / span;
        filler_->fill(first - skip, words_.get(), spans * span);
        by_table_kernel<<<1024, block>>>(table_.get(), range_.table->coefficients, words_.get(), spans,
                                         values_.get());
        check(cudaGetLastError(), "launch of the table's kernel");
        use(values_.get() + skip, n);
        continue;
      }
      filler_->fill(first, values_.get(), n);
      if (is_float_) {
        use(reinterpret_cast<const float*>(values_.get()), n);
      } else {
        use(values_.get(), n);
      }
    }
  }

  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  const normal_range& range_;
  bool is_float_;
  std::uint64_t most_;
  std::shared_ptr<double> values_;
  std::shared_ptr<std::uint32_t> words_;
  std::shared_ptr<std::int32_t> table_;
  std::unique_ptr<filler> filler_;
};

struct is_beyond {
  double threshold;
  __device__ bool operator()(double x) const { return absolute(x) > threshold; }
};

}  // namespace

moment_sums sum_moments_cuda(const normal_range& r) {
  use_device(device_of_process());
  moment_sums all;
  if (r.n == 0) return all;
  const auto sums = device_array<unsigned long long>(2 * moment_order);
  pieces(r).each([&](const auto* x, std::uint64_t n) {
    check(cudaMemset(sums.get(), 0, 2 * moment_order * sizeof(long long)), "cudaMemset");
    // A thread takes 2^8 numbers of a piece, where its accumulator holds 2^16.
    moments_kernel<<<1024, block>>>(x, n, sums.get(), sums.get() + moment_order);
    check(cudaGetLastError(), "launch of the moments' kernel");
    unsigned long long units[2 * moment_order];
    check(cudaMemcpy(units, sums.get(), sizeof units, cudaMemcpyDeviceToHost), "cudaMemcpy");
    moment_sums part;
    part.n = n;
    for (std::size_t k = 0; k < moment_order; ++k) {
      part.units[k] = (moment_sums::wide{static_cast<long long>(units[moment_order + k])} << 32) + units[k];
    }
    all.add(part);
  });
  return all;
}

std::vector<double> tail_cuda(const normal_range& r, double threshold) {
  use_device(device_of_process());
  std::vector<double> out;
  if (r.n == 0) return out;
  pieces all(r);
  // Room for the expected number and ten of its standard deviations.
  const double expected = expected_tail(threshold, static_cast<double>(all.most()));
  const auto capacity = static_cast<std::uint64_t>(
      std::min(expected + 10 * std::sqrt(expected) + 100, static_cast<double>(all.most())));
  const auto found = device_array<double>(all.most());
  const auto count = device_array<std::uint64_t>(1);
  std::shared_ptr<unsigned char> workspace;
  std::size_t room = 0;
  all.each([&](const auto* x, std::uint64_t n) {
    std::size_t bytes = 0;
    const auto select = [&] {
      check(cub::DeviceSelect::If(workspace.get(), bytes, x, found.get(), count.get(),
                                  static_cast<std::int64_t>(n), is_beyond{threshold}),
            "cub::DeviceSelect");
    };
    if (room == 0) {
      select();  // says what it needs
      workspace = device_array<unsigned char>(room = bytes);
    }
    bytes = room;
    select();
    std::uint64_t more = 0;
    check(cudaMemcpy(&more, count.get(), sizeof more, cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (more > capacity) {
      throw error("the tail has " + std::to_string(more) + " numbers, ten standard deviations more than a " +
                  "normal distribution's");
    }
    out.resize(out.size() + more);
    check(cudaMemcpy(out.data() + (out.size() - more), found.get(), more * sizeof(double),
                     cudaMemcpyDeviceToHost),
          "cudaMemcpy");
  });
  return out;
}

}  // namespace tali::lab
