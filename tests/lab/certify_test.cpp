// SPDX-License-Identifier: Apache-2.0
// The certification's laws and its driver: exact laws against known values, the same counts whatever the
// threads, and uniform p-values of a stream that nobody can tell from random (a second-level test).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <certify/law.hpp>
#include <certify/p_values.hpp>
#include <certify/source.hpp>
#include <certify/stages.hpp>
#include <certify/value_cells.hpp>
#include <certify/words_linear.hpp>
#include <certify/words_tests.hpp>
#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/fill.hpp>

#include "plain_laws.hpp"

#if defined(TALI_HAS_LAB_AES)
#endif
#if defined(TALI_HAS_LAB_LAWS)
#endif

namespace tali::lab::certify {
namespace {

TEST(PValues, KolmogorovsAndAndersonDarlingsLaws) {
  // Points of the limit laws: M. A. Stephens, JASA 69, 1974, but of 1 % as G. and J. Marsaglia corrected it
  // (2004).
  EXPECT_NEAR(kolmogorov_tail(1.358), 0.05, 1e-4);
  EXPECT_NEAR(kolmogorov_tail(1.628), 0.01, 1e-4);
  EXPECT_NEAR(anderson_darling_tail(2.492), 0.05, 1e-4);
  EXPECT_NEAR(anderson_darling_tail(3.8781), 0.01, 1e-5);
  EXPECT_NEAR(anderson_darling_tail(0.5), 0.7468, 1e-4);
  // Far out the first of the chi-squared variables decides, and the others are a factor: sqrt(3)
  // erfc(sqrt(x)).
  EXPECT_NEAR(anderson_darling_tail(200) / (std::sqrt(3.0) * std::erfc(std::sqrt(200.0))), 1, 3e-3);
}

TEST(PValues, PoissonCountsAreJudgedFromTheirMiddle) {
  EXPECT_NEAR(poisson_p(0, 1e-12), 0.5, 1e-6);
  // P(X > 3) + P(X = 3) / 2 of mean 2: 1 - e^-2 (1 + 2 + 2 + 2/3).
  EXPECT_NEAR(poisson_p(3, 2), 1 - std::exp(-2.0) * (5 + 2.0 / 3), 1e-12);
  EXPECT_LT(poisson_p(200, 100), 1e-14);
  EXPECT_GT(poisson_p(20, 100), 1 - 1e-14);
}

TEST(PValues, UniformNumbersAreUniformAndSquaresAreNot) {
  std::vector<double> p(500), squares;
  for (std::size_t i = 0; i < p.size(); ++i)
    p[i] = (static_cast<double>(i) + 0.5) / static_cast<double>(p.size());
  for (const double x : p) squares.push_back(x * x);
  EXPECT_GT(uniformity(p), 0.99);
  EXPECT_LT(uniformity(squares), 1e-10);
}

TEST(PValues, TwoSamplesOfOneLawAgree) {
  outcome o;
  judge_against(o, "same", std::vector<std::uint64_t>{100, 200, 300},
                std::vector<std::uint64_t>{1000, 2000, 3000});
  judge_against(o, "other", std::vector<std::uint64_t>{300, 200, 100},
                std::vector<std::uint64_t>{1000, 2000, 3000});
  EXPECT_DOUBLE_EQ(o.p[0].p, 1);
  EXPECT_LT(o.p[1].p, 1e-30);
}

TEST(LinearComplexity, IsThatOfKnownSequences) {
  const auto complexity = [](const std::vector<int>& bits) {
    const auto n = bits.size();
    std::vector<std::uint32_t> reversed(n / 32 + 2), memory(3 * (n / 32 + 1));
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = n - 1 - i;
      reversed[at / 32] |= static_cast<std::uint32_t>(bits[i]) << (at % 32);
    }
    const one_thread team{nullptr, nullptr};
    return linear_complexity_of(team, reversed.data(), static_cast<int>(n), memory.data());
  };
  EXPECT_EQ(complexity(std::vector<int>(128, 0)), 0);
  EXPECT_EQ(complexity(std::vector<int>(128, 1)), 1);
  std::vector<int> last(128, 0);
  last.back() = 1;  // a one after 127 zeros takes a register of 128
  EXPECT_EQ(complexity(last), 128);
  for (const int degree : {5, 31, 32, 33, 64, 89}) {  // s_n = s_(n-degree) + s_(n-degree+1), from one 1
    std::vector<int> bits(512, 0);
    bits[static_cast<std::size_t>(degree - 1)] = 1;
    for (auto i = static_cast<std::size_t>(degree); i < bits.size(); ++i) {
      bits[i] = bits[i - static_cast<std::size_t>(degree)] ^ bits[i - static_cast<std::size_t>(degree) + 1];
    }
    EXPECT_EQ(complexity(bits), degree);
  }
}

TEST(MatrixRank, OfKnownMatrices) {
  const one_thread team{nullptr, nullptr};
  constexpr int n = 128, words = n / 32;
  std::vector<std::uint32_t> rows(n * words);
  EXPECT_EQ(rank_of<n>(team, rows.data()), 0);
  for (int i = 0; i < n; ++i) {  // the unit matrix in another order, one row twice
    const int column = (i == 7 ? 8 : i) * 35 % n;
    rows[static_cast<std::size_t>(i * words + column / 32)] = 1u << (column % 32);
  }
  EXPECT_EQ(rank_of<n>(team, rows.data()), n - 1);
}

TEST(Sorting, IsRight) {
  std::vector<std::uint32_t> x(4096), y;
  std::mt19937 random(1);
  for (auto& v : x) v = static_cast<std::uint32_t>(random()) >> (random() % 32);
  y = x;
  one_thread::sort(x.data(), 4096);
  std::sort(y.begin(), y.end());
  EXPECT_EQ(x, y);
}

TEST(Cells, HoldWhatTheirProbabilitiesSay) {
  for (const bool is_float : {false, true}) {
    const cell_law c = cut(normal_law(1, 2, is_float), 1024);
    ASSERT_EQ(c.edges.size(), 1023u);
    EXPECT_NEAR(std::accumulate(c.probabilities.begin(), c.probabilities.end(), 0.0), 1, 1e-12);
    EXPECT_NEAR(c.edges[511], 1, 1e-6);
    EXPECT_NEAR(*std::ranges::max_element(c.probabilities), 1.0 / 1024, is_float ? 1e-6 : 1e-12);
    for (const double x : {-1e300, -8.0, 0.0, 1.5, 1e300}) {
      const auto below = std::ranges::upper_bound(c.edges, x) - c.edges.begin();
      EXPECT_EQ(cell_of(c.edges.data(), 1023, x), below);
    }
  }
  EXPECT_EQ(cell_of(nullptr, 0, 3), 0);
}

/// By numbers that are known: the median of an exponential number, and gamma's at shape 1 and at small ones.
TEST(PlainLaws, NeedNoLibrary) {
  const auto share = [](const char* name, const char* type, const arguments& given, double x) {
    const auto l = plain_law_of(name, type, given);
    return l ? l->below(x) : -1;
  };
  EXPECT_NEAR(share("exponential", "f64", {{"scale", "2"}}, 2 * std::log(2.0)), 0.5, 1e-15);
  EXPECT_NEAR(share("gamma", "f64", {{"shape", "1"}, {"scale", "2"}}, 2 * std::log(2.0)), 0.5, 1e-14);
  // Gamma(1/2) of scale 2 is a squared normal number.
  EXPECT_NEAR(share("gamma", "f64", {{"shape", "0.5"}, {"scale", "2"}}, 1), std::erf(std::sqrt(0.5)), 1e-14);
  EXPECT_NEAR(share("chi-squared", "f32", {{"df", "1"}}, 4), std::erf(std::sqrt(2.0)), 1e-14);
  // x^a / Gamma(a + 1) next to 0.
  EXPECT_NEAR(share("gamma", "f64", {{"shape", "0.05"}}, 1e-40), std::pow(1e-40, 0.05) / std::tgamma(1.05),
              1e-14);
  const auto l = plain_law_of("gamma", "f64", {{"shape", "0.05"}});
  ASSERT_TRUE(l);
  for (const double p : {1e-3, 0.01, 0.5, 0.999}) EXPECT_NEAR(l->below(l->quantile(p)), p, 1e-12);
  EXPECT_FALSE(plain_law_of("beta", "f64", {}));
  EXPECT_FALSE(plain_law_of("poisson", "u32", {}));
}

#if defined(TALI_HAS_LAB_LAWS)
TEST(PlainLaws, AreTheOthers) {
  int known = 0;
  for (const distribution_info& d : detail::scalar_distribution_list()) {
    const auto plain = plain_law_of(d.name, d.type, {});
    if (!plain) continue;
    ++known;
    const auto other = law_of(d.name, d.type, {});
    ASSERT_TRUE(other) << d.name;
    EXPECT_EQ(plain->is_rounded_to_float, other->is_rounded_to_float) << d.name;
    for (int i = 1; i < 64; ++i) {
      const double x = other->quantile(i / 64.0);
      EXPECT_NEAR(plain->below(x), other->below(x), 1e-12) << d.name << ' ' << x;
      EXPECT_NEAR(other->below(plain->quantile(i / 64.0)), i / 64.0, 1e-12) << d.name << ' ' << i;
    }
  }
  EXPECT_GE(known, 39);
}

TEST(Laws, OfDiscreteDistributionsHaveWholeEdges) {
  const arguments ten{{"mean", "10"}};
  const auto l = law_of("poisson", "u32", ten);
  ASSERT_TRUE(l);
  const cell_law c = cut(*l, 1024);
  // P(X = 10) = e^-10 10^10 / 10!.
  const auto at = static_cast<std::size_t>(cell_of(c.edges.data(), static_cast<int>(c.edges.size()), 10));
  EXPECT_EQ(c.edges[at - 1], 10);
  EXPECT_EQ(c.edges[at], 11);
  EXPECT_NEAR(c.probabilities[at], std::exp(10 * std::log(10.0) - 10 - std::lgamma(11.0)), 1e-12);
  EXPECT_FALSE(law_of("no such", "f64", {}));
}

/// P(X > 1 - y) = y^b for a = 1. Edges at the quantiles lie some doubles below 1, and a quarter of the
/// numbers of a cell may be rounded over one of them.
TEST(Laws, OfBetaNextToOneSayWhatIsRoundedIntoACell) {
  for (const char* b : {"0.05", "0.2", "3"}) {
    const auto l = law_of("beta", "f64", {{"a", "1"}, {"b", b}});
    ASSERT_TRUE(l);
    const cell_law c = cut(*l, 1024);
    double above = c.probabilities.back();
    for (std::size_t k = c.edges.size(); k-- > 0; above += c.probabilities[k]) {
      const double edge = c.edges[k], lower = std::nextafter(edge, 0.0);
      EXPECT_NEAR(above / std::pow(((1 - lower) + (1 - edge)) / 2, std::stod(b)), 1, 1e-9)
          << b << ' ' << edge;
    }
  }
}

TEST(Laws, EveryDistributionHasOne) {
  for (const distribution_info& d : detail::scalar_distribution_list()) {
    if (std::string(d.name) == "bits") continue;
    const auto l = law_of(d.name, d.type, {});
    if (std::string(d.type) == "bf16" || std::string(d.type) == "f16") {
      EXPECT_FALSE(l) << d.name;  // the stages are reported as not run
      continue;
    }
    ASSERT_TRUE(l) << d.name;
    const cell_law c = cut(*l, 256);
    EXPECT_NEAR(std::accumulate(c.probabilities.begin(), c.probabilities.end(), 0.0), 1, 1e-9) << d.name;
    EXPECT_GE(c.probabilities.size(), 2u) << d.name << ' ' << d.type;
  }
}

/// Parameters that are not given have the same defaults in a law and in its distribution.
TEST(Laws, AreOfTheNumbersThatNoParametersGive) {
  int known = 0;
  for (const distribution_info& d : detail::scalar_distribution_list()) {
    const auto l = std::string(d.name) == "bits" ? std::nullopt : law_of(d.name, d.type, {});
    if (!l) continue;
    ++known;
    const any_distribution made(d.name, d.type);
    filled_values values([&](std::uint64_t first, std::size_t n,
                             void* to) { tali::fill(cpu{1}, any_engine(philox4x32(5)), made, first, to, n); },
                         d.type);
    std::vector<double> x(8192);
    values.fill(0, x.size(), x.data());
    const cell_law c = cut(*l, 32);
    std::vector<double> counts(c.probabilities.size());
    for (const double v : x) {
      ++counts[static_cast<std::size_t>(cell_of(c.edges.data(), static_cast<int>(c.edges.size()), v))];
    }
    double chi_squared = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const double expected = c.probabilities[k] * static_cast<double>(x.size());
      if (expected > 0) chi_squared += (counts[k] - expected) * (counts[k] - expected) / expected;
    }
    EXPECT_LT(chi_squared, 100) << d.name << ' ' << d.type;  // of 31 degrees of freedom: 3e-9
  }
  EXPECT_GT(known, 70);
}
#endif

