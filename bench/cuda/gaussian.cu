// SPDX-License-Identifier: Apache-2.0
// The traditional methods for normal numbers on a GPU, with which the post on normal-warp begins:
// Box-Muller's transformation, the sum of twelve uniform numbers, and the ziggurat with its tables in shared
// memory. A thread makes some bytes of numbers at a time, and stores them or folds them together.
//
// Most values of the ziggurat need one word or two and one row, but a warp waits for those of its lanes that
// need more. Sources: those of bench/comparators/ziggurat.hpp.
#include <cmath>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "comparators/box_muller.hpp"
#include "comparators/irwin_hall.hpp"
#include "comparators/ziggurat.hpp"
#include "cuda/kernels.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;
constexpr unsigned stores = 8;          ///< a thread, where numbers are stored
constexpr unsigned in_registers = 512;  ///< vectors a thread, where they are not

// ---- Functions of words ----------------------------------------------------------------------------

/// What has no table in shared memory.
struct no_table {
  __device__ void load() {}
  static void prepare() {}
};

/// The words of sixteen bytes of D's numbers.
template <class D>
constexpr int words_of_16_bytes = 16 / sizeof(typename D::result_type) / D::outputs* D::words;

/// Bytes that a thread stores at once: eight where the words of sixteen would not stay in registers.
template <class D>
constexpr int store_bytes = words_of_16_bytes<D> > 24 ? 8 : 16;

/// The number of bytes of D's numbers, and of the words that they take.
template <class D>
struct alignas(store_bytes<D>) vector_of {
  using value = typename D::result_type;
  using table = no_table;
  static constexpr const char* name = D::name;
  static constexpr int values = store_bytes<D> / sizeof(value);
  static constexpr int words = values / D::outputs * D::words;
  value x[values];

  template <class E>
  __device__ vector_of(const no_table&, const E&, const std::uint32_t (&w)[words], std::size_t) {
#pragma unroll
    for (int k = 0; k < values / D::outputs; ++k) {
      std::uint32_t own[D::words];
#pragma unroll
      for (int j = 0; j < D::words; ++j) own[j] = w[k * D::words + j];
      value made[D::outputs];
      D{}(own, made);
#pragma unroll
      for (int j = 0; j < D::outputs; ++j) x[k * D::outputs + j] = made[j];
    }
  }
};

// ---- The ziggurat ----------------------------------------------------------------------------------

constexpr int layers = ziggurat::layers;

template <class T>
struct ziggurat_rows {
  T end[layers + 1], ratio[layers];

