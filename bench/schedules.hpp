// SPDX-License-Identifier: Apache-2.0
// Rejection sampling by each schedule: over the acceptance of the library's distributions, on the CPU and on
// GPUs. Every schedule gives the same values; the table says which is the fastest.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tali/any.hpp>

#include "sampling_cases.hpp"
#include "tables.hpp"

namespace tali::bench {

struct named_schedule {
  const char* name;
  rejection_schedule how;
};
inline constexpr named_schedule named_schedules[] = {
    {"compacting", {schedule::compacting, 0}},
    // words: quoted: the row's name in records
    {"one lane a sample", {schedule::grouped, 1}},
    {"the planner's groups", {schedule::grouped, 0}},
};

/// Whether a case draws attempts: Poisson numbers and their like of small variance are made by inversion.
inline bool draws_attempts(const sampling_case& c, const any_distribution& d) {
  return d.info().kind == distribution_kind::rejection &&
         (std::string_view(c.type) != "i64" || std::string_view(c.variant) == "1e6, 0.3") &&
         (std::string_view(d.info().name) != "poisson" || std::string_view(c.variant) == "1e5");
}

/// Calls time(r, make) for every case and schedule: make() makes n numbers into `memory`, on device `where`.
template <class Device, class F>
void for_each_schedule(Device where, std::size_t n, void* memory, const F& time) {
  const any_engine e("philox4x32", 1, 2);
  for (const sampling_case& c : sampling_cases()) {
    const any_distribution d(c.distribution, c.type);
    if (!draws_attempts(c, d)) continue;
    for (const named_schedule& s : named_schedules) {
      where.rejection = s.how;
      time(row_of(e.info(), d, n, std::string(c.variant) + ": " + s.name),
           [&] { fill(where, e, d, 0, memory, n); });
    }
  }
}

}  // namespace tali::bench
