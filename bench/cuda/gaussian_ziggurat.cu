// SPDX-License-Identifier: Apache-2.0
// The ziggurat on a GPU, tables in shared memory: what most values need is one word or two and one row, but a
// warp waits for those of its lanes that need more.
//
// Sources: those of bench/comparators/ziggurat.hpp.
#include <cmath>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "comparators/ziggurat.hpp"
#include "cuda/gaussian.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;
constexpr unsigned stores = 8;          ///< a thread, where numbers are stored
constexpr unsigned in_registers = 512;  ///< vectors a thread, where they are not
constexpr int layers = ziggurat::layers;

template <class T>
struct ziggurat_rows {
  T end[layers + 1], ratio[layers];
};

__device__ ziggurat_rows<float> rows_f32;
__device__ ziggurat_rows<double> rows_f64;

template <class T>
__device__ const ziggurat_rows<T>& device_rows() {
  if constexpr (sizeof(T) == 4) {
    return rows_f32;
  } else {
    return rows_f64;
  }
}

/// Copies the rows to the device, once.
void load_rows() {
  static const bool loaded = [] {
    const ziggurat made;
    ziggurat_rows<float> singles;
    ziggurat_rows<double> doubles;
    for (int i = 0; i <= layers; ++i) {
      doubles.end[i] = made.ends()[i];
      singles.end[i] = static_cast<float>(made.ends()[i]);
    }
    for (int i = 0; i < layers; ++i) {
      doubles.ratio[i] = made.ratios()[i];
      singles.ratio[i] = static_cast<float>(made.ratios()[i]);
    }
    require(cudaMemcpyToSymbol(rows_f32, &singles, sizeof singles));
    require(cudaMemcpyToSymbol(rows_f64, &doubles, sizeof doubles));
    return true;
  }();
  (void)loaded;
}

/// A layer and a number in [-1, 1), of bits that are not the layer's.
template <class T>
struct proposal {
  int layer;
  T u;

  /// Takes one word for float and two for double from the front of w.
  __device__ explicit proposal(const std::uint32_t* w) : layer{static_cast<int>(w[0] % layers)} {
    if constexpr (sizeof(T) == 4) {
      u = static_cast<float>(static_cast<std::int32_t>(w[0]) >> 8) * 0x1p-23f;
    } else {
      u = static_cast<double>(static_cast<std::int64_t>(join(w[0], w[1])) >> 11) * 0x1p-52;
    }
  }
};

/// The words of a value that needs more than its first ones: 2^12 of its own, far behind those.
template <class E>
class further_words {
 public:
  __device__ further_words(const E& engine, std::size_t value)
      : engine_{engine}, at_{(std::uint64_t{1} << 48) + (std::uint64_t{value} << 12)} {}
  template <class T>
  __device__ proposal<T> next() {
    const std::uint32_t w[2] = {engine_.word(at_), engine_.word(at_ + 1)};
    at_ += 2;
    return proposal<T>(w);
  }
  /// In (0, 1).
  template <class T>
  __device__ T unit() {
    const std::uint32_t low = engine_.word(at_), high = engine_.word(at_ + 1);
    at_ += 2;
    if constexpr (sizeof(T) == 4) {
      return (static_cast<float>(high >> 9) + 0.5f) * 0x1p-23f;
    } else {
      return (static_cast<double>(join(low, high) >> 12) + 0.5) * 0x1p-52;
    }
  }

 private:
  E engine_;
  std::uint64_t at_;
};

/// Beyond a layer's rectangle: the wedge, the tail, or another attempt.
template <class T, class E>
__device__ T slow_value(const ziggurat_rows<T>& rows, proposal<T> p, further_words<E> words) {
  constexpr T half = T(0.5), r = T(ziggurat::r);
  for (;;) {
    if (abs(p.u) < rows.ratio[p.layer]) return p.u * rows.end[p.layer];
    if (p.layer == 0) {
      for (;;) {
        const T x = -log(words.template unit<T>()) / r, y = -log(words.template unit<T>());
        if (y + y > x * x) return p.u < 0 ? -(r + x) : r + x;
      }
    }
    const T x = p.u * rows.end[p.layer], lower = rows.end[p.layer], upper = rows.end[p.layer + 1];
    const T below = exp(-half * (lower * lower - x * x)), above = exp(-half * (upper * upper - x * x));
    if (above + words.template unit<T>() * (below - above) < 1) return x;
    p = words.template next<T>();
  }
}

