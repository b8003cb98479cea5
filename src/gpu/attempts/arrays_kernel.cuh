// SPDX-License-Identifier: Apache-2.0
// Separate parameters per element, in device memory: how kernels read them, and the kernel of rejection
// distributions.
#pragma once

#include <tali/cuda/detail/sampling_kernel.cuh>
#include <tali/cuda/detail/staged_rows.cuh>
#include <tali/detail/array_forms.hpp>
#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/rejection/attempts.hpp>

#include "gpu/attempts/each_samples.hpp"
#include "gpu/bulk/row_batch.cuh"

namespace tali::cuda_driver {

/// The arrays of a distribution's parameters: their addresses, then their forms.
template <class D>
class device_arrays {
  using P = typename D::parameter;
  static constexpr int count = detail::parameter_count<D>;

 public:
  explicit device_arrays(const void* const* arrays, const detail::array_forms& forms = {}) : forms_{forms} {
    for (int k = 0; k < count; ++k) at_[k] = static_cast<const char*>(arrays[k]);
  }
  /// The arrays from element i on, which may be before them: a negative number, as unsigned.
  __device__ __forceinline__ device_arrays from(std::uint64_t i) const {
    device_arrays later = *this;
#pragma unroll
    for (int k = 0; k < count; ++k) later.at_[k] += static_cast<std::int64_t>(i) * step(k);
    return later;
  }
  __device__ __forceinline__ void read(unsigned i, detail::parameters_of<D>& p) const {
#pragma unroll
    for (int k = 0; k < count; ++k) {
      const void* const one = at_[k] + std::uint64_t{i} * step(k);
      p[k] = is_narrow(k) ? static_cast<P>(*static_cast<const float*>(one)) : *static_cast<const P*>(one);
    }
  }
  /// Whether invalid parameters have the value 0.
  __device__ __forceinline__ bool give_zero(const detail::parameters_of<D>& p) const {
    bool any = false;
#pragma unroll
    for (int k = 0; k < count; ++k) any = any || ((forms_.zero >> k & 1u) != 0 && p[k] == P(0));
    return any;
  }

 private:
  __device__ __forceinline__ bool is_narrow(int k) const {
    return sizeof(P) > sizeof(float) && (forms_.narrow >> k & 1u) != 0;
  }
  /// Bytes from an element to the next; 0: one number for all.
  __device__ __forceinline__ unsigned step(int k) const {
    if ((forms_.single >> k & 1u) != 0) return 0;
    return static_cast<unsigned>(is_narrow(k) ? sizeof(float) : sizeof(P));
  }

