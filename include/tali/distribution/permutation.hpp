// SPDX-License-Identifier: Apache-2.0
// permutation: a random order of 0 ... n - 1; each element can be computed separately.
//
// Sources: M. Luby, C. Rackoff, "How to construct pseudorandom permutations from pseudorandom functions",
// SIAM J. Comput. 17(2), 1988, shows that Feistel networks are permutations. J. Black, P. Rogaway, "Ciphers
// with arbitrary finite domains", CT-RSA 2002, adds halves of any size and cycle walking. The round function
// combines the halves of two 32-bit products; its constants are those of Philox.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// A permutation p of 0 ... n - 1, determined by (seed, stream, number, n). p(0) ... p(m - 1) is a sample
/// of m elements without replacement, in random order.
///
/// An index x is a pair (x div 2^h, x mod 2^h) with 2^h about the square root of n; the left half is below
/// n / 2^h, rounded up. Each round adds a keyed function of one half to the other, modulo the size of that
/// half. There are 12 rounds, or 48 if n is at most 4096: if a half has only two or three values, all orders
/// are equally probable only after many rounds. A result outside 0 ... n - 1, which has probability about
/// sqrt(2 / n), goes through the rounds again. (seed, stream) and `number` give the round keys, by Philox.
///
/// A key of 64 bits selects one of at most 2^64 permutations, not of all n!. Not for cryptography.
template <class T>
class permutation {
 public:
  using value_type = T;
  static_assert(std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>,
                "tali::permutation: its numbers are std::uint32_t or std::uint64_t");

  static constexpr const char* name = "permutation";
  static constexpr std::uint32_t tag = tag_of("permutation");
  static constexpr int usual_rounds = 12, max_rounds = 48;
  static constexpr T max_small_size = 4096;  ///< largest n with max_rounds
  /// The largest n that the constructor accepts; all_words() has one element more, 2^32 or 2^64.
  static constexpr T max_size = std::numeric_limits<T>::max();

  /// The sequence's permutation `number`, of n elements; for an engine at position p, permutation p + number.
  /// @param n  1 ... 2^32 - 1 or 2^64 - 1
  /// @throws argument_error
  template <int Rounds>
  TALI_FN permutation(const philox4x32_engine<Rounds>& e, T n, std::uint64_t number = 0)
      : permutation(unchecked_last{}, e, n - 1, number) {
    detail::require(n != 0, "n", n, "1 to ", max_size);
  }

  /// A permutation of all 2^32, or 2^64, values of T.
  template <int Rounds>
  TALI_FN static permutation all_words(const philox4x32_engine<Rounds>& e, std::uint64_t number = 0) {
    return permutation(unchecked_last{}, e, max_size, number);
  }

  /// The constructor without checks, for kernels: n must be above 0.
  template <int Rounds>
  TALI_FN static permutation of_size(const philox4x32_engine<Rounds>& e, T n, std::uint64_t number = 0) {
    return permutation(unchecked_last{}, e, n - 1, number);
  }

  /// The largest element, n - 1.
  [[nodiscard]] TALI_FN T last() const { return last_; }

  /// Element i, for i = 0 ... n - 1.
  TALI_FN T operator()(T i) const {
    do {
      i = once(i);
    } while (i > last_);
    return i;
  }

  /// The index of element x: inverse(p(i)) is i.
  [[nodiscard]] TALI_FN T inverse(T x) const {
    do {
      std::uint32_t left, right;
      split(x, left, right);
      for (int k = rounds_; k-- != 0;) {
        if (k % 2 != 0) {
          right = minus_right(right, function(left, k));
        } else {
          left = minus_left(left, function_for_left(right, k));
        }
      }
      x = whole(left, right);
    } while (x > last_);
    return x;
  }

  /// Applies all rounds once, which permutes the pairs. X is T or SIMD lanes of T.
  template <class X>
  TALI_FN X once(const X& i) const {
    using U32 = std::remove_cvref_t<decltype(low_word(i))>;
    U32 left, right;
    split(i, left, right);
    for (int k = 0; k < rounds_; k += 2) {
      left = plus_left(left, term(k, right));
      right = right + term(k + 1, left);
      right = right & U32(right_mask_);
    }
    return whole<X>(left, right);
  }

  // For code that makes all elements of a small permutation, whose rounds can be tables.

