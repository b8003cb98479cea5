// SPDX-License-Identifier: Apache-2.0
// Every elementary function against MPFR: at most 2 ulp, over its whole range. `elementary-measure` tries
// more arguments and writes the table of docs/math.md.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "elementary/arguments.hpp"
#include "elementary/reference.hpp"

namespace tali::test {
namespace {

template <class Function, class T>
void check() {
  constexpr int tries = lab::takes_log_gamma<Function> ? 12'000 : 120'000;

  std::mt19937_64 random(7);
  double worst = -1;
  T worst_x = 0, worst_y = 0;
  for (int n = 0; n < tries; ++n) {
    const auto [x, y] = lab::arguments_for<T>(Function(), static_cast<std::uint64_t>(n), random);
    const double error = lab::error_in_ulp(Function(), Function::template of<T>(x, y), x, y);
    if (!(error <= worst)) worst = error, worst_x = x, worst_y = y;
  }
  char where[96];
  std::snprintf(where, sizeof where, "x = %a, y = %a", static_cast<double>(worst_x),
                static_cast<double>(worst_y));
  EXPECT_LE(worst, 2.0) << Function::name << (sizeof(T) == 4 ? "_f32" : "_f64") << " at " << where;
  ::testing::Test::RecordProperty(std::string(Function::name) + (sizeof(T) == 4 ? "_f32" : "_f64"),
                                  std::to_string(worst) + " ulp at " + where);
}

TEST(ElementaryUlp, OfFloats) {
  lab::for_each_function([]<class Function>(Function) { check<Function, float>(); });
}

TEST(ElementaryUlp, OfDoubles) {
  lab::for_each_function([]<class Function>(Function) { check<Function, double>(); });
}

}  // namespace
}  // namespace tali::test