#if defined(TALI_HAS_LAB_AES)

/// Runs a list on one null and gives what every thread number must give alike.
template <class Element, class Source>
void expect_no_matter_how_many_threads(const stage_list<Element>& stages, Source from) {
  for (const auto& s : stages) {
    if (s->chunk() > 4096) continue;  // slow ones, of the same driver
    const tally one = s->run(from, 9, 1, {}), three = s->run(from, 9, 3, {});
    EXPECT_EQ(one, three) << s->name();
    EXPECT_EQ(s->judge(one), s->judge(three)) << s->name();
    tally parts = s->run(from, 9, 2, {});
    parts.add(s->run(from, 0, 1, {}));
    EXPECT_EQ(parts.counts, one.counts) << s->name();
  }
}

TEST(Driver, FindsTheSameWithAnyNumberOfThreads) {
  expect_no_matter_how_many_threads(word_stages(), filled_words(aes_words(1)));
  expect_no_matter_how_many_threads(normal_stages(false, 4), filled_values(aes_normals(1), "f64"));
}

TEST(Null, AnyRangeIsTheSameStream) {
  std::vector<std::uint32_t> all(1000), part(77);
  aes_words(5)(0, all.size(), all.data());
  aes_words(5)(301, part.size(), part.data());
  EXPECT_TRUE(std::equal(part.begin(), part.end(), all.begin() + 301));
  std::vector<double> x(100), y(31);
  aes_normals(5)(0, x.size(), x.data());
  aes_normals(5)(11, y.size(), y.data());
  EXPECT_TRUE(std::equal(y.begin(), y.end(), x.begin() + 11));
  std::vector<std::uint32_t> other(8), first(all.begin(), all.begin() + 8);
  aes_words(6)(0, other.size(), other.data());
  EXPECT_NE(other, first);
}