  /// The number that round k adds to the left half (k even) or to the right half (k odd), a function of the
  /// other half.
  template <class U32>
  TALI_FN U32 term(int k, const U32& half) const {
    return k % 2 == 0 ? function_for_left(half, k) : right_part(function(half, k).mixed);
  }
  [[nodiscard]] TALI_FN int rounds() const { return rounds_; }
  /// Number of bits of the right half.
  [[nodiscard]] TALI_FN int right_bits() const { return right_bits_; }
  /// Number of values of the left half, minus 1.
  [[nodiscard]] TALI_FN std::uint32_t last_left() const { return last_left_; }

 private:
  struct unchecked_last {};

  template <int Rounds>
  TALI_FN permutation(unchecked_last, const philox4x32_engine<Rounds>& e, T last, std::uint64_t number)
      : last_{last}, right_bits_{0}, rounds_{last < max_small_size ? max_rounds : usual_rounds} {
    // 2^(2 h - 1) < n <= 2^(2 h + 1)
    while (right_bits_ < 32 && (static_cast<std::uint64_t>(last) >> (2 * right_bits_ + 1)) != 0)
      ++right_bits_;
    right_mask_ = narrow((std::uint64_t{1} << right_bits_) - 1);
    last_left_ = narrow(static_cast<std::uint64_t>(last) >> right_bits_);
    const rejection_words<Rounds> words(e, tag);
    const std::uint64_t j = words.first() + number;
    for (int k = 0; k < rounds_; k += 2) {
      std::uint32_t w[4];
      words.block(j, 0, static_cast<std::uint32_t>(k / 2))(narrow(j), w);
      for (int s = 0; s < 2; ++s) {
        before_[k + s] = w[2 * s];
        between_[k + s] = w[2 * s + 1];
      }
    }
  }

  template <class U32>
  struct mixed_word {
    U32 mixed, more;
  };

  /// 32 bits that depend on all bits of a half, and 32 more bits of lower quality.
  template <class U32>
  TALI_FN mixed_word<U32> function(const U32& half, int k) const {
    const auto p = multiply_wide(half ^ U32(before_[k]), 0xd2511f53u);
    const auto q = multiply_wide(p.high ^ p.low ^ U32(between_[k]), 0xcd9e8d57u);
    return {q.high ^ q.low, q.low};
  }

  /// A number below the size of the left half, which is last_left_ + 1.
  template <class U32>
  TALI_FN U32 function_for_left(const U32& right, int k) const {
    const auto f = function(right, k);
    const std::uint32_t size = last_left_ + 1;
    if (size == 0) return f.mixed;
    const auto product = multiply_wide(f.mixed, size);
    if (size < (1u << 20)) return product.high;
    // Uses 64 bits, so that a large size causes no visible bias: relative errors of probabilities are 2^-32.
    const U32 low = product.low + multiply_wide(f.more, size).high;
    return product.high + select(is_less(low, product.low), U32(1u), U32(0u));
  }

  /// x + y modulo last_left_ + 1, in 32-bit words.
  template <class U32>
  TALI_FN U32 plus_left(const U32& x, const U32& y) const {
    const U32 sum = x + y, room = U32(last_left_) - y;
    return select(is_less(room, x), sum - U32(last_left_ + 1), sum);
  }
  TALI_FN std::uint32_t minus_left(std::uint32_t x, std::uint32_t y) const {
    return x < y ? x - y + (last_left_ + 1) : x - y;
  }
  /// The upper right_bits_ bits.
  template <class U32>
  TALI_FN U32 right_part(const U32& mixed) const {
    return right_bits_ == 0 ? U32(0u) : mixed >> (32 - right_bits_);
  }
  TALI_FN std::uint32_t minus_right(std::uint32_t x, const mixed_word<std::uint32_t>& y) const {
    return (x - right_part(y.mixed)) & right_mask_;
  }

  TALI_FN static std::uint32_t low_word(T x) { return static_cast<std::uint32_t>(x); }
  template <class X>
  TALI_FN static auto low_word(const X& x) {
    if constexpr (sizeof(T) == 4) {
      return x;
    } else {
      return narrow(x);
    }
  }
  template <class X, class U32>
  TALI_FN void split(const X& i, U32& left, U32& right) const {
    right = low_word(i) & U32(right_mask_);
    left = low_word(i >> right_bits_);
  }
  template <class X = T, class U32>
  TALI_FN X whole(const U32& left, const U32& right) const {
    if constexpr (sizeof(T) == 4) {
      return (left << right_bits_) | right;
    } else {
      return (join(left, U32(0u)) << right_bits_) | join(right, U32(0u));
    }
  }

  T last_;
  int right_bits_, rounds_;
  std::uint32_t right_mask_, last_left_;
  std::uint32_t before_[max_rounds] = {}, between_[max_rounds] = {};  // the first rounds_ are used
};

}  // namespace tali
