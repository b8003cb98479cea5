// SPDX-License-Identifier: Apache-2.0
// sobol32, sobol64: Sobol's quasi-random points in Gray-code order.
//
// Source: A. Pirjan, D.-M. Petrosanu, "Novel approaches in generating random numbers using graphics
// processing unit" (the paper); equation (4) computes a point directly, (8) from the point 2^t before it. The
// order is Antonov and Saleev's, as in cuRAND and SciPy. Randomisations: A. B. Owen, "Randomly permuted
// (t,m,s)-nets and (t,s)-sequences", 1995 (nested uniform scrambling), by a hash as in S. Laine and T.
// Karras, "Stratified sampling for stochastic transparency", 2011.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/simd/bit_order.hpp>
#include <tali/simd/bits.hpp>
#if !defined(__CUDACC_RTC__)
#include <tali/direction_numbers.hpp>
#endif

namespace tali {

/// The index of the element (dimension d, point k) of N points in D dimensions.
enum class point_layout : std::uint32_t {
  point_major,  ///< k D + d: a point's coordinates together, as in SciPy
  dim_major,    ///< d N + k: a dimension's points together, as in the paper and cuRAND's host interface
};

/// How points are randomised. With none, every run has the same points.
enum class scrambling : std::uint32_t {
  none,
  shift,  ///< digital shift: each dimension is xor-ed with a separate random word
  owen,   ///< nested uniform: a hash of the bits above it decides whether a bit is flipped
};

/// The name of a point set, apart from the engine and its direction numbers.
struct point_set {
  std::uint32_t dimensions = 1;
  point_layout layout = point_layout::point_major;
  scrambling scramble = scrambling::none;
  /// N, the number of points. Required for dim-major sets; 0 in point-major sets: up to the end of the
  /// sequence.
  std::uint64_t points = 0;
  /// The first point's index in the sequence: 0 begins with the origin, as cuRAND and SciPy do; 1 skips
  /// it.
  std::uint64_t first_point = 0;
  std::uint64_t seed = 0;       ///< seed of the randomisation
  std::uint64_t replicate = 0;  ///< number of an independent randomisation of the seed

  TALI_HOST_FN friend bool operator==(const point_set&, const point_set&) = default;
};

namespace detail {

/// The Gray code of n.
template <class Word>
TALI_FN constexpr Word gray_code(Word n) {
  return n ^ (n >> 1);
}

/// The index of the lowest set bit; the width of a word if there is none.
TALI_FN constexpr int lowest_set_bit(std::uint32_t n) {
#if defined(TALI_GPU_CODE)
  return n == 0 ? 32 : detail::gpu::first_set_bit(n) - 1;
#else
  return std::countr_zero(n);
#endif
}
TALI_FN constexpr int lowest_set_bit(std::uint64_t n) {
#if defined(TALI_GPU_CODE)
  return n == 0 ? 64 : detail::gpu::first_set_bit(n) - 1;
#else
  return std::countr_zero(n);
#endif
}

/// Element n of the sequence with direction numbers v[0], v[stride], v[2 stride] ...: equation (4).
template <class Word>
TALI_FN constexpr Word sobol_number(const Word* v, std::uint64_t n, std::uint64_t stride = 1) {
  Word y = 0;
  for (std::uint64_t g = gray_code(n); g != 0; g &= g - 1) {
    y ^= v[static_cast<std::uint64_t>(lowest_set_bit(g)) * stride];
  }
  return y;
}

/// Index of the second direction number of equation (8), besides t - 1, for the step from n to n + 2^t.
template <class Index>
TALI_FN constexpr int leap_bit(Index n, int t) {
  return t + lowest_set_bit((n >> t) + 1);
}

/// The randomisation of one dimension; with SIMD lanes, of one dimension per lane.
template <class Word>
struct scramble_key {
  Word k[4];
};

template <class Counter>
TALI_FN constexpr void scramble_words(const point_set& set, std::uint32_t purpose, const Counter& dimension,
                                      Counter (&w)[4]) {
  philox4x32_block<10>(narrow(set.replicate), narrow(set.replicate >> 32), purpose, narrow(set.seed),
                       narrow(set.seed >> 32))(dimension, w);
}

/// The key of a dimension, from 0: Philox's words of the counter {dimension, replicate, purpose} and the key
/// `seed`.
/// @tparam Word     std::uint32_t or std::uint64_t
/// @tparam Counter  std::uint32_t, or SIMD lanes in the form for wide multiplications (low_halves)
template <class Word, class Counter>
TALI_FN constexpr auto make_scramble_key(const point_set& set, const Counter& dimension) {
  // "Sobo", plus numbers for the randomisation and the half.
  const std::uint32_t purpose = 0x536f626fu + 2 * static_cast<std::uint32_t>(set.scramble);
  Counter low[4] = {};
  detail::scramble_words(set, purpose, dimension, low);
  using U32 = decltype(narrow(low[0]));
  if constexpr (sizeof(Word) == 4) {
    return scramble_key<U32>{{narrow(low[0]), narrow(low[1]), narrow(low[2]), narrow(low[3])}};
  } else {
    Counter high[4] = {};
    detail::scramble_words(set, purpose + 1, dimension, high);
    const auto both = [&](int i) { return join(narrow(low[i]), narrow(high[i])); };
    using U64 = decltype(both(0));
    return scramble_key<U64>{{both(0), both(1), both(2), both(3)}};
  }
}

/// Nested uniform scrambling of y: a function of the higher bits and of the key decides whether a bit of y is
/// flipped. The flips of the three highest bits (seven function values) are jointly exactly uniform over
/// keys; tests/sobol_test.cpp tests the other bits.
///
/// On reversed bits, additions, odd multiplications and x ^ (x even) make bits depend only on lower bits.
/// @tparam Word  std::uint32_t or std::uint64_t
template <class Word, class U, class K>
TALI_FN constexpr U owen_scramble(const U& y, const scramble_key<K>& key) {
  constexpr bool wide = sizeof(Word) == 8;
  // Even, with well distributed bits. The first one is 2 modulo 8, as the exact uniformity requires.
  constexpr auto c0 = static_cast<Word>(wide ? 0x9c5f3ad46c50b47au : 0x6c50b47au);
  constexpr auto c1 = static_cast<Word>(wide ? 0x6e1d58f3b82f1e52u : 0xb82f1e52u);
  constexpr auto c2 = static_cast<Word>(wide ? 0xd1b54a328d22f6e6u : 0x8d22f6e6u);
  U x = reverse_bits(y);
  x = x + U(key.k[0]);
  x = x ^ (x * U(c0));
  x = x * U(key.k[1] | K(Word{1}));
  x = x + U(key.k[2]);
  x = x ^ (x * U(key.k[3] & K(static_cast<Word>(~Word{1}))));
  x = x ^ (x * U(c1));
  x = x ^ (x * U(c2));
  return reverse_bits(x);
}

/// y after the set's randomisation.
template <class Word, class U, class K>
TALI_FN constexpr U randomised(scrambling kind, const U& y, const scramble_key<K>& key) {
  if (kind == scrambling::owen) return owen_scramble<Word>(y, key);
  if (kind == scrambling::shift) return y ^ U(key.k[0]);
  return y;
}

}  // namespace detail

/// A point set with its tables, for kernels and drivers: sobol<Word> without the checks.
template <class Word>
struct sobol_view {
  static constexpr int bits = 8 * static_cast<int>(sizeof(Word));

