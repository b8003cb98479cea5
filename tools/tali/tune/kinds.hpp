// SPDX-License-Identifier: Apache-2.0
// Everything that `tali tune` times: each engine with each distribution that it can have.
#pragma once

#include <cstdint>
#include <vector>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

namespace tali::tool::tune {

struct candidate {
  fill_kind kind;
  any_engine source;  ///< of points, a set large enough for any measurement
  any_distribution distribution;
  double generators;  ///< of the source, where it has a number of them

  [[nodiscard]] std::size_t value_bytes() const { return distribution.info().value_bytes; }
};

/// In the order of the lists. Comparators run on the CPU only, so that there is nothing to choose; they and
/// distributions without default parameters are left out, and the cost model has default figures for them.
std::vector<candidate> candidates();

}  // namespace tali::tool::tune