  const char* at_[count];
  detail::array_forms forms_;
};

/// Samples with separate parameters. If the distribution has it, a thread first makes what is usually enough:
/// a quick attempt, of words that neighbouring samples share, or an outcome that a few bits decide. The other
/// samples go to a list; when the list has one for each thread, they are made whole, so that few lanes wait
/// for others.
///
/// Each block makes consecutive pieces of the row. Pieces begin at tiles of the sequence. With rows, each row
/// has its own row of blocks.
template <class D, int Rounds>
__global__ void __launch_bounds__(each_threads, mostly_quick<D> ? 3 : 1)
    each_kernel(rejection_words<Rounds> words, const device_arrays<D> arrays, typename D::result_type* to,
                std::uint64_t first, const std::uint64_t count, detail::cuda_failures* record,
                const __grid_constant__ row_batch batch) {
  using T = typename D::result_type;
  constexpr unsigned tile = rejection_words<Rounds>::inversion_tile;
  T* const all = to;
  turn_to_row(batch, blockIdx.y, 1, words, first, to);
  const auto before = static_cast<std::uint64_t>(to - all);  // elements of earlier rows
  const math::quantile_rows rows = staged_rows<D, 1>();

  // In numbers of samples of the sequence: the row's samples are at ... at + count - 1.
  const std::uint64_t at = words.first() + first, start = at - at % tile,
                      piece = blockDim.x * each_samples<D>;
  const std::uint64_t pieces = (at - start + count + piece - 1) / piece,
                      part = (pieces + gridDim.x - 1) / gridDim.x;
  const std::uint64_t base = start + blockIdx.x * part * piece;
  if (base - start >= at - start + count) return;
  const std::uint64_t left = at + count - base, size = left < part * piece ? left : part * piece;

  // The sample at an offset from another, whose parameters and value these are. False if its parameters are
  // invalid.
  const auto read = [&](const device_arrays<D>& from, T* out, unsigned offset, detail::parameters_of<D>& p) {
    from.read(offset, p);
    if (D::bad_parameter(p) < 0) return true;
    const bool zero = from.give_zero(p);
    out[offset] = zero ? T(0) : D::failed();
    if (record != nullptr && !zero) note(&record->bad, static_cast<std::uint64_t>(out + offset - to));
    return false;
  };
  const auto make_whole = [&](std::uint64_t offset) {
    if (base + offset < at) return;
    const std::uint64_t i = base + offset - at;
    detail::parameters_of<D> p;
    if (!read(arrays.from(before + i), to + i, 0, p)) return;
    const auto s = sample(words, reading(D(detail::unchecked, p), rows), first + i);
    to[i] = s.value;
    if (!s.accepted && record != nullptr) note(&record->exhausted, i);
  };
  if constexpr (!mostly_quick<D>) {
    for (std::uint64_t offset = threadIdx.x; offset < size; offset += blockDim.x) make_whole(offset);
    return;
  }

  // Offsets from the block's first sample.
  __shared__ std::uint32_t waiting[(each_samples<D> + 1) * each_threads];
  __shared__ int open;
  const auto begin_piece = [&](std::uint64_t offset) {
    // The piece's samples begin ... end - 1 are in the row. Its first one may be before the row.
    const std::uint64_t i = base + offset - at, rest = size - offset;
    const unsigned begin = base + offset < at ? static_cast<unsigned>(at - base - offset) : 0u;
    const unsigned end = rest < piece ? static_cast<unsigned>(rest) : static_cast<unsigned>(piece);
    const device_arrays<D> given = arrays.from(before + i);
    T* const out = to + static_cast<std::int64_t>(i);
    const auto list = [&](unsigned one) {
      waiting[detail::gpu::atomic_add(&open, 1)] = static_cast<std::uint32_t>(offset) + one;
    };
    if constexpr (detail::has_quick_outcome<D>) {
      constexpr unsigned m = 16 / sizeof(T);
      const unsigned lane = threadIdx.x % 32u, of_warp = threadIdx.x / 32u * tile;
      const std::uint64_t group = (base + offset + of_warp) / each_samples<D>;
      std::uint32_t w[4];
      words.block(group, rejection_words<Rounds>::inversion_words, 0)(narrow(group) + lane, w);
#pragma unroll 1
      for (unsigned k = 0; k < each_samples<D>; ++k) {
        const unsigned one = of_warp + 32 * m * (k / m) + m * lane + k % m;
        const std::uint32_t both = k % 4 == 0 ? w[0] : k % 4 == 1 ? w[1] : k % 4 == 2 ? w[2] : w[3];
        detail::parameters_of<D> p;
        if (one < begin || one >= end || !read(given, out, one, p)) continue;
        T x;
        if (D::quick_outcome(p, k < 4 ? both & 0xffffu : both >> 16, x)) {
          out[one] = x;
        } else {
          list(one);
        }
      }
    } else if constexpr (mostly_quick<D>) {
      constexpr unsigned n = D::attempt_words, sharing = n < 4 ? 4 / n : 1;
#pragma unroll 1
      for (unsigned b = 0; b < each_samples<D> / sharing; ++b) {
        const unsigned neighbours = (b * blockDim.x + threadIdx.x) * sharing;
        const std::uint64_t group = (base + offset + neighbours) / sharing;
        std::uint32_t w[n < 4 ? 4 : n];
#pragma unroll
        for (unsigned four = 0; four < (n + 3) / 4; ++four) {
          std::uint32_t block[4];
          words.block(group, 0, four)(narrow(group), block);
#pragma unroll
          for (unsigned k = 0; k < 4; ++k) w[4 * four + k] = block[k];
        }
#pragma unroll
        for (unsigned s = 0; s < sharing; ++s) {
          const unsigned one = neighbours + s;
          detail::parameters_of<D> p;
          if (one < begin || one >= end || !read(given, out, one, p)) continue;
          std::uint32_t sample_words[n];
#pragma unroll
          for (unsigned k = 0; k < n; ++k) sample_words[k] = w[s * n + k];
          const D d = reading(D(detail::unchecked, p), rows);
          if (const auto a = d.quick_attempt(sample_words); a.accepted) {
            out[one] = detail::completed(d, words, first + i + one, a.value);
          } else {
            list(one);
          }
        }
      }
    }
  };

  if (threadIdx.x == 0) open = 0;
  detail::gpu::synchronise_block();
  for (std::uint64_t offset = 0; offset < size; offset += piece) {
    begin_piece(offset);
    detail::gpu::synchronise_block();
    const int listed = open;
    detail::gpu::synchronise_block();
    if (listed < static_cast<int>(blockDim.x) && offset + piece < size) continue;
#pragma unroll 1
    for (int k = static_cast<int>(threadIdx.x); k < listed; k += static_cast<int>(blockDim.x))
      make_whole(waiting[k]);
    if (threadIdx.x == 0) open = 0;
    detail::gpu::synchronise_block();
  }
}

}  // namespace tali::cuda_driver
