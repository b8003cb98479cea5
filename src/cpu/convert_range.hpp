// Values from words that are there already: of grid engines, and of distributions whose arithmetic outweighs
// a pass through the first-level cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <tali/lanes.hpp>
#include <tali/lanes_arithmetic.hpp>
#include <tali/lanes_conversion.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>
#include <tali/warp.hpp>

#include "cpu/store_lanes.hpp"

namespace tali::cpu_driver {

/// The words of N values of one, two or four words each, a value a lane.
template <int N, int R>
TALI_FN void load_values(const std::uint32_t* from, lanes<std::uint32_t, N, R> (&w)[1]) {
  std::memcpy(&w[0], from, sizeof w[0]);
}
template <int N, int R>
TALI_FN void load_values(const std::uint32_t* from, lanes<std::uint32_t, N, R> (&w)[2]) {
  lanes<std::uint64_t, N, R> both;
  std::memcpy(&both, from, sizeof both);
  w[0] = narrow(both);
  w[1] = narrow(both >> 32);
}

template <int N, int R>
TALI_FN void load_values(const std::uint32_t* from, lanes<std::uint32_t, N, R> (&w)[4]) {
  // Even and odd words of all, and of these again even and odd ones.
  lanes<std::uint64_t, 2 * N, R> all;
  std::memcpy(&all, from, sizeof all);
  const lanes<std::uint32_t, 2 * N, R> halves[] = {narrow(all), narrow(all >> 32)};
  for (int k = 0; k < 2; ++k) {
    lanes<std::uint64_t, N, R> both;
    std::memcpy(&both, &halves[k], sizeof both);
    w[k] = narrow(both);
    w[k + 2] = narrow(both >> 32);
  }
}

/// n values from words. For a collective distribution n is a multiple of its span, and so is the words'
/// index.
template <class D, int R>
void convert_range(const void* distribution, const std::uint32_t* words, void* to, std::size_t n) {
  using T = typename D::result_type;
  const D d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<T*>(to);
  if constexpr (lane_distribution<D>) {
    constexpr int L = R / 4;
    for (std::size_t i = 0; i < n; i += D::span) {
      for (int lane = 0; lane < D::lanes; lane += L) {
        lanes<std::uint32_t, L, R> w[D::lane_words];
        for (int j = 0; j < D::lane_words; ++j) {
          for (int l = 0; l < L; ++l) {
            w[j].set(l, words[i + static_cast<std::size_t>((lane + l) * D::lane_words + j)]);
          }
        }
        store_lanes<L, R>(d, lane, w, out + i);
      }
    }
  } else if constexpr (collective_distribution<D>) {
    using warp = simd_warp<R>;
    constexpr int blocks = D::lane_words;
    for (std::size_t i = 0; i < n; i += D::span) {
      for (int k = 0; k < blocks; ++k) {
        std::uint32_t of_block[warp_size];
        for (int l = 0; l < warp_size; ++l) of_block[l] = words[i + static_cast<std::size_t>(blocks * l + k)];
        typename warp::u32 entropy;
        static_assert(sizeof entropy == sizeof of_block);
        std::memcpy(&entropy, of_block, sizeof entropy);
        d.template of_warp<warp, 16>(entropy, D::table())
            .store(out + i + static_cast<std::size_t>(k * warp_size));
      }
    }
  } else {
    std::size_t i = 0;
    if constexpr (D::words <= 2 || heavy_distribution<D>) {
      constexpr int N = R / 4;
      for (; i + N <= n; i += N) {
        lanes<std::uint32_t, N, R> w[D::words];
        load_values(words + i * D::words, w);
        const auto x = d(w);
        if constexpr (sizeof(x.get(0)) == sizeof(T)) {
          x.store(out + i);
        } else {
          for (int l = 0; l < N; ++l) out[i + static_cast<std::size_t>(l)] = static_cast<T>(x.get(l));
        }
      }
    }
    for (; i < n; ++i) {
      std::uint32_t w[D::words];
      for (std::size_t k = 0; k < D::words; ++k) w[k] = words[i * D::words + k];
      out[i] = static_cast<T>(d(w));
    }
  }
}

/// Values whose parameters are elements begin ... end - 1 of arrays, from words.
/// @tparam R  the level's register bytes: a name of its own at each level (tests/isa_symbols.cmake)
/// @returns the first place whose parameters are not allowed, or `end`
template <class D, int R>
std::size_t convert_each(const void* const* arrays, const std::uint32_t* words, void* to, std::size_t begin,
                         std::size_t end) {
  using T = typename D::result_type;
  constexpr int parameters = detail::parameter_count<D>;
  auto* const out = static_cast<T*>(to);
  std::size_t bad = end;
  for (std::size_t i = begin; i < end; ++i, words += D::words) {
    parameters_of<D> p;
    for (int k = 0; k < parameters; ++k) p[k] = static_cast<const typename D::parameter*>(arrays[k])[i];
    if (D::bad_parameter(p) >= 0) {
      out[i] = detail::no_value<T>();
      if (bad == end) bad = i;
      continue;
    }
    std::uint32_t w[D::words];
    for (int k = 0; k < D::words; ++k) w[k] = words[k];
    out[i] = static_cast<T>(D(unchecked, p)(w));
  }
  return bad;
}

}  // namespace tali::cpu_driver
