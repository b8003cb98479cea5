// SPDX-License-Identifier: Apache-2.0
// Inversion of a discrete distribution, outcome by outcome from the mode outwards, and a table that finds the
// same outcome directly.
//
// The unit interval is divided into pieces with the probabilities of mode, mode + 1, mode - 1, mode + 2, ...
// as lengths. A uniform number's outcome is that of the piece that contains it. In this order the sums grow
// fastest, and only ratios of neighbouring probabilities are needed. The order and the guide table are from
// L. Devroye, "Non-Uniform Random Variate Generation", Springer 1986, section III.2. If one distribution
// makes many values, the sums are computed once. Both methods add the same numbers in the same order, so they
// agree bit for bit.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// A distribution with outcomes lowest ... highest, for inversion.
///
/// `rise(k)` is P(k + 1) / P(k), `fall(k)` is P(k - 1) / P(k).
template <class L>
concept discrete_law = requires(const L& law, double k) {
  { law.mode() } -> std::convertible_to<double>;
  { law.mode_probability() } -> std::convertible_to<double>;
  { law.lowest() } -> std::convertible_to<double>;
  { law.highest() } -> std::convertible_to<double>;
  { law.rise(k) } -> std::convertible_to<double>;
  { law.fall(k) } -> std::convertible_to<double>;
};

namespace detail {

/// A side of the mode ends if outcomes have a smaller probability than this.
inline constexpr double negligible_probability = 0x1p-70;

/// Calls f(outcome, sum of the probabilities up to it) in order, until f returns true or no outcome is left.
/// @returns whether f returned true
template <discrete_law L, class F>
TALI_FN bool from_mode_outwards(const L& law, F&& f) {
  double up = law.mode(), down = up, p_up = law.mode_probability(), p_down = p_up, sum = p_up;
  if (f(up, sum)) return true;
  bool more_up = up<law.highest(), more_down = down> law.lowest();
  while (more_up || more_down) {
    if (more_up) {
      p_up = multiply(p_up, law.rise(up));
      up = add(up, 1.0);
      sum = add(sum, p_up);
      if (f(up, sum)) return true;
      more_up = up < law.highest() && p_up > negligible_probability;
    }
    if (more_down) {
      p_down = multiply(p_down, law.fall(down));
      down = add(down, -1.0);
      sum = add(sum, p_down);
      if (f(down, sum)) return true;
      more_down = down > law.lowest() && p_down > negligible_probability;
    }
  }
  return false;
}

/// The outcome of the uniform number k 2^-53, k the upper 53 bits of low + 2^32 high. The part of the unit
/// interval that remains because of rounding, about 1e-15, belongs to the mode.
template <discrete_law L>
TALI_FN double invert(const L& law, std::uint32_t high, std::uint32_t low) {
  const double u = to_unit_double(low, high);
  double found = law.mode();
  detail::from_mode_outwards(law, [&](double outcome, double sum) {
    if (!(u < sum)) return false;
    found = outcome;
    return true;
  });
  return found;
}

/// The same in SIMD lanes, each with a law of its own: law.mode() and the other functions return lanes.
template <class Law, class F>
TALI_FN F invert_lanes(const Law& law, const F& u) {
  const F one(1.0), negligible(detail::negligible_probability);
  F up = law.mode(), down = up, p_up = law.mode_probability(), p_down = p_up, sum = p_up, found = up;
  auto open = unset(is_less(u, sum));
  auto more_up = is_less(up, law.highest()), more_down = is_less(law.lowest(), down);
  // A lane whose side has ended adds 0 to its sum.
  while (any(both(open, either(more_up, more_down)))) {
    p_up = select(more_up, multiply(p_up, law.rise(up)), F(0.0));
    up = add(up, one);
    sum = add(sum, p_up);
    const auto by_up = both(open, is_less(u, sum));
    found = select(by_up, up, found);
    open = both(open, unset(by_up));
    more_up = both(both(more_up, is_less(up, law.highest())), is_less(negligible, p_up));
    p_down = select(more_down, multiply(p_down, law.fall(down)), F(0.0));
    down = add(down, F(-1.0));
    sum = add(sum, p_down);
    const auto by_down = both(open, is_less(u, sum));
    found = select(by_down, down, found);
    open = both(open, unset(by_down));
    more_down = both(both(more_down, is_less(law.lowest(), down)), is_less(negligible, p_down));
  }
  return found;
}

/// The sums of a distribution and a guide into them. The first 16 bits of a uniform number determine the
/// outcome, except for one number in 2^16 per outcome, which needs 32 bits, and one in 2^32, which needs all
/// bits.
///
/// The first bits of a number select a cell, which usually has one outcome. If a cell contains a sum, one
/// comparison decides; only a few cells in the tail contain more than one sum.
struct inversion_table {
  static constexpr int max_outcomes = 1536, guide_bits = 13;
  static constexpr int at_mode = 0x4000;  ///< a cell below 2^15 is the outcome minus the mode plus this
  static constexpr int two = 0x8000, several = 0xc000;  ///< a cell's kind, plus the index of its first entry

