// SPDX-License-Identifier: Apache-2.0
// Converts words in memory to values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <tali/detail/store_lanes.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>
#include <tali/simd/warp.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali::cpu_driver {

/// The two words of each 64-bit lane, in separate registers.
template <int N, int R>
TALI_FN void split_pairs(const lanes<std::uint64_t, N, R>& pairs, lanes<std::uint32_t, N, R>& first,
                         lanes<std::uint32_t, N, R>& second) {
  first = detail::first_words(pairs);
  second = detail::second_words(pairs);
}

/// The same registers as lanes of twice as many words.
template <int N, int R>
TALI_FN lanes<std::uint64_t, N, R> as_pairs(const lanes<std::uint32_t, 2 * N, R>& x) {
  lanes<std::uint64_t, N, R> out;
  for (int k = 0; k < out.registers; ++k) out.r[k] = (typename lanes<std::uint64_t, N, R>::reg)x.r[k];
  return out;
}

/// Numbers first, first + 2, ... of twice as many lanes.
template <int first, int N, int R>
TALI_FN lanes<std::uint64_t, N / 2, R> every_second(const lanes<std::uint64_t, N, R>& x) {
  using reg = typename lanes<std::uint64_t, N, R>::reg;
  return detail::each_two<lanes<std::uint64_t, N / 2, R>>(
      [](reg a, reg b) TALI_LAMBDA { return detail::shuffled(a, b, [](int i) { return 2 * i + first; }); },
      x);
}

/// Loads the words of N values of one, two or four words each, one value per lane.
template <int N, int R>
TALI_FN void load_values(const std::uint32_t* from, lanes<std::uint32_t, N, R> (&w)[1]) {
  w[0] = lanes<std::uint32_t, N, R>::load(from);
}
template <int N, int R>
TALI_FN void load_values(const std::uint32_t* from, lanes<std::uint32_t, N, R> (&w)[2]) {
  split_pairs(as_pairs<N, R>(lanes<std::uint32_t, 2 * N, R>::load(from)), w[0], w[1]);
}
template <int N, int R>
TALI_FN void load_values(const std::uint32_t* from, lanes<std::uint32_t, N, R> (&w)[4]) {
  lanes<std::uint32_t, 2 * N, R> even, odd;  // words 0 and 2, and words 1 and 3, of each value
  split_pairs(as_pairs<2 * N, R>(lanes<std::uint32_t, 4 * N, R>::load(from)), even, odd);
  split_pairs(as_pairs<N, R>(even), w[0], w[2]);
  split_pairs(as_pairs<N, R>(odd), w[1], w[3]);
}

/// The same for any other number of words.
template <int J, int N, int R>
TALI_FN void load_values(const std::uint32_t* from, lanes<std::uint32_t, N, R> (&w)[J]) {
  for (int j = 0; j < J; ++j) {
    std::uint32_t one[N];
    for (int l = 0; l < N; ++l) one[l] = from[l * J + j];
    w[j] = lanes<std::uint32_t, N, R>::load(one);
  }
}

/// Loads word j of lane l from from[l * J + j]: loads blocks of one lane per register and transposes them.
/// Zipping the upper with the lower half of the registers rotates the index (lane, word) of every value by
/// one bit, so log2 L passes exchange lane and word.
template <int J, int L, int R>
TALI_FN void load_transposed(const std::uint32_t* from, lanes<std::uint32_t, L, R> (&w)[J]) {
  static_assert(J % L == 0);
  for (int block = 0; block < J; block += L) {
    lanes<std::uint32_t, L, R> x[L];
    for (int l = 0; l < L; ++l) x[l] = lanes<std::uint32_t, L, R>::load(from + l * J + block);
    for (int pass = 1; pass < L; pass *= 2) {
      lanes<std::uint32_t, L, R> y[L];
      for (int i = 0; i < L / 2; ++i) {
        const auto both = detail::zip(x[i], x[i + L / 2]);
        y[2 * i].r[0] = both.r[0];
        y[2 * i + 1].r[0] = both.r[1];
      }
      for (int i = 0; i < L; ++i) x[i] = y[i];
    }
    for (int i = 0; i < L; ++i) w[block + i] = x[i];
  }
}

