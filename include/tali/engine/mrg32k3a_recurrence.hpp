// SPDX-License-Identifier: Apache-2.0
// The arithmetic of MRG32k3a: its two recurrences, for one word or for SIMD lanes, and their jumps by powers
// of 3 x 3 matrices. mrg32k3a.hpp has the sources.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/simd/lanes.hpp>
#endif

TALI_WIDE_REGISTERS_BEGIN
namespace tali::detail {

/// x_n = (a x_(n-2) - b x_(n-3)) mod (2^32 - complement).
struct mrg_first {
  static constexpr std::uint32_t complement = 209, a = 1403580, b = 810728;
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 32) - complement;
  static constexpr int nearer = 1;  ///< index of x_(n-2) in the state, oldest first
};
/// x_n = (a x_(n-1) - b x_(n-3)) mod (2^32 - complement).
struct mrg_second {
  static constexpr std::uint32_t complement = 22853, a = 527612, b = 1370589;
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 32) - complement;
  static constexpr int nearer = 2;
};

/// A number congruent to p, and below 2^32 + (upper half of p) * complement.
template <class Part, class U64>
TALI_FN constexpr U64 mrg_fold(const U64& p) {
  return multiply_low_words(U64(p >> 32), Part::complement) + (p & std::uint64_t{0xffffffffu});
}

/// x mod m, for x < 2 m.
template <class Part, class U64>
TALI_FN constexpr U64 mrg_subtract(const U64& x) {
  const U64 d = x - U64(Part::modulus);
  return d + ((U64(std::uint64_t{0}) - (d >> 63)) & U64(Part::modulus));
}

/// p mod m, for p < 2^53 in the first recurrence, and any p in the second.
template <class Part, class U64>
TALI_FN constexpr U64 mrg_reduce(const U64& p) {
  U64 x = mrg_fold<Part>(p);
  if constexpr (Part::nearer == 2) x = mrg_fold<Part>(x);
  return mrg_subtract<Part>(x);
}

/// The next word, from the word multiplied by a and the oldest word; 32-bit operations except the products.
template <class Part>
TALI_FN constexpr std::uint32_t mrg_next(std::uint32_t nearer, std::uint32_t oldest) {
  constexpr auto m = static_cast<std::uint32_t>(Part::modulus);
  std::uint64_t p = std::uint64_t{nearer} * Part::a + std::uint64_t{m - oldest} * Part::b;
  if constexpr (Part::nearer == 2) p = mrg_fold<Part>(p);
  const std::uint32_t more = narrow(p >> 32) * Part::complement, sum = narrow(p) + more;
  return sum < more || sum >= m ? sum + Part::complement : sum;
}

/// The difference of both recurrences' words, 1 ... 2^32 - 209.
TALI_FN constexpr std::uint32_t mrg_difference(std::uint32_t p1, std::uint32_t p2) {
  return p1 > p2 ? p1 - p2 : p1 - p2 - mrg_first::complement;
}

/// A matrix modulo m that maps a state (oldest word first) to a later one.
template <class Part>
struct mrg_matrix {
  std::uint32_t row[3][3];

  TALI_FN static constexpr mrg_matrix one_step() {
    mrg_matrix a{{{0, 1, 0}, {0, 0, 1}, {static_cast<std::uint32_t>(Part::modulus) - Part::b, 0, 0}}};
    a.row[2][Part::nearer] = Part::a;
    return a;
  }

  /// The product with three words of any word type, below m.
  template <class U64>
  TALI_FN constexpr void apply(U64 (&x)[3]) const {
    U64 y[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 3; ++i) {
      const U64 sum = mrg_fold<Part>(multiply_low_words(y[0], row[i][0])) +
                      mrg_fold<Part>(multiply_low_words(y[1], row[i][1])) +
                      mrg_fold<Part>(multiply_low_words(y[2], row[i][2]));
      x[i] = mrg_subtract<Part>(mrg_fold<Part>(sum));
    }
  }

  [[nodiscard]] TALI_FN constexpr mrg_matrix times(const mrg_matrix& o) const {
    mrg_matrix out{};
    for (int j = 0; j < 3; ++j) {
      std::uint64_t column[3] = {o.row[0][j], o.row[1][j], o.row[2][j]};
      apply(column);
      for (int i = 0; i < 3; ++i) out.row[i][j] = static_cast<std::uint32_t>(column[i]);
    }
    return out;
  }

  /// The matrix of n steps.
  TALI_FN static constexpr mrg_matrix power(std::uint64_t n) {
    mrg_matrix all{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (mrg_matrix a = one_step(); n != 0; n >>= 1, a = a.times(a)) {
      if ((n & 1u) != 0) all = all.times(a);
    }
    return all;
  }
};

/// A jump of both recurrences.
struct mrg_skip {
  mrg_matrix<mrg_first> first;
  mrg_matrix<mrg_second> second;

  TALI_FN constexpr mrg_skip() : first{}, second{} {}
  TALI_FN constexpr explicit mrg_skip(std::uint64_t n)
      : first{mrg_matrix<mrg_first>::power(n)}, second{mrg_matrix<mrg_second>::power(n)} {}
  TALI_FN constexpr mrg_skip(const mrg_matrix<mrg_first>& a, const mrg_matrix<mrg_second>& b)
      : first{a}, second{b} {}

  [[nodiscard]] TALI_FN constexpr mrg_skip twice() const {
    return {first.times(first), second.times(second)};
  }
};

/// Jumps of 2^0 ... 2^63 steps.
struct mrg_skip_table {
  mrg_skip at[64];