  struct alignas(8) entry {
    /// The upper 32 bits of the largest 53-bit number of the outcome: for numbers with smaller upper bits the
    /// outcome is this one or an earlier one.
    std::uint32_t last;
    std::int16_t offset, next;  ///< the outcome minus the mode, and that of the next entry
  };

  double mode = 0;
  int outcomes = 0;  ///< 0 if the distribution has too many
  entry entries[max_outcomes];
  std::uint16_t guide[1 << guide_bits];  ///< cells by a number's first bits

  /// The cell for the first 16 bits of a number.
  [[nodiscard]] TALI_FN int cell_of(std::uint32_t half) const { return guide[half >> (16 - guide_bits)]; }

  /// Whether a cell has a single outcome: mode + cell - at_mode.
  TALI_FN static constexpr bool is_outcome(int cell) { return cell < two; }

  /// Finds the outcome from the first 16 bits of a number.
  /// @param from_mode  set to the outcome minus the mode, if it is known
  /// @returns whether these bits determine it
  TALI_FN bool find_by_half(std::uint32_t half, std::int32_t& from_mode) const {
    return find<16>(half, cell_of(half), from_mode);
  }
  /// The same with its first 32 bits.
  TALI_FN bool find(std::uint32_t high, std::int32_t& from_mode) const {
    return find<32>(high, cell_of(high >> 16), from_mode);
  }

 private:
  template <int bits>
  TALI_FN bool find(std::uint32_t number, int cell, std::int32_t& from_mode) const {
    from_mode = cell - at_mode;
    if (is_outcome(cell)) return true;
    if (cell < several) {
      const entry e = entries[cell - two];
      const std::uint32_t last = e.last >> (32 - bits);
      from_mode = number > last ? e.next : e.offset;
      return number != last;
    }
    int i = cell - several;
    while (i < outcomes && number > entries[i].last >> (32 - bits)) ++i;
    if (i == outcomes || number == entries[i].last >> (32 - bits)) return false;
    from_mode = entries[i].offset;
    return true;
  }
};

/// Stores the sums of a distribution in order.
struct table_writer {
  inversion_table& table;
  bool fits = true;

  TALI_FN bool operator()(double outcome, double sum) {
    const double from_mode = outcome - table.mode;
    fits = table.outcomes < inversion_table::max_outcomes && from_mode >= -32768 && from_mode < 32768;
    if (!fits) return true;
    // k 2^-53 < sum for k = 0 ... ceil(2^53 sum) - 1. A sum may round to more than 1.
    const double count = sum < 1 ? sum * 0x1p53 : 0x1p53;
    auto numbers = static_cast<std::uint64_t>(count);
    if (static_cast<double>(numbers) < count) ++numbers;
    const std::uint64_t last = numbers == 0 ? 0 : numbers - 1;
    auto& entry = table.entries[table.outcomes];
    entry.last = static_cast<std::uint32_t>(last >> 21);
    entry.offset = entry.next = static_cast<std::int16_t>(from_mode);
    if (table.outcomes > 0) table.entries[table.outcomes - 1].next = entry.offset;
    ++table.outcomes;
    return false;
  }
};

/// Fills the table; sets `outcomes` to 0 if the distribution does not fit.
template <discrete_law L>
TALI_FN void make_table(const L& law, inversion_table& table) {
  table.mode = law.mode();
  table.outcomes = 0;
  detail::table_writer writer{table};
  detail::from_mode_outwards(law, writer);
  if (!writer.fits) table.outcomes = 0;
  if (table.outcomes == 0) return;
  constexpr int cell_bits = 32 - inversion_table::guide_bits;
  std::uint32_t cell = 0;  // the first cell that is not written yet
  const auto write = [&](int value) { table.guide[cell++] = static_cast<std::uint16_t>(value); };
  for (int i = 0; i < table.outcomes; ++i) {
    const inversion_table::entry entry = table.entries[i];
    const std::uint32_t of_sum = entry.last >> cell_bits;
    while (cell < of_sum) write(entry.offset + inversion_table::at_mode);
    if (cell > of_sum) continue;
    // At the next sum the second word decides, and find() uses it only for the first entry.
    const bool last_two = i + 1 < table.outcomes && of_sum < table.entries[i + 1].last >> cell_bits;
    write((last_two ? inversion_table::two : inversion_table::several) + i);
  }
  while (cell < (1u << inversion_table::guide_bits)) write(inversion_table::several + table.outcomes);
}

}  // namespace detail

}  // namespace tali
