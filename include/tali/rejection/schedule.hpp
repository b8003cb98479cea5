// SPDX-License-Identifier: Apache-2.0
// How lanes share the work of rejection distributions. This affects speed only: every schedule gives the same
// values.
#pragma once

namespace tali {

enum class schedule {
  automatic,   ///< compacting: the fastest in all measurements (docs/rejection.md)
  grouped,     ///< lanes in groups, each working on one sample until all groups of the warp are done
  compacting,  ///< collects samples after a failed first attempt; idle lanes share them
};

/// A schedule and, for `grouped`, the number of lanes that share a sample: 1, 2, 4, 8, 16 or 32, or 0 to let
/// the planner choose (rejection/plan.hpp). One lane per sample is usual. On the CPU the limit is the number
/// of lanes of a register.
struct rejection_schedule {
  schedule kind = schedule::automatic;
  int group = 0;
};

}  // namespace tali
