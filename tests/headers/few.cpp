// SPDX-License-Identifier: Apache-2.0
// A small program of the headers alone, linked without the library at every level of optimisation: some
// values, and the refusal of every distribution's parameters.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>

#include <tali/tali.hpp>

namespace {

int failures = 0;

/// The message of what `make` throws is `message`.
template <class F>
void expect_refusal(F make, const char* message) {
  try {
    make();
    std::printf("not refused: %s\n", message);
    ++failures;
  } catch (const tali::argument_error& e) {
    if (std::strcmp(e.what(), message) == 0) return;
    std::printf("%s\nand not: %s\n", e.what(), message);
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

  expect_refusal([] { [[maybe_unused]] const tali::normal_icdf<double> d(0, -2); },
                 "sigma is -2; allowed: a finite number, at least 0");
  expect_refusal([] { [[maybe_unused]] const tali::warp_normal<float> d(HUGE_VAL); },
                 "mu is inf; allowed: a finite number");
  expect_refusal([] { [[maybe_unused]] const tali::exponential<float> d(-0.1f); },
                 "scale is -0.1; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::gamma<double> d(1, 0); },
                 "scale is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::uniform_int<int> d(3, -4); },
                 "low is 3; allowed: at most high, which is -4");
  expect_refusal([] { [[maybe_unused]] const tali::bernoulli d(1.5); }, "p is 1.5; allowed: 0 ... 1");
  expect_refusal([] { [[maybe_unused]] const tali::direction<float> d(0); },
                 "dimensions is 0; allowed: 1 ... 1073741824");
  expect_refusal([] { [[maybe_unused]] const tali::permutation<std::uint32_t> d(tali::philox4x32(), 0); },
                 "n is 0; allowed: 1 ... 4294967295");
  expect_refusal([] { [[maybe_unused]] const tali::pcg32 d(0, ~std::uint64_t{0}); },
                 "stream is 18446744073709551615; allowed: 0 ... 9223372036854775807 (pcg32 has 63 effective "
                 "stream bits)");
  expect_refusal([] { [[maybe_unused]] const tali::lognormal<float> d(0, -1); },
                 "sigma is -1; allowed: a finite number, at least 0");
  expect_refusal(
      [] { [[maybe_unused]] const tali::normal<double> d(std::numeric_limits<double>::infinity()); },
      "mu is inf; allowed: a finite number");
  expect_refusal([] { [[maybe_unused]] const tali::weibull<double> d(0, 1); },
                 "shape is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::gumbel<float> d(0, 0); },
                 "scale is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::logistic<double> d(0, -1.5); },
                 "scale is -1.5; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::laplace<float> d(0, 0); },
                 "scale is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::cauchy<double> d(0, 0); },
                 "scale is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::pareto<float> d(1, 0); },
                 "scale is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::rayleigh<double> d(-1); },
                 "scale is -1; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::student_t<float> d(0); },
                 "df is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::geometric<std::int64_t> d(0); },
                 "p is 0; allowed: a probability above 0, at most 1");
  expect_refusal([] { [[maybe_unused]] const tali::chi_squared<float> d(0); },
                 "df is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::beta<double> d(1, 0); },
                 "b is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::fisher_f<float> d(0, 1); },
                 "dfn is 0; allowed: a finite number above 0");
  expect_refusal([] { [[maybe_unused]] const tali::poisson<std::uint32_t> d(-1); },
                 "mean is -1; allowed: a number from 0 to 2^31");
  expect_refusal([] { [[maybe_unused]] const tali::binomial<std::int64_t> d(0.5, 1); },
                 "n is 0.5; allowed: a whole number from 0 to 2^50");
  return failures == 0 ? 0 : 1;
}
