// SPDX-License-Identifier: Apache-2.0
// The possible sources of numbers: the catalogue's engines with each of their seedings, and its
// distributions.
#pragma once

#include <string>
#include <vector>

#include <tali/any.hpp>

#include "identify/observed.hpp"

namespace tali::lab::identify {

/// An engine's text for any_engine. A seed and a stream make it a sequence.
struct engine_candidate {
  std::string text;
  engine_info info;
};

/// The engines with access to any index, each with every seeding.
/// @param selected  texts of engines; a name alone selects all its seedings. Empty: all
/// @throws argument_error for an unknown name, and as any_engine
std::vector<engine_candidate> engine_candidates(const std::vector<std::string>& selected = {});

/// A fixed-budget distribution with its parameters, and the budget of its values.
struct distribution_candidate {
  std::string text;
  any_distribution distribution;
  double bits;  ///< per value: no value has a probability above about 2^-bits
};

/// Distributions of a reading's type: those without parameters, other libraries' uniform numbers, and the
/// standard normal ones. For real numbers, only those with a matching range: uniform ones if all numbers are
/// between 0 and 1, or 1 and 2, and normal ones otherwise.
/// @param selected  texts of distributions instead, with their parameters
/// @throws argument_error for one without a fixed budget, or with few different values
std::vector<distribution_candidate> distribution_candidates(const reading& r,
                                                            const std::vector<std::string>& selected = {});

/// Number of bits by which number i of a reading distinguishes a candidate from others.
double bits_of_number(const reading& r, const distribution_candidate& d, std::size_t i);

}  // namespace tali::lab::identify