/// p-values of many runs are uniform, each kind for itself.
template <class Element, class Make>
void expect_uniform(const stage_list<Element>& stages, const Make& make, int runs) {
  for (const auto& s : stages) {
    if (s->chunk() > 4096) continue;  // see docs/certification.md: the calibration has them
    std::vector<std::vector<double>> families;
    std::vector<std::string> names;
    for (int k = 0; k < runs; ++k) {
      auto from = make(static_cast<std::uint64_t>(k));
      const outcome o = s->judge(s->run(from, 64 / s->share() < 8 ? 8 : 64 / s->share(), 1, {}));
      for (const p_value& p : o.p) {
        EXPECT_GT(extremeness(p.p), 1e-7) << s->name() << ", " << p.name;
        const auto at = static_cast<std::size_t>(std::ranges::find(names, p.name) - names.begin());
        if (at == names.size()) {
          names.push_back(p.name);
          families.emplace_back();
        }
        families[at].push_back(p.p);
      }
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_GT(uniformity(families[i]), 1e-5) << s->name() << ", " << names[i];
    }
  }
}

TEST(SecondLevel, PValuesOfTheNullAreUniformForWords) {
  expect_uniform(
      word_stages(), [](std::uint64_t k) { return filled_words(aes_words(1000 + k)); }, 40);
}

TEST(SecondLevel, PValuesOfTheNullAreUniformForNormals) {
  expect_uniform(
      normal_stages(false, 4), [](std::uint64_t k) { return filled_values(aes_normals(2000 + k), "f64"); },
      40);
}

#endif

}  // namespace
}  // namespace tali::lab::certify
