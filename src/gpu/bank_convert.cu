// SPDX-License-Identifier: Apache-2.0
// Words in device memory to values of any distribution: for the distributions that the kernels of banks and
// of word engines do not finish themselves.
#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "gpu/bank_kernels.hpp"
#include "gpu/runtime.hpp"

namespace tali::cuda_driver {

namespace {

constexpr unsigned threads = 256;

template <class D>
__global__ void __launch_bounds__(threads) convert_kernel(const D distribution, const std::uint32_t* words,
                                                          typename D::result_type* to, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * threads) {
    std::uint32_t w[D::words];
#pragma unroll
    for (int k = 0; k < D::words; ++k) w[k] = words[i * D::words + k];
    to[i] = static_cast<typename D::result_type>(distribution(w));
  }
}

template <class D>
__global__ void __launch_bounds__(threads)
    convert_spans_kernel(const D distribution, const std::uint32_t* words, std::size_t skip,
                         typename D::result_type* to, std::size_t n) {
  __shared__ typename D::shared_table table;
  table.load();
  constexpr int blocks = D::lane_words;
  const unsigned lane = threadIdx.x % warp_size;
  const std::size_t batches = (skip + n + D::batch_size - 1) / D::batch_size;
  for (std::size_t s = (blockIdx.x * std::size_t{threads} + threadIdx.x) / warp_size; s < batches;
       s += std::size_t{gridDim.x} * (threads / warp_size)) {
    const uint4 entropy = reinterpret_cast<const uint4*>(words)[s * warp_size + lane];
    const std::uint32_t own[blocks] = {entropy.x, entropy.y, entropy.z, entropy.w};
#pragma unroll
    for (int k = 0; k < blocks; ++k) {
      const typename D::result_type x = distribution(own[k], table);
      const std::size_t i = s * D::batch_size + static_cast<std::size_t>(k * warp_size) + lane - skip;
      if (i < n) to[i] = x;  // below the range it wraps to beyond it
    }
  }
}

/// The same of distributions whose lanes make many values each: 128 threads, so that a lane's values fit its
/// registers.
constexpr unsigned lane_threads = 128;
template <class D>
__global__ void __launch_bounds__(lane_threads)
    convert_lanes_kernel(const D distribution, const std::uint32_t* words, std::size_t skip,
                         typename D::result_type* to, std::size_t n) {
  __shared__ typename D::shared_table table;
  table.load();
  const unsigned lane = threadIdx.x % D::lanes;
  const std::size_t batches = (skip + n + D::batch_size - 1) / D::batch_size;
  for (std::size_t s = (blockIdx.x * std::size_t{lane_threads} + threadIdx.x) / D::lanes; s < batches;
       s += std::size_t{gridDim.x} * (lane_threads / D::lanes)) {
    const auto* const from = reinterpret_cast<const uint4*>(words + s * D::batch_size + lane * D::lane_words);
    std::uint32_t own[D::lane_words];
#pragma unroll
    for (int k = 0; k < D::lane_words; k += 4) {
      const uint4 four = from[k / 4];
      memcpy(own + k, &four, sizeof four);
    }
    typename D::lane_type x[D::lane_values];
    distribution(own, table, x);
#pragma unroll
    for (int k = 0; k < D::lane_values; ++k) {
      const std::size_t i =
          s * D::batch_size + static_cast<std::size_t>(D::index_of(static_cast<int>(lane), k)) - skip;
      if (i < n) to[i] = D::stored(x[k]);  // below the range it wraps to beyond it
    }
  }
}

template <class D>
void launch_one(const void* distribution, const std::uint32_t* words, std::size_t skip, void* to,
                std::size_t n, runtime::stream stream) {
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  constexpr std::size_t most = 132 * 16;
  const std::size_t wanted = (n + skip + threads - 1) / threads;
  const auto grid = static_cast<unsigned>(wanted < most ? wanted : most);
  if constexpr (lane_distribution<D>) {
    runtime::launch("conversion kernel", convert_lanes_kernel<D>, {grid, lane_threads}, stream, d, words,
                    skip, out, n);
  } else if constexpr (batch_distribution<D>) {
    runtime::launch("conversion kernel", convert_spans_kernel<D>, {grid, threads}, stream, d, words, skip,
                    out, n);
  } else {
    runtime::launch("conversion kernel", convert_kernel<D>, {grid, threads}, stream, d, words, out, n);
  }
}

using launcher = void (*)(const void*, const std::uint32_t*, std::size_t, void*, std::size_t,
                          runtime::stream);

/// Null where values are never made from words: of one word each, which the first kernel finishes. Where they
/// take two, a range can begin within a value.
template <class D>
constexpr launcher launcher_of() {
  if constexpr (finished_in_kernel<D> && D::words == 1) {
    return nullptr;
  } else {
    return &launch_one<D>;
  }
}
template <class... D>
launcher launcher_of(int index, type_list<D...>) {
  static constexpr launcher all[] = {launcher_of<D>()...};
  return all[index];
}

template <interval I>
void find_uniform(int index, finish_of_distribution& f) {
  if (index == distributions::index_of<uniform<float, I>>()) f = {true, finish_kind::uniform_f32, I};
  if (index == distributions::index_of<uniform<double, I>>()) f = {true, finish_kind::uniform_f64, I};
}

}  // namespace

finish_of_distribution find_finish(int index) {
  finish_of_distribution f;
  if (index == distributions::index_of<bits<std::uint32_t>>() ||
      index == distributions::index_of<bits<std::uint64_t>>()) {
    f.known = true;
  }
  find_uniform<interval::close_open>(index, f);
  find_uniform<interval::open_close>(index, f);
  find_uniform<interval::open_open>(index, f);
  find_uniform<interval::close1_open2>(index, f);
  return f;
}

void launch_convert_categories(const categorical_view& view, const std::uint32_t* words, std::uint32_t* to,
                               std::size_t n, runtime::stream stream) {
  if (n != 0) launch_one<categorical_view>(&view, words, 0, to, n, stream);
}

void launch_convert(int distribution_index, const void* distribution, const std::uint32_t* words,
                    std::size_t skip, void* to, std::size_t n, runtime::stream stream) {
  if (n == 0) return;
  launcher_of(distribution_index, distributions{})(distribution, words, skip, to, n, stream);
}

}  // namespace tali::cuda_driver