  point_set set;
  const Word* by_dimension;  ///< direction_numbers::by_dimension
  const Word* by_bit;        ///< direction_numbers::by_bit; null unless point-major order was requested
  std::uint64_t pitch;

  /// Coordinate `dimension` of point `point`, both from 0, as a fraction of 2^bits.
  [[nodiscard]] TALI_FN constexpr Word coordinate(std::uint32_t dimension, std::uint64_t point) const {
    const Word y =
        detail::sobol_number(by_dimension + std::uint64_t{dimension} * bits, set.first_point + point);
    if (set.scramble == scrambling::none) return y;
    return detail::randomised<Word>(set.scramble, y, detail::make_scramble_key<Word>(set, dimension));
  }

  /// Element i in the set's layout.
  [[nodiscard]] TALI_FN constexpr Word word(std::uint64_t i) const {
    if (set.layout == point_layout::dim_major) {
      return coordinate(static_cast<std::uint32_t>(i / set.points), i % set.points);
    }
    return coordinate(static_cast<std::uint32_t>(i % set.dimensions), i / set.dimensions);
  }
};

template <class Word>
class sobol;
using sobol32 = sobol<std::uint32_t>;
using sobol64 = sobol<std::uint64_t>;

#if !defined(__CUDACC_RTC__)  // kernels use views
/// A set of Sobol's points: element i is a pure function of the set's name and i.
///
/// Unlike a pseudo-random engine it has no streams, its seed only affects scrambling, and its size is known:
/// dimensions times points. Refers to its direction numbers, which must outlive it. Copies are cheap.
template <class Word>
class sobol {
 public:
  using word_type = Word;
  using view_type = sobol_view<Word>;

  static constexpr int bits = view_type::bits;
  static constexpr const char* name = bits == 32 ? "sobol32" : "sobol64";
  static constexpr engine_kind kind = engine_kind::quasi;
  static constexpr const char* summary = bits == 32 ? "Sobol points, 32 bits, Joe-Kuo direction numbers"
                                                    : "Sobol points, 64 bits, Joe-Kuo direction numbers";

  /// @throws argument_error if dimensions is 0 or more than the table has, a dim-major set has no points, or
  /// there are more than 2^bits points or 2^64 coordinates
  explicit sobol(const point_set& set, const direction_numbers& numbers = direction_numbers::joe_kuo());

  [[nodiscard]] const point_set& set() const { return view_.set; }
  [[nodiscard]] const direction_numbers& numbers() const { return *numbers_; }

  /// Index of the last element.
  [[nodiscard]] std::uint64_t last() const { return last_; }

  /// Coordinate `dimension` of point `point`, both from 0 and within the set.
  [[nodiscard]] Word coordinate(std::uint32_t dimension, std::uint64_t point) const {
    return view_.coordinate(dimension, point);
  }
  /// Element i <= last().
  [[nodiscard]] Word word(std::uint64_t i) const { return view_.word(i); }

  /// With tables in host memory. For kernels: view_on in tali/cuda/fill.hpp.
  [[nodiscard]] const view_type& view() const { return view_; }

  friend bool operator==(const sobol& a, const sobol& b) {
    return a.view_.set == b.view_.set && a.numbers_ == b.numbers_;
  }

 private:
  view_type view_;
  const direction_numbers* numbers_;
  std::uint64_t last_;
};

extern template class sobol<std::uint32_t>;
extern template class sobol<std::uint64_t>;
#endif

}  // namespace tali
