// SPDX-License-Identifier: Apache-2.0
// Every elementary function against MPFR: at most the error that is promised of it, at random arguments over
// its whole range and at the worst ones of tests/data/elementary_errors.txt, which are as they were recorded.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "elementary/functions.hpp"
#include "elementary/record.hpp"
#include "elementary/reference.hpp"

namespace tali::test {
namespace {

const std::vector<lab::record_line>& record() {
  static const std::vector<lab::record_line> all = lab::read_record(TALI_ELEMENTARY_RECORD);
  return all;
}

template <class Function, class T>
void check() {
  constexpr int tries = lab::takes_log_gamma<Function> ? 12'000 : 120'000;
  constexpr double promised = Function::template promised<T>;
  const char* const type = sizeof(T) == 4 ? "f32" : "f64";
  const std::string name = std::string(Function::name) + '_' + type;

  int recorded = 0;
  double largest = promised;  // where all arguments were tried
  for (const lab::record_line& r : record()) {
    if (r.function != Function::name || r.type != type) continue;
    if (recorded++ == 0 && r.all) largest = r.error + 1e-4;
    const T x = lab::argument_from<Function, T>(r.x), y = lab::argument_from<Function, T>(r.y);
    const double error = lab::error_in_ulp(Function(), Function::template of<T>(x, y), x, y);
    EXPECT_LE(error, promised) << name << " at " << r.x << ' ' << r.y;
    EXPECT_NEAR(error, r.error, 1e-4) << name << " at " << r.x << ' ' << r.y << ": measure again";
  }
  EXPECT_GE(recorded, 1) << name << " has no line in " << TALI_ELEMENTARY_RECORD;

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
  EXPECT_LE(worst, largest) << name << " at " << where;
}

TEST(ElementaryUlp, OfFloats) {
  lab::for_each_function([]<class Function>(Function) { check<Function, float>(); });
}

TEST(ElementaryUlp, OfDoubles) {
  lab::for_each_function([]<class Function>(Function) { check<Function, double>(); });
}

/// 1 to an infinite power is 1 in C; here it is NaN, as the header says.
TEST(ElementaryUlp, OneToAnInfinitePowerIsNoNumber) {
  const float infinity = INFINITY;
  EXPECT_TRUE(std::isnan(math::power_f32(1.0f, infinity)));
  EXPECT_TRUE(std::isnan(math::power_f32(1.0f, -infinity)));
  EXPECT_TRUE(std::isnan(math::power_f64(1.0, static_cast<double>(infinity))));
  EXPECT_TRUE(std::isnan(math::power_f64(1.0, -static_cast<double>(infinity))));
}

}  // namespace
}  // namespace tali::test
