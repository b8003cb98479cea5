// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include <tali/cuda/fill_with.cuh>
#include <tali/detail/between.hpp>
#include <tali/detail/value_form.hpp>
#include <tali/distribution/bernoulli.hpp>
#include <tali/distribution/bernoulli_bits.hpp>
#include <tali/distribution/uniform.hpp>
#include <tali/distribution/uniform_int.hpp>
#include <tali/sequence.hpp>

#include "transform_kernels.hpp"

namespace tali::python {

namespace {

template <class T = double>
__device__ T read(const operand& o, std::size_t i) {
  return static_cast<T>(o.at == nullptr ? o.value : o.at[i]);
}

template <class T>
__global__ void apply_parameters(detail::value_form form, operand a, operand b, T* to, std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all) {
    const T first = read<T>(a, i), second = read<T>(b, i);
    to[i] = detail::are_parameters(form, first, second) ? detail::with_parameters(form, first, second, to[i])
                                                        : detail::no_value<T>();
  }
}

template <class T>
__global__ void apply_bounds(operand low, operand high, T* to, std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all) {
    const double a = read(low, i), b = read(high, i);
    to[i] = detail::are_bounds<T>(a, b) ? detail::between(static_cast<T>(a), static_cast<T>(b), to[i])
                                        : detail::no_value<T>();
  }
}

template <class T>
struct bounded {
  static constexpr int words = static_cast<int>(sizeof(T) / sizeof(std::uint32_t));
  T low, high;

  TALI_FN T operator()(const std::uint32_t (&w)[words]) const {
    return detail::between(low, high, uniform<T>()(w));
  }
};

template <class T, class E>
void fill_bounded(const cuda& where, const detail::request& job, double low, double high) {
  const bounded<T> f{static_cast<T>(low), static_cast<T>(high)};
  fill_with(where, *static_cast<const E*>(job.engine), f, job.first, static_cast<T*>(job.to), job.n);
}

template <class From, class To>
__global__ void apply_converted(const From* from, std::size_t step, double one, bool of_integers, To* to,
                                std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all) {
    if (from == nullptr) {
      to[i] = static_cast<To>(one);
    } else if (of_integers) {
      to[i] = static_cast<To>(__longlong_as_double(static_cast<std::int64_t>(from[i * step])));
    } else {
      to[i] = static_cast<To>(from[i * step]);
    }
  }
}

__global__ void apply_narrowed(const std::int64_t* from, std::int32_t* to, std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all) {
    const auto x = static_cast<std::int32_t>(from[i]);
    to[i] = x == from[i] ? x : -1;
  }
}

template <class T>
__global__ void apply_resized(const std::uint32_t* from, T* to, std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all)
    to[i] = static_cast<T>(from[i]);
}

template <class D>
inline constexpr bool has_each = std::is_same_v<D, bernoulli> || std::is_same_v<D, bernoulli_bits>;
template <class T>
inline constexpr bool has_each<uniform_int<T>> = true;

/// Element `index` with parameters a and b; no value if they are out of range. Integers are passed in the
/// bits of doubles.
template <class E, class D>
__device__ typename D::result_type value_with(const E& e, double a, double b, std::uint64_t index) {
  using T = typename D::result_type;
  if constexpr (requires(const D d) { d.p(); }) {
    const detail::parameters_of<D> p{a};
    return D::bad_parameter(p) < 0 ? value(e, D(a), index) : detail::no_value<T>();
  } else {
    const auto low = static_cast<T>(__double_as_longlong(a)), high = static_cast<T>(__double_as_longlong(b));
    return low <= high ? value(e, D(low, high), index) : detail::no_value<T>();
  }
}

template <class E, class D>
__global__ void apply_each(E e, const double* a, const double* b, std::uint64_t first,
                           typename D::result_type* to, std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all)
    to[i] = value_with<E, D>(e, a[i], b == nullptr ? 0 : b[i], first + i);
}

/// Rows of n values with one key each, in device memory.
template <class D>
__global__ void apply_each_row(const key* keys, const double* a, const double* b, std::uint64_t first,
                               typename D::result_type* to, std::size_t n, std::size_t elements) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += all)
    to[i] = value_with<philox4x32, D>(philox4x32(keys[i / n]), a[i], b == nullptr ? 0 : b[i], first + i % n);
}

constexpr unsigned threads = 256;

