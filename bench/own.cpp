// SPDX-License-Identifier: Apache-2.0
// A user's functor and the library's distribution of the same arithmetic, timed alternately on one CPU
// thread. The functor is compiled for the baseline, as users compile.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/fill.hpp>
#include <tali/fill_with.hpp>

#include "tables.hpp"
#include "user_exponential.hpp"

namespace tali::bench {

namespace {

/// Adds the library's row and the user's, whose peer the first one is.
template <class E, class F, class D>
void measure_pair(const table& t, const F& f, const D& d) {
  using T = typename D::result_type;
  constexpr std::size_t n = 16384;
  constexpr int passes = 100;
  const simd_level level = best_simd_level();
  const std::string level_name = simd_level_name(level);
  row own{E::name, D::name, type_name<T>(), level_name + ", a functor", n, 1};
  row library{std::string("built-in ") + E::name, D::name, type_name<T>(), level_name, n, 1};
  if (!t.wants(own) && !t.wants(library)) return;
  std::vector<T> memory(n);
  const E e(1, 2);
  const cpu where{1, level};
  const auto passes_of = [&](const auto& fill_once) {
    std::uint64_t first = 0;
    return seconds_of(
        [&] {
          fill_once(first);
          first += n;
        },
        passes);
  };
  std::vector<double> beside;
  own.seconds = median_of(std::max(t.asked().repeats, 15), [&] {
    beside.push_back(passes_of([&](std::uint64_t first) { fill(where, e, d, first, std::span(memory)); }));
    return passes_of([&](std::uint64_t first) { fill_with(where, e, f, first, std::span(memory)); });
  });
  library.seconds = middle(beside);
  t.take(library);
  t.take(own);
}

}  // namespace

void run_own_cpu(const table& t) {
  measure_pair<philox4x32>(t, user_exponential_f32{1}, exponential<float>{});
  measure_pair<philox4x32>(t, user_exponential_f64{1}, exponential<double>{});
  measure_pair<pcg32>(t, user_exponential_f32{1}, exponential<float>{});
  measure_pair<pcg32>(t, user_exponential_f64{1}, exponential<double>{});
}

}  // namespace tali::bench
