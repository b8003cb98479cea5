// SPDX-License-Identifier: Apache-2.0
// The neutron example's samples (examples/free_gas.hpp) against their densities, by chi-squared tests over
// cells of the target's speed and direction: constant cross-sections, and the resonance with its rejection
// correction.
//
// TALI_TEST_SAMPLES=1e8 build/tests/lab/free_gas_test makes so many samples of each case, and with
// TALI_TEST_ENERGY=6.67 of that energy alone; the default is what ctest has time for. Sources of the
// densities: those of examples/free_gas.hpp.
#include "free_gas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <empirical/chi_squared.hpp>
#include <gtest/gtest.h>

namespace tali::test {
namespace {

/// Cells: the speed x in steps of 0.1 up to 4, in thermal units, and one cell beyond; the cosine in steps of
/// 0.1.
constexpr int speeds = 41, cosines = 20;
constexpr double step = 0.1, beyond = 8;

std::size_t cell_of(const free_gas::target& t) {
  const int x = std::min(static_cast<int>(t.speed / step), speeds - 1);
  const int mu = std::clamp(static_cast<int>((t.cosine + 1) / step), 0, cosines - 1);
  return static_cast<std::size_t>(x * cosines + mu);
}

/// The density of (x, mu), but for a factor: thermal speeds, weighted by how often they are met, and by the
/// cross-section of the relative energy where it counts.
double density(const free_gas::collision& c, double x, double mu) {
  const double speed = c.speed, relative2 = speed * speed + x * x - 2 * speed * x * mu;
  const double met = x * x * std::exp(-x * x) * std::sqrt(relative2);
  return c.resonant ? met * std::min(c.sigma(relative2 * c.quantum), c.most) : met;
}

/// The integral of f from a to b by the rule of Gauss and Legendre with eight points.
template <class F>
double integral(double a, double b, F f) {
  constexpr std::array at = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  constexpr std::array weight = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                 0.1012285362903763};
  const double middle = (a + b) / 2, half = (b - a) / 2;
  double sum = 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    sum += weight[i] * (f(middle - half * at[i]) + f(middle + half * at[i]));
  return half * sum;
}

std::vector<double> probabilities(const free_gas::collision& c) {
  std::vector<double> p;
  for (int i = 0; i < speeds; ++i) {
    const double from = i * step, to = i + 1 < speeds ? from + step : beyond;
    for (int j = 0; j < cosines; ++j) {
      const double low = -1 + j * step, high = low + step;
      const auto slice = [&](double x) {
        return integral(low, high, [&](double mu) { return density(c, x, mu); });
      };
      // The tail's cell is wide, and cut in many.
      const int cuts = i + 1 < speeds ? 1 : 40;
      double sum = 0;
      for (int k = 0; k < cuts; ++k) {
        sum += integral(from + (to - from) * k / cuts, from + (to - from) * (k + 1) / cuts, slice);
      }
      p.push_back(sum);
    }
  }
  double all = 0;
  for (const double v : p) all += v;
  for (double& v : p) v /= all;
  return p;
}

/// Counts of n samples by cells, and the attempts that they took.
struct counted {
  std::vector<std::uint64_t> cells = std::vector<std::uint64_t>(speeds * cosines);
  std::uint64_t attempts = 0;
};

counted sampled(const free_gas::collision& c, std::uint64_t n) {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<counted> parts(threads);
  {
    std::vector<std::thread> team;
    for (unsigned t = 0; t < threads; ++t) {
      team.emplace_back([&, t] {
        const rejection_words words(philox4x32(2026), tag_of("free gas"));
        for (std::uint64_t j = t; j < n; j += threads) {
          std::uint32_t w[free_gas::collision::words];
          for (std::uint32_t k = 0; k < max_attempts; ++k) {
            words(j, k, w);
            ++parts[t].attempts;
            const auto a = c(w);
            if (!a.accepted) continue;
            ++parts[t].cells[cell_of(a.value)];
            break;
          }
        }
      });
    }
    for (std::thread& one : team) one.join();
  }
  for (unsigned t = 1; t < threads; ++t) {
    for (std::size_t i = 0; i < parts[0].cells.size(); ++i) parts[0].cells[i] += parts[t].cells[i];
    parts[0].attempts += parts[t].attempts;
  }
  return parts[0];
}

/// How many samples of a case; as many as its attempts leave time for, unless TALI_TEST_SAMPLES says it.
std::uint64_t samples_of(std::uint64_t usual) {
  const char* const given = std::getenv("TALI_TEST_SAMPLES");
  return given != nullptr ? static_cast<std::uint64_t>(std::strtod(given, nullptr)) : usual;
}

/// Whether a case is asked for: every one, or that of TALI_TEST_ENERGY.
bool is_asked(double energy) {
  const char* const given = std::getenv("TALI_TEST_ENERGY");
  return given == nullptr || std::strtod(given, nullptr) == energy;
}

double fit(const free_gas::collision& c, double energy, std::uint64_t n) {
  const counted found = sampled(c, n);
  std::uint64_t all = 0;
  for (const std::uint64_t v : found.cells) all += v;
  EXPECT_EQ(all, n);
  const auto fit = lab::chi_squared_test(found.cells, probabilities(c));
  EXPECT_GT(fit.degrees_of_freedom, 100);
  std::printf("%8.3f eV, %s: %.3g samples, rejected %.4f, chi-squared %.1f of %d degrees, p = %.3g\n", energy,
              c.resonant ? "resonance" : "constant ", static_cast<double>(n),
              1 - static_cast<double>(n) / static_cast<double>(found.attempts), fit.chi_squared,
              fit.degrees_of_freedom, fit.p);
  return fit.p;
}

TEST(FreeGas, ConstantCrossSectionsGiveTheWeightedMaxwellian) {
  std::vector<double> p;
  for (const double energy : {0.01, 0.1, 1.0, 6.67, 12.0}) {
    if (!is_asked(energy)) continue;
    p.push_back(fit({energy, free_gas::hot, false}, energy, samples_of(1'000'000)));
    EXPECT_GT(p.back(), 1e-6) << energy;
  }
  EXPECT_GT(lab::combined_p(p), 1e-6);
}

TEST(FreeGas, TheRejectionCorrectionGivesTheResonancesDensity) {
  struct {
    double energy;
    std::uint64_t usual;
  } const cases[] = {{1.0, 1'000'000}, {6.3, 20'000}, {6.5, 50'000},
                     {6.67, 200'000},  {6.9, 20'000}, {12.0, 200'000}};
  std::vector<double> p;
  for (const auto& c : cases) {
    if (!is_asked(c.energy)) continue;
    p.push_back(fit({c.energy, free_gas::hot, true}, c.energy, samples_of(c.usual)));
    EXPECT_GT(p.back(), 1e-6) << c.energy;
  }
  EXPECT_GT(lab::combined_p(p), 1e-6);
}

TEST(FreeGas, TheTestSeesTheOtherDensity) {
  // Samples with the correction do not fit the density without it, nor those of a neighbouring energy.
  const counted found = sampled({6.67, free_gas::hot, true}, 20'000);
  for (const free_gas::collision& other :
       {free_gas::collision(6.67, free_gas::hot, false), free_gas::collision(6.65, free_gas::hot, true)}) {
    EXPECT_LT(lab::chi_squared_test(found.cells, probabilities(other)).p, 1e-10);
  }
}

}  // namespace
}  // namespace tali::test
