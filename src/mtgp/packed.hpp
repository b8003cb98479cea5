// SPDX-License-Identifier: Apache-2.0
// The catalogues of MTGP parameter sets that the library contains: data/mtgp/mtgp32-*.csv and mtgp64-*.csv,
// in the form that cmake/embed_mtgp.cmake writes.
#pragma once

#include <cstdint>
#include <span>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::detail {

/// A parameter set without the fields that its exponent determines.
template <mtgp_word Word>
struct packed_mtgp {
  std::uint32_t number;
  std::uint16_t middle;
  std::uint8_t shift1, shift2;
  Word rows[8];           ///< those of R, then those of T
  std::uint32_t sha1[5];  ///< the digest's hexadecimal digits, eight per word
  std::uint32_t delta, weight;
};

/// The sets of one exponent.
template <mtgp_word Word>
struct packed_catalogue {
  int mexp;  ///< 0 marks the end of a list
  std::span<const packed_mtgp<Word>> sets;
};

extern const packed_catalogue<std::uint32_t> packed_mtgp32[];
extern const packed_catalogue<std::uint64_t> packed_mtgp64[];

}  // namespace tali::detail
