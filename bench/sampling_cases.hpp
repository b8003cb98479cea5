// SPDX-License-Identifier: Apache-2.0
// The distributions of variable budget that the benchmark measures, with the parameters of the published
// comparisons, and the commonest ones of fixed budget.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tali/any.hpp>

#include "tables.hpp"

namespace tali::bench {

struct sampling_case {
  const char* distribution;  ///< with its parameters
  const char* type;
  const char* variant;  ///< the parameters, as a row shows them
};

inline const std::vector<sampling_case>& sampling_cases() {
  static const std::vector<sampling_case> all = {
      {"gamma:shape=2.5", "f32", "2.5"},
      {"gamma:shape=0.3", "f32", "0.3"},
      {"gamma:shape=2.5", "f64", "2.5"},
      {"chi-squared:df=3", "f32", "3"},
      {"beta:a=2.5,b=4", "f32", "2.5, 4"},
      {"beta:a=0.3,b=0.7", "f32", "0.3, 0.7"},
      {"beta:a=2.5,b=4", "f64", "2.5, 4"},
      {"beta:a=0.3,b=0.7", "f64", "0.3, 0.7"},
      {"f:dfn=5,dfd=7", "f32", "5, 7"},
      {"student-t:df=3", "f32", "3"},
      {"student-t:df=3", "f64", "3"},
      {"poisson:mean=10", "u32", "10"},
      {"poisson:mean=1000", "u32", "1000"},
      {"poisson:mean=1e5", "u32", "1e5"},
      {"poisson-icdf:mean=10", "u32", "10"},
      {"poisson-icdf:mean=1000", "u32", "1000"},
      {"poisson-icdf:mean=1e5", "u32", "1e5"},
      {"poisson:mean=10", "i64", "10"},
      {"binomial:n=100,p=0.3", "i64", "100, 0.3"},
      {"binomial:n=1e6,p=0.3", "i64", "1e6, 0.3"},
      {"binomial-icdf:n=1e6,p=0.3", "i64", "1e6, 0.3"},
      {"negative-binomial:n=3,p=0.3", "i64", "3, 0.3"},
      {"hypergeometric:good=60,bad=40,draws=30", "i64", "60, 40, 30"},
      {"unbiased-int:low=1,high=1000000", "i32", "1, 10^6"},
      {"unbiased-int:low=1,high=1000000", "i64", "1, 10^6"},
      {"bernoulli:p=0.3", "u8", "0.3"},
      {"bernoulli-bits:p=0.3", "u32", "0.3"},
      {"bernoulli-bits:p=0.5", "u32", "0.5"},
      {"von-mises:mu=0,kappa=4", "f32", "0, 4"},
      {"truncated-normal:mu=0,sigma=1,low=1,high=3", "f32", "0, 1, 1, 3"},
      {"exponential:scale=1", "f32", "1"},
      {"exponential:scale=1", "f64", "1"},
      {"weibull:shape=1.5", "f32", "1.5"},
      {"cauchy", "f32", "0, 1"},
      {"geometric:p=0.3", "i64", "0.3"},
  };
  return all;
}

// Rejection sampling by each schedule: over the acceptance of the library's distributions, on the CPU and on
// GPUs. Every schedule gives the same values; the table says which is the fastest.

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
