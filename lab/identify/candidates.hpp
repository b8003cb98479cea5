// SPDX-License-Identifier: Apache-2.0
// What numbers could be from: the catalogue's engines with each of their seedings, and its distributions.
#pragma once

#include <string>
#include <vector>

#include <tali/any.hpp>

#include "identify/observed.hpp"

namespace tali::lab::identify {

/// An engine's text, as any_engine takes it. A seed and a stream make a sequence of it.
struct engine_candidate {
  std::string text;
  engine_info info;
};

/// The engines that reach any index, each with every way in which it makes a state of a seed.
/// @param wanted  texts of engines; a name alone stands for all its seedings. Empty: all
/// @throws argument_error for an unknown name, and as any_engine
std::vector<engine_candidate> engine_candidates(const std::vector<std::string>& wanted = {});

/// A distribution of fixed budget with its parameters, and how its values are made of words.
struct distribution_candidate {
  std::string text;
  any_distribution made;
  double bits;  ///< of a value: no value has a probability above 2^-bits, roughly
};

/// Distributions of a reading's type: those without parameters, other libraries' uniform numbers, and the
/// standard normal ones. For real numbers, only those that can make these: uniform ones if all lie between
/// 0 and 1, or 1 and 2, and normal ones if they do not.
/// @param wanted  texts of distributions instead, with their parameters
/// @throws argument_error for one without a fixed budget, or with few different values
std::vector<distribution_candidate> distribution_candidates(const reading& r,
                                                            const std::vector<std::string>& wanted = {});

/// Bits by which number i of a reading tells a candidate from others.
double bits_of_number(const reading& r, const distribution_candidate& d, std::size_t i);

}  // namespace tali::lab::identify
