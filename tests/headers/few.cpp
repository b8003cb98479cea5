// SPDX-License-Identifier: Apache-2.0
// A small program of the headers alone, linked without the library at every level of optimisation: some
// values, and the refusal of every distribution's parameters.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

#include <tali/tali.hpp>

namespace {

int failures = 0;

/// Argument and value of what `make` throws are `fields`, "sigma is -2", with which its sentence begins.
template <class F>
void expect_refusal(F make, const std::string& fields) {
  try {
    make();
    std::printf("not refused: %s\n", fields.c_str());
    ++failures;
  } catch (const tali::argument_error& e) {
    const bool whole =
        !e.expected().empty() && std::string(e.what()) == fields + "; expected " + e.expected();
    if (whole && e.argument() + " is " + e.value() == fields) return;
    std::printf("%s\nand not: %s\n", e.what(), fields.c_str());
    ++failures;
  }
}

}  // namespace

int main() {
  const tali::philox4x32 e(1, 2);
  float most = tali::value(e, tali::uniform<float>(), 3);
  most = std::fmax(most, tali::value(e, tali::exponential<float>(2), 3));
  most = std::fmax(most, tali::value(tali::pcg32(1), tali::normal_icdf<float>(1, 2), 3));
  most = std::fmax(most, static_cast<float>(tali::value(e, tali::gamma<float>(1, 2), 3)));
  if (!std::isfinite(most)) ++failures;

  expect_refusal([] { [[maybe_unused]] const tali::normal_icdf<double> d(0, -2); }, "sigma is -2");
  expect_refusal([] { [[maybe_unused]] const tali::warp_normal<float> d(HUGE_VAL); }, "mu is inf");
  expect_refusal([] { [[maybe_unused]] const tali::exponential<float> d(-0.1f); }, "scale is -0.1");
  expect_refusal([] { [[maybe_unused]] const tali::gamma<double> d(1, 0); }, "scale is 0");
  expect_refusal([] { [[maybe_unused]] const tali::uniform_int<int> d(3, -4); }, "low is 3");
  expect_refusal([] { [[maybe_unused]] const tali::bernoulli d(1.5); }, "p is 1.5");
  expect_refusal([] { [[maybe_unused]] const tali::direction<float> d(0); }, "dimensions is 0");
  expect_refusal([] { [[maybe_unused]] const tali::permutation<std::uint32_t> d(tali::philox4x32(), 0); },
                 "n is 0");
  expect_refusal([] { [[maybe_unused]] const tali::pcg32 d(0, ~std::uint64_t{0}); },
                 "stream is 18446744073709551615");
  expect_refusal([] { [[maybe_unused]] const tali::lognormal<float> d(0, -1); }, "sigma is -1");
  expect_refusal(
      [] { [[maybe_unused]] const tali::normal<double> d(std::numeric_limits<double>::infinity()); },
      "mu is inf");
  expect_refusal([] { [[maybe_unused]] const tali::weibull<double> d(0, 1); }, "shape is 0");
  expect_refusal([] { [[maybe_unused]] const tali::gumbel<float> d(0, 0); }, "scale is 0");
  expect_refusal([] { [[maybe_unused]] const tali::logistic<double> d(0, -1.5); }, "scale is -1.5");
  expect_refusal([] { [[maybe_unused]] const tali::laplace<float> d(0, 0); }, "scale is 0");
  expect_refusal([] { [[maybe_unused]] const tali::cauchy<double> d(0, 0); }, "scale is 0");
  expect_refusal([] { [[maybe_unused]] const tali::pareto<float> d(1, 0); }, "scale is 0");
  expect_refusal([] { [[maybe_unused]] const tali::rayleigh<double> d(-1); }, "scale is -1");
  expect_refusal([] { [[maybe_unused]] const tali::student_t<float> d(0); }, "df is 0");
  expect_refusal([] { [[maybe_unused]] const tali::geometric<std::int64_t> d(0); }, "p is 0");
  expect_refusal([] { [[maybe_unused]] const tali::chi_squared<float> d(0); }, "df is 0");
  expect_refusal([] { [[maybe_unused]] const tali::beta<double> d(1, 0); }, "b is 0");
  expect_refusal([] { [[maybe_unused]] const tali::fisher_f<float> d(0, 1); }, "dfn is 0");
  expect_refusal([] { [[maybe_unused]] const tali::poisson<std::uint32_t> d(-1); }, "mean is -1");
  expect_refusal([] { [[maybe_unused]] const tali::binomial<std::int64_t> d(0.5, 1); }, "n is 0.5");
  return failures == 0 ? 0 : 1;
}
