// SPDX-License-Identifier: Apache-2.0
// What a program does with the headers alone: engines, distributions, values, samples, rows. It is compiled
// with warnings as errors, and linked without the library.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sstream>

#include <tali/rejection/plan.hpp>
#include <tali/tali.hpp>
#include <tali/text.hpp>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("not so: %s\n", what);
  ++failures;
}

template <class E, class D>
void draw(const E& e, const D& d) {
  const auto x = static_cast<double>(tali::value(e, d, 7));
  expect(std::isfinite(x), D::name);
}

/// A distribution that makes each value alone: also by a call.
template <class D>
void draw_alone(const D& d) {
  draw(tali::philox4x32(1, 2), d);
  tali::pcg32 e(3);
  expect(std::isfinite(static_cast<double>(d(e))), D::name);
}

template <class T>
void real_numbers() {
  draw_alone(tali::uniform<T>());
  draw_alone(tali::uniform<T, tali::interval::open_close>());
  draw_alone(tali::uniform<T, tali::interval::open_open>());
  draw_alone(tali::uniform<T, tali::interval::close1_open2>());
  draw_alone(tali::normal_icdf<T>(1, 2));
  draw_alone(tali::exponential<T>(2));
  draw_alone(tali::weibull<T>(2, 3));
  draw_alone(tali::gumbel<T>(2, 3));
  draw_alone(tali::logistic<T>(2, 3));
  draw_alone(tali::laplace<T>(2, 3));
  draw_alone(tali::cauchy<T>(2, 3));
  draw_alone(tali::pareto<T>(2, 3));
  draw_alone(tali::lomax<T>(2, 3));
  draw_alone(tali::power<T>(2));
  draw_alone(tali::rayleigh<T>(2));
  draw_alone(tali::triangular<T>(1, 2, 3));
  draw_alone(tali::student_t<T>(5));
  draw_alone(tali::wald<T>(2, 3));
  const tali::pcg32 e(4);
  draw(e, tali::warp_normal<T>(1, 2));
  draw(e, tali::normal<T>(1, 2));
  draw(e, tali::lognormal<T>(1, 2));
  const tali::philox4x32_7 p(5);
  draw(p, tali::gamma<T>(2, 3));
  draw(p, tali::chi_squared<T>(2));
  draw(p, tali::beta<T>(2, 3));
  draw(p, tali::fisher_f<T>(2, 3));
  draw(p, tali::noncentral_chi_squared<T>(2, 3));
  draw(p, tali::noncentral_f<T>(2, 3, 4));
  draw(p, tali::von_mises<T>(1, 2));
  draw(p, tali::truncated_normal<T>(0, 1, -1, 2));
  T row[3];
  tali::row(p, tali::direction<T>(3), 1, row);
  expect(std::isfinite(row[0]), "direction");
}

template <class T>
void whole_samples() {
  const tali::philox4x32 p(6);
  draw(p, tali::poisson<T>(1e4));
  draw(p, tali::binomial<T>(1e5, 0.3));
  draw(p, tali::negative_binomial<T>(2, 0.3));
  draw(p, tali::hypergeometric<T>(20, 30, 10));
  draw(p, tali::zipf<T>(2));
}

template <class E>
void text_of(E e) {
  e.discard(5);
  std::stringstream text;
  text << e;
  E other;
  text >> other;
  expect(other == e, "text");
}

}  // namespace

int main() {
  real_numbers<float>();
  real_numbers<double>();
  draw_alone(tali::bits<std::uint32_t>());
  draw_alone(tali::bits<std::uint64_t>());
  draw_alone(tali::uniform_int<std::int32_t>(-5, 5));
  draw_alone(tali::uniform_int<std::uint64_t>(0, 5));
  draw_alone(tali::bernoulli(0.5));
  draw_alone(tali::bernoulli_bits(0.5));
  draw_alone(tali::geometric<std::uint32_t>(0.5));
  draw_alone(tali::geometric<std::int64_t>(0.5));
  draw_alone(tali::logseries<std::uint32_t>(0.5));
  draw_alone(tali::logseries<std::int64_t>(0.5));
  draw(tali::pcg32(1), tali::warp_normal<double, tali::warp_grain::coarse>());
  draw(tali::pcg32(1), tali::normal<tali::bfloat16>());
  draw(tali::pcg32(1), tali::normal<tali::float16>());
  whole_samples<std::uint32_t>();
  whole_samples<std::int64_t>();
  const tali::permutation<std::uint32_t> order(tali::philox4x32(1), 52);
  expect(order.inverse(order(3)) == 3, "permutation");
  text_of(tali::pcg32(1, 2));
  text_of(tali::philox4x32(1, 2));
  expect(tali::best_group(0.9) > 1, "best_group");
  return failures == 0 ? 0 : 1;
}
