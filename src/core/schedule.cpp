// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <string>

#include <tali/error.hpp>
#include <tali/rejection/plan.hpp>

#include "core/sequence_end.hpp"
#include "registry/functions.hpp"

namespace tali::detail {

void check_group(const rejection_schedule& how) {
  if (how.kind < schedule::automatic || how.kind > schedule::compacting) {
    throw argument_error("rejection.kind", std::to_string(static_cast<int>(how.kind)),
                         "schedule::automatic, grouped or compacting");
  }
  const bool power = how.group == 0 || std::has_single_bit(static_cast<unsigned>(how.group));
  if (how.group < 0 || how.group > 32 || !power) {
    throw argument_error("rejection.group", std::to_string(how.group), "0, 1, 2, 4, 8, 16 or 32");
  }
}

rejection_schedule chosen_schedule(const rejection_schedule& how, const request& r, int width,
                                   double (*overhead)(int attempt_words)) {
  check_group(how);
  rejection_schedule chosen = how;
  if (how.kind == schedule::grouped && how.group == 0 && r.distribution != nullptr) {
    const distribution_functions& d = *r.distribution_entry->functions;
    // Rounding may make the remainder negative.
    const double rejection = std::max(0.0, 1 - d.acceptance(r.distribution));
    chosen.group = best_group(rejection, width, overhead != nullptr ? overhead(d.attempt_words) : 0.0);
  }
  return chosen;
}

}  // namespace tali::detail
