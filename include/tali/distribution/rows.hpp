// SPDX-License-Identifier: Apache-2.0
// The common part of vector distributions: the words of a row, the lanes that make it, and the order of its
// sums.
//
// An element of a vector distribution is a row of d values. One lane makes it, or the lanes of a warp
// together, with the same bits, because the order of additions is fixed. Part p of a row (a block of words,
// or a component) is added to partial sum p mod 32, in order; then partial sums k and k + 16 are added, k and
// k + 8, ..., k and k + 1.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/normal_quantile.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// The words of the rows of a sequence, by the counters of rejection/attempts.hpp: block b of row j has the
/// counter {j low, j high, 0, b}. If a row takes one or two words, 4 or 2 rows share a block. Row i of an
/// engine at position p is row p + i of the sequence.
template <int Rounds>
class row_words {
 public:
  static constexpr int rounds = Rounds;

  /// @param tag  the distribution's tag, from its name and type
  TALI_FN constexpr row_words(const philox4x32_engine<Rounds>& e, std::uint32_t tag)
      : words_{philox4x32_engine<Rounds>(e.seed(), e.stream()), tag}, first_{e.position()} {}

  /// The same words, for code that gets the number of rounds at run time.
  template <int R>
  requires forgets_rounds<R, Rounds> TALI_FN constexpr explicit row_words(const row_words<R>& w)
      : words_{w.words_}, first_{w.first_} {}

  /// Row i's number in the sequence.
  [[nodiscard]] TALI_FN constexpr std::uint64_t row(std::uint64_t i) const { return first_ + i; }

  /// The words of samples, by the samples' numbers in the sequence.
  [[nodiscard]] TALI_FN constexpr const rejection_words<Rounds>& samples() const { return words_; }

  /// Block b of row number j.
  TALI_FN constexpr void block(std::uint64_t j, std::uint32_t b, std::uint32_t (&w)[4]) const {
    words_.block(j, 0, b)(narrow(j), w);
  }

 private:
  template <int R>
  friend class row_words;

  rejection_words<Rounds> words_;
  std::uint64_t first_;
};

namespace detail {

/// The words of one row of an engine without counters: row i has the n words from i n on of the sequence,
/// where n is words_per_row() of the distribution. Block b has words 4 b ... 4 b + 3 of the row, and sample j
/// of the row has `per_sample` words, of which words_of_sample makes all further ones.
template <int per_sample>
class words_of_row {
  using sample = words_of_sample<per_sample>;

 public:
  static constexpr std::uint32_t last_words = sample::last_words;

  /// @param words  the row's words
  TALI_FN constexpr words_of_row(const std::uint32_t* words, std::uint32_t tag) : words_{words}, tag_{tag} {}

  /// The row's number: there is no other row.
  [[nodiscard]] TALI_FN constexpr std::uint64_t row(std::uint64_t) const { return 0; }
  [[nodiscard]] TALI_FN constexpr const words_of_row& samples() const { return *this; }
  TALI_FN constexpr void block(std::uint64_t, std::uint32_t b, std::uint32_t (&w)[4]) const {
    for (std::uint32_t i = 0; i < 4; ++i) w[i] = words_[std::uint64_t{4} * b + i];
  }

  template <int m>
  TALI_FN constexpr void operator()(std::uint64_t j, std::uint32_t k, std::uint32_t (&words)[m]) const {
    words_of(j)(j, k, words);
  }
  template <int m>
  [[nodiscard]] TALI_FN constexpr inversion_number inversion_of(std::uint64_t j) const {
    return words_of(j).template inversion_of<m>(j);
  }

 private:
  [[nodiscard]] TALI_FN constexpr sample words_of(std::uint64_t j) const {
    std::uint32_t w[per_sample] = {};
    for (unsigned i = 0; i < per_sample; ++i) w[i] = words_[j * per_sample + i];
    return {w, tag_};
  }

  const std::uint32_t* words_;
  std::uint32_t tag_;
};

/// Number of partial sums per row.
inline constexpr std::uint32_t partial_sums = 32;

}  // namespace detail

/// A team of one lane.
struct one_lane {
  static constexpr std::uint32_t lanes = 1;
  static constexpr std::uint32_t partials = detail::partial_sums;  ///< partial sums per lane

  TALI_FN static constexpr std::uint32_t rank() { return 0; }

  /// The sum of all partial sums.
  template <class T>
  TALI_FN static T sum(T (&partial)[partials]) {
    for (std::uint32_t half = partials / 2; half != 0; half /= 2) {
      for (std::uint32_t k = 0; k < half; ++k) partial[k] = add(partial[k], partial[k + half]);
    }
    return partial[0];
  }
  template <class T>
  TALI_FN static T largest(T x) {
    return x;
  }
};

#if defined(TALI_GPU_COMPILER)
/// A team of lanes G k ... G k + G - 1 of a warp, all of which call with the same row. G: 1, 2, 4, 8, 16, 32.
/// A team of fewer than 32 lanes makes rows of at most G parts.
template <int G>
struct lane_group {
  static constexpr std::uint32_t lanes = G;
  static constexpr std::uint32_t partials = 1;
  static_assert(G == 1 || G == 2 || G == 4 || G == 8 || G == 16 || G == 32);

  __device__ static std::uint32_t rank() { return threadIdx.x % G; }
  __device__ static unsigned mask() {
    return G == 32 ? 0xffffffffu : ((1u << (G % 32)) - 1u) << (threadIdx.x % 32u / G * G);
  }

  /// Addition is commutative, so every lane gets the same bits as a team of one lane.
  template <class T>
  __device__ static T sum(T (&partial)[partials]) {
    T x = partial[0];
#pragma unroll
    for (int half = G / 2; half != 0; half /= 2) x = add(x, detail::gpu::shuffle_xor(mask(), x, half));
    return x;
  }
  template <class T>
  __device__ static T largest(T x) {
#pragma unroll
    for (int half = G / 2; half != 0; half /= 2) {
      const T other = detail::gpu::shuffle_xor(mask(), x, half);
      x = x < other ? other : x;
    }
    return x;
  }
};
#endif

namespace detail {

/// Normal numbers per block of four words: four floats or two doubles.
template <class T>
inline constexpr std::uint32_t normals_per_block = 16 / sizeof(T);

/// The normal numbers of a block, from words or SIMD lanes of words.
template <class U32, class F>
TALI_FN void normals_of(const U32 (&w)[4], F (&z)[4]) {
  for (int k = 0; k < 4; ++k) z[k] = normal_quantile_f32(w[k]);
}
template <class U32, class F>
TALI_FN void normals_of(const U32 (&w)[4], F (&z)[2]) {
  for (int k = 0; k < 2; ++k) z[k] = normal_quantile_f64(join(w[2 * k], w[2 * k + 1]));
}

/// The normal numbers of block b of row number j.
template <class T, class Words>
TALI_FN void normal_block(const Words& words, std::uint64_t j, std::uint32_t b,
                          T (&z)[normals_per_block<T>]) {
  std::uint32_t w[4];
  words.block(j, b, w);
  normals_of(w, z);
}

}  // namespace detail

}  // namespace tali
