// SPDX-License-Identifier: Apache-2.0
// A range of a permutation on one thread, for any SIMD shape.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tali/distribution/permutation.hpp>
#include <tali/simd/gather.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali::cpu_driver {

#if defined(__AVX2__)
/// A permutation of at most max_small_size elements, whose halves have at most 64 values and whose rounds are
/// many: each round's terms are looked up in a table of bytes.
/// @tparam registers  registers of elements that go through the rounds side by side
/// @tparam R          the level's register bytes, so that each level has a different name
template <int registers, int R>
class tabled_permutation {
  static constexpr int max_values = 64, step = 32 * registers;
  static constexpr int N = R / 4;

 public:
  explicit tabled_permutation(const permutation<std::uint32_t>& p)
      : last_{p.last()},
        right_bits_{p.right_bits()},
        rounds_{p.rounds()},
        left_size_{static_cast<char>(p.last_left() + 1)},
        right_mask_{static_cast<char>((1 << p.right_bits()) - 1)} {
    using U32 = lanes<std::uint32_t, N, R>;
    for (int k = 0; k < rounds_; ++k) {
      const int values = k % 2 == 0 ? right_mask_ + 1 : left_size_;
      for (int first = 0; first < values; first += N) {
        std::uint32_t of_values[N];
        p.term(k, U32::iota(static_cast<std::uint32_t>(first), 1)).store(of_values);
        for (int l = 0; l < N; ++l) terms_[k][first + l] = static_cast<std::uint8_t>(of_values[l]);
      }
    }
  }

  /// Elements first ... first + n - 1.
  void range(std::uint32_t first, std::uint32_t* to, std::size_t n) const {
    std::uint32_t x[step];
    std::uint16_t
        outside[permutation<std::uint32_t>::max_small_size];  // elements that go through the rounds again
    std::size_t open = 0;
    for (std::size_t i = 0; i < n; i += step) {
      for (int l = 0; l < step; ++l)
        x[l] = (first + static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(l)) & 4095u;
      once(x);
      const std::size_t count = std::min<std::size_t>(step, n - i);
      for (std::size_t l = 0; l < count; ++l) {
        to[i + l] = x[l];
        outside[open] = static_cast<std::uint16_t>(i + l);
        open += x[l] > last_ ? 1 : 0;
      }
    }
    while (open != 0) {
      std::size_t still = 0;
      for (std::size_t i = 0; i < open; i += step) {
        const std::size_t count = std::min<std::size_t>(step, open - i);
        for (std::size_t l = 0; l < step; ++l) x[l] = to[outside[i + std::min(l, count - 1)]];
        once(x);
        for (std::size_t l = 0; l < count; ++l) {
          const std::uint16_t at = outside[i + l];
          to[at] = x[l];
          outside[still] = at;
          still += x[l] > last_ ? 1 : 0;
        }
      }
      open = still;
    }
  }

 private:
  /// All rounds of `step` elements.
  void once(std::uint32_t (&x)[step]) const {
    alignas(32) std::uint8_t halves[2][step];
    for (int l = 0; l < step; ++l) {
      halves[0][l] = static_cast<std::uint8_t>(x[l] >> right_bits_);
      halves[1][l] = static_cast<std::uint8_t>(x[l] & static_cast<std::uint32_t>(right_mask_));
    }
    __m256i left[registers], right[registers];
    for (int v = 0; v < registers; ++v) {
      left[v] = _mm256_load_si256(reinterpret_cast<const __m256i*>(halves[0] + 32 * v));
      right[v] = _mm256_load_si256(reinterpret_cast<const __m256i*>(halves[1] + 32 * v));
    }
    if (left_size_ <= 32 && right_mask_ < 32) {
      rounds<2>(left, right);
    } else {
      rounds<4>(left, right);
    }
    for (int v = 0; v < registers; ++v) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(halves[0] + 32 * v), left[v]);
      _mm256_store_si256(reinterpret_cast<__m256i*>(halves[1] + 32 * v), right[v]);
    }
    for (int l = 0; l < step; ++l)
      x[l] = static_cast<std::uint32_t>(halves[0][l]) << right_bits_ | halves[1][l];
  }

  /// @tparam parts  number of 16 values of a half
  template <int parts>
  void rounds(__m256i (&left)[registers], __m256i (&right)[registers]) const {
    const __m256i size = _mm256_set1_epi8(left_size_), mask = _mm256_set1_epi8(right_mask_);
    for (int k = 0; k < rounds_; k += 2) {
      add_terms<parts>(terms_[k], right, left, [&](__m256i sum) TALI_LAMBDA {
        return _mm256_min_epu8(sum, _mm256_sub_epi8(sum, size));  // modulo size
      });
      add_terms<parts>(terms_[k + 1], left, right,
                       [&](__m256i sum) TALI_LAMBDA { return _mm256_and_si256(sum, mask); });
    }
  }

  /// Adds the terms of one half to the other.
  template <int parts, class Reduce>
  TALI_FN static void add_terms(const std::uint8_t* table, const __m256i (&of)[registers],
                                __m256i (&to)[registers], Reduce reduce) {
    __m256i part[parts];
    for (int j = 0; j < parts; ++j)
      part[j] = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table + 16 * j)));
    for (int v = 0; v < registers; ++v) {
      // Bits 0 ... 3 of a half select a byte of each part; bits 4 and 5, moved to the sign, select the part.
      const __m256i bit4 = _mm256_slli_epi16(of[v], 3);
      __m256i term =
          _mm256_blendv_epi8(_mm256_shuffle_epi8(part[0], of[v]), _mm256_shuffle_epi8(part[1], of[v]), bit4);
      if constexpr (parts == 4) {
        const __m256i upper = _mm256_blendv_epi8(_mm256_shuffle_epi8(part[2], of[v]),
                                                 _mm256_shuffle_epi8(part[3], of[v]), bit4);
        term = _mm256_blendv_epi8(term, upper, _mm256_slli_epi16(of[v], 2));
      }
      to[v] = reduce(_mm256_add_epi8(to[v], term));
    }
  }

  std::uint32_t last_;
  int right_bits_, rounds_;
  char left_size_, right_mask_;
  alignas(32) std::uint8_t terms_[permutation<std::uint32_t>::max_rounds][max_values] = {};
};