/// Number of blocks that keeps a large GPU busy; fewer for few values.
unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>(std::min<std::size_t>((n + threads - 1) / threads, 4096));
}

}  // namespace

cudaError_t launch_parameters(detail::value_form form, std::size_t value_bytes, operand a, operand b,
                              void* to, std::size_t n, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (value_bytes == 4) {
    apply_parameters<<<blocks_for(n), threads, 0, stream>>>(form, a, b, static_cast<float*>(to), n);
  } else {
    apply_parameters<<<blocks_for(n), threads, 0, stream>>>(form, a, b, static_cast<double*>(to), n);
  }
  return cudaGetLastError();
}

cudaError_t launch_bounds(std::size_t value_bytes, operand low, operand high, void* to, std::size_t n,
                          cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (value_bytes == 4) {
    apply_bounds<<<blocks_for(n), threads, 0, stream>>>(low, high, static_cast<float*>(to), n);
  } else {
    apply_bounds<<<blocks_for(n), threads, 0, stream>>>(low, high, static_cast<double*>(to), n);
  }
  return cudaGetLastError();
}

cudaError_t launch_each(const detail::request& job, const double* const* p, cudaStream_t stream) {
  if (job.elements() == 0) return cudaSuccess;
  bool found = false;
  catalogue::catalogue_distributions::for_each([&]<class D>(int distribution, detail::type_list<D>) {
    if constexpr (has_each<D>) {
      if (job.rows != nullptr) {
        if (distribution != job.distribution_entry->index) return;
        found = true;
        apply_each_row<D><<<blocks_for(job.elements()), threads, 0, stream>>>(
            job.rows->keys, p[0], p[1], job.rows->first, static_cast<typename D::result_type*>(job.to),
            job.rows->n, job.elements());
        return;
      }
      catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
        if (distribution != job.distribution_entry->index) return;
        if (catalogue::catalogue_engines::index_of<E>() != job.engine_entry->index) return;
        found = true;
        apply_each<E, D><<<blocks_for(job.n), threads, 0, stream>>>(
            *static_cast<const E*>(job.engine), p[0], p[1], job.first,
            static_cast<typename D::result_type*>(job.to), job.n);
      });
    }
  });
  return found ? cudaGetLastError() : cudaErrorInvalidValue;
}

template <class From>
cudaError_t launch_converted(const From* from, std::size_t step, double one, bool of_integers,
                             std::size_t to_bytes, void* to, std::size_t n, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (to_bytes == sizeof(float)) {
    apply_converted<<<blocks_for(n), threads, 0, stream>>>(from, step, one, of_integers,
                                                           static_cast<float*>(to), n);
  } else {
    apply_converted<<<blocks_for(n), threads, 0, stream>>>(from, step, one, of_integers,
                                                           static_cast<double*>(to), n);
  }
  return cudaGetLastError();
}

// The types of JAX's parameters.
template <class... From>
constexpr auto converters = std::tuple{&launch_converted<From>...};
template const auto converters<float, double, std::int32_t, std::int64_t, std::uint32_t, std::uint64_t>;

cudaError_t launch_narrowed(const std::int64_t* from, std::int32_t* to, std::size_t n, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  apply_narrowed<<<blocks_for(n), threads, 0, stream>>>(from, to, n);
  return cudaGetLastError();
}

cudaError_t launch_resized(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n,
                           cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (bytes == 1) {
    apply_resized<<<blocks_for(n), threads, 0, stream>>>(from, static_cast<std::uint8_t*>(to), n);
  } else if (bytes == 2) {
    apply_resized<<<blocks_for(n), threads, 0, stream>>>(from, static_cast<std::uint16_t*>(to), n);
  } else {
    apply_resized<<<blocks_for(n), threads, 0, stream>>>(from, static_cast<std::uint64_t*>(to), n);
  }
  return cudaGetLastError();
}

bool launch_bounded(const cuda& where, const detail::request& job, std::size_t value_bytes, double low,
                    double high) {
  bool known = false;
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    if (catalogue::catalogue_engines::index_of<E>() != job.engine_entry->index) return;
    known = true;
    if (value_bytes == sizeof(float)) {
      fill_bounded<float, E>(where, job, low, high);
    } else {
      fill_bounded<double, E>(where, job, low, high);
    }
  });
  return known;
}

}  // namespace tali::python
