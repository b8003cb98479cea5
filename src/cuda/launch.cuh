// From a range to a launch: alignment, shape, kernel.
#pragma once

#include <cstdint>
#include <string>

#include <tali/cuda/device.hpp>
#include <tali/error.hpp>

#include "cuda/check.hpp"
#include "cuda/fill_kernel.cuh"
#include "cuda/tuning.hpp"

namespace tali::cuda_driver {

/// Multiprocessors of the current device.
int multiprocessors(int ordinal);

inline void check_shape(const launch_shape& s) {
  if (s.block < 0 || s.block > 1024 || s.block % 32 != 0) {
    throw argument_error("launch_shape.block", std::to_string(s.block), "0 or a multiple of 32 up to 1024");
  }
  if (s.steps < 0 || s.steps > (1 << 20)) {
    throw argument_error("launch_shape.steps", std::to_string(s.steps), "0 ... 1048576");
  }
  if (s.grid < 0 || s.grid > 0x7fffffff) {
    throw argument_error("launch_shape.grid", std::to_string(s.grid), "0 ... 2147483647");
  }
}

struct launch_plan {
  plan kernel;
  unsigned grid;
  unsigned block;
};

/// @param count elements of a 16-byte vector
inline launch_plan make_plan(const cuda& where, std::uint64_t first, const void* to, std::uint64_t n,
                             std::uint64_t count) {
  check_shape(where.shape);
  const std::uint64_t value_bytes = 16 / count;
  const std::uint64_t past = reinterpret_cast<std::uintptr_t>(to) % 16;
  launch_plan out{};
  plan& p = out.kernel;
  p.base = first;
  p.head = past == 0 ? 0 : (16 - past) / value_bytes;
  if (p.head > n) p.head = n;
  p.vectors = (n - p.head) / count;
  p.tail = n - p.head - p.vectors * count;

  launch_shape s = default_shape(p.vectors, multiprocessors(where.ordinal));
  if (where.shape.block != 0) s.block = where.shape.block;
  if (where.shape.steps != 0) s.steps = where.shape.steps;
  const auto block = static_cast<std::uint64_t>(s.block);
  std::uint64_t grid;
  if (where.shape.grid != 0) {
    grid = static_cast<std::uint64_t>(where.shape.grid);
    p.stride = grid * block;
    p.block_span = block;
    p.steps = p.vectors / p.stride + 1;
  } else {
    p.stride = block;
    p.steps = static_cast<std::uint64_t>(s.steps);
    p.block_span = block * p.steps;
    grid = (p.vectors + p.block_span - 1) / p.block_span;
    while (grid > 0x7fffffffu) {  // more than the grid holds: longer blocks
      p.steps *= 2;
      p.block_span *= 2;
      grid = (p.vectors + p.block_span - 1) / p.block_span;
    }
  }
  out.grid = static_cast<unsigned>(grid == 0 ? 1 : grid);
  out.block = static_cast<unsigned>(s.block);
  return out;
}

template <class E, class D>
void launch(const cuda& where, const detail::fill_job& job, bool chained, void* engine_after) {
  using T = typename D::result_type;
  constexpr std::uint64_t count = vector_of<T>::count;
  const launch_plan l = make_plan(where, job.first, job.to, job.n, count);
  const typename E::stride stride(l.kernel.stride * count * D::words);
  const D& d = *static_cast<const D*>(job.distribution);
  T* const to = static_cast<T*>(job.to);
  if (chained) {
    auto* const before = static_cast<const E*>(job.engine);
    fill_chained_kernel<E, D><<<l.grid, l.block, 0, where.stream>>>(before, d, to, l.kernel, stride);
    check(cudaGetLastError(), "launch of the fill kernel");
    // Behind the fill, because `after` may be `before`, which every block of the fill reads.
    advance_kernel<E><<<1, 1, 0, where.stream>>>(before, static_cast<E*>(engine_after), job.n * D::words);
    check(cudaGetLastError(), "launch of the state kernel");
  } else {
    const E& e = *static_cast<const E*>(job.engine);
    const std::uint64_t first_word =
        (job.first + l.kernel.head) * D::words + static_cast<std::uint64_t>(e.phase());
    if (E::group > 1 && first_word % E::group == 0) {
      fill_kernel<aligned_scalar, E, D><<<l.grid, l.block, 0, where.stream>>>(e, d, to, l.kernel, stride);
    } else {
      fill_kernel<scalar, E, D><<<l.grid, l.block, 0, where.stream>>>(e, d, to, l.kernel, stride);
    }
    check(cudaGetLastError(), "launch of the fill kernel");
  }
}

}  // namespace tali::cuda_driver