/// A permutation of more than max_small_size elements, up to 2^20: each round's terms are gathered from a
/// table in the cache, which costs less than the two wide products of a term.
template <int R>
class cached_permutation {
  using source_type = permutation<std::uint32_t>;
  static constexpr int rounds = source_type::usual_rounds, max_values = 1024;
  static constexpr int stride = max_values + 136;  // no power of two: tables in different cache sets
  static constexpr int N = R / 4, registers = 4, step = 8 * registers;

 public:
  /// Whether a range of n elements is worth the tables.
  static bool is_worth(const source_type& p, std::size_t n) {
    return p.last() >= source_type::max_small_size && p.last() < (1u << 20) &&
           n >= 2 * (p.last_left() + (std::size_t{1} << p.right_bits()));
  }

  explicit cached_permutation(const source_type& p) : source_{p} {
    using U32 = lanes<std::uint32_t, N, R>;
    for (int k = 0; k < rounds; ++k) {
      const std::uint32_t values = k % 2 == 0 ? 1u << p.right_bits() : p.last_left() + 1;
      for (std::uint32_t first = 0; first < values; first += N)
        p.term(k, U32::iota(first, 1)).store(terms_[k] + first);
    }
  }

  /// Elements first ... first + n - 1.
  void range(std::uint32_t first, std::uint32_t* to, std::size_t n) const {
    std::uint32_t x[step];
    for (std::size_t i = 0; i < n; i += step) {
      once(first + static_cast<std::uint32_t>(i), x);
      const std::size_t count = std::min<std::size_t>(step, n - i);
      for (std::size_t l = 0; l < count; ++l) to[i + l] = x[l] <= source_.last() ? x[l] : source_(x[l]);
    }
  }

 private:
  /// All rounds of `step` elements from `first` on. Those beyond the last one have a left half that is at
  /// most one too large, and the first sum brings it into range.
  void once(std::uint32_t first, std::uint32_t (&x)[step]) const {
    const auto all = [](std::uint32_t number)
                         TALI_LAMBDA { return _mm256_set1_epi32(static_cast<int>(number)); };
    const __m256i size = all(source_.last_left() + 1), mask = all((1u << source_.right_bits()) - 1);
    const __m128i bits = _mm_cvtsi32_si128(source_.right_bits());
    __m256i left[registers], right[registers];
    for (int v = 0; v < registers; ++v) {
      const __m256i index = _mm256_add_epi32(all(first + 8 * static_cast<std::uint32_t>(v)),
                                             _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
      left[v] = _mm256_srl_epi32(index, bits);
      right[v] = _mm256_and_si256(index, mask);
    }
    for (int k = 0; k < rounds; k += 2) {
      for (int v = 0; v < registers; ++v) {
        const __m256i sum = _mm256_add_epi32(left[v], terms_of(k, right[v]));
        left[v] = _mm256_min_epu32(sum, _mm256_sub_epi32(sum, size));  // modulo size
      }
      for (int v = 0; v < registers; ++v)
        right[v] = _mm256_and_si256(_mm256_add_epi32(right[v], terms_of(k + 1, left[v])), mask);
    }
    for (int v = 0; v < registers; ++v)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(x + 8 * v),
                          _mm256_or_si256(_mm256_sll_epi32(left[v], bits), right[v]));
  }
  TALI_FN __m256i terms_of(int k, __m256i half) const {
    const std::uint32_t* table = terms_[k];
    asm(""
        : "+r"(table)
        : "m"(terms_));  // gather_register does not say what it reads: the constructor's stores
    return detail::gather_register(table, half);
  }

  source_type source_;
  std::uint32_t terms_[rounds][stride];
};
#endif

template <class T, int R>
void permutation_range(const permutation<T>& source, T first, T* to, std::size_t n) {
#if defined(__AVX2__)
  if constexpr (sizeof(T) == 4) {
    constexpr std::size_t worth_tables = 16;
    if (n >= worth_tables && source.last() < permutation<T>::max_small_size) {
      if (n <= 32) return tabled_permutation<1, R>(source).range(first, to, n);
      return tabled_permutation<4, R>(source).range(first, to, n);
    }
    if (cached_permutation<R>::is_worth(source, n)) return cached_permutation<R>(source).range(first, to, n);
  }
#endif
  const permutation<T> p = source;
  constexpr int N = R / 4;
  using X = lanes<T, N, R>;
  std::size_t i = 0;
  for (; i + N <= n; i += N) {
    const X index = X::iota(static_cast<T>(first + i), 1);
    const X x = p.once(index);
    x.store(to + i);
    const auto outside = is_less(X(p.last()), x);
    if (!any(outside)) continue;
    for (std::uint64_t open = detail::mask_bits(outside); open != 0; open &= open - 1) {
      T& last = to[i + static_cast<std::size_t>(__builtin_ctzll(open))];
      last = p(last);
    }
  }
  if (i == n) return;
  T rest[N];
  p.once(X::iota(static_cast<T>(first + i), 1)).store(rest);
  for (int l = 0; i < n; ++i, ++l) to[i] = rest[l] <= p.last() ? rest[l] : p(rest[l]);
}

}  // namespace tali::cpu_driver
TALI_WIDE_REGISTERS_END
