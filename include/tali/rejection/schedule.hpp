// SPDX-License-Identifier: Apache-2.0
// How lanes share the work of rejection-sampled distributions. Affects speed only: every schedule gives the
// same values.
#pragma once

namespace tali {

enum class schedule {
  automatic,   ///< compacting: the fastest wherever it was measured (docs/rejection.md)
  grouped,     ///< lanes in groups, each working on one sample until all groups of the warp are done
  compacting,  ///< the samples whose first attempt failed are brought together, and idle lanes take part in
               ///< them
};

/// A schedule and, for `grouped`, the number of lanes that share a sample: 1, 2, 4, 8, 16 or 32, or 0 for the
/// planner's choice (rejection/plan.hpp). One lane per sample is the usual way. On the CPU, at most as many
/// as a register has lanes.
struct rejection_schedule {
  schedule kind = schedule::automatic;
  int group = 0;
};

}  // namespace tali
