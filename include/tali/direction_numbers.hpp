// SPDX-License-Identifier: Apache-2.0
// Direction numbers of Sobol sequences: the table of Joe and Kuo, and files in their format.
//
// Sources: the recurrence is from P. Bratley, B. L. Fox, "Algorithm 659", ACM TOMS 14, 1988; the numbers from
// S. Joe, F. Y. Kuo, SIAM J. Sci. Comput. 30, 2635-2654, 2008 (data/README.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tali {

namespace detail {
struct direction_tables;
struct device_copies;
}  // namespace detail

/// The direction numbers v_1 ... v_W of each dimension, W = 32 or 64, as words whose top bit has the weight
/// 1/2. Tables are computed on first use. Any thread may read them.
class direction_numbers {
 public:
  /// Joe and Kuo's new-joe-kuo-6: 21,201 dimensions. Exists as long as the process.
  static const direction_numbers& joe_kuo();

  /// Reads a file in Joe and Kuo's format: a line "d s a m_1 ... m_s" for each dimension d = 2, 3, ..., where
  /// s = 1 ... 32 is the degree of a primitive polynomial with inner coefficients a, and m_i is odd and below
  /// 2^i. A first line of column names is skipped. Dimension 1 has no line: it is van der Corput's sequence.
  /// @throws io_error if the file cannot be read
  /// @throws argument_error with the number of the first line that is malformed
  static direction_numbers load(const std::string& path);

  /// The same for a text in memory. @param name  what errors call it
  static direction_numbers parse(std::string_view text, const std::string& name);

  direction_numbers(direction_numbers&&) noexcept;
  direction_numbers& operator=(direction_numbers&&) noexcept;
  ~direction_numbers();

  [[nodiscard]] std::uint32_t dimensions() const;

  /// v_{b+1} of dimension d (b and d from 0) at d * W + b. Word: std::uint32_t (W = 32) or std::uint64_t
  /// (64).
  template <class Word>
  [[nodiscard]] const Word* by_dimension() const;

  /// The same at b * pitch() + d. Up to 63 words after every row may be read.
  template <class Word>
  [[nodiscard]] const Word* by_bit() const;
  [[nodiscard]] std::size_t pitch() const;

  /// The drivers' copies on devices, freed with the table.
  [[nodiscard]] detail::device_copies& copies() const;

 private:
  explicit direction_numbers(detail::direction_tables* tables);
  detail::direction_tables* tables_;  // owned; no std::unique_ptr, to keep users' compile times short
};

}  // namespace tali
