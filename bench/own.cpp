// SPDX-License-Identifier: Apache-2.0
// A user's functor and the library's distribution of the same arithmetic, timed alternately on one CPU
// thread. The functor is compiled for the baseline, as users compile.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/fill.hpp>
#include <tali/fill_with.hpp>

#include "own_exponential.hpp"
#include "seconds_of.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// Adds the library's row and the user's, whose peer the first one is.
template <class E, class F, class D>
void measure_pair(const options& o, const group& g, const F& f, const D& d, simd_level level,
                  std::vector<row>& out) {
  using T = typename D::result_type;
  constexpr std::size_t n = 16384;
  constexpr int passes = 100;
  row own;
  own.group = g.name;
  own.engine = E::name;
  own.distribution = D::name;
  own.type = type_name<T>();
  own.device = "cpu";
  own.variant = std::string(simd_level_name(level)) + ", a functor";
  own.n = n;
  own.bytes_per_number = sizeof(T);
  own.threads = 1;
  row library = own;
  library.engine = std::string("built-in ") + E::name;
  library.variant = simd_level_name(level);
  if (!wanted(o, own) && !wanted(o, library)) return;
  std::vector<T> memory(n);
  const E e(1, 2);
  const cpu where{1, level};
  const auto passes_of = [&](const auto& fill_once) {
    return seconds_of([&] {
             for (std::uint64_t p = 0; p < passes; ++p) fill_once(p * n);
           }) /
           passes;
  };
  std::vector<double> beside;
  own.seconds = median_of(std::max(o.repeats, 15), [&] {
    beside.push_back(passes_of([&](std::uint64_t first) { fill(where, e, d, first, std::span(memory)); }));
    return passes_of([&](std::uint64_t first) { fill_with(where, e, f, first, std::span(memory)); });
  });
  std::sort(beside.begin(), beside.end());
  library.seconds = beside[beside.size() / 2];
  for (const row& r : {library, own}) {
    out.push_back(r);
    o.progress(r);
  }
}

void run_own(const options& o, const group& g, std::vector<row>& out) {
  const simd_level level = best_simd_level();
  measure_pair<philox4x32>(o, g, own_exponential_f32{1}, exponential<float>{}, level, out);
  measure_pair<philox4x32>(o, g, own_exponential_f64{1}, exponential<double>{}, level, out);
  measure_pair<pcg32>(o, g, own_exponential_f32{1}, exponential<float>{}, level, out);
  measure_pair<pcg32>(o, g, own_exponential_f64{1}, exponential<double>{}, level, out);
}

}  // namespace

std::vector<group> own_cpu_groups() {
  return {
      {"own", "a user's exponential beside the library's, one thread, 2^14 numbers", false, false, &run_own}};
}

}  // namespace tali::bench