  TALI_HOST_FN constexpr mrg_skip_table() : at{} {
    at[0] = mrg_skip(1);
    for (int k = 1; k < 64; ++k) at[k] = at[k - 1].twice();
  }
};

/// The last three words of both recurrences, oldest first.
template <class U64>
struct mrg_state {
  static constexpr bool is_scalar = std::is_same_v<U64, std::uint64_t>;

  U64 x1[3], x2[3];

  TALI_FN friend constexpr bool operator==(const mrg_state&, const mrg_state&) = default;

  /// One step; the difference of the new words, 1 ... 2^32 - 209.
  TALI_FN constexpr U64 step() {
    const U64 p1 = next<mrg_first>(x1), p2 = next<mrg_second>(x2);
    if constexpr (is_scalar) {
      return mrg_difference(narrow(p1), narrow(p2));
    } else {
      const U64 d = p1 - p2 - U64(std::uint64_t{1});
      return d + ((U64(std::uint64_t{0}) - (d >> 63)) & U64(mrg_first::modulus)) + U64(std::uint64_t{1});
    }
  }

  TALI_FN constexpr void jump(const mrg_skip& by) {
    by.first.apply(x1);
    by.second.apply(x2);
  }

  /// Takes n steps.
  TALI_FN void jump(std::uint64_t n) {
    static constexpr mrg_skip_table table{};
    for (int k = 0; n != 0; ++k, n >>= 1) {
      if ((n & 1u) != 0) jump(table.at[k]);
    }
  }

  /// Takes 2^log2 n steps.
  TALI_FN constexpr void jump_by_power(int log2, std::uint64_t n) {
    if (n == 0) return;
    mrg_skip by(1);
    for (int k = 0; k < log2; ++k) by = by.twice();
    for (; n != 0; n >>= 1, by = by.twice()) {
      if ((n & 1u) != 0) jump(by);
    }
  }

 private:
  template <class Part>
  TALI_FN static constexpr U64 next(U64 (&x)[3]) {
    const U64 p = behind<Part>(x[Part::nearer], x[0]);
    x[0] = x[1];
    x[1] = x[2];
    x[2] = p;
    return p;
  }
  template <class Part>
  TALI_FN static constexpr U64 behind(const U64& nearer, const U64& oldest) {
    if constexpr (is_scalar) {
      return mrg_next<Part>(narrow(nearer), narrow(oldest));
    } else {
      return mrg_reduce<Part>(U64(multiply_low_words(nearer, Part::a) +
                                  multiply_low_words(U64(U64(Part::modulus) - oldest), Part::b)));
    }
  }
};

/// The 32 bits of a residue: a truncated double, as in cuRAND, at most 2^32 - 1.
inline constexpr double mrg_scale = 1.000000048662;
TALI_FN constexpr std::uint32_t mrg_word(std::uint64_t z) {
  const auto word = static_cast<std::uint64_t>(static_cast<double>(narrow(z)) * mrg_scale);
  return narrow(word - (word >> 32));
}
#if !defined(TALI_GPU_COMPILER)
template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> mrg_word(const lanes<std::uint64_t, N, R>& z) {
  using f64 = lanes<double, N, R>;
  using u64 = lanes<std::uint64_t, N, R>;
  constexpr std::uint64_t bits_of_2_52 = 0x4330000000000000u;
  const f64 x = (as_double(z | u64(bits_of_2_52)) - f64(0x1p52)) * f64(mrg_scale);
  const f64 rounded = x + f64(0x1p52);
  const u64 above = cast<std::uint64_t>(x - (rounded - f64(0x1p52))) >> 63;  // 1 if rounded up
  const u64 word = (cast<std::uint64_t>(rounded) ^ u64(bits_of_2_52)) - above;
  return narrow(u64(word - (word >> 32)));
}

/// `size` words at a time, from lanes that are `length` words apart.
template <int R>
class mrg_lanes {
  static constexpr int count = R / 4;
  using u32 = lanes<std::uint32_t, count, R>;
  using u64 = lanes<std::uint64_t, count, R>;

 public:
  static constexpr int size = 512;

  /// Starts with the word after this state.
  TALI_FN void begin(mrg_state<std::uint64_t> s) {
    static constexpr mrg_skip to_next_lane(length);
    for (int l = 0; l < count; ++l) {
      if (l != 0) s.jump(to_next_lane);
      for (int k = 0; k < 3; ++k) {
        state_.x1[k].set(l, s.x1[k]);
        state_.x2[k].set(l, s.x2[k]);
      }
    }
  }

  TALI_FN void next(std::uint32_t* to) {
    static constexpr mrg_skip past_other_lanes(size - length);
    mrg_state<u64> s = state_;
    for (int at = 0; at < length; at += count) {
      u32 w[count];
      for (int k = 0; k < count; ++k) w[k] = mrg_word(s.step());
      transpose(w);
      for (int l = 0; l < count; ++l) w[l].store(to + l * length + at);
    }
    s.jump(past_other_lanes);
    state_ = s;
  }

 private:
  static constexpr int length = size / count;
  static_assert(length % count == 0);

  /// Moves lane l of register k to lane k of register l. Zipping the upper with the lower half of the
  /// registers rotates the index (lane, register) of every word by one bit.
  TALI_FN static void transpose(u32 (&x)[count]) {
    for (int pass = 1; pass < count; pass *= 2) {
      u32 y[count];
      for (int i = 0; i < count / 2; ++i) {
        const auto both = zip(x[i], x[i + count / 2]);
        y[2 * i].r[0] = both.r[0];
        y[2 * i + 1].r[0] = both.r[1];
      }
      for (int i = 0; i < count; ++i) x[i] = y[i];
    }
  }

  mrg_state<u64> state_;
};
#endif

}  // namespace tali::detail
TALI_WIDE_REGISTERS_END