  __device__ void load();  ///< from the device's memory into a block's
  static void prepare();   ///< brings the rows to the device, once
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

template <class T>
__device__ void ziggurat_rows<T>::load() {
  const ziggurat_rows<T>& from = device_rows<T>();
  for (int i = static_cast<int>(threadIdx.x); i <= layers; i += block) {
    end[i] = from.end[i];
    if (i < layers) ratio[i] = from.ratio[i];
  }
  __syncthreads();
}

template <class T>
void ziggurat_rows<T>::prepare() {
  static const bool loaded = [] {
    const ziggurat made;
    ziggurat_rows<T> rows;
    for (int i = 0; i <= layers; ++i) rows.end[i] = static_cast<T>(made.ends()[i]);
    for (int i = 0; i < layers; ++i) rows.ratio[i] = static_cast<T>(made.ratios()[i]);
    if constexpr (sizeof(T) == 4) {
      require(cudaMemcpyToSymbol(rows_f32, &rows, sizeof rows));
    } else {
      require(cudaMemcpyToSymbol(rows_f64, &rows, sizeof rows));
    }
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

/// Sixteen bytes of the ziggurat's numbers.
template <class T>
struct alignas(16) ziggurat_vector {
  using value = T;
  using table = ziggurat_rows<T>;
  static constexpr const char* name = "ziggurat";
  static constexpr int values = 16 / sizeof(T);
  static constexpr int words = 4;
  T x[values];

  /// @param first  the index of the first one
  template <class E>
  __device__ ziggurat_vector(const ziggurat_rows<T>& rows, const E& engine, const std::uint32_t (&w)[words],
                             std::size_t first) {
#pragma unroll
    for (int k = 0; k < values; ++k) {
      const proposal<T> p(w + k * (words / values));
      x[k] = abs(p.u) < rows.ratio[p.layer]
                 ? p.u * rows.end[p.layer]
                 : slow_value(rows, p, further_words<E>(engine, first + static_cast<std::size_t>(k)));
    }
  }
};

// ---- The kernels, of vectors V of either kind --------------------------------------------------------

template <class E>
using cursor_of = typename E::template cursor<scalar::at_groups>;

/// Neighbouring threads store side by side.
template <class E, class V>
__global__ void __launch_bounds__(block)
    gaussian_kernel(V* to, const E engine, const typename E::stride stride) {
  __shared__ typename V::table table;
  table.load();
  std::size_t v = std::size_t{blockIdx.x} * block * stores + threadIdx.x;
  cursor_of<E> at(engine, v * V::words, 0);
#pragma unroll 1
  for (unsigned s = 0; s < stores; ++s, v += block) {
    std::uint32_t w[V::words];
    at.take(w);
    to[v] = V(table, engine, w, v * V::values);
    at.advance(stride);
  }
}

/// Stored only if the numbers' bits come out as they never do.
template <class E, class V>
__global__ void __launch_bounds__(block)
    gaussian_registers_kernel(const E engine, const typename E::stride stride, std::uint64_t* never) {
  __shared__ typename V::table table;
  table.load();
  const std::size_t threads = std::size_t{gridDim.x} * block;
  std::size_t v = std::size_t{blockIdx.x} * block + threadIdx.x;
  cursor_of<E> at(engine, v * V::words, 0);
  std::uint64_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < in_registers; ++s, v += threads) {
    std::uint32_t w[V::words];
    at.take(w);
    const V made(table, engine, w, v * V::values);
    std::uint64_t bits[2] = {};
    memcpy(bits, made.x, sizeof made.x);
    folded ^= bits[0] ^ (bits[1] << 1);
    at.advance(stride);
  }
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

template <class E, class V>
gaussian_fill fill_of() {
  return {E::name, V::name, type_name<typename V::value>(), [](void* to, std::size_t n) {
            V::table::prepare();
            constexpr std::size_t a_block = std::size_t{block} * stores * V::values;
            gaussian_kernel<E, V><<<static_cast<unsigned>(n / a_block), block>>>(
                static_cast<V*>(to), E(1, 2), typename E::stride(std::uint64_t{block} * V::words));
            require(cudaGetLastError());
          }};
}

template <class E, class V>
register_run run_of() {
  return {E::name, V::name, type_name<typename V::value>(), [](unsigned grid, std::uint64_t* never) {
            V::table::prepare();
            const std::uint64_t threads = std::uint64_t{grid} * block;
            gaussian_registers_kernel<E, V>
                <<<grid, block>>>(E(1, 2), typename E::stride(threads * V::words), never);
            require(cudaGetLastError());
            return static_cast<double>(threads) * in_registers * V::values;
          }};
}

/// Calls f(type_list<E, V>) for each engine and method: first the functions of words, then the ziggurat.
template <class F>
void for_each_pair(const F& f) {
  const auto functions = [&]<class E>(detail::type_list<E>) {
    f(detail::type_list<E, vector_of<box_muller<float>>>{});
    f(detail::type_list<E, vector_of<box_muller<double>>>{});
    f(detail::type_list<E, vector_of<irwin_hall<float>>>{});
    f(detail::type_list<E, vector_of<irwin_hall<double>>>{});
  };
  const auto ziggurats = [&]<class E>(detail::type_list<E>) {
    f(detail::type_list<E, ziggurat_vector<float>>{});
    f(detail::type_list<E, ziggurat_vector<double>>{});
  };
  functions(detail::type_list<philox4x32>{});
  functions(detail::type_list<pcg32>{});
  ziggurats(detail::type_list<philox4x32>{});
  ziggurats(detail::type_list<pcg32>{});
}

}  // namespace

std::vector<gaussian_fill> gaussian_fills() {
  std::vector<gaussian_fill> all;
  for_each_pair([&]<class E, class V>(detail::type_list<E, V>) { all.push_back(fill_of<E, V>()); });
  return all;
}

std::vector<register_run> gaussian_register_runs() {
  std::vector<register_run> all;
  for_each_pair([&]<class E, class V>(detail::type_list<E, V>) { all.push_back(run_of<E, V>()); });
  return all;
}

}  // namespace tali::bench
