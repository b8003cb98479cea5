// SPDX-License-Identifier: Apache-2.0
// What catalogues say of a set's characteristic polynomial.
#pragma once

#include <array>
#include <cstdint>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::detail {

struct polynomial_facts {
  std::array<std::uint8_t, 20> sha1;  ///< of its coefficients as a text, the lowest first
  int weight;                         ///< its terms
};

/// @throws argument_error if the set is not a generator of full period
template <mtgp_word Word>
polynomial_facts facts_of_polynomial(const mtgp_parameters<Word>& set);

}  // namespace tali::detail
