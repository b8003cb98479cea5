// SPDX-License-Identifier: Apache-2.0
// Shared by the engines of one bank: the parameter sets and, after first use, their polynomials.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <tali/engine/mtgp.hpp>
#include <tali/engine/mtgp_jump.hpp>
#include <tali/engine/mtgp_parameters.hpp>

#include "cpu/loops.hpp"
#include "cpu/processors.hpp"

namespace tali::detail {

/// Calls f(k) for k = 0 ... n - 1 on the default number of threads, and throws the exception of one of the
/// calls.
template <class F>
void for_each_set(std::size_t n, const F& f) {
  for_indices(
      static_cast<int>(std::min<std::size_t>(n, static_cast<std::size_t>(cpu_driver::default_threads()))), n,
      f);
}

template <mtgp_word Word>
struct mtgp_bank {
  explicit mtgp_bank(std::vector<mtgp_parameters<Word>> all)
      : sets(std::move(all)),
        once(std::make_unique<std::once_flag[]>(sets.size())),
        polynomials(sets.size()) {}

  /// The characteristic polynomial of set k. The first call computes it.
  const gf2_polynomial& polynomial(std::size_t k) const {
    std::call_once(once[k], [&] { polynomials[k] = detail::mtgp_characteristic_polynomial(sets[k]); });
    return polynomials[k];
  }

  std::vector<mtgp_parameters<Word>> sets;
  std::unique_ptr<std::once_flag[]> once;
  mutable std::vector<gf2_polynomial> polynomials;
};

}  // namespace tali::detail

namespace tali {

// The fields of a saved MTGP engine.

template <mtgp_word Word>
struct mtgp<Word>::whole_state {
  std::vector<parameters> sets;
  std::vector<Word> seeds;
  bool by_array = false;
  std::uint64_t position = 0;
  std::vector<Word> states;
};

}  // namespace tali

namespace tali::detail {

// Divides a range of a bank's sequence into work on all sets, or on the few sets of a short range, so that no
// other set is seeded or moved.

/// The part of a range that some neighbouring sets make: the output of a bank of these sets alone, starting
/// at a row. If these are not all sets, the part is in one row.
struct bank_part {
  std::uint64_t row;        ///< in the sequence
  std::size_t first, sets;  ///< sets first ... first + sets - 1
  std::uint64_t skip;       ///< number of outputs in these sets' row before the part
  std::uint64_t n;

  /// Rows of these sets that end within the part or at its end.
  [[nodiscard]] std::uint64_t whole_rows(std::uint64_t tile) const { return (skip + n) / (sets * tile); }
};

/// Cuts the range first ... first + n - 1 of a bank of `sets` sets, each with tiles of `tile` numbers, and
/// calls f(part) for one part after the other.
template <class F>
void for_each_part(std::uint64_t first, std::uint64_t n, std::uint64_t tile, std::size_t sets, const F& f) {
  const std::uint64_t row_size = tile * sets;
  while (n != 0) {
    const std::uint64_t row = first / row_size, before = first % row_size;
    if (n > row_size) return f(bank_part{row, 0, sets, before, n});
    const std::uint64_t count = std::min(n, row_size - before), begin = before / tile;
    const std::uint64_t end = (before + count - 1) / tile + 1;
    f(bank_part{row, begin, end - begin, before - begin * tile, count});
    first += count;
    n -= count;
  }
}

// The facts in catalogues about a set's characteristic polynomial.

/// SHA-1, FIPS 180-4. It detects damage, not forgery.
std::array<std::uint8_t, 20> sha1_of(std::string_view text);

struct polynomial_facts {
  std::array<std::uint8_t, 20> sha1;  ///< of its coefficients as text, the lowest first
  int weight;                         ///< number of terms
};

/// @throws argument_error if the set is not a generator of full period
template <mtgp_word Word>
polynomial_facts facts_of_polynomial(const mtgp_parameters<Word>& set);

}  // namespace tali::detail