template <class T>
struct alignas(16) vector_of {
  static constexpr int values = 16 / sizeof(T);
  static constexpr int words = 4;
  T x[values];

  /// @param value  the index of the first one
  template <class E>
  __device__ vector_of(const ziggurat_rows<T>& rows, const E& engine, const std::uint32_t (&w)[words],
                       std::size_t value) {
#pragma unroll
    for (int k = 0; k < values; ++k) {
      const proposal<T> p(w + k * (words / values));
      x[k] = abs(p.u) < rows.ratio[p.layer]
                 ? p.u * rows.end[p.layer]
                 : slow_value(rows, p, further_words<E>(engine, value + static_cast<std::size_t>(k)));
    }
  }
};

template <class T>
__device__ void stage(ziggurat_rows<T>& rows) {
  const ziggurat_rows<T>& from = device_rows<T>();
  for (int i = static_cast<int>(threadIdx.x); i <= layers; i += block) {
    rows.end[i] = from.end[i];
    if (i < layers) rows.ratio[i] = from.ratio[i];
  }
  __syncthreads();
}

template <class E>
using cursor_of = typename E::template cursor<aligned_scalar>;

/// Neighbouring threads store side by side.
template <class E, class T>
__global__ void __launch_bounds__(block)
    ziggurat_kernel(vector_of<T>* to, const E engine, const typename E::stride stride) {
  __shared__ ziggurat_rows<T> rows;
  stage(rows);
  std::size_t v = std::size_t{blockIdx.x} * block * stores + threadIdx.x;
  cursor_of<E> at(engine, v * vector_of<T>::words, 0);
#pragma unroll 1
  for (unsigned s = 0; s < stores; ++s, v += block) {
    std::uint32_t w[vector_of<T>::words];
    at.take(w);
    to[v] = vector_of<T>(rows, engine, w, v * vector_of<T>::values);
    at.advance(stride);
  }
}

/// Stored only if the numbers' bits come out as they never do.
template <class E, class T>
__global__ void __launch_bounds__(block)
    ziggurat_registers_kernel(const E engine, const typename E::stride stride, std::uint64_t* never) {
  __shared__ ziggurat_rows<T> rows;
  stage(rows);
  const std::size_t threads = std::size_t{gridDim.x} * block;
  std::size_t v = std::size_t{blockIdx.x} * block + threadIdx.x;
  cursor_of<E> at(engine, v * vector_of<T>::words, 0);
  std::uint64_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < in_registers; ++s, v += threads) {
    std::uint32_t w[vector_of<T>::words];
    at.take(w);
    const vector_of<T> made(rows, engine, w, v * vector_of<T>::values);
    std::uint64_t bits[2];
    memcpy(bits, made.x, sizeof bits);
    folded ^= bits[0] ^ (bits[1] << 1);
    at.advance(stride);
  }
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

template <class E, class T>
gaussian_fill fill_of() {
  return {E::name, "ziggurat", type_name<T>(), [](void* to, std::size_t n) {
            load_rows();
            constexpr std::size_t a_block = std::size_t{block} * stores * vector_of<T>::values;
            ziggurat_kernel<E, T><<<static_cast<unsigned>(n / a_block), block>>>(
                static_cast<vector_of<T>*>(to), E(1, 2),
                typename E::stride(std::uint64_t{block} * vector_of<T>::words));
            require(cudaGetLastError());
          }};
}

template <class E, class T>
register_run run_of() {
  return {E::name, "ziggurat", type_name<T>(), [](unsigned grid, std::uint64_t* never) {
            load_rows();
            const std::uint64_t threads = std::uint64_t{grid} * block;
            ziggurat_registers_kernel<E, T>
                <<<grid, block>>>(E(1, 2), typename E::stride(threads * vector_of<T>::words), never);
            require(cudaGetLastError());
            return static_cast<double>(threads) * in_registers * vector_of<T>::values;
          }};
}

}  // namespace

std::vector<gaussian_fill> ziggurat_fills() {
  return {fill_of<philox4x32, float>(), fill_of<philox4x32, double>(), fill_of<pcg32, float>(),
          fill_of<pcg32, double>()};
}

std::vector<register_run> ziggurat_register_runs() {
  return {run_of<philox4x32, float>(), run_of<philox4x32, double>(), run_of<pcg32, float>(),
          run_of<pcg32, double>()};
}

}  // namespace tali::bench