/// Number of lanes that make values in parallel. Each step of a long polynomial waits four cycles for the
/// previous one, while a core can begin two steps per cycle. So eight registers of doubles are used if a
/// value is made from one number, and otherwise 32 lanes: eight AVX2 registers or four AVX-512 registers.
/// Only two registers are used with 16 bytes, because x86's baseline computes fma with integers, and other
/// processors were not measured; and if a distribution has several methods or makes integers of two numbers,
/// because GCC 12 would keep more registers in memory.
template <class D, int R>
constexpr int lanes_side_by_side() {
  if (R == 16 || detail::takes_convention<D> || detail::takes_two_numbers<D>) return R / 4;
  return detail::takes_numbers<D> ? R : 32;
}

/// Makes N values, from one 64-bit number each if the distribution uses these.
/// @tparam Lanes  D, or D with lanes of parameters
/// @param words  the words of the first value
/// @param to     destination of the first value
template <int N, int R, class D, class Lanes, class T>
TALI_FN void convert_lanes(const Lanes& d, const std::uint32_t* words, T* to) {
  if constexpr (detail::takes_numbers<D>) {
    d.of_number(detail::low_word_first(as_pairs<N, R>(lanes<std::uint32_t, 2 * N, R>::load(words))))
        .store(to);
  } else if constexpr (detail::takes_two_numbers<D>) {
    const auto pairs =
        detail::low_word_first(as_pairs<2 * N, R>(lanes<std::uint32_t, 4 * N, R>::load(words)));
    d.of_numbers(every_second<0>(pairs), every_second<1>(pairs)).store(to);
  } else {
    lanes<std::uint32_t, N, R> w[D::words];
    load_values(words, w);
    const auto x = d(w);
    const std::remove_const_t<decltype(x)> one[1] = {x};
    store_woven(one, to);
  }
}

/// Makes n values from words. For a batch distribution n and the words' index are multiples of the batch.
template <class D, int R>
void convert_range(const void* distribution, const std::uint32_t* words, void* to, std::size_t n) {
  using T = typename D::result_type;
  const D d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<T*>(to);
  if constexpr (lane_distribution<D>) {
    constexpr int L = R / 4;
    for (std::size_t i = 0; i < n; i += D::batch_size) {
      for (int lane = 0; lane < D::lanes; lane += L) {
        lanes<std::uint32_t, L, R> w[D::lane_words];
        load_transposed(words + i + static_cast<std::size_t>(lane * D::lane_words), w);
        store_lanes<L, R>(d, lane, w, out + i);
      }
    }
  } else if constexpr (batch_distribution<D>) {
    using warp = detail::simd_warp<R>;
    for (std::size_t i = 0; i < n; i += D::batch_size) {
      typename warp::u32 entropy[D::lane_words];
      load_values(words + i, entropy);
      for (int k = 0; k < D::lane_words; ++k) {
        d.template of_warp<warp, 16>(entropy[k], D::table())
            .store(out + i + static_cast<std::size_t>(k * detail::warp_size));
      }
    }
  } else if constexpr (stepwise_distribution<D>) {
    // Most words are never used, so loading them into lanes would be wasted.
    for (std::size_t i = 0; i < n; ++i) out[i] = d.of_words(words + i * D::words);
  } else {
    constexpr std::size_t step = lanes_side_by_side<D, R>();
    for (std::size_t i = 0; i < n; i += step) {
      // The last values go through a buffer with room for all lanes.
      const std::size_t count = n - i < step ? n - i : step;
      const bool whole = count == step;
      std::uint32_t last_words[step * D::words];
      T last[step];
      if (!whole) {
        std::memset(last_words, 0, sizeof last_words);
        std::memcpy(last_words, words + i * D::words, count * D::words * sizeof(std::uint32_t));
      }
      convert_lanes<step, R, D>(d, whole ? words + i * D::words : last_words, whole ? out + i : last);
      if (!whole) std::memcpy(out + i, last, count * sizeof(T));
    }
  }
}

}  // namespace tali::cpu_driver
TALI_WIDE_REGISTERS_END
