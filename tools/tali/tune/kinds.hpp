// SPDX-License-Identifier: Apache-2.0
// Everything that `tali tune` times: each engine with each distribution that it can have.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include <tali/cost_model.hpp>
#include <tali/named.hpp>
#include <tali/named_grid.hpp>
#include <tali/quasi.hpp>

namespace tali::tool::tune {

/// An engine of a sort that a GPU can have, at the beginning of its sequence. Point sets are large enough for
/// any measurement.
using any_source = std::variant<named_sequence, named_points, std::shared_ptr<const named_grid>>;

struct candidate {
  fill_kind kind;
  any_source source;
  named_distribution distribution;
  double generators;  ///< of the source, where it has a number of them

  [[nodiscard]] std::size_t value_bytes() const { return distribution.info().value_bytes; }
};

/// In the order of the lists. Comparators run on the CPU only, so that there is nothing to choose; they and
/// distributions without default parameters are left out, and the cost model has default figures for them.
std::vector<candidate> candidates();

}  // namespace tali::tool::tune
