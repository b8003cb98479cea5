// SPDX-License-Identifier: Apache-2.0
// Numbers made in registers and not stored: what the arithmetic alone takes.
#include <cstdint>

#if defined(TALI_HAS_CURAND)
#include <curand_kernel.h>
#endif

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "cuda/kernels.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;
constexpr unsigned steps = 2048;
constexpr int words = 4;

template <class T>
__device__ std::uint64_t bits_of_value(T x) {
  std::uint64_t bits = 0;
  memcpy(&bits, &x, sizeof x);
  return bits;
}

/// Four words per step; the values' bits are folded together and stored only if they come out as they never
/// do.
template <class E, single_distribution D>
__global__ void registers_kernel(const E engine, const D distribution, const typename E::stride stride,
                                 std::uint64_t* never) {
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  typename E::template cursor<scalar::at_groups> at(engine, t * words, 0);
  std::uint64_t folded = 0;
  for (unsigned s = 0; s < steps; ++s) {
    std::uint32_t w[words];
    at.take(w);
#pragma unroll
    for (int k = 0; k < words; k += D::words) {
      std::uint32_t own[D::words];
#pragma unroll
      for (int j = 0; j < D::words; ++j) own[j] = w[k + j];
      folded ^= bits_of_value(distribution(own));
    }
    at.advance(stride);
  }
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

/// The same of a distribution that lanes make in spans.
template <class E, batch_distribution D>
__global__ void registers_kernel(const E engine, const D distribution, const typename E::stride stride,
                                 std::uint64_t* never) {
  __shared__ typename D::shared_table table;
  table.load();
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  typename E::template cursor<scalar::at_groups> at(
      engine, t / D::lanes * D::batch_size + t % D::lanes * D::lane_words, 0);
  std::uint64_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < steps * words; s += D::lane_values) {
    std::uint32_t w[D::lane_words];
    at.take_steady(w);  // fewer than 2^34 words: no carry into Philox's second counter word
    typename D::lane_type x[D::lane_values];
    detail::lane_outputs(distribution, w, table, x);
#pragma unroll
    for (int k = 0; k < D::lane_values; ++k) folded ^= bits_of_value(x[k]);
    at.advance(stride);
  }
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

template <class E, class D>
register_run run_of() {
  return {E::name, D::name, type_name<typename D::result_type>(), [](unsigned grid, std::uint64_t* never) {
            const std::uint64_t threads = std::uint64_t{grid} * block;
            std::uint64_t a_step = threads * words;
            if constexpr (batch_distribution<D>) a_step = threads / D::lanes * D::batch_size;
            registers_kernel<E, D><<<grid, block>>>(E(1, 2), D{}, typename E::stride(a_step), never);
            require(cudaGetLastError());
            return static_cast<double>(threads) * steps * (words / D::words);
          }};
}

constexpr const char* one_by_one = "one by one, not stored";
constexpr unsigned elements = 64;  ///< of a thread

/// Element i from the sequence and i alone, as in a kernel that needs one number per particle.
template <class E, class D>
__global__ void elements_kernel(const E engine, const D distribution, std::uint64_t* never) {
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint64_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < elements; ++s)
    folded ^= bits_of_value(value(engine, distribution, t + s * threads));
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

template <class D>
register_run elements_of(D d) {
  using E = philox4x32;
  return {E::name, D::name, type_name<typename D::result_type>(),
          [d](unsigned grid, std::uint64_t* never) {
            elements_kernel<<<grid, block>>>(E(1, 2), d, never);
            require(cudaGetLastError());
            return static_cast<double>(grid) * block * elements;
          },
          one_by_one};
}

#if defined(TALI_HAS_CURAND)

// cuRAND's device interface, by the distribution that is like it: the call that makes the most values from a
// block of four words, and of floats the one that makes a single value.
using curand_state = curandStatePhilox4_32_10_t;
__device__ std::uint64_t folded(float4 x) {
  return bits_of_value(x.x) ^ bits_of_value(x.y) ^ bits_of_value(x.z) ^ bits_of_value(x.w);
}
__device__ std::uint64_t folded(double2 x) { return bits_of_value(x.x) ^ bits_of_value(x.y); }
__device__ std::uint64_t many(uniform<float>, curand_state& s) { return folded(curand_uniform4(&s)); }
__device__ std::uint64_t many(uniform<double>, curand_state& s) { return folded(curand_uniform2_double(&s)); }
__device__ std::uint64_t many(normal<float>, curand_state& s) { return folded(curand_normal4(&s)); }
__device__ std::uint64_t many(normal<double>, curand_state& s) { return folded(curand_normal2_double(&s)); }
__device__ float one(uniform<float>, curand_state& s) { return curand_uniform(&s); }
__device__ float one(normal<float>, curand_state& s) { return curand_normal(&s); }

template <class D>
__global__ void curand_kernel(const D like, std::uint64_t* never) {
  constexpr unsigned values = 16 / sizeof(typename D::result_type);
  curand_state state;
  curand_init(1, std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x, 0, &state);
  std::uint64_t folded = 0;
  for (unsigned s = 0; s < steps * words; s += values) folded ^= many(like, state);
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

/// One number per state.
template <class D>
__global__ void curand_elements_kernel(const D like, std::uint64_t* never) {
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint64_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < elements; ++s) {
    curand_state state;
    curand_init(1, t + s * threads, 0, &state);
    folded ^= bits_of_value(one(like, state));
  }
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

template <class D>
register_run run_of_curand(void (*kernel)(D, std::uint64_t*), unsigned values, const char* variant) {
  return {"curand-philox", D::name, type_name<typename D::result_type>(),
          [=](unsigned grid, std::uint64_t* never) {
            kernel<<<grid, block>>>(D{}, never);
            require(cudaGetLastError());
            return static_cast<double>(grid) * block * values;
          },
          variant};
}

#endif

}  // namespace

std::vector<register_run> register_runs() {
  std::vector<register_run> all;
#if defined(TALI_HAS_CURAND)
  const auto add = [&]<class D>(D) {
    all.push_back(run_of_curand<D>(curand_kernel<D>, steps * words, "not stored"));
    if constexpr (sizeof(typename D::result_type) == 4)
      all.push_back(run_of_curand<D>(curand_elements_kernel<D>, elements, one_by_one));
  };
  add(uniform<float>());
  add(uniform<double>());
  add(normal<float>());
  add(normal<double>());
#endif
  all.push_back(elements_of(uniform<float>()));
  all.push_back(elements_of(uniform<double>()));
  all.push_back(elements_of(normal_icdf<float>()));
  all.push_back(elements_of(exponential<float>()));
  all.push_back(elements_of(gamma<float>(2.5F)));
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    all.push_back(run_of<E, bits<std::uint32_t>>());
    all.push_back(run_of<E, uniform<float>>());
    all.push_back(run_of<E, uniform<double>>());
    all.push_back(run_of<E, normal_icdf<float>>());
    all.push_back(run_of<E, normal_icdf<double>>());
    all.push_back(run_of<E, warp_normal<float>>());
    all.push_back(run_of<E, warp_normal<double>>());
    all.push_back(run_of<E, warp_normal<double, warp_grain::coarse>>());
    all.push_back(run_of<E, normal<float>>());
    all.push_back(run_of<E, normal<double>>());
  });
  for (const register_run& x : gaussian_register_runs()) all.push_back(x);
  for (const register_run& x : wallace_register_runs()) all.push_back(x);
  return all;
}

}  // namespace tali::bench
