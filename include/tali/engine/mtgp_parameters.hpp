// SPDX-License-Identifier: Apache-2.0
// The parameter sets of MTGP, and their catalogues (CSV files).
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", ACM TOMS
// 39(2), 2013: definitions 3.3 and 3.4, section 3.5 for the number of threads, section 5 for the ID.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tali {

/// A word of an MTGP: 32 or 64 bits.
template <class T>
concept mtgp_word = std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>;

namespace detail {

inline constexpr int mersenne_exponents[] = {3217, 4423, 11213, 23209, 44497, 110503};

/// The Mersenne exponents p (110503 only for 64-bit words); the period is 2^p - 1.
template <mtgp_word Word>
constexpr std::span<const int> mtgp_exponents() {
  return std::span(mersenne_exponents).first(sizeof(Word) == 4 ? 5 : 6);
}

/// N: words of a state of `mexp` bits.
template <mtgp_word Word>
constexpr int mtgp_size(int mexp) {
  constexpr int bits = 8 * sizeof(Word);
  return (mexp + bits - 1) / bits;
}

/// C: the largest power of two up to N - 2. This many steps are independent.
template <mtgp_word Word>
constexpr int mtgp_steps(int mexp) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(mtgp_size<Word>(mexp) - 2)));
}

/// BITMASK(w, r): the w - r high bits, where r = w N - p is the number of bits of the oldest word that are
/// not part of the state.
template <mtgp_word Word>
constexpr Word mtgp_mask(int mexp) {
  constexpr int bits = 8 * sizeof(Word);
  return static_cast<Word>(~Word{0} << (bits * mtgp_size<Word>(mexp) - mexp));
}

}  // namespace detail

/// One generator of the family. Rows of a matrix are ordered as the catalogue's columns: entries 1, 2, 4
/// and 8 of the look-up table, which are the paper's rows from the last to the first.
template <mtgp_word Word>
struct mtgp_parameters {
  int mexp = 0;                            ///< p
  std::uint32_t number = 0;                ///< the set's number in its catalogue (column `no`)
  int middle = 0;                          ///< M, 2 ... N - C (column `pos`)
  int shift1 = 0;                          ///< left, 1 ... 31
  int shift2 = 0;                          ///< right, 1 ... 31
  std::array<Word, 4> recursion = {};      ///< R
  std::array<Word, 4> tempering = {};      ///< T
  Word mask = 0;                           ///< mtgp_mask(mexp)
  std::array<std::uint8_t, 20> sha1 = {};  ///< digest of the characteristic polynomial
  int delta = 0;                           ///< total dimension defect of the tempered output
  int weight = 0;                          ///< number of terms of the characteristic polynomial

  [[nodiscard]] constexpr int size() const { return detail::mtgp_size<Word>(mexp); }
  [[nodiscard]] constexpr int steps() const { return detail::mtgp_steps<Word>(mexp); }

  /// The ID that section 5 embeds in R: upper half in the 16 MSBs of the first row, lower half in bits 19 to
  /// 4 of the second (of the upper 32 bits of 64-bit words).
  [[nodiscard]] constexpr std::uint32_t id() const {
    constexpr int low = 8 * sizeof(Word) - 32;
    const auto first = static_cast<std::uint32_t>(recursion[3] >> low);
    const auto second = static_cast<std::uint32_t>(recursion[2] >> low);
    return (first & 0xffff0000u) | ((second >> 4) & 0xffffu);
  }

  friend constexpr bool operator==(const mtgp_parameters&, const mtgp_parameters&) = default;
};

namespace detail {

/// All 16 products of a 4-bit row vector with a matrix.
template <mtgp_word Word>
constexpr std::array<Word, 16> mtgp_table(const std::array<Word, 4>& rows) {
  std::array<Word, 16> table{};
  for (std::size_t i = 1; i < 16; ++i) {
    const std::size_t low = i & (~i + 1);
    table[i] = table[i ^ low] ^ rows[static_cast<std::size_t>(std::countr_zero(low))];
  }
  return table;
}

/// The SHA-1 digest as 40 hexadecimal digits.
std::string to_hex(const std::array<std::uint8_t, 20>& digest);

/// The columns of a catalogue, as in its first line.
inline constexpr const char* mtgp_columns =
    "mexp,no,pos,sh1,sh2,tbl1,tbl2,tbl4,tbl8,tmp1,tmp2,tmp4,tmp8,mask,sha1,delta,weight";

/// A set and its line number in the file.
template <mtgp_word Word>
struct mtgp_entry {
  mtgp_parameters<Word> set;
  int line;
};

}  // namespace detail

/// Checks a set's exponent, middle position, shifts and mask.
/// @param where  the beginning of messages, such as "sets.csv:7 "
/// @throws argument_error that names the column
template <mtgp_word Word>
void check(const mtgp_parameters<Word>& set, const std::string& where = {});

namespace detail {

/// Reads a catalogue of parameter sets. Does not check the polynomial's digest, weight and defect: that takes
/// seconds per set and is done by the creator.
/// @param name  name of the file, for messages
/// @throws argument_error with file, line and column, for a wrong first line or number of columns, text that
///         is not a number, a set that check() rejects, or a number or ID of an earlier line with the same
///         exponent
template <mtgp_word Word>
std::vector<mtgp_entry<Word>> read_mtgp_catalogue(std::istream& in, const std::string& name);

/// The same for a file.
/// @throws io_error if it cannot be read
template <mtgp_word Word>
std::vector<mtgp_entry<Word>> read_mtgp_catalogue(const std::string& path);

/// The sets with one exponent, in the order of the file.
template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> sets_of(std::span<const mtgp_entry<Word>> catalogue, int mexp);

/// The number of shipped sets with an exponent.
template <mtgp_word Word>
std::size_t shipped_mtgp_sets(int mexp);

/// Shipped sets first ... first + count - 1 with an exponent.
/// @throws argument_error that says which sets exist
template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> shipped_mtgp_sets(int mexp, std::size_t first, std::size_t count);

/// One line of a catalogue, checked.
template <mtgp_word Word>
mtgp_parameters<Word> parse_mtgp_line(std::string_view line, const std::string& where);

/// Writes one line of a catalogue, including the line break.
template <mtgp_word Word>
void write_mtgp_line(std::ostream& out, const mtgp_parameters<Word>& set);

}  // namespace detail

}  // namespace tali
